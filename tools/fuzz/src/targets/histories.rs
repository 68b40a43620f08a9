//! Changed histories of Amazon SWF: an error or an answer, and the same one every time.

use asl_language::random::SplitMix64;
use asl_swf::Decider;
use asl_swf::model::{Decision, DecisionTask};

use super::{Verdict, head, text};
use crate::corpus::Corpus;
use crate::corpus::histories::options;
use crate::machines;
use crate::mutation::bytes;
use crate::mutation::tree::{self, Tree};

/// Work for each event of a history, at most, and besides.
const WORK: (u64, u64) = (64, 10_000);

/// The name of a machine, its options, and a decision task: a line each.
pub(crate) fn make(corpus: &Corpus, dice: &mut SplitMix64) -> Vec<u8> {
    let recorded = dice.pick(corpus.histories());
    let mut tree = Tree::from(dice.pick(&recorded.tasks));
    let donors =
        if dice.percent(70) { &recorded.donors } else { &dice.pick(corpus.histories()).donors };
    tree::mutate(&mut tree, donors, dice);
    let mut task = tree.text().into_bytes();
    if dice.percent(10) {
        bytes::mutate(&mut task, dice);
    }
    let task = String::from_utf8_lossy(&task).replace('\n', " ");
    format!("{}\n{}\n{task}\n", recorded.machine, recorded.lambda).into_bytes()
}

pub(crate) fn check(input: &[u8]) -> Result<Verdict, String> {
    let text = text(input);
    let Some(([name, lambda, task], _)) = head::<3>(&text) else { return Ok(Verdict::Refused) };
    let Some(machine) = machines::find(name) else { return Ok(Verdict::Refused) };
    let Ok(task) = serde_json::from_str::<DecisionTask>(task) else { return Ok(Verdict::Refused) };
    let Ok(decider) = Decider::new(machine, options(lambda == "true")) else {
        return Ok(Verdict::Refused);
    };
    let decided = decider.decide(&task);
    match (&decided, decider.decide(&task)) {
        (Ok(first), Ok(again)) if *first == again => {}
        (Err(first), Err(again)) if first.to_string() == again.to_string() => {
            return Ok(Verdict::Refused);
        }
        (_, _) => return Err("the same history has two answers".to_owned()),
    }
    let Ok(decided) = decided else { return Ok(Verdict::Refused) };
    let closing = decided.decisions.iter().position(Decision::closes);
    if closing.is_some_and(|at| at + 1 != decided.decisions.len()) {
        return Err("decisions follow the one that closes the run".to_owned());
    }
    let (per_event, besides) = WORK;
    let most = besides + per_event * u64::try_from(task.events.len()).unwrap_or(u64::MAX);
    if decided.work > most {
        return Err(format!("{} steps of work for {} events", decided.work, task.events.len()));
    }
    Ok(Verdict::Accepted)
}
