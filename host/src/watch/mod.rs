//! Watching a replay in the terminal.
//!
//! [`Film`] computes the states of a replay in any order, [`Viewer`] is where one is and what is shown, moved by keys
//! and time, [`draw`] puts it on a screen of any size, and [`watch`] does all this on the real one.

mod board;
mod panel;
mod screen;
mod theme;
mod view;
mod viewer;
mod wrap;

use std::io;
use std::time::Instant;

use ratatui::crossterm::event::{Event, KeyEventKind};
use ratatui::crossterm::style::force_color_output;

pub use botpit_engine::replay::{Film, FilmError, Kind, Position, Scene};
pub use screen::{Screen, give_back, is_terminal};
pub use theme::Colours;
pub use view::draw;
pub use viewer::{Camera, KEYS, Page, Panel, Request, Sheet, Viewer};

/// How watching came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watched {
    /// The user is done.
    Done,
    /// By Ctrl-C.
    Interrupted,
}

/// Shows a viewer on the terminal until its user has seen enough.
///
/// # Errors
/// When there is no terminal, or it goes away.
pub fn watch(viewer: &mut Viewer<'_>, colours: Colours) -> io::Result<Watched> {
    // The environment's NO_COLOR has had its say already.
    force_color_output(colours != Colours::None);
    let mut screen = Screen::take()?;
    loop {
        screen.draw(|frame| draw(viewer, colours, frame))?;
        let mut changed = false;
        while !changed {
            let start = Instant::now();
            let event = screen.next(viewer.wait())?;
            changed = viewer.tick(start.elapsed()) || event.is_some();
            let Some(Event::Key(key)) = event else { continue };
            if key.kind == KeyEventKind::Release {
                continue;
            }
            match viewer.handle(key) {
                Request::Draw => {}
                Request::Repaint => screen.clear()?,
                Request::Suspend => screen.suspend()?,
                Request::Quit => return Ok(Watched::Done),
                Request::Interrupt => return Ok(Watched::Interrupted),
            }
        }
    }
}
