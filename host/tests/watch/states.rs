//! What keys and time do.

use std::time::Duration;

use botpit::watch::{Film, FilmError, Page, Position, Request, Sheet, Viewer};
use botpit_engine::replay::Replay;
use botpit_engine::{GAMES, Seat};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::recording::{Recording, generated, keys, talkative, type_keys, viewer};

fn at(leg: usize, turn: u32) -> Position {
    Position { leg, turn }
}

/// Types a text and tells where the viewer is then.
fn after(viewer: &mut Viewer<'_>, text: &str) -> Position {
    type_keys(viewer, &keys(text));
    viewer.at()
}

#[test]
fn steps_go_on_and_back_over_legs_and_stop_at_the_ends() {
    let replay = Recording::gold_hunter(2, 12).replay();
    let first = replay.legs[0].turns.len() as u32;
    let second = replay.legs[1].turns.len() as u32;
    let mut viewer = viewer(&replay);
    assert_eq!(after(&mut viewer, "p"), at(0, 0));
    assert_eq!(after(&mut viewer, "nnn"), at(0, 3));
    assert_eq!(after(&mut viewer, "p"), at(0, 2));
    assert_eq!(after(&mut viewer, "G"), at(0, first));
    assert_eq!(after(&mut viewer, "n"), at(1, 0));
    assert_eq!(after(&mut viewer, "p"), at(0, first));
    type_keys(&mut viewer, &[KeyCode::PageUp]);
    assert_eq!(viewer.at(), at(0, first - 10));
    type_keys(&mut viewer, &[KeyCode::PageDown]);
    assert_eq!(viewer.at(), at(0, first));
    assert_eq!(after(&mut viewer, "]"), at(1, 0));
    assert_eq!(after(&mut viewer, "]"), at(1, 0));
    assert_eq!(viewer.message(), Some("this is the last leg"));
    assert_eq!(after(&mut viewer, "Gnn"), at(1, second));
    assert_eq!(after(&mut viewer, "["), at(0, 0));
}

#[test]
fn a_number_goes_to_its_turn_or_says_that_there_is_none() {
    let replay = Recording::gold_hunter(1, 12).replay();
    let mut viewer = viewer(&replay);
    assert_eq!(after(&mut viewer, "12\n"), at(0, 12));
    assert_eq!(after(&mut viewer, "4g"), at(0, 4));
    assert_eq!(after(&mut viewer, "7"), at(0, 4));
    assert_eq!(viewer.digits(), "7");
    type_keys(&mut viewer, &[KeyCode::Backspace, KeyCode::Char('6'), KeyCode::Char('G')]);
    assert_eq!(viewer.at(), at(0, 6));
    assert_eq!(after(&mut viewer, "9999999999999999\n"), at(0, 6));
    assert_eq!(viewer.message(), Some("there is no turn 999999999: the last one is 12"));
    type_keys(&mut viewer, &[KeyCode::Char('3'), KeyCode::Esc]);
    assert_eq!(after(&mut viewer, "\n"), at(0, 6));
}

/// Every place is the same to look at, whichever way one comes to it.
#[test]
fn going_back_shows_what_going_on_showed() {
    let map = generated("gold-hunter", 3, &[("width", "16"), ("height", "16"), ("turns", "300")]);
    let recording = Recording { maps: vec![map], ..Recording::gold_hunter(0, 1) };
    let replay = recording.replay();
    let mut film = Film::open(GAMES, &replay, None).unwrap();
    let turns = film.turns(0);
    let seen: Vec<_> = (0..=turns).map(|turn| film.scene(at(0, turn), None)).collect();
    for turn in (0..=turns).rev().chain([turns, 0, turns / 2, 1]) {
        let scene = film.scene(at(0, turn), None);
        let expected = &seen[turn as usize];
        assert_eq!(scene.hash, expected.hash, "turn {turn}");
        assert_eq!(scene.drawing, expected.drawing, "turn {turn}");
        assert_eq!(scene.events, expected.events, "turn {turn}");
        assert_eq!(scene.standings, expected.standings, "turn {turn}");
    }
    for (turn, line) in (1..).zip(&replay.legs[0].turns) {
        assert_eq!(seen[turn].hash, line.hash);
    }
}

#[test]
fn time_passes_at_the_chosen_speed_while_it_plays() {
    let replay = Recording::gold_hunter(1, 200).replay();
    let turns = replay.legs[0].turns.len() as u32;
    let second = Duration::from_secs(1);
    let mut viewer = viewer(&replay);
    assert!(!viewer.tick(second));
    assert_eq!(viewer.wait(), None);
    after(&mut viewer, " ");
    assert!(viewer.tick(second));
    assert_eq!(viewer.at(), at(0, 4));
    assert_eq!(viewer.wait(), Some(Duration::from_millis(250)));
    assert!(!viewer.tick(Duration::from_millis(100)), "part of a turn");
    after(&mut viewer, "++");
    assert_eq!(viewer.speed(), 4.0);
    viewer.tick(second);
    assert_eq!(viewer.at(), at(0, 20));
    after(&mut viewer, "++++++++++");
    assert_eq!(viewer.speed(), 64.0);
    assert!(viewer.wait().unwrap() >= Duration::from_millis(30), "no more than the eye can follow");
    after(&mut viewer, "--------------------");
    assert_eq!(viewer.speed(), 0.25);
    after(&mut viewer, "++++++++++");
    viewer.tick(10 * second);
    assert_eq!(viewer.at(), at(0, turns));
    assert!(!viewer.playing(), "it stops at the end");
    after(&mut viewer, " ");
    assert_eq!((viewer.at(), viewer.playing()), (at(0, 0), true), "and starts anew");
    after(&mut viewer, "n");
    assert!(!viewer.playing(), "a step by hand pauses");
}

