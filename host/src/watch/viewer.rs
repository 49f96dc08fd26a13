use std::time::Duration;

use botpit_engine::replay::{Film, Position, Scene};
use botpit_engine::{Cell, Seat};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Turns a second at speed 1.
const TURNS_PER_SECOND: f64 = 4.0;
/// The speeds, as powers of two: 0.25 to 64.
const SLOWEST: i32 = -2;
const FASTEST: i32 = 6;
/// How far a page goes, in turns.
const PAGE_TURNS: u32 = 10;
/// The most digits of a turn's number.
const DIGITS_MAX: usize = 9;
/// At this frame rate a viewer that plays wakes up at most.
const FRAME: Duration = Duration::from_millis(33);

/// The keys and what they do, as the help sheet and `--help` show them.
pub const KEYS: &[(&str, &str)] = &[
    ("Space", "play, or pause"),
    ("→ n, ← p", "one turn on, one turn back"),
    ("PgDn, PgUp", "ten turns on, ten turns back"),
    ("Home g, End G", "the start of the leg, its last turn"),
    ("NUMBER Enter", "that turn"),
    ("e, E", "the next turn, or the one before, in which something happens"),
    ("t", "choose what e and E stop at"),
    ("], [", "the next leg, on another map, or the one before"),
    ("+, -", "faster, slower: 0.25 to 64 times 4 turns a second"),
    ("f", "fog: everything, what a sees, what b sees"),
    ("d", "show or hide what the bots drew"),
    ("h j k l", "move over a large board; H J K L ten cells"),
    ("c", "keep what happens in sight, or leave the board still"),
    ("Tab", "the panel's pages: what happened, a's log, b's log"),
    ("↓, ↑", "scroll the panel"),
    ("w", "show or hide the panel"),
    ("?", "these keys"),
    ("q", "quit"),
];

/// What the viewer asks of the terminal after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Nothing but to be drawn.
    Draw,
    /// To be drawn from scratch.
    Repaint,
    /// To stop the program until the user goes on.
    Suspend,
    /// The end.
    Quit,
    /// The end, by Ctrl-C.
    Interrupt,
}

/// A page of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// What happened in the turn.
    Happened,
    /// What a bot logged in the turn.
    Log(Seat),
}

/// Whether there is a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Where there is room for it and the board.
    WhereItFits,
    /// Yes, instead of the board where there is no room for both.
    Shown,
    /// No.
    Hidden,
}

/// What lies over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// Nothing.
    None,
    /// The keys.
    Help,
    /// The kinds of things that happen, to choose from; the number of the one under the cursor.
    Kinds(usize),
}

/// Which part of a board is on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Camera {
    /// The first column and row on the screen.
    pub origin: (u16, u16),
    /// A cell that must be on the screen when it is drawn next.
    pub target: Option<Cell>,
    /// Whether the screen shows a part of the board only.
    pub cut: bool,
}

impl Camera {
    /// Fits the camera to a screen that shows `window` columns and rows of a board of `board`.
    pub fn fit(&mut self, board: (u16, u16), window: (u16, u16)) {
        if let Some(cell) = self.target.take() {
            self.origin.0 = keep_in_sight(self.origin.0, cell.x, window.0);
            self.origin.1 = keep_in_sight(self.origin.1, cell.y, window.1);
        }
        self.cut = board.0 > window.0 || board.1 > window.1;
        self.origin.0 = self.origin.0.min(board.0.saturating_sub(window.0));
        self.origin.1 = self.origin.1.min(board.1.saturating_sub(window.1));
    }

    fn pan(&mut self, dx: i32, dy: i32) {
        let moved = |from: u16, by: i32| (i32::from(from) + by).clamp(0, i32::from(u16::MAX)) as u16;
        self.origin = (moved(self.origin.0, dx), moved(self.origin.1, dy));
    }
}

/// The first column to show so that `at` is in sight: where it is, or with `at` in the middle.
fn keep_in_sight(origin: u16, at: u16, window: u16) -> u16 {
    if (origin..origin.saturating_add(window)).contains(&at) { origin } else { at.saturating_sub(window / 2) }
}

/// A replay being watched: where, how, and what is shown. It knows keys and time, and no terminal.
pub struct Viewer<'a> {
    film: Film<'a>,
    result: Option<String>,
    at: Position,
    scene: Scene,
    fog: Option<Seat>,
    marks: bool,
    playing: bool,
    speed: i32,
    due: f64,
    stops: Vec<bool>,
    follow: bool,
    digits: String,
    message: Option<String>,
    /// Which part of the board is shown.
    pub camera: Camera,
    /// The page of the panel, where it is shown.
    pub page: Page,
    /// Whether there is a panel.
    pub panel: Panel,
    /// Whether the screen has room for it and the board.
    pub panel_fits: bool,
    /// Lines of the panel's page above the first one shown.
    pub scroll: usize,
    /// What lies over the board.
    pub sheet: Sheet,
}

