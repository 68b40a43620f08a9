//! Simulated crashes: if the power fails at any moment, or any call of the disk fails, the run must
//! continue as if nothing had happened.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, ScopedJoinHandle};

use crate::environment::{self, Told};
use crate::log;
use crate::part::{Fault, Settings};
use crate::plan::Plan;
use crate::reference::{self, Between};
use crate::sim::{Lie, Sim, Trouble};
use asl_language::random::SplitMix64;

/// Minimum number of crash points.
const POINTS: (u64, u64) = (50_000, 1_000_000);
/// One in this many plans is crashed at every change of the disk.
const EVERY: u64 = 20;
/// Number of runs of each plan with faults.
const RUNS: u64 = 8;
/// Maximum number of crashes of a run.
const MOST: u32 = 12;

/// Counts of the tests.
#[derive(Default)]
struct Count {
    plans: u64,
    executions: u64,
    /// Executions that are moved by hand.
    moved: u64,
    runs: u64,
    points: u64,
    /// Runs with a single loss of power, one for every change of the disk.
    every: u64,
}

/// The part: plans on all processors, until there are enough crash points. Of several faults the one
/// of the first plan is reported, so that a run with its seed finds it again.
pub(crate) fn run(settings: &Settings) -> Result<String, Fault> {
    let wanted = settings.of(POINTS);
    let (next, points) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || -> Result<Count, (u64, Fault)> {
        let mut own = Count::default();
        // Also after a panic, the other threads end with their plans.
        let _ends = EndsAll { points: &points, wanted };
        while points.load(Ordering::Relaxed) < wanted {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let seed = settings.seed.wrapping_add(number);
            let before = own.points;
            plan(seed, number % EVERY == 0, &mut own)
                .map_err(|what| (number, Fault::new(what, seed)))?;
            points.fetch_add(own.points - before, Ordering::Relaxed);
            own.plans += 1;
        }
        Ok(own)
    };
    // The steps of several plans would be mixed up in the log.
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let threads = if log::is_on() { 1 } else { threads };
    let ends: Vec<Result<Count, (u64, Fault)>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let end = |thread: ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        threads.into_iter().map(end).collect()
    });
    let (mut counts, mut faults) = (Vec::new(), Vec::new());
    for end in ends {
        match end {
            Ok(count) => counts.push(count),
            Err(fault) => faults.push(fault),
        }
    }
    if let Some((_, fault)) = faults.into_iter().min_by_key(|(number, _)| *number) {
        return Err(fault);
    }
    let sum = |of: fn(&Count) -> u64| counts.iter().map(of).sum::<u64>();
    Ok(format!(
        "{} crash points ({} of them one by one at every change of a disk) in {} runs of {} plans with \
         {} executions, of which {} are moved by hand",
        sum(|count| count.points),
        sum(|count| count.every),
        sum(|count| count.runs),
        sum(|count| count.plans),
        sum(|count| count.executions),
        sum(|count| count.moved)
    ))
}

/// Ends all threads when one has ended: there are enough crash points, a fault or a panic.
struct EndsAll<'p> {
    points: &'p AtomicU64,
    wanted: u64,
}

impl Drop for EndsAll<'_> {
    fn drop(&mut self) {
        self.points.store(self.wanted, Ordering::Relaxed);
    }
}

/// Runs one plan: without faults, then with many.
fn plan(seed: u64, is_every: bool, count: &mut Count) -> Result<(), String> {
    let plan = Plan::new(seed);
    let (told, sim) = environment::run(
        &plan,
        Sim::new(Trouble::Nothing, Lie::None, seed),
        SplitMix64::new(seed),
    )?;
    as_without_store(&plan, &told)?;
    for planned in &plan.executions {
        count.executions += 1;
        count.moved += u64::from(plan.moves(planned).is_some());
    }
    if is_every {
        for change in 0..sim.changes() {
            count.every += again(&plan, &told, Trouble::At(change), seed ^ (change << 40))?;
            count.points += 1;
            count.runs += 1;
        }
    }
    for run in 0..RUNS {
        count.points += again(&plan, &told, Trouble::Often(MOST), seed ^ (run << 32))?;
        count.runs += 1;
    }
    Ok(())
}

/// Runs the plan again with faults. Returns the number of crashes.
pub(crate) fn again(
    plan: &Plan,
    told: &[Told],
    trouble: Trouble,
    seed: u64,
) -> Result<u64, String> {
    let mut dice = SplitMix64::new(seed);
    let sim = Sim::new(trouble, Lie::None, dice.next_u64());
    let (again, sim) =
        environment::run(plan, sim, dice).map_err(|what| format!("{trouble:?} {seed}: {what}"))?;
    match difference(plan, told, &again) {
        Some(difference) => {
            Err(format!("{trouble:?} {seed}, {} crashes: {difference}", sim.crashes))
        }
        None => Ok(u64::from(sim.crashes)),
    }
}

/// The difference from the run without faults, if any.
pub(crate) fn difference(plan: &Plan, told: &[Told], again: &[Told]) -> Option<String> {
    if told.len() != again.len() {
        return Some(format!("{} executions, then {}", told.len(), again.len()));
    }
    let mut pairs = plan.executions.iter().zip(told.iter().zip(again));
    let (planned, (before, after)) = pairs.find(|(_, (before, after))| before != after)?;
    let head = format!("{} of {}", planned.id, planned.machine.name);
    if before.result != after.result {
        return Some(format!("{head} ends with {:?}, then with {:?}", before.result, after.result));
    }
    Some(format!("{head} has another history:\n{}", side_by_side(&before.history, &after.history)))
}

/// Number of events shown before the first difference.
const SHOWN: usize = 12;

/// The events around the first difference.
fn side_by_side(before: &str, after: &str) -> String {
    let (before, after) = (events(before), events(after));
    let same = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
    let lines = |events: &[String], from: usize, count: usize| -> String {
        events
            .iter()
            .skip(from)
            .take(count)
            .fold(String::new(), |text, event| text + "  " + event + "\n")
    };
    let from = same.saturating_sub(SHOWN);
    let (common, one, other) =
        (lines(&before, from, same - from), lines(&before, same, 3), lines(&after, same, 3));
    format!("{common} then, before:\n{one} and now:\n{other}")
}

fn events(history: &str) -> Vec<String> {
    let history: serde_json::Value = serde_json::from_str(history).unwrap_or_default();
    let events = history.get("events").and_then(serde_json::Value::as_array);
    events.into_iter().flatten().map(ToString::to_string).collect()
}

/// Compares an execution with a run without a store, unless it depends on others, was redriven or
/// was moved by hand.
fn as_without_store(plan: &Plan, told: &[Told]) -> Result<(), String> {
    for (planned, told) in plan.executions.iter().zip(told) {
        if planned.machine.name == "family" || plan.moves(planned).is_some() {
            continue;
        }
        let story = reference::run(plan.job(planned), Between::Nothing)?;
        if story.result.is_err() && plan.redrives(&planned.id) {
            continue;
        }
        let alone = Told { result: story.result, history: story.history };
        if let Some(difference) =
            difference(plan, std::slice::from_ref(&alone), std::slice::from_ref(told))
        {
            return Err(format!("in a store, not as without: {difference}"));
        }
    }
    Ok(())
}
