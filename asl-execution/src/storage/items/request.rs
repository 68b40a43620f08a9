//! The read and write requests of a distributed Map, with all data that they need.
//!
//! Each request has the function that performs it, from the row of the Map. So a program whose Maps
//! have no `ItemReader` has no parsers of files.

use std::pin::Pin;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::storage::Storage;
use asl_value::value::{Text, Value};

use super::{
    Batch, ChildExecution, ItemReader, ItemSource, ReadError, ResultFile, ResultFolder,
    ResultGroup, ResultTarget,
};

/// The future of a read or a write.
pub type AccessFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, ReadError>> + Send + 'a>>;

/// Opens the items of a request at its position: [`open_items`].
pub type OpenItems = fn(&ReadItems, Arc<dyn Storage>) -> AccessFuture<'_, Box<dyn Items>>;

/// Writes the part of a request: [`write_results`].
pub type WritePart = fn(WriteResults, Arc<dyn Storage>) -> AccessFuture<'static, Value>;

/// Items that are being read: a trait, so that engines can keep an open [`ItemReader`] without
/// linking it.
pub trait Items: Send {
    /// The next items, at most this many; `None` at the end.
    fn next(&mut self, most: usize) -> AccessFuture<'_, Option<Batch>>;
}

impl Items for ItemReader {
    #[inline]
    fn next(&mut self, most: usize) -> AccessFuture<'_, Option<Batch>> {
        // The method of the type, which comes before that of the trait.
        Box::pin(self.next(most))
    }
}

/// Request to read the next items of a Map. Engines whose storages are in other processes send it as
/// data.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReadItems {
    pub(crate) operation_id: Text,
    pub(crate) run: Text,
    pub(crate) resource: Text,
    pub(crate) config: Value,
    pub(crate) parameters: Value,
    pub(crate) max_items: Option<i64>,
    pub(crate) position: u64,
    /// `access` of the Map's row. It is no part of the data: a request that was read has
    /// [`open_items`].
    #[serde(skip, default = "opens")]
    pub(crate) open: OpenItems,
}

/// Request to write results of a Map, which can be sent as data too.
#[derive(Debug, Serialize, Deserialize)]
pub struct WriteResults {
    pub(crate) operation_id: Text,
    pub(crate) run: Text,
    pub(crate) map_run_arn: Text,
    pub(crate) config: Value,
    pub(crate) parameters: Value,
    pub(crate) part: Part,
    /// `access` of the Map's row; no part of the data, in place of which is [`write_results`].
    #[serde(skip, default = "writes")]
    pub(crate) write: WritePart,
}

/// The content of one write.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Part {
    File(ResultGroup, u32, #[serde(with = "children")] Vec<ChildExecution>),
    Manifest(Vec<ResultFile>),
}

/// Children as data: their own serde form is that of AWS's files.
mod children {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use super::super::{ChildExecution as Child, ChildStatus};
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

#[inline]
fn opens() -> OpenItems {
    open_items
}

#[inline]
fn writes() -> WritePart {
    write_results
}

/// Opens the source of a request, and skips the items that were read before.
#[inline]
pub fn open_items(read: &ReadItems, storage: Arc<dyn Storage>) -> AccessFuture<'_, Box<dyn Items>> {
    Box::pin(async move {
        let ReadItems { resource, parameters, config, max_items, position, .. } = read;
        let source = ItemSource::from_fields(resource, parameters, config, *max_items)?;
        let mut reader = ItemReader::open(storage, source).await?;
        reader.skip(*position).await?;
        Ok::<Box<dyn Items>, _>(Box::new(reader))
    })
}

/// Writes a file of results, or the manifest. Repeating it has the same result.
#[inline]
pub fn write_results(
    write: WriteResults,
    storage: Arc<dyn Storage>,
) -> AccessFuture<'static, Value> {
    Box::pin(async move {
        let target = ResultTarget::from_fields(&write.parameters, &write.config)?;
        let folder = ResultFolder::new(storage, target, write.map_run_arn, &write.run);
        match write.part {
            Part::Manifest(files) => folder.write_manifest(&files).await,
            Part::File(group, number, children) => {
                let file = folder.write_results(group, number, &children).await?;
                Ok(Value::object([
                    ("Key", Value::String(file.key)),
                    ("Size", Value::of_count(file.size)),
                ]))
            }
        }
    })
}
