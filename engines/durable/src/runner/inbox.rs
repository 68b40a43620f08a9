//! What comes in for the store's thread: many put something in, one takes all of it at once.

use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::super::core::Rewritten;
use super::super::disk::RealDisk;
use super::super::{CallError, Closed, Place, Reply, Request, Said, StoreError};

/// Receiver of a reply.
pub(in super::super) type Answer = oneshot::Sender<Result<Reply, CallError>>;

/// Something that comes in.
pub(in super::super) enum Message {
    /// Somebody asks.
    Ask(Box<Request>, Answer),
    /// An operation tells something.
    Heard(Place, Said),
    /// The journal is rewritten.
    Rewritten(Box<Result<Rewritten<RealDisk>, StoreError>>),
    /// End when what is under way is over, or at this time.
    Close(Instant, oneshot::Sender<Closed>),
    /// End now; nobody is left who could ask.
    Stop,
}

/// The box itself.
#[derive(Default)]
pub(in super::super) struct Inbox {
    mail: Mutex<Mail>,
    woken: Condvar,
}

#[derive(Default)]
struct Mail {
    messages: Vec<Message>,
    is_asleep: bool,
    /// Nobody takes anything any more, and why.
    shut: Option<CallError>,
}

impl Inbox {
    /// Puts something in.
    ///
    /// # Errors
    /// Nobody takes anything any more.
    pub(in super::super) fn put(&self, message: Message) -> Result<(), CallError> {
        let mut mail = self.lock();
        if let Some(error) = &mail.shut {
            let error = error.clone();
            // What it holds may be ours to call: not under the lock.
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

    /// Takes all that is there, into an empty list; waits for it, at most so long.
    pub(super) fn take(&self, into: &mut Vec<Message>, patience: Option<Duration>) {
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

    /// Takes the last that is there. Whatever comes from now on gets this error, unless there was
    /// one before.
    pub(super) fn shut(&self, error: CallError) -> Vec<Message> {
        let mut mail = self.lock();
        mail.shut.get_or_insert(error);
        mem::take(&mut mail.messages)
    }

    fn lock(&self) -> MutexGuard<'_, Mail> {
        // Whoever panicked while holding it was only moving messages.
        self.mail.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
