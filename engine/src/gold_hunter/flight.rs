//! The flight of the bullets, in time linear in their number.

use super::event::reason;
use super::state::State;
use super::turn::Turn;

/// Cells that a bullet flies in a turn.
const CELLS_PER_TURN: u8 = 2;

/// Flies all bullets of earlier turns, and puts the bullets that are left in order for the next turn.
pub(super) fn fly(state: &mut State, turn: &mut Turn) {
    clear_cells(state);
    for _ in 0..CELLS_PER_TURN {
        exchange(state, turn);
        leave(state, turn);
        hit(state, turn);
        collide(state, turn);
    }
    state.bullets.retain(|bullet| !bullet.destroyed);
    state.bullets.sort_unstable_by_key(|bullet| (bullet.at, bullet.direction, bullet.age));
    for (index, bullet) in state.bullets.iter().enumerate() {
        state.bullet_at.set(bullet.at, index);
    }
}

/// Two bullets that exchange cells destroy each other.
fn exchange(state: &mut State, turn: &mut Turn) {
    let size = state.map.parts().size;
    for index in 0..state.bullets.len() {
        if is_flying(state, index) {
            state.bullet_at.set(state.bullets[index].at, index);
        }
    }
    for index in 0..state.bullets.len() {
        let bullet = state.bullets[index];
        if !is_flying(state, index) {
            continue;
        }
        let Some(ahead) = size.step(bullet.at, bullet.direction) else { continue };
        let Some(other) = state.bullet_at.get(ahead) else { continue };
        if state.bullets[other].direction == bullet.direction.opposite() {
            turn.destroy(state, index, Some(ahead), reason::EXCHANGED);
            turn.destroy(state, other, Some(bullet.at), reason::EXCHANGED);
        }
    }
    clear_cells(state);
}

/// Every bullet goes on by one cell, but for those that leave the board or enter an obstacle.
fn leave(state: &mut State, turn: &mut Turn) {
    let size = state.map.parts().size;
    for index in 0..state.bullets.len() {
        if !is_flying(state, index) {
            continue;
        }
        let bullet = state.bullets[index];
        match size.step(bullet.at, bullet.direction) {
            None => turn.destroy(state, index, None, reason::OFF_BOARD),
            Some(ahead) if state.map.is_obstacle(ahead) => {
                turn.destroy(state, index, Some(ahead), reason::OBSTACLE);
            }
            Some(ahead) => state.bullets[index].at = ahead,
        }
    }
}

/// Every bullet that has entered a living player's cell kills the player and is gone.
fn hit(state: &mut State, turn: &mut Turn) {
    for index in 0..state.bullets.len() {
        if !is_flying(state, index) {
            continue;
        }
        // The player stays on the board until all bullets are looked at: all that enter its cell hit it.
        if let Some(player) = state.player_at.get(state.bullets[index].at) {
            turn.destroy(state, index, None, reason::HIT);
            turn.hits.push(player);
        }
    }
    turn.hits.sort_unstable();
    for index in 0..turn.hits.len() {
        let player = turn.hits[index];
        if state.players[player].alive {
            turn.kill(state, player, reason::SHOT);
        }
    }
    turn.hits.clear();
}

/// Two or more bullets in one cell, waiting ones included, are all gone.
fn collide(state: &mut State, turn: &mut Turn) {
    for index in 0..state.bullets.len() {
        let bullet = state.bullets[index];
        if bullet.destroyed {
            continue;
        }
        let Some(first) = state.bullet_at.get(bullet.at) else {
            state.bullet_at.set(bullet.at, index);
            continue;
        };
        if !state.bullets[first].destroyed {
            turn.destroy(state, first, None, reason::COLLIDED);
        }
        turn.destroy(state, index, None, reason::COLLIDED);
    }
    clear_cells(state);
}

/// Whether a bullet of an earlier turn is still there; a bullet fired in this turn waits.
fn is_flying(state: &State, bullet: usize) -> bool {
    let bullet = &state.bullets[bullet];
    bullet.age > 0 && !bullet.destroyed
}

fn clear_cells(state: &mut State) {
    for bullet in &state.bullets {
        state.bullet_at.clear(bullet.at);
    }
}
