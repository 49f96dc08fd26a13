//! The command line: one file a subcommand.

mod board;
mod bots;
mod build;
mod builtin_list;
mod check;
mod completions;
mod config;
mod config_example;
mod debug;
mod dev;
mod failure;
mod game_choice;
mod game_options;
mod man;
mod map;
mod map_choice;
mod new;
mod output_file;
mod play;
mod profile;
mod replay;
mod replay_file;
mod report;
mod series_args;
mod settings;
mod show;
mod summary;
mod view;
mod watch;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Parser, Subcommand, ValueEnum};

use crate::sandbox::compile_child;
use failure::Exit;

/// Sandboxed matches between bots that are WebAssembly modules.
#[derive(Parser)]
#[command(name = "botpit", version, about, propagate_version = true, infer_subcommands = false)]
struct Cli {
    /// When to colour the output.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Subcommand)]
enum Command {
    New(new::NewArgs),
    Play(Box<play::PlayArgs>),
    Build(build::BuildArgs),
    Watch(watch::WatchArgs),
    View(view::ViewArgs),
    Page(view::PageArgs),
    #[command(subcommand)]
    Map(map::MapCommand),
    Check(Box<check::CheckArgs>),
    Dev(Box<dev::DevArgs>),
    Profile(Box<profile::ProfileArgs>),
    #[command(subcommand)]
    Replay(replay::ReplayCommand),
    Bots(builtin_list::BotsArgs),
    Config(Box<config::ConfigArgs>),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Prints help, or what is wrong with the arguments. An argument may be a file's name out of a pattern, and then steer no
/// terminal.
fn answered_by_clap(error: &clap::Error) -> ExitCode {
    let steers = |argument: OsString| argument.to_string_lossy().chars().any(botpit_abi::is_unsafe_in_text);
    if error.use_stderr() && std::env::args_os().any(steers) {
        eprintln!("{}", failure::printable(&error.render().to_string()));
    } else if let Err(error) = error.print()
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        eprintln!("error: cannot write: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(1))
}

/// Runs the program and gives back its exit code: 0 done, 1 failure, 2 usage, 130 interrupted.
pub fn run() -> ExitCode {
    // The host starts itself with limits of its own to compile a bot; nobody types that, so it is no subcommand.
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == compile_child::SUBCOMMAND) {
        let arguments: Vec<String> = arguments.map(|argument| argument.to_string_lossy().into_owned()).collect();
        return compile_child::main(&arguments);
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return answered_by_clap(&error),
    };
    match cli.color {
        Color::Auto => anstream::ColorChoice::Auto,
        Color::Always => anstream::ColorChoice::Always,
        Color::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    let result = match cli.command {
        Command::New(args) => new::run(args),
        Command::Play(args) => play::run(*args),
        Command::Build(args) => build::run(args),
        Command::Map(command) => map::run(command),
        Command::Watch(args) => watch::run(args),
        Command::View(args) => view::run(&args),
        Command::Page(args) => view::write(&args),
        Command::Check(args) => check::run(*args),
        Command::Dev(args) => dev::run(&args),
        Command::Profile(args) => profile::run(*args),
        Command::Replay(command) => replay::run(command),
        Command::Bots(args) => builtin_list::run(&args),
        Command::Config(args) => config::run(&args, cli.color),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(error) => failure::report(&error).into(),
    }
}

/// The flag that Ctrl-C sets; a second Ctrl-C ends the program at once.
fn interrupt_flag() -> &'static AtomicBool {
    static FLAG: AtomicBool = AtomicBool::new(false);
    static INSTALLED: std::sync::Once = std::sync::Once::new();
    INSTALLED.call_once(|| {
        let handler = || {
            // Whoever watches loses nothing.
            if crate::watch::give_back() {
                std::process::exit(i32::from(Exit::Interrupted.code()));
            }
            if FLAG.swap(true, Ordering::SeqCst) {
                std::process::exit(i32::from(Exit::Interrupted.code()));
            }
            failure::note("stopping; a second Ctrl-C stops at once and loses what is not written");
        };
        if let Err(error) = ctrlc::set_handler(handler) {
            failure::note(&format!("warning: Ctrl-C will end the program at once: {error}"));
        }
    });
    &FLAG
}

/// A file given on the command line, read whole.
fn read_file(path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    crate::config::read_regular(path, most).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))
}

/// An option of the form `NAME=VALUE`.
fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("NAME=VALUE is needed".to_owned()),
    }
}
