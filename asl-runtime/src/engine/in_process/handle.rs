//! A running execution that events can be sent to.

use std::task::{Context, Poll};

use tokio::sync::{mpsc, oneshot};

use crate::event::Event;
use crate::execution::{Execution, SendError};
use crate::value::Text;

use super::now;

/// Events that are on their way; who sends more of them waits.
const ON_THEIR_WAY: usize = 64;

/// A running execution of an SM4C machine. Its clones are the same; while there is one, the
/// execution waits for events.
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
/// // Whoever hears of the payment, wherever that is: the handle can be cloned and sent.
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

/// An event, and where to tell what became of it.
#[derive(Debug)]
pub(crate) struct EventDelivery {
    event: Event,
    answer: oneshot::Sender<Result<(), SendError>>,
}

/// The execution's end of its handles.
#[derive(Debug)]
pub(super) struct Arrivals(mpsc::Receiver<EventDelivery>);

impl Handle {
    pub(super) fn new(id: Text) -> (Self, Arrivals) {
        let (deliveries, arrivals) = mpsc::channel(ON_THEIR_WAY);
        (Self { id, deliveries }, Arrivals(arrivals))
    }

    /// The execution's id.
    pub fn id(&self) -> &Text {
        &self.id
    }

    /// Sends the execution an event. It is taken when this answers: kept until a state waits for
    /// events, and looked at then.
    ///
    /// # Errors
    /// The execution has ended, or does not take the event: the error says why. It goes on as if
    /// nothing had been sent.
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

    /// Hands the event over, and tells what became of it.
    pub(super) fn deliver(self, run: &mut Execution) {
        // Whoever does not wait for the answer does not need it.
        let _ = self.answer.send(run.send(self.event, now()));
    }
}

impl Arrivals {
    /// The next event; `None` when no handle is left.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<EventDelivery>> {
        self.0.poll_recv(cx)
    }
}
