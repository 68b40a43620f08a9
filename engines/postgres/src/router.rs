//! Finds the shard that answers a request: one of this process, or one of another process.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use asl_durable::shard::{Answered, Reply, Request, Router, Subject};
use asl_durable::{CallError, Closed};
use futures_util::future::try_join_all;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

use crate::everywhere;
use crate::inbox::{elsewhere, read_request, write_request};
use crate::orders::{Child, Order, Remote};
use crate::shards::Shards;

/// Pause until a request is made again whose shard goes to another process.
const PAUSE: Duration = Duration::from_millis(20);

/// The router of a process.
pub(crate) struct Routes {
    pub(crate) state: Arc<State>,
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
                let _ = answer.send(state.ask_all(request).await);
            }));
            return Ok(answered);
        };
        let shard = state.shards.of(id);
        if let Some(parent_shard) = state.foreign_parent(&request, shard) {
            drop(self.runtime.spawn(async move {
                // As above.
                let _ = answer.send(state.start_child(shard, parent_shard, request).await);
            }));
            return Ok(answered);
        }
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
    /// The shard of an execution.
    pub(crate) fn shard_of(&self, id: &str) -> i32 {
        self.shards.of(id)
    }

    /// The shard of the execution that waits for the one to be started, if it is another shard.
    fn foreign_parent(&self, request: &Request, shard: i32) -> Option<i32> {
        let Request::Start { parent: Some(parent), .. } = request else { return None };
        Some(self.shards.of(&parent.id)).filter(|parent| *parent != shard)
    }

    /// Starts a child whose parent is in another shard. Before that it is noted in the database, so
    /// that it is cancelled when its parent no longer waits for it, even if a process ends in
    /// between.
    async fn start_child(
        &self,
        shard: i32,
        parent_shard: i32,
        mut request: Request,
    ) -> Result<Reply, CallError> {
        let Request::Start { start, parent: Some(parent), .. } = &mut request else {
            return Err(elsewhere("the request starts no child"));
        };
        parent.is_elsewhere = true;
        let (answer, adopted) = oneshot::channel();
        let child = Child { id: start.id.to_string(), parent_shard, parent: parent.clone() };
        self.ask(parent_shard, Request::CheckParent(parent.clone())).await?;
        self.orders.send(Order::Adopt(child, answer)).map_err(|_| CallError::Closed)?;
        adopted.await.unwrap_or(Err(CallError::Closed))?;
        self.ask(shard, request).await
    }

    fn begin(&self, shard: i32, request: Request) -> First {
        let owned = self.shards.owned(shard);
        let asked = owned.map(|owned| owned.shard.ask(request));
        asked.and_then(Result::ok).map_or(First::Elsewhere, First::Here)
    }

    /// Makes a request of all shards.
    async fn ask_all(&self, request: Request) -> Result<Reply, CallError> {
        let text = write_request(&request)?;
        let mut asked = Vec::new();
        for shard in 0..self.shards.count() {
            asked.push(self.ask(shard, read_request(&text)?));
        }
        everywhere::merge(&request, try_join_all(asked).await?)
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
