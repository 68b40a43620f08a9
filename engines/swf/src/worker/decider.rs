//! The worker for decision tasks: polls, joins the pages of the history, decides, answers.

use std::fmt;
use std::sync::Arc;

use asl_runtime::error::names;

use crate::decide::{DecideError, Decided, Decider, reaches_checkpoint};
use crate::limits::{LONGEST_TEXT, cut};
use crate::model::decision::FailWorkflowExecution;
use crate::model::{Decision, DecisionTask};
use crate::options::OptionError;
use crate::service::{
    PollForDecisionTask, RespondDecisionTaskCompleted, Swf, SwfError, SwfErrorKind, SwfResult,
};

use super::notice::{Notice, Tally};
use super::options::WorkerOptions;
use super::pollers::{self, WorkerError};
use super::retrying_client::RetryingClient;
use super::stop::Stop;

/// Polls a task list for decision tasks and answers them. Any number of workers and processes may
/// poll the same list: the task of a crashed worker times out, and another worker continues from
/// the history.
pub struct DeciderWorker<S> {
    swf: Arc<S>,
    options: WorkerOptions,
    deciders: Vec<Decider>,
    on_undecided: OnUndecided,
    page_size: u32,
    reverse_order: bool,
}

/// Treatment of executions for which no decision is possible: the history is of another version of
/// the machine, a payload is too large, and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnUndecided {
    /// The decision task times out, and the service hands it out again. Nothing is lost: a decider
    /// of the right version continues the execution. The listener is notified each time; without a
    /// listener the worker ends with the error. This is the default.
    #[default]
    Leave,
    /// The execution fails with `States.DataLimitExceeded` for a payload that is too large,
    /// otherwise with `States.Runtime`.
    Fail,
}

/// The reason why a decision task is not answered.
pub enum Undecided {
    /// The worker has no machine for the execution's workflow type.
    OtherWorkflow {
        /// Name and version of the type.
        found: String,
    },
    /// The decider returned an error.
    Decide(DecideError),
    /// The service refused the decisions.
    Refused(SwfError),
    /// The history has more pages or events than possible.
    Endless {
        /// Number of pages so far.
        pages: u32,
        /// Number of events so far.
        events: usize,
    },
}

/// The reason why a decision task could not be handled.
enum Unserved {
    /// The whole worker cannot continue.
    Worker(SwfError),
    /// The task has ended, or the answer had arrived before.
    Gone(SwfError),
    /// No decision is possible.
    Undecided(Undecided),
}

impl From<SwfError> for Unserved {
    fn from(error: SwfError) -> Self {
        Self::Worker(error)
    }
}

/// Maximum number of pages: one per event, for more events than the service allows.
const MOST_PAGES: u32 = 30_000;
/// Maximum number of events: four times the service's limit.
const MOST_EVENTS: usize = 100_000;

impl<S: Swf> DeciderWorker<S> {
    /// A worker with these deciders, each for another workflow type.
    ///
    /// # Errors
    /// An option that Amazon SWF would refuse, or with which the worker would do nothing.
    pub fn new(
        swf: Arc<S>,
        options: WorkerOptions,
        deciders: impl IntoIterator<Item = Decider>,
    ) -> Result<Self, OptionError> {
        options.check()?;
        let deciders: Vec<Decider> = deciders.into_iter().collect();
        let reverse_order = deciders.iter().any(|decider| decider.options().checkpoints > 0);
        Ok(Self {
            swf,
            options,
            deciders,
            on_undecided: OnUndecided::default(),
            page_size: 1_000,
            reverse_order,
        })
    }

    /// If true, histories are read from the newest event back to the newest checkpoint, or to the
    /// first event. By default true if a decider records checkpoints.
    #[must_use]
    pub fn reverse_order(self, reverse_order: bool) -> Self {
        Self { reverse_order, ..self }
    }

    /// Sets the treatment of executions for which no decision is possible.
    #[must_use]
    pub fn on_undecided(self, on_undecided: OnUndecided) -> Self {
        Self { on_undecided, ..self }
    }

    /// Number of events of a page: 1 to 1,000. By default 1,000.
    #[must_use]
    pub fn page_size(self, page_size: u32) -> Self {
        Self { page_size: page_size.clamp(1, 1_000), ..self }
    }

