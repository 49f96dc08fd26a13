//! What is drawn, on screens of several sizes.

use botpit::watch::{Colours, Film, Position, Viewer, draw};
use botpit_engine::replay::{Replay, SeatTurn};
use botpit_engine::{GAMES, Seat};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::{Color, Modifier};

use crate::recording::{Recording, generated, keys, talkative, type_keys, viewer};

fn buffer(viewer: &mut Viewer<'_>, width: u16, height: u16, colours: Colours) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(viewer, colours, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The screen as text.
fn picture(viewer: &mut Viewer<'_>, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(viewer, Colours::True, frame)).unwrap();
    let rows = terminal.backend().to_string();
    // A row is in quotation marks; what follows the second is about wide characters.
    let rows = rows.lines().filter_map(|row| Some(row.strip_prefix('"')?.rsplit_once('"')?.0));
    let rows = rows.map(|row| row.split("\" Hidden by").next().unwrap_or(row));
    rows.map(|row| format!("|{}|\n", row.trim_end())).collect()
}

fn gold_hunter() -> Replay {
    Recording { dress: &talkative, ..Recording::gold_hunter(2, 12) }.replay()
}

fn capture_the_flag() -> Replay {
    let maps = vec![generated("capture-the-flag", 1, &[])];
    let names = ["builtin:captain", "a bot with a rather long name that is cut somewhere"];
    Recording { ruleset: "capture-the-flag", maps, names, dress: &talkative }.replay()
}

#[test]
fn gold_hunter_in_three_sizes() {
    let replay = gold_hunter();
    let mut viewer = viewer(&replay);
    type_keys(&mut viewer, &keys("nnn"));
    insta::assert_snapshot!("gold_hunter_80x24", picture(&mut viewer, 80, 24));
    insta::assert_snapshot!("gold_hunter_120x40", picture(&mut viewer, 120, 40));
    insta::assert_snapshot!("gold_hunter_60x30", picture(&mut viewer, 60, 30));
    insta::assert_snapshot!("gold_hunter_40x15", picture(&mut viewer, 40, 15));
    type_keys(&mut viewer, &keys("w"));
    insta::assert_snapshot!("gold_hunter_40x15_panel", picture(&mut viewer, 40, 15));
    insta::assert_snapshot!("too_small", picture(&mut viewer, 39, 11));
    for (width, height) in [(1, 1), (40, 12), (41, 13), (76, 12), (75, 24), (500, 200)] {
        picture(&mut viewer, width, height);
    }
}

#[test]
fn capture_the_flag_under_fog_and_at_its_end() {
    let replay = capture_the_flag();
    let mut viewer = viewer(&replay);
    type_keys(&mut viewer, &keys("nnnnff"));
    insta::assert_snapshot!("capture_the_flag_fog_80x24", picture(&mut viewer, 80, 24));
    let film = Film::open(GAMES, &replay, None).unwrap();
    let mut ended = Viewer::new(film, Some("draw, as it happens".to_owned()), Position::default());
    type_keys(&mut ended, &keys("G"));
    insta::assert_snapshot!("capture_the_flag_end_120x40", picture(&mut ended, 120, 40));
}

#[test]
fn a_large_board_is_panned() {
    let options = [("width", "100"), ("height", "100"), ("turns", "5"), ("hunters", "32"), ("workers", "32")];
    let recording = Recording { maps: vec![generated("gold-hunter", 1, &options)], ..Recording::gold_hunter(0, 1) };
    let replay = recording.replay();
    let mut viewer = viewer(&replay);
    type_keys(&mut viewer, &keys("nLLJ"));
    insta::assert_snapshot!("large_80x24", picture(&mut viewer, 80, 24));
    type_keys(&mut viewer, &keys("LLLLLLLLLLLLJJJJJJJJJJJJJw"));
    insta::assert_snapshot!("large_corner_80x24", picture(&mut viewer, 80, 24));
    assert_eq!(viewer.camera.origin, (20, 80), "the camera stays on the board");
}

#[test]
fn sheets_logs_and_trouble() {
    let replay = gold_hunter();
    let damage = Some("line 9: the line is cut".to_owned());
    let mut viewer = Viewer::new(Film::open(GAMES, &replay, damage).unwrap(), None, Position { leg: 0, turn: 2 });
    insta::assert_snapshot!("damaged_80x24", picture(&mut viewer, 80, 24));
    type_keys(&mut viewer, &[KeyCode::Tab]);
    insta::assert_snapshot!("log_80x24", picture(&mut viewer, 80, 24));
    type_keys(&mut viewer, &keys("?"));
    insta::assert_snapshot!("help_80x24", picture(&mut viewer, 80, 24));
    insta::assert_snapshot!("help_40x15", picture(&mut viewer, 40, 15));
    type_keys(&mut viewer, &keys("jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"));
    insta::assert_snapshot!("help_40x15_end", picture(&mut viewer, 40, 15));
    type_keys(&mut viewer, &keys("qt"));
    insta::assert_snapshot!("kinds_80x24", picture(&mut viewer, 80, 24));
    type_keys(&mut viewer, &keys("\n42"));
    assert!(picture(&mut viewer, 80, 24).contains("turn 42▏ Enter goes there"));
}

/// Both teams are told apart with colours and without, and drawings have the colours of their bots.
#[test]
fn teams_and_drawings_have_styles_of_their_own() {
    let replay = gold_hunter();
    let mut viewer = viewer(&replay);
    type_keys(&mut viewer, &keys("n"));
    for colours in [Colours::None, Colours::Table, Colours::True] {
        type_keys(&mut viewer, &keys("d"));
        let without = buffer(&mut viewer, 80, 24, colours);
        type_keys(&mut viewer, &keys("d"));
        let with = buffer(&mut viewer, 80, 24, colours);
        let drawing = viewer.scene().drawing.clone();
        let mut seen = [0, 0];
        for (y, row) in (0..).zip(drawing.rows()) {
            for (x, glyph) in (0..).zip(row) {
                let cell = &without[(2 * x, y + 2)];
                assert_eq!(cell.symbol(), glyph.symbol.to_string());
                let Some(seat) = glyph.seat else { continue };
                seen[seat.index()] += 1;
                assert_eq!(cell.modifier.contains(Modifier::REVERSED), seat == Seat::B);
                let colour = if seat == Seat::A { Color::LightBlue } else { Color::LightRed };
                assert_eq!(cell.fg, if colours == Colours::None { Color::Reset } else { colour });
            }
        }
        assert!(seen[0] > 0 && seen[1] > 0, "both teams are on the board");
        let marked = &with[(2, 3)];
        match colours {
            Colours::None => assert_ne!(marked, &without[(2, 3)]),
            Colours::Table => assert_eq!(marked.bg, Color::Indexed(16 + 6 + 3)),
            Colours::True => assert_eq!(marked.bg, Color::Rgb(0x20, 0x60, 0xc0)),
        }
        let text: String = (8..24).map(|x| with[(x, 2)].symbol()).collect();
        assert!(text.starts_with(r"go\u{1b}[31m"), "{text}");
        assert!((0..24).any(|x| (2..11).any(|y| with[(x, y)].symbol() == "•")), "the line");
        if colours == Colours::None {
            assert!(with.content().iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
        }
    }
}

/// Whatever a bot or a forger writes, nothing that steers a terminal reaches it, and it is drawn at once.
#[test]
fn hostile_text_is_escaped_and_cut() {
    let nasty = "\u{1b}]0;owned\u{7}\u{202e}gnp.exe 漢字👩‍👩‍👧 e\u{301}\u{301}\u{301}";
    let dress = |_: u32, _: Seat, record: &mut SeatTurn| {
        record.log = format!("{nasty}\n{}\n{}", "x".repeat(100_000), "\n".repeat(100_000));
        let mark = botpit_abi::Mark::Text { at: (11, 8), colour: 0xff, text: nasty.as_bytes() };
        record.draw = vec![0; mark.encoded_len()];
        mark.write(&mut record.draw).unwrap();
    };
    let replay = Recording { names: [nasty, nasty], dress: &dress, ..Recording::gold_hunter(1, 12) }.replay();
    let mut viewer = viewer(&replay);
    type_keys(&mut viewer, &keys("n"));
    for _ in 0..3 {
        for (width, height) in [(40, 12), (80, 24), (120, 40)] {
            let buffer = buffer(&mut viewer, width, height, Colours::True);
            let symbols = buffer.content().iter().flat_map(|cell| cell.symbol().chars());
            assert!(symbols.clone().all(|char| !char.is_control() && !('\u{202a}'..='\u{202e}').contains(&char)));
        }
        type_keys(&mut viewer, &[KeyCode::Tab]);
    }
    type_keys(&mut viewer, &[KeyCode::Tab]);
    insta::assert_snapshot!("hostile_80x24", picture(&mut viewer, 80, 24));
}
