//! Setups and views as text for people.

use std::fmt::{Display, Write};

use crate::grid::Cell;

/// The column where the values of fields begin.
const VALUE_COLUMN: usize = 20;
/// The most cells that a picture has room for; a view of the rules' own has fewer.
const PICTURE_CELLS: usize = 1 << 20;

/// A number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push('_');
        }
        out.push(digit);
    }
    out
}

/// A text of fields, a line each, and lists below their field.
#[derive(Debug, Default)]
pub(crate) struct Page(String);

impl Page {
    /// The part of a setup that all games share.
    pub(crate) fn of_setup(setup: &botpit_abi::Setup) -> Page {
        let mut page = Page::default();
        page.field("board", format_args!("{} x {}", setup.width, setup.height));
        page.field("turns", format_args!("{}, of which {} are played", setup.turns, setup.turn));
        page.field("restarts", setup.restarts);
        page.field("most faults", setup.max_faults);
        // A game has the one or the other.
        for (name, fuel) in [("fuel per turn", setup.fuel_per_turn), ("fuel bank", setup.fuel_bank)] {
            if fuel > 0 {
                page.field(name, grouped(fuel));
            }
        }
        page.field("memory", format_args!("{} bytes", grouped(setup.memory_bytes)));
        let (log, log_of_match) = (grouped(setup.log_bytes_per_turn.into()), grouped(setup.log_bytes_per_match.into()));
        page.field("log", format_args!("{log} bytes a turn, {log_of_match} a match"));
        page.field("drawing", format_args!("{} bytes a turn", grouped(setup.draw_bytes_per_turn.into())));
        page.field("most orders", setup.max_orders);
        page
    }

    /// The part of a view that all games share.
    pub(crate) fn of_view(view: &botpit_abi::View) -> Page {
        let mut page = Page::default();
        page.field("turns played", view.turn);
        page.field("fuel", grouped(view.fuel));
        page.field("score", format_args!("own {}, opponent {}", view.own_score, view.opponent_score));
        page
    }

    /// Adds a field.
    pub(crate) fn field(&mut self, name: &str, value: impl Display) {
        let _ = writeln!(self.0, "{name:<VALUE_COLUMN$}{value}");
    }

    /// Adds a list: how many entries there are, and each on a line.
    pub(crate) fn list<T: Display>(&mut self, name: &str, entries: impl ExactSizeIterator<Item = T>) {
        self.field(name, entries.len());
        for entry in entries {
            let _ = writeln!(self.0, "  {entry}");
        }
    }

    /// Adds lines below a field.
    pub(crate) fn lines<T: Display>(&mut self, lines: impl Iterator<Item = T>) {
        for line in lines {
            let _ = writeln!(self.0, "  {line}");
        }
    }

    /// Adds a picture of cells that are in the order of reading, spaces where there is none; the first column is 0.
    pub(crate) fn picture(&mut self, cells: impl Iterator<Item = (Cell, char)> + Clone) {
        let size = |of: fn(Cell) -> u16| cells.clone().map(|(cell, _)| usize::from(of(cell)) + 1).max().unwrap_or(0);
        let (width, height) = (size(|cell| cell.x), size(|cell| cell.y));
        if width * height > PICTURE_CELLS {
            return self.lines(std::iter::once("too far apart to draw"));
        }
        let mut rows = vec![vec![' '; width]; height];
        for (cell, symbol) in cells {
            rows[usize::from(cell.y)][usize::from(cell.x)] = symbol;
        }
        self.lines(rows.iter().map(|row| row.iter().collect::<String>()));
    }

    /// The text, without spaces at the ends of lines.
    pub(crate) fn into_text(self) -> String {
        self.0.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_from_the_right() {
        assert_eq!([0, 1, 999, 1_000, 1_234_567].map(grouped), ["0", "1", "999", "1_000", "1_234_567"]);
    }

    #[test]
    fn a_picture_of_cells_far_apart_is_not_drawn() {
        let mut page = Page::default();
        page.picture([(Cell::new(u16::MAX, u16::MAX), '#')].into_iter());
        assert_eq!(page.into_text(), "  too far apart to draw\n");
    }
}
