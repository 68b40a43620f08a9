//! Services that the runs of a process share: reports by task token, activities with their workers,
//! and machines that start others.
//!
//! Pass a [`Services`] to runs through [`RunOptions`]. By default the generated `Tasks` use it for
//! activities and for `arn:aws:states:::states:startExecution`, so that these need no method of
//! yours.
//!
//! ```
//! use asl_runtime::engine::in_process::{RunOptions, run_with};
//! use asl_runtime::services::Services;
//! use asl_runtime::{asl_machine, json};
//!
//! asl_machine!("doc/approve.asl.json"); // -> mod approve; its only task is the activity `Approval`
//!
//! struct Nothing;
//!
//! impl approve::Tasks for Nothing {}
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
//! let services = Services::new();
//!
//! let worker = services.clone();
//! tokio::spawn(async move {
//!     let work = worker.next_activity("Approval", "worker-1").await;
//!     let amount = work.input().at(["amount"]).and_then(|amount| amount.as_i64());
//!     work.success(json!({"approved": (amount < Some(100))})).await
//! });
//!
//! let options = RunOptions::default().services(services);
//! let output = run_with(&approve::machine(Nothing), json!({"amount": 7}), options).await?;
//! assert_eq!(output, json!({"approved": true}));
//! # Ok(())
//! # })
//! # }
//! ```

mod activity;

mod mailbox;
mod nested;
mod store;
mod subflow;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::{Notify, watch};

use crate::engine::in_process::{Address, RunOptions, RunServices};
use crate::task::Compiled;
use crate::task::context::{SharedContext, TaskContext};
use asl_execution::execution::{Report, TokenError};
use asl_execution::machine::Form;
use asl_value::error::{Phase, TaskError, names};
use asl_value::mutex::lock;
use asl_value::value::{Text, Value};

pub use activity::ActivityWork;
pub use asl_execution::execution::ChildExecution;
pub use store::{ExecutionStore, ServiceFuture};

/// Services that the runs of a process share. Cloning is cheap; clones share everything.
#[derive(Clone, Debug, Default)]
pub struct Services {
    shared: Arc<Shared>,
    /// The store whose executions it serves. Requests go through the store.
    store: Option<Arc<dyn ExecutionStore>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Notified when a child execution ends.
    ended: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// Number of the latest registration.
    last: u64,
    /// Mailboxes of the runs of each execution id.
    mailboxes: BTreeMap<(Text, u64), Address>,
    /// Activities without a worker, by resource.
    queues: BTreeMap<Text, BTreeMap<u64, activity::Job>>,
    /// Workers that wait for work, by the ARN or the name of their activity. Work wakes one of
    /// them.
    workers: BTreeMap<Text, Arc<Notify>>,
    /// Machines that can be started, by ARN or name.
    machines: BTreeMap<Text, (Compiled, RunOptions)>,
    /// Running child executions, by ARN.
    children: BTreeMap<Text, nested::Child>,
    /// Number of runs of child executions, including their detached calls.
    child_runs: usize,
    /// Number of running subflows.
    subflows: usize,
}

impl Services {
    /// New services, not shared with any run yet.
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers a machine for `states:startExecution` by an ARN, or by its name alone, which
    /// matches any ARN with that name.
    pub fn register(&self, machine_arn: impl Into<Text>, machine: impl Into<Compiled>) {
        self.register_with(machine_arn, machine, RunOptions::default());
    }

    /// Registers a machine with options for its runs, such as a storage. Their ids, names and
    /// services are those of the child.
    pub fn register_with(
        &self,
        machine_arn: impl Into<Text>,
        machine: impl Into<Compiled>,
        options: RunOptions,
    ) {
        let (machine_arn, machine) = (machine_arn.into(), machine.into());
        let before = self.lock().machines.insert(machine_arn, (machine, options));
        // Dropping its tasks may call code of ours, so do not hold the lock.
        drop(before);
    }

