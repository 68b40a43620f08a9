//! Commands of the machine: operations to open or to cancel.

use asl_runtime::ChildExecution;
use asl_runtime::TaskError;
use asl_runtime::Value;
use asl_runtime::error::{Phase, names};
use asl_runtime::event::Event;
use asl_runtime::execution::{Command, Limits, OpKey, OperationId, Outcome};
use asl_runtime::machine::{Form, TaskRow};
use asl_runtime::value::Text;

use crate::limits::LONGEST_TIME;
use crate::options::EventTarget;

use super::child::Child;
use super::ids::{fitting_id, is_legal_id, legal_id};
use super::operation::{Role, Work};
use super::replay::Replay;
use super::resource::{function_name, is_lambda};

/// Maximum time-out of a Lambda function at Amazon SWF, in seconds.
const LONGEST_LAMBDA: u64 = 900;

/// Maximum length of a Lambda function's name, in characters.
const LONGEST_FUNCTION: usize = 64;

/// Milliseconds as whole seconds, rounded up: a wait is never shorter than requested.
pub(super) fn seconds(millis: u64) -> u64 {
    millis.div_ceil(1000)
}

/// A call of a task.
pub(super) struct TaskCall {
    pub(super) op: OpKey,
    pub(super) is_detached: bool,
    pub(super) task: &'static TaskRow,
    pub(super) input: Value,
    pub(super) operation_id: OperationId,
    pub(super) limits: Option<Limits>,
}

impl TaskCall {
    /// The call that a command asks for; `None` for other commands.
    pub(super) fn from_command(command: Command) -> Option<Self> {
        match command {
            Command::Run { op, task, input, operation_id, limits, credentials: _ } => {
                let limits = Some(limits);
                Some(Self { op, is_detached: false, task, input, operation_id, limits })
            }
            Command::Detach { op, task, input, operation_id } => {
                Some(Self { op, is_detached: true, task, input, operation_id, limits: None })
            }
            Command::Hold { .. }
            | Command::Timer { .. }
            | Command::Read { .. }
            | Command::Write { .. }
            | Command::Cancel { .. } => None,
        }
    }
}

/// The id and the work of a call.
pub(super) type Routed = (String, Work);

