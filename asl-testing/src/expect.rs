//! Expectations on a run.

use std::time::Duration;

use asl_execution::history::EventType;
use asl_value::value::Value;

use super::account::{self, LONGEST};
use super::difference::difference;
use super::run::Run;
use super::scenario::names;
use super::{did_you_mean, fail};

/// Expects that a value found by a test is exactly this one. `what` names it in the message, which
/// shows each difference with its path.
///
/// ```should_panic
/// use asl_runtime::json;
/// use asl_testing::expect_value;
///
/// let order = json!({"items": [{"price": 10}, {"price": 12}]});
/// // $.items[1].price: expected 11, found 12
/// expect_value("the order", &order, json!({"items": [{"price": 10}, {"price": 11}]}));
/// ```
///
/// # Panics
/// If they differ.
#[track_caller]
pub fn expect_value(what: &str, found: &Value, expected: impl Into<Value>) {
    let expected = expected.into();
    if *found != expected {
        fail(&unlike(what, &expected, found));
    }
}

/// The message about a value that is not the expected one.
fn unlike(what: &str, expected: &Value, found: &Value) -> String {
    format!("{what} is not what was expected:{}", difference(expected, found))
}

fn short(value: &Value) -> String {
    account::cut(value, LONGEST)
}

impl Run {
    /// Expects success with exactly this output.
    #[track_caller]
    pub fn expect_output(&self, expected: impl Into<Value>) -> &Self {
        let expected = expected.into();
        match self.result() {
            Ok(output) if *output == expected => self,
            Ok(output) => self.wrong(&unlike("the output", &expected, output)),
            Err(failure) => self.wrong(&format!(
                "expected the output {}, but the machine failed: {failure}",
                short(&expected)
            )),
        }
    }

    /// Expects success with any output.
    #[track_caller]
    pub fn expect_success(&self) -> &Self {
        match self.result() {
            Ok(_) => self,
            Err(failure) => {
                self.wrong(&format!("expected a success, but the machine failed: {failure}"))
            }
        }
    }

    /// Expects a failure with an error of this name.
    #[track_caller]
    pub fn expect_failure(&self, error: &str) -> &Self {
        match self.result() {
            Err(failure) if failure.error() == Some(error) => self,
            Err(failure) => self.wrong(&format!(
                "expected a failure with `{error}`, but the machine failed: {failure}"
            )),
            Ok(output) => self.wrong(&format!(
                "expected a failure with `{error}`, but the machine succeeded with {}",
                short(output)
            )),
        }
    }

    /// Expects a failure whose cause contains this text.
    #[track_caller]
    pub fn expect_cause(&self, part: &str) -> &Self {
        match self.result() {
            Err(failure) if failure.cause().is_some_and(|cause| cause.contains(part)) => self,
            Err(failure) => self.wrong(&format!(
                "expected a cause with {part:?} in it, found {:?}",
                failure.cause()
            )),
            Ok(_) => self
                .wrong(&format!("expected a cause with {part:?} in it, but the machine succeeded")),
        }
    }

    /// Expects these delays before retries, in seconds.
    #[track_caller]
    pub fn expect_delays(&self, seconds: impl IntoIterator<Item = f64>) -> &Self {
        self.same_seconds(
            "the delays before retries",
            &seconds.into_iter().collect::<Vec<_>>(),
            &self.delays(),
        )
    }

    /// Expects these durations of Wait states, in seconds. A Wait that is over at once does not
    /// count.
    #[track_caller]
    pub fn expect_waits(&self, seconds: impl IntoIterator<Item = f64>) -> &Self {
        self.same_seconds("the waits", &seconds.into_iter().collect::<Vec<_>>(), &self.waits())
    }

    /// Expects this virtual time from start to end, in seconds.
    #[track_caller]
    pub fn expect_elapsed(&self, seconds: f64) -> &Self {
        self.same_seconds("the time from start to end", &[seconds], &[self.elapsed().as_secs_f64()])
    }

    /// Expects this number of calls of a state's task, including retries. In SM4C it can also be
    /// the name of a function, a subflow or an event.
    #[track_caller]
    pub fn expect_calls(&self, state: &str, count: usize) -> &Self {
        self.unknown_calls(state);
        let calls = self.calls_to(state).len();
        if calls == count {
            return self;
        }
        self.wrong(&format!("expected {count} calls of the task of `{state}`, found {calls}"))
    }

    /// Expects calls with exactly these inputs.
    #[track_caller]
    pub fn expect_inputs(&self, state: &str, inputs: impl IntoIterator<Item = Value>) -> &Self {
        self.unknown_calls(state);
        let expected = Value::array(inputs.into_iter().collect());
        let got =
            Value::array(self.calls_to(state).into_iter().map(|call| call.input.clone()).collect());
        if got == expected {
            return self;
        }
        self.wrong(&unlike(&format!("the list of inputs of `{state}`"), &expected, &got))
    }

    /// Expects that a state assigned exactly these variables when it last ended.
    #[track_caller]
    pub fn expect_assigned(&self, state: &str, expected: impl Into<Value>) -> &Self {
        self.unknown_states(&[state]);
        let expected = expected.into();
        let mut ends = self.simulated.seen().iter().rev().filter(|event| {
            matches!(event.kind, EventType::StateExited(_) | EventType::ExitState)
                && event.details.name.as_deref() == Some(state)
        });
        let Some(end) = ends.next() else {
            self.wrong(&format!("the state `{state}` did not end"));
        };
        let assigned = end.details.assigned_variables.clone().unwrap_or_else(|| Value::object([]));
        if assigned == expected {
            return self;
        }
        self.wrong(&unlike(
            &format!("the object of variables that `{state}` assigned"),
            &expected,
            &assigned,
        ))
    }

    /// Expects that every scripted answer was used.
    #[track_caller]
    pub fn expect_all_answers_used(&self) -> &Self {
        let unused: Vec<String> = self
            .unused
            .iter()
            .map(|(name, left)| format!("\n  `{name}` has {left} left"))
            .collect();
        if unused.is_empty() {
            return self;
        }
        self.wrong(&format!("not every scripted answer was used{}", unused.concat()))
    }

    /// Rejects states that the machine does not have: they are mistakes in the test.
    #[track_caller]
    pub(super) fn unknown_states(&self, states: &[&str]) {
        let unknown = states
            .iter()
            .find(|state| !self.machine.nodes.iter().any(|node| node.state == **state));
        if let Some(unknown) = unknown {
            let known = self.machine.nodes.iter().map(|node| node.state);
            let meant = did_you_mean(unknown, known);
            self.wrong(&format!("machine `{}` has no state `{unknown}`{meant}", self.machine.name));
        }
    }

    /// Rejects names of calls that the machine does not have.
    #[track_caller]
    fn unknown_calls(&self, name: &str) {
        if !names(self.machine).any(|known| known == name) {
            self.unknown_states(&[name]);
        }
    }

    #[track_caller]
    fn same_seconds(&self, what: &str, expected: &[f64], got: &[f64]) -> &Self {
        // The clock has milliseconds, so nothing finer can be meant.
        let millis =
            |seconds: &f64| Duration::try_from_secs_f64(*seconds).map(|time| time.as_millis()).ok();
        if expected.len() == got.len()
            && expected.iter().zip(got).all(|(left, right)| millis(left) == millis(right))
        {
            return self;
        }
        self.wrong(&format!("{what} differ\n  expected {expected:?} s\n  found    {got:?} s"))
    }

    #[track_caller]
    pub(super) fn wrong(&self, message: &str) -> ! {
        fail(&format!("{message}\n{}", account::of(self)))
    }
}
