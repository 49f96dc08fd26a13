//! The screen: header, board, panel and status lines, fitted to the size of the terminal.

use botpit_engine::Seat;
use botpit_engine::replay::Kind;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Widget};

use super::board;
use super::panel;
use super::theme::Colours;
use super::viewer::{KEYS, Sheet, Viewer};
use super::wrap::wrap;
use crate::words::short;

/// The least terminal that shows anything of use.
const SMALLEST: (u16, u16) = (40, 12);
/// From this width on the panel stands beside the board.
const SIDE_PANEL_FROM: u16 = 76;
/// What a panel beside the board has at least.
const SIDE_PANEL_MIN: u16 = 36;
/// What a panel beside the board has at most.
const SIDE_PANEL_MAX: u16 = 80;
/// From this many rows on there is room for a panel below the board.
const PANEL_BELOW_FROM: u16 = 20;

/// Draws the viewer.
pub fn draw(viewer: &mut Viewer<'_>, colours: Colours, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        return too_small(area, buffer);
    }
    let rows = Rows::of(area, !viewer.film().trouble().is_empty());
    header(viewer, colours, rows.header, buffer);
    viewer.panel_fits = rows.body.width >= SIDE_PANEL_FROM || rows.body.height >= PANEL_BELOW_FROM;
    let (board_area, panel_area) = split(viewer, rows.body);
    if board_area.area() > 0 {
        board::draw(viewer, colours, board_area, buffer);
    }
    if let Some(area) = panel_area {
        panel::draw(viewer, colours, area, buffer);
    }
    timeline(viewer, colours, rows.timeline, buffer);
    if let (Some(row), Some(trouble)) = (rows.trouble, trouble_line(viewer)) {
        buffer.set_stringn(row.x, row.y, trouble, usize::from(row.width), colours.alarm());
    }
    status(viewer, colours, rows.status, buffer);
    match viewer.sheet {
        Sheet::None => {}
        Sheet::Help => help_sheet(viewer, colours, area, buffer),
        Sheet::Kinds(cursor) => kinds_sheet(viewer, cursor, colours, area, buffer),
    }
}

fn too_small(area: Rect, buffer: &mut Buffer) {
    let lines = [
        format!("{} × {} is too small:", area.width, area.height),
        format!("{} × {} are needed.", SMALLEST.0, SMALLEST.1),
        "q quits.".to_owned(),
    ];
    for (y, line) in (area.y..area.bottom()).zip(&lines) {
        buffer.set_stringn(area.x, y, line, usize::from(area.width), ratatui::style::Style::new());
    }
}

/// The rows of the screen from the top.
struct Rows {
    header: Rect,
    body: Rect,
    timeline: Rect,
    trouble: Option<Rect>,
    status: Rect,
}

impl Rows {
    fn of(area: Rect, trouble: bool) -> Rows {
        let row = |from_bottom: u16| Rect { y: area.bottom() - from_bottom, height: 1, ..area };
        let below = 2 + u16::from(trouble);
        Rows {
            header: Rect { height: 2, ..area },
            body: Rect { y: area.y + 2, height: area.height - 2 - below, ..area },
            timeline: row(below),
            trouble: trouble.then(|| row(2)),
            status: row(1),
        }
    }
}

/// Where the board and the panel go.
fn split(viewer: &Viewer<'_>, body: Rect) -> (Rect, Option<Rect>) {
    if !viewer.shows_panel() {
        return (body, None);
    }
    let size = viewer.film().size(viewer.at().leg);
    if body.width >= SIDE_PANEL_FROM {
        let most = body.width - SIDE_PANEL_MIN - 1;
        let board = if size.width.saturating_mul(2) <= most { size.width * 2 } else { size.width.min(most) };
        let width = (body.width - board - 1).min(SIDE_PANEL_MAX);
        let panel = Rect { x: body.x + board + 1, width, ..body };
        return (Rect { width: board, ..body }, Some(panel));
    }
    if viewer.panel_fits {
        let height = body.height.saturating_sub(size.height).clamp(body.height / 2, body.height - 6);
        let board = Rect { height: body.height - height, ..body };
        return (board, Some(Rect { y: board.bottom(), height, ..body }));
    }
    (Rect::ZERO, Some(body))
}

