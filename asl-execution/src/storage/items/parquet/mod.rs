//! Parquet files: each row becomes an object. Reading them needs the feature `parquet`.
//!
//! The footer at the end of a file names its row groups. They are fetched one by one; their pages
//! are unpacked, and their rows made, as they are asked for. The library asserts what it expects of
//! a file, so a faulty file may make it panic: that is a fault of the file, too.

mod convert;
mod footer;
mod group;
mod schema_depth;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use bytes::Bytes;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData, RowGroupMetaData};
use parquet::record::reader::ReaderIter;

use crate::storage::{ByteRange, ObjectName, Storage};
use asl_value::value::Value;

use super::ReadError;
use super::error::Fault;
use group::Group;

/// Rows that are made before the caller takes them.
const ROWS_AT_ONCE: usize = 64;

/// Maximum bytes of a row group, which is held in memory as it is stored.
const LARGEST_GROUP: u64 = 256 * 1024 * 1024;

/// A file whose rows are read.
pub(super) struct ParquetFile {
    name: ObjectName,
    metadata: ParquetMetaData,
    /// The next row group to fetch.
    next: usize,
    /// The rows of the current group.
    rows: Option<ReaderIter>,
}

impl ParquetFile {
    /// Reads the footer.
    pub(super) async fn open(storage: &dyn Storage, name: ObjectName) -> Result<Self, ReadError> {
        let metadata = footer::read(storage, &name).await?;
        Ok(Self { name, metadata, next: 0, rows: None })
    }

    /// Makes a few rows, or fetches the next row group. Returns true if there is more.
    pub(super) async fn go_on(
        &mut self,
        storage: &dyn Storage,
        items: &mut VecDeque<Value>,
    ) -> Result<bool, ReadError> {
        if let Some(rows) = self.rows.take() {
            let schema = self.metadata.file_metadata().schema_descr().root_schema();
            let made = checked(|| take_rows(rows, schema, items));
            self.rows = made.map_err(|fault| ReadError::in_object(&self.name, fault))?;
            return Ok(true);
        }
        if self.next >= self.metadata.num_row_groups() {
            return Ok(false);
        }
        let (start, length) =
            checked(|| self.place()).map_err(|fault| ReadError::in_object(&self.name, fault))?;
        let bytes = storage.read_range(&self.name, ByteRange::At { start, length }).await?;
        let rows = checked(|| self.open_group(start, length, bytes));
        self.rows = Some(rows.map_err(|fault| ReadError::in_object(&self.name, fault))?);
        self.next = self.next.saturating_add(1);
        Ok(true)
    }

    /// The place of the next row group: its first byte and its length.
    fn place(&self) -> Result<(u64, u64), Fault> {
        let group = self.metadata.row_groups().get(self.next);
        let columns = group.map(RowGroupMetaData::columns).unwrap_or_default();
        let places = || columns.iter().map(ColumnChunkMetaData::byte_range);
        let start = places().map(|(start, _)| start).min();
        let end = places().map(|(start, length)| start.saturating_add(length)).max();
        let (Some(start), Some(end)) = (start, end) else {
            return Err(Fault::Whole("this Parquet file has no columns".to_owned()));
        };
        let length = end.saturating_sub(start);
        if length > LARGEST_GROUP {
            return Err(Fault::Whole("a row group is longer than 256 MiB".to_owned()));
        }
        Ok((start, length))
    }

    fn open_group(&self, start: u64, length: u64, bytes: Vec<u8>) -> Result<ReaderIter, Fault> {
        if u64::try_from(bytes.len()).ok() != Some(length) {
            return Err(Fault::Whole("this Parquet file ends within a row group".to_owned()));
        }
        let Some(group) = self.metadata.row_groups().get(self.next) else {
            unreachable!("the caller has counted the row groups")
        };
        let schema = self.metadata.file_metadata().schema_descr_ptr();
        Group::new(group, start, Bytes::from(bytes)).rows(schema)
    }
}

/// Makes a few rows. Returns the others.
fn take_rows(
    mut rows: ReaderIter,
    schema: &parquet::schema::types::Type,
    items: &mut VecDeque<Value>,
) -> Result<Option<ReaderIter>, Fault> {
    for _ in 0..ROWS_AT_ONCE {
        match rows.next() {
            Some(row) => {
                items.push_back(convert::item(&row.map_err(|error| fault(&error))?, schema));
            }
            None => return Ok(None),
        }
    }
    Ok(Some(rows))
}

/// Works on a file. A panic of the library is a fault of the file.
fn checked<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Fault::Whole("this is no valid Parquet file".to_owned())))
}

/// A fault that the library reports.
fn fault(error: &parquet::errors::ParquetError) -> Fault {
    Fault::Whole(format!("this Parquet file cannot be read: {error}"))
}
