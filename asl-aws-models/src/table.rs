//! The table of a service: the rows that its bytes are decoded to. Texts are indexes, so that
//! decoding allocates a few vectors only. `tools/xtask/src/models/services.py` writes the bytes.

use std::ops::Range;

use crate::bundle::Inflated;
use crate::id::{ShapeId, Text};
use crate::reader::Reader;

/// The number of shapes that every table begins with: one of each scalar kind, without constraints.
pub(crate) const SCALARS: [Kind; 8] = [
    Kind::String,
    Kind::Integer,
    Kind::Long,
    Kind::Float,
    Kind::Double,
    Kind::Boolean,
    Kind::Blob,
    Kind::Timestamp,
];

/// The rows of a service.
pub(crate) struct Table {
    /// All texts, each with a zero byte behind it.
    texts: String,
    /// The places at which texts begin.
    starts: Vec<u32>,
    pub(crate) head: Head,
    pub(crate) operations: Vec<OperationRow>,
    pub(crate) errors: Vec<ErrorRow>,
    /// The indexes of errors that operations have.
    pub(crate) raised: Vec<u32>,
    pub(crate) shapes: Vec<ShapeRow>,
    pub(crate) members: Vec<MemberRow>,
    /// The values of enumerations.
    pub(crate) values: Vec<Text>,
}

pub(crate) struct Head {
    pub(crate) flags: u32,
    pub(crate) service_id: Text,
    pub(crate) error_prefix: Text,
    pub(crate) endpoint_prefix: Text,
    pub(crate) signing_name: Text,
    pub(crate) api_version: Text,
    pub(crate) target_prefix: Option<Text>,
    pub(crate) xml_namespace: Option<Text>,
    pub(crate) global_endpoint: Option<Text>,
}

pub(crate) struct OperationRow {
    pub(crate) flags: u32,
    pub(crate) name: Text,
    pub(crate) method: Text,
    pub(crate) uri: Text,
    pub(crate) input: Option<ShapeId>,
    pub(crate) output: Option<ShapeId>,
    pub(crate) input_element: Option<Text>,
    pub(crate) input_namespace: Option<Text>,
    pub(crate) result_wrapper: Option<Text>,
    pub(crate) host_prefix: Option<Text>,
    pub(crate) raised: Range<usize>,
}

pub(crate) struct ErrorRow {
    pub(crate) name: Text,
    pub(crate) exception: Option<Text>,
    pub(crate) code: Option<Text>,
    pub(crate) status: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    String,
    Integer,
    Long,
    Float,
    Double,
    Boolean,
    Blob,
    Timestamp,
    Structure,
    List,
    Map,
    Document,
}

/// A bound of a shape: a number, or the text of a number with a fraction.
#[derive(Clone, Copy)]
pub(crate) enum Bound {
    Whole(i64),
    Text(Text),
}

pub(crate) struct ShapeRow {
    pub(crate) kind: Kind,
    pub(crate) flags: u32,
    pub(crate) least: Option<Bound>,
    pub(crate) most: Option<Bound>,
    pub(crate) payload: Option<usize>,
    /// The members of a structure, or the values of an enumeration.
    pub(crate) parts: Range<usize>,
    /// The item of a list, or key and value of a map, with their names in XML.
    pub(crate) inner: [(Option<Text>, ShapeId); 2],
}

pub(crate) struct MemberRow {
    pub(crate) flags: u32,
    pub(crate) name: Text,
    pub(crate) shape: ShapeId,
    pub(crate) wire: Option<Text>,
    pub(crate) location: u32,
    pub(crate) query_name: Option<Text>,
    pub(crate) namespace: Option<(Text, Text)>,
}

impl Table {
    pub(crate) fn new(inflated: &Inflated) -> Option<Self> {
        let mut outer = Reader::new(inflated.bytes(), 0);
        let size = outer.size()?;
        let texts = str::from_utf8(outer.bytes(size)?).ok()?.to_owned();
        let ends = texts.bytes().enumerate().filter(|(_, byte)| *byte == 0);
        let ends = ends.filter_map(|(end, _)| u32::try_from(end + 1).ok());
        let starts = std::iter::once(0).chain(ends).collect();
        let scalars = u32::try_from(SCALARS.len()).ok()?;
        let mut reader = Reader::new(outer.rest(), scalars);
        let head = head(&mut reader)?;
        let mut table = Self {
            texts,
            starts,
            head,
            operations: Vec::new(),
            errors: Vec::new(),
            raised: Vec::new(),
            shapes: SCALARS.into_iter().map(ShapeRow::scalar).collect(),
            members: Vec::new(),
            values: Vec::new(),
        };
        for _ in 0..reader.size()? {
            table.read_operation(&mut reader)?;
        }
        for _ in 0..reader.size()? {
            table.errors.push(error(&mut reader)?);
        }
        for _ in 0..reader.size()? {
            table.read_shape(&mut reader)?;
        }
        Some(table)
    }

