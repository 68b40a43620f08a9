//! Writers of objects.

use std::sync::Arc;

use asl_runtime::storage::{ObjectName, ObjectWriter, StorageError, StorageFuture};
use object_store::path::Path;
use object_store::{MultipartUpload, ObjectStore, ObjectStoreExt as _, PutPayload};

use crate::error::storage_error;

/// Size of a part of an upload, and maximum size of an upload in one request, in bytes. S3 requires
/// at least 5 MiB and accepts 10,000 parts.
const PART: usize = 16 * 1024 * 1024;

/// A writer of an object: buffers a small object, and uploads a larger one in parts.
pub(crate) struct Writer {
    store: Arc<dyn ObjectStore>,
    name: ObjectName,
    path: Path,
    /// Bytes that are not yet sent.
    bytes: Vec<u8>,
    upload: Upload,
}

/// A multipart upload, once it has started. It is aborted if dropped unfinished.
#[derive(Default)]
struct Upload(Option<Box<dyn MultipartUpload>>);

impl Writer {
    pub(crate) fn new(store: Arc<dyn ObjectStore>, name: ObjectName, path: Path) -> Self {
        Self { store, name, path, bytes: Vec::new(), upload: Upload::default() }
    }

    async fn send_part(&mut self, length: usize) -> object_store::Result<()> {
        let rest = self.bytes.split_off(length.min(self.bytes.len()));
        let part = std::mem::replace(&mut self.bytes, rest);
        let upload = match &mut self.upload.0 {
            Some(upload) => upload,
            none => none.insert(self.store.put_multipart(&self.path).await?),
        };
        upload.put_part(PutPayload::from(part)).await
    }

    async fn complete(mut self) -> object_store::Result<()> {
        if self.upload.0.is_none() {
            self.store.put(&self.path, PutPayload::from(self.bytes)).await?;
            return Ok(());
        }
        if !self.bytes.is_empty() {
            self.send_part(usize::MAX).await?;
        }
        if let Some(upload) = &mut self.upload.0 {
            upload.complete().await?;
        }
        // A completed upload must not be aborted.
        self.upload.0 = None;
        Ok(())
    }

    fn error(name: &ObjectName) -> impl FnOnce(object_store::Error) -> StorageError {
        move |error| storage_error(name, &error)
    }
}

impl ObjectWriter for Writer {
    fn write(&mut self, piece: Vec<u8>) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            self.bytes.extend(piece);
            while self.bytes.len() >= PART {
                self.send_part(PART).await.map_err(|error| storage_error(&self.name, &error))?;
            }
            Ok(())
        })
    }

    fn finish(self: Box<Self>) -> StorageFuture<'static, ()> {
        Box::pin(async move {
            let name = self.name.clone();
            self.complete().await.map_err(Self::error(&name))
        })
    }

    fn abort(mut self: Box<Self>) -> StorageFuture<'static, ()> {
        Box::pin(async move {
            match self.upload.0.take() {
                Some(mut upload) => upload.abort().await.map_err(Self::error(&self.name)),
                None => Ok(()),
            }
        })
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        // Its parts are invisible, but S3 charges for them.
        if let Some(mut upload) = self.0.take()
            && let Ok(tokio) = tokio::runtime::Handle::try_current()
        {
            tokio.spawn(async move { upload.abort().await });
        }
    }
}
