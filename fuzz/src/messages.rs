//! Views, setups, orders and marks: whatever the bytes, the decoders refuse them or all of them can be walked through.

use anyhow::ensure;
use arbitrary::Unstructured;
use botpit_abi::{Marks, OrderList};
use botpit_engine::{GAMES, MatchStart, Seat, SetupLimits};

use crate::cases::Target;
use crate::mutate::mutated;

pub(crate) struct Messages {
    samples: Vec<Vec<u8>>,
}

impl Messages {
    pub(crate) fn new() -> anyhow::Result<Messages> {
        let mut samples = Vec::new();
        for ruleset in GAMES.iter() {
            for bundled in ruleset.bundled_maps().iter().take(3) {
                let mut game = bundled.read(ruleset)?.start(&MatchStart::default())?;
                for seat in Seat::BOTH {
                    samples.extend([game.setup(seat, &SetupLimits::default()), game.view(seat, 1_000)]);
                }
            }
        }
        Ok(Messages { samples })
    }
}

impl Target for Messages {
    const BYTES: usize = 400;

    fn case(&self, u: &mut Unstructured<'_>) -> anyhow::Result<&'static str> {
        let bytes = mutated(u, &self.samples)?;
        let mut word = "refused";
        for ruleset in GAMES.iter() {
            // These walk through every record of a message.
            for text in [ruleset.describe_setup(&bytes), ruleset.describe_view(&bytes)].into_iter().flatten() {
                ensure!(text.chars().all(|c| c == '\n' || !c.is_control()), "a control character in {text:?}");
                word = "read";
            }
            if let Ok(orders) = OrderList::parse(&bytes, ruleset.abi_game()) {
                orders.iter().for_each(|order| drop(ruleset.describe_order(order)));
                word = "read";
            }
        }
        let marks: usize = Marks::new(&bytes).count();
        ensure!(marks <= bytes.len(), "{marks} marks in {} bytes", bytes.len());
        Ok(word)
    }
}
