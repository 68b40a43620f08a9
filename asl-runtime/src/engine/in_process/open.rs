//! The open operations. A machine with one operation at a time needs no set of futures.

use std::collections::{BTreeMap, VecDeque};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker, ready};

use asl_execution::execution::OpKey;
use asl_value::mutex::lock;

use super::operation::{Operation, Report};

pub(super) enum Open {
    Nothing,
    One(OpKey, Operation),
    Many(Box<Many>),
}

/// A set of futures of our own: that of `futures-util` made a first build 4 CPU seconds longer.
#[derive(Default)]
pub(super) struct Many {
    operations: BTreeMap<OpKey, (Operation, Arc<Wakeup>)>,
    woken: Arc<Mutex<Woken>>,
}

/// The operations to poll, in the order of their wakes.
#[derive(Default)]
struct Woken {
    operations: VecDeque<OpKey>,
    /// Wakes the run.
    run: Option<Waker>,
}

/// The waker of one operation.
struct Wakeup {
    op: OpKey,
    /// True while the operation is among those to poll.
    is_woken: AtomicBool,
    woken: Arc<Mutex<Woken>>,
}

/// A report on an operation, and the operation itself if it continues.
pub(super) type OperationReport = (OpKey, Report, Option<Operation>);

impl Open {
    #[inline]
    pub(super) fn add(&mut self, op: OpKey, operation: Operation) {
        match self {
            Self::Nothing => *self = Self::One(op, operation),
            Self::Many(many) => many.add(op, operation),
            Self::One(..) => {
                let one = mem::replace(self, Self::Many(Box::default()));
                if let (Self::One(other, first), Self::Many(many)) = (one, self) {
                    many.add(other, first);
                    many.add(op, operation);
                }
            }
        }
    }

    /// Drops the operation.
    pub(super) fn cancel(&mut self, op: OpKey) {
        match self {
            Self::One(other, _) if *other == op => *self = Self::Nothing,
            Self::Many(many) => {
                many.operations.remove(&op);
                self.tidy();
            }
            Self::One(..) | Self::Nothing => {}
        }
    }

    /// Notes a heartbeat that was reported by token.
    pub(super) fn beat(&self, op: OpKey) {
        let operation = match self {
            Self::One(other, operation) if *other == op => Some(operation),
            Self::Many(many) => many.operations.get(&op).map(|(operation, _)| operation),
            Self::One(..) | Self::Nothing => None,
        };
        if let Some(notes) = operation.and_then(Operation::notes) {
            notes.beat();
        }
    }

    /// The next report; `None` if there are no operations. The caller adds an operation that
    /// continues again.
    #[inline]
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<OperationReport>> {
        let report = match self {
            Self::Nothing => return Poll::Ready(None),
            Self::One(op, operation) => {
                let (op, report) = (*op, ready!(operation.poll(cx)));
                if report.is_end() {
                    *self = Self::Nothing;
                    return Poll::Ready(Some((op, report, None)));
                }
                match mem::replace(self, Self::Nothing) {
                    Self::One(_, operation) => operation_report(op, report, operation),
                    Self::Nothing | Self::Many(_) => unreachable!("it was the only one"),
                }
            }
            Self::Many(many) => ready!(many.poll(cx)),
        };
        self.tidy();
        Poll::Ready(Some(report))
    }

    /// Returns to the form without a set once no other operation is open.
    fn tidy(&mut self) {
        if matches!(self, Self::Many(many) if many.operations.is_empty()) {
            *self = Self::Nothing;
        }
    }
}

fn operation_report(op: OpKey, report: Report, operation: Operation) -> OperationReport {
    let operation = (!report.is_end()).then_some(operation);
    (op, report, operation)
}

impl Many {
    fn add(&mut self, op: OpKey, operation: Operation) {
        let woken = Arc::clone(&self.woken);
        let wakeup = Arc::new(Wakeup { op, is_woken: AtomicBool::new(true), woken });
        lock(&self.woken).operations.push_back(op);
        self.operations.insert(op, (operation, wakeup));
    }

    /// Polls what was woken before. What is woken meanwhile wakes the run, so that no operation keeps
    /// the others waiting.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<OperationReport> {
        let count = {
            let mut woken = lock(&self.woken);
            woken.run = Some(cx.waker().clone());
            woken.operations.len()
        };
        for _ in 0..count {
            let Some(op) = lock(&self.woken).operations.pop_front() else { break };
            // Those that were cancelled are not there.
            let Some((operation, wakeup)) = self.operations.get_mut(&op) else { continue };
            wakeup.is_woken.store(false, Ordering::Release);
            let waker = Waker::from(Arc::clone(wakeup));
            let Poll::Ready(report) = operation.poll(&mut Context::from_waker(&waker)) else {
                continue;
            };
            if let Some((operation, _)) = self.operations.remove(&op) {
                return Poll::Ready(operation_report(op, report, operation));
            }
        }
        Poll::Pending
    }
}

impl Wake for Wakeup {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if self.is_woken.swap(true, Ordering::AcqRel) {
            return;
        }
        let mut woken = lock(&self.woken);
        woken.operations.push_back(self.op);
        let run = woken.run.take();
        drop(woken);
        if let Some(run) = run {
            run.wake();
        }
    }
}
