//! The board on the screen, with the bots' drawings over it.

use botpit_abi::Mark;
use botpit_engine::replay::draw_marks;
use botpit_engine::{Glyph, Seat, Size};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::theme::{Colours, ink_on};
use super::viewer::Viewer;

/// The most characters of a drawn text.
const TEXT_CHARS: usize = 80;

/// The part of a board that is on the screen.
struct Window {
    area: Rect,
    /// Screen columns of a cell: 1, or 2 where there is room, which looks square.
    scale: u16,
    size: Size,
    origin: (u16, u16),
}

impl Window {
    /// Where a cell is on the screen, if it is.
    fn place(&self, (x, y): (u16, u16)) -> Option<(u16, u16)> {
        let column = x.checked_sub(self.origin.0)?.checked_mul(self.scale)?;
        let row = y.checked_sub(self.origin.1)?;
        let on_board = x < self.size.width && y < self.size.height;
        let in_area = column + self.scale <= self.area.width && row < self.area.height;
        (on_board && in_area).then_some((self.area.x + column, self.area.y + row))
    }

    /// The screen cells of a cell of the board.
    fn rect(&self, cell: (u16, u16)) -> Option<Rect> {
        self.place(cell).map(|(x, y)| Rect::new(x, y, self.scale, 1))
    }
}

/// Draws what the camera shows of the board, as large as the area allows.
pub(super) fn draw(viewer: &mut Viewer<'_>, colours: Colours, area: Rect, buffer: &mut Buffer) {
    let size = viewer.scene().drawing.size();
    let scale = if u32::from(size.width) * 2 <= u32::from(area.width) { 2 } else { 1 };
    viewer.camera.fit((size.width, size.height), (area.width / scale, area.height));
    let window = Window { area, scale, size, origin: viewer.camera.origin };
    draw_glyphs(viewer, colours, &window, buffer);
    for seat in Seat::BOTH.into_iter().filter(|&seat| viewer.shows_marks(seat)) {
        for mark in draw_marks(&viewer.film().record(viewer.at(), seat).draw) {
            draw_mark(&mark, colours, &window, buffer);
        }
    }
    for cell in viewer.highlights() {
        if let Some(rect) = window.rect((cell.x, cell.y)) {
            buffer.set_style(rect, colours.highlight());
        }
    }
}

fn draw_glyphs(viewer: &Viewer<'_>, colours: Colours, window: &Window, buffer: &mut Buffer) {
    for (y, row) in (0..).zip(viewer.scene().drawing.rows()) {
        for (x, glyph) in (0..).zip(row) {
            let Some(rect) = window.rect((x, y)) else { continue };
            let style = colours.glyph(*glyph);
            put(buffer, rect, glyph.symbol, style);
            if window.scale == 2 && fills(*glyph) {
                buffer[(rect.x + 1, rect.y)].set_char(glyph.symbol);
            }
        }
    }
}

/// Whether a symbol stands for something that fills its cell.
fn fills(glyph: Glyph) -> bool {
    glyph.symbol == '#'
}

fn put(buffer: &mut Buffer, rect: Rect, symbol: char, style: ratatui::style::Style) {
    buffer.set_style(rect, style);
    buffer[(rect.x, rect.y)].set_char(symbol);
}

fn draw_mark(mark: &Mark<'_>, colours: Colours, window: &Window, buffer: &mut Buffer) {
    match *mark {
        Mark::Cell { at, colour } => {
            if let Some(rect) = window.rect(at) {
                fill(colours, colour, rect, buffer);
            }
        }
        Mark::Line { from, to, colour } => draw_line(from, to, colour, colours, window, buffer),
        Mark::Text { at, colour, text } => draw_text(at, colour, text, colours, window, buffer),
    }
}

/// Fills a cell; without colours empty ground is shaded, and figures are underlined.
fn fill(colours: Colours, rgba: u32, rect: Rect, buffer: &mut Buffer) {
    if rgba & 0xff == 0 {
        return;
    }
    for x in rect.left()..rect.right() {
        let cell = &mut buffer[(x, rect.y)];
        let empty = is_ground(cell.symbol());
        match colours.of_mark(rgba) {
            Some(colour) if empty => drop(cell.set_bg(colour).set_fg(ink_on(rgba))),
            Some(colour) => drop(cell.set_bg(colour)),
            None if empty => drop(cell.set_char('░')),
            None => drop(cell.set_style(cell.style().add_modifier(Modifier::UNDERLINED))),
        }
    }
}

fn is_ground(symbol: &str) -> bool {
    matches!(symbol, " " | "." | "░" | "•")
}

/// A line of dots over the ground between the middles of two cells; figures on it stay to be seen.
fn draw_line(from: (u16, u16), to: (u16, u16), rgba: u32, colours: Colours, window: &Window, buffer: &mut Buffer) {
    // Ends far off the board would make for long walks that show nothing.
    let on_board = |(x, y): (u16, u16)| x < window.size.width && y < window.size.height;
    if !on_board(from) || !on_board(to) || rgba & 0xff == 0 {
        return;
    }
    let (dx, dy) = (i64::from(to.0) - i64::from(from.0), i64::from(to.1) - i64::from(from.1));
    let steps = dx.abs().max(dy.abs()).max(1);
    // Rounds half away from the start, so that both coordinates stay between the ends.
    let along = |start: u16, by: i64, step: i64| {
        (i64::from(start) + (2 * by * step + by.signum() * steps) / (2 * steps)) as u16
    };
    for step in 0..=steps {
        let Some(rect) = window.rect((along(from.0, dx, step), along(from.1, dy, step))) else { continue };
        let cell = &mut buffer[(rect.x, rect.y)];
        if is_ground(cell.symbol()) {
            cell.set_char('•');
            if let Some(colour) = colours.of_mark(rgba) {
                cell.set_fg(colour);
            }
        } else {
            cell.set_style(cell.style().add_modifier(Modifier::UNDERLINED));
        }
    }
}

/// A text from its cell to the right, as far as the board goes.
fn draw_text(at: (u16, u16), rgba: u32, text: &[u8], colours: Colours, window: &Window, buffer: &mut Buffer) {
    let Some((x, y)) = window.place(at).filter(|_| rgba & 0xff != 0) else { return };
    let board_right = window.area.x + (window.size.width - window.origin.0).saturating_mul(window.scale);
    let room = board_right.min(window.area.right()) - x;
    let mut style = colours.strong();
    if let Some(colour) = colours.of_mark(rgba) {
        style = style.fg(colour);
    }
    buffer.set_stringn(
        x,
        y,
        botpit_guest::escape(text, TEXT_CHARS),
        usize::from(room),
        style.remove_modifier(Modifier::REVERSED),
    );
}
