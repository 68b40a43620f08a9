//! The records of the journal: a short binary head, so that opening a store parses no JSON, and a
//! body.

use serde::{Deserialize, Serialize};

use asl_runtime::execution::EventOptions;
use asl_runtime::value::{Text, Value};

use super::State;
use super::journal::Position;

/// The kind of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A version of a machine. It precedes the first execution in that version.
    Version,
    /// The types of a version of a machine, and since when they are so. The last record counts.
    Types,
    /// The definition of a version, its outline, and the program that brought it.
    Origin,
    /// The start of an execution.
    Start,
    /// An input of an execution.
    Input,
    /// A redrive of an execution.
    Redrive,
    /// A snapshot of an execution.
    Snapshot,
    /// A snapshot of an execution that moved to another version.
    Migrated,
    /// The result of an execution.
    End,
    /// The removal of an execution.
    Purge,
    /// Records of one execution, merged by a compaction.
    Bundle,
}

impl Kind {
    fn number(self) -> u8 {
        match self {
            Self::Version => 1,
            Self::Start => 2,
            Self::Input => 3,
            Self::Redrive => 4,
            Self::Snapshot => 5,
            Self::Migrated => 6,
            Self::End => 7,
            Self::Purge => 8,
            Self::Bundle => 9,
            Self::Types => 10,
            Self::Origin => 11,
        }
    }

    fn of(number: u8) -> Option<Self> {
        Some(match number {
            1 => Self::Version,
            2 => Self::Start,
            3 => Self::Input,
            4 => Self::Redrive,
            5 => Self::Snapshot,
            6 => Self::Migrated,
            7 => Self::End,
            8 => Self::Purge,
            9 => Self::Bundle,
            10 => Self::Types,
            11 => Self::Origin,
            _ => return None,
        })
    }

    /// Returns true if the execution can be restored from this record without earlier ones.
    pub(super) fn is_whole(self) -> bool {
        matches!(self, Self::Start | Self::Snapshot | Self::Migrated)
    }
}

/// A record as read.
#[derive(Clone, Copy)]
pub(super) struct Record<'r> {
    pub(super) kind: Kind,
    /// Number of the execution, or of the version.
    pub(super) number: u64,
    /// The previous record of the same execution.
    pub(super) previous: Option<Position>,
    /// Time in milliseconds since 1970.
    pub(super) now: u64,
    pub(super) body: &'r [u8],
}

/// A record that owns its bytes.
pub(super) struct Owned {
    bytes: Vec<u8>,
}

impl Owned {
    pub(super) fn new(bytes: Vec<u8>) -> Option<Self> {
        Record::read(&bytes)?;
        Some(Self { bytes })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn record(&self) -> Record<'_> {
        Record::read(&self.bytes).unwrap_or_else(|| unreachable!("`new` has read it"))
    }
}

impl<'r> Record<'r> {
    pub(super) fn read(bytes: &'r [u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let kind = Kind::of(reader.byte()?)?;
        let number = reader.number()?;
        let previous = reader.number()?;
        let now = reader.number()?;
        let previous = (previous != 0).then(|| Position::from_bits(previous)).flatten();
        Some(Self { kind, number, previous, now, body: reader.0 })
    }

    /// The version that its execution is in from this record on, if the record says so.
    pub(super) fn version(self) -> Option<u16> {
        match self.kind {
            Kind::Start => StartHead::read(self.body).map(|head| head.version),
            Kind::Snapshot | Kind::Migrated => {
                SnapshotHead::read(self.body).map(|head| head.version)
            }
            Kind::Version
            | Kind::Types
            | Kind::Origin
            | Kind::Input
            | Kind::Redrive
            | Kind::End
            | Kind::Purge
            | Kind::Bundle => None,
        }
    }

    /// Begins a record. The caller appends the body.
    pub(super) fn begin(
        out: &mut Vec<u8>,
        kind: Kind,
        number: u64,
        previous: Option<Position>,
        now: u64,
    ) {
        out.clear();
        out.push(kind.number());
        write_number(out, number);
        write_number(out, previous.map_or(0, Position::to_bits));
        write_number(out, now);
    }
}

/// Flags of the head of a [`Kind::Start`] body.
const HAS_PARENT: u8 = 1;
const HAS_LABEL: u8 = 2;

/// The head of a [`Kind::Start`] body.
pub(super) struct StartHead<'r> {
    /// Number of its version.
    pub(super) version: u16,
    /// Hash of the machine's name and the input.
    pub(super) digest: u64,
    /// The operation that this execution completes: its execution's number and its own.
    pub(super) parent: Option<(u64, u64)>,
    pub(super) id: &'r str,
    /// It is empty if there is none.
    pub(super) label: &'r str,
    /// A [`StartBody`].
    pub(super) json: &'r [u8],
}

