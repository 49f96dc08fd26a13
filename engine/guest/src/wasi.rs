//! `wasi_snapshot_preview1` without a system behind it.
//!
//! Start-up code of many languages calls these functions, so each has an answer; a function that has results writes
//! them, since Go's start-up code crashes otherwise.

use crate::call::Call;
use crate::errno::Errno;
use crate::fault::{GuestFault, Stop};
use crate::fuel::ImportCost;

/// The module that the functions are in.
pub const WASI_MODULE: &str = "wasi_snapshot_preview1";

/// The most parameters that a function has.
pub const WASI_ARGS_MAX: usize = 9;

/// The arguments of a call, those of 32 bits extended with zeros, behind them zeros.
pub type WasiArgs = [u64; WASI_ARGS_MAX];

/// The type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// 32 bits.
    I32,
    /// 64 bits.
    I64,
}

impl ValueType {
    /// Its name in WebAssembly's text format.
    pub const fn name(self) -> &'static str {
        match self {
            ValueType::I32 => "i32",
            ValueType::I64 => "i64",
        }
    }
}

use ValueType::{I32, I64};

type Answer = Result<Errno, Stop>;

/// One function of `wasi_snapshot_preview1`, for a host to link under its name.
#[derive(Debug)]
pub struct WasiFunction {
    /// Its name in [`WASI_MODULE`].
    pub name: &'static str,
    /// Its parameters.
    pub params: &'static [ValueType],
    /// Whether it returns an errno, as all but `proc_exit` do.
    pub returns_errno: bool,
    /// What a call costs.
    pub cost: ImportCost,
    answer: fn(&mut Invocation<'_, '_>) -> Answer,
}

impl WasiFunction {
    /// The function of that name.
    pub fn find(name: &str) -> Option<&'static WasiFunction> {
        WASI_FUNCTIONS.iter().find(|function| function.name == name)
    }

    /// Answers a call.
    ///
    /// # Errors
    /// Out of fuel, a bad pointer, or `proc_exit`.
    pub fn call(&'static self, call: &mut Call<'_>, args: &WasiArgs) -> Result<Errno, GuestFault> {
        let mut invocation = Invocation { function: self, call, args };
        // Functions that walk lists or bytes charge for those themselves, before they do.
        invocation
            .call
            .charge(ImportCost { per_byte: 0, per_item: 0, ..self.cost }, 0, 0)
            .and_then(|()| (self.answer)(&mut invocation))
            .map_err(|stop| stop.of(self.name))
    }
}

