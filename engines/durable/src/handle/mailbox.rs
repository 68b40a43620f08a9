//! The destination of a handle's requests.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::oneshot;

use crate::runner::{Inbox, Message};
use crate::{CallError, Closed, Reply, Request};

/// The receiver of a reply.
pub(super) type Answered = oneshot::Receiver<Result<Reply, CallError>>;

/// Takes the requests of a store that several processes share, and finds the part of the store that
/// answers each of them.
#[cfg(feature = "messages")]
pub trait Router: Send + Sync {
    /// Takes a request.
    ///
    /// # Errors
    /// The store is closed.
    fn ask(&self, request: Request) -> Result<Answered, CallError>;

    /// Closes the parts of the store that this process has, until this moment at the latest.
    ///
    /// # Errors
    /// The store is closed.
    fn close(&self, deadline: Instant, answer: oneshot::Sender<Closed>) -> Result<(), CallError>;

    /// Drops all work in progress: the last handle is gone.
    fn stop(&self);
}

/// The destination of requests.
pub(super) enum Mailbox {
    /// The thread of a store.
    Thread(Arc<Inbox>),
    /// The router of a store that several processes share.
    #[cfg(feature = "messages")]
    Router(Arc<dyn Router>),
}

impl Mailbox {
    /// Returns true if other processes have parts of the store.
    pub(super) fn is_shared(&self) -> bool {
        match self {
            Self::Thread(_) => false,
            #[cfg(feature = "messages")]
            Self::Router(_) => true,
        }
    }

    pub(super) fn ask(&self, request: Request) -> Result<Answered, CallError> {
        match self {
            Self::Thread(inbox) => {
                let (answer, answered) = oneshot::channel();
                inbox.put(Message::Ask(request, answer))?;
                Ok(answered)
            }
            #[cfg(feature = "messages")]
            Self::Router(router) => router.ask(request),
        }
    }

    pub(super) fn close(
        &self,
        deadline: Instant,
        answer: oneshot::Sender<Closed>,
    ) -> Result<(), CallError> {
        match self {
            Self::Thread(inbox) => inbox.put(Message::Close(deadline, answer)),
            #[cfg(feature = "messages")]
            Self::Router(router) => router.close(deadline, answer),
        }
    }

    pub(super) fn stop(&self) {
        match self {
            // It fails if the thread has ended already.
            Self::Thread(inbox) => drop(inbox.put(Message::Stop)),
            #[cfg(feature = "messages")]
            Self::Router(router) => router.stop(),
        }
    }
}