impl<'r> StartHead<'r> {
    pub(super) fn read(body: &'r [u8]) -> Option<Self> {
        let mut reader = Reader(body);
        let version = u16::try_from(reader.number()?).ok()?;
        let digest = reader.number()?;
        let flags = reader.byte()?;
        let parent = match flags & HAS_PARENT {
            0 => None,
            _ => Some((reader.number()?, reader.number()?)),
        };
        let id = reader.text()?;
        let label = if flags & HAS_LABEL == 0 { "" } else { reader.text()? };
        Some(Self { version, digest, parent, id, label, json: reader.0 })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        write_number(out, u64::from(self.version));
        write_number(out, self.digest);
        let parent = if self.parent.is_some() { HAS_PARENT } else { 0 };
        let label = if self.label.is_empty() { 0 } else { HAS_LABEL };
        out.push(parent | label);
        if let Some((number, serial)) = self.parent {
            write_number(out, number);
            write_number(out, serial);
        }
        write_text(out, self.id);
        if !self.label.is_empty() {
            write_text(out, self.label);
        }
    }
}

/// The rest of the start record.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartBody {
    #[serde(rename = "n")]
    pub(super) name: Text,
    #[serde(rename = "i")]
    pub(super) input: Value,
    #[serde(rename = "s")]
    pub(super) seed: u64,
    #[serde(rename = "r", default, skip_serializing_if = "Text::is_empty")]
    pub(super) role_arn: Text,
    #[serde(rename = "m", default, skip_serializing_if = "Text::is_empty")]
    pub(super) machine_id: Text,
    #[serde(rename = "e", default, skip_serializing_if = "is_usual")]
    pub(super) events: EventOptions,
    #[serde(rename = "t", default, skip_serializing_if = "Text::is_empty")]
    pub(super) trace_header: Text,
    /// The mark of its parent, if that is in another part of the store.
    #[serde(rename = "p", default, skip_serializing_if = "Text::is_empty")]
    pub(super) parent: Text,
}

impl StartBody {
    /// Appends its JSON text, given that of the input.
    pub(super) fn append_json(&self, input: &[u8], out: &mut Vec<u8>) {
        let Self { name, input: _, seed, role_arn, machine_id, events, trace_header, parent } =
            self;
        let has_rest = !(role_arn.is_empty() && machine_id.is_empty() && trace_header.is_empty());
        if has_rest || !parent.is_empty() || !is_usual(events) {
            return write_json(out, self);
        }
        out.extend_from_slice(b"{\"n\":");
        write_json(out, name);
        out.extend_from_slice(b",\"i\":");
        out.extend_from_slice(input);
        out.extend_from_slice(b",\"s\":");
        write_json(out, seed);
        out.push(b'}');
    }
}

/// Serializes a value of ours. All of them can be serialized, and writing to memory does not fail.
pub(super) fn write_json(out: &mut Vec<u8>, what: &impl Serialize) {
    serde_json::to_writer(out, what)
        .unwrap_or_else(|error| unreachable!("all of it can be written: {error}"));
}

fn is_usual(events: &EventOptions) -> bool {
    *events == EventOptions::default()
}

/// Flags of the head of a [`Kind::Snapshot`] body.
const IS_PARKED: u8 = 1;
const HAS_EVENT: u8 = 2;

/// The head of a [`Kind::Snapshot`] body.
pub(super) struct SnapshotHead<'r> {
    pub(super) version: u16,
    /// Wake time, if it is parked. `NEVER` if only a report or an event wakes it.
    pub(super) parked: Option<u64>,
    /// The version in which a migrated execution was, if the move is an event of its history.
    pub(super) before: Option<u16>,
    /// A snapshot.
    pub(super) json: &'r [u8],
}

impl<'r> SnapshotHead<'r> {
    pub(super) fn read(body: &'r [u8]) -> Option<Self> {
        let mut reader = Reader(body);
        let version = u16::try_from(reader.number()?).ok()?;
        let flags = reader.byte()?;
        let parked = if flags & IS_PARKED == 0 { None } else { Some(reader.number()?) };
        let before =
            if flags & HAS_EVENT == 0 { None } else { Some(u16::try_from(reader.number()?).ok()?) };
        Some(Self { version, parked, before, json: reader.0 })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        write_number(out, u64::from(self.version));
        let parked = if self.parked.is_some() { IS_PARKED } else { 0 };
        let event = if self.before.is_some() { HAS_EVENT } else { 0 };
        out.push(parked | event);
        if let Some(wake) = self.parked {
            write_number(out, wake);
        }
        if let Some(before) = self.before {
            write_number(out, u64::from(before));
        }
        out.extend_from_slice(self.json);
    }
}

/// The head of a [`Kind::End`] body.
pub(super) struct EndHead<'r> {
    pub(super) state: State,
    /// Number of detached calls that are still to be made.
    pub(super) detached: u32,
    /// The output, or the failure.
    pub(super) json: &'r [u8],
}

