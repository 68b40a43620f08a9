//! A storage in memory, for tests and simulations.

use std::collections::BTreeMap;
use std::future::ready;
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard};

use asl_value::mutex::lock;
use asl_value::value::Text;

use super::{
    ByteRange, ObjectInfo, ObjectList, ObjectName, ObjectReader, ObjectWriter, Storage,
    StorageError, StorageFuture, range,
};

/// Bytes of a piece. Small, so that tests with short texts see several pieces.
const PIECE: usize = 4096;

/// Number of objects on a page of a list.
const PAGE: usize = 1000;

/// A storage in memory. Clones share the objects. All its futures are ready at once.
///
/// ```
/// use asl_runtime::storage::{Memory, ObjectName};
///
/// let storage = Memory::new();
/// storage.put(ObjectName::new("orders", "today.csv"), "id,amount\n7,2\n");
/// assert_eq!(storage.object(&ObjectName::new("orders", "today.csv")).as_deref(), Some(b"id,amount\n7,2\n".as_slice()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory {
    objects: Arc<Mutex<Objects>>,
}

#[derive(Debug, Default)]
struct Objects {
    by_name: BTreeMap<ObjectName, Object>,
    writings: u64,
}

#[derive(Clone, Debug)]
struct Object {
    bytes: Arc<[u8]>,
    /// Counts the writes, for entity tags.
    number: u64,
}

impl Memory {
    /// An empty one.
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stores an object. A name with a version stores this version, and makes it the current one. One
    /// without stores the version `null`, as in S3.
    pub fn put(&self, name: ObjectName, bytes: impl Into<Vec<u8>>) {
        let mut objects = self.lock();
        objects.writings = objects.writings.saturating_add(1);
        let object = Object { bytes: bytes.into().into(), number: objects.writings };
        let current = ObjectName { version: None, ..name.clone() };
        let version = name.version.unwrap_or(Text::new_static("null"));
        let versioned = ObjectName { version: Some(version), ..current.clone() };
        objects.by_name.insert(current, object.clone());
        objects.by_name.insert(versioned, object);
    }

    /// The bytes of an object, if it exists.
    #[inline]
    pub fn object(&self, name: &ObjectName) -> Option<Vec<u8>> {
        self.bytes(name).map(|bytes| bytes.to_vec())
    }

    /// The names of all objects, in order.
    #[inline]
    pub fn names(&self) -> Vec<ObjectName> {
        self.lock().by_name.keys().filter(|name| name.version.is_none()).cloned().collect()
    }

    fn bytes(&self, name: &ObjectName) -> Option<Arc<[u8]>> {
        self.lock().by_name.get(name).map(|object| Arc::clone(&object.bytes))
    }

    fn lock(&self) -> MutexGuard<'_, Objects> {
        lock(&self.objects)
    }
}

impl Storage for Memory {
    #[inline]
    fn read<'a>(&'a self, name: &'a ObjectName) -> StorageFuture<'a, Box<dyn ObjectReader>> {
        let reader = self
            .bytes(name)
            .map(|bytes| Box::new(Reader { bytes, at: 0 }) as Box<dyn ObjectReader>);
        Box::pin(ready(reader.ok_or_else(|| StorageError::no_object(name))))
    }

    fn has_versions(&self) -> bool {
        true
    }

    #[inline]
    fn read_range<'a>(
        &'a self,
        name: &'a ObjectName,
        range: ByteRange,
    ) -> StorageFuture<'a, Vec<u8>> {
        let part = self.bytes(name).map(|bytes| {
            let (begin, end) = range.within(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
            range::slice(&bytes, begin, end).to_vec()
        });
        Box::pin(ready(part.ok_or_else(|| StorageError::no_object(name))))
    }

    #[inline]
    fn list<'a>(
        &'a self,
        bucket: &'a str,
        prefix: &'a str,
    ) -> StorageFuture<'a, Box<dyn ObjectList>> {
        let list = List {
            storage: self.clone(),
            bucket: bucket.into(),
            prefix: prefix.into(),
            last: None,
        };
        Box::pin(ready(Ok(Box::new(list) as Box<dyn ObjectList>)))
    }

    #[inline]
    fn write<'a>(&'a self, name: &'a ObjectName) -> StorageFuture<'a, Box<dyn ObjectWriter>> {
        let writer = Writer { storage: self.clone(), name: name.clone(), bytes: Vec::new() };
        Box::pin(ready(Ok(Box::new(writer) as Box<dyn ObjectWriter>)))
    }
}

struct Reader {
    bytes: Arc<[u8]>,
    at: usize,
}

impl ObjectReader for Reader {
    #[inline]
    fn next(&mut self) -> StorageFuture<'_, Option<Vec<u8>>> {
        let end = self.bytes.len().min(self.at.saturating_add(PIECE));
        let piece =
            self.bytes.get(self.at..end).filter(|piece| !piece.is_empty()).map(<[u8]>::to_vec);
        self.at = end;
        Box::pin(ready(Ok(piece)))
    }
}

