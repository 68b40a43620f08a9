//! Streams of objects and of lists.

use asl_runtime::storage::{
    ObjectInfo, ObjectList, ObjectName, ObjectReader, StorageError, StorageErrorKind, StorageFuture,
};
use asl_runtime::value::Text;
use futures_util::stream::{BoxStream, StreamExt};
use object_store::path::Path;
use object_store::{GetResult, ObjectMeta, ObjectStore};

use crate::error::storage_error;

/// Number of objects on a page of a list.
const PAGE: usize = 1000;

/// Maximum number of entries of a list, those without the prefix included: as many as a Map can
/// have items.
const MOST_ENTRIES: u64 = 100_000_000;

/// A stream of an object's bytes.
pub(crate) struct Reader {
    name: ObjectName,
    pieces: BoxStream<'static, object_store::Result<Vec<u8>>>,
    /// Number of remaining bytes.
    left: u64,
}

impl Reader {
    pub(crate) fn new(name: ObjectName, found: GetResult) -> Self {
        let left = found.range.end.saturating_sub(found.range.start);
        let pieces = found.into_stream().map(|piece| piece.map(Vec::from));
        Self { name, pieces: pieces.fuse().boxed(), left }
    }

    /// The error of an object with another size than the store reported: it was changed meanwhile,
    /// or the store is faulty.
    fn wrong_size(&self, cause: &str) -> StorageError {
        StorageError::new(
            StorageErrorKind::Other,
            &self.name,
            format!("{cause} than the store has said it has"),
        )
    }
}

impl ObjectReader for Reader {
    fn next(&mut self) -> StorageFuture<'_, Option<Vec<u8>>> {
        Box::pin(async move {
            loop {
                match self.pieces.next().await {
                    None if self.left > 0 => {
                        return Err(self.wrong_size("the object has fewer bytes"));
                    }
                    None => return Ok(None),
                    Some(Ok(piece)) if piece.is_empty() => {}
                    Some(Ok(piece)) => {
                        let length = u64::try_from(piece.len()).unwrap_or(u64::MAX);
                        let left = self.left.checked_sub(length);
                        self.left =
                            left.ok_or_else(|| self.wrong_size("the object has more bytes"))?;
                        return Ok(Some(piece));
                    }
                    Some(Err(error)) => return Err(storage_error(&self.name, &error)),
                }
            }
        })
    }
}

/// A stream of a list's entries.
pub(crate) struct List {
    place: String,
    prefix: String,
    entries: BoxStream<'static, object_store::Result<ObjectMeta>>,
    /// Maximum number of remaining entries.
    left: u64,
}

impl List {
    /// Prefixes of stores are folders. The last part of ours need not be one, so it is filtered in
    /// its folder.
    pub(crate) fn new(
        store: &dyn ObjectStore,
        bucket: &str,
        prefix: &str,
    ) -> Result<Self, StorageError> {
        let place = format!("{bucket}/{prefix}");
        let folder = prefix.rsplit_once('/').map_or("", |(folder, _)| folder);
        let folder = Path::parse(folder).map_err(|error| storage_error(&place, &error.into()))?;
        let folder = (!folder.as_ref().is_empty()).then_some(folder);
        let entries = store.list(folder.as_ref()).fuse().boxed();
        Ok(Self { place, prefix: prefix.to_owned(), entries, left: MOST_ENTRIES })
    }
}

impl ObjectList for List {
    fn next(&mut self) -> StorageFuture<'_, Option<Vec<ObjectInfo>>> {
        Box::pin(async move {
            let mut page = Vec::new();
            while page.len() < PAGE
                && let Some(entry) = self.entries.next().await
            {
                let entry = entry.map_err(|error| storage_error(&self.place, &error))?;
                self.left = self.left.checked_sub(1).ok_or_else(|| endless(&self.place))?;
                if entry.location.as_ref().starts_with(&self.prefix) {
                    page.push(info(&entry));
                }
            }
            Ok(Some(page).filter(|page| !page.is_empty()))
        })
    }
}

/// The error of a list with more entries than a Map can have.
fn endless(place: &str) -> StorageError {
    let cause = format!("the store lists more than {MOST_ENTRIES} objects");
    StorageError::new(StorageErrorKind::Other, place, cause)
}

fn info(entry: &ObjectMeta) -> ObjectInfo {
    ObjectInfo {
        key: entry.location.as_ref().into(),
        size: entry.size,
        modified: u64::try_from(entry.last_modified.timestamp_millis()).unwrap_or(0),
        etag: entry.e_tag.as_deref().unwrap_or_default().into(),
        storage_class: Text::new_static("STANDARD"),
    }
}

#[cfg(test)]
mod tests {
    use futures_util::stream;
    use object_store::{Attributes, GetResultPayload};

    use super::*;

    fn entry(size: u64) -> ObjectMeta {
        let last_modified = std::time::SystemTime::UNIX_EPOCH.into();
        ObjectMeta {
            location: Path::from("other"),
            last_modified,
            size,
            e_tag: None,
            version: None,
        }
    }

    /// The number of bytes read of four pieces of three bytes, and the error at the end.
    async fn read(size: u64) -> (usize, Option<String>) {
        let pieces =
            stream::iter([b"abc", b"def", b"ghi", b"jkl"]).map(|piece| Ok(piece.as_slice().into()));
        let found = GetResult {
            payload: GetResultPayload::Stream(pieces.boxed()),
            meta: entry(size),
            range: 0..size,
            attributes: Attributes::new(),
            extensions: object_store::Extensions::new(),
        };
        let mut reader = Reader::new(ObjectName::new("bucket", "key"), found);
        let mut bytes = 0;
        loop {
            match reader.next().await {
                Ok(Some(piece)) => bytes += piece.len(),
                Ok(None) => return (bytes, None),
                Err(error) => return (bytes, Some(error.to_string())),
            }
        }
    }

    #[tokio::test]
    async fn an_object_of_another_size_than_was_said_is_an_error() {
        assert_eq!(read(12).await, (12, None));
        for (size, wrong, bytes) in
            [(11, "more", 9), (0, "more", 0), (13, "fewer", 12), (u64::MAX, "fewer", 12)]
        {
            let (read, error) = read(size).await;
            let error = error.unwrap_or_default();
            assert_eq!(read, bytes, "{size}");
            assert!(
                error.contains(&format!("{wrong} bytes than the store has said it has")),
                "{error}"
            );
        }
    }

    #[tokio::test]
    async fn a_list_that_never_ends_is_an_error() {
        let entry = entry(1);
        // Entries without the prefix count too.
        for prefix in ["in/", "o"] {
            let entries = stream::repeat_with({
                let entry = entry.clone();
                move || Ok(entry.clone())
            });
            let (place, prefix) = (format!("b/{prefix}"), prefix.to_owned());
            let mut list = List { place, prefix, entries: entries.boxed(), left: 2_500 };
            let mut pages = 0;
            let error = loop {
                match list.next().await {
                    Ok(Some(_)) => pages += 1,
                    Ok(None) => panic!("it never ends"),
                    Err(error) => break error,
                }
            };
            assert!(pages <= 2, "{pages}");
            assert!(
                error.to_string().contains("the store lists more than 100000000 objects"),
                "{error}"
            );
        }
    }
}
