use std::collections::BTreeSet;

use botpit_guest::{Errno, Fuel, GuestFault, ImportCost, ValueType, Violation, WASI_ARGS_MAX, WASI_FUNCTIONS};

use crate::{Bot, bad_pointer};

const UNKNOWN_DESCRIPTORS: [u64; 3] = [3, 0x7fff_ffff, 0xffff_ffff];

#[test]
fn the_table_has_every_function_once() {
    let names: BTreeSet<_> = WASI_FUNCTIONS.iter().map(|function| function.name).collect();
    assert_eq!(names.len(), 46);
    assert!(WASI_FUNCTIONS.is_sorted_by_key(|function| function.name));
    assert!(WASI_FUNCTIONS.iter().all(|function| function.params.len() <= WASI_ARGS_MAX));
    let without_result: Vec<_> = WASI_FUNCTIONS.iter().filter(|function| !function.returns_errno).collect();
    assert_eq!(without_result.iter().map(|function| function.name).collect::<Vec<_>>(), ["proc_exit"]);
}

/// The signatures as wasi-libc declares them: `i` is i32 and `I` is i64.
#[test]
fn the_signatures_are_those_of_preview_1() {
    let expected = "args_get ii, args_sizes_get ii, clock_res_get ii, clock_time_get iIi, environ_get ii, \
        environ_sizes_get ii, fd_advise iIIi, fd_allocate iII, fd_close i, fd_datasync i, fd_fdstat_get ii, \
        fd_fdstat_set_flags ii, fd_fdstat_set_rights iII, fd_filestat_get ii, fd_filestat_set_size iI, \
        fd_filestat_set_times iIIi, fd_pread iiiIi, fd_prestat_dir_name iii, fd_prestat_get ii, fd_pwrite iiiIi, \
        fd_read iiii, fd_readdir iiiIi, fd_renumber ii, fd_seek iIii, fd_sync i, fd_tell ii, fd_write iiii, \
        path_create_directory iii, path_filestat_get iiiii, path_filestat_set_times iiiiIIi, path_link iiiiiii, \
        path_open iiiiiIIii, path_readlink iiiiii, path_remove_directory iii, path_rename iiiiii, \
        path_symlink iiiii, path_unlink_file iii, poll_oneoff iiii, proc_exit i, proc_raise i, random_get ii, \
        sched_yield , sock_accept iii, sock_recv iiiiii, sock_send iiiii, sock_shutdown ii";
    let letter = |value: &ValueType| if *value == ValueType::I32 { 'i' } else { 'I' };
    let table: Vec<_> = WASI_FUNCTIONS
        .iter()
        .map(|function| format!("{} {}", function.name, function.params.iter().map(letter).collect::<String>()))
        .collect();
    assert_eq!(table.join(", "), expected);
}

#[test]
fn arguments_and_environment_are_empty_and_say_so() {
    for name in ["args_sizes_get", "environ_sizes_get"] {
        let mut bot = Bot::new();
        bot.memory.fill(0xee);
        assert_eq!(bot.wasi(name, &[16, 32]), Ok(Errno::Success));
        assert_eq!((bot.u32_at(16), bot.u32_at(32), bot.u32_at(36)), (0, 0, 0xeeee_eeee));
        assert_eq!(bot.wasi(name, &[131_070, 0]), Err(bad_pointer(name, 131_070, 4)));
        assert_eq!(bot.wasi(name, &[0, 0xffff_ffff]), Err(bad_pointer(name, 0xffff_ffff, 4)));
    }
    for name in ["args_get", "environ_get"] {
        let mut bot = Bot::new();
        assert_eq!(bot.wasi(name, &[16, 32]), Ok(Errno::Success));
        assert!(bot.memory.iter().all(|byte| *byte == 0));
    }
}