/// Every function of `wasi_snapshot_preview1`, by name.
pub static WASI_FUNCTIONS: [WasiFunction; 46] = [
    function("args_get", &[I32, I32], |_| Ok(Errno::Success)),
    function("args_sizes_get", &[I32, I32], no_strings),
    function("clock_res_get", &[I32, I32], clock_res_get),
    function("clock_time_get", &[I32, I64, I32], clock_time_get),
    function("environ_get", &[I32, I32], |_| Ok(Errno::Success)),
    function("environ_sizes_get", &[I32, I32], no_strings),
    function("fd_advise", &[I32, I64, I64, I32], |call| call.on_standard(Errno::NotSeekable)),
    function("fd_allocate", &[I32, I64, I64], |call| call.on_standard(Errno::NotSeekable)),
    function("fd_close", &[I32], |call| call.on_standard(Errno::Success)),
    function("fd_datasync", &[I32], |call| call.on_standard(Errno::Success)),
    function("fd_fdstat_get", &[I32, I32], fd_fdstat_get),
    function("fd_fdstat_set_flags", &[I32, I32], |call| call.on_standard(Errno::Success)),
    function("fd_fdstat_set_rights", &[I32, I64, I64], |call| call.on_standard(Errno::Success)),
    function("fd_filestat_get", &[I32, I32], fd_filestat_get),
    function("fd_filestat_set_size", &[I32, I64], |call| call.on_standard(Errno::Invalid)),
    function("fd_filestat_set_times", &[I32, I64, I64, I32], |call| call.on_standard(Errno::Invalid)),
    function("fd_pread", &[I32, I32, I32, I64, I32], |call| call.on_stream(Errno::NotSeekable)),
    function("fd_prestat_dir_name", &[I32, I32, I32], |_| Ok(Errno::BadDescriptor)),
    function("fd_prestat_get", &[I32, I32], |_| Ok(Errno::BadDescriptor)),
    function("fd_pwrite", &[I32, I32, I32, I64, I32], |call| call.on_stream(Errno::NotSeekable)),
    function("fd_read", &[I32, I32, I32, I32], fd_read),
    function("fd_readdir", &[I32, I32, I32, I64, I32], |call| call.forbidden(Errno::NotDirectory)),
    function("fd_renumber", &[I32, I32], fd_renumber),
    function("fd_seek", &[I32, I64, I32, I32], |call| call.on_stream(Errno::NotSeekable)),
    function("fd_sync", &[I32], |call| call.on_standard(Errno::Success)),
    function("fd_tell", &[I32, I32], |call| call.on_stream(Errno::NotSeekable)),
    function("fd_write", &[I32, I32, I32, I32], fd_write).costing(ImportCost::WASI_WRITE),
    function("path_create_directory", &[I32, I32, I32], path),
    function("path_filestat_get", &[I32, I32, I32, I32, I32], path),
    function("path_filestat_set_times", &[I32, I32, I32, I32, I64, I64, I32], path),
    function("path_link", &[I32, I32, I32, I32, I32, I32, I32], path),
    function("path_open", &[I32, I32, I32, I32, I32, I64, I64, I32, I32], path),
    function("path_readlink", &[I32, I32, I32, I32, I32, I32], path),
    function("path_remove_directory", &[I32, I32, I32], path),
    function("path_rename", &[I32, I32, I32, I32, I32, I32], path),
    function("path_symlink", &[I32, I32, I32, I32, I32], path),
    function("path_unlink_file", &[I32, I32, I32], path),
    function("poll_oneoff", &[I32, I32, I32, I32], poll_oneoff).costing(ImportCost::WASI_POLL),
    WasiFunction { returns_errno: false, ..function("proc_exit", &[I32], proc_exit) },
    function("proc_raise", &[I32], proc_raise),
    function("random_get", &[I32, I32], random_get).costing(ImportCost::WASI_RANDOM),
    function("sched_yield", &[], |_| Ok(Errno::Success)),
    function("sock_accept", &[I32, I32, I32], |call| call.forbidden(Errno::NotSocket)),
    function("sock_recv", &[I32, I32, I32, I32, I32, I32], |call| call.forbidden(Errno::NotSocket)),
    function("sock_send", &[I32, I32, I32, I32, I32], |call| call.forbidden(Errno::NotSocket)),
    function("sock_shutdown", &[I32, I32], |call| call.forbidden(Errno::NotSocket)),
];

const fn function(
    name: &'static str,
    params: &'static [ValueType],
    answer: fn(&mut Invocation<'_, '_>) -> Answer,
) -> WasiFunction {
    WasiFunction { name, params, returns_errno: true, cost: ImportCost::WASI, answer }
}

impl WasiFunction {
    const fn costing(self, cost: ImportCost) -> WasiFunction {
        WasiFunction { cost, ..self }
    }
}

const STDIN: u32 = 0;
const STDOUT: u32 = 1;
const STDERR: u32 = 2;

const CHARACTER_DEVICE: u8 = 2;
const RIGHT_READ: u64 = 1 << 1;
const RIGHT_WRITE: u64 = 1 << 6;
const RIGHT_POLL: u64 = 1 << 27;

/// The most iovecs or subscriptions of one call, as POSIX has it.
const LIST_MAX: u32 = 1024;
const IOVEC_LEN: u32 = 8;
const SUBSCRIPTION_LEN: u32 = 48;
const EVENT_LEN: u32 = 32;

struct Invocation<'a, 'b> {
    function: &'static WasiFunction,
    call: &'a mut Call<'b>,
    args: &'a WasiArgs,
}

impl Invocation<'_, '_> {
    fn arg(&self, index: usize) -> u32 {
        self.args[index] as u32
    }

    fn is_standard(&self) -> bool {
        self.arg(0) <= STDERR
    }

    fn on_standard(&self, errno: Errno) -> Answer {
        Ok(if self.is_standard() { errno } else { Errno::BadDescriptor })
    }

    /// As [`Invocation::on_standard`], and any other descriptor is a violation.
    fn on_stream(&mut self, errno: Errno) -> Answer {
        if !self.is_standard() {
            self.violate();
        }
        self.on_standard(errno)
    }

    fn forbidden(&mut self, errno: Errno) -> Answer {
        self.violate();
        self.on_standard(errno)
    }

