//! Marks that a viewer lays over the board of the turn, for the bot's author.
//!
//! Colours are `0xRRGGBBAA`. The host keeps about 2 KiB a turn, which is a hundred marks.
//!
//! ```
//! use botpit_sdk::draw;
//! use botpit_sdk::grid::Point;
//!
//! draw::cell(Point::new(3, 4), draw::RED);
//! draw::line(Point::new(0, 0), Point::new(3, 4), draw::BLUE);
//! draw::text(Point::new(3, 4), draw::WHITE, "target");
//! ```

use std::cell::RefCell;

use botpit_abi::Mark;

use crate::grid::Point;
use crate::host::imports;

/// Half-transparent red.
pub const RED: u32 = 0xe0_30_30_80;
/// Half-transparent green.
pub const GREEN: u32 = 0x30_c0_40_80;
/// Half-transparent blue.
pub const BLUE: u32 = 0x30_60_e0_80;
/// Half-transparent yellow.
pub const YELLOW: u32 = 0xf0_d0_20_80;
/// White.
pub const WHITE: u32 = 0xff_ff_ff_ff;

/// The longest text, in bytes; what is over is cut off.
pub const TEXT_BYTES: usize = 256;

/// Fills a cell.
pub fn cell(at: Point, colour: u32) {
    put(&Mark::Cell { at: at.into(), colour });
}

/// Draws a line between the middles of two cells.
pub fn line(from: Point, to: Point, colour: u32) {
    put(&Mark::Line { from: from.into(), to: to.into(), colour });
}

/// Writes a text at a cell.
pub fn text(at: Point, colour: u32, text: &str) {
    let text = &text.as_bytes()[..text.floor_char_boundary(TEXT_BYTES)];
    put(&Mark::Text { at: at.into(), colour, text });
}

thread_local! {
    static BYTES: RefCell<[u8; botpit_abi::MARK_LEN + TEXT_BYTES]> = const { RefCell::new([0; _]) };
}

fn put(mark: &Mark<'_>) {
    BYTES.with_borrow_mut(|bytes| {
        if let Some(len) = mark.write(bytes) {
            imports::draw(&bytes[..len]);
        }
    });
}
