//! The tasks of a version's executions: activities, nested executions, and the sources of the
//! command line.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use asl_durable::program::{OpenCall, Tasks};
use asl_runtime::ChildExecution;
use asl_sfn_api::Backend as _;
use asl_testing::runner::{Call, CallReply};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;

use crate::execution::{Reply, Tasks as _};

use super::machines::{Machines, Shared};
use super::nested::{self, Awaited};
use super::version::WeakVersion;

/// The open calls of a process.
pub(super) struct Calls {
    version: WeakVersion,
    shared: Arc<Shared>,
    runtime: Handle,
    open: Arc<Mutex<HashMap<u64, Work>>>,
}

/// The work for a call.
enum Work {
    /// A future of this process.
    Future(AbortHandle),
    /// A future that waits for an execution.
    Nested(AbortHandle, Awaited),
    /// A source on a thread, by the number that the call has there.
    Source(u64),
}

impl Calls {
    pub(super) fn new(version: WeakVersion, shared: Arc<Shared>, runtime: Handle) -> Self {
        Self { version, shared, runtime, open: Arc::default() }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, Work>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a future for a call.
    fn spawn(
        &self,
        id: u64,
        future: impl Future<Output = ()> + Send + 'static,
        work: impl FnOnce(AbortHandle) -> Work,
    ) {
        let open = Arc::clone(&self.open);
        // Under the lock: the future may end before it is in the list.
        let mut works = self.open();
        let handle = self.runtime.spawn(async move {
            future.await;
            open.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        });
        works.insert(id, work(handle.abort_handle()));
    }

    /// Offers an activity to workers until one takes it. The worker's report ends the call.
    fn offer(&self, call: Call, open: OpenCall) {
        let services = self.shared.services.clone();
        let offered = async move {
            let resource = call.resource.as_str().into();
            let worker = services.offer_activity(resource, call.token, call.input).await;
            open.taken(worker);
        };
        self.spawn(call.id, offered, Work::Future);
    }

    /// Performs a call by a source of the command line, on a thread of its own.
    fn perform(&self, call: Call, open: OpenCall) {
        let id = call.id;
        let call = Call { id: self.shared.next_call(), ..call };
        self.open().insert(id, Work::Source(call.id));
        if is_activity(&call) {
            open.taken(None);
        }
        let (shared, works) = (Arc::clone(&self.shared), Arc::clone(&self.open));
        let failing = open.clone();
        let spawned = thread::Builder::new().spawn(move || {
            let reply = shared.sources.perform(&call).unwrap_or_else(failed);
            works.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
            open.answer(reply.after, reply.reply);
        });
        if let Err(error) = spawned {
            self.open().remove(&id);
            failing.answer(0, failed(error.to_string()).reply);
        }
    }

    fn stop(&self, work: &Work) {
        match work {
            Work::Future(handle) | Work::Nested(handle, _) => handle.abort(),
            Work::Source(number) => self.shared.sources.stop(*number),
        }
    }
}

impl Tasks for Calls {
    fn call(&self, call: Call, open: OpenCall) {
        let is_named = self.shared.sources.names(&call);
        if is_activity(&call) && !is_named {
            return self.offer(call, open);
        }
        if ChildExecution::is_started_by(&call.resource) && !is_named {
            let (shared, awaited) = (Arc::clone(&self.shared), Awaited::default());
            let (id, child) = (call.id, Arc::clone(&awaited));
            let performed = nested::perform(shared, call, open, awaited);
            return self.spawn(id, performed, |handle| Work::Nested(handle, child));
        }
        self.perform(call, open);
    }

    fn dropped(&self, call: u64) {
        let Some(work) = self.open().remove(&call) else { return };
        self.stop(&work);
        if let Work::Nested(_, awaited) = work
            && let Some(execution) = awaited.get().cloned()
        {
            let machines = Machines::of(&self.shared);
            self.runtime.spawn(async move {
                // It may have ended.
                let _ = machines.stop(execution, "".into(), "".into()).await;
            });
        }
    }

    fn ended(&self) {
        let works: Vec<Work> = self.open().drain().map(|(_, work)| work).collect();
        for work in &works {
            self.stop(work);
        }
        if let Some(version) = self.version.upgrade() {
            self.runtime.spawn(version.restart());
        }
    }
}

fn is_activity(call: &Call) -> bool {
    call.resource.split(':').nth(5) == Some("activity")
}

/// The reply to a call that nothing performs.
fn failed(cause: String) -> Reply {
    CallReply::Throw { error: "States.TaskFailed".to_owned(), cause }.into()
}
