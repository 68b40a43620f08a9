//! The read and write requests of a distributed Map, with all data that they need.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::execution::Outcome;
use crate::storage::Storage;
use crate::storage::items::{
    ChildExecution, ItemReader, ItemSource, ReadError, ResultFile, ResultFolder, ResultGroup,
    ResultTarget,
};
use asl_value::error::TaskError;
use asl_value::value::{Text, Value};

/// Request to read the next items of a Map. Engines whose storages are in other processes send it as
/// data.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReadItems {
    pub(in crate::execution) operation_id: Text,
    pub(in crate::execution) run: Text,
    pub(in crate::execution) resource: Text,
    pub(in crate::execution) config: Value,
    pub(in crate::execution) parameters: Value,
    pub(in crate::execution) max_items: Option<i64>,
    pub(in crate::execution) position: u64,
}

/// Request to write results of a Map, which can be sent as data too.
#[derive(Debug, Serialize, Deserialize)]
pub struct WriteResults {
    pub(in crate::execution) operation_id: Text,
    pub(in crate::execution) run: Text,
    pub(in crate::execution) map_run_arn: Text,
    pub(in crate::execution) config: Value,
    pub(in crate::execution) parameters: Value,
    pub(in crate::execution) part: Part,
}

/// The content of one write.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::execution) enum Part {
    File(ResultGroup, u32, #[serde(with = "children")] Vec<ChildExecution>),
    Manifest(Vec<ResultFile>),
}

/// Children as data: their own serde form is that of AWS's files.
mod children {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use crate::storage::items::{ChildExecution as Child, ChildStatus};
    use asl_value::value::{Text, Value};

    type Names = (Text, Text, Text);
    type End = (Option<Text>, Option<Text>);
    type Data = (Names, ChildStatus, Value, Value, End, (Text, Text));

    pub(super) fn serialize<S: Serializer>(all: &[Child], to: S) -> Result<S::Ok, S::Error> {
        let data = |child: &Child| -> Data {
            let child = child.clone();
            let names = (child.execution_arn, child.name, child.state_machine_arn);
            let (end, times) = ((child.error, child.cause), (child.start, child.stop));
            (names, child.status, child.input, child.output, end, times)
        };
        all.iter().map(data).collect::<Vec<_>>().serialize(to)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Child>, D::Error> {
        let child = |(names, status, input, output, end, times): Data| {
            let (execution_arn, name, state_machine_arn) = names;
            let ((error, cause), (start, stop)) = (end, times);
            Child {
                execution_arn,
                name,
                state_machine_arn,
                status,
                input,
                output,
                error,
                cause,
                start,
                stop,
            }
        };
        Ok(Vec::<Data>::deserialize(from)?.into_iter().map(child).collect())
    }
}

/// Maximum items of a page.
const PAGE: usize = 128;

impl ReadItems {
    /// The stable name of the Map.
    pub fn operation_id(&self) -> &Text {
        &self.operation_id
    }

    /// The Map Run. Readers are kept open under this name.
    pub fn run(&self) -> &Text {
        &self.run
    }

    /// Number of items that were read before.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Opens the reader at the position.
    pub async fn open(&self, storage: Arc<dyn Storage>) -> Result<ItemReader, ReadError> {
        let source = ItemSource::from_fields(
            &self.resource,
            &self.parameters,
            &self.config,
            self.max_items,
        )?;
        let mut reader = ItemReader::open(storage, source).await?;
        reader.skip(self.position).await?;
        Ok(reader)
    }

    /// Reads the next page. `reader` is the one that read the page before, if it is still open. It
    /// is returned if there may be more items.
    pub async fn perform(
        self,
        storage: Option<Arc<dyn Storage>>,
        reader: Option<ItemReader>,
    ) -> (Outcome, Option<ItemReader>) {
        let opened = match (reader, storage) {
            (Some(reader), _) => Ok(reader),
            (None, Some(storage)) => self.open(storage).await,
            (None, None) => Err(ReadError::new("the engine has no storage to read items from")),
        };
        let read = match opened {
            Ok(mut reader) => reader.next(PAGE).await.map(|page| (page, reader)),
            Err(error) => Err(error),
        };
        match read {
            Ok((Some(page), reader)) if page.are_members => {
                (Outcome::Members(page.items, page.source), Some(reader))
            }
            Ok((Some(page), reader)) => (Outcome::Items(page.items, page.source), Some(reader)),
            Ok((None, _)) => (Outcome::Items(Vec::new(), Text::default()), None),
            Err(error) => (failed(error.into_reader_failure()), None),
        }
    }
}

impl WriteResults {
    /// The stable name of the Map.
    pub fn operation_id(&self) -> &Text {
        &self.operation_id
    }

    /// Writes. Repeating it after a restart has the same result.
    pub async fn perform(self, storage: Option<Arc<dyn Storage>>) -> Outcome {
        let written = match storage {
            Some(storage) => self.write(storage).await,
            None => Err(ReadError::new("the engine has no storage to write results to")),
        };
        written.map_or_else(|error| failed(error.into_writer_failure()), Outcome::Done)
    }

    async fn write(self, storage: Arc<dyn Storage>) -> Result<Value, ReadError> {
        let target = ResultTarget::from_fields(&self.parameters, &self.config)?;
        let folder = ResultFolder::new(storage, target, self.map_run_arn, &self.run);
        match self.part {
            Part::Manifest(files) => folder.write_manifest(&files).await,
            Part::File(group, number, children) => {
                let file = folder.write_results(group, number, &children).await?;
                Ok(Value::object([
                    ("Key", Value::String(file.key)),
                    ("Size", Value::of_count(file.size)),
                ]))
            }
        }
    }
}

pub(in crate::execution) fn failed(failure: asl_value::error::Failure) -> Outcome {
    Outcome::Failed(TaskError::new(
        failure.error.unwrap_or_default(),
        failure.cause.unwrap_or_default(),
    ))
}
