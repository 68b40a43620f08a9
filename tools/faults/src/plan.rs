//! The plan of a store: executions of random machines at random times, and the treatment of its
//! journal.

use std::time::Duration;

use asl_durable::Options;
use asl_durable::testing::execution_seed;
use asl_runtime::machine::Machine;
use asl_runtime::value::Text;
use asl_runtime::versions::Outline;

use crate::machines::ALL;
use crate::reference::{Job, START};
use crate::script::Script;
use asl_language::random::SplitMix64;

/// One execution.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    pub(crate) machine: &'static Machine,
    pub(crate) id: Text,
    /// Start time.
    pub(crate) at: u64,
}

/// The whole plan.
pub(crate) struct Plan {
    pub(crate) script: Script,
    pub(crate) executions: Vec<Planned>,
    pub(crate) options: Options,
    /// Probability in percent that the journal is compacted after an input.
    pub(crate) compacts: u64,
    /// True if compaction runs in the background, as in a thread; false if it runs at once.
    pub(crate) in_background: bool,
}

impl Plan {
    /// The plan of this seed.
    pub(crate) fn new(seed: u64) -> Self {
        let mut dice = SplitMix64::new(seed);
        let count = dice.between(1, 3);
        let executions = (0..count).map(|number| Planned {
            machine: dice.pick::<&Machine>(ALL),
            id: format!("run-{seed}-{number}").into(),
            at: START + dice.between(0, 3_000),
        });
        let executions = executions.collect();
        let options = Options::default()
            .park_after(Duration::from_millis(*dice.pick(&[10, 500, 60_000])))
            .compact_by_itself(dice.percent(50))
            .seed(seed)
            .snapshot_every(u32::try_from(*dice.pick(&[1, 2, 5, 1_000])).unwrap_or(1))
            .segment_bytes(*dice.pick(&[300, 2_000, 64 << 20]))
            .fuel(u32::try_from(*dice.pick(&[1, 3, 10_000])).unwrap_or(1));
        let compacts = *dice.pick(&[0, 0, 5, 20]);
        let in_background = dice.percent(60);
        Self { script: Script::new(seed), executions, options, compacts, in_background }
    }

    /// Returns true if an execution that fails is redriven once.
    pub(crate) fn redrives(&self, id: &str) -> bool {
        self.script.picks(id, 40)
    }

    /// The time after its start at which an execution is moved by hand, and the state. Those that are
    /// redriven are not: a redrive and a move of one that failed have the same event.
    pub(crate) fn moves(&self, planned: &Planned) -> Option<(u64, Text)> {
        let outline = Outline::new(planned.machine);
        if outline.is_sm4c || self.redrives(&planned.id) {
            return None;
        }
        let top = outline.scope_of(outline.start);
        let mut states: Vec<&str> = outline
            .nodes
            .iter()
            .filter(|node| Some(node.scope) == top)
            .map(|node| node.state.as_str())
            .collect();
        states.dedup();
        self.script.moves(&planned.id, &states)
    }

    /// Returns true if an execution is purged when all have ended.
    pub(crate) fn purges(&self, id: &str) -> bool {
        self.script.picks(id, 20)
    }

    /// The job of an execution, as it runs without a store.
    pub(crate) fn job<'j>(&self, planned: &'j Planned) -> Job<'j> {
        Job {
            machine: planned.machine,
            id: &planned.id,
            seed: self.options.seed.map_or(0, |seed| execution_seed(seed, &planned.id)),
            fuel: self.options.fuel,
            script: self.script,
            start: planned.at,
        }
    }
}