    fn violate(&mut self) {
        self.call.state.violate(self.function.name);
    }

    fn charge(&mut self, bytes: u64, items: u64) -> Result<(), Stop> {
        self.call.charge(ImportCost { base: 0, ..self.function.cost }, bytes, items)
    }

    fn now_ns(&mut self) -> u64 {
        self.call.state.clock_ns(self.call.fuel.left())
    }

    fn put(&mut self, ptr: u32, bytes: &[u8]) -> Answer {
        self.call.memory.put(ptr, bytes)?;
        Ok(Errno::Success)
    }
}

fn no_strings(call: &mut Invocation<'_, '_>) -> Answer {
    call.put(call.arg(0), &[0; 4])?;
    call.put(call.arg(1), &[0; 4])
}

fn is_clock(id: u32) -> bool {
    // Real time, monotonic, processor time of the process and of the thread: all are the one clock.
    id <= 3
}

fn clock_res_get(call: &mut Invocation<'_, '_>) -> Answer {
    if !is_clock(call.arg(0)) {
        return Ok(Errno::Invalid);
    }
    call.put(call.arg(1), &1u64.to_le_bytes())
}

fn clock_time_get(call: &mut Invocation<'_, '_>) -> Answer {
    if !is_clock(call.arg(0)) {
        return Ok(Errno::Invalid);
    }
    let now = call.now_ns();
    call.put(call.arg(2), &now.to_le_bytes())
}

fn fd_fdstat_get(call: &mut Invocation<'_, '_>) -> Answer {
    if !call.is_standard() {
        return Ok(Errno::BadDescriptor);
    }
    let right = if call.arg(0) == STDIN { RIGHT_READ } else { RIGHT_WRITE };
    let mut stat = [0; 24];
    stat[0] = CHARACTER_DEVICE;
    stat[8..16].copy_from_slice(&(right | RIGHT_POLL).to_le_bytes());
    call.put(call.arg(1), &stat)
}

fn fd_filestat_get(call: &mut Invocation<'_, '_>) -> Answer {
    if !call.is_standard() {
        return Ok(Errno::BadDescriptor);
    }
    let mut stat = [0; 64];
    stat[16] = CHARACTER_DEVICE;
    call.put(call.arg(1), &stat)
}

/// Standard input is at its end.
fn fd_read(call: &mut Invocation<'_, '_>) -> Answer {
    if call.arg(0) == STDIN {
        return call.put(call.arg(3), &[0; 4]);
    }
    call.on_stream(Errno::BadDescriptor)
}

fn fd_renumber(call: &mut Invocation<'_, '_>) -> Answer {
    let known = call.is_standard() && call.arg(1) <= STDERR;
    Ok(if known { Errno::NotSupported } else { Errno::BadDescriptor })
}

/// Standard output and error go to the log.
fn fd_write(call: &mut Invocation<'_, '_>) -> Answer {
    if !matches!(call.arg(0), STDOUT | STDERR) {
        return call.on_stream(Errno::BadDescriptor);
    }
    let (list, count, written) = (call.arg(1), call.arg(2), call.arg(3));
    if count > LIST_MAX {
        return Ok(Errno::Invalid);
    }
    call.charge(0, u64::from(count))?;
    call.call.memory.check(list, u64::from(count) * u64::from(IOVEC_LEN))?;
    let mut total = 0;
    for index in 0..count {
        let (ptr, len) = iovec(call, list + index * IOVEC_LEN)?;
        call.call.memory.check(ptr, u64::from(len))?;
        total += u64::from(len);
    }
    let Ok(total) = u32::try_from(total) else {
        return Ok(Errno::Invalid);
    };
    call.charge(u64::from(total), 0)?;
    for index in 0..count {
        let (ptr, len) = iovec(call, list + index * IOVEC_LEN)?;
        call.call.append_log(ptr, len)?;
    }
    call.put(written, &total.to_le_bytes())
}

fn iovec(call: &Invocation<'_, '_>, at: u32) -> Result<(u32, u32), Stop> {
    let bytes: [u8; IOVEC_LEN as usize] = call.call.memory.get(at)?;
    Ok((u32_at(&bytes, 0), u32_at(&bytes, 4)))
}

fn path(call: &mut Invocation<'_, '_>) -> Answer {
    call.violate();
    Ok(Errno::BadDescriptor)
}

