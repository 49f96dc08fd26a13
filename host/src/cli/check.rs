//! `botpit check`: what can be found out about a bot before it plays.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use botpit_engine::{BudgetPolicy, GAMES, Ruleset, Seed, grouped, json_line};
use clap::{Args, ValueHint};

use super::bots::{self, BotRef};
use super::failure::{Exit, Failure};
use super::game_choice;
use super::game_options::GameOptions;
use super::map_choice::MapArgs;
use super::play::print;
use super::report::{bytes_words, share};
use super::settings::{self, SettingsArgs};
use crate::check::{
    Arena, CheckError, CheckReport, CheckRequest, Complaint, CpuReport, GameReport, Loading, Speed, StartReport, check,
};
use crate::sandbox::{Evidence, ModuleFacts, SpaceFacts};

/// Checks a bot: whether it can play, and if not what to do; what it costs; and what fuel takes on this machine.
///
/// A bot that can play is tried for some turns in each of its games: on the first of the maps, in seat a, against the
/// game's weakest built-in bot. Problems keep a bot from playing: then the exit code is 1. Warnings do not, unless --strict says so.
#[derive(Args)]
pub(super) struct CheckArgs {
    /// The bot: a .wasm file, builtin:NAME, a name of botpit.toml, or a folder with its source, which is built first.
    #[arg(value_parser = bots::parser(), value_hint = ValueHint::AnyPath)]
    bot: BotRef,
    /// The game to try it in [default: each that it plays].
    #[arg(long, value_parser = game_choice::parser())]
    game: Option<&'static dyn Ruleset>,
    /// How many turns of each game to play.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    turns: u32,
    /// An option of the game's rules.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = super::key_value)]
    options: Vec<(String, String)>,
    #[command(flatten)]
    map: MapArgs,
    /// The seed of the match [default: 1].
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<Seed>,
    /// Takes warnings for problems in the exit code.
    #[arg(long)]
    strict: bool,
    /// Measures no times, neither of the bot nor of the machine: the report is the same each time.
    #[arg(long)]
    no_timing: bool,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// A file up to this length is looked at even where it is over the limit, to say what makes it large.
const READ_BYTES: u64 = 256 << 20;

pub(super) fn run(args: CheckArgs) -> anyhow::Result<Exit> {
    let config = args.settings.config()?;
    let limits = args.settings.limits(&config)?;
    let sandbox = settings::sandbox(&limits)?;
    let (name, wasm) = args.bot.wasm(&config, limits.module_bytes.max(READ_BYTES))?;
    let seed = settings::seed(args.seed, &config).value;
    let request = CheckRequest {
        name,
        wasm: wasm.into(),
        limits,
        policy: args.settings.policy(&config, 0),
        game: args.game,
        turns: args.turns,
        seed,
        timing: !args.no_timing,
    };
    let arena = |ruleset| -> anyhow::Result<Arena> {
        let maps = args.map.resolve(ruleset, &config)?.of_pair(ruleset, 0, seed);
        let options = GameOptions::new(ruleset, &args.options, &config, config.options.get(ruleset.id()))?;
        options.check_rules(&maps, seed)?;
        Ok(Arena { maps, options: options.settings })
    };
    let report = check(&sandbox, &GAMES, &request, arena, super::interrupt_flag()).map_err(failure)?;
    print(&if args.json { json_line(&report) } else { text(&report) })?;
    let fine = report.can_play && (!args.strict || report.warnings.is_empty());
    Ok(if fine { Exit::Done } else { Exit::Failure })
}

fn failure(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref::<CheckError>() {
        Some(CheckError::Interrupted) => Failure::interrupted().into(),
        _ => error,
    }
}

const BOLD: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DOUBT: Style = AnsiColor::Yellow.on_default().bold();

fn text(report: &CheckReport) -> String {
    let mut page = Page::default();
    page.verdict(report);
    page.file(report);
    if let Some(module) = &report.module {
        page.module(report, module);
        page.exports_and_imports(module);
    }
    if let Some(loading) = &report.loading {
        page.loading(loading);
    }
    for game in &report.games {
        page.game(game, report);
    }
    if let Some(speed) = &report.speed {
        page.speed(speed, report);
    }
    page.complaints("problem", BAD, &report.problems);
    page.complaints("warning", DOUBT, &report.warnings);
    page.out
}

/// Text of at most 80 columns.
#[derive(Default)]
struct Page {
    out: String,
}

const COLUMNS: usize = 80;
const INDENT: usize = 2;
/// The column of values in the sections of figures.
const LABEL: usize = 12;
/// How many exports, imports or things of a complaint are shown.
const SHOWN: usize = 12;

impl Page {
    fn verdict(&mut self, report: &CheckReport) {
        let plays: Vec<&str> = report.loading.iter().flat_map(|loading| &loading.games).map(|id| title(id)).collect();
        let (style, words) = match (report.can_play, report.warnings.len()) {
            (false, _) => (BAD, "cannot play".to_owned()),
            (true, 0) => (GOOD, format!("can play {}", plays.join(" and "))),
            (true, count) => (GOOD, format!("can play {}, with {}", plays.join(" and "), counted(count, "warning"))),
        };
        let _ = writeln!(self.out, "{style}{} {words}{style:#}", report.bot);
    }

