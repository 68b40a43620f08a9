//! The demonstration: workers of the shop, and a client that starts orders, acts as the courier,
//! and reports how they end.

use std::sync::Arc;
use std::time::Duration;

use asl_runtime::engine::remote::RemoteTasks;
use asl_runtime::{Value, json};
use asl_swf::model::{EventAttributes, WorkflowExecution, WorkflowType};
use asl_swf::service::{
    ExecutionStatus, GetWorkflowExecutionHistory, RegisterDomain, RequestCancelWorkflowExecution,
    SignalWorkflowExecution, StartWorkflowExecution,
};
use asl_swf::worker::{
    ActivityWorker, DeciderWorker, Notice, Registration, Stop, Tally, WorkerError, WorkerOptions,
};
use asl_swf::{OptionError, Swf, SwfError, SwfErrorKind, failure};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use crate::{Shop, decider, orders};

const DOMAIN: &str = "bookshop";
const DECISIONS: &str = "orders";
const WORK: &str = "work";

/// The parameters of a demonstration.
#[derive(Clone, Debug)]
pub struct Play {
    /// The orders: name and input.
    pub orders: Vec<(String, Value)>,
    /// The orders that the customer cancels, with the seconds after their start.
    pub cancel: Vec<(String, u64)>,
    /// Lifetime of the first decider, after which it is killed.
    pub first_decider: Duration,
    /// Maximum duration of all of it, in seconds.
    pub patience: u64,
}

/// The end of an order.
#[derive(Clone, PartialEq, Debug)]
pub struct End {
    /// Its name.
    pub order: String,
    /// The status at Amazon SWF: `COMPLETED`, `FAILED`, `CANCELED`.
    pub status: String,
    /// The result, or the reason of the failure.
    pub text: String,
    /// Number of events in its history.
    pub events: usize,
}

impl Play {
    /// Five orders with different troubles. `hold` is the delay of parcels in seconds.
    pub fn new(hold: u64) -> Self {
        let order = |name: &str, customer: &str, book: &str, trouble: &str| {
            let input =
                json!({"customer": customer, "book": book, "hold": hold, "trouble": trouble});
            (name.to_owned(), input)
        };
        Self {
            orders: vec![
                order("order-1", "Ada", "Emma", ""),
                order("order-2", "Bob", "Middlemarch", "busy stock"),
                order("order-3", "Cleo", "Persuasion", "no money"),
                order("order-4", "Dan", "Villette", "sleepy packer"),
            ],
            cancel: Vec::new(),
            first_decider: Duration::from_millis(1_500),
            patience: hold + 120,
        }
    }

    /// One more order, which its customer cancels during the delay.
    #[must_use]
    pub fn with_a_change_of_mind(mut self) -> Self {
        let hold = self
            .orders
            .first()
            .and_then(|(_, input)| input.get("hold").cloned())
            .unwrap_or_default();
        let input = json!({"customer": "Eve", "book": "Shirley", "hold": hold, "trouble": ""});
        self.orders.push(("order-5".to_owned(), input));
        self.cancel.push(("order-5".to_owned(), 60));
        self
    }
}

/// Runs the demonstration, and prints a line for each event.
///
/// # Errors
/// The service cannot be reached, or an order does not end in time.
pub async fn run<S: Swf>(
    swf: Arc<S>,
    play: &Play,
    say: impl Fn(&str) + Send + Sync + Clone + 'static,
) -> Result<Vec<End>, Box<dyn std::error::Error>> {
    let begun = Instant::now();
    let say = move |line: &str| say(&format!("{:>9.3} s  {line}", begun.elapsed().as_secs_f64()));
    register(&*swf).await?;
    let (shop, stop) = (Shop::default(), Stop::new());
    let mut workers = vec![start_worker(&swf, &shop, &stop, say.clone())?];
    let first = start_decider(&swf, "decider 1", &stop, say.clone())?;
    let mut started = Vec::new();
    for (name, input) in &play.orders {
        say(&format!("{name} is started: {input}"));
        started.push(start(&*swf, name, input).await?);
    }
    sleep(play.first_decider).await;
    first.abort();
    say("decider 1 is killed; decider 2 and decider 3 go on from the histories");
    workers.push(start_decider(&swf, "decider 2", &stop, say.clone())?);
    workers.push(start_decider(&swf, "decider 3", &stop, say.clone())?);
    let client = Client { swf: &*swf, shop: &shop, play, begun };
    let ends = client.watch(started, &say).await?;
    stop.stop();
    for worker in workers {
        worker.await??;
    }
    Ok(ends)
}

/// Registers domain and types, which may exist already.
async fn register<S: Swf>(swf: &S) -> Result<(), Box<dyn std::error::Error>> {
    let workflow_execution_retention_period_in_days = "1".to_owned();
    let domain = RegisterDomain {
        name: DOMAIN.into(),
        description: None,
        workflow_execution_retention_period_in_days,
    };
    match swf.register_domain(domain).await {
        Err(error) if error.kind() != SwfErrorKind::AlreadyThere => return Err(error.into()),
        Ok(()) | Err(_) => {}
    }
    let registration = Registration::new(DOMAIN, DECISIONS, WORK);
    registration.register(swf, &decider()?).await?;
    Ok(())
}

type Worker = JoinHandle<Result<Tally, WorkerError>>;