    pub(crate) fn text(&self, text: Text) -> &str {
        let bounds = |index: u32| self.starts.get(usize::try_from(index).ok()?).copied();
        let range = || {
            let (start, next) = (bounds(text.0)?, bounds(text.0 + 1)?);
            self.texts.get(usize::try_from(start).ok()?..usize::try_from(next).ok()? - 1)
        };
        range().unwrap_or_default()
    }

    fn read_operation(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        let begin = self.raised.len();
        let mut operation = OperationRow {
            flags: reader.small()?,
            name: reader.text()?,
            method: reader.text()?,
            uri: reader.text()?,
            input: reader.optional_shape()?.0,
            output: reader.optional_shape()?.0,
            input_element: reader.optional_text()?.0,
            input_namespace: reader.optional_text()?.0,
            result_wrapper: reader.optional_text()?.0,
            host_prefix: reader.optional_text()?.0,
            raised: begin..begin,
        };
        for _ in 0..reader.size()? {
            self.raised.push(reader.small()?);
        }
        operation.raised.end = self.raised.len();
        self.operations.push(operation);
        Some(())
    }

    fn read_shape(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        let head = reader.small()?;
        let mut row = ShapeRow::scalar(kind(head & 0xF)?);
        row.flags = head >> 4;
        match row.kind {
            Kind::Structure => self.read_members(&mut row, reader)?,
            Kind::Document | Kind::Boolean | Kind::Timestamp => {}
            Kind::String
            | Kind::Integer
            | Kind::Long
            | Kind::Float
            | Kind::Double
            | Kind::Blob
            | Kind::List
            | Kind::Map => self.read_constraints(&mut row, reader)?,
        }
        self.shapes.push(row);
        Some(())
    }

    fn read_constraints(&mut self, row: &mut ShapeRow, reader: &mut Reader<'_>) -> Option<()> {
        let is_fraction = matches!(row.kind, Kind::Float | Kind::Double);
        let mut bound = |bit: u32| {
            if row.flags & bit == 0 {
                return Some(None);
            }
            Some(Some(if is_fraction {
                Bound::Text(reader.text()?)
            } else {
                Bound::Whole(reader.signed()?)
            }))
        };
        (row.least, row.most) = (bound(1)?, bound(2)?);
        let inner = if row.kind == Kind::Map { 2 } else { usize::from(row.kind == Kind::List) };
        for part in row.inner.iter_mut().take(inner) {
            *part = (reader.optional_text()?.0, reader.shape()?);
        }
        if row.kind == Kind::String && row.flags & 8 != 0 {
            let begin = self.values.len();
            for _ in 0..reader.size()? {
                self.values.push(reader.text()?);
            }
            row.parts = begin..self.values.len();
        }
        Some(())
    }

    fn read_members(&mut self, row: &mut ShapeRow, reader: &mut Reader<'_>) -> Option<()> {
        if row.flags & 4 != 0 {
            row.payload = Some(reader.size()?);
        }
        let begin = self.members.len();
        for _ in 0..reader.size()? {
            let flags = reader.small()?;
            self.members.push(MemberRow {
                flags,
                name: Text(0),
                shape: ShapeId(0),
                wire: None,
                location: 0,
                query_name: None,
                namespace: None,
            });
        }
        row.parts = begin..self.members.len();
        let members = self.members.get_mut(begin..)?;
        for member in &mut *members {
            member.name = reader.text()?;
        }
        for member in &mut *members {
            member.shape = reader.shape()?;
        }
        for member in members {
            if member.flags & 1 << 2 != 0 {
                member.wire = Some(reader.text()?);
            }
            if member.flags & 1 << 3 != 0 {
                member.location = reader.small()? + 1;
            }
            if member.flags & 1 << 10 != 0 {
                member.query_name = Some(reader.text()?);
            }
            if member.flags & 1 << 11 != 0 {
                member.namespace = Some((reader.text()?, reader.text()?));
            }
        }
        Some(())
    }
}

impl ShapeRow {
    fn scalar(kind: Kind) -> Self {
        let inner = [(None, ShapeId(0)); 2];
        Self { kind, flags: 0, least: None, most: None, payload: None, parts: 0..0, inner }
    }
}

fn kind(code: u32) -> Option<Kind> {
    let others = [Kind::Structure, Kind::List, Kind::Map, Kind::Document];
    SCALARS.into_iter().chain(others).nth(usize::try_from(code).ok()?)
}

fn head(reader: &mut Reader<'_>) -> Option<Head> {
    Some(Head {
        flags: reader.small()?,
        service_id: reader.text()?,
        error_prefix: reader.text()?,
        endpoint_prefix: reader.text()?,
        signing_name: reader.text()?,
        api_version: reader.text()?,
        target_prefix: reader.optional_text()?.0,
        xml_namespace: reader.optional_text()?.0,
        global_endpoint: reader.optional_text()?.0,
    })
}

fn error(reader: &mut Reader<'_>) -> Option<ErrorRow> {
    Some(ErrorRow {
        name: reader.text()?,
        exception: reader.optional_text()?.0,
        code: reader.optional_text()?.0,
        status: u16::try_from(reader.number()?).ok()?,
    })
}