    fn section(&mut self, title: &str) {
        let _ = writeln!(self.out, "\n{BOLD}{title}{BOLD:#}");
    }

    /// A row of a section: a label, and a text that is broken into lines beside it, or below a label that is too long.
    fn row(&mut self, width: usize, label: &str, value: &str) {
        let column = INDENT + width;
        let mut lines = wrapped(value, COLUMNS - column).into_iter();
        if label.is_empty() || label.chars().count() + 1 < width {
            let first = lines.next().unwrap_or_default();
            self.line(INDENT, &format!("{label:<width$}{first}"));
        } else {
            for part in wrapped(label, COLUMNS - INDENT) {
                self.line(INDENT, &part);
            }
        }
        for line in lines {
            self.line(column, &line);
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{}", "", text.trim_end());
    }

    fn file(&mut self, report: &CheckReport) {
        self.section("file");
        let mut size = format!("{} of {} bytes", grouped(report.bytes), grouped(report.limits.module_bytes));
        if let Some(module) = &report.module {
            let _ = write!(
                size,
                ": code {}, data {}, for tools {}",
                grouped(module.code_bytes),
                grouped(module.data_bytes),
                grouped(module.custom_bytes)
            );
        }
        self.row(LABEL, "size", &size);
        self.row(LABEL, "SHA-256", &report.sha256);
        self.row(LABEL, "made by", &made_by(report));
    }

    fn module(&mut self, report: &CheckReport, module: &ModuleFacts) {
        let limits = &report.limits;
        let functions = format!("{} of {}", grouped(module.functions), grouped(limits.functions));
        self.row(LABEL, "functions", &functions);
        let memory = module.memory.map_or("none".to_owned(), |memory| space(memory, bytes_words));
        self.row(LABEL, "memory", &format!("{memory}; {} allowed", bytes_words(limits.memory_bytes)));
        let elements = |count| format!("{} elements", grouped(count));
        let table = module.table.map_or("none".to_owned(), |table| space(table, elements));
        self.row(LABEL, "table", &format!("{table}; {} allowed", grouped(limits.table_elements)));
        if module.has_start_section {
            self.row(LABEL, "start", "a section that runs before everything else");
        }
    }

    fn exports_and_imports(&mut self, module: &ModuleFacts) {
        let exports = module.exports.iter().map(|export| Item {
            name: export.name.clone(),
            kind: &export.kind,
            note: if export.known { "" } else { "ignored" },
        });
        self.items("exports", exports.collect(), module.exports_total);
        let imports = module.imports.iter().map(|import| Item {
            name: format!("{}.{}", import.module, import.name),
            kind: &import.kind,
            note: if import.known { "" } else { "unknown" },
        });
        self.items("imports", imports.collect(), module.imports_total);
    }

    fn items(&mut self, title: &str, mut items: Vec<Item<'_>>, total: u64) {
        if total == 0 {
            return;
        }
        items.truncate(SHOWN);
        self.section(title);
        let longest = items.iter().map(|item| item.name.chars().count()).max().unwrap_or(0);
        let width = (longest + 2).clamp(LABEL, COLUMNS / 2);
        for item in &items {
            let note = if item.note.is_empty() { String::new() } else { format!("  ({})", item.note) };
            self.row(width, &item.name, &format!("{}{note}", item.kind));
        }
        self.more(total - items.len() as u64);
    }

    fn more(&mut self, count: u64) {
        if count > 0 {
            let _ = writeln!(self.out, "  … and {} more", grouped(count));
        }
    }

    fn loading(&mut self, loading: &Loading) {
        self.section("loading");
        let plays: Vec<&str> = loading.games.iter().map(|id| title(id)).collect();
        let plays = if plays.is_empty() { "no game of this version".to_owned() } else { plays.join(", ") };
        self.row(LABEL, "plays", &format!("{plays}; version {} of the bot ABI", loading.abi));
        if let Some(compiling) = loading.compiling {
            let wall = time(compiling.wall_us);
            let how = if compiling.from_cache { "before; the code was read in" } else { "to machine code in" };
            self.row(LABEL, "compiled", &format!("{how} {wall}"));
        }
    }

    fn game(&mut self, game: &GameReport, report: &CheckReport) {
        let turns = counted(game.turns as usize, "turn");
        let heading = format!("{}: {turns} on {}, seed {}", game.title, game.map, game.seed);
        self.section(&wrapped(&heading, COLUMNS).join("\n"));
        self.row(LABEL, "opponent", &game.opponent);
        if let Some(name) = &game.team_name {
            self.row(LABEL, "team", name);
        }
        self.start(&game.start, report.limits.fuel_start);
        self.fuel(game);
        if let Some(cpu) = &game.cpu {
            self.cpu(cpu);
        }
        let memory = report.limits.memory_bytes;
        let peak = game.memory_peak_bytes;
        self.row(
            LABEL,
            "memory",
            &format!("{} of {} ({})", bytes_words(peak), bytes_words(memory), share(peak, memory)),
        );
        let rejected = match game.rejections {
            0 => "none rejected".to_owned(),
            count => format!("{} rejected: {}", grouped(count), game.rejection_words()),
        };
        self.row(LABEL, "orders", &format!("{}, {rejected}", grouped(game.orders)));
        self.row(LABEL, "faults", &grouped(game.faults));
        let violations: Vec<String> =
            game.violations.iter().map(|violation| format!("{} ×{}", violation.call, violation.times)).collect();
        self.row(LABEL, "violations", &if violations.is_empty() { "0".to_owned() } else { violations.join(", ") });
        let kept = |kept, dropped| format!("{} bytes, {} dropped", grouped(kept), grouped(dropped));
        self.row(LABEL, "log", &kept(game.log_bytes, game.log_dropped));
        self.row(LABEL, "drawings", &kept(game.draw_bytes, game.draw_dropped));
        if let Some(ending) = &game.ending {
            self.row(LABEL, "ended", &format!("the match was over after turn {}, {ending}", game.turns));
        }
    }

    fn start(&mut self, start: &StartReport, limit: u64) {
        let fuel = start.fuel_of;
        let of = format!(
            "_initialize {}, team_name {}, alloc {}, setup {}",
            grouped(fuel.initialize),
            grouped(fuel.team_name),
            grouped(fuel.alloc),
            grouped(fuel.setup)
        );
        let total = format!("{} of {} fuel ({})", grouped(start.fuel), grouped(limit), share(start.fuel, limit));
        self.row(LABEL, "start", &format!("{total}: {of}"));
        let after = start.cpu_us.map_or(String::new(), |us| format!(", {} of processor time", time(us)));
        self.row(LABEL, "", &format!("{} of memory{after}", bytes_words(start.memory_bytes)));
    }

    fn fuel(&mut self, game: &GameReport) {
        let budget = game.budget.fuel;
        let worst = format!("{} on turn {}", grouped(game.fuel_worst), game.fuel_worst_turn);
        match game.budget.policy {
            BudgetPolicy::PerTurn => {
                let mean = format!("{} a turn of {}", grouped(game.fuel_mean), grouped(budget));
                self.row(LABEL, "fuel", &format!("{mean} ({})", share(game.fuel_mean, budget)));
                self.row(LABEL, "worst", &format!("{worst} ({})", share(game.fuel_worst, budget)));
            }
            BudgetPolicy::Bank => {
                self.row(LABEL, "fuel", &format!("{} a turn", grouped(game.fuel_mean)));
                self.row(LABEL, "worst", &worst);
                let of_match = format!("{} for {} turns at this rate", grouped(game.fuel_of_match), game.match_turns);
                let of_bank = format!("of the {} in the bank", grouped(budget));
                self.row(LABEL, "bank", &format!("{of_match}, {} {of_bank}", share(game.fuel_of_match, budget)));
            }
        }
    }

    fn cpu(&mut self, cpu: &CpuReport) {
        let worst = format!("{} on turn {}", time(cpu.worst_us), cpu.worst_turn);
        self.row(LABEL, "CPU time", &format!("{} a turn, at worst {worst}", time(cpu.mean_us)));
    }

    fn speed(&mut self, speed: &Speed, report: &CheckReport) {
        self.section("this machine");
        let range = range(speed.fastest_us, speed.slowest_us);
        let words = format!("{} fuel of typical work take about {range}", grouped(speed.fuel));
        self.row(0, "", &words);
        for game in &report.games {
            if let Some(pace) = game.cpu.and_then(|cpu| cpu.pace_us) {
                self.row(0, "", &format!("at the pace of this bot in {}: about {}", game.title, about(pace)));
            }
        }
    }

    fn complaints(&mut self, word: &str, style: Style, complaints: &[Complaint]) {
        for complaint in complaints {
            let _ = writeln!(self.out, "\n{style}{word}{style:#} {BOLD}{}{BOLD:#}", complaint.code);
            for what in complaint.what.iter().take(SHOWN) {
                self.row(0, "", what);
            }
            self.more(complaint.more + complaint.what.len().saturating_sub(SHOWN) as u64);
            self.row(LABEL, "means", &complaint.means);
            if let Some(to_do) = &complaint.to_do {
                self.row(LABEL, "to do", to_do);
            }
        }
    }
}

/// An export or an import.
struct Item<'a> {
    name: String,
    kind: &'a str,
    note: &'static str,
}

fn title(id: &str) -> &'static str {
    GAMES.ruleset(id).map_or("", |ruleset| ruleset.title())
}

