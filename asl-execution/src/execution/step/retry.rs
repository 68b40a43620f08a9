//! Retriers and catchers: the errors they match, and the delay before a retry (seed: "Retrying after
//! error", "Fallback states").

use crate::execution::Execution;
use crate::execution::frame::{Frame, Waiting};
use crate::execution::language::Language;
use crate::execution::observe::history::{
    is_history_full, report_evaluation_failed, report_frame_event,
};
use crate::execution::step::call::{call_machine, checked};
use crate::execution::step::progress::Recovery;
use crate::execution::wait::task_token::veiled;
use crate::history::{Details, EventType};
use crate::machine::{Kind, Profile, Retrier, StateKind};
use asl_language::hash::fnv1a;
use asl_language::random::scramble;
use asl_value::error::{Failed, Failure, Status, TYPE_MISMATCH, Timeout, names};

/// Tries the node's retriers, then its catchers.
pub(super) fn retry_or_catch(
    run: &mut Execution,
    frame: &mut Frame,
    mut failure: Failed,
) -> Recovery {
    let node = run.node(frame);
    // A fault of the state itself has no state in its cause yet; the failure of a branch has one.
    let is_branch = matches!(node.kind, Kind::Fork(_)) && !failure.unplaced;
    let origin = Origin { is_branch, profile: run.machine.profile };
    let is_own_evaluation = is_evaluation(&failure);
    name_place(run, frame, &mut failure);
    if is_fatal(run, &failure) {
        return Recovery::Lost(failure);
    }
    match use_retrier(run, node.retry, frame, &failure, origin) {
        None => {}
        Some(Ok(delay)) => return Recovery::Retry(delay),
        Some(Err(mut too_long)) => {
            name_place(run, frame, &mut too_long);
            return Recovery::Lost(too_long);
        }
    }
    let has_started = matches!(frame.waiting, Waiting::Children(_));
    if has_started || is_own_evaluation {
        report_state_failed(run, frame);
    }
    if has_started {
        frame.waiting = Waiting::Fuel;
    }
    let catcher =
        node.catch.iter().zip(0..).find(|(catcher, _)| matches_error(catcher.0, &failure, origin));
    let Some((_, at)) = catcher else { return Recovery::Lost(failure) };
    let error = failure.into_error_output();
    let next = call_machine(run, frame, |machine, place, data, cx| {
        (machine.caught)(place.node, at, data, cx, error)
    });
    Recovery::Caught(checked(&frame.data, next).map_err(|mut failure| {
        let is_own_evaluation = is_evaluation(&failure);
        name_place(run, frame, &mut failure);
        if is_own_evaluation {
            report_state_failed(run, frame);
        }
        failure
    }))
}

/// Reports that a Parallel or Map has failed. As recorded, one whose input cannot be computed has
/// this event in JSONata only.
fn report_state_failed(run: &mut Execution, frame: &mut Frame) {
    let kind = run.node(frame).state_kind;
    if matches!(kind, StateKind::Parallel | StateKind::Map) {
        report_frame_event(run, frame, EventType::StateFailed(kind), |_| Details::default());
    }
}

/// True for the failure of an expression of the state itself.
fn is_evaluation(failure: &Failure) -> bool {
    failure.unplaced && failure.error() == Some(names::QUERY_EVALUATION_ERROR)
}

/// Returns the delay of the next retry, if one is left. A retrier's counter covers the whole visit
/// of the state.
fn use_retrier(
    run: &Execution,
    retriers: &[Retrier],
    frame: &mut Frame,
    failure: &Failure,
    origin: Origin,
) -> Option<Result<u64, Failed>> {
    let (retrier, at) = retriers
        .iter()
        .zip(0..)
        .find(|(retrier, _)| matches_error(retrier.errors, failure, origin))?;
    let operation_id = retrier.jitter.then(|| run.operation_id_of(frame).to_string());
    let extra = frame.extra.get_or_insert_default();
    extra.used.resize(retriers.len(), 0);
    let used = extra.used.get_mut::<usize>(at)?;
    if *used >= retrier.max_attempts {
        return None;
    }
    *used += 1;
    let Some(delay) = retrier.delay(*used - 1) else {
        return Some(Err(Failure::runtime_unplaced(delay_too_long(*used))));
    };
    Some(Ok(operation_id
        .map_or(delay, |operation_id| Retrier::jittered(delay, run.state.seed, &operation_id))))
}