impl<'a> Viewer<'a> {
    /// A viewer at a place, paused; `result` tells how the match came out.
    pub fn new(mut film: Film<'a>, result: Option<String>, at: Position) -> Viewer<'a> {
        let at = film.nearest(at);
        let scene = film.scene(at, None);
        let stops = remarkable(&film);
        Viewer {
            film,
            result,
            at,
            scene,
            fog: None,
            marks: true,
            playing: false,
            speed: 0,
            due: 0.0,
            stops,
            follow: true,
            digits: String::new(),
            message: None,
            camera: Camera::default(),
            page: Page::Happened,
            panel: Panel::WhereItFits,
            panel_fits: true,
            scroll: 0,
            sheet: Sheet::None,
        }
    }

    /// What is watched.
    pub fn film(&self) -> &Film<'a> {
        &self.film
    }

    /// How the match came out, where the replay says so.
    pub fn result(&self) -> Option<&str> {
        self.result.as_deref()
    }

    /// Where the viewer is.
    pub fn at(&self) -> Position {
        self.at
    }

    /// What is to be seen there.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Whose view of the board is shown; everything when it is nobody's.
    pub fn fog(&self) -> Option<Seat> {
        self.fog
    }

    /// Whether a bot's drawing is shown: under a seat's fog only its own.
    pub fn shows_marks(&self, of: Seat) -> bool {
        self.marks && self.fog.is_none_or(|seat| seat == of)
    }

    /// Whether drawings are shown at all.
    pub fn marks(&self) -> bool {
        self.marks
    }

    /// Whether the panel is on the screen.
    pub fn shows_panel(&self) -> bool {
        self.panel == Panel::Shown || self.panel == Panel::WhereItFits && self.panel_fits
    }

    /// Whether turns pass by themselves.
    pub fn playing(&self) -> bool {
        self.playing
    }

    /// How fast they do: 1 is four turns a second.
    pub fn speed(&self) -> f64 {
        2f64.powi(self.speed)
    }

    /// Whether the board moves to where something happens.
    pub fn follows(&self) -> bool {
        self.follow
    }

    /// The number that is being typed.
    pub fn digits(&self) -> &str {
        &self.digits
    }

    /// What the last key came to, where it needs words.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// Whether `e` and `E` stop at a kind of the film.
    pub fn stops_at(&self, kind: usize) -> bool {
        self.stops.get(kind).copied().unwrap_or(false)
    }

