//! `botpit replay`: look at a replay, check it, play it again, take things out of it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use base64::Engine as _;
use botpit_engine::replay::{BotEntry, Damage, Replay, verify};
use botpit_engine::{BothSeats, GAMES, Seat};
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use sha2::{Digest, Sha256};

use super::bots::{self, BotRef};
use super::failure::{self, Exit, Failure, note, shown};
use super::play::print;
use super::{debug, output_file, replay_file, report, settings, show};
use crate::builtins::{Builtin, builtins};
use crate::matches::{Entrant, PLAYER_STACK_BYTES, Referee, RerunReport, rerun};
use crate::page;
use crate::sandbox::Sandbox;

/// Looks at replays, checks them, and plays them again.
#[derive(Subcommand)]
pub(super) enum ReplayCommand {
    Show(show::ShowArgs),
    Verify(VerifyArgs),
    Rerun(RerunArgs),
    Debug(debug::DebugArgs),
    Redact(RedactArgs),
    Export(ExportArgs),
}

/// A seat on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum SeatArg {
    A,
    B,
}

impl From<SeatArg> for Seat {
    fn from(arg: SeatArg) -> Seat {
        match arg {
            SeatArg::A => Seat::A,
            SeatArg::B => Seat::B,
        }
    }
}

/// Checks that every state, rejection, ending and score follows from the recorded orders.
///
/// This proves that the replay is consistent. Only `botpit replay rerun` proves that these bots played it.
#[derive(Args)]
pub(super) struct VerifyArgs {
    /// The replay files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Plays both bots again and names the first turn that differs, and in what.
///
/// Bots are found in the replay itself, among the built-in ones, or where --a and --b say.
#[derive(Args)]
pub(super) struct RerunArgs {
    /// The replay files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The bot of seat a.
    #[arg(long, value_name = "BOT", value_parser = bots::parser())]
    a: Option<BotRef>,
    /// The bot of seat b.
    #[arg(long, value_name = "BOT", value_parser = bots::parser())]
    b: Option<BotRef>,
}

/// Writes a copy without one bot's log, drawings and wasm; it still verifies.
#[derive(Args)]
pub(super) struct RedactArgs {
    /// The replay file.
    file: PathBuf,
    /// Whose things to take out.
    #[arg(long)]
    seat: SeatArg,
    /// Where to write the copy.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Writes a replay as something else: one HTML file that shows it in any browser, without Botpit and without network.
#[derive(Args)]
pub(super) struct ExportArgs {
    /// The replay file.
    file: PathBuf,
    /// Where to write the HTML file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: PathBuf,
}

pub(super) fn run(command: ReplayCommand) -> anyhow::Result<Exit> {
    match command {
        ReplayCommand::Show(args) => show::run(args),
        ReplayCommand::Verify(args) => run_verify(&args),
        ReplayCommand::Rerun(args) => run_rerun(args),
        ReplayCommand::Debug(args) => debug::run(args),
        ReplayCommand::Redact(args) => run_redact(&args),
        ReplayCommand::Export(args) => run_export(&args),
    }
}

fn run_verify(args: &VerifyArgs) -> anyhow::Result<Exit> {
    each(&args.files, |file| {
        let (replay, damage) = replay_file::read(file)?;
        verify(&GAMES, &replay).map_err(|error| Failure::new(error.to_string()))?;
        for (seat, bot) in replay.header.bots.iter() {
            if let Some(wasm) = &bot.wasm {
                check_embedded(seat, wasm, &bot.sha256)?;
            }
        }
        let turns: usize = replay.legs.iter().map(|leg| leg.turns.len()).sum();
        match damage {
            None => Ok(format!("verifies, {turns} turns on {}", report::maps_words(replay.legs.len()))),
            Some(damage) => Err(Failure::new(format!("{damage}; the {turns} turns before that verify")).into()),
        }
    })
}

/// Does something with each file, whatever comes of the others, and tells what came of it.
fn each(files: &[PathBuf], mut work: impl FnMut(&Path) -> anyhow::Result<String>) -> anyhow::Result<Exit> {
    let mut failed = 0;
    for file in files {
        let done = work(file);
        if super::interrupt_flag().load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
        match done {
            Ok(message) => print(&format!("{}: {message}\n", shown(file)))?,
            Err(error) if files.len() == 1 => return Err(error.context(file.display().to_string())),
            Err(error) => {
                failed += 1;
                failure::report(&error.context(file.display().to_string()));
            }
        }
    }
    match failed {
        0 => Ok(Exit::Done),
        _ => Err(Failure::new(format!("{failed} of {} replays failed", files.len())).into()),
    }
}

/// The wasm that a replay carries must be the one that it names.
fn check_embedded(seat: Seat, wasm: &str, sha256: &str) -> anyhow::Result<Vec<u8>> {
    let wasm = base64::prelude::BASE64_STANDARD.decode(wasm);
    let wasm = wasm.map_err(|error| Failure::new(format!("the wasm of seat {seat} is damaged: {error}")))?;
    let found = hex::encode(Sha256::digest(&wasm));
    if found != sha256 {
        return Err(Failure::new(format!("the wasm of seat {seat} has SHA-256 {found}, not {sha256}")).into());
    }
    Ok(wasm)
}

fn run_rerun(args: RerunArgs) -> anyhow::Result<Exit> {
    let given = BothSeats([args.a, args.b]);
    let stop = super::interrupt_flag();
    each(&args.files, |file| {
        let (report, damage) = rerun_file(file, &given, stop)?;
        for caveat in &report.caveats {
            note(&format!("note: {}: {caveat}", file.display()));
        }
        match (report.difference, damage) {
            (Some(difference), _) => Err(Failure::new(format!("the rerun differs: {difference}")).into()),
            (None, None) => Ok(format!("{} turns ran again, all the same", report.turns)),
            (None, Some(damage)) => {
                Err(Failure::new(format!("{damage}; the {} turns before that ran again, all the same", report.turns))
                    .into())
            }
        }
    })
}

/// Runs what is good of a replay again, and says where it stops being so.
fn rerun_file(
    file: &Path,
    given: &BothSeats<Option<BotRef>>,
    stop: &AtomicBool,
) -> anyhow::Result<(RerunReport, Option<Damage>)> {
    let (replay, damage) = replay_file::read(file)?;
    let sandbox = settings::sandbox(&replay.header.limits)?;
    let entrant = |seat: Seat| find_bot(&sandbox, &replay, seat, given[seat].as_ref(), &format!("--{seat}"));
    let entrants = BothSeats([entrant(Seat::A)?, entrant(Seat::B)?]);
    let referee = Referee::new(&sandbox, &GAMES);
    let report = on_player_thread(|| rerun(&referee, &replay, entrants, stop))?;
    let report = report.map_err(|error| Failure::new(error.to_string()))?;
    Ok((report, damage))
}

/// Does something on a thread with the stack that a guest needs.
pub(super) fn on_player_thread<T: Send>(work: impl FnOnce() -> T + Send) -> anyhow::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(PLAYER_STACK_BYTES).spawn_scoped(scope, work)?;
        thread.join().map_err(|_| anyhow::anyhow!("running the bots panicked: please report it"))
    })
}