    /// Completes the task with this token: `SendTaskSuccess`.
    ///
    /// # Errors
    /// No task waits with this token: it is wrong, or the task has ended, timed out or was dropped.
    pub async fn success(&self, token: &str, output: impl Into<Value>) -> Result<(), TokenError> {
        self.report(token, Report::Done(output.into())).await
    }

    /// Fails the task with this token: `SendTaskFailure`.
    ///
    /// # Errors
    /// As for [`success`](Self::success).
    pub async fn failure(&self, token: &str, error: TaskError) -> Result<(), TokenError> {
        self.report(token, Report::Failed(error)).await
    }

    /// Reports that the task with this token is still in progress: `SendTaskHeartbeat`.
    ///
    /// # Errors
    /// As for [`success`](Self::success).
    pub async fn heartbeat(&self, token: &str) -> Result<(), TokenError> {
        self.report(token, Report::Heartbeat).await
    }

    /// Waits until all executions that tasks have started have ended, including their detached
    /// calls. Executions whose parent does not wait continue after the parent's end, but not after
    /// that of the process.
    pub async fn wait_for_children(&self) {
        loop {
            let ended = self.shared.ended.notified();
            let mut ended = std::pin::pin!(ended);
            ended.as_mut().enable();
            if self.lock().is_idle() {
                return;
            }
            ended.await;
        }
    }

    /// The same services for the executions of a store: children start in the store, and reports
    /// and events go there.
    #[must_use]
    pub fn with_store(&self, store: Arc<dyn ExecutionStore>) -> Self {
        Self { shared: Arc::clone(&self.shared), store: Some(store) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.shared.state)
    }
}

impl RunOptions {
    /// Sets the services that this run shares with others: reports by task token, activities,
    /// machines that tasks start.
    #[must_use]
    #[inline]
    pub fn services(self, services: Services) -> Self {
        let services: Arc<dyn RunServices> = Arc::new(services);
        Self { services: Some(services), ..self }
    }
}

impl TaskContext {
    /// The services of the run, if it has any.
    pub fn services(&self) -> Option<&Services> {
        self.shared_services()?.downcast_ref()
    }
}

impl SharedContext {
    /// Contexts of executions with these services.
    pub fn new(services: Services) -> Self {
        Self::of(Arc::new(services))
    }
}

impl State {
    /// Returns true if no child execution is running.
    fn is_idle(&self) -> bool {
        self.child_runs == 0 && self.subflows == 0
    }

    fn number(&mut self) -> u64 {
        self.last = self.last.saturating_add(1);
        self.last
    }
}

/// Performs a task through the services of its run: the default of methods for activities and for
/// starting executions.
pub(crate) async fn serve(cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
    let Some(services) = cx.services() else {
        if cx.form() == Form::Activity {
            return Err(no_activity(cx.resource()));
        }
        if let Some(services) = cx.service_calls() {
            return services.call(cx, input).await;
        }
        let cause = format!(
            "`{}` has no method of its own in `Tasks`, and its run has no `services` that could perform it",
            cx.resource()
        );
        return Err(TaskError::unnamed(cause));
    };
    if let Some(store) = &services.store
        && !matches!(cx.form(), Form::Activity | Form::Rest | Form::Rpc | Form::Event)
    {
        return store.run_child(cx, input).await;
    }
    match cx.form() {
        Form::Activity => services.queue_activity(cx, input).await,
        Form::Subflow => services.run_subflow(cx, input).await,
        Form::Rest | Form::Rpc | Form::Event => {
            Err(TaskError::unnamed(format!("`{}` has no method of its own", cx.resource())))
        }
        Form::Answer | Form::Sync | Form::Sync2 | Form::Token => {
            services.start_execution(cx, &input).await
        }
    }
}

/// The failure for an unknown activity, in AWS's words. No catcher matches it.
fn no_activity(arn: &str) -> TaskError {
    TaskError::new(names::RUNTIME, format!("Activity Does Not Exist: '{arn}'"))
        .in_phase(Phase::Schedule)
}

/// The end of a child execution; `None` while it is running.
type Ended = watch::Receiver<Option<Result<Value, asl_value::error::Failure>>>;
