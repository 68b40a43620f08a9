//! Activities: tasks that wait for a worker to take them.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use tokio::sync::{Notify, oneshot};

use crate::task::context::TaskContext;
use crate::task::typed;
use asl_execution::execution::TokenError;
use asl_value::error::TaskError;
use asl_value::value::{Text, Value};

use super::Services;

/// An activity that waits for a worker.
#[derive(Debug)]
pub(super) struct Job {
    /// Receiver of reports.
    services: Services,
    resource: Text,
    token: Text,
    input: Value,
    /// Sends the task the name of its worker.
    taken: oneshot::Sender<Text>,
}

/// Work of an activity that a worker has taken. If it is dropped without a report, the limits of
/// its state end it.
#[derive(Debug)]
pub struct ActivityWork {
    services: Services,
    resource: Text,
    token: Text,
    input: Value,
}

impl ActivityWork {
    /// Input of the work.
    pub fn input(&self) -> &Value {
        &self.input
    }

    /// Input of the work with its type.
    ///
    /// # Errors
    /// `Asl.TypeMismatch` with the path in the value: the input does not fit. Report it with
    /// [`ActivityWork::failure`].
    pub fn read_input<T: DeserializeOwned>(&self) -> Result<T, TaskError> {
        typed::from_input(&self.resource, self.input.clone())
    }

    /// The task token, for a report at a later time through [`Services::success`].
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Reports success.
    ///
    /// # Errors
    /// No task waits for it any more.
    pub async fn success(&self, output: impl Into<Value>) -> Result<(), TokenError> {
        self.services.success(&self.token, output).await
    }

    /// Reports failure.
    ///
    /// # Errors
    /// No task waits for it any more.
    pub async fn failure(&self, error: TaskError) -> Result<(), TokenError> {
        self.services.failure(&self.token, error).await
    }

    /// Sends a heartbeat.
    ///
    /// # Errors
    /// No task waits for it any more.
    pub async fn heartbeat(&self) -> Result<(), TokenError> {
        self.services.heartbeat(&self.token).await
    }
}

impl Services {
    /// Waits for work on an activity, given by its ARN or its name. It corresponds to
    /// `GetActivityTask`, but has no time limit. The oldest work is taken first, and the history
    /// names the worker. Dropping the future takes no work.
    pub async fn next_activity(&self, activity: &str, worker: &str) -> ActivityWork {
        let waiting = Waiting::new(self, activity);
        loop {
            // If this is dropped after it was notified, it notifies the next worker.
            let mut queued = std::pin::pin!(waiting.queued.notified());
            queued.as_mut().enable();
            if let Some(work) = self.take_activity(activity, worker) {
                return work;
            }
            queued.await;
        }
    }

    #[inline]
    fn take_activity(&self, activity: &str, worker: &str) -> Option<ActivityWork> {
        loop {
            let Job { services, resource, token, input, taken } = {
                let mut state = self.lock();
                let queues =
                    state.queues.iter().filter(|(resource, _)| is_called(resource, activity));
                let oldest = queues
                    .filter_map(|(resource, jobs)| Some((*jobs.keys().next()?, resource.clone())))
                    .min();
                let (number, resource) = oldest?;
                state.remove_job(&resource, number)?
            };
            // The task may be gone but not yet removed from the queue.
            if taken.send(worker.into()).is_ok() {
                return Some(ActivityWork { services, resource, token, input });
            }
        }
    }

    /// Wakes a worker that waits by the activity's ARN, and one that waits by its name.
    #[inline]
    fn wake_worker(&self, resource: &str) {
        let state = self.lock();
        let name = resource.rsplit_once(":activity:").map(|(_, name)| name);
        for key in std::iter::once(resource).chain(name) {
            if let Some(queued) = state.workers.get(key) {
                queued.notify_one();
            }
        }
    }

    /// The task of an activity: queued until a worker takes it, then open until the worker's report
    /// ends it.
    pub(super) async fn queue_activity(
        &self,
        cx: &TaskContext,
        input: Value,
    ) -> Result<Value, TaskError> {
        cx.queued();
        let resource = Text::new_static(cx.resource());
        let worker = self.offer_activity(resource, cx.token(), input).await;
        cx.started_by(worker);
        std::future::pending().await
    }

    /// Queues work until a worker takes it. Returns the name of the worker, who may have none.
    /// Dropping the future removes the work.
    #[doc(hidden)]
    pub async fn offer_activity(&self, resource: Text, token: Text, input: Value) -> Option<Text> {
        let (taken, worker) = oneshot::channel();
        let place = {
            let mut state = self.lock();
            let number = state.number();
            let job =
                Job { services: self.clone(), resource: resource.clone(), token, input, taken };
            state.queues.entry(resource.clone()).or_default().insert(number, job);
            Queued { services: self, resource, number }
        };
        self.wake_worker(&place.resource);
        let worker = worker.await;
        drop(place);
        worker.ok().filter(|worker| !worker.is_empty())
    }
}

/// Returns true if a resource is the activity with this ARN or name.
fn is_called(resource: &str, activity: &str) -> bool {
    resource == activity
        || resource.strip_suffix(activity).is_some_and(|before| before.ends_with(":activity:"))
}

/// A worker that waits. The last one of an activity removes the entry.
struct Waiting<'s> {
    services: &'s Services,
    activity: Text,
    queued: Arc<Notify>,
}

impl<'s> Waiting<'s> {
    #[inline]
    fn new(services: &'s Services, activity: &str) -> Self {
        let activity = Text::from(activity);
        let queued = Arc::clone(services.lock().workers.entry(activity.clone()).or_default());
        Self { services, activity, queued }
    }
}

impl Drop for Waiting<'_> {
    #[inline]
    fn drop(&mut self) {
        let mut state = self.services.lock();
        // New workers take their clone under the lock.
        if Arc::strong_count(&self.queued) == 2 {
            state.workers.remove(&self.activity);
        }
    }
}

/// An entry in the queue. Dropping this removes it.
struct Queued<'s> {
    services: &'s Services,
    resource: Text,
    number: u64,
}

impl Drop for Queued<'_> {
    #[inline]
    fn drop(&mut self) {
        self.services.lock().remove_job(&self.resource, self.number);
    }
}

impl super::State {
    #[inline]
    fn remove_job(&mut self, resource: &Text, number: u64) -> Option<Job> {
        let jobs = self.queues.get_mut(resource)?;
        let job = jobs.remove(&number);
        if jobs.is_empty() {
            self.queues.remove(resource);
        }
        job
    }
}