fn start_worker<S: Swf>(
    swf: &Arc<S>,
    shop: &Shop,
    stop: &Stop,
    say: impl Fn(&str) + Send + Sync + 'static,
) -> Result<Worker, OptionError> {
    let options = WorkerOptions::new(DOMAIN, WORK).pollers(2).grace(Duration::from_secs(10));
    let options = options.listener(move |notice| {
        if !matches!(notice, Notice::Began { .. }) {
            say(&format!("  worker     {notice}"));
        }
    });
    let tasks = RemoteTasks::new(orders::machine(shop.clone()));
    let worker = ActivityWorker::new(Arc::clone(swf), options)?.serve(&decider()?, &tasks);
    let stop = stop.clone();
    Ok(tokio::spawn(async move { worker.run(&stop).await }))
}

fn start_decider<S: Swf>(
    swf: &Arc<S>,
    name: &'static str,
    stop: &Stop,
    say: impl Fn(&str) + Send + Sync + 'static,
) -> Result<Worker, OptionError> {
    let options = WorkerOptions::new(DOMAIN, DECISIONS)
        .identity(name.to_owned())
        .grace(Duration::from_secs(10));
    let options = options.listener(move |notice| say(&format!("  {name}  {notice}")));
    let worker = DeciderWorker::new(Arc::clone(swf), options, [decider()?])?;
    let stop = stop.clone();
    Ok(tokio::spawn(async move { worker.run(&stop).await }))
}

async fn start<S: Swf>(swf: &S, name: &str, input: &Value) -> Result<WorkflowExecution, SwfError> {
    let request = StartWorkflowExecution {
        domain: DOMAIN.into(),
        workflow_id: name.into(),
        workflow_type: WorkflowType::new("orders", "1.0"),
        input: Some(input.to_json_string()),
        ..StartWorkflowExecution::default()
    };
    let run_id = swf.start_workflow_execution(request).await?;
    Ok(WorkflowExecution { workflow_id: name.into(), run_id })
}

/// The client, which uses only Amazon SWF.
struct Client<'c, S> {
    swf: &'c S,
    shop: &'c Shop,
    play: &'c Play,
    begun: Instant,
}

impl<S: Swf> Client<'_, S> {
    /// Waits for the ends of all orders.
    async fn watch(
        &self,
        mut open: Vec<WorkflowExecution>,
        say: &impl Fn(&str),
    ) -> Result<Vec<End>, Box<dyn std::error::Error>> {
        let mut cancel = self.play.cancel.clone();
        let mut ends = Vec::new();
        while !open.is_empty() {
            sleep(Duration::from_millis(200)).await;
            let seconds = self.begun.elapsed().as_secs();
            if seconds > self.play.patience {
                return Err(
                    format!("{} orders have not ended after {seconds} s", open.len()).into()
                );
            }
            let mut still = Vec::new();
            for order in open {
                if cancel
                    .iter()
                    .any(|(name, after)| *name == order.workflow_id && seconds >= *after)
                {
                    cancel.retain(|(name, _)| *name != order.workflow_id);
                    say(&format!("{} is cancelled by the customer", order.workflow_id));
                    self.cancel(&order).await?;
                }
                if let Some(token) = self.shop.take_parcel(&order.workflow_id) {
                    say(&format!(
                        "{} is fetched: the courier reports with the task token",
                        order.workflow_id
                    ));
                    self.report(&order, &token).await?;
                }
                match self.end(&order).await? {
                    Some(end) => {
                        say(&format!(
                            "{} {}: {} ({} events)",
                            end.order, end.status, end.text, end.events
                        ));
                        ends.push(end);
                    }
                    None => still.push(order),
                }
            }
            open = still;
        }
        ends.sort_by(|one, other| one.order.cmp(&other.order));
        Ok(ends)
    }

    async fn cancel(&self, order: &WorkflowExecution) -> Result<(), SwfError> {
        let WorkflowExecution { workflow_id, run_id } = order.clone();
        let request = RequestCancelWorkflowExecution {
            domain: DOMAIN.into(),
            workflow_id,
            run_id: Some(run_id),
        };
        self.swf.request_cancel_workflow_execution(request).await
    }

    /// A report by task token is a signal.
    async fn report(&self, order: &WorkflowExecution, token: &str) -> Result<(), SwfError> {
        let WorkflowExecution { workflow_id, run_id } = order.clone();
        let request = SignalWorkflowExecution {
            domain: DOMAIN.into(),
            workflow_id,
            run_id: Some(run_id),
            signal_name: "SendTaskSuccess".into(),
            input: Some(json!({"taskToken": token, "output": {"courier": "Bo"}}).to_json_string()),
        };
        self.swf.signal_workflow_execution(request).await
    }

    /// The end of an order, if it has ended.
    async fn end(&self, order: &WorkflowExecution) -> Result<Option<End>, SwfError> {
        let detail = self.swf.describe_workflow_execution(DOMAIN.into(), order.clone()).await?;
        if detail.status == ExecutionStatus::Open {
            return Ok(None);
        }
        let request = GetWorkflowExecutionHistory {
            domain: DOMAIN.into(),
            execution: order.clone(),
            ..GetWorkflowExecutionHistory::default()
        };
        let history = self.swf.get_workflow_execution_history(request).await?;
        let last = history.events.last().map(|event| &event.attributes);
        let text = if let Some(EventAttributes::WorkflowExecutionCompleted(completed)) = last {
            completed.result.clone().unwrap_or_default()
        } else if let Some(EventAttributes::WorkflowExecutionFailed(failed)) = last {
            failure::read(failed.reason.as_deref(), failed.details.as_deref()).to_string()
        } else {
            last.map_or_else(String::new, |last| last.event_type().to_owned())
        };
        let status = detail.close_status.unwrap_or_default();
        Ok(Some(End {
            order: order.workflow_id.clone(),
            status,
            text,
            events: history.events.len(),
        }))
    }
}
