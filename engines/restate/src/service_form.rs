//! The form in which the executions of a machine are served: it depends on its states.

use asl_runtime::__engine::Directory;
use asl_runtime::machine::{Effect, Form, Kind, Machine, Node, Retrier};

/// True if executions of any version of a machine accept messages.
pub(crate) fn any_listens(directory: &Directory, service: &str) -> bool {
    directory.versions(service).iter().any(|tasks| listens(tasks.machine()))
}

/// True if executions of any version of a machine run their tasks in place.
pub(crate) fn any_runs_in_place(directory: &Directory, service: &str) -> bool {
    directory.versions(service).iter().any(|tasks| runs_in_place(tasks.machine()))
}

/// True if executions of this machine accept messages.
pub(crate) fn listens(machine: &Machine) -> bool {
    machine.nodes.iter().any(|node| {
        if let Kind::Invoke(Effect::Task(task)) = &node.kind {
            return matches!(task.form, Form::Token | Form::Activity | Form::Sync | Form::Sync2);
        }
        matches!(node.kind, Kind::Await)
    })
}

/// Longest back-off in seconds of a machine whose tasks run in place.
const LONGEST_BACKOFF: f64 = 60.0;

/// True if executions of this machine wait for nothing but one task at a time, which no time-out of
/// the definition interrupts. The tasks then run in the invocation that drives the execution. This
/// invocation is never suspended, because a task would end with it. So a machine that may wait for
/// long without a task is not among them.
pub(crate) fn runs_in_place(machine: &Machine) -> bool {
    machine.timeout_seconds.is_none() && machine.nodes.iter().all(waits_for_a_task_only)
}

fn waits_for_a_task_only(node: &Node) -> bool {
    match &node.kind {
        Kind::Invoke(Effect::Task(task)) => {
            let is_plain = matches!(task.form, Form::Answer | Form::Rest | Form::Rpc);
            let has_limit = task.timeout_given || task.heartbeat_seconds.is_some();
            is_plain && !has_limit && node.retry.iter().all(has_short_backoff)
        }
        Kind::Eval | Kind::Branch | Kind::End | Kind::Fail => true,
        Kind::Invoke(Effect::Wait) | Kind::Fork(_) | Kind::ForEach(_) | Kind::Await => false,
    }
}

fn has_short_backoff(retrier: &Retrier) -> bool {
    let steps = f64::from(retrier.max_attempts.saturating_sub(1));
    let last = f64::from(retrier.interval_seconds) * retrier.backoff_rate.max(1.0).powf(steps);
    retrier.max_delay_seconds.map_or(last, |most| last.min(f64::from(most))) <= LONGEST_BACKOFF
}
