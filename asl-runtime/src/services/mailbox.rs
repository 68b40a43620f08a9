//! Reports by task token and events, from whoever has them to the run that waits.

use std::task::{Context, Poll};

use tokio::sync::{mpsc, oneshot};

use crate::engine::in_process::EventDelivery;
use crate::event::Event;
use crate::execution::{Report, SendError, TokenError};
use crate::value::Text;

use super::Services;

/// A message to a run.
#[derive(Debug)]
pub(crate) enum Message {
    /// A report.
    Report {
        /// The task's token.
        token: Text,
        /// What is said.
        report: Report,
        /// Where to tell what became of it.
        answer: oneshot::Sender<Result<(), TokenError>>,
    },
    /// An event.
    Event(EventDelivery),
}

pub(super) type Address = mpsc::UnboundedSender<Message>;

/// A run's mailbox; it is open as long as it is there. Senders wait for their answers, so it holds
/// one message for each.
#[derive(Debug)]
pub(crate) struct Mailbox {
    services: Services,
    name: (Text, u64),
    messages: mpsc::UnboundedReceiver<Message>,
}

impl Mailbox {
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Message> {
        match self.messages.poll_recv(cx) {
            Poll::Ready(Some(message)) => Poll::Ready(message),
            // The address is registered as long as we are there.
            Poll::Ready(None) | Poll::Pending => Poll::Pending,
        }
    }

    pub(crate) fn services(&self) -> &Services {
        &self.services
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        self.services.lock().mailboxes.remove(&self.name);
    }
}

impl Services {
    /// A mailbox for a run of this execution.
    pub(crate) fn open_mailbox(&self, execution_id: Text) -> Mailbox {
        let (address, messages) = mpsc::unbounded_channel();
        let mut state = self.lock();
        let name = (execution_id, state.number());
        state.mailboxes.insert(name.clone(), address);
        drop(state);
        Mailbox { services: self.clone(), name, messages }
    }

    /// Sends an event to the execution with this id.
    ///
    /// # Errors
    /// No such execution is under way here, or it does not take the event; it goes on as if nothing
    /// had been sent.
    pub async fn send(&self, execution_id: &str, event: Event) -> Result<(), SendError> {
        if let Some(store) = &self.store {
            return store.send(execution_id, event).await;
        }
        let mut said = SendError::Unknown;
        for run in self.addresses(execution_id) {
            let (delivery, answered) = EventDelivery::new(event.clone());
            // A run that is dropped answers nothing.
            if run.send(Message::Event(delivery)).is_err() {
                continue;
            }
            match answered.await.unwrap_or(Err(SendError::Ended)) {
                Ok(()) => return Ok(()),
                Err(refused) => said = refused,
            }
        }
        Err(said)
    }

    /// The mailboxes of the runs of an execution.
    fn addresses(&self, id: &str) -> Vec<Address> {
        let from = (Text::from(id), 0);
        let state = self.lock();
        let runs = state.mailboxes.range(from..).take_while(|((other, _), _)| other == id);
        runs.map(|(_, address)| address.clone()).collect()
    }

    /// Sends a report to the run that the token names; what it says.
    pub(super) async fn report(&self, token: &str, report: Report) -> Result<(), TokenError> {
        if let Some(store) = &self.store {
            return store.report(token, report).await;
        }
        // `execution.serial.digest`
        let id = token.rsplitn(3, '.').nth(2).ok_or(TokenError::Unknown)?;
        let runs = self.addresses(id);
        let mut said = TokenError::Unknown;
        for run in runs {
            let (answer, answered) = oneshot::channel();
            let message = Message::Report { token: token.into(), report: report.clone(), answer };
            // A run that is dropped answers nothing.
            let said_now = if run.send(message).is_ok() { answered.await.ok() } else { None };
            match said_now {
                Some(Ok(())) => return Ok(()),
                Some(Err(TokenError::Closed)) | None => said = TokenError::Closed,
                Some(Err(TokenError::Unknown)) => {}
            }
        }
        Err(said)
    }
}
