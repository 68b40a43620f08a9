//! What is under way. A machine that does one thing at a time needs no set of futures.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_util::future::{AbortHandle, Abortable};
use futures_util::stream::{FuturesUnordered, StreamExt};

use crate::execution::{OpId, Outcome};

use super::operation::Operation;

pub(super) enum Open {
    Nothing,
    One(OpId, Operation),
    Many(Box<Many>),
}

#[derive(Default)]
pub(super) struct Many {
    set: FuturesUnordered<Abortable<Numbered>>,
    handles: BTreeMap<OpId, AbortHandle>,
}

struct Numbered(OpId, Operation);

impl Open {
    pub(super) fn add(&mut self, op: OpId, operation: Operation) {
        *self = match std::mem::replace(self, Self::Nothing) {
            Self::Nothing => Self::One(op, operation),
            Self::One(other, first) => {
                let mut many = Box::<Many>::default();
                many.add(other, first);
                many.add(op, operation);
                Self::Many(many)
            }
            Self::Many(mut many) => {
                many.add(op, operation);
                Self::Many(many)
            }
        };
    }

    /// Drops the operation.
    pub(super) fn cancel(&mut self, op: OpId) {
        match self {
            Self::One(other, _) if *other == op => *self = Self::Nothing,
            Self::Many(many) => {
                many.handles.remove(&op).iter().for_each(AbortHandle::abort);
                self.tidy();
            }
            Self::One(..) | Self::Nothing => {}
        }
    }

    /// The next one that ends; `None` if nothing is under way.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<(OpId, Outcome)>> {
        let ended = match self {
            Self::Nothing => return Poll::Ready(None),
            Self::One(op, operation) => {
                let ended = (*op, ready!(operation.poll(cx)));
                *self = Self::Nothing;
                ended
            }
            Self::Many(many) => ready!(many.poll(cx)),
        };
        self.tidy();
        Poll::Ready(Some(ended))
    }

    /// Back to the cheap form when nothing else is under way.
    fn tidy(&mut self) {
        if matches!(self, Self::Many(many) if many.handles.is_empty()) {
            *self = Self::Nothing;
        }
    }
}

impl Many {
    fn add(&mut self, op: OpId, operation: Operation) {
        let (handle, registration) = AbortHandle::new_pair();
        self.handles.insert(op, handle);
        self.set.push(Abortable::new(Numbered(op, operation), registration));
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<(OpId, Outcome)> {
        loop {
            match ready!(self.set.poll_next_unpin(cx)) {
                Some(Ok((op, outcome))) => {
                    self.handles.remove(&op);
                    return Poll::Ready((op, outcome));
                }
                // Cancelled; dropped now.
                Some(Err(_)) => {}
                None => unreachable!("each handle has its future in the set"),
            }
        }
    }
}

impl Future for Numbered {
    type Output = (OpId, Outcome);

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let op = self.0;
        self.1.poll(cx).map(|outcome| (op, outcome))
    }
}
