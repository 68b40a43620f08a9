//! The shapes of requests and results.

use crate::id::ShapeId;
use crate::names;
use crate::table::{Bound, Kind, MemberRow, ShapeRow, Table};

/// The lengths or numbers that a shape allows. Those of results are not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds<T> {
    /// The smallest.
    pub min: Option<T>,
    /// The largest.
    pub max: Option<T>,
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<'a> {
    /// An object with known members.
    Structure(Structure<'a>),
    /// An array.
    List {
        /// The shape of its items.
        item: ShapeId,
        /// XML: the element of an item, `member` if there is none.
        item_name: Option<&'a str>,
        /// XML: true if there is no element around the items.
        is_flattened: bool,
        /// The number of items.
        bounds: Bounds<i64>,
    },
    /// An object with any members.
    Map {
        /// The shape of the names of its members.
        key: ShapeId,
        /// The shape of its members.
        value: ShapeId,
        /// XML: the element of a key, `key` if there is none.
        key_name: Option<&'a str>,
        /// XML: the element of a value, `value` if there is none.
        value_name: Option<&'a str>,
        /// XML: true if there is no element around the entries.
        is_flattened: bool,
        /// The number of members.
        bounds: Bounds<i64>,
    },
    /// A text.
    String {
        /// The values of an enumeration. Empty for other texts, and for those of results.
        values: Vec<&'a str>,
        /// The number of characters.
        bounds: Bounds<i64>,
    },
    /// A number of 32 bits.
    Integer(Bounds<i64>),
    /// A number of 64 bits.
    Long(Bounds<i64>),
    /// A number with a fraction, in 32 bits.
    Float(Bounds<f64>),
    /// A number with a fraction, in 64 bits.
    Double(Bounds<f64>),
    /// True or false.
    Boolean,
    /// Bytes.
    Blob(Bounds<i64>),
    /// A moment, in the format of the protocol or in this one.
    Timestamp(Option<TimestampFormat>),
    /// Any JSON.
    Document,
}

/// A shape with members.
#[derive(Clone, Debug, PartialEq)]
pub struct Structure<'a> {
    /// The members, in the order of the model.
    pub members: Vec<Member<'a>>,
    /// The index of the member that is the whole body.
    pub payload: Option<usize>,
    /// True if exactly one member is given.
    pub is_union: bool,
    /// True if it is a stream of events.
    pub is_event_stream: bool,
}

/// The part of a message that has a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// The body.
    Body,
    /// A header.
    Header,
    /// Headers whose names begin with the member's.
    Headers,
    /// The path.
    Uri,
    /// The query of the URI.
    QueryString,
    /// The status of the answer.
    StatusCode,
}

/// A format of moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimestampFormat {
    /// `2026-01-31T12:00:00Z`.
    Iso8601,
    /// `Sat, 31 Jan 2026 12:00:00 GMT`.
    Rfc822,
    /// Seconds since 1970.
    Unix,
}

/// The spelling of members in a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// Calls through the SDK: `DbInstanceIdentifier`, `Bool`.
    Sdk,
    /// Step Functions' own integrations: `DBInstanceIdentifier`, `BOOL`.
    Optimized,
}

/// A member of a structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Member<'a> {
    /// The model's name: `TableName`, `apiId`.
    pub name: &'a str,
    /// The name on the wire.
    pub wire: std::borrow::Cow<'a, str>,
    /// EC2: the name in requests.
    pub query_name: Option<&'a str>,
    /// The part of the message.
    pub location: Location,
    /// The shape.
    pub shape: ShapeId,
    /// XML: prefix and URI of its namespace.
    pub namespace: Option<(&'a str, &'a str)>,
    /// The format of a moment.
    pub timestamp_format: Option<TimestampFormat>,
    flags: u32,
}

