//! Reads items from one object after another, piece by piece.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::storage::{ObjectList, ObjectName, Storage};
use asl_value::value::{Text, Value};

use super::error::Fault;
use super::manifest::Manifest;
use super::parquet::ParquetFile;
use super::text::{TextFormat, TextObject};
use super::{Format, ItemSource, LONGEST, ManifestKind, ReadError, Source, list};

/// Reads the items of an [`ItemSource`].
pub struct ItemReader {
    storage: Arc<dyn Storage>,
    rest: Rest,
    /// The current object.
    open: Option<OpenObject>,
    /// Items that were read but not yet returned, and their source.
    ready: VecDeque<Value>,
    source: Text,
    /// True if these items are the members of an object.
    are_members: bool,
    /// Maximum number of items that may still be returned.
    left: u64,
}

/// A batch of items, in order.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    /// At least one item.
    pub items: Vec<Value>,
    /// Their source, as in `$$.Map.Item.Source`: `s3://bucket/key`, or `s3://bucket` for the
    /// entries of a list.
    pub source: Text,
    /// True if the items are the members of a JSON object, each as `{"Key", "Value"}`.
    pub are_members: bool,
}

/// The objects after the current one.
enum Rest {
    Objects(VecDeque<ObjectName>, Format),
    /// Entries of a list that are items themselves.
    Entries(Box<dyn ObjectList>),
    /// Objects to read: those of the current page, and the list of further pages.
    Contents(VecDeque<ObjectName>, Box<dyn ObjectList>, Text, Format),
}

/// An object that is being read.
enum OpenObject {
    Text(Box<TextObject>),
    Parquet(Box<ParquetFile>),
}

impl ItemReader {
    /// Opens the source. A manifest is read at once; an object is only opened.
    pub async fn open(storage: Arc<dyn Storage>, source: ItemSource) -> Result<Self, ReadError> {
        let ItemSource { source, max_items } = source;
        let mut place = Text::default();
        let rest = match source {
            Source::Object { name, format } => Rest::Objects(VecDeque::from([name]), format),
            Source::Manifest { name, kind } => manifest(&*storage, name, kind).await?,
            Source::Objects { bucket, prefix, contents } => {
                place = smol_str::format_smolstr!("s3://{bucket}");
                let list = storage.list(&bucket, &prefix).await?;
                match contents {
                    None => Rest::Entries(list),
                    Some(format) => Rest::Contents(VecDeque::new(), list, bucket, format),
                }
            }
        };
        let left = max_items.unwrap_or(u64::MAX);
        let mut reader = Self {
            storage,
            rest,
            open: None,
            ready: VecDeque::new(),
            source: place,
            are_members: false,
            left,
        };
        // Report a missing object at once.
        reader.go_on().await?;
        Ok(reader)
    }

    /// The next items, at most this many; `None` at the end.
    pub async fn next(&mut self, most: usize) -> Result<Option<Batch>, ReadError> {
        loop {
            let length = self
                .ready
                .len()
                .min(most.max(1))
                .min(usize::try_from(self.left).unwrap_or(usize::MAX));
            if length > 0 {
                self.left = self.left.saturating_sub(u64::try_from(length).unwrap_or(u64::MAX));
                return Ok(Some(Batch {
                    items: self.ready.drain(..length).collect(),
                    source: self.source.clone(),
                    are_members: self.are_members,
                }));
            }
            if self.left == 0 || !self.go_on().await? {
                return Ok(None);
            }
        }
    }

    /// Skips this many items, which were returned before a restart.
    pub async fn skip(&mut self, mut items: u64) -> Result<(), ReadError> {
        while items > 0 {
            let most = usize::try_from(items).unwrap_or(usize::MAX);
            let Some(batch) = self.next(most).await? else { return Ok(()) };
            items = items.saturating_sub(u64::try_from(batch.items.len()).unwrap_or(u64::MAX));
        }
        Ok(())
    }

