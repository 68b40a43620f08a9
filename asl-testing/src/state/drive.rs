//! Runs the functions of one node, without an execution around them.

mod iterations;

use asl_execution::execution::{Origin, delay_too_long, matches};
use asl_execution::machine::inspect::record;
use asl_execution::machine::{At, Cx, Kind, Next, Node, NodeId, StateKind, Step};
use asl_value::error::{Failed, Failure, TaskError, bounded};
use asl_value::value::Value;

use super::check::{Answer, needs_inspection};
use super::inspection::{self, Seen};
use super::report::{ErrorDetails, StateReport, StateStatus};
use super::{InspectionLevel, StateTest, TestStateError};

/// A running node.
struct Work<'t> {
    test: &'t StateTest,
    id: NodeId,
    node: &'static Node,
    data: Value,
    cx: Cx<'t>,
    seen: Seen,
}

/// Runs a state.
pub(super) fn drive(
    test: &StateTest,
    id: NodeId,
    node: &'static Node,
    answer: Answer,
) -> Result<StateReport, TestStateError> {
    let context = test.context.clone().unwrap_or_else(|| default_context(test, node));
    let cx = Cx {
        profile: test.machine.profile,
        limits: test.machine.limits,
        attempt: test.retries,
        vars: test.variables.clone(),
        given: Some(&context),
        ..Cx::default()
    };
    let mut work = Work { test, id, node, data: test.input.clone(), cx, seen: Seen::default() };
    let (ended, notes) = record(|| work.run(answer));
    work.seen.notes = notes;
    if needs_inspection(test) && work.seen.notes.is_empty() {
        return Err(TestStateError::NotInspectable);
    }
    let next = ended?;
    Ok(work.report(next))
}

/// The context object of an execution that has just started. As recorded, `TestState` makes one of
/// an express execution, in which every state has the same name.
fn default_context(test: &StateTest, node: &Node) -> Value {
    const ACCOUNT: &str = "arn:aws:states:us-east-1:111111111111";
    let (start, machine) = (asl_execution::history::timestamp(0), test.machine.name);
    let mut context = Value::object([
        (
            "Execution",
            Value::object([
                ("Id", Value::text(format!("{ACCOUNT}:express:{machine}:test"))),
                ("Input", test.input.clone()),
                ("Name", Value::text("test")),
                ("RoleArn", Value::text("arn:aws:iam::111111111111:role/test")),
                ("StartTime", start.clone()),
            ]),
        ),
        (
            "StateMachine",
            Value::object([
                ("Id", Value::text(format!("{ACCOUNT}:stateMachine:{machine}"))),
                ("Name", Value::text(machine)),
            ]),
        ),
    ]);
    let mut state = Value::object([("Name", Value::text("StateName")), ("EnteredTime", start)]);
    if matches!(node.state_kind, StateKind::Task | StateKind::Parallel | StateKind::Map) {
        state.insert("RetryCount", Value::from(test.retries));
    }
    context.insert("State", state);
    if node.waits_for_token() {
        context.insert("Task", Value::object([("Token", Value::text("test.token"))]));
    }
    context
}

