//! Executions in a durable store of this process.

use std::time::SystemTime;

use asl_durable::{CallError, Description, Durable, HistoryPage, HistoryRange};
use asl_durable::{List, MapRun, Page, Start, Started};
use asl_runtime::error::Failure;
use asl_runtime::execution::MapRunUpdate;
use asl_runtime::machine::Machine;
use asl_runtime::value::{Text, Value};
use asl_testing::runner::StateTest;

use crate::backend::{Answer, Backend, Definition, TaskReport};
use crate::machine_type::MachineType;
use crate::{definition, registered};

impl Backend for Durable {
    fn machines(&self) -> Vec<Definition> {
        let register = |machine: &&'static Machine| Definition {
            name: machine.name.into(),
            version: machine.version(),
            text: machine.definition.into(),
        };
        self.tables().iter().map(register).collect()
    }

    fn compile(&self, name: Text, kind: MachineType, text: Text) -> Answer<'_, Definition> {
        let machines = self.tables().to_vec();
        Box::pin(async move {
            definition::apart(move || registered::find(&machines, &name, kind, text)).await?
        })
    }

    fn test_state(&self, text: Text, test: StateTest) -> Answer<'_, Value> {
        let machines = self.tables().to_vec();
        Box::pin(async move {
            definition::apart(move || registered::test(&machines, &text, test)).await?
        })
    }

    fn start(&self, start: Start) -> Answer<'_, Started> {
        Box::pin(async { Ok(self.start_with(start).await?) })
    }

    fn describe(&self, id: Text) -> Answer<'_, Description> {
        Box::pin(async { Ok(Self::describe(self, id).await?) })
    }

    fn list(&self, list: List) -> Answer<'_, Page> {
        Box::pin(async { Ok(Self::list(self, list).await?) })
    }

    fn wait(&self, id: Text) -> Answer<'_, Result<Value, Failure>> {
        Box::pin(async { Ok(Self::wait(self, id).await?) })
    }

    fn stop(&self, id: Text, error: Text, cause: Text) -> Answer<'_, SystemTime> {
        Box::pin(async {
            match self.cancel(id.clone(), error, cause).await {
                Ok(()) | Err(CallError::Ended { .. }) => {}
                Err(other) => return Err(other.into()),
            }
            let stopped = Self::describe(self, id).await?.summary.stopped;
            Ok(stopped.unwrap_or_else(SystemTime::now))
        })
    }

    fn redrive(&self, id: Text, token: Text) -> Answer<'_, SystemTime> {
        Box::pin(async { Ok(self.redrive_once(id, token).await?) })
    }

    fn history(&self, id: Text, range: HistoryRange) -> Answer<'_, HistoryPage> {
        Box::pin(async { Ok(self.history_page(id, range).await?) })
    }

    fn map_runs(&self, id: Text) -> Answer<'_, Vec<MapRun>> {
        Box::pin(async { Ok(Self::map_runs(self, id).await?) })
    }

    fn update_map_run(&self, id: Text, update: MapRunUpdate) -> Answer<'_, ()> {
        Box::pin(async { Ok(Self::update_map_run(self, id, update).await?) })
    }

    fn report(&self, token: Text, report: TaskReport) -> Answer<'_, ()> {
        Box::pin(async move {
            Ok(match report {
                TaskReport::Success(output) => self.success(&token, output).await,
                TaskReport::Failure(error) => self.failure(&token, error).await,
                TaskReport::Heartbeat => self.heartbeat(&token).await,
            }?)
        })
    }

    fn next_activity(&self, activity: Text, worker: Text) -> Answer<'_, (Text, Value)> {
        Box::pin(async move {
            let work = Self::next_activity(self, &activity, &worker).await;
            Ok((work.token().into(), work.input().clone()))
        })
    }
}
