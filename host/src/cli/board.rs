//! A board on a terminal.

use std::fmt::Write;

use botpit_engine::{Drawing, Glyph, Seat};

/// Columns and rows between two numbers of a ruler.
const RULED: usize = 10;
/// Columns that the numbers of the rows take.
const MARGIN: usize = 3;

/// The board in the colours of the teams.
pub(super) fn draw(out: &mut String, drawing: &Drawing) {
    for row in drawing.rows() {
        draw_row(out, row);
        out.push('\n');
    }
}

/// The board with its columns and rows numbered. A board that is too wide is cut into bands of so many columns that
/// each fits into `width`.
pub(super) fn draw_ruled(out: &mut String, drawing: &Drawing, width: usize) {
    let columns = usize::from(drawing.size().width);
    let fitting = width.saturating_sub(MARGIN) / RULED * RULED;
    let band = if columns + MARGIN <= width { columns } else { fitting.max(RULED) };
    for left in (0..columns).step_by(band) {
        if left > 0 {
            out.push('\n');
        }
        let right = (left + band).min(columns);
        let numbers: String = (left..right).step_by(RULED).map(|column| format!("{column:<RULED$}")).collect();
        let ticks: String = (left..right).step_by(RULED).map(|_| format!("{:<RULED$}", '|')).collect();
        let _ = writeln!(out, "{:MARGIN$}{}\n{:MARGIN$}{}", "", numbers.trim_end(), "", ticks.trim_end());
        for (y, row) in drawing.rows().enumerate() {
            let number = if y % RULED == 0 { format!("{y:>2}") } else { String::new() };
            let _ = write!(out, "{number:MARGIN$}");
            draw_row(out, &row[left..right]);
            out.push('\n');
        }
    }
}

fn draw_row(out: &mut String, row: &[Glyph]) {
    let style = |seat: Seat| match seat {
        Seat::A => anstyle::AnsiColor::BrightBlue.on_default().bold(),
        Seat::B => anstyle::AnsiColor::BrightRed.on_default().bold(),
    };
    for glyph in row {
        let _ = match glyph.seat {
            Some(seat) => write!(out, "{}{}{:#}", style(seat), glyph.symbol, style(seat)),
            None => write!(out, "{}", glyph.symbol),
        };
    }
}
