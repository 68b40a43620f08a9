//! Buckets that are stores.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use asl_runtime::storage::{
    ByteRange, ObjectList, ObjectName, ObjectReader, ObjectWriter, Storage, StorageError,
    StorageFuture,
};
use object_store::path::Path;
use object_store::{GetOptions, GetRange, GetResult, ObjectStore};

use crate::error::storage_error;
use crate::read::{List, Reader};
use crate::write::Writer;

/// Creates the store of a bucket.
type Make = dyn Fn(&str) -> object_store::Result<Arc<dyn ObjectStore>> + Send + Sync;

/// A storage whose buckets are stores. Clones are cheap and share their stores.
#[derive(Clone)]
pub struct ObjectStores {
    make: Arc<Make>,
    /// The stores in use, by bucket.
    made: Arc<Mutex<HashMap<String, Arc<dyn ObjectStore>>>>,
    has_versions: bool,
}

/// The part of an object to fetch.
enum Wanted {
    Whole,
    /// Its description alone.
    Size,
    Part(Range<u64>),
}

impl ObjectStores {
    /// `make` creates the store of a bucket, once for each.
    pub fn new(
        make: impl Fn(&str) -> object_store::Result<Arc<dyn ObjectStore>> + Send + Sync + 'static,
    ) -> Self {
        Self { make: Arc::new(make), made: Arc::default(), has_versions: false }
    }

    /// Says that the stores keep versions of objects, as those of S3 do: a `VersionId` is passed to
    /// them. Otherwise it is an error.
    #[must_use]
    pub fn versioned(self) -> Self {
        Self { has_versions: true, ..self }
    }

    fn store(&self, bucket: &str) -> Result<Arc<dyn ObjectStore>, StorageError> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = made.get(bucket) {
            return Ok(Arc::clone(store));
        }
        let store = (self.make)(bucket).map_err(|error| storage_error(bucket, &error))?;
        made.insert(bucket.to_owned(), Arc::clone(&store));
        Ok(store)
    }

    fn object(&self, name: &ObjectName) -> Result<(Arc<dyn ObjectStore>, Path), StorageError> {
        let path = Path::parse(&name.key).map_err(|error| storage_error(name, &error.into()))?;
        Ok((self.store(&name.bucket)?, path))
    }

    async fn get(&self, name: &ObjectName, wanted: Wanted) -> Result<GetResult, StorageError> {
        let (store, path) = self.object(name)?;
        let mut options = GetOptions {
            version: name.version.as_ref().map(ToString::to_string),
            ..GetOptions::default()
        };
        match wanted {
            Wanted::Whole => {}
            Wanted::Size => options.head = true,
            Wanted::Part(range) => options.range = Some(GetRange::Bounded(range)),
        }
        store.get_opts(&path, options).await.map_err(|error| storage_error(name, &error))
    }
}

impl fmt::Debug for ObjectStores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ObjectStores").finish_non_exhaustive()
    }
}

impl Storage for ObjectStores {
    fn read<'a>(&'a self, name: &'a ObjectName) -> StorageFuture<'a, Box<dyn ObjectReader>> {
        Box::pin(async move {
            let found = self.get(name, Wanted::Whole).await?;
            Ok(Box::new(Reader::new(name.clone(), found)) as Box<dyn ObjectReader>)
        })
    }

    fn has_versions(&self) -> bool {
        self.has_versions
    }

    fn read_range<'a>(
        &'a self,
        name: &'a ObjectName,
        range: ByteRange,
    ) -> StorageFuture<'a, Vec<u8>> {
        Box::pin(async move {
            // Not every store has ranges from the end.
            let size = match range {
                ByteRange::At { .. } => u64::MAX,
                ByteRange::Last(_) => self.get(name, Wanted::Size).await?.meta.size,
            };
            let (begin, end) = range.within(size);
            if begin >= end {
                return Ok(Vec::new());
            }
            let found = self.get(name, Wanted::Part(begin..end)).await?;
            let mut reader = Reader::new(name.clone(), found);
            let mut part = Vec::new();
            while let Some(piece) = reader.next().await? {
                part.extend(piece);
            }
            Ok(part)
        })
    }

    fn list<'a>(
        &'a self,
        bucket: &'a str,
        prefix: &'a str,
    ) -> StorageFuture<'a, Box<dyn ObjectList>> {
        Box::pin(async move {
            let list = List::new(self.store(bucket)?.as_ref(), bucket, prefix)?;
            Ok(Box::new(list) as Box<dyn ObjectList>)
        })
    }

    fn write<'a>(&'a self, name: &'a ObjectName) -> StorageFuture<'a, Box<dyn ObjectWriter>> {
        Box::pin(async move {
            let (store, path) = self.object(name)?;
            Ok(Box::new(Writer::new(store, name.clone(), path)) as Box<dyn ObjectWriter>)
        })
    }
}
