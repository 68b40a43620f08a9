//! What the runs of a process share: reports by task token, activities and their workers, and
//! machines that start each other.
//!
//! A [`Services`] is given to runs through [`RunOptions`]. The generated `Tasks` use it by default
//! for activities and for `arn:aws:states:::states:startExecution`, so that these need no method of
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
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, watch};

use crate::engine::in_process::{Address, RunOptions, RunServices};
use crate::error::{Phase, TaskError, names};
use crate::execution::{Report, TokenError};
use crate::machine::Form;
use crate::task::Compiled;
use crate::task::context::TaskContext;
use crate::value::{Text, Value};

pub use crate::execution::ChildExecution;
pub use activity::ActivityWork;
pub use store::{ExecutionStore, ServiceFuture};

/// What the runs of a process share. Cloning it is cheap; the clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Services {
    shared: Arc<Shared>,
    /// The store whose executions it serves: what it is asked goes through there.
    store: Option<Arc<dyn ExecutionStore>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Told of each activity that is queued.
    queued: Notify,
    /// Told of each child execution that ends.
    ended: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// A number for each thing that is registered.
    last: u64,
    /// Where reports for the runs of an execution id go.
    mailboxes: BTreeMap<(Text, u64), Address>,
    /// Activities that no worker has asked for, by resource.
    queues: BTreeMap<Text, BTreeMap<u64, activity::Job>>,
    /// Machines that can be started, by ARN or name.
    machines: BTreeMap<Text, (Compiled, RunOptions)>,
    /// Child executions under way, by ARN.
    children: BTreeMap<Text, nested::Child>,
    /// Runs of child executions, with the calls that they do not wait for.
    child_runs: usize,
    /// Subflows under way.
    subflows: usize,
}

impl Services {
    /// Shared by nobody yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a machine known to `states:startExecution` by an ARN, or by its name alone, whatever
    /// the rest of the ARN.
    pub fn register(&self, machine_arn: impl Into<Text>, machine: Compiled) {
        self.register_with(machine_arn, machine, RunOptions::default());
    }

    /// The same, with options for its runs: a storage, say. Their ids, names and services are those
    /// of the child.
    pub fn register_with(
        &self,
        machine_arn: impl Into<Text>,
        machine: Compiled,
        options: RunOptions,
    ) {
        let before = self.lock().machines.insert(machine_arn.into(), (machine, options));
        // Its tasks may be ours to call: not under the lock.
        drop(before);
    }

    /// Ends the task that has this token with an output: `SendTaskSuccess`.
    ///
    /// # Errors
    /// Nobody waits for the token: it is wrong, or the task has ended, timed out or was cut off.
    pub async fn success(&self, token: &str, output: impl Into<Value>) -> Result<(), TokenError> {
        self.report(token, Report::Done(output.into())).await
    }

    /// Ends it with an error: `SendTaskFailure`.
    ///
    /// # Errors
    /// As for [`success`](Self::success).
    pub async fn failure(&self, token: &str, error: TaskError) -> Result<(), TokenError> {
        self.report(token, Report::Failed(error)).await
    }

    /// Says that it is still at work: `SendTaskHeartbeat`.
    ///
    /// # Errors
    /// As for [`success`](Self::success).
    pub async fn heartbeat(&self, token: &str) -> Result<(), TokenError> {
        self.report(token, Report::Heartbeat).await
    }

    /// Waits until no execution is under way that a task has started, calls that these do not wait
    /// for included. Executions that were started and not waited for go on when their parent has
    /// ended, but not when the process has.
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

    /// The same services for the executions of a store: what starts executions starts them there,
    /// and reports and events go there.
    #[must_use]
    pub fn with_store(&self, store: Arc<dyn ExecutionStore>) -> Self {
        Self { shared: Arc::clone(&self.shared), store: Some(store) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunOptions {
    /// Sets the state shared with other runs: reports by task token, activities, machines that
    /// tasks start.
    #[must_use]
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

    /// Gives the call the services of its execution.
    #[doc(hidden)]
    pub fn set_services(&mut self, services: &Arc<Services>) {
        self.set_shared_services(Arc::<Services>::clone(services));
    }
}

impl State {
    /// True if no execution is under way that another one has started.
    fn is_idle(&self) -> bool {
        self.child_runs == 0 && self.subflows == 0
    }

    fn number(&mut self) -> u64 {
        self.last = self.last.saturating_add(1);
        self.last
    }
}

/// Performs a task by the services of its run: the default of methods for activities and for
/// starting executions.
pub(crate) async fn serve(cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
    let Some(services) = cx.services() else {
        if cx.form() == Form::Activity {
            return Err(no_activity(cx.resource()));
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

/// An activity that does not exist, in AWS's words: nothing catches it.
fn no_activity(arn: &str) -> TaskError {
    TaskError::new(names::RUNTIME, format!("Activity Does Not Exist: '{arn}'"))
        .in_phase(Phase::Schedule)
}

/// How a child execution ended; `None` while it goes on.
type Ended = watch::Receiver<Option<Result<Value, crate::error::Failure>>>;
