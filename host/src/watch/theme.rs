use botpit_engine::{Glyph, Seat};
use ratatui::style::{Color, Modifier, Style};

/// The colours that a terminal has, or may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// None: everything is told by symbols, bold, underlined and reversed.
    None,
    /// The 256 colours of the usual table.
    Table,
    /// All.
    True,
}

impl Colours {
    /// A style in this colour where there are colours, else in none.
    fn fg(self, colour: Color) -> Style {
        if self == Colours::None { Style::new() } else { Style::new().fg(colour) }
    }

    /// A seat's own style: A is bold, B reversed, which is to be told apart without colours too.
    pub fn seat(self, seat: Seat) -> Style {
        match seat {
            Seat::A => self.fg(Color::LightBlue).add_modifier(Modifier::BOLD),
            Seat::B => self.fg(Color::LightRed).add_modifier(Modifier::BOLD | Modifier::REVERSED),
        }
    }

    /// A seat's colour for running text.
    pub fn seat_text(self, seat: Seat) -> Style {
        self.fg(match seat {
            Seat::A => Color::LightBlue,
            Seat::B => Color::LightRed,
        })
    }

    /// What belongs to nobody: punctuation is the ground, and drawn faintly.
    pub fn glyph(self, glyph: Glyph) -> Style {
        match glyph {
            Glyph { seat: Some(seat), .. } => self.seat(seat),
            Glyph { symbol: '.' | ',', .. } => self.faint(),
            Glyph { symbol: '#', .. } => self.fg(Color::Gray),
            _ => self.fg(Color::LightYellow),
        }
    }

    /// What is less important.
    pub fn faint(self) -> Style {
        self.fg(Color::DarkGray)
    }

    /// What went wrong.
    pub fn alarm(self) -> Style {
        self.fg(Color::LightRed).add_modifier(Modifier::BOLD)
    }

    /// What is chosen or stands out.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The lines at the top and at the bottom.
    pub fn bar(self) -> Style {
        match self {
            Colours::None => Style::new().add_modifier(Modifier::BOLD),
            _ => Style::new().fg(Color::White).bg(Color::Indexed(236)),
        }
    }

    /// A cell in which something happened.
    pub fn highlight(self) -> Style {
        let style = Style::new().add_modifier(Modifier::UNDERLINED);
        if self == Colours::None { style } else { style.bg(Color::Indexed(58)) }
    }

    /// A colour of a bot's own, `0xRRGGBBAA`; `None` when it is wholly transparent or there are no colours.
    pub fn of_mark(self, rgba: u32) -> Option<Color> {
        let [r, g, b, a] = rgba.to_be_bytes();
        match self {
            _ if a == 0 => None,
            Colours::None => None,
            Colours::Table => Some(Color::Indexed(16 + 36 * cube(r) + 6 * cube(g) + cube(b))),
            Colours::True => Some(Color::Rgb(r, g, b)),
        }
    }
}

/// The nearest step of the colour table's cube: 0, 95, 135, 175, 215, 255.
fn cube(channel: u8) -> u8 {
    match channel {
        0..=47 => 0,
        48..=114 => 1,
        _ => (channel - 35) / 40,
    }
}

/// Black or white, whichever is read more easily on a colour `0xRRGGBBAA`.
pub(super) fn ink_on(rgba: u32) -> Color {
    let [r, g, b, _] = rgba.to_be_bytes().map(u32::from);
    if 299 * r + 587 * g + 114 * b > 127_500 { Color::Black } else { Color::White }
}