impl Member<'_> {
    /// The name as a definition has it.
    pub fn written(&self, spelling: Spelling) -> String {
        match spelling {
            Spelling::Sdk => names::sdk_member(self.name).into_owned(),
            Spelling::Optimized => names::capitalized(self.name).into_owned(),
        }
    }

    fn has(&self, bit: u32) -> bool {
        self.flags & 1 << bit != 0
    }

    /// True if it must be given.
    pub fn is_required(&self) -> bool {
        self.has(0)
    }

    /// True if a definition must give it. Step Functions' own integrations fill tokens in.
    pub fn is_required_in(&self, spelling: Spelling) -> bool {
        let is_filled = spelling == Spelling::Optimized && self.is_idempotency_token();
        self.is_required() && !is_filled
    }

    /// True if it makes requests idempotent. The SDKs fill it in; Step Functions does not.
    pub fn is_idempotency_token(&self) -> bool {
        self.has(4)
    }

    /// XML: true if there is no element around its items.
    pub fn is_flattened(&self) -> bool {
        self.has(5)
    }

    /// XML: true if it is an attribute.
    pub fn is_xml_attribute(&self) -> bool {
        self.has(6)
    }

    /// True if it is part of the host's name.
    pub fn is_host_label(&self) -> bool {
        self.has(8)
    }

    /// True if it is JSON in a text.
    pub fn is_json_value(&self) -> bool {
        self.has(9)
    }
}

impl<'a> Shape<'a> {
    pub(crate) fn new(table: &'a Table, row: &ShapeRow) -> Self {
        let is_flattened = row.flags & 4 != 0;
        let bounds = bounds(row, |bound| match bound {
            Bound::Whole(number) => Some(number),
            Bound::Text(_) => None,
        });
        let fractions = self::bounds(row, |bound| match bound {
            Bound::Text(text) => table.text(text).parse().ok(),
            Bound::Whole(_) => None,
        });
        let [(first_name, first), (second_name, second)] =
            row.inner.map(|(name, shape)| (name.map(|name| table.text(name)), shape));
        match row.kind {
            Kind::Structure => Self::Structure(Structure::new(table, row)),
            Kind::List => Self::List { item: first, item_name: first_name, is_flattened, bounds },
            Kind::Map => Self::Map {
                key: first,
                value: second,
                key_name: first_name,
                value_name: second_name,
                is_flattened,
                bounds,
            },
            Kind::String => {
                let values = table.values.get(row.parts.clone()).unwrap_or_default();
                Self::String { values: values.iter().map(|it| table.text(*it)).collect(), bounds }
            }
            Kind::Integer => Self::Integer(bounds),
            Kind::Long => Self::Long(bounds),
            Kind::Float => Self::Float(fractions),
            Kind::Double => Self::Double(fractions),
            Kind::Boolean => Self::Boolean,
            Kind::Blob => Self::Blob(bounds),
            Kind::Timestamp => Self::Timestamp(format(row.flags & 3)),
            Kind::Document => Self::Document,
        }
    }
}

fn bounds<T>(row: &ShapeRow, value: impl Fn(Bound) -> Option<T>) -> Bounds<T> {
    Bounds { min: row.least.and_then(&value), max: row.most.and_then(&value) }
}

fn format(code: u32) -> Option<TimestampFormat> {
    match code {
        1 => Some(TimestampFormat::Iso8601),
        2 => Some(TimestampFormat::Rfc822),
        3 => Some(TimestampFormat::Unix),
        _ => None,
    }
}

impl<'a> Structure<'a> {
    fn new(table: &'a Table, row: &ShapeRow) -> Self {
        let members = table.members.get(row.parts.clone()).unwrap_or_default();
        Self {
            members: members.iter().map(|row| Member::new(table, row)).collect(),
            payload: row.payload,
            is_union: row.flags & 1 != 0,
            is_event_stream: row.flags & 2 != 0,
        }
    }
}

impl<'a> Member<'a> {
    fn new(table: &'a Table, row: &MemberRow) -> Self {
        let text = |text| table.text(text);
        let name = text(row.name);
        let wire = match row.wire {
            Some(wire) => text(wire).into(),
            None if row.flags & 2 != 0 => names::small(name).into(),
            None => name.into(),
        };
        Self {
            name,
            wire,
            query_name: row.query_name.map(text),
            location: match row.location {
                1 => Location::Header,
                2 => Location::Headers,
                3 => Location::Uri,
                4 => Location::QueryString,
                5 => Location::StatusCode,
                _ => Location::Body,
            },
            shape: row.shape,
            namespace: row.namespace.map(|(prefix, uri)| (text(prefix), text(uri))),
            timestamp_format: format(row.flags >> 12 & 3),
            flags: row.flags,
        }
    }
}
