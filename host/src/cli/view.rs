//! `botpit view` and `botpit page`: the browser page.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Context;
use botpit_engine::replay::Replay;
use clap::{Args, ValueHint};

use super::failure::{Exit, Failure, note, shown};
use super::play::print;
use super::{output_file, replay_file};
use crate::page::{Server, Shown, files};

/// How often a stop is looked for.
const LOOK: Duration = Duration::from_millis(50);

/// Opens the browser page: a replay in the viewer, or without one the playground and the map editor.
///
/// The page is served to this machine alone, until Ctrl-C. It needs no network, and bots that are dropped on it run in
/// the browser.
#[derive(Args)]
pub(super) struct ViewArgs {
    /// The replay file.
    #[arg(value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    #[command(flatten)]
    place: PlaceArgs,
}

/// Where the page is, and whether a browser is opened.
#[derive(Args)]
pub(super) struct PlaceArgs {
    /// Prints the page's address and opens no browser.
    #[arg(long)]
    no_open: bool,
    /// The port of the page's address; 0 is any free one [default: 0].
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
}

impl PlaceArgs {
    /// The first of these options that was given.
    pub(super) fn given(&self) -> Option<&'static str> {
        if self.no_open { Some("--no-open") } else { self.port.map(|_| "--port") }
    }
}

/// Writes the browser page as plain files, for any web server.
///
/// A replay beside them is shown by the address `index.html?replay=NAME`.
#[derive(Args)]
pub(super) struct PageArgs {
    /// The folder to write to, which is made; files of the page that are there are replaced.
    #[arg(value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

pub(super) fn run(args: &ViewArgs) -> anyhow::Result<Exit> {
    let shown_file = args.file.as_deref().map(load).transpose()?;
    show(shown_file, &args.place)
}

/// Serves the page with a replay that was just played, and perhaps written to a file.
pub(super) fn show_replay(replay: &Replay, file: Option<&Path>, place: &PlaceArgs) -> anyhow::Result<Exit> {
    let name = file.map_or_else(|| "match.jsonl".to_owned(), name_of);
    show(Some(Shown { name, bytes: replay.write().into_bytes() }), place)
}

/// A file's name without its folder.
fn name_of(file: &Path) -> String {
    file.file_name().map_or_else(|| "replay".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The replay as the page gets it: as it is, so that the page says what is wrong with it.
fn load(file: &Path) -> anyhow::Result<Shown> {
    let bytes = replay_file::bytes_of(file).with_context(|| file.display().to_string())?;
    Ok(Shown { name: name_of(file), bytes })
}

fn show(replay: Option<Shown>, place: &PlaceArgs) -> anyhow::Result<Exit> {
    let PlaceArgs { no_open, port } = *place;
    let port = port.unwrap_or(0);
    let server = Server::bind(port, replay).map_err(|error| {
        Failure::new(format!("the page cannot have port {port}: {}", error.kind()))
            .hint("leave out --port: any free one is taken")
    })?;
    let address = server.address()?;
    let stop = super::interrupt_flag();
    std::thread::Builder::new().name("page".to_owned()).spawn(move || server.serve())?;
    print(&format!("{address}\n"))?;
    note("the page is served until Ctrl-C");
    if !no_open && let Err(error) = open::that_detached(&address) {
        note(&format!("warning: no browser could be opened ({}): open the address by hand", error.kind()));
    }
    while !stop.load(Ordering::Relaxed) {
        std::thread::sleep(LOOK);
    }
    Ok(Exit::Interrupted)
}

pub(super) fn write(args: &PageArgs) -> anyhow::Result<Exit> {
    let files = files();
    for file in &files {
        let path = args.folder.join(&file.path);
        let folder = path.parent().unwrap_or(&args.folder);
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::new(format!("cannot make {}: {}", shown(folder), error.kind())))?;
        output_file::write(&path, &file.bytes)?;
    }
    print(&format!("{}: {} files of the page\n", shown(&args.folder), files.len()))?;
    Ok(Exit::Done)
}
