//! Work for the thread of a store, where the connections are: the runtime of the tasks may be blocked
//! by one of them.

use std::pin::Pin;
use std::sync::Arc;

use tokio::sync::oneshot;

use crate::failure::Failure;
use crate::queue::Queue;

type Job = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Work that is to be done.
pub(crate) struct Jobs(Queue<Job>);

impl Jobs {
    pub(crate) fn new() -> Self {
        Self(Queue::new())
    }

    /// Does the work on this thread's runtime, until it is closed.
    pub(crate) async fn serve(self: Arc<Self>) {
        loop {
            let jobs = self.0.take(|_| true).await;
            if jobs.is_empty() {
                return;
            }
            for job in jobs {
                drop(tokio::spawn(job));
            }
        }
    }

    /// Ends the work. Later jobs are dropped.
    pub(crate) fn close(&self) {
        self.0.close();
    }

    /// Adds a job.
    pub(crate) fn put(&self, job: impl Future<Output = ()> + Send + 'static) {
        self.0.put(Box::pin(job));
    }

    /// Adds a job. Returns the receiver of its result.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        job: impl Future<Output = Result<T, Failure>> + Send + 'static,
    ) -> oneshot::Receiver<Result<T, Failure>> {
        let (answer, answered) = oneshot::channel();
        self.put(async move {
            // The caller may be gone.
            let _ = answer.send(job.await);
        });
        answered
    }
}
