//! The inbox of the store's thread: many threads add messages, and the store's thread takes all of
//! them at once.

use std::any::Any;
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use asl_runtime::__engine::lock;
use asl_runtime::execution::Outcome;

use tokio::sync::oneshot;

use super::super::{CallError, Closed, Place, Reply, Request, TaskReport};

/// Receiver of a reply.
pub(in super::super) type Answer = oneshot::Sender<Result<Reply, CallError>>;

/// A message to the store's thread.
pub(in super::super) enum Message {
    /// A request.
    Ask(Request, Answer),
    /// A report on an operation.
    Report(Place, TaskReport),
    /// The end of a task that has written to the medium of the store, and what it has written.
    Joined(Place, Outcome, Box<dyn Any + Send>),
    /// The thread of a compaction is about to end, and has sent its result.
    Rewritten,
    /// End when nothing is in progress any more, or at this time.
    Close(Instant, oneshot::Sender<Closed>),
    /// End now: all handles are gone.
    Stop,
}

/// The inbox.
#[derive(Default)]
pub(in super::super) struct Inbox {
    mail: Mutex<Mail>,
    woken: Condvar,
}

#[derive(Default)]
struct Mail {
    messages: Vec<Message>,
    is_asleep: bool,
    /// The reason why the inbox is closed.
    shut: Option<CallError>,
}

impl Inbox {
    /// Adds a message.
    ///
    /// # Errors
    /// The inbox is closed.
    pub(in super::super) fn put(&self, message: Message) -> Result<(), CallError> {
        let mut mail = self.lock();
        if let Some(error) = &mail.shut {
            let error = error.clone();
            // Dropping the message may call code of ours, so do not hold the lock.
            drop(mail);
            return Err(error);
        }
        mail.messages.push(message);
        if mem::take(&mut mail.is_asleep) {
            drop(mail);
            self.woken.notify_one();
        }
        Ok(())
    }

    /// Adds a request and waits for its reply.
    pub(super) fn ask(&self, request: Request) -> Result<Reply, CallError> {
        let (answer, answered) = oneshot::channel();
        self.put(Message::Ask(request, answer))?;
        answered.blocking_recv().unwrap_or(Err(CallError::Closed))
    }

    /// Takes all messages into an empty list. Waits for the first one, at most this long.
    pub(in super::super) fn take(&self, into: &mut Vec<Message>, patience: Option<Duration>) {
        let mut mail = self.lock();
        if mail.messages.is_empty() && patience != Some(Duration::ZERO) {
            mail.is_asleep = true;
            mail = match patience {
                Some(patience) => self
                    .woken
                    .wait_timeout(mail, patience)
                    .map_or_else(|error| error.into_inner().0, |(mail, _)| mail),
                None => self.woken.wait(mail).unwrap_or_else(PoisonError::into_inner),
            };
            mail.is_asleep = false;
        }
        mem::swap(&mut mail.messages, into);
    }

    /// Closes the inbox and takes the last messages. Later ones fail with this error, unless it was
    /// closed before.
    pub(in super::super) fn shut(&self, error: CallError) -> Vec<Message> {
        let mut mail = self.lock();
        mail.shut.get_or_insert(error);
        mem::take(&mut mail.messages)
    }

    /// The reason why the inbox is closed, if it is.
    #[cfg(feature = "messages")]
    pub(in super::super) fn failure(&self) -> Option<CallError> {
        self.lock().shut.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Mail> {
        lock(&self.mail)
    }
}
