//! `botpit map show`: a map as it looks at the start.

use std::ffi::OsString;
use std::fmt::Write;

use botpit_engine::{BundledMap, GameMap, MatchStart, json_line};
use clap::{Args, ValueHint};

use super::{MapSourceArgs, figure, figures, json};
use crate::cli::failure::Exit;
use crate::cli::play::print;
use crate::cli::report::{aligned, short};
use crate::cli::{board, map_choice};

/// Shows a map: its board at the start, what the symbols mean, and its parameters.
#[derive(Args)]
pub(in crate::cli) struct ShowArgs {
    /// A bundled map, a map file, or seed:N.
    #[arg(value_hint = ValueHint::FilePath)]
    map: OsString,
    #[command(flatten)]
    source: MapSourceArgs,
    /// Cuts a board that is wider into bands of at most so many columns of text [default: the terminal's, else none].
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..))]
    width: Option<u16>,
    /// Prints JSON: the parameters, the rows of the board and the state at the start.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ShowArgs) -> anyhow::Result<Exit> {
    let reader = args.source.reader(std::slice::from_ref(&args.map))?;
    let map_choice::ReadMap { map, file } = reader.read(&args.map)?;
    let bundled = map.ruleset().bundled_maps().iter().find(|bundled| file.is_none() && bundled.name == map.name());
    let text = if args.json { as_json(&*map, bundled)? } else { as_text(&*map, bundled, width(args))? };
    print(&text)?;
    Ok(Exit::Done)
}

/// The columns of text that there are.
fn width(args: &ShowArgs) -> usize {
    let terminal = || rustix::termios::tcgetwinsize(std::io::stdout()).ok().map(|size| size.ws_col);
    // A terminal that does not tell its width says 0.
    args.width.or_else(terminal).filter(|width| *width > 0).map_or(usize::MAX, usize::from)
}

fn as_json(map: &dyn GameMap, bundled: Option<&BundledMap>) -> anyhow::Result<String> {
    let game = map.start(&MatchStart::default())?;
    let mut fields = json(map);
    if let Some(bundled) = bundled {
        fields.insert("about".to_owned(), bundled.about.into());
        fields.insert("origin".to_owned(), bundled.origin.to_string().into());
    }
    let drawing = game.draw(None).to_string();
    fields.insert("legend".to_owned(), map.ruleset().legend().into());
    fields.insert("board".to_owned(), drawing.lines().collect::<Vec<_>>().into());
    fields.insert("state".to_owned(), game.state());
    Ok(json_line(&fields))
}

fn as_text(map: &dyn GameMap, bundled: Option<&BundledMap>, width: usize) -> anyhow::Result<String> {
    let game = map.start(&MatchStart::default())?;
    let (size, summary) = (map.size(), map.summary());
    let mut rows = vec![
        ["size".to_owned(), format!("{}x{}", size.width, size.height)],
        ["turns".to_owned(), map.turns().to_string()],
        ["a team has".to_owned(), figures(&summary.players)],
        ["on the map".to_owned(), figure(summary.prize)],
    ];
    rows.extend(summary.parameters.iter().map(|figure| [figure.name.to_owned(), figure.count.to_string()]));
    let symmetry = summary.symmetry.map_or("none".to_owned(), |symmetry| symmetry.to_string());
    rows.push(["symmetry".to_owned(), symmetry]);
    if let Some(bundled) = bundled {
        rows.push(["origin".to_owned(), bundled.origin.to_string()]);
    }

    let mut out = format!("{}, a map of {}\n", short(map.name()), map.ruleset().title());
    if let Some(bundled) = bundled {
        let _ = writeln!(out, "{}", bundled.about);
    }
    let _ = write!(out, "\n{}\n", aligned(&rows));
    board::draw_ruled(&mut out, &game.draw(None), width);
    let _ = writeln!(out, "\n{}", map.ruleset().legend());
    Ok(out)
}