fn proc_exit(call: &mut Invocation<'_, '_>) -> Answer {
    Err(Stop::Exited { code: call.arg(0) })
}

fn proc_raise(call: &mut Invocation<'_, '_>) -> Answer {
    call.violate();
    Ok(Errno::NotSupported)
}

fn random_get(call: &mut Invocation<'_, '_>) -> Answer {
    let (ptr, len) = (call.arg(0), call.arg(1));
    call.charge(u64::from(len), 0)?;
    let mut at = call.call.memory.check(ptr, u64::from(len))?;
    let end = at + len as usize;
    let mut chunk = [0; 1024];
    while at < end {
        let bytes = &mut chunk[..(end - at).min(1024)];
        call.call.state.fill_random(bytes);
        call.call.memory.write(at, bytes);
        at += bytes.len();
    }
    Ok(Errno::Success)
}

/// What a bot waits for.
enum Wait {
    /// Something that is there already, or will never be: answered at once.
    Now(Errno),
    /// The clock, so many nanoseconds from now.
    Clock(u64),
}

struct Subscription {
    userdata: [u8; 8],
    tag: u8,
    wait: Wait,
}

/// Returns at once: the shortest wait is charged as fuel, a nanosecond each, and the fuel moves the clock.
fn poll_oneoff(call: &mut Invocation<'_, '_>) -> Answer {
    let (subscriptions, events, count, stored) = (call.arg(0), call.arg(1), call.arg(2), call.arg(3));
    if count == 0 || count > LIST_MAX {
        return Ok(Errno::Invalid);
    }
    call.charge(0, u64::from(count))?;
    call.call.memory.check(subscriptions, u64::from(count) * u64::from(SUBSCRIPTION_LEN))?;
    call.call.memory.check(events, u64::from(count) * u64::from(EVENT_LEN))?;
    let now = call.now_ns();
    // The events may lie over the subscriptions, so all of these are read first.
    let mut waits = Vec::with_capacity(count as usize);
    for index in 0..count {
        match subscription(call, subscriptions + index * SUBSCRIPTION_LEN, now)? {
            Some(wait) => waits.push(wait),
            None => return Ok(Errno::Invalid),
        }
    }
    let shortest = waits.iter().map(Subscription::wait_ns).min().unwrap_or(0);
    call.call.fuel.charge(shortest)?;
    let mut at = events;
    for ready in waits.iter().filter(|subscription| subscription.wait_ns() <= shortest) {
        call.call.memory.put(at, &ready.event())?;
        at += EVENT_LEN;
    }
    call.put(stored, &((at - events) / EVENT_LEN).to_le_bytes())
}

/// Reads a subscription; `None` when its tag has no meaning.
fn subscription(call: &Invocation<'_, '_>, at: u32, now_ns: u64) -> Result<Option<Subscription>, Stop> {
    let bytes: [u8; SUBSCRIPTION_LEN as usize] = call.call.memory.get(at)?;
    let subject = u32_at(&bytes, 16);
    let wait = match bytes[8] {
        0 if !is_clock(subject) => Wait::Now(Errno::Invalid),
        0 => {
            let timeout = u64::from(u32_at(&bytes, 24)) | u64::from(u32_at(&bytes, 28)) << 32;
            let absolute = bytes[40] & 1 != 0;
            Wait::Clock(if absolute { timeout.saturating_sub(now_ns) } else { timeout })
        }
        1 if subject == STDIN => Wait::Now(Errno::Success),
        2 if matches!(subject, STDOUT | STDERR) => Wait::Now(Errno::Success),
        1 | 2 => Wait::Now(Errno::BadDescriptor),
        _ => return Ok(None),
    };
    let mut userdata = [0; 8];
    userdata.copy_from_slice(&bytes[..8]);
    Ok(Some(Subscription { userdata, tag: bytes[8], wait }))
}

impl Subscription {
    fn wait_ns(&self) -> u64 {
        match self.wait {
            Wait::Now(_) => 0,
            Wait::Clock(ns) => ns,
        }
    }

    fn event(&self) -> [u8; EVENT_LEN as usize] {
        let errno = match self.wait {
            Wait::Now(errno) => errno,
            Wait::Clock(_) => Errno::Success,
        };
        let mut event = [0; EVENT_LEN as usize];
        event[..8].copy_from_slice(&self.userdata);
        event[8..10].copy_from_slice(&(errno as u16).to_le_bytes());
        event[10] = self.tag;
        event
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
