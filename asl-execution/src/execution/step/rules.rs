//! The differences between ASL and SM4C at run time. Everything else is the same for both.
//!
//! An execution has the rules of its machine's language. They are read from the machine's static
//! table and not kept: a field would make every waiting execution larger.

use crate::execution::Execution;
use crate::execution::command::Outcome;
use crate::execution::frame::{Frame, FrameId, Join, NONE, Waiting};
use crate::execution::globals::{sm4c_output, time_out_sm4c, with_global};
use crate::execution::history_sm4c::{
    observe_after, observe_before, observe_done, observe_end, observe_entered, observe_left,
};
use crate::execution::spans::{note_catch, note_retry, traced_error};
use crate::execution::step::children::{decide_asl_join, decide_sm4c_join};
use crate::execution::step::handlers::handle_error;
use crate::execution::step::join_verdict::sm4c_join_result;
use crate::execution::step::retry::{Recovery, is_asl_fatal, retry_or_catch};
use crate::execution::step::run::Progress;
use crate::execution::wait::detached::check_sm4c_task;
use crate::execution::wait::task::check_asl_task;
use crate::machine::{At, Cx, Machine, Next, NodeId};
use asl_value::error::{Failed, Failure, Status};
use asl_value::value::Value;

/// The language whose rules an execution follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rules {
    Asl,
    Sm4c,
}

impl Rules {
    #[inline]
    pub(crate) fn new(machine: &Machine) -> Self {
        if machine.sm4c.is_some() { Self::Sm4c } else { Self::Asl }
    }

    #[inline]
    fn is_sm4c(self) -> bool {
        self == Self::Sm4c
    }

    /// Events are numbered and reported as AWS's history; SM4C reports events of its own.
    #[inline]
    pub(crate) fn has_aws_history(self) -> bool {
        !self.is_sm4c()
    }

    /// All frames share global data, and that is the output.
    #[inline]
    pub(crate) fn has_global_data(self) -> bool {
        self.is_sm4c()
    }

    /// States can wait for events from outside.
    pub(crate) fn has_events(self) -> bool {
        self.is_sm4c()
    }

    /// A wait that is already over still takes a timer.
    pub(crate) fn waits_for_past_times(self) -> bool {
        self.is_sm4c()
    }

    /// A join is decided only after the engine has seen the commands of its children.
    pub(crate) fn decides_after_commands(self) -> bool {
        self.is_sm4c()
    }

    /// A join may be in the ready queue while its children are open.
    pub(crate) fn queues_open_joins(self) -> bool {
        self.is_sm4c()
    }

    /// A child can fail while its siblings continue, also outside of distributed Maps.
    pub(crate) fn keeps_siblings_of_failures(self) -> bool {
        self.is_sm4c()
    }

    /// Each retrier counts its own retries; in SM4C all handlers of an action share one counter.
    pub(crate) fn counts_each_retrier(self) -> bool {
        !self.is_sm4c()
    }

    /// Task errors whose names begin with `States.` are worth a warning.
    pub(crate) fn reserves_error_names(self) -> bool {
        !self.is_sm4c()
    }
}

/// Calls functions of the machine with the data that they read, and keeps the variables that they
/// assign.
#[inline]
pub(crate) fn call_machine(
    run: &mut Execution,
    frame: &mut Frame,
    call: impl FnOnce(&'static Machine, &mut At, &mut Value, &mut Cx<'_>) -> Next,
) -> Next {
    match run.rules() {
        Rules::Asl => run.with_variables(frame, call),
        Rules::Sm4c => with_global(run, frame, call),
    }
}

/// Runs the inner loop for at most `fuel` transitions, and counts them.
#[inline]
pub(crate) fn run_inner_loop(run: &mut Execution, frame: &mut Frame, fuel: u32) -> Next {
    let rules = run.rules();
    if rules.is_sm4c() {
        observe_before(run, frame);
    }
    let before = frame.at.visit;
    let since = frame.attempt_began();
    let step = call_machine(run, frame, |machine, at, data, cx| {
        cx.now = since;
        (machine.advance)(at, data, cx, fuel)
    });
    let used = frame.at.visit.wrapping_sub(before);
    run.fuel.spend(used);
    if rules.is_sm4c() {
        observe_done(run, frame, &step);
    } else if used > 0 {
        run.state.events.count_transitions(used);
        let entered = run.state.events.last_id();
        (frame.last_event, frame.entered_event) = (entered, entered);
    }
    step
}

