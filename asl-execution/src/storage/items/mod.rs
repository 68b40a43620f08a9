//! Items for a distributed Map, read one by one from a storage: ASL's `ItemReader`.
//!
//! An [`ItemSource`] describes the items. An [`ItemReader`] reads them piece by piece: a file of
//! any size needs memory only for one piece and for the longest item. A [`ResultFolder`] writes the
//! results of the items, ASL's `ResultWriter`.
//!
//! ```
//! use std::sync::Arc;
//! use asl_runtime::json;
//! use asl_runtime::storage::items::{ItemReader, ItemSource};
//! use asl_runtime::storage::{Memory, ObjectName};
//!
//! # async fn read() -> Result<(), Box<dyn std::error::Error>> {
//! let storage = Memory::new();
//! storage.put(ObjectName::new("orders", "today.csv"), "id,amount\n7,2\n8,1\n");
//! let config = json!({"InputType": "CSV", "CSVHeaderLocation": "FIRST_ROW"});
//! let source = ItemSource::from_fields(
//!     "arn:aws:states:::s3:getObject",
//!     &json!({"Bucket": "orders", "Key": "today.csv"}),
//!     &config,
//!     None,
//! )?;
//! let mut items = ItemReader::open(Arc::new(storage), source).await?;
//! let batch = items.next(100).await?.ok_or("nothing in there")?;
//! assert_eq!(batch.items, [json!({"id": "7", "amount": "2"}), json!({"id": "8", "amount": "1"})]);
//! assert_eq!(batch.source, "s3://orders/today.csv");
//! # Ok(())
//! # }
//! # let mut context = std::task::Context::from_waker(std::task::Waker::noop());
//! # assert!(matches!(std::pin::pin!(read()).poll(&mut context), std::task::Poll::Ready(Ok(()))));
//! ```

mod config;
mod csv;
mod error;
mod gzip;
mod json;
mod lines;
mod list;
mod manifest;
mod open;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(not(feature = "parquet"))]
#[path = "no_parquet.rs"]
mod parquet;
pub(crate) mod request;
mod result;
mod text;

use crate::storage::ObjectName;
use asl_value::value::Text;

pub use error::ReadError;
pub use open::{Batch, ItemReader};
pub use request::{
    AccessFuture, Items, OpenItems, ReadItems, WritePart, WriteResults, open_items, write_results,
};
pub use result::{
    ChildExecution, ChildStatus, OutputType, ResultFile, ResultFolder, ResultGroup, ResultTarget,
    Transformation,
};

/// Maximum bytes of an item, CSV row or manifest, which are held in memory as a whole.
const LONGEST: usize = 64 * 1024 * 1024;

/// The source of items.
#[derive(Clone, PartialEq, Debug)]
pub struct ItemSource {
    /// The object or list to read.
    pub source: Source,
    /// Maximum number of items.
    pub max_items: Option<u64>,
}

/// The source of items.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    /// The contents of an object.
    Object {
        /// Its name.
        name: ObjectName,
        /// The format of its items.
        format: Format,
    },
    /// The files that a manifest names.
    Manifest {
        /// The manifest's name.
        name: ObjectName,
        /// The kind of manifest.
        kind: ManifestKind,
    },
    /// A list of objects.
    Objects {
        /// The bucket.
        bucket: Text,
        /// The prefix of the keys.
        prefix: Text,
        /// The format of the objects' contents if these are the items (`LOAD_AND_FLATTEN`).
        /// Otherwise each entry of the list is an item.
        contents: Option<Format>,
    },
}

/// The format of items in an object.
#[derive(Clone, PartialEq, Debug)]
pub enum Format {
    /// A JSON array, or one inside a JSON document.
    Json {
        /// Names of the members on the way to the array, as in a JSON Pointer.
        pointer: Vec<String>,
    },
    /// One JSON text per line.
    JsonLines,
    /// Rows of comma-separated values; each row becomes an object of strings.
    Csv(Csv),
    /// Rows of a Parquet file. Reading them needs the feature `parquet`.
    Parquet,
}

/// Options of CSV files.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Csv {
    /// Names of the columns. By default the first row contains them.
    pub headers: Option<Vec<Text>>,
    /// The delimiter.
    pub delimiter: Delimiter,
}

/// The delimiter of columns: ASL's `CSVDelimiter`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Delimiter {
    /// `,`
    #[default]
    Comma,
    /// `|`
    Pipe,
    /// `;`
    Semicolon,
    /// A blank.
    Space,
    /// A tab.
    Tab,
}

/// The kind of a manifest.
#[derive(Clone, PartialEq, Debug)]
pub enum ManifestKind {
    /// A JSON manifest of an S3 inventory, which names CSV files without headers or Parquet files;
    /// each row is an object of the inventory.
    Inventory,
    /// A list of `s3://` addresses, one per line, as written by Athena's UNLOAD. The contents of
    /// these objects are the items.
    Athena(Format),
}

#[cfg(test)]
mod tests;