#[test]
fn e_stops_at_what_is_chosen_and_nothing_else() {
    let replay = Recording { dress: &talkative, ..Recording::gold_hunter(2, 12) }.replay();
    let mut viewer = viewer(&replay);
    let kinds: Vec<&str> = viewer.film().kinds().iter().map(|kind| kind.name).collect();
    for kind in ["drawing", "fault", "log", "moved"] {
        assert!(kinds.contains(&kind), "{kind} among {kinds:?}");
    }
    let chosen: Vec<&str> = (0..kinds.len()).filter(|&kind| viewer.stops_at(kind)).map(|kind| kinds[kind]).collect();
    assert!(chosen.contains(&"fault") && !chosen.contains(&"moved"), "{chosen:?}");
    // Only faults stay chosen.
    for (kind, name) in kinds.iter().enumerate() {
        if viewer.stops_at(kind) && *name != "fault" {
            after(&mut viewer, "t");
            after(&mut viewer, &"j".repeat(kind));
            assert_eq!(viewer.sheet, Sheet::Kinds(kind));
            after(&mut viewer, " \n");
        }
    }
    assert_eq!(viewer.sheet, Sheet::None);
    assert_eq!(after(&mut viewer, "e"), at(0, 3));
    assert_eq!(after(&mut viewer, "e"), at(1, 3), "on the next map");
    assert_eq!(after(&mut viewer, "e"), at(1, 3));
    assert_eq!(viewer.message(), Some("no more of that after this turn; t chooses what counts"));
    assert_eq!(after(&mut viewer, "E"), at(0, 3));
    assert_eq!(viewer.film().faults(at(0, 2), Seat::B), 0);
    assert_eq!(viewer.film().faults(at(0, 3), Seat::B), 1);
    assert_eq!(viewer.film().faults(at(0, 3), Seat::A), 0);
}

#[test]
fn fog_panel_and_sheets_are_switched() {
    let replay = Recording { dress: &talkative, ..Recording::gold_hunter(1, 12) }.replay();
    let mut viewer = viewer(&replay);
    after(&mut viewer, "n");
    let blank =
        |viewer: &Viewer<'_>| viewer.scene().drawing.rows().flatten().filter(|glyph| glyph.symbol == ' ').count();
    assert_eq!((viewer.fog(), blank(&viewer)), (None, 0));
    after(&mut viewer, "f");
    assert_eq!(viewer.fog(), Some(Seat::A));
    assert!(blank(&viewer) > 0);
    assert!(viewer.shows_marks(Seat::A) && !viewer.shows_marks(Seat::B));
    after(&mut viewer, "f");
    assert!(!viewer.shows_marks(Seat::A) && viewer.shows_marks(Seat::B));
    after(&mut viewer, "fd");
    assert_eq!(viewer.fog(), None);
    assert!(!viewer.shows_marks(Seat::A));
    type_keys(&mut viewer, &[KeyCode::Tab]);
    assert_eq!(viewer.page, Page::Log(Seat::A));
    type_keys(&mut viewer, &[KeyCode::BackTab, KeyCode::BackTab]);
    assert_eq!(viewer.page, Page::Log(Seat::B));
    after(&mut viewer, "w?");
    assert_eq!((viewer.shows_panel(), viewer.sheet), (false, Sheet::Help));
    let quit = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE);
    assert_eq!(viewer.handle(quit), Request::Draw, "closes the sheet only");
    assert_eq!(viewer.handle(quit), Request::Quit);
    type_keys(&mut viewer, &[KeyCode::Tab]);
    assert_eq!((viewer.shows_panel(), viewer.page), (true, Page::Log(Seat::B)), "the page that it was");
    let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
    assert_eq!(viewer.handle(control('c')), Request::Interrupt);
    assert_eq!(viewer.handle(control('z')), Request::Suspend);
    assert_eq!(viewer.handle(control('l')), Request::Repaint);
}

#[test]
fn the_camera_stays_on_the_board_and_keeps_its_target_in_sight() {
    let mut camera = botpit::watch::Camera { origin: (90, 90), ..Default::default() };
    camera.fit((100, 100), (40, 20));
    assert_eq!((camera.origin, camera.cut), ((60, 80), true));
    camera.target = Some(botpit_engine::Cell::new(5, 85));
    camera.fit((100, 100), (40, 20));
    assert_eq!(camera.origin, (0, 80), "the row is in sight already");
    camera.fit((10, 10), (40, 20));
    assert_eq!((camera.origin, camera.cut), ((0, 0), false));
}

#[test]
fn what_does_not_follow_from_the_rules_is_not_shown_and_told() {
    let whole = Recording::gold_hunter(1, 12).replay();
    let mut forged = whole.clone();
    forged.legs[0].turns[6].hash.0[0] ^= 1;
    let film = Film::open(GAMES, &forged, None).unwrap();
    assert_eq!(film.turns(0), 6);
    assert_eq!(film.trouble(), ["leg 1, turn 7: the replay has another state hash than the rules give"]);
    let mut cut = whole.clone();
    cut.legs[0].turns.truncate(5);
    cut.footer = None;
    let film = Film::open(GAMES, &cut, Some("line 8: the line is cut".to_owned())).unwrap();
    assert_eq!((film.turns(0), film.trouble()), (5, &["line 8: the line is cut".to_owned()][..]));
    let nothing = Replay { legs: Vec::new(), ..whole.clone() };
    assert_eq!(Film::open(GAMES, &nothing, None).err(), Some(FilmError::NoLeg));
    let mut other = whole;
    other.header.ruleset_version += 1;
    assert!(matches!(Film::open(GAMES, &other, None), Err(FilmError::Begin(_))));
}