    /// Polls until the worker is stopped, and returns its totals. Dropping the future drops
    /// everything in flight.
    ///
    /// # Errors
    /// The service cannot be reached for longer than the options' patience, or denies access; or a
    /// decision fails and no listener is set. The other pollers have ended then, within the grace
    /// period.
    pub async fn run(self, stop: &Stop) -> Result<Tally, WorkerError> {
        let Self { swf, options, deciders, on_undecided, page_size, reverse_order } = self;
        let client = Arc::new(RetryingClient::new(swf, options, Stop::new()));
        let poller = Poller {
            client: Arc::clone(&client),
            deciders,
            on_undecided,
            page_size,
            reverse_order,
        };
        let poller = Arc::new(poller);
        pollers::run(client, stop, || Arc::clone(&poller).poll()).await
    }
}

struct Poller<S> {
    client: Arc<RetryingClient<S>>,
    deciders: Vec<Decider>,
    on_undecided: OnUndecided,
    page_size: u32,
    reverse_order: bool,
}

/// The pages of a history to read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pages {
    /// Back to the newest checkpoint, newest event first.
    ToCheckpoint,
    /// All pages.
    All,
}

impl<S: Swf> Poller<S> {
    async fn poll(self: Arc<Self>) -> Result<(), WorkerError> {
        let first = self.page(None);
        let poll = || self.client.swf.poll_for_decision_task(first.clone());
        while let Some(task) =
            self.client.poll("PollForDecisionTask", DecisionTask::is_empty, poll).await?
        {
            self.serve(task).await?;
        }
        Ok(())
    }

    fn page(&self, next_page_token: Option<String>) -> PollForDecisionTask {
        PollForDecisionTask {
            domain: self.client.options.domain.clone(),
            task_list: self.client.options.task_list.clone(),
            identity: Some(self.client.options.identity.clone()),
            maximum_page_size: Some(self.page_size),
            reverse_order: self.reverse_order,
            next_page_token,
            ..PollForDecisionTask::default()
        }
    }

    async fn serve(&self, mut task: DecisionTask) -> Result<(), WorkerError> {
        match self.try_serve(&mut task).await {
            Ok(()) => Ok(()),
            Err(Unserved::Worker(error)) => Err(error.into()),
            Err(Unserved::Gone(error)) => {
                self.client.lost(&task.workflow_execution, &error);
                Ok(())
            }
            Err(Unserved::Undecided(error)) => self.give_up(&task, error).await,
        }
    }

    async fn try_serve(&self, task: &mut DecisionTask) -> Result<(), Unserved> {
        self.complete(task, Pages::ToCheckpoint).await?;
        let decided = match self.decide(task) {
            // The checkpoint cannot be used, so the other pages are needed.
            Err(Undecided::Decide(DecideError::FirstPageMissing { .. }))
                if task.next_page_token.is_some() =>
            {
                self.complete(task, Pages::All).await?;
                self.decide(task)
            }
            decided => decided,
        };
        let (decider, decided) = decided.map_err(Unserved::Undecided)?;
        self.answer(task, &decided).await?;
        decider.report(&decided);
        Ok(())
    }

    /// Follows `nextPageToken` to the last page needed (seed 002: by `PollForDecisionTask`, not by
    /// `GetWorkflowExecutionHistory`).
    async fn complete(&self, task: &mut DecisionTask, wanted: Pages) -> Result<(), Unserved> {
        let mut pages = 1_u32;
        let is_enough = |task: &DecisionTask| {
            wanted == Pages::ToCheckpoint && self.reverse_order && reaches_checkpoint(&task.events)
        };
        while task.next_page_token.is_some() && !is_enough(task) {
            let Some(token) = task.next_page_token.take() else { break };
            let events = task.events.len();
            if pages >= MOST_PAGES || events >= MOST_EVENTS {
                return Err(Unserved::Undecided(Undecided::Endless { pages, events }));
            }
            let request = self.page(Some(token));
            let poll = || self.client.swf.poll_for_decision_task(request.clone());
            let page =
                self.client.report("PollForDecisionTask", poll).await?.map_err(Unserved::Gone)?;
            task.events.extend(page.events);
            task.next_page_token = page.next_page_token;
            pages += 1;
        }
        Ok(())
    }

    /// The decisions, and the decider that made them.
    fn decide(&self, task: &DecisionTask) -> Result<(&Decider, Decided), Undecided> {
        for decider in &self.deciders {
            match decider.decide(task) {
                // The next page may reach back to a checkpoint.
                Err(DecideError::OtherWorkflow { .. }) => {}
                Err(error) => return Err(Undecided::Decide(error)),
                Ok(decided) => return Ok((decider, decided)),
            }
        }
        let found = format!("{} {}", task.workflow_type.name, task.workflow_type.version);
        Err(Undecided::OtherWorkflow { found })
    }