fn made_by(report: &CheckReport) -> String {
    let origin = &report.origin;
    let language = match (origin.language, origin.evidence) {
        (Some(language), Some(Evidence::Traces)) => format!("{}, as it seems", language.title()),
        (Some(language), _) => language.title().to_owned(),
        (None, _) => "it does not say".to_owned(),
    };
    if origin.tools.is_empty() { language } else { format!("{language}, with {}", origin.tools.join(", ")) }
}

fn space(facts: SpaceFacts, words: impl Fn(u64) -> String) -> String {
    let minimum = words(facts.minimum);
    match facts.maximum {
        Some(maximum) if maximum == facts.minimum => format!("{minimum}, never more"),
        Some(maximum) => format!("{minimum} at the start, at most {}", words(maximum)),
        None => format!("{minimum} at the start"),
    }
}

fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{} {word}s", grouped(count as u64)) }
}

/// A time in the unit that suits it.
fn time(us: u64) -> String {
    match us {
        0..1_000 => format!("{us} µs"),
        1_000..1_000_000 => format!("{}.{} ms", us / 1_000, us % 1_000 / 100),
        _ => format!("{}.{:02} s", us / 1_000_000, us % 1_000_000 / 10_000),
    }
}

/// A time in seconds with two digits that count.
fn seconds(us: u64) -> String {
    let seconds = us as f64 / 1e6;
    if seconds < 0.1 { format!("{seconds:.3}") } else { format!("{seconds:.2}") }
}

