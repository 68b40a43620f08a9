//! Reads items and writes results for distributed Maps. Open readers are kept between two pages.
#![cfg_attr(
    not(feature = "tokio"),
    expect(unreachable_pub, reason = "only engines with tokio export it")
)]

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};

use asl_execution::execution::{Outcome, ReadItems, WriteResults};
use asl_execution::storage::items::Items;
use asl_execution::storage::{Storage, StorageHandle};
use asl_value::mutex::lock;
use asl_value::value::Text;

/// A read or write in progress.
pub type StoreFuture = Pin<Box<dyn Future<Output = Outcome> + Send>>;

/// The storage of one execution. Clones share the readers.
#[derive(Clone, Default)]
pub struct Stores(Arc<Shared>);

#[derive(Default)]
struct Shared {
    storage: Option<StorageHandle>,
    open: Mutex<VecDeque<OpenReader>>,
}

/// An open reader, between two pages.
struct OpenReader {
    run: Text,
    position: u64,
    reader: Box<dyn Items>,
}

/// Maximum number of readers that are kept open. A closed reader is opened again and skips the
/// items that were read.
const MOST_READERS: usize = 64;

impl Stores {
    /// The storage of an execution, if it has one.
    pub fn new(storage: Option<StorageHandle>) -> Self {
        Self(Arc::new(Shared { storage, open: Mutex::default() }))
    }

    /// Reads a page of items.
    pub fn read(&self, read: Box<ReadItems>) -> StoreFuture {
        let stores = self.clone();
        Box::pin(async move {
            let (run, position) = (read.run().clone(), read.position());
            let reader = stores.take(&run, position);
            let (outcome, reader) = read.perform(stores.storage(), reader).await;
            if let (Some(reader), Outcome::Items(items, _) | Outcome::Members(items, _)) =
                (reader, &outcome)
            {
                let position =
                    position.saturating_add(u64::try_from(items.len()).unwrap_or(u64::MAX));
                stores.keep(OpenReader { run, position, reader });
            }
            outcome
        })
    }

    /// Writes a page of results.
    pub fn write(&self, write: WriteResults) -> StoreFuture {
        Box::pin(write.perform(self.storage()))
    }

    fn storage(&self) -> Option<Arc<dyn Storage>> {
        self.0.storage.as_ref().map(StorageHandle::handle)
    }

    /// Takes the reader of this Map Run, if it is at this position.
    fn take(&self, run: &Text, position: u64) -> Option<Box<dyn Items>> {
        let mut open = self.open();
        let at = open.iter().position(|open| open.run == *run)?;
        open.remove(at).filter(|open| open.position == position).map(|open| open.reader)
    }

    fn keep(&self, reader: OpenReader) {
        let mut open = self.open();
        if open.len() >= MOST_READERS {
            open.pop_front();
        }
        open.push_back(reader);
    }

    fn open(&self) -> MutexGuard<'_, VecDeque<OpenReader>> {
        lock(&self.0.open)
    }
}