#[test]
fn output_and_errors_become_log_lines() {
    let mut bot = Bot::new();
    bot.put(1000, b"hello, ");
    bot.put(2000, b"world");
    bot.put_u32s(0, &[1000, 7, 2000, 5]);
    assert_eq!(bot.wasi("fd_write", &[1, 0, 2, 64]), Ok(Errno::Success));
    assert_eq!(bot.u32_at(64), 12);
    bot.log(b"a line of its own");
    bot.put(2000, b"oops\n");
    assert_eq!(bot.wasi("fd_write", &[2, 8, 1, 64]), Ok(Errno::Success));
    assert_eq!(bot.state.end_turn(false).log, b"hello, world\na line of its own\noops\n");
}

#[test]
fn a_write_is_charged_by_iovec_and_byte() {
    let mut bot = Bot::new();
    bot.put_u32s(0, &[1000, 7, 2000, 5]);
    let before = bot.fuel.left();
    bot.wasi("fd_write", &[1, 0, 2, 64]).expect("good ranges");
    let cost = ImportCost::WASI_WRITE;
    assert_eq!(before - bot.fuel.left(), cost.base + 2 * cost.per_item + 12 * cost.per_byte);
}

#[test]
fn iovecs_are_bounded() {
    let mut bot = Bot::new();
    assert_eq!(bot.wasi("fd_write", &[1, 0, 1025, 64]), Ok(Errno::Invalid));
    assert_eq!(bot.wasi("fd_write", &[1, 0, 0xffff_ffff, 64]), Ok(Errno::Invalid));

    bot.put_u32s(0, &[0, 128 << 10].repeat(1024));
    bot.fuel = Fuel::new(100_000_000);
    let written = bot.wasi("fd_write", &[1, 0, 1024, 64]);
    assert_eq!(written, Err(GuestFault::OutOfFuel { import: "fd_write" }), "the same bytes many times are all paid");
    assert!(bot.state.end_turn(false).log.is_empty());
}

#[test]
fn more_bytes_than_a_result_can_tell_are_refused() {
    let mut bot = Bot::new();
    bot.memory.resize(8 << 20, 0);
    bot.fuel = Fuel::new(u64::MAX);
    bot.put_u32s(0, &[0, 8 << 20].repeat(1024));
    assert_eq!(bot.wasi("fd_write", &[1, 0, 1024, 64]), Ok(Errno::Invalid));
}

#[test]
fn bad_ranges_of_a_write_are_bad_pointers() {
    let bad = |ptr, len| Err(bad_pointer("fd_write", ptr, len));
    let mut bot = Bot::new();
    assert_eq!(bot.wasi("fd_write", &[1, 131_070, 1, 64]), bad(131_070, 8));
    assert_eq!(bot.wasi("fd_write", &[1, 0xffff_fff8, 1024, 64]), bad(0xffff_fff8, 8192));
    bot.put_u32s(0, &[0, 4, 0xffff_ffff, 2]);
    assert_eq!(bot.wasi("fd_write", &[1, 0, 2, 64]), bad(0xffff_ffff, 2));
    assert!(bot.state.end_turn(false).log.is_empty(), "nothing is written in part");
    assert_eq!(bot.wasi("fd_write", &[1, 0, 1, 131_072]), bad(131_072, 4));
}

#[test]
fn standard_input_is_at_its_end() {
    let mut bot = Bot::new();
    bot.memory.fill(0xee);
    assert_eq!(bot.wasi("fd_read", &[0, 0, 1, 64]), Ok(Errno::Success));
    assert_eq!(bot.u32_at(64), 0);
    assert_eq!(bot.wasi("fd_read", &[1, 0, 1, 64]), Ok(Errno::BadDescriptor));
    assert_eq!(bot.wasi("fd_write", &[0, 0, 1, 64]), Ok(Errno::BadDescriptor));
    assert_eq!(bot.wasi("fd_read", &[0, 0, 1, 131_072]), Err(bad_pointer("fd_read", 131_072, 4)));
    assert!(bot.state.violations().is_empty());
}

