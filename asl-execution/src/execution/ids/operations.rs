//! The open operations of an execution, for engines that do not keep its commands.

use crate::execution::child_scope::scope_of;
use crate::execution::frame::{Frame, FrameId, Inputs, NEVER, NONE, ROOT, Waiting, task_row};
use crate::execution::ids::operation_id::{Around, Path};
use crate::execution::map_run::state::state_of_frame;
use crate::execution::wait::task_token::{Report, TokenError};
use crate::execution::{Execution, OpKey, OperationId};
use crate::history::MapRunState;
use crate::machine::sm4c::CallRow;
use crate::machine::{ExecutionContext, Form, NodeId, TaskRow};
use crate::versions::types::check_answer;
use asl_value::value::Text;

/// An open operation of an execution.
#[derive(Clone, Debug)]
pub struct Operation {
    /// For its completion.
    pub op: OpKey,
    /// Its stable name.
    pub operation_id: OperationId,
    /// Its kind.
    pub kind: OperationKind,
    /// The time at which it ends by itself, in milliseconds since 1970: a timer, a retry's delay, a
    /// wait for events with a time-out. The limits of tasks are in the commands.
    pub wake: Option<u64>,
}

/// The kind of an operation.
#[derive(Clone, Copy, Debug)]
pub enum OperationKind {
    /// A task is running, or is about to be started.
    Task(&'static TaskRow),
    /// A task whose service has answered: it is completed by a report with its token.
    Held(&'static TaskRow),
    /// A Wait state.
    Timer,
    /// The delay before a retry.
    Backoff,
    /// Items of a Map are being read.
    Read,
    /// Results of a Map are being written.
    Write,
    /// A wait for events, with or without a time-out (SM4C).
    Event,
}

impl Execution {
    /// The Map Runs that are running, in no certain order. Those of child executions are not among
    /// them.
    #[inline]
    pub fn map_runs(&self) -> Vec<MapRunState> {
        let frames = self.state.frames.ids().filter(|id| scope_of(self, *id) == ROOT);
        let frames = frames.filter_map(|id| self.state.frames.frame(id));
        frames.filter_map(|frame| state_of_frame(self, frame)).collect()
    }

    /// The task token of an operation: the same after a restore.
    pub fn token_of(&self, op: OpKey) -> Text {
        self.task_token(op.serial)
    }

    /// Finds the open operation of a token.
    pub fn by_token(&self, token: &str) -> Result<OpKey, TokenError> {
        let serial = token
            .rsplit('.')
            .nth(1)
            .and_then(|serial| serial.parse().ok())
            .ok_or(TokenError::Unknown)?;
        if serial > self.state.serial || self.task_token(serial) != token {
            return Err(TokenError::Unknown);
        }
        let is_open =
            |frame: &Frame| matches!(frame.waiting, Waiting::Ongoing(open, _) if open == serial);
        let mut frames = self.state.frames.ids();
        let frame = frames.find(|id| self.state.frames.frame(*id).is_some_and(is_open));
        frame.map(|frame| OpKey { serial, frame }).ok_or(TokenError::Closed)
    }

    /// All open operations, in the order of their starts. Detached calls are not among them.
    #[inline]
    pub fn operations(&self) -> Vec<Operation> {
        let frames =
            self.state.frames.ids().filter_map(|id| Some((id, self.state.frames.frame(id)?)));
        let mut all: Vec<Operation> =
            frames.flat_map(|(id, frame)| operations_of(self, id, frame)).collect();
        all.sort_unstable_by_key(|operation| operation.op.serial);
        all
    }

    /// The node of an operation that runs a task, and the row of the task.
    #[doc(hidden)]
    pub fn task_of(&self, op: OpKey) -> Option<(NodeId, &'static TaskRow)> {
        let frame = self.state.frames.frame(op.frame)?;
        Some((frame.at.node, task_row(self, frame)?))
    }

    /// Checks that the output of a report has the type that the machine's user gave to the answers
    /// of the task. Engines do so before they apply a report: an input that was recorded is applied
    /// whatever the types have become.
    ///
    /// # Errors
    /// [`TokenError::WrongAnswer`]
    pub fn check_report(&self, token: &str, report: &Report) -> Result<(), TokenError> {
        let Report::Done(output) = report else { return Ok(()) };
        // Whether the task still waits is found out when the report is applied.
        let task = self.by_token(token).ok().and_then(|op| self.task_of(op));
        let Some(task) = task else { return Ok(()) };
        check_answer(self.machine, task, output).map_err(|why| TokenError::WrongAnswer(why.into()))
    }

    /// Names of the states in which frames wait, one for each frame.
    pub(crate) fn waiting_states(&self) -> Vec<&'static str> {
        let frames = self.state.frames.ids().filter_map(|id| self.state.frames.frame(id));
        let waiting = frames.filter(|frame| !matches!(frame.waiting, Waiting::Fuel));
        waiting.map(|frame| self.node(frame).state).collect()
    }

    /// The stable name of an open operation.
    pub fn operation_id(&self, op: OpKey) -> Option<OperationId> {
        self.is_open(op)
            .then(|| self.state.frames.frame(op.frame).map(|frame| self.operation_id_of(frame)))?
    }

    /// The stable name of the operation of a frame.
    #[inline]
    pub(in crate::execution) fn operation_id_of(&self, frame: &Frame) -> OperationId {
        let around = if frame.parent == NONE { Box::default() } else { self.frames_around(frame) };
        let renamed = frame.extra.as_ref().and_then(|extra| extra.renamed.clone());
        OperationId {
            node: self.node(frame),
            visit: frame.at.visit,
            attempt: frame.attempt(),
            path: match renamed {
                None => Path::Frames(around),
                Some(name) => Path::Renamed(Box::new((around, name))),
            },
        }
    }

    /// The frames around a frame, outermost first.
    fn frames_around(&self, frame: &Frame) -> Box<[Around]> {
        let frames = || self.state.frames.around(frame);
        // Their number first: growing and shrinking the list took longer than this.
        let mut around = Vec::with_capacity(frames().count());
        around.extend(frames().map(|(outer, index)| {
            let (state, visit, attempt) = (self.node(outer).state, outer.at.visit, outer.attempt());
            Around { state, visit, attempt, index }
        }));
        around.reverse();
        around.into()
    }

    /// An open operation.
    #[inline]
    pub fn operation(&self, op: OpKey) -> Option<Operation> {
        let frame = self.state.frames.frame(op.frame)?;
        operations_of(self, op.frame, frame).find(|operation| operation.op == op)
    }

    /// Returns true if an operation with this number is open.
    #[doc(hidden)]
    #[inline]
    pub fn waits_for(&self, serial: u64) -> bool {
        let mut frames = self.state.frames.ids().filter_map(|id| self.state.frames.frame(id));
        frames.any(|frame| frame.waiting.serials().any(|open| open == serial))
    }

    /// The SM4C row of the call that an operation makes; `None` in ASL.
    #[doc(hidden)]
    pub fn call_at(&self, operation_id: &OperationId) -> Option<&'static CallRow> {
        operation_id.node.sm4c_call()
    }