struct List {
    storage: Memory,
    bucket: Text,
    prefix: Text,
    /// The last key that was listed.
    last: Option<Text>,
}

impl ObjectList for List {
    #[inline]
    fn next(&mut self) -> StorageFuture<'_, Option<Vec<ObjectInfo>>> {
        let from = match &self.last {
            Some(last) => Bound::Excluded(ObjectName::new(self.bucket.clone(), last.clone())),
            None => Bound::Included(ObjectName::new(self.bucket.clone(), self.prefix.clone())),
        };
        let objects = self.storage.lock();
        let page: Vec<_> = objects
            .by_name
            .range((from, Bound::Unbounded))
            .take_while(|(name, _)| {
                name.bucket == self.bucket && name.key.starts_with(self.prefix.as_str())
            })
            .filter(|(name, _)| name.version.is_none())
            .take(PAGE)
            .map(|(name, object)| object.info(name))
            .collect();
        drop(objects);
        self.last = page.last().map(|info| info.key.clone()).or(self.last.take());
        Box::pin(ready(Ok(Some(page).filter(|page| !page.is_empty()))))
    }
}

impl Object {
    #[inline]
    fn info(&self, name: &ObjectName) -> ObjectInfo {
        ObjectInfo {
            key: name.key.clone(),
            size: u64::try_from(self.bytes.len()).unwrap_or(u64::MAX),
            modified: 0,
            etag: smol_str::format_smolstr!("\"{:032x}\"", self.number),
            storage_class: Text::new_static("STANDARD"),
        }
    }
}

struct Writer {
    storage: Memory,
    name: ObjectName,
    bytes: Vec<u8>,
}

impl ObjectWriter for Writer {
    fn write(&mut self, piece: Vec<u8>) -> StorageFuture<'_, ()> {
        self.bytes.extend(piece);
        Box::pin(ready(Ok(())))
    }

    #[inline]
    fn finish(self: Box<Self>) -> StorageFuture<'static, ()> {
        self.storage.put(self.name, self.bytes);
        Box::pin(ready(Ok(())))
    }

    #[inline]
    fn abort(self: Box<Self>) -> StorageFuture<'static, ()> {
        Box::pin(ready(Ok(())))
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll, Waker};

    use super::*;

    /// The output of a future that is ready at once.
    fn now<T>(future: impl Future<Output = T>) -> T {
        match std::pin::pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(output) => output,
            Poll::Pending => unreachable!("it is ready at once"),
        }
    }

    #[test]
    fn objects_are_written_whole_read_in_pieces_and_listed() {
        let storage = Memory::new();
        let name = ObjectName::new("b", "p/1");
        let mut writer = now(storage.write(&name)).unwrap();
        now(writer.write(vec![b'x'; PIECE + 1])).unwrap();
        assert_eq!(storage.names(), []);
        now(writer.finish()).unwrap();
        let mut reader = now(storage.read(&name)).unwrap();
        let pieces = std::iter::from_fn(|| now(reader.next()).unwrap());
        assert_eq!(pieces.map(|piece| piece.len()).collect::<Vec<_>>(), [PIECE, 1]);
        storage.put(ObjectName::new("b", "p/2"), "");
        storage.put(ObjectName::new("b", "q"), "");
        storage.put(ObjectName::new("c", "p/3"), "");
        let mut list = now(storage.list("b", "p/")).unwrap();
        let page = now(list.next()).unwrap().unwrap();
        let shown: Vec<_> = page.iter().map(|info| (info.key.as_str(), info.size)).collect();
        assert_eq!(shown, [("p/1", 4097), ("p/2", 0)]);
        assert_ne!(page[0].etag, page[1].etag);
        assert_eq!(now(list.next()), Ok(None));
        let missing = now(storage.read(&ObjectName::new("b", "x"))).err().unwrap();
        assert_eq!(missing.to_string(), "b/x: there is no such object");
    }

    #[test]
    fn an_object_that_was_stored_without_a_version_has_the_version_null() {
        let storage = Memory::new();
        let name = ObjectName::new("b", "k");
        let null = name.clone().with_version("null");
        assert_eq!(storage.object(&null), None);
        storage.put(name.clone(), "old");
        storage.put(name.clone().with_version("v2"), "new");
        let mut reader = now(storage.read(&null)).unwrap();
        assert_eq!(now(reader.next()), Ok(Some(b"old".to_vec())));
        let range = ByteRange::Last(2);
        assert_eq!(now(storage.read_range(&null, range)), Ok(b"ld".to_vec()));
        assert_eq!(storage.object(&name).as_deref(), Some(b"new".as_slice()));
        assert_eq!(storage.names(), [name]);
        let mut list = now(storage.list("b", "")).unwrap();
        assert_eq!(now(list.next()).unwrap().map(|page| page.len()), Some(1));
    }
}
