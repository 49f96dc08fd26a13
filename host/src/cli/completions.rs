//! `botpit completions`: what a shell needs to complete command lines.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::failure::Exit;
use super::play::print;

/// Prints the completion script of a shell.
///
/// For bash, whose folder ~/.local/share/bash-completion/completions has to be there:
/// botpit completions bash > ~/.local/share/bash-completion/completions/botpit
#[derive(Args)]
pub(super) struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::Cli::command(), "botpit", &mut script);
    print(&String::from_utf8(script)?)?;
    Ok(Exit::Done)
}
