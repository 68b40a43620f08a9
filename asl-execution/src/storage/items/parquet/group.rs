//! A row group in memory, as the library reads it.

use std::io::Cursor;
use std::sync::Arc;

use bytes::Bytes;
use parquet::bloom_filter::Sbbf;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{ChunkReader, Length, RowGroupReader};
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::record::reader::{ReaderIter, RowIter, TreeBuilder};
use parquet::schema::types::{SchemaDescPtr, Type};

use crate::storage::items::error::Fault;

use super::fault;

/// Maximum number of values of a column in a row group: a few bytes may stand for any number of
/// equal values, and a row may have all of them. Tests have a lower one, to be quick.
const MOST_VALUES: u64 = if cfg!(test) { 100_000 } else { 16 * 1024 * 1024 };

/// A row group.
pub(super) struct Group<'m> {
    metadata: &'m RowGroupMetaData,
    bytes: Arc<Part>,
}

/// The bytes of a file from a place on.
struct Part {
    start: u64,
    bytes: Bytes,
}

impl<'m> Group<'m> {
    /// A group whose bytes begin at this place of the file.
    pub(super) fn new(metadata: &'m RowGroupMetaData, start: u64, bytes: Bytes) -> Self {
        Self { metadata, bytes: Arc::new(Part { start, bytes }) }
    }

    pub(super) fn rows(&self, schema: SchemaDescPtr) -> std::result::Result<ReaderIter, Fault> {
        TreeBuilder::new().as_iter(schema, self).map_err(|error| fault(&error))
    }
}

impl Length for Part {
    fn len(&self) -> u64 {
        self.start.saturating_add(u64::try_from(self.bytes.len()).unwrap_or(u64::MAX))
    }
}

impl Part {
    /// The bytes from a place of the file on.
    fn from(&self, start: u64) -> Result<Bytes> {
        let at = start.checked_sub(self.start).and_then(|at| usize::try_from(at).ok());
        match at.filter(|at| *at <= self.bytes.len()) {
            Some(at) => Ok(self.bytes.slice(at..)),
            None => Err(ParquetError::EOF("a page is outside of its row group".to_owned())),
        }
    }
}

impl ChunkReader for Part {
    type T = Cursor<Bytes>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(Cursor::new(self.from(start)?))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let bytes = self.from(start)?;
        if length > bytes.len() {
            return Err(ParquetError::EOF("a page is outside of its row group".to_owned()));
        }
        Ok(bytes.slice(..length))
    }
}

impl RowGroupReader for Group<'_> {
    fn metadata(&self) -> &RowGroupMetaData {
        self.metadata
    }

    fn num_columns(&self) -> usize {
        self.metadata.num_columns()
    }

    fn get_column_page_reader(&self, column: usize) -> Result<Box<dyn PageReader>> {
        let Some(chunk) = self.metadata.columns().get(column) else {
            return Err(ParquetError::General(format!("there is no column {column}")));
        };
        let rows = usize::try_from(self.metadata.num_rows()).unwrap_or_default();
        let bytes = Arc::clone(&self.bytes);
        let pages = SerializedPageReader::new(bytes, chunk, rows, None)?;
        Ok(Box::new(Pages { pages, left: MOST_VALUES }))
    }

    fn get_column_bloom_filter(&self, _: usize) -> Option<&Sbbf> {
        None
    }

    fn get_row_iter(&self, projection: Option<Type>) -> Result<RowIter<'_>> {
        RowIter::from_row_group(projection, self)
    }
}

/// The pages of a column, whose values are counted.
struct Pages {
    pages: SerializedPageReader<Part>,
    left: u64,
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let page = self.pages.get_next_page()?;
        let values = page.as_ref().map_or(0, |page| u64::from(page.num_values()));
        match self.left.checked_sub(values) {
            Some(left) => self.left = left,
            None => {
                return Err(ParquetError::General(format!(
                    "a column of a row group has more than {MOST_VALUES} values"
                )));
            }
        }
        Ok(page)
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.pages.at_record_boundary()
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}
