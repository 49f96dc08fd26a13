//! The panel: both bots' figures, and what happened or was logged in the turn.

use botpit_engine::replay::SeatTurn;
use botpit_engine::{BudgetPolicy, Event, Rejection, Seat, grouped};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::theme::Colours;
use super::viewer::{Page, Viewer};
use super::wrap::wrap;
use crate::words::{bytes_words, fault_words, share, short};

/// The most lines of a page: a hostile log may have millions.
const LINES_MAX: usize = 2_000;
/// The most characters of a line, however long the log's is.
const LINE_CHARS: usize = 1_000;
/// The least columns of a fuel bar.
const BAR_MIN: usize = 6;
/// The most columns of a fuel bar.
const BAR_MAX: usize = 24;

/// Draws the panel and keeps its scrolling within what there is.
pub(super) fn draw(viewer: &mut Viewer<'_>, colours: Colours, area: Rect, buffer: &mut Buffer) {
    let mut y = area.y;
    for seat in Seat::BOTH {
        for line in figures(viewer, seat, colours, usize::from(area.width)) {
            // The page keeps three rows at least.
            if y + 4 <= area.bottom() {
                buffer.set_line(area.x, y, &line, area.width);
                y += 1;
            }
        }
    }
    buffer.set_line(area.x, y, &pages(viewer, colours), area.width);
    let list = Rect { y: y + 1, height: area.bottom() - y - 1, ..area };
    let width = usize::from(list.width);
    let row =
        |(line, style): (String, Style)| wrap(&line, width, 2).into_iter().map(move |row| Line::styled(row, style));
    let lines: Vec<Line<'_>> = page(viewer, colours).into_iter().flat_map(row).collect();
    let room = usize::from(list.height);
    viewer.scroll = viewer.scroll.min(lines.len().saturating_sub(room));
    for (y, line) in (list.y..list.bottom()).zip(lines.iter().skip(viewer.scroll)) {
        buffer.set_line(list.x, y, line, list.width);
    }
    let below = lines.len().saturating_sub(viewer.scroll + room);
    if below > 0 {
        let more = format!(" ↓ {below} more ");
        let width = more.chars().count() as u16;
        buffer.set_string(list.right().saturating_sub(width), list.bottom() - 1, more, colours.bar());
    }
}

