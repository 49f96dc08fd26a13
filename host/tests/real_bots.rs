//! Real programs load and play under the limits that hold where nobody says otherwise.
//!
//! The built-in bots always take part. `cargo xtask real-bots` builds large programs and other languages' and names
//! their folder in `BOTPIT_REAL_BOTS`; the table that it prints is that of `SANDBOX.md`.

mod common;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use botpit::builtins::{builtin, builtins};
use botpit::matches::{Entrant, MapSource, MatchSpec, Referee};
use botpit::sandbox::{CompilerPath, LoadLimits, Sandbox, SandboxConfig, WorkFacts};
use botpit_engine::replay::{Replay, verify};
use botpit_engine::{BothSeats, Ending, GAMES, Limits, Policy, Seat, Seed, Settings, grouped};

/// The variable that names the folder of further bots, which play Gold Hunter.
const FOLDER: &str = "BOTPIT_REAL_BOTS";

/// A program that is to play.
struct RealBot {
    name: String,
    game: &'static str,
    wasm: Arc<[u8]>,
}

fn built_in() -> impl Iterator<Item = RealBot> {
    builtins().iter().map(|bot| RealBot { name: bot.name.to_owned(), game: bot.game, wasm: bot.wasm.into() })
}

/// The bots of a folder, in order of name.
fn of_folder(folder: &Path) -> Vec<RealBot> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry of the folder").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "wasm"));
    files.sort();
    assert!(!files.is_empty(), "{}, which {FOLDER} names, has no bot", folder.display());
    let bot = |file: PathBuf| RealBot {
        name: file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        game: "gold-hunter",
        wasm: std::fs::read(&file).expect("the bot can be read").into(),
    };
    files.into_iter().map(bot).collect()
}

fn sandbox() -> Sandbox {
    let compiler =
        CompilerPath::Program { program: env!("CARGO_BIN_EXE_botpit").into(), args: vec!["__compile".into()] };
    Sandbox::new(SandboxConfig { compiler, ..SandboxConfig::default() }).expect("a sandbox")
}

#[test]
fn real_bots_load_and_play_a_match() {
    let sandbox = sandbox();
    println!("| bot | size | work of all : limit | of one function : limit | compiling : limit | worst turn : limit |");
    println!("|---|---|---|---|---|---|");
    for bot in built_in() {
        load_and_play(&sandbox, &bot);
    }
    for bot in std::env::var_os(FOLDER).iter().flat_map(|folder| of_folder(Path::new(folder))) {
        load_and_play(&sandbox, &bot);
    }
}

/// Loads a bot, plays a match with it, and prints its line of the table.
fn load_and_play(sandbox: &Sandbox, bot: &RealBot) {
    let RealBot { name, wasm, .. } = bot;
    let inspection = sandbox.inspect(wasm);
    assert_eq!(inspection.problems, [], "{name}");
    let facts = inspection.facts.expect("it can be read");
    assert!(!facts.constructors_on_every_call && !facts.constructors_never_run, "{name}");

    let before = cpu_of_children();
    let module = sandbox.load(name, wasm).unwrap_or_else(|error| panic!("{error}"));
    let compiling = cpu_of_children().zip(before).map(|(after, before)| after - before);

    let limits = Limits::default();
    let replay = play(sandbox, bot, Entrant { name: name.clone(), module, wasm: Arc::clone(wasm) }, &limits);
    let footer = replay.footer.as_ref().expect("the match has ended");
    let ended = matches!(footer.ending, Ending::Majority | Ending::TurnsOver | Ending::ReplayOnAnotherMap);
    assert!(ended, "{name}: {:?}", footer.ending);
    let totals = &footer.totals[Seat::A];
    assert_eq!((totals.faults, totals.violations), (0, 0), "{name}");
    let has_answered = replay.legs.iter().flat_map(|leg| &leg.turns).any(|turn| !turn.seats[Seat::A].orders.is_empty());
    assert!(has_answered, "{name} gives no orders");

    let work = |work: WorkFacts| format!("{} : {}", grouped(work.estimate), grouped(work.limit));
    let fuel = if bot.game == "gold-hunter" { limits.fuel_per_turn } else { limits.fuel_bank };
    println!(
        "| {name} | {} | {} | {} | {} : {} s | {} : {} |",
        grouped(wasm.len() as u64),
        work(facts.compile_work),
        work(facts.largest_function_work),
        compiling.map_or("unknown".to_owned(), |ticks| format!("{:.2}", ticks as f64 / TICKS_PER_SECOND)),
        LoadLimits::default().compile_cpu_seconds,
        grouped(totals.worst_turn_fuel),
        grouped(fuel),
    );
}

/// A whole match against the second weakest of the built-in bots, on a generated map.
fn play(sandbox: &Sandbox, bot: &RealBot, entrant: Entrant, limits: &Limits) -> Replay {
    let opponent = builtin(if bot.game == "gold-hunter" { "prospector" } else { "runner" }).expect("a built-in bot");
    let opponent = Entrant {
        name: "the opponent".to_owned(),
        module: sandbox.load(opponent.name, opponent.wasm).expect("the built-in bot"),
        wasm: opponent.wasm.into(),
    };
    let ruleset = GAMES.ruleset(bot.game).expect("the game");
    let spec = MatchSpec {
        ruleset,
        options: Settings::default(),
        seed: Seed(1),
        limits: limits.clone(),
        policy: Policy::default(),
        bots: BothSeats([entrant, opponent]),
        maps: MapSource::Generated { ruleset, first: Seed(1), settings: Settings::default() },
        embed: false,
    };
    let replay = Referee::new(sandbox, &GAMES).play(&spec, &AtomicBool::new(false)).expect("a match");
    verify(&GAMES, &replay).expect("a replay that verifies");
    replay
}

/// What Linux tells times in, whatever its own clock is.
const TICKS_PER_SECOND: f64 = 100.0;

/// The processor time of all children that have ended, in ticks; `None` where the system does not tell it so.
fn cpu_of_children() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the program's name, which may have anything in it, come 13 numbers before these two.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(ticks()? + ticks()?)
}
