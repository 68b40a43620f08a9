//! Machines on Restate as a backend (feature `restate`).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::SystemTime;

use asl_durable::{
    Description, HistoryPage, HistoryRange, List, MapRun, Page, Start, Started, State, Summary,
};
use asl_restate::{Client, ClientError};
use asl_runtime::error::{Failure, Status};
use asl_runtime::execution::MapRunUpdate;
use asl_runtime::machine::Machine;
use asl_runtime::value::{Text, Value};
use asl_testing::runner::StateTest;

use crate::backend::{Answer, Backend, Definition, TaskReport};
use crate::fault::Fault;
use crate::machine_type::MachineType;
use crate::{definition, registered};

/// Machines that [`asl_restate::Machines`] serves, in this process or others: a [`Backend`] that
/// keeps nothing itself. It starts, describes and stops executions and reports on tasks; other
/// operations are refused with a `ValidationException`.
///
/// The execution `arn:..:execution:order:o-7` is the one with the key `o-7` of the workflow `order`.
///
/// ```no_run
/// use asl_runtime::asl_machine;
/// use asl_sfn_api::{Restate, SfnApi};
///
/// asl_machine!("doc/order.asl.json"); // -> mod order
///
/// # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
/// let restate = Restate::new("http://127.0.0.1:8080", "http://127.0.0.1:9070")?;
/// SfnApi::with_backend(restate.machine(&order::MACHINE)).serve("127.0.0.1:8083".parse()?).await?;
/// # Ok(())
/// # }
/// # fn main() {}
/// ```
#[derive(Clone, Debug)]
pub struct Restate {
    client: Client,
    admin: Text,
    machines: Arc<BTreeMap<&'static str, &'static Machine>>,
}

impl Restate {
    /// The machines of a Restate server with these addresses of its ingress and its admin
    /// interface.
    ///
    /// # Errors
    /// An address is not of the form `http://host:port`.
    pub fn new(ingress: &str, admin: &str) -> Result<Self, ClientError> {
        Client::new(admin)?;
        Ok(Self { client: Client::new(ingress)?, admin: admin.into(), machines: Arc::default() })
    }

    /// Adds a machine that is registered with Restate by its own name.
    #[must_use]
    pub fn machine(mut self, machine: &'static Machine) -> Self {
        Arc::make_mut(&mut self.machines).insert(machine.name, machine);
        self
    }

    /// The machine and the key of an execution.
    fn execution<'a>(&self, id: &'a str) -> Result<(&'static Machine, &'a str), Fault> {
        let mut parts = id.rsplitn(3, ':');
        let (key, machine) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let machine = self.machines.get(machine).ok_or_else(|| unknown(id))?;
        Ok((machine, key))
    }

    async fn described(&self, id: &str) -> Result<asl_restate::Description, Fault> {
        let (machine, key) = self.execution(id)?;
        let described = self.client.describe(&self.admin, machine.name, key).await;
        described.map_err(|error| fault(&error))?.ok_or_else(|| unknown(id))
    }
}

impl Backend for Restate {
    fn machines(&self) -> Vec<Definition> {
        self.machines.values().map(|machine| describe_machine(machine)).collect()
    }

