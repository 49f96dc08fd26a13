//! A search with floats: simulated annealing.

/// Places of the tour.
const PLACES: usize = 40;
/// Changes that are tried.
const TRIES: u32 = 1000;

/// Shortens a tour of places: parts of it are turned round, at first also where that makes it longer.
pub(crate) fn shorten(round: u32) -> u32 {
    let mut number = super::numbers(round);
    let mut unit = move || f64::from(number()) / f64::from(u32::MAX);
    let mut tour: Vec<(f64, f64)> = (0..PLACES).map(|_| (unit(), unit())).collect();
    let mut length = length_of(&tour);
    for step in 0..TRIES {
        let heat = 0.2 * (1.0 - f64::from(step) / f64::from(TRIES)).powi(2);
        let [a, b] = [unit(), unit()].map(|at| ((at * PLACES as f64) as usize).min(PLACES - 1));
        let part = a.min(b)..=a.max(b);
        tour[part.clone()].reverse();
        let changed = length_of(&tour);
        if changed < length || unit() < ((length - changed) / heat).exp() {
            length = changed;
        } else {
            tour[part].reverse();
        }
    }
    (length * 1e6) as u32
}

fn length_of(tour: &[(f64, f64)]) -> f64 {
    let next = tour.iter().cycle().skip(1);
    tour.iter().zip(next).map(|((x, y), (to_x, to_y))| ((to_x - x).powi(2) + (to_y - y).powi(2)).sqrt()).sum()
}
