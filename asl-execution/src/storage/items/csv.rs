//! Parses rows of comma-separated values; each row becomes an object of strings.

use std::collections::{HashSet, VecDeque};

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use asl_value::value::{Map, Text, Value};

use super::error::Fault;
use super::lines::too_long;
use super::{Csv, Delimiter, LONGEST};

/// Maximum number of columns.
const MOST_COLUMNS: usize = 65_536;

/// Maximum bytes of a header, with a delimiter for each column.
const LONGEST_HEADER: usize = 10 * 1024;

/// Cells that are parsed before the caller takes the rows: a row may have only two bytes, but
/// always has as many cells as the header.
const CELLS_AT_ONCE: usize = 65_536;

/// Parser that takes pieces of text and returns items.
pub(super) struct Rows {
    reader: Reader,
    headers: Option<Vec<Text>>,
    /// The incomplete row: its cells and their ends.
    cells: Vec<u8>,
    length: usize,
    ends: Vec<usize>,
    columns: usize,
    /// The line on which it begins.
    begun: u64,
}

impl Rows {
    #[inline]
    pub(super) fn new(csv: &Csv) -> Self {
        let delimiter = match csv.delimiter {
            Delimiter::Comma => b',',
            Delimiter::Pipe => b'|',
            Delimiter::Semicolon => b';',
            Delimiter::Space => b' ',
            Delimiter::Tab => b'\t',
        };
        Self {
            reader: ReaderBuilder::new().delimiter(delimiter).build(),
            headers: csv.headers.clone(),
            cells: vec![0; 4096],
            length: 0,
            ends: vec![0; 64],
            columns: 0,
            begun: 1,
        }
    }

    /// Parses a few rows. Returns the rest of the piece.
    #[inline]
    pub(super) fn feed<'p>(
        &mut self,
        mut piece: &'p [u8],
        items: &mut VecDeque<Value>,
    ) -> Result<&'p [u8], Fault> {
        let mut left = CELLS_AT_ONCE;
        while left > 0 && !piece.is_empty() {
            let cells = self.cells.get_mut(self.length..).unwrap_or_default();
            let ends = self.ends.get_mut(self.columns..).unwrap_or_default();
            let (result, read, length, columns) = self.reader.read_record(piece, cells, ends);
            piece = piece.get(read..).unwrap_or_default();
            self.length = self.length.saturating_add(length);
            self.columns = self.columns.saturating_add(columns);
            match result {
                ReadRecordResult::InputEmpty | ReadRecordResult::End => {}
                ReadRecordResult::OutputFull => self.more_text()?,
                ReadRecordResult::OutputEndsFull => self.more_columns()?,
                ReadRecordResult::Record => {
                    self.row(items)?;
                    left = left.saturating_sub(
                        self.headers.as_ref().map_or(1, |headers| headers.len().max(1)),
                    );
                }
            }
        }
        Ok(piece)
    }

    #[inline]
    pub(super) fn end(&mut self, items: &mut VecDeque<Value>) -> Result<(), Fault> {
        // The end of a line ends a row, unless it is between quotation marks.
        self.feed(b"\n", items)?;
        if self.length > 0 {
            return self.fault("the quotation mark of a cell in this row is never closed");
        }
        Ok(())
    }

    #[inline]
    fn more_text(&mut self) -> Result<(), Fault> {
        let length = self.cells.len().saturating_mul(2);
        if length > LONGEST {
            return self.fault(&too_long());
        }
        self.cells.resize(length, 0);
        Ok(())
    }

    #[inline]
    fn more_columns(&mut self) -> Result<(), Fault> {
        let columns = self.ends.len().saturating_mul(2);
        if columns > MOST_COLUMNS {
            return self.fault("this row has more than 65,536 columns");
        }
        self.ends.resize(columns, 0);
        Ok(())
    }

    /// Completes a row.
    #[inline]
    fn row(&mut self, items: &mut VecDeque<Value>) -> Result<(), Fault> {
        match &self.headers {
            Some(headers) => {
                let row = self.item(headers)?;
                items.push_back(row);
            }
            None => {
                let headers = (0..self.columns).map(|column| self.cell(column).map(Text::from));
                let headers = headers.collect::<Result<Vec<_>, _>>()?;
                check_headers(&headers).map_err(Fault::Known)?;
                self.headers = Some(headers);
            }
        }
        (self.length, self.columns) = (0, 0);
        self.begun = self.reader.line();
        Ok(())
    }

    /// As recorded on AWS, missing cells are empty, and cells without a header are dropped.
    #[inline]
    fn item(&self, headers: &[Text]) -> Result<Value, Fault> {
        let mut item = Map::with_capacity(headers.len());
        for (column, header) in headers.iter().enumerate() {
            // Headers differ: `check_headers`.
            item.append(header.clone(), Value::text(self.cell(column)?));
        }
        Ok(Value::from(item))
    }

    #[inline]
    fn cell(&self, column: usize) -> Result<&str, Fault> {
        if column >= self.columns {
            return Ok("");
        }
        let begin =
            column.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(column).copied().unwrap_or(0);
        let cell = self.cells.get(begin..end).unwrap_or_default();
        std::str::from_utf8(cell).or_else(|_| self.fault("this row is not UTF-8 text"))
    }

    fn fault<T>(&self, problem: &str) -> Result<T, Fault> {
        Err(Fault::Line(self.begun, problem.to_owned()))
    }
}

/// Column names are keys of objects, and each row has all of them, so their number is limited. The
/// limit and both messages are AWS's.
#[inline]
pub(super) fn check_headers(headers: &[Text]) -> Result<(), &'static str> {
    let bytes =
        headers.iter().fold(0_usize, |bytes, header| bytes.saturating_add(header.len() + 1));
    if bytes > LONGEST_HEADER {
        return Err("CSV headers cannot be longer than 10 KiB.");
    }
    let mut names = HashSet::new();
    if headers.iter().all(|header| names.insert(header)) {
        Ok(())
    } else {
        Err("CSV headers cannot contain duplicates.")
    }
}