    fn compile(&self, name: Text, kind: MachineType, text: Text) -> Answer<'_, Definition> {
        let machines: Vec<_> = self.machines.values().copied().collect();
        Box::pin(async move {
            definition::apart(move || registered::find(&machines, &name, kind, text)).await?
        })
    }

    fn test_state(&self, text: Text, test: StateTest) -> Answer<'_, Value> {
        let machines: Vec<_> = self.machines.values().copied().collect();
        Box::pin(async move {
            definition::apart(move || registered::test(&machines, &text, test)).await?
        })
    }

    fn start(&self, start: Start) -> Answer<'_, Started> {
        Box::pin(async move {
            let Start { id, name, input, .. } = start;
            let (machine, key) = self.execution(&id)?;
            let started = self.client.start(machine.name, key, &input).await;
            if started.map_err(|error| fault(&error))?.is_new {
                // Restate's own time would need a search of its executions.
                return Ok(Started { id, name, is_new: true, started: SystemTime::now() });
            }
            let described = self.described(&id).await?;
            if described.input != Some(input) {
                let message = format!("Execution Already Exists: '{id}'");
                return Err(Fault::new("ExecutionAlreadyExists", message));
            }
            Ok(Started { id, name, is_new: false, started: described.started })
        })
    }

    fn describe(&self, id: Text) -> Answer<'_, Description> {
        Box::pin(async move {
            let (machine, key) = self.execution(&id)?;
            let described = self.described(&id).await?;
            let (state, output, failure) = match described.end {
                None => (State::Running, None, None),
                Some(Ok(output)) => (State::Succeeded, Some(output), None),
                Some(Err(failure)) => (ended(&failure), None, Some(failure)),
            };
            let summary = Summary {
                machine: machine.name.into(),
                version: described.version.unwrap_or_else(|| machine.version()),
                state,
                started: described.started,
                stopped: described.stopped,
                error: failure.as_ref().and_then(Failure::error).map(Text::from),
                label: Text::default(),
                redrives: 0,
                redriven: None,
                id: id.clone(),
            };
            Ok(Description {
                summary,
                name: key.into(),
                input: described.input.unwrap_or_default(),
                output,
                failure,
                waits: Vec::new(),
                are_waits_known: false,
                is_parked: false,
                wakes: None,
                trace_header: Text::default(),
                is_history_kept: false,
            })
        })
    }

    fn list(&self, _: List) -> Answer<'_, Page> {
        refused("list executions")
    }

    fn wait(&self, id: Text) -> Answer<'_, Result<Value, Failure>> {
        Box::pin(async move {
            let (machine, key) = self.execution(&id)?;
            match self.client.wait(machine.name, key).await {
                Ok(output) => Ok(Ok(output)),
                Err(ClientError::Failed(failure)) => Ok(Err(failure)),
                Err(error) => Err(fault(&error)),
            }
        })
    }

    fn stop(&self, id: Text, _: Text, _: Text) -> Answer<'_, SystemTime> {
        Box::pin(async move {
            let described = self.described(&id).await?;
            if let Some(stopped) = described.stopped {
                return Ok(stopped);
            }
            let cancelled = asl_restate::cancel(&self.admin, &described.invocation).await;
            cancelled.map_err(|error| fault(&error))?;
            // Restate has accepted the cancellation; the machine ends soon.
            Ok(SystemTime::now())
        })
    }

    fn redrive(&self, _: Text, _: Text) -> Answer<'_, SystemTime> {
        refused("redrive executions")
    }

    fn history(&self, _: Text, _: HistoryRange) -> Answer<'_, HistoryPage> {
        refused("return histories")
    }

    fn map_runs(&self, _: Text) -> Answer<'_, Vec<MapRun>> {
        refused("list Map Runs")
    }

    fn update_map_run(&self, _: Text, _: MapRunUpdate) -> Answer<'_, ()> {
        refused("change Map Runs")
    }

    fn report(&self, token: Text, report: TaskReport) -> Answer<'_, ()> {
        Box::pin(async move {
            let reported = match report {
                TaskReport::Success(output) => self.client.success(&token, output).await,
                TaskReport::Failure(error) => self.client.failure(&token, &error).await,
                TaskReport::Heartbeat => self.client.heartbeat(&token).await,
            };
            reported.map_err(|error| {
                let ClientError::Refused(status @ (404 | 410), message) = error else {
                    return fault(&error);
                };
                let name = if status == 404 { "TaskDoesNotExist" } else { "TaskTimedOut" };
                Fault::new(name, message)
            })
        })
    }

    fn next_activity(&self, _: Text, _: Text) -> Answer<'_, (Text, Value)> {
        refused("hand out work of activities")
    }
}

fn describe_machine(machine: &Machine) -> Definition {
    Definition {
        name: machine.name.into(),
        version: machine.version(),
        text: machine.definition.into(),
    }
}

fn ended(failure: &Failure) -> State {
    match failure.status() {
        Status::Failed => State::Failed,
        Status::TimedOut => State::TimedOut,
        Status::Aborted => State::Aborted,
    }
}

fn unknown(id: &str) -> Fault {
    Fault::new("ExecutionDoesNotExist", format!("Execution Does Not Exist: '{id}'"))
}

fn refused<'b, T>(what: &str) -> Answer<'b, T> {
    let message = format!("Restate does not {what}; a durable store does");
    Box::pin(async { Err(Fault::new("ValidationException", message)) })
}

fn fault(error: &ClientError) -> Fault {
    Fault::new("InternalFailure", error.to_string())
}