/// What is watched, and both sides with their scores.
fn header(viewer: &Viewer<'_>, colours: Colours, area: Rect, buffer: &mut Buffer) {
    buffer.set_style(area, colours.bar());
    let (film, at) = (viewer.film(), viewer.at());
    let leg = &film.replay().legs[at.leg];
    let mut parts = vec![format!("turn {}/{}", at.turn, film.turns(at.leg)), film.title().to_owned()];
    if film.replay().legs.len() > 1 {
        parts.insert(1, format!("leg {}/{}", at.leg + 1, film.replay().legs.len()));
    }
    parts.push(short(&leg.line.map.name));
    parts.push(format!("seed {}", film.replay().header.seed));
    parts.push(viewer.scene().hash.to_string().chars().take(8).collect());
    let mut text = String::new();
    for part in parts {
        if text.chars().count() + part.chars().count() + 4 > usize::from(area.width) {
            break;
        }
        text.push_str(if text.is_empty() { " " } else { "  " });
        text.push_str(&part);
    }
    buffer.set_stringn(area.x, area.y, text, usize::from(area.width), colours.bar());
    let standings = &viewer.scene().standings;
    // Names are cut so that both scores are always to be seen.
    let name_chars = usize::from(area.width / 2).saturating_sub(14);
    let name = |seat: Seat| {
        let bot = &film.replay().header.bots[seat];
        botpit_guest::escape(bot.name.as_bytes(), name_chars)
    };
    let side = |seat: Seat| Span::styled(format!(" {seat} {} ", name(seat)), colours.seat(seat));
    let score = |seat: Seat| Span::styled(format!(" {} ", standings[seat].score), colours.strong());
    let line = Line::from(vec![" ".into(), side(Seat::A), score(Seat::A), ":".into(), score(Seat::B), side(Seat::B)]);
    buffer.set_line(area.x, area.y + 1, &line, area.width);
}

/// Where the turn is in its leg, and where the things happen that `e` stops at.
fn timeline(viewer: &Viewer<'_>, colours: Colours, area: Rect, buffer: &mut Buffer) {
    let (film, at) = (viewer.film(), viewer.at());
    let turns = u64::from(film.turns(at.leg).max(1));
    let last = u64::from(area.width.saturating_sub(1));
    let column = |turn: u32| area.x + (u64::from(turn) * last / turns) as u16;
    for x in area.left()..area.right() {
        buffer[(x, area.y)].set_char('─').set_style(colours.faint());
    }
    for kind in film.kinds().iter().filter(|kind| viewer.is_stop(kind.name)) {
        let from = kind.places.partition_point(|place| place.leg < at.leg);
        let here = kind.places[from..].iter().take_while(|place| place.leg == at.leg);
        for place in here {
            buffer[(column(place.turn), area.y)].set_char('┴');
        }
    }
    buffer[(column(at.turn), area.y)].set_char('█').set_style(colours.strong());
}

fn trouble_line(viewer: &Viewer<'_>) -> Option<String> {
    let trouble = viewer.film().trouble();
    (!trouble.is_empty()).then(|| botpit_guest::escape(format!(" {}", trouble.join("; ")).as_bytes(), 1_000))
}

/// How turns pass, whose view it is, and what the last key came to.
fn status(viewer: &Viewer<'_>, colours: Colours, area: Rect, buffer: &mut Buffer) {
    buffer.set_style(area, colours.bar());
    let mut parts = vec![format!("{} {}×", if viewer.playing() { "playing" } else { "paused" }, viewer.speed())];
    if !viewer.digits().is_empty() {
        parts = vec![format!("turn {}▏ Enter goes there, Esc does not", viewer.digits())];
    } else if let Some(message) = viewer.message() {
        parts.push(message.to_owned());
    } else if let Some(result) = viewer.result().filter(|_| viewer.at() == viewer.film().end()) {
        parts.push(result.to_owned());
    } else {
        parts.push(viewer.fog().map_or("everything".to_owned(), |seat| format!("{seat}'s view")));
        parts.extend(window_words(viewer));
        if !viewer.marks() {
            parts.push("drawings off".to_owned());
        }
        if viewer.follows() {
            parts.push("follow".to_owned());
        }
    }
    let help = " ?: keys ";
    let room = usize::from(area.width).saturating_sub(help.len());
    buffer.set_stringn(area.x, area.y, format!(" {}", parts.join("  ")), room, colours.bar());
    buffer.set_string(area.right() - help.len() as u16, area.y, help, colours.bar());
}