impl Work<'_> {
    /// Enters the state, does its work, and passes it the result.
    fn run(&mut self, answer: Answer) -> Result<Next, TestStateError> {
        let mut at = At { node: self.id, visit: 0 };
        let step = match (self.test.machine.advance)(&mut at, &mut self.data, &mut self.cx, 0) {
            Ok(step) => step,
            Err(failure) => return Ok(Err(failure)),
        };
        let result = match step {
            Step::Goto(_) | Step::End => return Ok(Ok(step)),
            Step::Wait(_) => Ok(Value::Null),
            Step::Done(value) => Ok(value),
            Step::Task(input) => self.worked(answer, &input),
            Step::Call(call) => self.worked(answer, &call.input),
            Step::Fork(_) | Step::Await => self.worked(answer, &Value::Null),
            Step::ForEach(iterate) => {
                self.seen.maps(&iterate);
                let made = self.iterations(&iterate);
                let items = made.as_ref().unwrap_or(&Value::Null);
                let failed = self.iterated(items, answer.as_ref())?;
                match (iterate.run, made, failed) {
                    (Some(Err(failure)), _, _) | (_, Err(failure), _) | (_, _, Some(failure)) => {
                        Err(failure)
                    }
                    (_, Ok(_), None) => self.worked(answer, &Value::Null),
                }
            }
        };
        Ok(result.and_then(|result| {
            (self.test.machine.resume)(self.id, &mut self.data, &mut self.cx, result)
        }))
    }

    /// The result of the work.
    fn worked(&mut self, answer: Answer, input: &Value) -> Result<Value, Failed> {
        let answer = answer.unwrap_or_else(|| match &self.test.real {
            Some(real) => (real.0)(input),
            None => unreachable!("checked: without a mock there is a real task"),
        });
        let result = answer.map_err(TaskError::into_failure)?;
        if self.node.state_kind == StateKind::Task {
            self.seen.result = Some(result.clone());
        }
        Ok(result)
    }

    /// Returns true if more iterations failed than the Map tolerates.
    fn iterated(
        &self,
        items: &Value,
        answer: Option<&Result<Value, TaskError>>,
    ) -> Result<Option<Failed>, TestStateError> {
        let Some(failed) = self.test.failed_iterations else { return Ok(None) };
        let length = |value: &Value| value.as_array().map(asl_value::value::Array::len);
        // If items are read from a storage, there are as many as results.
        let results = answer.and_then(|answer| length(answer.as_ref().ok()?));
        let iterations = length(items).or(results).unwrap_or(usize::MAX);
        if usize::try_from(failed).unwrap_or(usize::MAX) > iterations {
            return Err(TestStateError::FailedIterations { iterations });
        }
        let is_error = matches!(&self.test.mock, Some(super::Mock(super::Mocked::Error(_))));
        let exceeded = !is_error && self.seen.exceeded(failed, iterations);
        Ok(exceeded.then(|| {
            let cause = "The specified tolerated failure threshold was exceeded";
            Box::new(Failure::new("States.ExceedToleratedFailureThreshold", cause))
        }))
    }

    fn report(mut self, next: Next) -> StateReport {
        let next = next.and_then(|step| match bounded(&self.data) {
            Ok(()) => Ok(step),
            Err(cause) => Err(Failure::runtime_unplaced(cause)),
        });
        match next {
            Ok(step) => {
                let output = std::mem::take(&mut self.data);
                StateReport {
                    output: Some(output),
                    next_state: self.name(&step),
                    ..self.with_status(StateStatus::Succeeded, None)
                }
            }
            Err(failure) => self.failed(&failure),
        }
    }

    /// Retriers first, then catchers.
    fn failed(mut self, failure: &Failure) -> StateReport {
        let is_branch = matches!(self.node.kind, Kind::Fork(_)) && !failure.unplaced;
        let origin = Origin { is_branch, profile: self.test.machine.profile };
        let fits = |errors: &[&str]| matches(errors, failure, origin);
        let retrier = self.node.retry.iter().zip(0..).find(|(retrier, _)| fits(retrier.errors));
        if let Some((retrier, index)) = retrier
            && self.test.retries < retrier.max_attempts
        {
            let Some(delay) = retrier.delay(self.test.retries) else {
                let too_long =
                    Failure::runtime(delay_too_long(self.test.retries.saturating_add(1)));
                return self
                    .with_status(StateStatus::Failed, Some((&too_long, ErrorDetails::default())));
            };
            let seconds = delay / 1000;
            let details = ErrorDetails {
                retry_index: Some(index),
                retry_backoff_interval_seconds: Some(seconds),
                ..ErrorDetails::default()
            };
            return self.with_status(StateStatus::Retriable, Some((failure, details)));
        }
        // A retrier that is used up is reported, too.
        let used_up =
            ErrorDetails { retry_index: retrier.map(|(_, at)| at), ..ErrorDetails::default() };
        let catcher = self.node.catch.iter().zip(0..).find(|(catcher, _)| fits(catcher.0));
        let Some((_, index)) = catcher else {
            return self.with_status(StateStatus::Failed, Some((failure, used_up)));
        };
        let error = failure.clone().into_error_output();
        match (self.test.machine.caught)(self.id, index, &mut self.data, &mut self.cx, error) {
            Ok(step) => {
                let (output, next_state) = (std::mem::take(&mut self.data), self.name(&step));
                let details = ErrorDetails { catch_index: Some(index), ..used_up };
                let caught = self.with_status(StateStatus::CaughtError, Some((failure, details)));
                StateReport { output: Some(output), next_state, ..caught }
            }
            Err(failure) => self.with_status(StateStatus::Failed, Some((&failure, used_up))),
        }
    }

    fn name(&self, step: &Step) -> Option<&'static str> {
        let Step::Goto(node) = step else { return None };
        usize::try_from(node.0)
            .ok()
            .and_then(|at| self.test.machine.nodes.get(at))
            .map(|node| node.state)
    }

    fn with_status(
        &self,
        status: StateStatus,
        failed: Option<(&Failure, ErrorDetails)>,
    ) -> StateReport {
        let (failure, details) = failed.unzip();
        let details = details.filter(|details| *details != ErrorDetails::default());
        let mut inspection =
            inspection::of(self.test.level, self.node.state_kind, &self.seen, &self.cx);
        if let Some(details) = details.filter(|_| self.test.level > InspectionLevel::Info) {
            inspection.insert("errorDetails", details.to_json());
        }
        StateReport {
            status,
            output: None,
            next_state: None,
            error: failure.and_then(|failure| failure.error.clone()),
            cause: failure.and_then(|failure| failure.cause.clone()),
            error_details: details,
            variables: if self.cx.vars.is_null() {
                Value::object([])
            } else {
                self.cx.vars.clone()
            },
            inspection: Value::from(inspection),
        }
    }
}