    /// The cells of the turn's events that `e` and `E` stop at.
    pub fn highlights(&self) -> impl Iterator<Item = Cell> + '_ {
        self.scene.events.iter().filter(|event| self.is_stop(event.kind)).map(|event| event.at)
    }

    /// How long the viewer may sleep; `None` until a key comes.
    pub fn wait(&self) -> Option<Duration> {
        self.playing.then(|| {
            let left = (1.0 - self.due).max(0.0) / (TURNS_PER_SECOND * self.speed());
            Duration::from_secs_f64(left).max(FRAME)
        })
    }

    /// Lets time pass; true when there is something new to draw.
    pub fn tick(&mut self, elapsed: Duration) -> bool {
        if !self.playing {
            return false;
        }
        self.due += elapsed.as_secs_f64() * TURNS_PER_SECOND * self.speed();
        let turns = self.due.floor();
        self.due -= turns;
        if turns < 1.0 {
            return false;
        }
        let to = self.later(self.at, turns as u32);
        self.playing = to != self.film.end();
        self.go(to);
        true
    }

    /// Does what a key says.
    pub fn handle(&mut self, key: KeyEvent) -> Request {
        self.message = None;
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.control(key.code);
        }
        match self.sheet {
            Sheet::None => self.key(key.code),
            Sheet::Help => self.help_key(key.code),
            Sheet::Kinds(cursor) => self.kinds_key(key.code, cursor),
        }
    }

    fn control(&mut self, code: KeyCode) -> Request {
        match code {
            KeyCode::Char('c') => Request::Interrupt,
            KeyCode::Char('z') => Request::Suspend,
            KeyCode::Char('l') => Request::Repaint,
            // As in less.
            KeyCode::Char('f') => self.key(KeyCode::PageDown),
            KeyCode::Char('b') => self.key(KeyCode::PageUp),
            _ => Request::Draw,
        }
    }

    fn help_key(&mut self, code: KeyCode) -> Request {
        match code {
            KeyCode::Down | KeyCode::Char('j') => self.scroll = self.scroll.saturating_add(1),
            KeyCode::Up | KeyCode::Char('k') => self.scroll = self.scroll.saturating_sub(1),
            KeyCode::Char('?' | 'q' | ' ') | KeyCode::Esc | KeyCode::Enter => {
                self.sheet = Sheet::None;
                self.scroll = 0;
            }
            _ => {}
        }
        Request::Draw
    }

    fn kinds_key(&mut self, code: KeyCode, cursor: usize) -> Request {
        let last = self.stops.len().saturating_sub(1);
        self.sheet = match code {
            KeyCode::Down | KeyCode::Char('j') => Sheet::Kinds((cursor + 1).min(last)),
            KeyCode::Up | KeyCode::Char('k') => Sheet::Kinds(cursor.saturating_sub(1)),
            KeyCode::Char(' ' | 'x') => {
                if let Some(stop) = self.stops.get_mut(cursor) {
                    *stop = !*stop;
                }
                self.sheet
            }
            KeyCode::Enter | KeyCode::Esc | KeyCode::Char('t' | 'q') => Sheet::None,
            _ => self.sheet,
        };
        Request::Draw
    }

    fn key(&mut self, code: KeyCode) -> Request {
        if self.number_key(code) {
            return Request::Draw;
        }
        match code {
            KeyCode::Char('q') => return Request::Quit,
            KeyCode::Char('?') => {
                self.sheet = Sheet::Help;
                self.scroll = 0;
            }
            KeyCode::Char('t') => self.sheet = Sheet::Kinds(0),
            KeyCode::Char('w') if self.shows_panel() => self.panel = Panel::Hidden,
            KeyCode::Char('w') => self.panel = Panel::Shown,
            KeyCode::Char('f') => self.change_fog(),
            KeyCode::Char('d') => self.marks = !self.marks,
            KeyCode::Char('c') => self.follow = !self.follow,
            KeyCode::Tab => self.turn_page(1),
            KeyCode::BackTab => self.turn_page(2),
            KeyCode::Down => self.scroll = self.scroll.saturating_add(1),
            KeyCode::Up => self.scroll = self.scroll.saturating_sub(1),
            KeyCode::Char(letter @ ('h' | 'j' | 'k' | 'l' | 'H' | 'J' | 'K' | 'L')) => self.pan(letter),
            _ => self.time_key(code),
        }
        Request::Draw
    }

    /// Takes part in a number; false when the key is about something else.
    fn number_key(&mut self, code: KeyCode) -> bool {
        match code {
            KeyCode::Char(digit @ '0'..='9') if self.digits.len() < DIGITS_MAX => self.digits.push(digit),
            KeyCode::Char('0'..='9') => {}
            KeyCode::Backspace if !self.digits.is_empty() => drop(self.digits.pop()),
            KeyCode::Esc => self.digits.clear(),
            KeyCode::Enter | KeyCode::Char('g' | 'G') if !self.digits.is_empty() => {
                let turn = std::mem::take(&mut self.digits).parse().unwrap_or(u32::MAX);
                self.jump_to_turn(turn);
            }
            _ => {
                self.digits.clear();
                return false;
            }
        }
        true
    }

    /// The keys that move in time.
    fn time_key(&mut self, code: KeyCode) {
        let Position { leg, turn } = self.at;
        match code {
            KeyCode::Char(' ') => self.play_or_pause(),
            KeyCode::Char('+' | '=' | '>') => self.speed = (self.speed + 1).min(FASTEST),
            KeyCode::Char('-' | '_' | '<') => self.speed = (self.speed - 1).max(SLOWEST),
            KeyCode::Right | KeyCode::Char('n') => self.step_to(self.later(self.at, 1)),
            KeyCode::Left | KeyCode::Char('p') => self.step_to(self.earlier()),
            KeyCode::PageDown => self.step_to(self.later(self.at, PAGE_TURNS)),
            KeyCode::PageUp => self.step_to(Position { leg, turn: turn.saturating_sub(PAGE_TURNS) }),
            KeyCode::Home | KeyCode::Char('g') => self.step_to(Position { leg, turn: 0 }),
            KeyCode::End | KeyCode::Char('G') => self.step_to(Position { leg, turn: self.film.turns(leg) }),
            KeyCode::Char(']') if leg + 1 < self.film.legs() => self.step_to(Position { leg: leg + 1, turn: 0 }),
            KeyCode::Char('[') if leg > 0 => self.step_to(Position { leg: leg - 1, turn: 0 }),
            KeyCode::Char(']') => self.message = Some("this is the last leg".to_owned()),
            KeyCode::Char('[') => self.message = Some("this is the first leg".to_owned()),
            KeyCode::Char('e') => self.jump_to_event(true),
            KeyCode::Char('E') => self.jump_to_event(false),
            _ => {}
        }
    }

    fn play_or_pause(&mut self) {
        self.playing = !self.playing;
        self.due = 0.0;
        if self.playing && self.at == self.film.end() {
            self.go(Position::default());
        }
    }

    fn change_fog(&mut self) {
        self.fog = match self.fog {
            None => Some(Seat::A),
            Some(Seat::A) => Some(Seat::B),
            Some(Seat::B) => None,
        };
        self.scene = self.film.scene(self.at, self.fog);
    }

    /// Turns to another page, or shows the panel.
    fn turn_page(&mut self, by: usize) {
        const PAGES: [Page; 3] = [Page::Happened, Page::Log(Seat::A), Page::Log(Seat::B)];
        if !self.shows_panel() {
            self.panel = Panel::Shown;
            return;
        }
        let here = PAGES.iter().position(|page| *page == self.page).unwrap_or(0);
        self.page = PAGES[(here + by) % PAGES.len()];
        self.scroll = 0;
    }

    fn pan(&mut self, letter: char) {
        let by = if letter.is_ascii_uppercase() { 10 } else { 1 };
        match letter.to_ascii_lowercase() {
            'h' => self.camera.pan(-by, 0),
            'j' => self.camera.pan(0, by),
            'k' => self.camera.pan(0, -by),
            _ => self.camera.pan(by, 0),
        }
    }

    fn jump_to_turn(&mut self, turn: u32) {
        let leg = self.at.leg;
        let turns = self.film.turns(leg);
        if turn > turns {
            self.message = Some(format!("there is no turn {turn}: the last one is {turns}"));
        } else {
            self.step_to(Position { leg, turn });
        }
    }

    /// Goes to the nearest place, later or earlier, of the kinds that are chosen.
    fn jump_to_event(&mut self, later: bool) {
        let chosen = self.film.kinds().iter().zip(&self.stops).filter(|(_, stop)| **stop);
        let places = chosen.filter_map(|(kind, _)| {
            let places = &kind.places;
            let next = if later {
                places.get(places.partition_point(|place| *place <= self.at))
            } else {
                places[..places.partition_point(|place| *place < self.at)].last()
            };
            next.copied()
        });
        let place = if later { places.min() } else { places.max() };
        match place {
            Some(place) => self.step_to(place),
            None => {
                let where_to = if later { "after" } else { "before" };
                self.message = Some(format!("no more of that {where_to} this turn; t chooses what counts"));
            }
        }
    }

    /// Goes to a place by hand, which pauses.
    fn step_to(&mut self, to: Position) {
        self.playing = false;
        self.go(to);
    }

    fn go(&mut self, to: Position) {
        if to == self.at {
            return;
        }
        self.at = to;
        self.scroll = 0;
        self.scene = self.film.scene(to, self.fog);
        if self.follow {
            let target = self.highlights().next();
            self.camera.target = target;
        }
    }

    /// The place so many turns later; a leg's end is a place of its own, then the next leg starts.
    fn later(&self, from: Position, turns: u32) -> Position {
        let Position { leg, turn } = from;
        if turn < self.film.turns(leg) {
            Position { leg, turn: turn.saturating_add(turns).min(self.film.turns(leg)) }
        } else if leg + 1 < self.film.legs() {
            Position { leg: leg + 1, turn: 0 }
        } else {
            from
        }
    }

    fn earlier(&self) -> Position {
        let Position { leg, turn } = self.at;
        match (turn.checked_sub(1), leg.checked_sub(1)) {
            (Some(turn), _) => Position { leg, turn },
            (None, Some(leg)) => Position { leg, turn: self.film.turns(leg) },
            (None, None) => self.at,
        }
    }

    /// Whether `e` and `E` stop at events of a kind.
    pub fn is_stop(&self, kind: &str) -> bool {
        self.film.kinds().iter().zip(&self.stops).any(|(known, stop)| *stop && known.name == kind)
    }
}

/// Which kinds are worth a stop at first: what happens in at most a quarter of the turns, and every fault.
fn remarkable(film: &Film<'_>) -> Vec<bool> {
    let turns: usize = (0..film.legs()).map(|leg| film.turns(leg) as usize).sum();
    film.kinds().iter().map(|kind| kind.name == "fault" || kind.places.len() * 4 <= turns).collect()
}
