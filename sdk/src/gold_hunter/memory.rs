use super::{Bullet, Direction, Gold, Located, Opponent, Orders, Player, Setup, Step, View};
use crate::grid::{Grid, Point};

/// What is known of a cell's ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Terrain {
    /// It was not seen yet.
    #[default]
    Unknown,
    /// Players can go there.
    Ground,
    /// Nobody can enter, nothing is seen behind.
    Obstacle,
}

/// An opponent where it was last seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// What was seen.
    pub opponent: Opponent,
    /// The turns played when it was seen.
    pub turn: u32,
}

/// What a team has seen so far: call [`Memory::update`] with each view, first of all.
#[derive(Clone, Debug)]
pub struct Memory {
    turn: u32,
    terrain: Grid<Terrain>,
    /// One more than the turn in which each cell was last seen; 0 for never.
    seen: Grid<u32>,
    /// Whether somebody was near enough to see gold there.
    searched: Grid<bool>,
    occupied: Grid<bool>,
    gold: Vec<Gold>,
    opponents: Vec<Option<Sighting>>,
    bullets: Vec<Bullet>,
    /// In how many turns a bullet arrives; 0 for never.
    hit_in: Grid<u8>,
}

impl Memory {
    /// An empty memory for the match of a setup.
    pub fn new(setup: &Setup) -> Memory {
        let (width, height) = (setup.common.width, setup.common.height);
        Memory {
            turn: 0,
            terrain: Grid::new(width, height, Terrain::Unknown),
            seen: Grid::new(width, height, 0),
            searched: Grid::new(width, height, false),
            occupied: Grid::new(width, height, false),
            gold: Vec::new(),
            opponents: vec![None; usize::from(setup.hunters) + usize::from(setup.workers)],
            bullets: Vec::new(),
            hit_in: Grid::new(width, height, 0),
        }
    }

    /// Takes in what a view shows.
    pub fn update(&mut self, view: &View<'_>) {
        self.turn = view.common.turn;
        self.take_cells(view);
        self.take_gold(view);
        self.take_opponents(view);
        self.take_bullets(view);
    }

    /// Turns played when the last view was made.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The ground of each cell.
    pub fn terrain(&self) -> &Grid<Terrain> {
        &self.terrain
    }

    /// Whether a cell is on the board and not known to be an obstacle.
    pub fn may_be_open(&self, at: Point) -> bool {
        self.terrain.get(at).is_some_and(|&terrain| terrain != Terrain::Obstacle)
    }

    /// Whether a player can walk into the cell this turn as far as the team knows: no obstacle and no player is there,
    /// and it is not [reserved](Memory::reserve).
    pub fn is_free(&self, at: Point) -> bool {
        self.may_be_open(at) && !self.occupied[at]
    }

    /// Keeps a cell for a player that walks into it this turn, so that it is no longer free for the others: of players
    /// that walk into the same cell none arrives.
    pub fn reserve(&mut self, at: Point) {
        if let Some(occupied) = self.occupied.get_mut(at) {
            *occupied = true;
        }
    }

    /// Whether the last view shows the cell.
    pub fn is_visible(&self, at: Point) -> bool {
        self.seen.get(at) == Some(&(self.turn + 1))
    }

    /// Whether one of the team has been near enough to see gold in the cell.
    pub fn is_searched(&self, at: Point) -> bool {
        self.searched.get(at).is_some_and(|&searched| searched)
    }

    /// The gold that is left as far as the team knows, row by row.
    pub fn gold(&self) -> &[Gold] {
        &self.gold
    }

    /// Each opponent where it was last seen, unless its cell has been seen without it since.
    pub fn opponents(&self) -> impl Iterator<Item = Sighting> {
        self.opponents.iter().flatten().copied()
    }

    /// In how many turns a bullet strikes the cell if nothing stops it on the way, from 1 for this turn's flight
    /// (which comes after the moves). A bullet is followed out of sight for as long as it should be flying.
    pub fn hit_in(&self, at: Point) -> Option<u32> {
        self.hit_in.get(at).filter(|&&turns| turns != 0).map(|&turns| turns.into())
    }

    /// Whether a player that walks into the cell this turn dies of a bullet that the team knows: one that is there,
    /// or flies there.
    pub fn is_deadly_to_enter(&self, at: Point) -> bool {
        self.hit_in(at) == Some(1) || self.bullets.iter().any(|bullet| bullet.at() == at)
    }

