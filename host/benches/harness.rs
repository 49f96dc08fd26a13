//! What all measurements share: rounds in which the ways that are compared take turns, so that a busy machine troubles
//! all of them alike, and the table of what they came to.

use std::fmt;
use std::time::Instant;

use rustix::time::{ClockId, clock_gettime};

/// What a piece of work took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// Seconds on the wall.
    pub(crate) wall: f64,
    /// Seconds of processor time, of this process.
    pub(crate) cpu: f64,
}

impl Cost {
    /// Does the work and measures it.
    pub(crate) fn of(work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<Cost> {
        let (begun, cpu) = (Instant::now(), cpu_seconds());
        work()?;
        Ok(Cost { cpu: cpu_seconds() - cpu, wall: begun.elapsed().as_secs_f64() })
    }

    /// Processor time of one of so many equal parts, in microseconds.
    pub(crate) fn cpu_micros(self, parts: usize) -> f64 {
        self.cpu * 1e6 / parts as f64
    }
}

/// Processor time of this process so far, in seconds.
pub(crate) fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// A way to do something: each call does a piece of work and gives its figure.
pub(crate) type Way<'w> = &'w mut dyn FnMut() -> anyhow::Result<f64>;

/// Lets the ways take turns for so many rounds, every second one backwards, and gives the figures of each way by round.
pub(crate) fn rounds<const N: usize>(count: usize, ways: [Way<'_>; N]) -> anyhow::Result<[Vec<f64>; N]> {
    let mut figures = [const { Vec::new() }; N];
    for round in 0..count {
        for place in 0..N {
            let way = if round % 2 == 0 { place } else { N - 1 - place };
            figures[way].push(ways[way]()?);
        }
    }
    Ok(figures)
}

/// How many rounds a measurement takes: odd, so that a median is one of them; one when it is only tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounds {
    tried: bool,
}

impl Rounds {
    pub(crate) fn new(tried: bool) -> Rounds {
        Rounds { tried }
    }

    pub(crate) fn of(self, count: usize) -> usize {
        if self.tried { 1 } else { count | 1 }
    }
}

/// What is wanted of a figure.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Aim {
    /// It is only told.
    None,
    AtMost(f64),
    AtLeast(f64),
}

/// The figures of all measurements, which [`fmt::Display`] prints in Markdown.
#[derive(Debug, Default)]
pub(crate) struct Table {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    what: String,
    unit: &'static str,
    figures: Vec<f64>,
    aim: Aim,
}

impl Table {
    /// Adds a figure that each round has.
    pub(crate) fn add(&mut self, what: impl Into<String>, unit: &'static str, figures: &[f64], aim: Aim) {
        let mut figures = figures.to_vec();
        figures.sort_by(f64::total_cmp);
        self.rows.push(Row { what: what.into(), unit, figures, aim });
    }

    /// Adds how many times as much as `of` each round took.
    pub(crate) fn add_ratio(&mut self, what: impl Into<String>, figures: &[f64], of: &[f64], aim: Aim) {
        let ratios: Vec<f64> = figures.iter().zip(of).map(|(figure, of)| figure / of).collect();
        self.add(what, "×", &ratios, aim);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| what | median | min to max | aim |")?;
        writeln!(f, "|---|---|---|---|")?;
        for Row { what, unit, figures, aim } in &self.rows {
            let [median, min, max] = [figures.len() / 2, 0, figures.len() - 1].map(|place| short(figures[place]));
            let missed = |met: bool| if met { "" } else { ", missed" };
            let median_figure = figures[figures.len() / 2];
            let aim = match *aim {
                Aim::None => String::new(),
                Aim::AtMost(most) => format!("≤ {most}{}", missed(median_figure <= most)),
                Aim::AtLeast(least) => format!("≥ {least}{}", missed(median_figure >= least)),
            };
            writeln!(f, "| {what} | {median} {unit} | {min} to {max} | {aim} |")?;
        }
        Ok(())
    }
}

/// A figure with three digits that count.
fn short(figure: f64) -> String {
    let digits = match figure.abs() {
        100.0.. => 0,
        10.0..100.0 => 1,
        _ => 2,
    };
    format!("{figure:.digits$}")
}
