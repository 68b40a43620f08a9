//! What tasks do: decided by the name of the operation alone, so that it is the same in every order
//! of things.

use std::collections::BTreeSet;
use std::time::Duration;

use asl_language::hash::Fnv1a;
use asl_language::random::SplitMix64;
use asl_runtime::engine::simulation::{Scripted, TaskCall};
use asl_runtime::machine::Form;
use asl_runtime::{TaskError, Value, json};
use asl_swf_double::LambdaAnswer;

/// Random numbers for this text.
pub(crate) fn dice(seed: u64, text: &str) -> SplitMix64 {
    let mut hash = Fnv1a::from_seed(seed);
    hash.update(text.as_bytes());
    SplitMix64::new(hash.finish())
}

/// What a task does.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Act {
    Answer(Value),
    Fail(TaskError),
    /// Nothing, until its time is over.
    Hang,
}

/// The script of a run.
#[derive(Clone)]
pub(crate) struct Script {
    seed: u64,
    /// The states whose tasks may hang: they have a time-out.
    limited: BTreeSet<String>,
}

impl Script {
    pub(crate) fn new(seed: u64, definition: &str) -> Self {
        let mut limited = BTreeSet::new();
        limits(&serde_json::from_str(definition).unwrap(), &mut limited);
        Self { seed, limited }
    }

    /// What the machine is started with.
    pub(crate) fn input(&self) -> Value {
        let mut dice = dice(self.seed, "input");
        let list: Vec<Value> = (0..dice.below(4)).map(|at| json!(at)).collect();
        json!({"n": dice.below(10), "list": list})
    }

    /// What the task of this operation does, such as `Fan#0.1.Ship#0~2`.
    pub(crate) fn act(&self, operation: &str) -> Act {
        let mut dice = dice(self.seed, operation);
        let state = operation.rsplit('.').next().unwrap().split('#').next().unwrap();
        match dice.below(20) {
            0..=11 => Act::Answer(json!(dice.below(10))),
            12 | 13 => Act::Answer(json!({"n": dice.below(10), "text": "\u{e9}\n\"x\""})),
            14 | 15 if self.limited.contains(state) => Act::Hang,
            14..=17 => Act::Fail(TaskError::new("Busy", "try again")),
            _ => Act::Fail(TaskError::new("Broken", "for good")),
        }
    }

    /// The same for a Lambda function that the service itself calls.
    pub(crate) fn called(&self, operation: &str, order: u64) -> LambdaAnswer {
        let after = Duration::from_millis(1 + dice(order, operation).below(300));
        let answer = match self.act(operation) {
            Act::Answer(output) => LambdaAnswer::Result(output.to_string()),
            Act::Fail(error) => LambdaAnswer::Failed {
                reason: error.error().to_owned(),
                details: error.cause().unwrap_or_default().to_owned(),
            },
            Act::Hang => LambdaAnswer::Held,
        };
        LambdaAnswer::Later(after, Box::new(answer))
    }

    /// The same for the simulation, at times that depend on `order`.
    pub(crate) fn simulated(&self, call: &TaskCall, order: u64) -> Scripted {
        // Shorter than any time-out or wait, so that only the order of tasks among themselves
        // differs.
        let after = 1 + dice(order, &call.operation).below(300);
        let act = match self.act(&call.operation) {
            Act::Answer(output) => Scripted::answer(output),
            Act::Fail(error) => Scripted::Fail { after: 0, error },
            Act::Hang => Scripted::Hang,
        };
        if call.form == Form::Token {
            return Scripted::Submitted {
                after: 1,
                answer: json!({"MessageId": "m"}),
                then: Box::new(act.after(after)),
            };
        }
        act.after(after)
    }
}

/// Collects the names of states with a time-out.
fn limits(definition: &serde_json::Value, limited: &mut BTreeSet<String>) {
    match definition {
        serde_json::Value::Object(fields) => {
            for (name, state) in fields {
                if state.get("TimeoutSeconds").is_some() && state.get("Type").is_some() {
                    limited.insert(name.clone());
                }
                limits(state, limited);
            }
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| limits(item, limited)),
        _ => {}
    }
}
