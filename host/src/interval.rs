//! How sure a measured share is.

/// A share of points with its 95 % interval, all from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Share {
    /// The share itself.
    pub(crate) mean: f64,
    /// The lower end of the interval.
    pub(crate) low: f64,
    /// The upper end of the interval.
    pub(crate) high: f64,
}

/// The Wilson score interval of `points` out of `games`; a draw is half a point. `None` without games.
pub(crate) fn wilson(points: f64, games: u64) -> Option<Share> {
    const Z: f64 = 1.959_963_984_540_054;
    if games == 0 {
        return None;
    }
    let n = games as f64;
    let mean = points / n;
    let scale = 1.0 + Z * Z / n;
    let middle = (mean + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (mean * (1.0 - mean) / n + Z * Z / (4.0 * n * n)).sqrt();
    Some(Share { mean, low: (middle - half).max(0.0), high: (middle + half).min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_gives_the_published_values() {
        // Wilson's interval for 81 of 263, as given by Newcombe (1998).
        let share = wilson(81.0, 263).unwrap();
        assert!((share.low - 0.2553).abs() < 5e-5, "{share:?}");
        assert!((share.high - 0.3662).abs() < 5e-5, "{share:?}");
    }

    #[test]
    fn no_games_have_no_share() {
        assert_eq!(wilson(0.0, 0), None);
    }

    #[test]
    fn a_clean_sweep_stays_below_certainty_on_one_side_only() {
        let share = wilson(10.0, 10).unwrap();
        assert!(share.high > 1.0 - 1e-9);
        assert!(share.low > 0.6 && share.low < 1.0);
    }
}
