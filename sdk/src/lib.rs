//! What a Botpit bot written in Rust links: typed views, orders, logging and drawing.
//!
//! A bot is a type that implements a game's `Bot` trait, and one line that exports it. This is a whole one:
//!
//! ```
//! use botpit_sdk::gold_hunter::*;
//! use botpit_sdk::random_below;
//!
//! struct Wanderer;
//!
//! impl Bot for Wanderer {
//!     fn new(_setup: &Setup) -> Self {
//!         Wanderer
//!     }
//!
//!     fn think(&mut self, view: &View, orders: &mut Orders) {
//!         for player in view.players.iter() {
//!             match random_below(4) {
//!                 0 => orders.rotate(player.id, Direction::ALL[random_below(4) as usize]),
//!                 1 if player.ammo > 0 => orders.fire(player.id),
//!                 _ => orders.advance(player.id),
//!             }
//!         }
//!     }
//! }
//!
//! botpit_sdk::export!(gold_hunter: Wanderer);
//! ```
//!
//! # From nothing to a match
//! ```text
//! botpit new my-bot                 # a folder with a bot that plays, and everything it needs
//! botpit play my-bot builtin:random
//! ```
//!
//! # What it is told
//! A bot is made with a setup and asked with a view. What all games have in these is in their field `common`: the size
//! of the board, `setup.common.width` and `height`, the `turns` of the match and all limits; and each turn
//! `view.common.turn`, the `fuel` that is left, `own_score` and `opponent_score`. The rest is the game's own.
//!
//! What finds ways is made once, of the board's size, and asked again every turn, as
//! [`Routes::new`](gold_hunter::Routes::new) in Gold Hunter; see [`gold_hunter`] and [`capture_the_flag`].
//!
//! # Where things are
//! - [`gold_hunter`]: the game's `Bot` trait, its views and orders, and what every bot of it needs: a
//!   [`Memory`](gold_hunter::Memory) of what was seen, the fastest [`Routes`](gold_hunter::Routes) over it, and where
//!   bullets strike next.
//! - [`capture_the_flag`]: the same for that game: its [`Board`](capture_the_flag::Board), and a
//!   [`Squad`](capture_the_flag::Squad) that does not stand in its own way. A module may play both games:
//!   `export!(gold_hunter: Foreman, capture_the_flag: Captain)`.
//! - [`grid`]: places, boards and distances.
//! - [`log!`], [`draw`], [`fuel_left`] and [`random`]: what a bot may ask of the host. Nothing else is there: no clock,
//!   no files, no network, and [`random`] gives the same numbers when the match is run again.
//! - `testing`, with the feature of that name: plays a bot natively against the real rules, in `cargo test` or under a
//!   debugger; its first page is a whole example. Without the feature, and outside wasm, the host's functions answer on their own, so that any function of a bot
//!   can be tested.
//!
//! # What a bot can rely on
//! - The rules of both games in plain words are in `RULES.md`, next to this crate.
//! - It is one instance for the whole match, so its fields are its memory. After a fault (a panic, too much fuel) the
//!   host starts a fresh one with [`Bot::new`](gold_hunter::Bot::new), and everything else is forgotten.
//! - A panic is logged with its message and place before the instance stops.
//! - The views are read in place: nothing is copied or allocated for them. The buffers for views and orders live as
//!   long as the instance; the SDK allocates nothing in a turn.
//! - Allocations lie first in what is left of the module's own pages, and then memory grows. On `wasm32-unknown-unknown`
//!   this is the global allocator, by the feature `heap`, which is on; a bot that has another one takes the SDK with
//!   `default-features = false`.
#![deny(unsafe_code)]

#[cfg(all(feature = "testing", target_arch = "wasm32"))]
compile_error!(
    "the feature `testing` of botpit-sdk plays bots natively: name it in [dev-dependencies] only, and build bots without it"
);

pub mod capture_the_flag;
pub mod draw;
pub mod gold_hunter;
pub mod grid;
#[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
pub mod testing;

#[doc(hidden)]
pub mod export;

mod answer;
#[cfg(all(feature = "heap", target_arch = "wasm32", target_os = "unknown"))]
mod heap;
mod host;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use botpit_abi::Direction;
pub use host::{fuel_left, log, random, random_below};