    /// What a player has to do now to get out of the way of a bullet; `None` when it is in no hurry, or lost.
    ///
    /// It walks ahead if that is safe. With a turn to spare it turns towards a safe cell first.
    pub fn escape(&self, player: &Player) -> Option<Step> {
        let turns = self.hit_in(player.at()).filter(|&turns| turns <= 2)?;
        let is_safe = |direction| {
            let aside = self.terrain.step(player.at(), direction).filter(|&aside| self.is_free(aside));
            aside.is_some_and(|aside| !self.is_deadly_to_enter(aside) && self.hit_in(aside).is_none())
        };
        if is_safe(player.facing) {
            return Some(Step::Advance);
        }
        let aside = Direction::ALL.into_iter().find(|&direction| is_safe(direction));
        aside.filter(|_| turns == 2).map(Step::Rotate)
    }

    /// The opponent that a hunter would hit if it fired now and nobody moved: one in its line of fire, at most `range`
    /// cells ahead, with no player of its own team in between and no bullet on its way there already.
    ///
    /// A bullet takes a turn for two cells, after the one in which it was fired, and who sees it may step aside.
    pub fn clear_shot(&self, hunter: &Player, range: u32) -> Option<Opponent> {
        if hunter.ammo == 0 {
            return None;
        }
        let mut line = self.terrain.ray(hunter.at(), hunter.facing).take(range as usize);
        let hit = line.find(|&at| !self.is_free(at))?;
        let in_sight = self.opponents().filter(|seen| seen.turn == self.turn).map(|seen| seen.opponent);
        in_sight.into_iter().find(|opponent| opponent.at() == hit).filter(|_| self.hit_in(hit).is_none())
    }

    /// Takes a step and [reserves](Memory::reserve) the cell that it leads to. A cell that is not free is not walked
    /// into: the player waits.
    pub fn walk(&mut self, player: &Player, step: Step, orders: &mut Orders<'_>) {
        let ahead = self.terrain.step(player.at(), player.facing).filter(|&ahead| self.is_free(ahead));
        match (step, ahead) {
            (Step::Rotate(direction), _) => orders.rotate(player.id, direction),
            (Step::Advance, Some(ahead)) => {
                self.reserve(ahead);
                orders.advance(player.id);
            }
            (Step::Advance, None) => {}
        }
    }

    fn take_cells(&mut self, view: &View<'_>) {
        self.occupied.fill(false);
        for cell in view.cells.iter() {
            let at = cell.at();
            if self.terrain.contains(at) {
                self.terrain[at] = if cell.is_obstacle() { Terrain::Obstacle } else { Terrain::Ground };
                self.seen[at] = self.turn + 1;
                self.occupied[at] = cell.has_player();
            }
        }
    }

    fn take_gold(&mut self, view: &View<'_>) {
        for player in view.players.iter() {
            let at = player.at();
            self.gold.retain(|gold| gold.at().reach(at) > 1);
            if let Some(searched) = self.searched.get_mut(at) {
                *searched = true;
            }
            for near in self.terrain.around(at) {
                self.searched[near] = true;
            }
        }
        self.gold.extend(view.gold.iter());
        self.gold.sort_by_key(Gold::at);
    }

    fn take_opponents(&mut self, view: &View<'_>) {
        let (seen, now) = (&self.seen, self.turn + 1);
        for known in &mut self.opponents {
            if known.is_some_and(|sighting| seen[sighting.opponent.at()] == now) {
                *known = None;
            }
        }
        for opponent in view.opponents.iter() {
            if let Some(known) = self.opponents.get_mut(usize::from(opponent.id)) {
                *known = Some(Sighting { opponent, turn: self.turn });
            }
        }
    }

    /// Lets the bullets that are out of sight fly on, and marks where all of them will strike.
    fn take_bullets(&mut self, view: &View<'_>) {
        let (terrain, seen, now) = (&self.terrain, &self.seen, self.turn + 1);
        let ahead = |at: Point, direction: Direction| {
            terrain.step(at, direction).filter(|&next| terrain[next] != Terrain::Obstacle)
        };
        self.bullets.retain_mut(|bullet| {
            let landed = ahead(bullet.at(), bullet.direction).and_then(|at| ahead(at, bullet.direction));
            landed.is_some_and(|at| {
                (bullet.x, bullet.y) = at.into();
                seen[at] != now
            })
        });
        self.bullets.extend(view.bullets.iter());
        self.hit_in.fill(0);
        for bullet in &self.bullets {
            let way = std::iter::successors(ahead(bullet.at(), bullet.direction), |&at| ahead(at, bullet.direction));
            for (flown, at) in way.enumerate() {
                let turns = (flown / 2 + 1) as u8;
                let known = &mut self.hit_in[at];
                *known = if *known == 0 { turns } else { turns.min(*known) };
            }
        }
    }
}