impl Replay<'_> {
    /// Carries out a command by changing the table of operations.
    pub(super) fn perform(&mut self, command: Command) {
        match command {
            Command::Run { .. } | Command::Detach { .. } => {
                if let Some(call) = TaskCall::from_command(command) {
                    self.call(call);
                }
            }
            Command::Hold { op, operation_id, limits } => {
                self.watch_limits(op, &operation_id, limits);
            }
            Command::Timer { op, after } => self.wait(op, after),
            Command::Read { op, .. } => self.no_storage(op, names::ITEM_READER_FAILED),
            Command::Write { op, .. } => self.no_storage(op, names::RESULT_WRITER_FAILED),
            Command::Cancel { op } => self.operations.release(op),
        }
    }

    fn wait(&mut self, op: OpKey, after: u64) {
        let Some(operation_id) = self.run.operation_id(op) else { return };
        let all = seconds(after);
        let first = all.min(LONGEST_TIME);
        let role = Role::Wait(op, all - first);
        self.operations.add(
            &operation_id.to_string(),
            Text::new_static(operation_id.state()),
            role,
            Work::Timer(first),
        );
    }

    /// Continues a wait that is longer than a timer can be.
    pub(super) fn continue_wait(&mut self, operation: super::operation::OperationIndex, rest: u64) {
        let first = rest.min(LONGEST_TIME);
        self.operations.restart_timer(operation, rest - first, first);
    }

    fn call(&mut self, asked: TaskCall) {
        let TaskCall { op, is_detached, .. } = asked;
        let (state, operation_id) =
            (Text::new_static(asked.operation_id.state()), asked.operation_id.clone());
        let (limits, form) = (asked.limits, asked.task.form);
        let (id, work) = match self.route(asked) {
            Ok(routed) => routed,
            Err(error) => return self.fail(op, is_detached, error),
        };
        let role = if is_detached { Role::Detached(op) } else { Role::Task(op) };
        // Amazon SWF enforces the limits of activities and functions, and starts other work at
        // once.
        let is_limited =
            form == Form::Token || matches!(&work, Work::Child(child) if child.is_awaited());
        self.operations.add(&id, state, role, work);
        if let Some(limits) = limits
            && is_limited
        {
            self.watch_limits(op, &operation_id, limits);
        }
    }

    /// Fails a call without a decision.
    fn fail(&mut self, op: OpKey, is_detached: bool, error: TaskError) {
        if is_detached {
            self.run.acknowledge(op);
        } else {
            self.complete(op, Outcome::Failed(error));
        }
    }

    /// Chooses the work for a call.
    pub(super) fn route(&self, asked: TaskCall) -> Result<Routed, TaskError> {
        let TaskCall { task, input, operation_id, limits, .. } = asked;
        let options = &self.decider.options;
        if task.form == Form::Subflow {
            let id = legal_id(&format!("{}.{operation_id}", self.run.id()));
            return Ok((id, Work::Child(Box::new(Child::subflow(task, input)))));
        }
        if ChildExecution::is_started_by(task.resource) {
            let (child, id) =
                Child::execution(task, &input, &format!("{}.{operation_id}", self.run.id()))?;
            return Ok((id, Work::Child(Box::new(child))));
        }
        if task.form == Form::Event {
            let event = Event::sent(&input, format!("{}.{operation_id}", self.run.id()), || {
                format!("urn:execution:{}", self.run.id())
            });
            let target = options.event_targets.get(event.name()).unwrap_or(&options.event_target);
            if let Some((workflow_id, run_id)) = self.target(target, &event)? {
                let name = if event.name().is_empty() { event.kind() } else { event.name() };
                let name = Text::new(fitting_id(if name.is_empty() { "event" } else { name }));
                let work = Work::Signal { workflow_id, run_id, name, input: event.to_json() };
                return Ok((operation_id.to_string(), work));
            }
        }
        let id = self.own_id(task, &input).unwrap_or_else(|| operation_id.to_string());
        if is_lambda(task, options) {
            return Ok((id, lambda(task, input, limits, self.lambda_name(task))?));
        }
        let (timeout, heartbeat) = time_outs(task, limits.unwrap_or_else(|| of_row(task)));
        Ok((id, Work::Activity { task, input, timeout, heartbeat }))
    }

    /// The id from the options.
    fn own_id(&self, task: &TaskRow, input: &Value) -> Option<String> {
        let own = self.decider.options.activities.get(task.resource)?;
        own.id.as_ref()?.text(input).map(|id| legal_id(&id))
    }

    fn lambda_name(&self, task: &TaskRow) -> Option<Text> {
        self.decider.options.activities.get(task.resource).and_then(|own| own.name.clone())
    }

    /// The execution that receives an event. `None` if an activity handles it.
    fn target(
        &self,
        target: &EventTarget,
        event: &Event,
    ) -> Result<Option<(Text, Option<Text>)>, TaskError> {
        let unknown = |why: String| TaskError::new("UnknownTarget", why);
        match target {
            EventTarget::Activity => Ok(None),
            EventTarget::Workflow(id) => Ok(Some((id.clone(), None))),
            EventTarget::Attribute(name) => {
                let id = event.attribute(name).and_then(Value::as_str).filter(|id| !id.is_empty());
                let id = id.filter(|id| is_legal_id(id)).ok_or_else(|| {
                    unknown(format!(
                        "the event has no context attribute `{name}` with a workflow id"
                    ))
                })?;
                Ok(Some((Text::new(id), None)))
            }
            EventTarget::Parent => {
                let parent = self.started.parent_workflow_execution.as_ref();
                let parent = parent.ok_or_else(|| {
                    unknown("the execution has no parent that an event could go to".into())
                })?;
                Ok(Some((Text::new(&parent.workflow_id), Some(Text::new(&parent.run_id)))))
            }
        }
    }

    /// Starts timers for limits that Amazon SWF does not enforce.
    fn watch_limits(&mut self, op: OpKey, operation_id: &OperationId, limits: Limits) {
        let state = Text::new_static(operation_id.state());
        if let Some(timeout) = limit(limits) {
            self.operations.add(
                &format!("{operation_id}^time"),
                state.clone(),
                Role::Limit(op),
                Work::Timer(timeout),
            );
        }
        if let Some(silence) = limits.silence {
            self.last_heartbeats.insert(op, self.now.saturating_sub(limits.silent_for));
            self.watch_silence(
                op,
                operation_id,
                silence,
                silence.saturating_sub(limits.silent_for),
            );
        }
    }

    /// Starts a timer that checks for a heartbeat after this many milliseconds.
    pub(super) fn watch_silence(
        &mut self,
        op: OpKey,
        operation_id: &OperationId,
        silence: u64,
        after: u64,
    ) {
        let (id, state) =
            (format!("{operation_id}^silence"), Text::new_static(operation_id.state()));
        self.operations.add(
            &id,
            state,
            Role::Silence(op, silence),
            Work::Timer(seconds(after).min(LONGEST_TIME)),
        );
    }

    fn no_storage(&mut self, op: OpKey, error: &'static str) {
        let cause = "a decider of Amazon SWF has no storage: items are read and results written by tasks there";
        self.complete(op, Outcome::Failed(TaskError::new(error, cause)));
    }
}

/// A limit in seconds, if there is one.
fn limit(limits: Limits) -> Option<u64> {
    Some(seconds(limits.timeout).max(1)).filter(|seconds| *seconds < LONGEST_TIME)
}

/// The limits of a detached call: those of its row. The run waits for its end, so it needs a limit
/// if the definition has one.
fn of_row(task: &TaskRow) -> Limits {
    Limits { timeout: u64::from(task.timeout_seconds) * 1000, silence: None, silent_for: 0 }
}

/// The limits of an activity that Amazon SWF enforces. The operation of a task with a token
/// outlives its activity, so timers enforce its limits.
fn time_outs(task: &TaskRow, limits: Limits) -> (Option<u64>, Option<u64>) {
    let heartbeat = limits.silence.filter(|_| task.form != Form::Token);
    (limit(limits), heartbeat.map(|silence| seconds(silence).max(1)))
}

/// A Lambda function, by its own ARN or by the fields of `lambda:invoke`.
fn lambda(
    task: &'static TaskRow,
    input: Value,
    limits: Option<Limits>,
    name: Option<Text>,
) -> Result<Work, TaskError> {
    let timeout = limits.and_then(limit).filter(|seconds| *seconds <= LONGEST_LAMBDA);
    let wrapped = task.resource.contains(":::lambda:invoke");
    let asked = input.get("FunctionName").and_then(Value::as_str).filter(|_| wrapped);
    let name = name.unwrap_or_else(|| Text::new(function_name(asked.unwrap_or(task.resource))));
    let input = if wrapped {
        input.get("Payload").cloned().unwrap_or_else(|| Value::object([]))
    } else {
        input
    };
    if name.is_empty() || name.chars().count() > LONGEST_FUNCTION {
        let cause = format!(
            "`{name}` is no name of a Lambda function: those have 1 to {LONGEST_FUNCTION} characters"
        );
        return Err(TaskError::new("Lambda.InvalidParameterValueException", cause)
            .in_phase(Phase::Schedule));
    }
    Ok(Work::Lambda { name, input, timeout, wrapped, task })
}
