//! The open operations. A machine with one operation at a time needs no set of futures.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use futures_util::future::{AbortHandle, Abortable};
use futures_util::stream::{FuturesUnordered, StreamExt};

use crate::task::context::Notes;
use asl_execution::execution::OpKey;

use super::operation::{Operation, Report};

pub(super) enum Open {
    Nothing,
    One(OpKey, Operation),
    Many(Box<Many>),
}

#[derive(Default)]
pub(super) struct Many {
    set: FuturesUnordered<Abortable<Numbered>>,
    handles: BTreeMap<OpKey, (AbortHandle, Option<Arc<Notes>>)>,
}

/// Empty once its end was reported.
struct Numbered(OpKey, Option<Operation>);

/// A report on an operation, and the operation itself if it continues.
pub(super) type OperationReport = (OpKey, Report, Option<Operation>);

impl Open {
    #[inline]
    pub(super) fn add(&mut self, op: OpKey, operation: Operation) {
        match self {
            Self::Nothing => *self = Self::One(op, operation),
            Self::Many(many) => many.add(op, operation),
            Self::One(..) => {
                let one = std::mem::replace(self, Self::Many(Box::default()));
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
                many.handles.remove(&op).iter().for_each(|(handle, _)| handle.abort());
                self.tidy();
            }
            Self::One(..) | Self::Nothing => {}
        }
    }

    /// Notes a heartbeat that was reported by token.
    pub(super) fn beat(&self, op: OpKey) {
        let notes = match self {
            Self::One(other, operation) if *other == op => operation.notes(),
            Self::Many(many) => many.handles.get(&op).and_then(|(_, notes)| notes.as_ref()),
            Self::One(..) | Self::Nothing => None,
        };
        if let Some(notes) = notes {
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
                match std::mem::replace(self, Self::Nothing) {
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
        if matches!(self, Self::Many(many) if many.handles.is_empty()) {
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
        let (handle, registration) = AbortHandle::new_pair();
        self.handles.insert(op, (handle, operation.notes().cloned()));
        self.set.push(Abortable::new(Numbered(op, Some(operation)), registration));
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<OperationReport> {
        loop {
            match ready!(self.set.poll_next_unpin(cx)) {
                Some(Ok(report)) => {
                    self.handles.remove(&report.0);
                    return Poll::Ready(report);
                }
                // It was cancelled; drop it now.
                Some(Err(_)) => {}
                None => unreachable!("each handle has its future in the set"),
            }
        }
    }
}

impl Future for Numbered {
    type Output = OperationReport;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(operation) = &mut self.1 else { return Poll::Pending };
        let report = ready!(operation.poll(cx));
        match self.1.take() {
            Some(operation) => Poll::Ready(operation_report(self.0, report, operation)),
            None => Poll::Pending,
        }
    }
}
