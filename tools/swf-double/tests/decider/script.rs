//! What tasks do: decided by the name of the operation alone, so that it is the same in every order
//! of things.

use std::collections::BTreeSet;
use std::time::Duration;

use asl_runtime::engine::simulation::{Scripted, TaskCall};
use asl_runtime::machine::Form;
use asl_runtime::{TaskError, Value, json};
use asl_swf_double::LambdaAnswer;

/// Random numbers from a seed (splitmix64).
#[derive(Clone)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64, text: &str) -> Self {
        Self(text.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    pub(crate) fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick(&mut self, length: usize) -> usize {
        usize::try_from(self.below(u64::try_from(length).unwrap())).unwrap()
    }
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
        let mut dice = Dice::new(self.seed, "input");
        let list: Vec<Value> = (0..dice.below(4)).map(|at| json!(at)).collect();
        json!({"n": dice.below(10), "list": list})
    }

    /// What the task of this operation does, such as `Fan#0.1.Ship#0~2`.
    pub(crate) fn act(&self, operation: &str) -> Act {
        let mut dice = Dice::new(self.seed, operation);
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
        let after = Duration::from_millis(1 + Dice::new(order, operation).below(300));
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
        let after = 1 + Dice::new(order, &call.operation).below(300);
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
