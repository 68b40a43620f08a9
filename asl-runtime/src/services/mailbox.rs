//! Delivers reports by task token and events to the waiting run.

use tokio::sync::oneshot;

use crate::engine::in_process::{Address, EventDelivery, Message, RunServices};
use asl_execution::event::Event;
use asl_execution::execution::{Report, SendError, TokenError};
use asl_value::value::Text;

use super::Services;

impl RunServices for Services {
    #[inline]
    fn add_run(&self, execution_id: &Text, address: Address) -> u64 {
        let mut state = self.lock();
        let number = state.number();
        state.mailboxes.insert((execution_id.clone(), number), address);
        number
    }

    #[inline]
    fn remove_run(&self, execution_id: &Text, number: u64) {
        self.lock().mailboxes.remove(&(execution_id.clone(), number));
    }
}

impl Services {
    /// Sends an event to the execution with this id.
    ///
    /// # Errors
    /// No such execution is running here, or it rejects the event; in that case it continues as if
    /// nothing had been sent.
    pub async fn send(&self, execution_id: &str, event: Event) -> Result<(), SendError> {
        if let Some(store) = &self.store {
            return store.send(execution_id, event).await;
        }
        let mut error = SendError::Unknown;
        for run in self.addresses(execution_id) {
            let (delivery, answered) = EventDelivery::new(event.clone());
            if !is_sent(run, Message::Event(delivery)) {
                continue;
            }
            match answered.await.unwrap_or(Err(SendError::Ended)) {
                Ok(()) => return Ok(()),
                Err(refused) => error = refused,
            }
        }
        Err(error)
    }

    /// The mailboxes of the runs of an execution.
    #[inline]
    fn addresses(&self, id: &str) -> Vec<Address> {
        let from = (Text::from(id), 0);
        let state = self.lock();
        let runs = state.mailboxes.range(from..).take_while(|((other, _), _)| other == id);
        runs.map(|(_, address)| address.clone()).collect()
    }

    /// Sends a report to the run of the token. Returns its answer.
    pub(super) async fn report(&self, token: &str, report: Report) -> Result<(), TokenError> {
        if let Some(store) = &self.store {
            return store.report(token, report).await;
        }
        // `execution.serial.digest`
        let id = token.rsplitn(3, '.').nth(2).ok_or(TokenError::Unknown)?;
        let runs = self.addresses(id);
        let mut error = TokenError::Unknown;
        for run in runs {
            let (answer, answered) = oneshot::channel();
            let message = Message::Report { token: token.into(), report: report.clone(), answer };
            let said_now = if is_sent(run, message) { answered.await.ok() } else { None };
            match said_now {
                Some(Ok(())) => return Ok(()),
                Some(Err(TokenError::Closed)) | None => error = TokenError::Closed,
                Some(Err(TokenError::Unknown)) => {}
                Some(Err(wrong @ TokenError::WrongAnswer(_))) => return Err(wrong),
            }
        }
        Err(error)
    }
}

/// Sends a message, unless the run has ended. The address is not kept: the senders of a run that
/// ends keep its queue, with messages that are never answered.
fn is_sent(run: Address, message: Message) -> bool {
    let sent = run.send(message);
    drop(run);
    sent.is_ok()
}