impl<'r> EndHead<'r> {
    pub(super) fn read(body: &'r [u8]) -> Option<Self> {
        let mut reader = Reader(body);
        let state = match reader.byte()? {
            1 => State::Succeeded,
            2 => State::Failed,
            3 => State::TimedOut,
            4 => State::Aborted,
            _ => return None,
        };
        let detached = u32::try_from(reader.number()?).ok()?;
        Some(Self { state, detached, json: reader.0 })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.push(match self.state {
            State::Succeeded => 1,
            State::Failed => 2,
            State::TimedOut => 3,
            State::Aborted => 4,
            State::Running | State::WaitsForMachine => unreachable!("it has ended"),
        });
        write_number(out, u64::from(self.detached));
    }
}

/// Reads the body of a [`Kind::Version`]: hash and name.
pub(super) fn read_version(body: &[u8]) -> Option<(u64, &str)> {
    let mut reader = Reader(body);
    Some((reader.number()?, reader.text()?))
}

pub(super) fn write_version(out: &mut Vec<u8>, hash: u64, name: &str) {
    write_number(out, hash);
    write_text(out, name);
}

/// Reads the body of a [`Kind::Types`]: the texts, and the time since when each is current.
pub(super) fn read_types(body: &[u8]) -> Option<Vec<(u64, String)>> {
    let mut reader = Reader(body);
    let count = reader.number()?;
    (0..count).map(|_| Some((reader.number()?, reader.text()?.to_owned()))).collect()
}

pub(super) fn write_types(out: &mut Vec<u8>, texts: &[(u64, String)]) {
    write_number(out, u64::try_from(texts.len()).unwrap_or(u64::MAX));
    for (since, text) in texts {
        write_number(out, *since);
        write_text(out, text);
    }
}

/// Maximum bytes of a definition that is kept; of a longer one, only the outline is.
const LONGEST_DEFINITION: usize = 4 << 20;

/// The body of a [`Kind::Origin`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Origin {
    /// Time of its first execution, or since when the store knows its origin, in milliseconds since
    /// 1970.
    pub(super) since: u64,
    /// Name of the program.
    pub(super) program: String,
    /// Text of the definition. It is empty if the program does not have it.
    pub(super) definition: String,
    /// Text of the outline. It is empty if it is very large.
    pub(super) outline: String,
}

impl Origin {
    pub(super) fn read(body: &[u8]) -> Option<Self> {
        let mut reader = Reader(body);
        let since = reader.number()?;
        let mut text = || reader.text().map(str::to_owned);
        Some(Self { since, program: text()?, definition: text()?, outline: text()? })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let Self { since, program, definition, outline } = self;
        write_number(out, *since);
        write_text(out, program);
        let is_kept = definition.len() <= LONGEST_DEFINITION;
        write_text(out, if is_kept { definition } else { "" });
        write_text(out, outline);
    }
}

/// Reads the body of a [`Kind::Input`]: the input's JSON, and in the last byte how often the
/// execution then advanced.
pub(super) fn read_input(body: &[u8]) -> Option<(&str, u8)> {
    let (advances, json) = body.split_last()?;
    Some((std::str::from_utf8(json).ok()?, *advances))
}

/// The body of a [`Kind::Bundle`].
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Bundle<'r> {
    /// True if no record was left out.
    pub(super) is_complete: bool,
    pub(super) records: Vec<&'r [u8]>,
}

pub(super) fn read_bundle(body: &[u8]) -> Option<Bundle<'_>> {
    let mut reader = Reader(body);
    let is_complete = reader.byte()? != 0;
    let mut records = Vec::new();
    while !reader.0.is_empty() {
        records.push(reader.bytes()?);
    }
    Some(Bundle { is_complete, records })
}

pub(super) fn write_bundled(out: &mut Vec<u8>, record: &[u8]) {
    write_number(out, u64::try_from(record.len()).unwrap_or(u64::MAX));
    out.extend_from_slice(record);
}

/// Writes a number, seven bits in each byte, lowest bits first.
fn write_number(out: &mut Vec<u8>, mut number: u64) {
    loop {
        let low = u8::try_from(number & 0x7f).unwrap_or_default();
        number >>= 7;
        if number == 0 {
            out.push(low);
            return;
        }
        out.push(low | 0x80);
    }
}

fn write_text(out: &mut Vec<u8>, text: &str) {
    write_number(out, u64::try_from(text.len()).unwrap_or(u64::MAX));
    out.extend_from_slice(text.as_bytes());
}

struct Reader<'r>(&'r [u8]);

impl<'r> Reader<'r> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                return None;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn bytes(&mut self) -> Option<&'r [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    fn text(&mut self) -> Option<&'r str> {
        std::str::from_utf8(self.bytes()?).ok()
    }
}

#[cfg(test)]
mod tests;