/// Checks the outcome of a task, and reports it. The output stays in its place: a value that is
/// moved right after it was written in pieces stalls the processor for 5 ns.
pub(crate) fn check_task(
    run: &mut Execution,
    frame: &mut Frame,
    waiting: &Waiting,
    outcome: &mut Outcome,
) -> Result<(), Failed> {
    match run.rules() {
        Rules::Asl => check_asl_task(run, frame, waiting, outcome),
        Rules::Sm4c => {
            let result = check_sm4c_task(run, frame, waiting, outcome);
            if result.is_ok() {
                observe_after(run, frame);
            }
            result
        }
    }
}

/// Reports that a node was entered.
#[inline]
pub(crate) fn report_node_entered(run: &mut Execution, frame: &Frame) {
    if run.rules().is_sm4c() {
        observe_entered(run, frame);
    }
}

/// Reports that a node was exited, for another or for the end of its frame.
pub(crate) fn report_node_left(run: &mut Execution, frame: &Frame, next: Option<NodeId>) {
    if run.rules().is_sm4c() {
        observe_left(run, frame, next);
    }
}

/// Reports that the execution has ended.
pub(crate) fn report_ended(run: &mut Execution, result: &Result<Value, Failed>) {
    if run.rules().is_sm4c() {
        observe_end(run, result);
    }
}

/// Retries or catches a failure at a node.
pub(crate) fn recover(run: &mut Execution, frame: &mut Frame, failure: Failed) -> Recovery {
    let error = traced_error(run, &failure);
    let recovery = match run.rules() {
        Rules::Asl => retry_or_catch(run, frame, failure),
        Rules::Sm4c => handle_error(run, frame, failure),
    };
    match &recovery {
        Recovery::Retry(delay) => note_retry(run, frame, error, *delay),
        Recovery::Again => note_retry(run, frame, error, 0),
        Recovery::Caught(Ok(_)) => note_catch(run, frame, error),
        Recovery::Caught(Err(_)) | Recovery::Lost(_) => {}
    }
    recovery
}

/// True if nothing can catch a failure.
pub(crate) fn is_fatal(run: &Execution, failure: &Failure) -> bool {
    match run.rules() {
        Rules::Asl => is_asl_fatal(run, failure),
        Rules::Sm4c => failure.status != Status::Failed,
    }
}

/// Marks a failure that comes after a node's work: in SM4C the node's own handlers do not see it.
pub(crate) fn mark_unhandled(run: &Execution, mut failure: Failed) -> Failed {
    failure.unhandled = run.rules().is_sm4c();
    failure
}

/// Continues a join that starts no more children now.
pub(crate) fn decide_join(
    run: &mut Execution,
    id: FrameId,
    join: Box<Join>,
    has_begun: bool,
) -> Progress {
    match run.rules() {
        Rules::Asl => decide_asl_join(run, id, join),
        Rules::Sm4c => decide_sm4c_join(run, id, join, has_begun),
    }
}

/// The outputs of all children, as the node's result.
pub(crate) fn join_result(run: &mut Execution, frame: &Frame, join: Join) -> Value {
    match run.rules() {
        Rules::Asl => Value::array(join.into_outputs()),
        Rules::Sm4c => {
            observe_after(run, frame);
            sm4c_join_result(run, frame, join)
        }
    }
}

/// The output of a frame that has ended well.
pub(crate) fn take_output(run: &mut Execution, frame: &mut Frame) -> Value {
    if run.rules().has_global_data() && frame.parent == NONE {
        sm4c_output(run)
    } else {
        std::mem::take(&mut frame.data)
    }
}

/// Ends the execution because of the machine's own time-out, or starts its time-out's action.
pub(crate) fn time_out(run: &mut Execution) {
    match run.machine.sm4c {
        Some(row) => time_out_sm4c(run, row),
        // As at AWS, a machine's own time-out aborts states without naming them.
        None => run.end_early(run.machine.time_out_failure(), false),
    }
}
