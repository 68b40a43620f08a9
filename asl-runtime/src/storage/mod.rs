//! Where a Map's items are read from and its results written to: objects with keys, in buckets, as
//! S3 has them.
//!
//! [`Storage`] is what an engine is given. [`Folder`] keeps buckets as folders on disk, [`Memory`]
//! in memory (for tests); other stores are adapter crates. Everything is read and written in
//! pieces, so that the size of an object does not matter.

mod error;
mod folder;
pub mod items;
mod memory;

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use crate::value::Text;

pub use error::{StorageError, StorageErrorKind};
pub use folder::Folder;
pub use memory::Memory;

/// What a storage is still at work on.
pub type StorageFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StorageError>> + Send + 'a>>;

/// The name of an object: its bucket and its key in there, such as `orders` and `2026/11/21.csv`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ObjectName {
    /// The bucket.
    pub bucket: Text,
    /// The key.
    pub key: Text,
}

impl ObjectName {
    /// An object's name.
    pub fn new(bucket: impl Into<Text>, key: impl Into<Text>) -> Self {
        Self { bucket: bucket.into(), key: key.into() }
    }
}

impl fmt::Display for ObjectName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.bucket, self.key)
    }
}

/// What a list of objects tells of each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectInfo {
    /// The key in its bucket.
    pub key: Text,
    /// Bytes.
    pub size: u64,
    /// When it was written last, in milliseconds since 1970.
    pub modified: u64,
    /// What changes with each writing, in quotation marks as S3 gives it.
    pub etag: Text,
    /// S3's storage class.
    pub storage_class: Text,
}

/// A store of objects. All futures must be safe to drop at any time.
pub trait Storage: Send + Sync + 'static {
    /// Opens an object for reading, from its first byte.
    fn read<'a>(&'a self, name: &'a ObjectName) -> StorageFuture<'a, Box<dyn ObjectReader>>;

    /// Lists the objects whose keys begin with `prefix`, in the order of their keys' bytes.
    fn list<'a>(
        &'a self,
        bucket: &'a str,
        prefix: &'a str,
    ) -> StorageFuture<'a, Box<dyn ObjectList>>;

    /// Begins an object. It appears under its name, in place of one that was there, only when it is
    /// [finished](ObjectWriter::finish).
    fn write<'a>(&'a self, name: &'a ObjectName) -> StorageFuture<'a, Box<dyn ObjectWriter>>;
}

/// A storage as engines are given it. Cloning it is cheap.
///
/// ```
/// use asl_runtime::engine::in_process::RunOptions;
/// use asl_runtime::storage::Memory;
///
/// let options = RunOptions::default().storage(Memory::new());
/// ```
#[derive(Clone)]
pub struct StorageHandle(Arc<dyn Storage>);

impl StorageHandle {
    /// The storage itself.
    pub fn handle(&self) -> Arc<dyn Storage> {
        Arc::clone(&self.0)
    }
}

impl<S: Storage> From<S> for StorageHandle {
    fn from(storage: S) -> Self {
        Self(Arc::new(storage))
    }
}

impl From<Arc<dyn Storage>> for StorageHandle {
    fn from(storage: Arc<dyn Storage>) -> Self {
        Self(storage)
    }
}

impl fmt::Debug for StorageHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StorageHandle")
    }
}

/// An object under reading.
pub trait ObjectReader: Send {
    /// The next piece, never empty; `None` at the end.
    fn next(&mut self) -> StorageFuture<'_, Option<Vec<u8>>>;
}

/// A list of objects under reading.
pub trait ObjectList: Send {
    /// The next page, never empty; `None` at the end.
    fn next(&mut self) -> StorageFuture<'_, Option<Vec<ObjectInfo>>>;
}

/// An object in the making. Dropping it leaves nothing behind that anybody can see.
pub trait ObjectWriter: Send {
    /// Adds a piece.
    fn write(&mut self, piece: Vec<u8>) -> StorageFuture<'_, ()>;

    /// Makes the object appear under its name, complete and durable.
    fn finish(self: Box<Self>) -> StorageFuture<'static, ()>;

    /// Gives it up, and waits until what was stored of it is gone.
    fn abort(self: Box<Self>) -> StorageFuture<'static, ()>;
}