fn about(us: u64) -> String {
    format!("{} s", seconds(us))
}

fn range(fastest: u64, slowest: u64) -> String {
    format!("{} to {} s", seconds(fastest), seconds(slowest))
}

/// A text in lines of so many columns, broken at spaces; only words longer than a line are cut.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let mut rest: Vec<char> = word.chars().collect();
        let gap = usize::from(used > 0);
        if used > 0 && used + gap + rest.len() > columns {
            lines.push(String::new());
            used = 0;
        } else if gap > 0 {
            lines.last_mut().expect("there is a line").push(' ');
            used += 1;
        }
        while used + rest.len() > columns {
            let piece: String = rest.drain(..columns - used).collect();
            lines.last_mut().expect("there is a line").push_str(&piece);
            lines.push(String::new());
            used = 0;
        }
        used += rest.len();
        lines.last_mut().expect("there is a line").extend(rest);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_broken_at_spaces_and_long_words_are_cut() {
        assert_eq!(wrapped("a bc def", 4), ["a bc", "def"]);
        assert_eq!(wrapped("abcdefghij kl", 4), ["abcd", "efgh", "ij", "kl"]);
        assert_eq!(wrapped("", 4), [""]);
        assert_eq!(wrapped("ab  cd", 80), ["ab cd"]);
    }

    #[test]
    fn times_have_the_digits_that_count() {
        assert_eq!([time(999), time(1_250), time(2_340_000)], ["999 µs", "1.2 ms", "2.34 s"]);
    }
}
