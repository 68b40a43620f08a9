//! Requests to other processes, and from them.

use std::time::{Duration, Instant};

use asl_durable::CallError;
use asl_durable::shard::{Reply, Request};
use tokio::sync::oneshot;

use super::Keeper;
use crate::children;
use crate::failure::Failure;
use crate::inbox::{self, Arrived, elsewhere, read_reply, read_request, write_reply};
use crate::orders::{Order, Remote};

/// Time beyond a lease until a request to a shard without an owner fails.
const BEYOND_LEASE: Duration = Duration::from_secs(2);
/// Maximum number of requests and replies of one call, and maximum bytes of them.
const AT_ONCE: usize = 1_000;
const BYTES: usize = 16 << 20;

/// A request to another process that has no reply.
pub(super) struct Pending {
    shard: i32,
    /// Its text, until it is sent.
    request: Option<Vec<u8>>,
    pub(super) answer: oneshot::Sender<Result<Reply, CallError>>,
    since: Instant,
}

impl Keeper {
    pub(super) fn add_pending(&mut self, remote: Remote) {
        let Remote { number, shard, request, answer } = remote;
        let pending = Pending { shard, request: Some(request), answer, since: Instant::now() };
        self.pending.insert(number, pending);
    }

    /// Sends and receives what there is.
    pub(super) async fn exchange_mail(&mut self) -> Result<(), Failure> {
        self.send_requests().await?;
        self.send_replies().await?;
        if !self.untaken.is_empty() {
            // A shard that has failed would be given the same requests again.
            self.drop_failed();
            inbox::untake(&mut self.link, &self.untaken).await?;
            self.untaken.clear();
        }
        while let Some((child, answer)) = self.adopted.pop() {
            match children::adopt(&mut self.link, &child).await {
                Ok(adopted) => drop(answer.send(adopted)),
                Err(failure @ Failure::Refused(_)) => {
                    drop(answer.send(Err(elsewhere(failure.to_string()))));
                }
                Err(failure) => {
                    self.adopted.push((child, answer));
                    return Err(failure);
                }
            }
        }
        if !self.released.is_empty() {
            children::release(&mut self.ear, &self.released).await?;
            self.released.clear();
        }
        if !self.forgotten.is_empty() {
            inbox::forget(&mut self.ear, &self.leases.process, &self.forgotten).await?;
            self.forgotten.clear();
        }
        if std::mem::take(&mut self.has_requests) && self.closing.is_none() {
            self.take_requests().await.inspect_err(|_| self.has_requests = true)?;
        }
        if std::mem::take(&mut self.has_replies) {
            let received = inbox::receive(&mut self.ear, &self.leases.process).await;
            for (number, text) in received.inspect_err(|_| self.has_replies = true)? {
                if let Some(pending) = self.pending.remove(&number) {
                    // The caller may have gone.
                    let _ = pending.answer.send(read_reply(&text));
                }
            }
        }
        Ok(())
    }

    async fn send_requests(&mut self) -> Result<(), Failure> {
        loop {
            let mut bytes = 0_usize;
            let unsent = self.pending.iter().filter_map(|(number, pending)| {
                Some((*number, pending.shard, pending.request.as_deref()?))
            });
            let batch: Vec<(i64, i32, &[u8])> = unsent
                .take(AT_ONCE)
                .take_while(|(.., text)| {
                    let is_first = bytes == 0;
                    bytes = bytes.saturating_add(text.len());
                    is_first || bytes <= BYTES
                })
                .collect();
            if batch.is_empty() {
                return Ok(());
            }
            let numbers: Vec<i64> = batch.iter().map(|(number, ..)| *number).collect();
            match inbox::send(&mut self.link, &self.leases.process, &batch).await {
                Err(failure @ Failure::Refused(_)) => {
                    for number in numbers {
                        if let Some(pending) = self.pending.remove(&number) {
                            let _ = pending.answer.send(Err(elsewhere(failure.to_string())));
                        }
                    }
                }
                sent => {
                    sent?;
                    self.note_sent(&numbers);
                }
            }
        }
    }

