//! Reports by task token and events that a run receives from its services.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::sync::{mpsc, oneshot};

use crate::task::context::SharedServices;
use asl_execution::execution::{Report, TokenError};
use asl_value::value::Text;

use super::EventDelivery;

/// The services of a run, as its engine sees them.
pub(crate) trait RunServices: fmt::Debug + Any + Send + Sync {
    /// Adds the address of a run of this execution. The number names the run in
    /// [`remove_run`](Self::remove_run).
    fn add_run(&self, execution_id: &Text, address: Address) -> u64;

    /// Removes the address of a run that is over.
    fn remove_run(&self, execution_id: &Text, number: u64);
}

/// A message to a run.
#[derive(Debug)]
pub(crate) enum Message {
    /// A report by task token.
    Report {
        token: Text,
        report: Report,
        answer: oneshot::Sender<Result<(), TokenError>>,
    },
    Event(EventDelivery),
}

/// Sender of messages to one run.
pub(crate) type Address = mpsc::UnboundedSender<Message>;

/// The mailbox of a run. Senders wait for their answers, so it holds one message for each.
#[derive(Debug)]
pub(super) struct Mailbox {
    services: Arc<dyn RunServices>,
    execution_id: Text,
    number: u64,
    messages: mpsc::UnboundedReceiver<Message>,
}

impl Mailbox {
    pub(super) fn open(services: Arc<dyn RunServices>, execution_id: Text) -> Self {
        let (address, messages) = mpsc::unbounded_channel();
        let number = services.add_run(&execution_id, address);
        Self { services, execution_id, number, messages }
    }

    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Message> {
        match self.messages.poll_recv(cx) {
            Poll::Ready(Some(message)) => Poll::Ready(message),
            // The address is registered until the mailbox is dropped.
            Poll::Ready(None) | Poll::Pending => Poll::Pending,
        }
    }

    pub(super) fn services(&self) -> SharedServices {
        Arc::<dyn RunServices>::clone(&self.services)
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        self.services.remove_run(&self.execution_id, self.number);
    }
}
