//! The program `botpit`.

use std::process::ExitCode;

fn main() -> ExitCode {
    botpit::cli::run()
}