/// Adds the state to the cause of a fault that the runtime finds, in AWS's words. Reports the
/// failure of an expression.
fn name_place(run: &mut Execution, frame: &mut Frame, failure: &mut Failure) {
    let is_evaluation = is_evaluation(failure);
    if !std::mem::take(&mut failure.unplaced) {
        return;
    }
    let (state, event) = (run.node(frame).state, frame.entered_event);
    let cause = failure.cause.as_deref().unwrap_or_default();
    let placed = format!(
        "An error occurred while executing the state '{state}' (entered at the event id #{event}). {cause}"
    );
    failure.cause = Some(placed.into());
    if is_evaluation {
        report_evaluation_failed(run, frame, failure);
    }
}

/// Longest delay before a retry, in milliseconds: about 30,000 years. Engines cannot keep longer
/// timers, so a longer delay is an error.
pub(super) const LONGEST_DELAY: u64 = 1_000_000_000_000_000;

/// The cause of the error for a longer delay.
pub fn delay_too_long(retries: u32) -> String {
    format!(
        "the delay before retry {retries} would be longer than 30,000 years: set a longest delay for the retries"
    )
}

/// The origin of an error that a state reports.
#[derive(Clone, Copy)]
pub struct Origin {
    /// True for a branch of this Parallel, false for the state itself or its task.
    pub is_branch: bool,
    /// The profile of the machine.
    pub profile: Profile,
}

/// Returns true if a retrier's or catcher's list names this error.
///
/// `States.ALL` is any error, also one without a name. `States.TaskFailed` is any named error but a
/// time-out, and at AWS but `States.QueryEvaluationError`, as measured. A missed heartbeat matches
/// both names of time-outs. The error of a branch keeps its name, as AWS reports it, and matches
/// `States.BranchFailed` too, but not at AWS, as measured. Fatal errors never get here. A value that
/// does not fit its Rust type is a fault of the program: only its own name matches it.
pub fn matches_error(errors: &[&str], failure: &Failure, origin: Origin) -> bool {
    errors.iter().any(|name| names_it(name, failure, origin))
}

fn names_it(name: &str, failure: &Failure, origin: Origin) -> bool {
    if failure.error() == Some(TYPE_MISMATCH) {
        return name == TYPE_MISMATCH;
    }
    match name {
        names::ALL => true,
        names::TASK_FAILED => failure.error().is_some_and(|error| match error {
            names::TIMEOUT => false,
            names::QUERY_EVALUATION_ERROR => origin.profile == Profile::Spec,
            _ => true,
        }),
        names::HEARTBEAT_TIMEOUT if failure.timeout == Timeout::Heartbeat => true,
        names::BRANCH_FAILED if origin.is_branch && origin.profile == Profile::Spec => true,
        name => failure.error() == Some(name),
    }
}

/// True if nothing can catch a failure.
pub(super) fn is_fatal(run: &Execution, failure: &Failure) -> bool {
    if run.language() == Language::Sm4c || failure.error() != Some(names::RUNTIME) {
        return failure.status != Status::Failed;
    }
    // The specification lets `States.ALL` match any error. A full history has no room for a
    // catcher.
    run.machine.profile == Profile::Aws || failure.status != Status::Failed || is_history_full(run)
}

impl Retrier {
    /// The delay before retry number `retries` (0 = the first), in milliseconds; `None` if it is
    /// longer than [`LONGEST_DELAY`].
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, which is what we want"
    )]
    pub fn delay(&self, retries: u32) -> Option<u64> {
        let exponent = i32::try_from(retries).unwrap_or(i32::MAX);
        let delay = (f64::from(self.interval_seconds) * self.backoff_rate.powi(exponent) * 1000.0)
            .round() as u64;
        let delay = self.max_delay_seconds.map_or(delay, |most| delay.min(u64::from(most) * 1000));
        (delay <= LONGEST_DELAY).then_some(delay)
    }

    /// A random delay between zero and this one; the same for the same attempt.
    fn jittered(delay: u64, seed: u64, operation: &str) -> u64 {
        // Delays are visible, so they must not reveal the seed.
        let dice = scramble(veiled(b"jitter", seed) ^ fnv1a(operation.as_bytes()));
        delay.checked_add(1).map_or(dice, |sides| dice % sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jitter_reaches_from_nothing_to_all_of_a_delay() {
        let dice: Vec<u64> = (0..1_000).map(|seed| Retrier::jittered(3, seed, "X#0")).collect();
        for delay in 0..=3 {
            let count = dice.iter().filter(|found| **found == delay).count();
            assert!((200..300).contains(&count), "{delay}: {count}");
        }
        assert!(dice.iter().all(|found| *found <= 3));
        assert_eq!(Retrier::jittered(0, 7, "X#0"), 0);
        let _longest = Retrier::jittered(u64::MAX, 7, "X#0");
    }
}
