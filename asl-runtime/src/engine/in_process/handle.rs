//! A handle of a running execution, which cancels it or sends it events.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use tokio::sync::{mpsc, oneshot};

use asl_execution::event::Event;
use asl_execution::execution::{Cancellation, Execution, SendError};
use asl_value::value::Text;

use super::now;

/// Capacity of the queue of events. Further senders wait.
const ON_THEIR_WAY: usize = 64;

/// A handle of a running execution. It cancels the execution, and sends events to one of an SM4C
/// machine. While there is a clone of it, an execution in SM4C waits for events.
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
    deliveries: mpsc::Sender<Delivery>,
}

/// A message of a handle.
#[derive(Debug)]
pub(super) enum Delivery {
    Event(EventDelivery),
    Cancel(Cancellation, oneshot::Sender<bool>),
}

/// An event, and the sender of its result.
#[derive(Debug)]
pub(crate) struct EventDelivery {
    event: Event,
    answer: oneshot::Sender<Result<(), SendError>>,
}

/// The receiving end of an execution's handles.
#[derive(Debug)]
pub(super) struct Arrivals(mpsc::Receiver<Delivery>);

impl Handle {
    #[inline]
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
        self.ask(Delivery::Event(delivery), answered).await?
    }

    /// Cancels the execution with an error and a cause, as AWS's `StopExecution` does: its work in
    /// progress is dropped, and its result is a failure with [`Status::Aborted`](asl_value::error::Status).
    /// The history ends with `ExecutionAborted`. An empty text is no error or no cause.
    ///
    /// ```
    /// use asl_runtime::error::Status;
    /// use asl_runtime::{RunOptions, TaskContext, TaskError, Value, asl_machine, json};
    ///
    /// asl_machine!("doc/greet.asl.json");
    ///
    /// struct Silent;
    ///
    /// impl greet::Tasks for Silent {
    ///     async fn greet(&self, _cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
    ///         std::future::pending().await
    ///     }
    /// }
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
    /// let (handle, run) = greet::machine(Silent).start(json!({}), RunOptions::default());
    /// let running = tokio::spawn(run);
    /// handle.cancel("Operator.Stop", "maintenance").await?;
    /// let failure = running.await?.expect_err("it was cancelled");
    /// assert_eq!((failure.status(), failure.error()), (Status::Aborted, Some("Operator.Stop")));
    /// # Ok(())
    /// # })
    /// # }
    /// ```
    ///
    /// # Errors
    /// The execution has ended.
    pub async fn cancel(
        &self,
        error: impl Into<Text>,
        cause: impl Into<Text>,
    ) -> Result<(), SendError> {
        let (answer, answered) = oneshot::channel();
        let delivery = Delivery::Cancel(Cancellation::new(error, cause), answer);
        if self.ask(delivery, answered).await? { Ok(()) } else { Err(SendError::Ended) }
    }

    /// The answer to a message. One that is sent while the run ends can stay in the queue as long as
    /// there is a handle, and is never answered: the end of the receiver counts.
    async fn ask<A>(
        &self,
        delivery: Delivery,
        mut answered: oneshot::Receiver<A>,
    ) -> Result<A, SendError> {
        self.deliveries.send(delivery).await.map_err(|_| SendError::Ended)?;
        let mut ended = pin!(self.deliveries.closed());
        poll_fn(|cx| {
            let has_ended = ended.as_mut().poll(cx).is_ready();
            match Pin::new(&mut answered).poll(cx) {
                Poll::Ready(answer) => Poll::Ready(answer.map_err(|_| SendError::Ended)),
                Poll::Pending if has_ended => Poll::Ready(Err(SendError::Ended)),
                Poll::Pending => Poll::Pending,
            }
        })
        .await
    }
}

impl Delivery {
    /// Applies the message, and answers the sender.
    pub(super) fn deliver(self, run: &mut Execution) {
        match self {
            Self::Event(delivery) => delivery.deliver(run),
            Self::Cancel(reason, answer) => {
                // The sender may have stopped waiting for the answer.
                let _ = answer.send(run.cancel_with(reason, now()));
            }
        }
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
    /// The next message; `None` when no handle is left.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<Delivery>> {
        self.0.poll_recv(cx)
    }
}