    fn note_sent(&mut self, numbers: &[i64]) {
        for number in numbers {
            if let Some(pending) = self.pending.get_mut(number) {
                pending.request = None;
            }
        }
    }

    async fn send_replies(&mut self) -> Result<(), Failure> {
        while !self.replies.is_empty() {
            let mut bytes = 0_usize;
            let count = self.replies.iter().take(AT_ONCE).take_while(|(_, text)| {
                let is_first = bytes == 0;
                bytes = bytes.saturating_add(text.len());
                is_first || bytes <= BYTES
            });
            let count = count.count();
            let (batch, _) = self.replies.split_at(count);
            inbox::answer(&mut self.link, batch).await?;
            self.replies.drain(..count);
        }
        Ok(())
    }

    /// Takes requests of other processes, and passes them to their shards.
    async fn take_requests(&mut self) -> Result<(), Failure> {
        let epochs = self.shards.epochs();
        if epochs.is_empty() {
            return Ok(());
        }
        // What a request changes is durable only together with the fact that it was taken.
        let arrived = inbox::take(&mut self.ear, &epochs).await?;
        // There may be more.
        self.has_requests |= arrived.len() >= inbox::AT_ONCE;
        for arrived in arrived {
            self.pass_on(arrived);
        }
        Ok(())
    }

    fn pass_on(&mut self, arrived: Arrived) {
        let Arrived { number, shard, request, is_again } = arrived;
        let request = match read_request(&request) {
            Ok(request) if is_again && request.repeat().is_none() => Err(elsewhere(
                "the process that owned the shard ended while it had the request: it is unknown if \
                 it had an effect",
            )),
            read => read,
        };
        let is_repeatable = request.as_ref().is_ok_and(|request| request.repeat().is_some());
        let asked = request.map(|request| self.begin(shard, request));
        let Some(sender) = self.sender.upgrade() else { return };
        let answered = match asked {
            Ok(Some(answered)) => answered,
            // The shard is no longer here.
            Ok(None) => return self.untaken.push(number),
            Err(error) => return self.replies.push((number, write_reply(&Err(error)))),
        };
        drop(tokio::spawn(async move {
            let reply = answered.await.unwrap_or(Err(CallError::Closed));
            let order = match reply {
                Err(CallError::Closed) => Order::Untaken(number),
                // The shard has failed; its next owner may take the request.
                Err(CallError::Store(_)) if is_repeatable => Order::Untaken(number),
                reply => Order::Answered(number, write_reply(&reply)),
            };
            // The keeper may have ended.
            let _ = sender.send(order);
        }));
    }

    fn begin(&self, shard: i32, request: Request) -> Option<asl_durable::shard::Answered> {
        self.shards.owned(shard)?.shard.ask(request).ok()
    }

    /// Drops requests whose callers are gone, and fails those that will get no answer.
    pub(super) fn fail_pending(&mut self) {
        let patience = self.opening.options.lease + BEYOND_LEASE;
        let is_over = |number: &i64, pending: &Pending| {
            let waits = pending.since.elapsed() >= patience;
            let shard = self.shards.without_owner_since(pending.shard);
            let has_no_owner = shard.is_some_and(|since| since.elapsed() >= patience);
            let is_unsent = pending.request.is_some();
            let has_problem = self.shards.problem(pending.shard).is_some();
            let is_lost = has_no_owner || has_problem || is_unsent;
            (pending.answer.is_closed() || waits && is_lost).then_some(*number)
        };
        let over: Vec<i64> =
            self.pending.iter().filter_map(|(number, it)| is_over(number, it)).collect();
        for number in over {
            let Some(pending) = self.pending.remove(&number) else { continue };
            if pending.request.is_none() {
                self.forgotten.push(number);
            }
            let problem = self.shards.problem(pending.shard);
            let (shard, name) = (pending.shard, self.database.target.name());
            let what = match problem {
                Some((_, problem)) => format!("shard {shard} of `{name}` is closed: {problem}"),
                None if pending.request.is_some() => format!("`{name}` cannot be reached"),
                None => format!("no process owns shard {shard} of `{name}`: start one"),
            };
            let _ = pending.answer.send(Err(elsewhere(what)));
        }
    }
}
