//! Requests to other processes, and from them.

use std::time::{Duration, Instant};

use asl_durable::CallError;
use asl_durable::shard::Request;
use asl_runtime::__engine::random_seed;
use tokio::sync::oneshot;

use super::Keeper;
use crate::children;
use crate::failure::{self, Failure};
use crate::inbox::{
    self, AT_ONCE, Arrived, BYTES, UNKNOWN, elsewhere, is_full, read_reply, read_request,
    write_reply,
};
use crate::orders::{Order, Remote, Sent};

/// Time beyond a lease until a request to a shard without an owner fails.
const BEYOND_LEASE: Duration = Duration::from_secs(2);

/// A request to another process that has no reply.
pub(super) struct Pending {
    shard: i32,
    /// Its text, until it is sent.
    request: Option<Vec<u8>>,
    pub(super) answer: oneshot::Sender<Sent>,
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
            for taken in self.untaken.drain(..) {
                self.taken.remove(&taken);
            }
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
        if std::mem::take(&mut self.has_requests) && self.closing.is_none() {
            self.take_requests().await.inspect_err(|_| self.has_requests = true)?;
        }
        if std::mem::take(&mut self.has_replies) {
            let received = inbox::receive(&mut self.ear, &self.leases.process).await;
            let received = received.inspect_err(|_| self.has_replies = true)?;
            self.has_replies = is_full(received.iter().map(|(_, text)| text.len()));
            for (number, text) in received {
                self.forgotten.push(number);
                if let Some(pending) = self.pending.remove(&number) {
                    // The caller may have gone.
                    let _ = pending.answer.send(Sent::Replied(read_reply(&text)));
                }
            }
        }
        if !self.forgotten.is_empty() {
            inbox::forget(&mut self.ear, &self.leases.process, &self.forgotten).await?;
            self.forgotten.clear();
        }
        Ok(())
    }

    /// The outbox for requests. After a call whose outcome is unknown it is a new one, so that
    /// requests cannot arrive after others have taken them for lost.
    async fn outbox(&mut self) -> Result<i64, Failure> {
        if let Some(outbox) = self.outbox {
            return Ok(outbox);
        }
        let outbox = i64::try_from(random_seed() >> 1).unwrap_or(i64::MAX);
        if !inbox::begin_outbox(&mut self.link, &self.leases.process, outbox).await? {
            self.is_renewal_due = true;
            return Err(Failure::Away("this process is not known".to_owned()));
        }
        self.outbox = Some(outbox);
        Ok(outbox)
    }

    async fn send_requests(&mut self) -> Result<(), Failure> {
        let is_unsent = self.pending.values().any(|pending| pending.request.is_some());
        if !is_unsent && self.forgotten.is_empty() {
            return Ok(());
        }
        let outbox = self.outbox().await?;
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
            match inbox::send(&mut self.link, (&self.leases.process, outbox), &batch).await {
                Ok(true) => self.note_sent(&numbers),
                Err(failure @ Failure::Refused(_)) => {
                    let error = elsewhere(failure.to_string());
                    for pending in numbers.iter().filter_map(|it| self.pending.remove(it)) {
                        let _ = pending.answer.send(Sent::Replied(Err(error.clone())));
                    }
                }
                sent => {
                    self.outbox = None;
                    sent?;
                    return Ok(());
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
            for (taken, _) in self.replies.drain(..count) {
                self.taken.remove(&taken);
            }
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
        let known = self.has_lost_requests.then_some(&self.taken);
        let arrived = inbox::take(&mut self.ear, &epochs, known).await;
        self.has_lost_requests = arrived.is_err();
        let arrived = arrived?;
        self.has_requests = is_full(arrived.iter().map(|it| it.request.len()));
        for arrived in arrived {
            self.pass_on(arrived);
        }
        Ok(())
    }

    fn pass_on(&mut self, arrived: Arrived) {
        let Arrived { taken, shard, request, is_again } = arrived;
        // A crash of the server may have lost that it was taken.
        if !self.taken.insert(taken.clone()) {
            return;
        }
        let request = match read_request(&request) {
            Ok(request) if is_again && request.repeat().is_none() => Err(elsewhere(UNKNOWN)),
            read => read,
        };
        let is_repeatable = request.as_ref().is_ok_and(|request| request.repeat().is_some());
        let asked = request.map(|request| self.begin(shard, request));
        let Some(sender) = self.sender.upgrade() else { return };
        let answered = match asked {
            Ok(Some(answered)) => answered,
            // The shard is no longer here.
            Ok(None) => return self.untaken.push(taken),
            Err(error) => return self.replies.push((taken, write_reply(&Err(error)))),
        };
        drop(tokio::spawn(async move {
            let reply = answered.await.unwrap_or_else(|_| Err(elsewhere(UNKNOWN)));
            let order = match reply {
                Err(CallError::Closed) => Order::Untaken(taken),
                // The shard has failed; its next owner may take the request.
                Err(error @ CallError::Store(_)) if is_repeatable && !failure::is_full(&error) => {
                    Order::Untaken(taken)
                }
                reply => Order::Answered(taken, write_reply(&reply)),
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
        let mut over = Vec::new();
        for (number, pending) in &self.pending {
            let without_owner = self.shards.without_owner(pending.shard);
            let without_owner = without_owner.filter(|(since, _)| since.elapsed() >= patience);
            let is_lost = without_owner.is_some() || pending.request.is_some();
            if pending.answer.is_closed() || pending.since.elapsed() >= patience && is_lost {
                over.push((*number, without_owner.and_then(|(_, problem)| problem)));
            }
        }
        for (number, problem) in over {
            let Some(pending) = self.pending.remove(&number) else { continue };
            // An attempt to send it may have arrived.
            self.forgotten.push(number);
            let (shard, name) = (pending.shard, self.database.target.name());
            let what = match problem {
                Some(problem) => format!("shard {shard} of `{name}` cannot be opened: {problem}"),
                None if pending.request.is_some() => format!(
                    "`{name}` cannot be reached ({}): it is unknown if the request had an effect",
                    self.trouble
                ),
                None => format!("no process owns shard {shard} of `{name}`: start one"),
            };
            let _ = pending.answer.send(Sent::Replied(Err(elsewhere(what))));
        }
    }

    /// Ends the requests that were sent: they are gone.
    pub(super) fn lose_pending(&mut self) {
        for (number, pending) in std::mem::take(&mut self.pending) {
            if pending.request.is_some() {
                self.pending.insert(number, pending);
                continue;
            }
            self.forgotten.push(number);
            let _ = pending.answer.send(Sent::Lost);
        }
    }
}
