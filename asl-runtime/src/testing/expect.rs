//! Expectations on a run.

use std::time::Duration;

use crate::value::Value;

use super::account::{self, cut, difference};
use super::fail;
use super::run::Run;
use super::scenario::names;

impl Run {
    /// Expects success with exactly this output.
    #[track_caller]
    pub fn expect_output(&self, expected: impl Into<Value>) -> &Self {
        let expected = expected.into();
        match self.result() {
            Ok(output) if *output == expected => self,
            Ok(output) => self.wrong(&format!(
                "the output is not what was expected\n  expected {}\n  got      {}\n  {}",
                cut(&expected),
                cut(output),
                difference(&expected, output)
            )),
            Err(failure) => self.wrong(&format!(
                "expected the output {}, but the machine failed: {failure}",
                cut(&expected)
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
                cut(output)
            )),
        }
    }

    /// Expects a failure whose cause contains this text.
    #[track_caller]
    pub fn expect_cause(&self, part: &str) -> &Self {
        match self.result() {
            Err(failure) if failure.cause().is_some_and(|cause| cause.contains(part)) => self,
            Err(failure) => self
                .wrong(&format!("expected a cause with {part:?} in it, got {:?}", failure.cause())),
            Ok(_) => self
                .wrong(&format!("expected a cause with {part:?} in it, but the machine succeeded")),
        }
    }

    /// Expects exactly these states, in this order.
    #[track_caller]
    pub fn expect_path<'s>(&self, states: impl IntoIterator<Item = &'s str>) -> &Self {
        let (expected, path): (Vec<&str>, _) = (states.into_iter().collect(), self.path());
        if path == expected {
            return self;
        }
        let at =
            expected.iter().zip(&path).take_while(|(expected, taken)| expected == taken).count();
        let name = |states: &[&str]| {
            states.get(at).map_or("the end".to_owned(), |state| format!("`{state}`"))
        };
        self.unknown_states(&expected);
        self.wrong(&format!(
            "the machine took another path\n  expected {}\n  taken    {}\n  step {}: expected {}, got {}",
            account::path(&expected),
            account::path(&path),
            at + 1,
            name(&expected),
            name(&path)
        ))
    }

    /// Expects these states in this order, possibly with others between them.
    #[track_caller]
    pub fn expect_through<'s>(&self, states: impl IntoIterator<Item = &'s str>) -> &Self {
        let (expected, path): (Vec<&str>, _) = (states.into_iter().collect(), self.path());
        let mut rest = path.iter();
        let missed = expected.iter().find(|state| !rest.any(|taken| taken == *state));
        let Some(missed) = missed else { return self };
        self.unknown_states(&expected);
        self.wrong(&format!(
            "the machine did not enter `{missed}` where that was expected\n  expected {}\n  taken    {}",
            account::path(&expected),
            account::path(&path)
        ))
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
        self.wrong(&format!("expected {count} calls of the task of `{state}`, got {calls}"))
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
        self.wrong(&format!(
            "the task of `{state}` got other inputs than expected\n  expected {}\n  got      {}\n  {}",
            cut(&expected),
            cut(&got),
            difference(&expected, &got)
        ))
    }

    /// Expects a history of exactly these types of events.
    #[track_caller]
    pub fn expect_events<'s>(&self, types: impl IntoIterator<Item = &'s str>) -> &Self {
        let expected: Vec<&str> = types.into_iter().collect();
        let got: Vec<String> = self.events().iter().map(|event| event.kind.to_string()).collect();
        if got == expected {
            return self;
        }
        let at = expected.iter().zip(&got).take_while(|(expected, got)| expected == got).count();
        let (expected_here, got_here) =
            (expected.get(at).copied(), got.get(at).map(String::as_str));
        self.wrong(&format!(
            "the history has other events\n  expected {}\n  got      {}\n  event {}: expected {}, got {}",
            expected.join(", "),
            got.join(", "),
            at + 1,
            expected_here.unwrap_or("the end"),
            got_here.unwrap_or("the end")
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
    fn unknown_states(&self, states: &[&str]) {
        let unknown = states
            .iter()
            .find(|state| !self.machine.nodes.iter().any(|node| node.state == **state));
        if let Some(unknown) = unknown {
            self.wrong(&format!("machine `{}` has no state `{unknown}`", self.machine.name));
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
        self.wrong(&format!("{what} differ\n  expected {expected:?} s\n  got      {got:?} s"))
    }

    #[track_caller]
    fn wrong(&self, message: &str) -> ! {
        fail(&format!("{message}\n{}", account::of(self)))
    }
}