#[test]
fn the_standard_descriptors_are_character_devices() {
    for (descriptor, rights) in [(0, 1 << 27 | 1 << 1), (1, 1 << 27 | 1 << 6), (2, 1 << 27 | 1 << 6)] {
        let mut bot = Bot::new();
        bot.memory.fill(0xee);
        assert_eq!(bot.wasi("fd_fdstat_get", &[descriptor, 64]), Ok(Errno::Success));
        assert_eq!(bot.memory[64..72], [2, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!((bot.u64_at(72), bot.u64_at(80)), (rights, 0));
        assert_eq!(bot.wasi("fd_filestat_get", &[descriptor, 64]), Ok(Errno::Success));
        assert_eq!((bot.u64_at(64), bot.u64_at(80), bot.u64_at(120)), (0, 2, 0));
        assert_eq!(bot.memory[128], 0xee);
    }
    let mut bot = Bot::new();
    assert_eq!(bot.wasi("fd_fdstat_get", &[3, 64]), Ok(Errno::BadDescriptor));
    assert_eq!(bot.wasi("fd_filestat_get", &[3, 64]), Ok(Errno::BadDescriptor));
    assert_eq!(bot.wasi("fd_fdstat_get", &[1, 131_060]), Err(bad_pointer("fd_fdstat_get", 131_060, 24)));
    assert_eq!(bot.wasi("fd_filestat_get", &[1, 131_060]), Err(bad_pointer("fd_filestat_get", 131_060, 64)));
    assert!(bot.state.violations().is_empty());
}

/// (function, arguments behind the descriptor, errno on descriptors 0 to 2); above 2 all are bad descriptors.
const QUIET: [(&str, &[u64], Errno); 10] = [
    ("fd_advise", &[0, 0, 0], Errno::NotSeekable),
    ("fd_allocate", &[0, 0], Errno::NotSeekable),
    ("fd_close", &[], Errno::Success),
    ("fd_datasync", &[], Errno::Success),
    ("fd_fdstat_set_flags", &[0], Errno::Success),
    ("fd_fdstat_set_rights", &[0, 0], Errno::Success),
    ("fd_filestat_set_size", &[0], Errno::Invalid),
    ("fd_filestat_set_times", &[0, 0, 0], Errno::Invalid),
    ("fd_sync", &[], Errno::Success),
    ("fd_renumber", &[1], Errno::NotSupported),
];

#[test]
fn calls_of_start_up_code_are_no_violations() {
    let mut bot = Bot::new();
    for (name, rest, errno) in QUIET {
        for descriptor in 0..3 {
            assert_eq!(bot.wasi(name, &[&[descriptor], rest].concat()), Ok(errno), "{name} on {descriptor}");
        }
        for descriptor in UNKNOWN_DESCRIPTORS {
            assert_eq!(bot.wasi(name, &[&[descriptor], rest].concat()), Ok(Errno::BadDescriptor), "{name}");
        }
    }
    for descriptor in 0..5 {
        assert_eq!(bot.wasi("fd_prestat_get", &[descriptor, 64]), Ok(Errno::BadDescriptor));
        assert_eq!(bot.wasi("fd_prestat_dir_name", &[descriptor, 64, 8]), Ok(Errno::BadDescriptor));
    }
    for descriptor in 0..3 {
        assert_eq!(bot.wasi("fd_seek", &[descriptor, 0, 0, 64]), Ok(Errno::NotSeekable));
        assert_eq!(bot.wasi("fd_tell", &[descriptor, 64]), Ok(Errno::NotSeekable));
        assert_eq!(bot.wasi("fd_pread", &[descriptor, 0, 1, 0, 64]), Ok(Errno::NotSeekable));
        assert_eq!(bot.wasi("fd_pwrite", &[descriptor, 0, 1, 0, 64]), Ok(Errno::NotSeekable));
    }
    assert_eq!(bot.wasi("fd_renumber", &[1, 3]), Ok(Errno::BadDescriptor));
    assert_eq!(bot.wasi("sched_yield", &[]), Ok(Errno::Success));
    assert_eq!(bot.state.end_turn(false).violations, []);
}

#[test]
fn reading_writing_or_seeking_elsewhere_is_a_violation() {
    for (name, rest) in [
        ("fd_read", &[0, 1, 64][..]),
        ("fd_write", &[0, 1, 64]),
        ("fd_pread", &[0, 1, 0, 64]),
        ("fd_pwrite", &[0, 1, 0, 64]),
        ("fd_seek", &[0, 0, 64]),
        ("fd_tell", &[64]),
    ] {
        let mut bot = Bot::new();
        for descriptor in UNKNOWN_DESCRIPTORS {
            assert_eq!(bot.wasi(name, &[&[descriptor], rest].concat()), Ok(Errno::BadDescriptor), "{name}");
        }
        assert_eq!(bot.state.end_turn(false).violations, [Violation { function: name, times: 3 }]);
    }
}

#[test]
fn files_sockets_directories_and_signals_are_violations() {
    let mut bot = Bot::new();
    let mut called = Vec::new();
    for function in &WASI_FUNCTIONS {
        let name = function.name;
        if name.starts_with("path_") || name.starts_with("sock_") || matches!(name, "fd_readdir" | "proc_raise") {
            let errno = bot.wasi(name, &vec![1; function.params.len()]).expect("an errno");
            assert_ne!(errno, Errno::Success, "{name}");
            called.push(Violation { function: name, times: 1 });
        }
    }
    assert_eq!(called.len(), 16);
    assert_eq!(bot.state.violations(), called);
    assert_eq!(bot.state.end_turn(false).violations, called);
    assert_eq!(bot.state.end_turn(false).violations, [], "a violation belongs to one turn");
    assert_eq!(bot.state.totals().violations, 16);
}

#[test]
fn a_flood_of_violations_is_counted_not_kept() {
    let mut bot = Bot::new();
    for _ in 0..100_000 {
        bot.wasi("path_unlink_file", &[3, 0, 0]).expect("an errno");
    }
    assert_eq!(bot.state.end_turn(false).violations, [Violation { function: "path_unlink_file", times: 100_000 }]);
}

#[test]
fn an_exit_is_a_fault() {
    assert_eq!(Bot::new().wasi("proc_exit", &[3]), Err(GuestFault::Exited { code: 3 }));
    assert_eq!(Bot::new().wasi("proc_exit", &[0]), Err(GuestFault::Exited { code: 0 }));
}

#[test]
fn every_function_is_paid_first() {
    for function in &WASI_FUNCTIONS {
        let mut bot = Bot::new();
        bot.fuel = Fuel::new(function.cost.base - 1);
        let answer = bot.wasi(function.name, &vec![0; function.params.len()]);
        assert_eq!(answer, Err(GuestFault::OutOfFuel { import: function.name }));
        assert_eq!(bot.state.end_turn(true).violations, []);
    }
}

/// Whatever a bot passes, a function answers or stops with a fault.
#[test]
fn odd_arguments_never_panic() {
    let odd = [0, 1, 2, 3, 64, 131_071, 131_072, 0x8000_0000, 0xffff_ffff];
    for function in &WASI_FUNCTIONS {
        for first in odd {
            for rest in odd {
                let mut args = vec![rest; function.params.len()];
                if let Some(arg) = args.first_mut() {
                    *arg = first;
                }
                let mut bot = Bot::new();
                bot.memory.iter_mut().enumerate().for_each(|(index, byte)| *byte = index as u8);
                let answer = bot.wasi(function.name, &args);
                assert!(bot.fuel.left() < 1_000_000_000, "{} is paid: {answer:?}", function.name);
            }
        }
    }
}