/// The bot of a seat: the one that was given with `option`, the one in the replay, or the built-in one with its hash.
pub(super) fn find_bot(
    sandbox: &Sandbox,
    replay: &Replay,
    seat: Seat,
    given: Option<&BotRef>,
    option: &str,
) -> anyhow::Result<Entrant> {
    let entry = &replay.header.bots[seat];
    if let Some(given) = given {
        return given.load(&settings::nearest_config()?, sandbox, replay.header.limits.module_bytes);
    }
    let name = botpit_guest::escape(entry.name.as_bytes(), 64);
    if let Some(wasm) = &entry.wasm {
        return bots::entrant(sandbox, name, check_embedded(seat, wasm, &entry.sha256)?.into());
    }
    match builtin_of(entry) {
        Some(builtin) => bots::entrant(sandbox, name, builtin.wasm.into()),
        None => Err(Failure::usage(format!("bot `{name}` of seat {seat} is neither in the replay nor built in"))
            .hint(format!(
                "add `{option} BOT`, its folder or .wasm file (the one that played has SHA-256 {}); \
                 `botpit play --embed` puts bots into the replay",
                entry.sha256
            ))
            .into()),
    }
}

/// The built-in bot that an entry of a replay is of.
pub(super) fn builtin_of(entry: &BotEntry) -> Option<&'static Builtin> {
    builtins().iter().find(|builtin| hex::encode(Sha256::digest(builtin.wasm)) == entry.sha256)
}

fn run_redact(args: &RedactArgs) -> anyhow::Result<Exit> {
    output_file::check(&args.output)?;
    output_file::check_apart(&args.output, [args.file.as_path()])?;
    let mut replay = replay_file::read_whole(&args.file).with_context(|| args.file.display().to_string())?;
    let seat = args.seat.into();
    replay.redact(seat);
    replay_file::write(&args.output, &replay)?;
    print(&format!("{}: without the log, drawings and wasm of seat {seat}\n", shown(&args.output)))?;
    Ok(Exit::Done)
}

fn run_export(args: &ExportArgs) -> anyhow::Result<Exit> {
    output_file::check(&args.html)?;
    output_file::check_apart(&args.html, [args.file.as_path()])?;
    // As it is: the page says what is wrong with a damaged one.
    let bytes = replay_file::bytes_of(&args.file).with_context(|| args.file.display().to_string())?;
    let bytes = replay_file::packed(bytes)?;
    let name = args.file.file_name().map_or_else(|| "replay".into(), |name| name.to_string_lossy());
    output_file::write(&args.html, page::single_file(&name, &bytes).as_bytes())?;
    print(&format!("{}: shows the replay in any browser\n", shown(&args.html)))?;
    Ok(Exit::Done)
}
