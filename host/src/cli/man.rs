//! `botpit man`: manual pages, one a subcommand.

use std::path::PathBuf;

use clap::{Args, Command, CommandFactory, ValueHint};
use clap_mangen::Man;

use super::failure::{Exit, Failure, shown};
use super::output_file;
use super::play::print;

/// Writes the manual pages, one a subcommand, or prints the first.
///
/// To install them: botpit man -o ~/.local/share/man/man1
#[derive(Args)]
pub(super) struct ManArgs {
    /// The folder for all pages, which is made where there is none [default: print the page of `botpit` itself].
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &ManArgs) -> anyhow::Result<Exit> {
    // The pages of `help` would only repeat those of the others.
    let mut command = super::Cli::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = &args.output else {
        print(&String::from_utf8(page(&command)?)?)?;
        return Ok(Exit::Done);
    };
    std::fs::create_dir_all(folder).map_err(|error| Failure::new(format!("cannot make {}: {error}", shown(folder))))?;
    let mut pages = Vec::new();
    collect(&command, &mut pages)?;
    for (name, page) in &pages {
        output_file::write(&folder.join(name), page)?;
    }
    print(&format!("{}: {} pages\n", shown(folder), pages.len()))?;
    Ok(Exit::Done)
}

/// The pages of a command and of all visible ones below it, with their file names.
fn collect(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> anyhow::Result<()> {
    let man = Man::new(command.clone());
    pages.push((man.get_filename(), page(command)?));
    command.get_subcommands().filter(|below| !below.is_hide_set()).try_for_each(|below| collect(below, pages))
}

fn page(command: &Command) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::new();
    let source = concat!("botpit ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).source(source).render(&mut out)?;
    Ok(out)
}
