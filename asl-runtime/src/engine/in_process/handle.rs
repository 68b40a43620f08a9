//! A running execution that events can be sent to.

use std::task::{Context, Poll};

use tokio::sync::{mpsc, oneshot};

use crate::event::Event;
use crate::execution::{Execution, SendError};
use crate::value::Text;

use super::now;

/// Capacity of the queue of events. Further senders wait.
const ON_THEIR_WAY: usize = 64;

/// A handle of a running execution of an SM4C machine. While there is a clone of it, the execution
/// waits for events.
///
/// ```
/// use asl_runtime::engine::in_process::RunOptions;
/// use asl_runtime::{Event, asl_machine, json};
///
/// asl_machine!("doc/order.sm4c.json"); // -> mod order; it waits for the event `paid`, for 14 days
///
/// struct Nothing;
///
/// impl order::Functions for Nothing {}
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let (handle, run) = order::start(Nothing, json!({"id": 7}), RunOptions::default());
/// let running = tokio::spawn(run);
///
/// // The handle can be cloned and sent to the receiver of payments.
/// let text = r#"{"specversion": "1.0", "id": "p-1", "source": "/bank", "type": "shop.paid", "data": {"amount": 20}}"#;
/// handle.send(Event::from_json_str(text)?).await?;
/// assert_eq!(running.await??, json!({"id": 7, "amount": 20}));
/// # Ok(())
/// # })
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Handle {
    id: Text,
    deliveries: mpsc::Sender<EventDelivery>,
}

/// An event, and the sender of its result.
#[derive(Debug)]
pub(crate) struct EventDelivery {
    event: Event,
    answer: oneshot::Sender<Result<(), SendError>>,
}

/// The receiving end of an execution's handles.
#[derive(Debug)]
pub(super) struct Arrivals(mpsc::Receiver<EventDelivery>);

impl Handle {
    pub(super) fn new(id: Text) -> (Self, Arrivals) {
        let (deliveries, arrivals) = mpsc::channel(ON_THEIR_WAY);
        (Self { id, deliveries }, Arrivals(arrivals))
    }

    /// Id of the execution.
    pub fn id(&self) -> &Text {
        &self.id
    }

    /// Sends the execution an event. When this returns, the execution has accepted it, and keeps it
    /// until a state waits for events.
    ///
    /// # Errors
    /// The execution has ended or rejects the event; the error gives the reason. The execution
    /// continues as if nothing had been sent.
    pub async fn send(&self, event: Event) -> Result<(), SendError> {
        let (delivery, answered) = EventDelivery::new(event);
        self.deliveries.send(delivery).await.map_err(|_| SendError::Ended)?;
        answered.await.unwrap_or(Err(SendError::Ended))
    }
}

impl EventDelivery {
    pub(crate) fn new(event: Event) -> (Self, oneshot::Receiver<Result<(), SendError>>) {
        let (answer, answered) = oneshot::channel();
        (Self { event, answer }, answered)
    }

    /// Delivers the event, and answers the sender.
    pub(super) fn deliver(self, run: &mut Execution) {
        // The sender may have stopped waiting for the answer.
        let _ = self.answer.send(run.send(self.event, now()));
    }
}

impl Arrivals {
    /// The next event; `None` when no handle is left.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<EventDelivery>> {
        self.0.poll_recv(cx)
    }
}
