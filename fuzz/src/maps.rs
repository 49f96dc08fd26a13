//! Map files: whatever the bytes, they are refused, or they are a map that reads back as itself and can be played.

use anyhow::ensure;
use arbitrary::Unstructured;
use botpit_engine::{GAMES, MatchStart, Ruleset, Seat, Settings};

use crate::cases::Target;
use crate::mutate::mutated;

pub(crate) struct Maps {
    /// Good files of all games in both formats.
    samples: Vec<Vec<u8>>,
}

impl Maps {
    pub(crate) fn new() -> Maps {
        let mut samples = Vec::new();
        for ruleset in GAMES.iter() {
            for bundled in ruleset.bundled_maps().iter().filter(|map| map.text.len() < 5_000) {
                samples.push(bundled.text.as_bytes().to_vec());
                let map = bundled.read(ruleset).ok();
                samples.extend(map.and_then(|map| map.to_contest_text().ok()).map(String::into_bytes));
            }
        }
        Maps { samples }
    }
}

impl Target for Maps {
    const BYTES: usize = 600;

    fn case(&self, u: &mut Unstructured<'_>) -> anyhow::Result<&'static str> {
        let bytes = mutated(u, &self.samples)?;
        let games: Vec<&'static dyn Ruleset> = GAMES.iter().collect();
        let ruleset = *u.choose(&games)?;
        let mut options = Settings::default();
        if u.ratio(1, 4)? {
            options.set("drop-spies", "true");
        }
        ruleset.map_comments(&bytes);
        let map = match ruleset.read_map("case", &bytes, &options) {
            Ok(map) => map,
            Err(error) => {
                ensure!(error.to_string().chars().count() < 2_000, "an endless error");
                return Ok("refused");
            }
        };
        let text = map.to_text();
        let again = ruleset.read_map("case", text.as_bytes(), &Settings::default());
        let again = again.map_err(|error| anyhow::anyhow!("what was written cannot be read: {error}"))?;
        ensure!(again.to_text() == text, "it reads back as another map");
        map.summary();
        map.check();
        let Ok(mut game) = map.start(&MatchStart::default()) else { return Ok("read, not playable") };
        for seat in Seat::BOTH {
            game.setup(seat, &Default::default());
            game.view(seat, 1);
        }
        game.step(Default::default());
        ensure!(game.turn() == 1 || game.end().is_some(), "no turn was played");
        Ok("played")
    }
}
