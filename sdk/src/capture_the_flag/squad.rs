use super::{Board, Direction, Located, Orders, Player, View};
use crate::grid::{Distances, Point};

/// Where the team's players go this turn, so that they do not stand in each other's way. Make one for each turn.
///
/// Of team mates that step into one cell none arrives, and nobody enters the cell of a mate that stays.
#[derive(Clone, Debug)]
pub struct Squad<'a> {
    board: &'a Board,
    /// The cells of the players that have their order, after it.
    taken: Vec<Point>,
    /// The cells of the players that have none yet, by id.
    waiting: Vec<(u16, Point)>,
}

impl<'a> Squad<'a> {
    /// The team's free players of a view, nobody ordered yet.
    pub fn new(board: &'a Board, view: &View<'_>) -> Squad<'a> {
        let free = view.players.iter().filter(|player| !player.captured);
        Squad { board, taken: Vec::new(), waiting: free.map(|player| (player.id, player.at())).collect() }
    }

    /// Whether a player can be sent to a cell next to it: it is open, and no mate that has its order will be there. A
    /// mate that has none yet may still leave.
    pub fn is_free(&self, at: Point) -> bool {
        self.board.is_open(at) && !self.taken.contains(&at)
    }

    /// The steps that bring a player nearer to what was measured, over cells that are [free](Squad::is_free); those
    /// that no mate stands on first.
    pub fn nearer(&self, player: &Player, goal: &Distances) -> Option<Direction> {
        let from = goal.to(player.at())?;
        let nearer = |&(_, to): &(Direction, Point)| goal.to(to).is_some_and(|steps| steps < from) && self.is_free(to);
        let ways = self.board.next_to(player.at()).filter(nearer);
        ways.min_by_key(|&(_, to)| self.waiting.iter().any(|&(_, at)| at == to)).map(|(way, _)| way)
    }

    /// Orders a player one step in a direction, or to stay; a step that is not [free](Squad::is_free) is not taken.
    pub fn go(&mut self, player: &Player, way: Option<Direction>, orders: &mut Orders<'_>) {
        self.waiting.retain(|&(id, _)| id != player.id);
        let step = way.and_then(|way| self.board.next_to(player.at()).find(|&(direction, _)| direction == way));
        match step.filter(|&(_, to)| self.is_free(to)) {
            Some((way, to)) => {
                self.taken.push(to);
                orders.step(player.id, way);
            }
            None => self.taken.push(player.at()),
        }
    }

    /// Orders a player a step nearer to what was measured; it stays where none is free.
    pub fn go_nearer(&mut self, player: &Player, goal: &Distances, orders: &mut Orders<'_>) {
        self.go(player, self.nearer(player, goal), orders);
    }
}