/// Which corner of the board is shown, where not all of it is.
fn window_words(viewer: &Viewer<'_>) -> Option<String> {
    let (x, y) = viewer.camera.origin;
    let size = viewer.film().size(viewer.at().leg);
    viewer.camera.cut.then(|| format!("from ({x}, {y}) of {}×{}", size.width, size.height))
}

/// An empty box in the middle of the screen, as large as it must be and can be.
fn sheet(title: &str, width: usize, height: usize, colours: Colours, area: Rect, buffer: &mut Buffer) -> Rect {
    let width = u16::try_from(width + 4).unwrap_or(u16::MAX).min(area.width);
    let height = u16::try_from(height + 2).unwrap_or(u16::MAX).min(area.height);
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    let outer = Rect { x, y, width, height };
    Clear.render(outer, buffer);
    Block::bordered().title(format!(" {title} ")).border_style(colours.strong()).render(outer, buffer);
    Rect { x: x + 2, y: y + 1, width: width - 4, height: height - 2 }
}

/// The keys and the legend; where there is no room for all, it is scrolled.
fn help_sheet(viewer: &mut Viewer<'_>, colours: Colours, area: Rect, buffer: &mut Buffer) {
    let key_width = KEYS.iter().map(|(keys, _)| keys.chars().count()).max().unwrap_or(0);
    let inside = usize::from(area.width.saturating_sub(4));
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (keys, what) in KEYS {
        let mut rows = wrap(&format!("{keys:<key_width$}  {what}"), inside, key_width + 2).into_iter();
        let first = rows.next().unwrap_or_default();
        let (keys, what) = first.split_at(first.char_indices().nth(key_width).map_or(first.len(), |(at, _)| at));
        lines.push(Line::from(vec![Span::styled(keys.to_owned(), colours.strong()), what.to_owned().into()]));
        lines.extend(rows.map(Line::from));
    }
    let teams = [Span::styled(" a ", colours.seat(Seat::A)), " ".into(), Span::styled(" b ", colours.seat(Seat::B))];
    lines.push(Line::from(teams.to_vec()));
    lines.extend(wrap(viewer.film().legend(), inside, 0).into_iter().map(Line::from));
    let width = lines.iter().map(Line::width).max().unwrap_or(0);
    let inner = sheet("keys", width, lines.len(), colours, area, buffer);
    viewer.scroll = viewer.scroll.min(lines.len().saturating_sub(usize::from(inner.height)));
    for (y, line) in (inner.y..inner.bottom()).zip(lines.iter().skip(viewer.scroll)) {
        buffer.set_line(inner.x, y, line, inner.width);
    }
    if lines.len() > usize::from(inner.height) {
        buffer.set_string(inner.x, area.bottom() - 1, " ↓ ↑ scroll ", colours.strong());
    }
}

fn kinds_sheet(viewer: &Viewer<'_>, cursor: usize, colours: Colours, area: Rect, buffer: &mut Buffer) {
    let kinds = viewer.film().kinds();
    let row = |(index, kind): (usize, &Kind)| {
        let tick = if viewer.stops_at(index) { 'x' } else { ' ' };
        format!("[{tick}] {:<18} {:>6} turns", kind.name, kind.places.len())
    };
    let rows: Vec<String> = kinds.iter().enumerate().map(row).collect();
    let foot = "Space chooses, Enter is done";
    let area = sheet("e and E stop at", 35, rows.len() + 1, colours, area, buffer);
    let room = usize::from(area.height.saturating_sub(1));
    let first = (cursor + 1).saturating_sub(room);
    for (y, (index, row)) in (area.y..area.bottom() - 1).zip(rows.iter().enumerate().skip(first)) {
        let mut style = ratatui::style::Style::new();
        if index == cursor {
            style = style.add_modifier(Modifier::REVERSED);
        }
        buffer.set_stringn(area.x, y, row, usize::from(area.width), style);
    }
    buffer.set_stringn(area.x, area.bottom() - 1, foot, usize::from(area.width), colours.faint());
}
