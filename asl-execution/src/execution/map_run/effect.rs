//! Performs the read and write requests of a distributed Map.

use std::sync::Arc;

use crate::execution::Outcome;
use crate::storage::Storage;
use crate::storage::items::{Items, ReadError, ReadItems, WriteResults};
use asl_value::error::TaskError;
use asl_value::value::Text;

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

    /// Reads the next page. `reader` is the one that read the page before, if it is still open. It
    /// is returned if there may be more items.
    pub async fn perform(
        self,
        storage: Option<Arc<dyn Storage>>,
        reader: Option<Box<dyn Items>>,
    ) -> (Outcome, Option<Box<dyn Items>>) {
        let opened = match (reader, storage) {
            (Some(reader), _) => Ok(reader),
            (None, Some(storage)) => (self.open)(&self, storage).await,
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
            Some(storage) => (self.write)(self, storage).await,
            None => Err(ReadError::new("the engine has no storage to write results to")),
        };
        written.map_or_else(|error| failed(error.into_writer_failure()), Outcome::Done)
    }
}

pub(in crate::execution) fn failed(failure: asl_value::error::Failure) -> Outcome {
    Outcome::Failed(TaskError::new(
        failure.error.unwrap_or_default(),
        failure.cause.unwrap_or_default(),
    ))
}
