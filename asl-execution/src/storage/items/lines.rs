//! Parses JSON Lines: one item per line.

use std::collections::VecDeque;

use asl_value::value::{Error, Value};

use super::LONGEST;
use super::error::Fault;

/// Parser that takes pieces of text and returns items.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The incomplete line.
    begun: Vec<u8>,
    /// Lines before it.
    before: u64,
}

impl Lines {
    #[inline]
    pub(super) fn feed(&mut self, piece: &[u8], items: &mut VecDeque<Value>) -> Result<(), Fault> {
        let mut lines = piece.split(|byte| *byte == b'\n');
        let rest = lines.next_back().unwrap_or_default();
        for line in lines {
            if self.begun.is_empty() {
                self.line(line, items)?;
            } else {
                self.begin(line)?;
                let line = std::mem::take(&mut self.begun);
                self.line(&line, items)?;
            }
        }
        self.begin(rest)
    }

    #[inline]
    pub(super) fn end(&mut self, items: &mut VecDeque<Value>) -> Result<(), Fault> {
        let line = std::mem::take(&mut self.begun);
        self.line(&line, items)
    }

    #[inline]
    fn begin(&mut self, part: &[u8]) -> Result<(), Fault> {
        if self.begun.len().saturating_add(part.len()) > LONGEST {
            return Err(Fault::Line(self.before.saturating_add(1), too_long()));
        }
        self.begun.extend_from_slice(part);
        Ok(())
    }

    /// Parses a line. Blank lines are not items.
    #[inline]
    fn line(&mut self, line: &[u8], items: &mut VecDeque<Value>) -> Result<(), Fault> {
        self.before = self.before.saturating_add(1);
        if !line.trim_ascii().is_empty() {
            items.push_back(parse(line, self.before)?);
        }
        Ok(())
    }
}

/// Parses an item, whose first line in the file is given.
#[inline]
pub(super) fn parse(text: &[u8], line: u64) -> Result<Value, Fault> {
    Value::from_json_slice(text).map_err(|error| {
        let further = match &error {
            Error::Text(error) => u64::try_from(error.line().saturating_sub(1)).unwrap_or(0),
            Error::TooDeep | Error::Data(_) | Error::DataAt { .. } => 0,
        };
        Fault::Line(line.saturating_add(further), problem(&error))
    })
}

/// The message without its place, which counts from the beginning of the item.
#[inline]
fn problem(error: &Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(place) => text.get(..place).unwrap_or_default().to_owned(),
        None => text,
    }
}

#[inline]
pub(super) fn too_long() -> String {
    const { assert!(LONGEST == 64 << 20, "the text below names the limit") };
    "this item is longer than 64 MiB".to_owned()
}
