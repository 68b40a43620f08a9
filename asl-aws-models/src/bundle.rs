//! The file of all services: an index, the texts that many services have, and the tables.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use crate::reader::Reader;

static FILE: &[u8] = include_bytes!("services.bin");

/// The services in the index, and the texts before their tables.
struct Index {
    entries: Reader<'static>,
    count: usize,
    version: &'static str,
    /// The shared texts, and their size when they are inflated.
    shared: (&'static [u8], usize),
    tables: &'static [u8],
}

/// A service in the index.
struct Entry {
    name: &'static str,
    botocore: &'static str,
    /// The size of the inflated table.
    size: usize,
    packed: &'static [u8],
}

/// A table, inflated.
pub(crate) struct Inflated {
    pub(crate) name: &'static str,
    bytes: Vec<u8>,
    /// The size of the shared texts before it.
    shared: usize,
}

impl Inflated {
    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes.get(self.shared..).unwrap_or_default()
    }
}

impl Index {
    fn new() -> Option<Self> {
        let mut file = Reader::new(FILE, 0);
        let size = file.size()?;
        let head = file.bytes(size)?;
        let mut entries = Reader::new(head, 0);
        let version = entries.inline_text()?;
        let (size, packed, count) = (entries.size()?, entries.size()?, entries.size()?);
        let shared = (file.bytes(packed)?, size);
        Some(Self { entries, count, version, shared, tables: file.rest() })
    }
}

impl Iterator for Index {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        self.count = self.count.checked_sub(1)?;
        let (name, botocore) = (self.entries.inline_text()?, self.entries.inline_text()?);
        let (size, packed) = (self.entries.size()?, self.entries.size()?);
        let (packed, rest) = self.tables.split_at_checked(packed)?;
        self.tables = rest;
        Some(Entry { name, botocore, size, packed })
    }
}

/// The version of botocore that the tables were made from.
pub fn botocore_version() -> &'static str {
    Index::new().map_or("", |index| index.version)
}

/// The names of all services, as Step Functions writes them, in alphabetical order.
pub fn service_names() -> impl Iterator<Item = &'static str> {
    Index::new().into_iter().flatten().map(|entry| entry.name)
}

/// Step Functions' name of the service that botocore and the AWS CLI call by another one, with or
/// without hyphens: `cloudwatchlogs` for `logs`.
pub fn sdk_name_of(botocore: &str) -> Option<&'static str> {
    let plain = |name: &str| name.replace('-', "");
    let wanted = plain(botocore);
    let mut entries = Index::new()?;
    entries.find(|entry| plain(entry.botocore) == wanted).map(|entry| entry.name)
}

/// Inflates the table of a service.
pub(crate) fn inflate(name: &str) -> Option<Inflated> {
    let mut index = Index::new()?;
    let (shared, before) = index.shared;
    let entry = index.find(|entry| entry.name == name)?;
    let mut bytes = vec![0; before + entry.size];
    inflate_into(&mut bytes, shared, 0)?;
    inflate_into(&mut bytes, entry.packed, before)?;
    Some(Inflated { name: entry.name, bytes, shared: before })
}

/// Inflates into `bytes` at a place. Texts may be repeated from before the place.
fn inflate_into(bytes: &mut [u8], packed: &[u8], at: usize) -> Option<()> {
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut inflater = DecompressorOxide::new();
    let (status, _, _) = decompress(&mut inflater, packed, bytes, at, flags);
    (status == TINFLStatus::Done).then_some(())
}
