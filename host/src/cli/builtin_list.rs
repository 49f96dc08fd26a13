//! `botpit bots`: the bots that come with the program.

use std::fmt::Write;

use botpit_engine::GAMES;
use clap::Args;
use sha2::{Digest, Sha256};

use super::failure::Exit;
use super::play::print;
use super::report;
use crate::builtins::{Builtin, builtins, builtins_of};

/// Lists the built-in bots, game by game, the weakest of each first.
#[derive(Args)]
pub(super) struct BotsArgs {
    /// Prints JSON: a line a bot.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &BotsArgs) -> anyhow::Result<Exit> {
    print(&if args.json { json()? } else { text() })?;
    Ok(Exit::Done)
}

fn json() -> anyhow::Result<String> {
    let mut out = String::new();
    for builtin in builtins() {
        let line = serde_json::json!({
            "name": format!("builtin:{}", builtin.name),
            "game": builtin.game,
            "about": builtin.about,
            "bytes": builtin.wasm.len(),
            "sha256": sha256(builtin),
        });
        let _ = writeln!(out, "{line}");
    }
    Ok(out)
}

/// A table a game; of the hash there is as much as tells the bots apart.
fn text() -> String {
    let mut out = String::new();
    for ruleset in GAMES.iter() {
        let row = |builtin: &Builtin| {
            [format!("builtin:{}", builtin.name), builtin.about.to_owned(), sha256(builtin)[..8].to_owned()]
        };
        let mut rows = vec![[ruleset.title().to_owned(), String::new(), "SHA-256".to_owned()]];
        rows.extend(builtins_of(ruleset.id()).map(row));
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&report::aligned(&rows));
    }
    out
}

fn sha256(builtin: &Builtin) -> String {
    hex::encode(Sha256::digest(builtin.wasm))
}