    /// Returns true if no engine has taken the detached call with this number.
    #[doc(hidden)]
    pub fn has_detached(&self, serial: u64) -> bool {
        let globals = self.state.setup().sm4c.as_deref();
        globals.is_some_and(|globals| globals.detached.iter().any(|call| call.serial == serial))
    }
}

fn operations_of(run: &Execution, id: FrameId, frame: &Frame) -> impl Iterator<Item = Operation> {
    frame.waiting.serials().map(move |serial| {
        let (kind, wake) = kind_of(run, frame, serial);
        Operation {
            op: OpKey { serial, frame: id },
            operation_id: run.operation_id_of(frame),
            kind,
            wake,
        }
    })
}

#[inline]
fn kind_of(run: &Execution, frame: &Frame, serial: u64) -> (OperationKind, Option<u64>) {
    let task = || {
        task_row(run, frame)
            .unwrap_or_else(|| unreachable!("only tasks wait for one, and restore checks it"))
    };
    match &frame.waiting {
        Waiting::Ongoing(_, ongoing) if ongoing.is_submitted && task().form == Form::Token => {
            (OperationKind::Held(task()), None)
        }
        Waiting::Task(_) | Waiting::Ongoing(..) => (OperationKind::Task(task()), None),
        Waiting::Timer(_, wake) => (OperationKind::Timer, Some(*wake)),
        Waiting::Backoff(_, wake) => (OperationKind::Backoff, Some(*wake)),
        Waiting::Event(_, wake) => {
            (OperationKind::Event, Some(*wake).filter(|wake| *wake != NEVER))
        }
        Waiting::Children(Some(join)) if matches!(&join.inputs, Inputs::Run(run) if run.reads(serial)) => {
            (OperationKind::Read, None)
        }
        Waiting::Children(_) => (OperationKind::Write, None),
        Waiting::Fuel => unreachable!("what waits for its turn has no operation"),
    }
}
