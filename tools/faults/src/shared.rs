//! A store that processes share in a simulated server: whatever happens to its connections, and
//! whichever process has the shard, the run must continue as if nothing had happened.

use std::collections::BTreeMap;
use std::sync::Arc;

use asl_durable::StoreError;
use asl_durable::shard::ExecutionRow;
use asl_durable::testing::{Action, Core};
use asl_language::random::SplitMix64;
use asl_postgres::testing::ShardDisk;

use crate::crashes::difference;
use crate::environment::{self, Stage, Told};
use crate::machines::ALL;
use crate::part::{Fault, Settings};
use crate::plan::Plan;
use crate::server::{Connection, Counts, Fate, Server};

/// Minimum number of points at which something happens.
const POINTS: (u64, u64) = (5_000, 150_000);
/// One in this many plans has each fate at every call.
const EVERY: u64 = 20;
/// Number of runs of each plan with faults.
const RUNS: u64 = 8;
/// Maximum number of processes of a run that meet a fate.
const MOST: u32 = 12;
/// Number of plans with a server that loses what it has confirmed, and the minimum number of them
/// that must notice it.
const FORGETFUL: u64 = 40;
const FOUND: u64 = 10;

/// The fates of the processes of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trouble {
    Nothing,
    /// A single fate of the first process, at this call.
    At(u64, Fate),
    /// Several fates of each process, up to this many processes.
    Often(u32),
}

/// The processes of a run, one after the other.
struct Shared {
    server: Server,
    dice: SplitMix64,
    trouble: Trouble,
    lives: u32,
}

impl Shared {
    fn new(trouble: Trouble, seed: u64) -> Self {
        let mut dice = SplitMix64::new(seed);
        Self { server: Server::new(dice.next_u64()), dice, trouble, lives: 0 }
    }

    fn fates(&mut self) -> BTreeMap<u64, Fate> {
        match self.trouble {
            Trouble::At(call, fate) if self.lives == 0 => BTreeMap::from([(call, fate)]),
            Trouble::Often(most) if self.lives < most => {
                // Recovery takes only a few calls, so some of them are there.
                let range = *self.dice.pick(&[8, 30, 100]);
                let count = self.dice.between(1, 4);
                let fate = |_| (self.dice.below(range), *self.dice.pick(&Fate::ALL));
                (0..count).map(fate).collect()
            }
            Trouble::Nothing | Trouble::At(..) | Trouble::Often(_) => BTreeMap::new(),
        }
    }
}

impl Stage for Shared {
    type Disk = ShardDisk<Connection>;

    fn open(
        &mut self,
        plan: &Plan,
        now: u64,
    ) -> Result<(Core<Self::Disk>, Vec<Action>), StoreError> {
        let fates = self.fates();
        let (connection, held) = self.server.take(fates);
        let disk = ShardDisk::new(Arc::new(connection), held);
        Core::open(disk, ALL, &plan.options, now)
    }

    fn is_broken(&self) -> bool {
        self.server.state().is_hit
    }

    fn crash(&mut self) {
        self.lives += 1;
    }

    fn holds(&self, text: &str) -> bool {
        self.server.holds(text)
    }
}

/// The part.
pub(crate) fn run(settings: &Settings) -> Result<String, Fault> {
    let wanted = settings.of(POINTS);
    let (mut points, mut plans, mut runs) = (0, 0, 0_u64);
    let mut all = Counts::default();
    while points < wanted {
        let seed = settings.seed.wrapping_add(plans);
        let fault = |what| Fault::new(what, seed);
        let plan = Plan::new(seed);
        let mut add = |counts: Counts| {
            runs += 1;
            points += counts.met;
            all.add(counts);
        };
        let (told, shared) = attempt(&plan, Trouble::Nothing, seed).map_err(fault)?;
        let calls = shared.server.state().calls;
        if plans % EVERY == 0 {
            for (call, fate) in (0..calls).flat_map(|call| Fate::ALL.map(|fate| (call, fate))) {
                let seed = seed ^ (call << 40);
                add(again(&plan, &told, Trouble::At(call, fate), seed).map_err(fault)?);
            }
        }
        for run in 0..RUNS {
            let seed = seed ^ (run << 32);
            add(again(&plan, &told, Trouble::Often(MOST), seed).map_err(fault)?);
        }
        plans += 1;
    }
    let found = forgetful(settings.seed)?;
    let Counts { lost, late, refused, .. } = all;
    Ok(format!(
        "{points} points in {runs} runs of {plans} plans: {lost} lost answers, {late} late \
         statements, {refused} refused ones; {found} of {FORGETFUL} plans notice a server that \
         loses commits"
    ))
}

/// One run, with what must be true of the tables behind it.
fn attempt(plan: &Plan, trouble: Trouble, seed: u64) -> Result<(Vec<Told>, Shared), String> {
    let mut dice = SplitMix64::new(seed);
    let shared = Shared::new(trouble, dice.next_u64());
    let server = shared.server.clone();
    let ended = environment::run(plan, shared, dice);
    if let Some((file, position)) = server.gap() {
        return Err(format!("{trouble:?} {seed}: a gap at {position} of file {file}"));
    }
    ended.map_err(|what| format!("{trouble:?} {seed}: {what}"))
}

/// Runs the plan again with faults.
fn again(plan: &Plan, told: &[Told], trouble: Trouble, seed: u64) -> Result<Counts, String> {
    let (again, shared) = attempt(plan, trouble, seed)?;
    let wrong = difference(plan, told, &again).or_else(|| wrong_row(plan, &again, &shared.server));
    match wrong {
        Some(wrong) => Err(format!("{trouble:?} {seed}, {} lives: {wrong}", shared.lives)),
        None => Ok(shared.server.state().counts),
    }
}

/// The first row of an execution that does not say what happened.
fn wrong_row(plan: &Plan, told: &[Told], server: &Server) -> Option<String> {
    let state = server.state();
    plan.executions.iter().zip(told).find_map(|(planned, told)| {
        let row = state.rows.get(planned.id.as_str());
        let is_right = match row {
            Some(ExecutionRow::Present { state, stopped, .. }) => {
                let is_well = *state == asl_durable::State::Succeeded;
                stopped.is_some() && is_well == told.result.is_ok()
            }
            Some(ExecutionRow::Gone { .. }) => false,
            None => plan.purges(&planned.id),
        };
        let is_right = is_right && row.is_none() == plan.purges(&planned.id);
        (!is_right).then(|| format!("{} has the row {row:?}", planned.id))
    })
}

/// Runs plans with a server that loses batches that it has confirmed. Returns how many of them have
/// another result; none has a gap.
fn forgetful(seed: u64) -> Result<u64, Fault> {
    let mut found = 0;
    for number in 0..FORGETFUL {
        let seed = seed.wrapping_add(number);
        let plan = Plan::new(seed);
        let (told, _) =
            attempt(&plan, Trouble::Nothing, seed).map_err(|it| Fault::new(it, seed))?;
        let dice = SplitMix64::new(seed);
        let shared = Shared::new(Trouble::Often(6), seed);
        let server = shared.server.clone();
        server.state().forgets = true;
        let ended = environment::run(&plan, shared, dice);
        if let Some((file, position)) = server.gap() {
            return Err(Fault::new(format!("a gap at {position} of file {file}"), seed));
        }
        found +=
            u64::from(ended.is_ok_and(|(again, _)| difference(&plan, &told, &again).is_none()));
    }
    let noticed = FORGETFUL - found;
    if noticed < FOUND {
        return Err(Fault::new(format!("only {noticed} plans notice lost commits"), seed));
    }
    Ok(noticed)
}
