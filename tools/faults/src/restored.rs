//! Random machines and random completions: saving, dropping and restoring an execution after every
//! step must change nothing, and its inputs, as text, must give the same history again.

use crate::machines::ALL;
use crate::part::{Fault, Settings};
use crate::reference::{self, Between, Job, START, Story};
use crate::script::Script;
use asl_language::random::SplitMix64;

/// Number of runs, each of them three times: straight through, restored at every step, and again
/// from its inputs.
const RUNS: (u64, u64) = (4_000, 100_000);

/// The part.
pub(crate) fn run(settings: &Settings) -> Result<String, Fault> {
    let (mut steps, mut succeeded, mut bytes) = (0, 0, 0);
    let runs = settings.of(RUNS);
    for number in 0..runs {
        let seed = settings.seed.wrapping_add(number);
        let story = one(seed).map_err(|what| Fault::new(what, seed))?;
        steps += story.inputs.len();
        succeeded += u64::from(story.result.is_ok());
        bytes += story.history.len();
    }
    Ok(format!(
        "{runs} runs ({succeeded} succeed), {steps} steps with a restore, {bytes} bytes of history equal"
    ))
}

fn one(seed: u64) -> Result<Story, String> {
    let mut dice = SplitMix64::new(seed);
    let machine = *dice.pick(ALL);
    let id = format!("run-{seed}");
    let fuel = *dice.pick(&[0, 0, 1, 3]);
    let job = Job {
        machine,
        id: &id,
        seed: dice.next_u64(),
        fuel,
        script: Script::new(seed),
        start: START,
    };
    let story = reference::run(job, Between::Nothing)?;
    let restored = reference::run(job, Between::Restore)?;
    if story != restored {
        return Err(format!("{}: {}", machine.name, difference(&story, &restored)));
    }
    if reference::replay(job, &story.inputs)? != story.history {
        return Err(format!("{}: its inputs make another history", machine.name));
    }
    Ok(story)
}

fn difference(straight: &Story, restored: &Story) -> String {
    let at = straight.inputs.iter().zip(&restored.inputs).position(|(one, other)| one != other);
    let at = at.unwrap_or(straight.inputs.len().min(restored.inputs.len()));
    format!(
        "restored at every step, the run is another one: result {:?}, then {:?}; from input {at} on {:?}, then {:?}",
        straight.result,
        restored.result,
        straight.inputs.get(at),
        restored.inputs.get(at),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restored_runs_are_equal() {
        let succeeded = (0..120).filter(|seed| one(*seed).unwrap().result.is_ok()).count();
        assert!(succeeded > 20, "{succeeded} runs succeed");
    }

    /// Otherwise the runs would be equal without a replay of what was drawn.
    #[test]
    fn random_values_reach_the_histories() {
        let run = |machine, seed| {
            let job =
                Job { machine, id: "run", seed, fuel: 0, script: Script::new(1), start: START };
            reference::run(job, Between::Nothing).unwrap().history
        };
        let drawn = ALL.iter().filter(|machine| {
            let (one, other) = (run(machine, 1), run(machine, 2));
            one.contains("shuffled") && one != other
        });
        let drawn = drawn.count();
        assert!(drawn * 3 > ALL.len(), "{drawn} of {} machines", ALL.len());
    }
}
