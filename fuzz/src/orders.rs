//! Orders: whatever the bytes, the rules take them, and the same bytes give the same state.

use std::sync::Arc;

use anyhow::ensure;
use arbitrary::Unstructured;
use botpit_abi::{Direction, Order, OrderList, OrderWriter};
use botpit_engine::{BothSeats, GAMES, Game, GameMap, MatchStart, Ruleset, Seat, SeatInput, Seed};

use crate::cases::Target;
use crate::mutate::mutated;

/// Turns of a case.
const TURNS: usize = 6;

pub(crate) struct Orders {
    /// Small maps of all games.
    maps: Vec<Arc<dyn GameMap>>,
}

impl Orders {
    pub(crate) fn new() -> anyhow::Result<Orders> {
        let mut maps = Vec::new();
        for ruleset in GAMES.iter() {
            for bundled in ruleset.bundled_maps().iter().filter(|map| map.text.len() < 3_000) {
                maps.push(bundled.read(ruleset)?);
            }
        }
        Ok(Orders { maps })
    }
}

impl Target for Orders {
    const BYTES: usize = 800;

    fn case(&self, u: &mut Unstructured<'_>) -> anyhow::Result<&'static str> {
        let map = u.choose(&self.maps)?;
        let mut game = map.start(&MatchStart { seed: Seed(u.arbitrary()?), ..MatchStart::default() })?;
        let mut buffer = vec![0; game.message_bytes_max()];
        for _ in 0..TURNS {
            let answers = BothSeats([answer(u, map.ruleset())?, answer(u, map.ruleset())?]);
            let banks = BothSeats::<u64>([u.int_in_range(0..=2)?, u.arbitrary()?]);
            let mut twin = game.fork();
            for game in [&mut game, &mut twin] {
                game.step(BothSeats::from_fn(|seat| SeatInput { orders: &answers[seat], bank_left: banks[seat] }));
                for seat in Seat::BOTH {
                    let length = game.write_view(seat, banks[seat], &mut buffer);
                    ensure!(length <= buffer.len(), "a view of {length} bytes");
                }
            }
            agree(game.as_ref(), twin.as_ref())?;
            game.draw(None);
        }
        Ok(if game.end().is_some() { "over" } else { "going on" })
    }
}

fn agree(game: &dyn Game, twin: &dyn Game) -> anyhow::Result<()> {
    ensure!(game.hash() == twin.hash(), "the same orders lead to different states");
    ensure!(game.rejections() == twin.rejections() && game.events() == twin.events(), "they lead to different events");
    Ok(())
}

/// What a bot could answer: good orders, good orders with damage, or anything.
fn answer(u: &mut Unstructured<'_>, ruleset: &dyn Ruleset) -> arbitrary::Result<Vec<u8>> {
    if u.ratio(1, 8)? {
        return u.arbitrary();
    }
    let count = u.int_in_range(0..=12)?;
    let mut bytes = vec![0; OrderList::bytes_for(count)];
    let mut orders = OrderWriter::new(&mut bytes, ruleset.abi_game());
    for _ in 0..count {
        let (player, direction) = (u.int_in_range(0..=9)?, *u.choose(&Direction::ALL)?);
        orders.push(match u.int_in_range(0..=4)? {
            0 => Order::rotate(player, direction),
            1 => Order::advance(player),
            2 => Order::step(player, direction),
            3 => Order::fire(player),
            _ => Order { player, kind: u.arbitrary()?, direction: u.arbitrary()? },
        });
    }
    let good = orders.finish().to_vec();
    if u.ratio(1, 3)? { mutated(u, &[good]) } else { Ok(good) }
}
