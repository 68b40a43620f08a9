//! Finds the shard that answers a request: one of this process, or one of another process.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use asl_durable::shard::{Answered, Reply, Request, Router, Subject};
use asl_durable::{CallError, Closed};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

use crate::everywhere;
use crate::inbox::{elsewhere, read_request, write_request};
use crate::keeper::{Order, Remote};
use crate::shards::Shards;

/// Pause until a request is made again whose shard goes to another process.
const PAUSE: Duration = Duration::from_millis(20);

/// The router of a process.
pub(crate) struct Routes {
    state: Arc<State>,
    runtime: Handle,
}

/// The state that requests in progress share.
pub(crate) struct State {
    shards: Arc<Shards>,
    orders: mpsc::UnboundedSender<Order>,
    next: AtomicI64,
    /// Maximum time for which a request is made again.
    patience: Duration,
}

impl Routes {
    pub(crate) fn new(
        shards: Arc<Shards>,
        orders: mpsc::UnboundedSender<Order>,
        patience: Duration,
        runtime: Handle,
    ) -> Self {
        let state = State { shards, orders, next: AtomicI64::new(1), patience };
        Self { state: Arc::new(state), runtime }
    }
}

impl Router for Routes {
    fn ask(&self, mut request: Request) -> Result<Answered, CallError> {
        if self.state.orders.is_closed() {
            return Err(CallError::Closed);
        }
        request.name();
        let (answer, answered) = oneshot::channel();
        let state = Arc::clone(&self.state);
        let Subject::Execution(id) = request.subject() else {
            drop(self.runtime.spawn(async move {
                // The caller may have stopped waiting for the answer.
                let _ = answer.send(everywhere::ask(&state, request).await);
            }));
            return Ok(answered);
        };
        let shard = state.shards.of(id);
        state.check_parent(&request, shard)?;
        // A shard takes requests in their order, so the first attempt is made here.
        let copy = copy(&request)?;
        let first = state.begin(shard, request);
        drop(self.runtime.spawn(async move {
            let mut answer = answer;
            tokio::select! {
                reply = state.finish(shard, first, copy) => drop(answer.send(reply)),
                // Dropping the request removes it from the inbox.
                () = answer.closed() => {}
            }
        }));
        Ok(answered)
    }

    fn close(&self, deadline: Instant, answer: oneshot::Sender<Closed>) -> Result<(), CallError> {
        self.state.orders.send(Order::Close(deadline, answer)).map_err(|_| CallError::Closed)
    }

    fn stop(&self) {
        // The thread may have ended.
        let _ = self.state.orders.send(Order::Stop);
    }
}

/// The first attempt of a request.
enum First {
    /// A shard of this process has it.
    Here(Answered),
    /// It is for another process, or its shard was just closed.
    Elsewhere,
}

impl State {
    /// The number of shards.
    pub(crate) fn count(&self) -> i32 {
        self.shards.count()
    }

    /// Refuses a child execution that its parent waits for, in another shard: nothing would cancel
    /// it with its parent.
    fn check_parent(&self, request: &Request, shard: i32) -> Result<(), CallError> {
        let Request::Start { start, parent: Some(parent), .. } = request else { return Ok(()) };
        if self.shards.of(&parent.id) == shard {
            return Ok(());
        }
        Err(elsewhere(format!("`{}` would be in another shard than its parent", start.id)))
    }

    fn begin(&self, shard: i32, request: Request) -> First {
        let owned = self.shards.owned(shard);
        let asked = owned.map(|owned| owned.shard.ask(request));
        asked.and_then(Result::ok).map_or(First::Elsewhere, First::Here)
    }

    /// Makes a request of one shard.
    pub(crate) async fn ask(&self, shard: i32, request: Request) -> Result<Reply, CallError> {
        let copy = copy(&request)?;
        let first = self.begin(shard, request);
        self.finish(shard, first, copy).await
    }

    /// Waits for the reply to the first attempt. If the shard goes to another process meanwhile, the
    /// request is made again, unless it may have had an effect.
    async fn finish(
        &self,
        shard: i32,
        mut first: First,
        request: Request,
    ) -> Result<Reply, CallError> {
        let deadline = Instant::now() + self.patience;
        loop {
            let (reply, is_here) = match first {
                First::Here(answered) => (answered.await.unwrap_or(Err(CallError::Closed)), true),
                First::Elsewhere => (self.ask_other(shard, &request).await, false),
            };
            let is_repeatable = match &reply {
                // It had no effect.
                Err(CallError::Closed) => !self.orders.is_closed(),
                Err(CallError::Store(_)) => is_here && request.repeat().is_some(),
                Ok(_) | Err(_) => false,
            };
            if !is_repeatable || Instant::now() >= deadline {
                return reply;
            }
            sleep(PAUSE).await;
            first = self.begin(shard, copy(&request)?);
        }
    }

    /// Makes a request of another process.
    async fn ask_other(&self, shard: i32, request: &Request) -> Result<Reply, CallError> {
        if let Request::Wait(id, Some(wanted)) = request {
            // The machine is checked here: the text of the request does not have it.
            let described = self.send(shard, &Request::Describe(id.clone())).await?;
            if let Reply::Description(told) = described
                && told.summary.machine != *wanted
            {
                return Err(CallError::OtherMachine {
                    id: id.clone(),
                    machine: told.summary.machine,
                    wanted: (*wanted).into(),
                });
            }
        }
        let mut reply = self.send(shard, request).await?;
        if let Reply::Description(told) = &mut reply {
            // They name states of the machine's code, which only its own process has.
            told.are_waits_known = false;
        }
        Ok(reply)
    }

    async fn send(&self, shard: i32, request: &Request) -> Result<Reply, CallError> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        let request = write_request(request)?;
        let remote = Remote { number, shard, request, answer };
        self.orders.send(Order::Remote(remote)).map_err(|_| CallError::Closed)?;
        answered.await.unwrap_or(Err(CallError::Closed))
    }
}

/// A copy of a request.
fn copy(request: &Request) -> Result<Request, CallError> {
    request.repeat().map_or_else(|| read_request(&write_request(request)?), Ok)
}
