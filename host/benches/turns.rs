//! A turn: the rules by themselves, what the host adds to them, and the same over pipes.

use std::hint::black_box;

use crate::contest::Contest;
use crate::harness::{Aim, Cost, Rounds, Table, rounds};
use crate::json::{self, JsonMatch, Protocol};

/// Rounds of a generator of random numbers that stand for the speed of the machine.
const REFERENCE_STEPS: usize = 1000;

/// Matches of a round, of the ways that take a few milliseconds each.
const QUICK_MATCHES: usize = 5;

/// Measures the rules' turn with both views.
pub(crate) fn rules(contests: &[&Contest<'_>], count: Rounds, table: &mut Table) -> anyhow::Result<()> {
    for contest in contests {
        let turns = QUICK_MATCHES * contest.turns();
        let [reference, engine] = rounds(
            count.of(41),
            [
                &mut || {
                    let cost = Cost::of(|| {
                        for seed in 0..1000 {
                            black_box(reference(seed));
                        }
                        Ok(())
                    });
                    Ok(cost?.cpu_micros(1000))
                },
                &mut || Ok(Cost::of(|| many(|| contest.play_engine_alone()))?.cpu_micros(turns)),
            ],
        )?;
        let what = format!("the rules' turn with both views, {}", contest.about);
        table.add(what.clone(), "µs", &engine, Aim::None);
        table.add_ratio(format!("{what} : {REFERENCE_STEPS} steps of SplitMix64"), &engine, &reference, Aim::None);
    }
    Ok(())
}

/// Measures what the host adds to a turn, the encoding of the record, and the same match over pipes.
pub(crate) fn host<P: Protocol>(contest: &Contest<'_>, count: Rounds, table: &mut Table) -> anyhow::Result<()> {
    added(contest, count, table)?;
    over_pipes::<P>(contest, count, table)
}

/// Measures a turn in the sandbox and the parts of it that are not the host's. What is left is a small difference: so the
/// three come close to each other, one match each, and often.
fn added(contest: &Contest<'_>, count: Rounds, table: &mut Table) -> anyhow::Result<()> {
    let turns = contest.turns();
    let mut bots = contest.bare_bots()?;
    let [engine, calls, sandbox] = rounds(
        count.of(301),
        [
            &mut || Ok(Cost::of(|| contest.play_engine_alone())?.cpu_micros(turns)),
            &mut || Ok(Cost::of(|| contest.ask_bots(&mut bots))?.cpu_micros(turns)),
            &mut || Ok(Cost::of(|| contest.play_in_sandbox())?.cpu_micros(turns)),
        ],
    )?;
    let added: Vec<f64> = (0..sandbox.len()).map(|round| sandbox[round] - engine[round] - calls[round]).collect();
    let about = &contest.about;
    table.add(format!("a turn in the sandbox, recorded, {about}"), "µs", &sandbox, Aim::None);
    table.add("– of it the rules with both views", "µs", &engine, Aim::None);
    table.add("– of it the bots' calls, as wasmtime alone makes them", "µs", &calls, Aim::None);
    table.add("– of it the host, the rest", "µs", &added, Aim::AtMost(0.5));
    Ok(())
}

fn over_pipes<P: Protocol>(contest: &Contest<'_>, count: Rounds, table: &mut Table) -> anyhow::Result<()> {
    let turns = contest.turns();
    let mut wall = [const { Vec::new() }; 2];
    let [wall_sandbox, wall_pipes] = &mut wall;
    let [sandbox, encoding, pipes] = rounds(
        count.of(41),
        [
            &mut || {
                let cost = Cost::of(|| many(|| contest.play_in_sandbox()))?;
                wall_sandbox.push((QUICK_MATCHES * turns) as f64 / cost.wall);
                Ok(cost.cpu_micros(QUICK_MATCHES * turns))
            },
            &mut || {
                let cost = Cost::of(|| {
                    many(|| {
                        black_box(contest.replay.write());
                        Ok(())
                    })
                });
                Ok(cost?.cpu_micros(QUICK_MATCHES * turns))
            },
            &mut || {
                let mut bots = JsonMatch::<P>::start(contest)?;
                let cost = Cost::of(|| contest.check(bots.play()?))?;
                wall_pipes.push(turns as f64 / cost.wall);
                Ok(cost.cpu_micros(turns) + bots.end()? * 1e6 / turns as f64)
            },
        ],
    )?;
    table.add("encoding the record afterwards, a turn", "µs", &encoding, Aim::AtMost(2.0));
    table.add("a turn in the sandbox again, next to the one over pipes", "µs", &sandbox, Aim::None);
    table.add("a turn of the same bots as processes, JSON over pipes", "µs", &pipes, Aim::None);
    table.add_ratio("processor time, pipes : sandbox", &pipes, &sandbox, Aim::None);
    table.add(format!("turns a second in the sandbox, {}", contest.about), "", wall_sandbox, Aim::None);
    table.add("turns a second over pipes", "", wall_pipes, Aim::None);
    table.add_ratio("turns a second, sandbox : pipes", wall_sandbox, wall_pipes, json::AIM);
    Ok(())
}

fn many(mut play: impl FnMut() -> anyhow::Result<()>) -> anyhow::Result<()> {
    (0..QUICK_MATCHES).try_for_each(|_| play())
}

/// A chain of SplitMix64, each step on what the one before came to.
fn reference(seed: u64) -> u64 {
    (0..REFERENCE_STEPS).fold(seed, |state, _| {
        let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        state ^ (state >> 31)
    })
}
