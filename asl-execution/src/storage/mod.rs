//! Storages of a Map's items and results: objects with keys in buckets, as in S3.
//! [`Memory`] is here; `asl_runtime::storage` also has one on disk.

mod error;
#[doc(hidden)]
pub mod items;
mod memory;
mod range;

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use asl_value::value::Text;

pub use error::{StorageError, StorageErrorKind};
pub use memory::Memory;
pub use range::ByteRange;

/// The future of a storage's operation.
pub type StorageFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StorageError>> + Send + 'a>>;

/// The name of an object: its bucket and its key, such as `orders` and `2026/11/21.csv`, and
/// possibly a version.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ObjectName {
    /// The bucket.
    pub bucket: Text,
    /// The key.
    pub key: Text,
    /// The id of a version, to read it in place of the current one. Only storages that
    /// [have versions](Storage::has_versions) get such names.
    pub version: Option<Text>,
}

impl ObjectName {
    /// An object's name.
    pub fn new(bucket: impl Into<Text>, key: impl Into<Text>) -> Self {
        Self { bucket: bucket.into(), key: key.into(), version: None }
    }

    /// The name of a version of the object.
    #[must_use]
    pub fn with_version(self, version: impl Into<Text>) -> Self {
        Self { version: Some(version.into()), ..self }
    }
}

impl fmt::Display for ObjectName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.bucket, self.key)
    }
}

/// An object's entry in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectInfo {
    /// The key in its bucket.
    pub key: Text,
    /// Size in bytes.
    pub size: u64,
    /// Time of the last write, in milliseconds since 1970.
    pub modified: u64,
    /// Entity tag, which changes with each write, in quotation marks as in S3.
    pub etag: Text,
    /// S3's storage class.
    pub storage_class: Text,
}

/// A store of objects. All futures must be safe to drop at any time.
pub trait Storage: Send + Sync + 'static {
    /// Opens an object for reading, from its first byte.
    fn read<'a>(&'a self, name: &'a ObjectName) -> StorageFuture<'a, Box<dyn ObjectReader>>;

    /// Returns true if the storage keeps versions of objects, and reads those that names have.
    fn has_versions(&self) -> bool {
        false
    }

    /// Reads a part of an object; less if the object ends before. By default the object is read
    /// from its first byte on, piece by piece.
    fn read_range<'a>(
        &'a self,
        name: &'a ObjectName,
        range: ByteRange,
    ) -> StorageFuture<'a, Vec<u8>> {
        let read = async move { range::read_through(self.read(name).await?, range).await };
        Box::pin(read)
    }

    /// Lists the objects whose keys begin with `prefix`, in the order of their keys' bytes.
    fn list<'a>(
        &'a self,
        bucket: &'a str,
        prefix: &'a str,
    ) -> StorageFuture<'a, Box<dyn ObjectList>>;

    /// Begins a new object. It appears under its name, and replaces an existing one, only when it
    /// is [finished](ObjectWriter::finish).
    fn write<'a>(&'a self, name: &'a ObjectName) -> StorageFuture<'a, Box<dyn ObjectWriter>>;
}

/// A shared storage, as engines take it. Cloning it is cheap.
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
    /// The storage.
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

/// An open reader of an object.
pub trait ObjectReader: Send {
    /// The next piece, never empty; `None` at the end.
    fn next(&mut self) -> StorageFuture<'_, Option<Vec<u8>>>;
}

/// An open list of objects.
pub trait ObjectList: Send {
    /// The next page, never empty; `None` at the end.
    fn next(&mut self) -> StorageFuture<'_, Option<Vec<ObjectInfo>>>;
}

/// An open writer of an object. Dropping it leaves nothing visible behind.
pub trait ObjectWriter: Send {
    /// Adds a piece.
    fn write(&mut self, piece: Vec<u8>) -> StorageFuture<'_, ()>;

    /// Makes the object appear under its name, complete and durable.
    fn finish(self: Box<Self>) -> StorageFuture<'static, ()>;

    /// Abandons the object, and waits until the stored parts are removed.
    fn abort(self: Box<Self>) -> StorageFuture<'static, ()>;
}