    /// Reads one piece, opens one object or fetches one page. Returns false at the end.
    async fn go_on(&mut self) -> Result<bool, ReadError> {
        if let Some(open) = &mut self.open {
            let more = open.go_on(&*self.storage, &mut self.ready).await?;
            self.are_members = open.are_members();
            if !more {
                self.open = None;
            }
            return Ok(true);
        }
        let (name, format) = match &mut self.rest {
            Rest::Objects(names, format) => match names.pop_front() {
                Some(name) => (name, &*format),
                None => return Ok(false),
            },
            Rest::Entries(list) => {
                let page = list.next().await?;
                let more = page.is_some();
                self.ready.extend(page.into_iter().flatten().map(list::item));
                return Ok(more);
            }
            Rest::Contents(names, list, bucket, format) => match names.pop_front() {
                Some(name) => (name, &*format),
                None => {
                    let page = list.next().await?;
                    let more = page.is_some();
                    names.extend(
                        page.into_iter()
                            .flatten()
                            .map(|info| ObjectName::new(bucket.clone(), info.key)),
                    );
                    return Ok(more);
                }
            },
        };
        self.source = smol_str::format_smolstr!("s3://{name}");
        self.open = Some(OpenObject::new(&*self.storage, name, format).await?);
        Ok(true)
    }
}

/// Reads a manifest.
async fn manifest(
    storage: &dyn Storage,
    name: ObjectName,
    kind: ManifestKind,
) -> Result<Rest, ReadError> {
    let name = versioned(storage, name)?;
    let mut reader = storage.read(&name).await?;
    let mut text = Vec::new();
    while let Some(piece) = reader.next().await? {
        text.extend(piece);
        if text.len() > LONGEST {
            return Err(ReadError::in_object(
                &name,
                Fault::Whole("this manifest is longer than 64 MiB".to_owned()),
            ));
        }
    }
    let manifest =
        Manifest::read(&name, kind, &text).map_err(|fault| ReadError::in_object(&name, fault))?;
    Ok(Rest::Objects(manifest.objects.into(), manifest.format))
}

/// A name that a storage can read. As in S3, an object without versions has the version `null`.
#[inline]
fn versioned(storage: &dyn Storage, name: ObjectName) -> Result<ObjectName, ReadError> {
    match &name.version {
        Some(version) if !storage.has_versions() => {
            if version == "null" {
                return Ok(ObjectName { version: None, ..name });
            }
            let problem =
                format!("the version `{version}` cannot be read: this storage keeps none");
            Err(ReadError::in_object(&name, Fault::Whole(problem)))
        }
        Some(_) | None => Ok(name),
    }
}

impl OpenObject {
    async fn new(
        storage: &dyn Storage,
        name: ObjectName,
        format: &Format,
    ) -> Result<Self, ReadError> {
        if matches!(format, Format::Parquet) && name.version.is_some() {
            // As recorded.
            let cause = "S3 Version ID selection is not currently supported for PARQUET files";
            return Err(ReadError::in_object(&name, Fault::Known(cause)));
        }
        let name = versioned(storage, name)?;
        let format = match format {
            Format::Json { pointer } => TextFormat::Json(pointer),
            Format::JsonLines => TextFormat::Lines,
            Format::Csv(csv) => TextFormat::Csv(csv),
            Format::Parquet => {
                return Ok(Self::Parquet(Box::new(ParquetFile::open(storage, name).await?)));
            }
        };
        Ok(Self::Text(Box::new(TextObject::open(storage, name, format).await?)))
    }

    /// True if the items are the members of an object.
    #[inline]
    fn are_members(&self) -> bool {
        match self {
            Self::Text(text) => text.are_members(),
            Self::Parquet(_) => false,
        }
    }

    /// Continues with a small part. Returns true if there is more.
    async fn go_on(
        &mut self,
        storage: &dyn Storage,
        items: &mut VecDeque<Value>,
    ) -> Result<bool, ReadError> {
        match self {
            Self::Text(text) => text.go_on(items).await,
            Self::Parquet(file) => file.go_on(storage, items).await,
        }
    }
}

impl std::fmt::Debug for ItemReader {
    #[inline]
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ItemReader")
            .field("source", &self.source)
            .field("left", &self.left)
            .finish_non_exhaustive()
    }
}