/// A bot's name, score, fuel, memory and what it did wrong.
fn figures(viewer: &Viewer<'_>, seat: Seat, colours: Colours, width: usize) -> Vec<Line<'static>> {
    let (film, at) = (viewer.film(), viewer.at());
    let bot = &film.replay().header.bots[seat];
    let record = film.record(at, seat);
    let standing = &viewer.scene().standings[seat];
    let name = bot.team_name.as_deref().map_or_else(|| short(&bot.name), short);
    let title = vec![
        Span::styled(format!(" {seat} {name} "), colours.seat(seat)),
        Span::styled(format!(" score {}", standing.score), colours.strong()),
    ];
    let mut lines = vec![Line::from(title)];
    let row = |style: Style| move |row: String| Line::styled(row, style);
    if !standing.tie_breaks.is_empty() {
        let words = |tie: &botpit_engine::TieBreak| format!("{} {}", short(&tie.name.replace('-', " ")), tie.count);
        let ties: Vec<String> = standing.tie_breaks.iter().map(words).collect();
        lines.extend(wrap(&format!("  {}", ties.join(", ")), width, 2).into_iter().map(row(colours.faint())));
    }
    lines.push(fuel(viewer, seat, record, colours, width));
    let limit = film.replay().header.limits.memory_bytes;
    let mut words = format!("  {} of {}", bytes_words(record.memory), bytes_words(limit));
    let rejections = film.rejections(at).iter().filter(|rejection| rejection.seat == seat).count();
    for (count, one, many) in
        [(film.faults(at, seat), "fault so far", "faults so far"), (rejections, "rejection", "rejections")]
    {
        if count > 0 {
            words.push_str(&format!(", {count} {}", if count == 1 { one } else { many }));
        }
    }
    if record.restarted {
        words.push_str(", restarted");
    }
    let style = if record.fault.is_some() { colours.alarm() } else { Style::new() };
    lines.extend(wrap(&words, width, 2).into_iter().map(row(style)));
    lines
}

/// The fuel of the turn against its limit, or what is left of the bank.
fn fuel(viewer: &Viewer<'_>, seat: Seat, record: &SeatTurn, colours: Colours, width: usize) -> Line<'static> {
    let limits = &viewer.film().replay().header.limits;
    let (part, whole) = match viewer.film().budget() {
        _ if viewer.at().turn == 0 => (record.fuel, limits.fuel_start),
        BudgetPolicy::PerTurn => (record.fuel, limits.fuel_per_turn),
        BudgetPolicy::Bank => (viewer.scene().bank_left[seat], limits.fuel_bank),
    };
    let permille = (u128::from(part) * 1000 / u128::from(whole.max(1))).min(1000) as usize;
    let percent = share(part, whole);
    // From the longest to the shortest; the last one always has to do.
    let words = match viewer.film().budget() {
        BudgetPolicy::Bank if viewer.at().turn > 0 => [
            format!(" {percent} of the bank left, used {}", grouped(record.fuel)),
            format!(" {percent} left, used {}", compact(record.fuel)),
            format!(" {percent} left"),
        ],
        _ => [
            format!(" {} of {} fuel, {percent}", grouped(part), grouped(whole)),
            format!(" {} fuel, {percent}", grouped(part)),
            format!(" {percent} fuel"),
        ],
    };
    let fits = |words: &&String| words.chars().count() + 2 + BAR_MIN <= width;
    let words = words.iter().find(fits).unwrap_or(&words[2]).clone();
    let room = width.saturating_sub(words.chars().count() + 2).clamp(BAR_MIN, BAR_MAX);
    // Something used is something seen.
    let filled = (permille * room).div_ceil(1000);
    Line::from(vec![
        "  ".into(),
        Span::styled("█".repeat(filled), colours.seat_text(seat)),
        Span::styled("░".repeat(room - filled), colours.faint()),
        words.into(),
    ])
}

/// A large number in three or four characters and a unit.
fn compact(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{} k", number / 1_000),
        10_000_000..10_000_000_000 => format!("{} M", number / 1_000_000),
        _ => format!("{} G", number / 1_000_000_000),
    }
}

/// The names of the pages with how much is on them.
fn pages(viewer: &Viewer<'_>, colours: Colours) -> Line<'static> {
    let log_lines = |seat: Seat| viewer.film().record(viewer.at(), seat).log.lines().take(LINES_MAX).count();
    let tab = |page: Page, name: String| {
        if viewer.page == page {
            Span::styled(format!("▐{name}▌"), colours.strong())
        } else {
            Span::styled(format!(" {name} "), colours.faint())
        }
    };
    Line::from(vec![
        tab(Page::Happened, format!("happened {}", viewer.scene().events.len())),
        tab(Page::Log(Seat::A), format!("a's log {}", log_lines(Seat::A))),
        tab(Page::Log(Seat::B), format!("b's log {}", log_lines(Seat::B))),
    ])
}

/// The lines of the page that is open: each with its style, safe for a terminal.
fn page(viewer: &Viewer<'_>, colours: Colours) -> Vec<(String, Style)> {
    match viewer.page {
        Page::Happened => happened(viewer, colours),
        Page::Log(seat) => log(viewer, seat, colours),
    }
}

fn happened(viewer: &Viewer<'_>, colours: Colours) -> Vec<(String, Style)> {
    let (film, at) = (viewer.film(), viewer.at());
    let mut lines = Vec::new();
    if let Some(end) = viewer.scene().end.filter(|_| at.turn == film.turns(at.leg)) {
        let winner = end.winner.map_or("nobody wins".to_owned(), |seat| format!("{seat} wins"));
        lines.push((format!("the end of this map: {winner}"), colours.strong()));
    }
    for seat in Seat::BOTH {
        let record = film.record(at, seat);
        if let Some(fault) = &record.fault {
            lines.push((format!("{seat} fault: {}", fault_words(fault)), colours.alarm()));
        }
        for violation in record.violations.iter().take(LINES_MAX) {
            lines.push((format!("{seat} called {} ×{}", short(&violation.call), violation.times), colours.alarm()));
        }
        if record.draw_dropped > 0 {
            lines.push((format!("{seat}: {} bytes of drawing dropped", record.draw_dropped), colours.faint()));
        }
    }
    let of_seen = |rejection: &&Rejection| viewer.fog().is_none_or(|seat| seat == rejection.seat);
    let rejections = film.rejections(at).iter().filter(of_seen).take(LINES_MAX);
    lines.extend(rejections.map(|rejection| (rejection.to_string(), colours.alarm())));
    // What `e` stops at first: it is what one came for.
    let (remarkable, rest): (Vec<&Event>, Vec<&Event>) =
        viewer.scene().events.iter().take(LINES_MAX).partition(|event| viewer.is_stop(event.kind));
    for (events, style) in [(remarkable, colours.strong()), (rest, Style::new())] {
        let style_of = |event: &Event| event.seat.map_or(style, |seat| style.patch(colours.seat_text(seat)));
        lines.extend(events.into_iter().map(|event| (event.sentence(film.ruleset()).to_string(), style_of(event))));
    }
    if lines.is_empty() {
        lines.push((if at.turn == 0 { "the start" } else { "nothing happened" }.to_owned(), colours.faint()));
    }
    lines
}

fn log(viewer: &Viewer<'_>, seat: Seat, colours: Colours) -> Vec<(String, Style)> {
    let record = viewer.film().record(viewer.at(), seat);
    let mut lines = Vec::new();
    if record.log_dropped > 0 {
        lines.push((format!("{} bytes dropped before this", record.log_dropped), colours.faint()));
    }
    let mut logged = record.log.lines();
    lines.extend(logged.by_ref().take(LINES_MAX).map(|line| (escaped(line), Style::new())));
    if logged.next().is_some() {
        lines.push(("there is more: `botpit replay show --turn` prints all".to_owned(), colours.faint()));
    }
    if lines.is_empty() {
        lines.push(("nothing logged in this turn".to_owned(), colours.faint()));
    }
    lines
}

fn escaped(line: &str) -> String {
    botpit_guest::escape(line.as_bytes(), LINE_CHARS)
}