    async fn answer(&self, task: &DecisionTask, decided: &Decided) -> Result<(), Unserved> {
        let Decided { decisions, states, .. } = decided;
        let Err(error) = self.respond(task, decisions.clone(), states).await? else {
            self.client.counts.answered.add();
            self.client.options.report(&Notice::Decided { task, decisions });
            return Ok(());
        };
        match error.kind() {
            SwfErrorKind::Refused | SwfErrorKind::LimitExceeded => {
                Err(Unserved::Undecided(Undecided::Refused(error)))
            }
            // Seed 001: "The right action here is to call RespondDecisionTaskCompleted without any
            // decisions."
            SwfErrorKind::UnhandledDecision => {
                self.client
                    .options
                    .report(&Notice::Unhandled { execution: &task.workflow_execution });
                self.respond(task, Vec::new(), states).await?.map_err(Unserved::Gone)?;
                self.client.counts.answered.add();
                Ok(())
            }
            SwfErrorKind::Throttled
            | SwfErrorKind::Unreachable
            | SwfErrorKind::Late
            | SwfErrorKind::Broken
            | SwfErrorKind::Unknown
            | SwfErrorKind::AlreadyThere
            | SwfErrorKind::NotPermitted => Err(Unserved::Gone(error)),
        }
    }

    /// `DescribeWorkflowExecution` shows the current states.
    async fn respond(
        &self,
        task: &DecisionTask,
        decisions: Vec<Decision>,
        states: &[String],
    ) -> SwfResult<Result<(), SwfError>> {
        let request = RespondDecisionTaskCompleted {
            task_token: task.task_token.clone(),
            decisions,
            execution_context: Some(cut(&states.join(", "), LONGEST_TEXT))
                .filter(|states| !states.is_empty()),
            ..RespondDecisionTaskCompleted::default()
        };
        let respond = || self.client.swf.respond_decision_task_completed(request.clone());
        self.client.report("RespondDecisionTaskCompleted", respond).await
    }

    async fn give_up(&self, task: &DecisionTask, error: Undecided) -> Result<(), WorkerError> {
        let execution = &task.workflow_execution;
        let fails = self.on_undecided == OnUndecided::Fail;
        self.client.counts.failed.add();
        if !fails && self.client.options.listener.is_none() {
            return Err(WorkerError::Undecided {
                execution: execution.clone(),
                error: Box::new(error),
            });
        }
        self.client.options.report(&Notice::Undecided { execution, error: &error, fails });
        if !fails {
            return Ok(());
        }
        match self.respond(task, vec![failure(&error)], &[]).await? {
            Ok(()) => self.client.counts.answered.add(),
            Err(error) => self.client.lost(execution, &error),
        }
        Ok(())
    }
}

/// The decision that fails an execution with an error of its decider.
fn failure(error: &Undecided) -> Decision {
    let name = match error {
        Undecided::Decide(DecideError::TooLarge { .. }) => names::DATA_LIMIT_EXCEEDED,
        Undecided::Decide(_)
        | Undecided::OtherWorkflow { .. }
        | Undecided::Refused(_)
        | Undecided::Endless { .. } => names::RUNTIME,
    };
    let details = cut(&error.to_string(), LONGEST_TEXT);
    Decision::FailWorkflowExecution(FailWorkflowExecution {
        reason: Some(name.to_owned()),
        details: Some(details),
    })
}

impl<S> fmt::Debug for DeciderWorker<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeciderWorker").field("options", &self.options).finish_non_exhaustive()
    }
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherWorkflow { found } => {
                write!(f, "no machine of this worker is of workflow type `{found}`")
            }
            Self::Decide(error) => error.fmt(f),
            Self::Refused(error) => write!(f, "the service does not take the decisions: {error}"),
            Self::Endless { pages, events } => {
                write!(f, "the history has no end after {pages} pages with {events} events")
            }
        }
    }
}

asl_runtime::__readable_debug!(Undecided);

impl std::error::Error for Undecided {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Decide(error) => Some(error),
            Self::Refused(error) => Some(error),
            Self::OtherWorkflow { .. } | Self::Endless { .. } => None,
        }
    }
}
