//! Finds the shard that answers a request: one of this process, or one of another process.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use asl_durable::shard::{Answered, Reply, Request, Router, Subject};
use asl_durable::{CallError, Closed};
use futures_util::future::try_join_all;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::sleep;

use crate::everywhere;
use crate::failure::is_full;
use crate::inbox::{UNKNOWN, elsewhere, read_request, write_request};
use crate::orders::{Child, Order, Remote, Sent};
use crate::shards::Shards;

/// Pause until a request is made again whose shard goes to another process.
const PAUSE: Duration = Duration::from_millis(20);
/// Time after which a wait that fails was in progress, and had not failed before.
const LASTING: Duration = Duration::from_secs(1);

/// The router of a process.
pub(crate) struct Routes {
    pub(crate) state: Arc<State>,
    runtime: Handle,
}

/// The state that requests in progress share.
pub(crate) struct State {
    shards: Arc<Shards>,
    orders: mpsc::UnboundedSender<Order>,
    /// The moment at which the store is closed at the latest.
    closing: watch::Sender<Option<Instant>>,
    next: AtomicI64,
    /// Maximum time for which a request is made again whose attempts fail at once.
    patience: Duration,
}

impl Routes {
    pub(crate) fn new(
        shards: Arc<Shards>,
        orders: mpsc::UnboundedSender<Order>,
        closing: watch::Sender<Option<Instant>>,
        patience: Duration,
        runtime: Handle,
    ) -> Self {
        let state = State { shards, orders, closing, next: AtomicI64::new(1), patience };
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
        let sent = self.state.orders.send(Order::Close(deadline, answer));
        sent.map_err(|_| CallError::Closed)?;
        self.state.closing.send_replace(Some(deadline));
        Ok(())
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
        let mut failing = Instant::now();
        loop {
            let begun = Instant::now();
            let outcome = match first {
                First::Here(answered) => here(answered.await),
                First::Elsewhere => self.ask_other(shard, &request).await,
            };
            let error = match outcome {
                Outcome::Over(reply) => return reply,
                Outcome::Unchanged if self.orders.is_closed() => return Err(CallError::Closed),
                Outcome::Unchanged => elsewhere(format!("shard {shard} goes to another process")),
                Outcome::Unknown(error) if request.repeat().is_some() => error,
                Outcome::Unknown(error) => return Err(error),
            };
            // Until then it was in progress, and had not failed.
            if matches!(request, Request::Wait(..)) && begun.elapsed() >= LASTING {
                failing = Instant::now();
            }
            if failing.elapsed() >= self.patience {
                return Err(error);
            }
            sleep(PAUSE).await;
            first = self.begin(shard, copy(&request)?);
        }
    }

    /// Makes a request of another process.
    async fn ask_other(&self, shard: i32, request: &Request) -> Outcome {
        if let Request::Wait(id, Some(wanted)) = request {
            // The machine is checked here: the text of the request does not have it.
            let described = self.send(shard, &Request::Describe(id.clone())).await;
            match described {
                Outcome::Over(Ok(Reply::Description(told))) if told.summary.machine != *wanted => {
                    return Outcome::Over(Err(CallError::OtherMachine {
                        id: id.clone(),
                        machine: told.summary.machine,
                        wanted: (*wanted).into(),
                    }));
                }
                Outcome::Over(Ok(_)) => {}
                failed @ (Outcome::Over(Err(_)) | Outcome::Unchanged | Outcome::Unknown(_)) => {
                    return failed;
                }
            }
        }
        let mut outcome = self.send(shard, request).await;
        if let Outcome::Over(Ok(Reply::Description(told))) = &mut outcome {
            // They name states of the machine's code, which only its own process has.
            told.are_waits_known = false;
        }
        outcome
    }

    async fn send(&self, shard: i32, request: &Request) -> Outcome {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        let request = match write_request(request) {
            Ok(request) => request,
            Err(error) => return Outcome::Over(Err(error)),
        };
        let remote = Remote { number, shard, request, answer };
        if self.orders.send(Order::Remote(remote)).is_err() {
            return Outcome::Over(Err(CallError::Closed));
        }
        match answered.await {
            Ok(Sent::Replied(Err(CallError::Closed))) => Outcome::Unchanged,
            Ok(Sent::Replied(reply)) => Outcome::Over(reply),
            Ok(Sent::Lost) | Err(_) => Outcome::Unknown(elsewhere(UNKNOWN)),
        }
    }
}

/// The outcome of an attempt.
enum Outcome {
    /// The reply.
    Over(Result<Reply, CallError>),
    /// It had no effect.
    Unchanged,
    /// It may have had an effect.
    Unknown(CallError),
}

/// The outcome of an attempt in a shard of this process.
fn here(answered: Result<Result<Reply, CallError>, oneshot::error::RecvError>) -> Outcome {
    match answered {
        Ok(Err(CallError::Closed)) => Outcome::Unchanged,
        Ok(Err(error @ CallError::Store(_))) if !is_full(&error) => Outcome::Unknown(error),
        Ok(reply) => Outcome::Over(reply),
        Err(_) => Outcome::Unknown(elsewhere(UNKNOWN)),
    }
}

/// A copy of a request.
fn copy(request: &Request) -> Result<Request, CallError> {
    request.repeat().map_or_else(|| read_request(&write_request(request)?), Ok)
}
