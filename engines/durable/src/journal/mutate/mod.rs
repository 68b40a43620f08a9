//! Damages journals, and checks that each damage is detected or harmless: reading never returns
//! anything but what was written, and no committed record is lost silently.

mod change;

use std::fmt;

use change::{Way, change};

use super::layout::{BATCH_HEADER, BatchHeader, RECORD_HEADER, SEGMENT_HEADER, Store};
use super::scan::Records;
use super::segment::{self, Entry, NEXT, TIP, entry};
use super::{Journal, JournalError, JournalOptions, Position};
use crate::disk::sim::{Random, SimDisk};

/// Number of damages for each journal.
const PER_SPECIMEN: u64 = 500;
const ID: [u8; 16] = *b"to be damaged...";

/// Outcomes of damaged journals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Opening or reading was refused with an error.
    pub detected: u64,
    /// All committed records were read.
    pub harmless: u64,
    /// The tip was damaged too, and the journal ended earlier, between two commits.
    pub shorter: u64,
}

impl Tally {
    /// Total number of outcomes.
    pub fn total(&self) -> u64 {
        self.detected + self.harmless + self.shorter
    }

    fn add(&mut self, other: Self) {
        self.detected += other.detected;
        self.harmless += other.harmless;
        self.shorter += other.shorter;
    }
}

/// A damage that led to a wrong result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unnoticed {
    /// Seeds of the journal and of the damage.
    pub seeds: (u64, u64),
    /// Description of the damage and of its result.
    pub what: String,
}

impl fmt::Display for Unnoticed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seeds: (journal, damage), what } = self;
        write!(f, "journal {journal}, damage {damage}: {what}")
    }
}

/// Damages journals in this many ways, and counts the outcomes. The same seed gives the same run.
pub fn mutations(seed: u64, count: u64) -> Result<Tally, Unnoticed> {
    let mut tally = Tally::default();
    let mut journal = seed;
    while tally.total() < count {
        let specimen = Specimen::write(journal);
        for damage in 0..PER_SPECIMEN.min(count - tally.total()) {
            let damaged = specimen.damage(damage);
            tally.add(damaged.map_err(|what| Unnoticed { seeds: (journal, damage), what })?);
        }
        journal = journal.wrapping_add(1);
    }
    Ok(tally)
}

type Bytes = Vec<u8>;

/// A journal and its records.
struct Specimen {
    files: Vec<(String, Bytes)>,
    /// Offsets of batches and of records in each file.
    marks: Vec<Marks>,
    records: Vec<(Position, Bytes)>,
    /// Number of committed records: the last ones may be of an interrupted commit.
    committed: usize,
    /// Number of records after each commit.
    borders: Vec<usize>,
    options: JournalOptions,
}

/// Start and end offsets of batches and records.
#[derive(Default)]
struct Marks {
    batches: Vec<(usize, usize)>,
    records: Vec<(usize, usize)>,
}

impl Specimen {
    /// Writes some commits into some segments, perhaps with a compaction in between, and perhaps
    /// with an interrupted commit at the end.
    fn write(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let disk = SimDisk::new(seed);
        let segment_bytes = random.pick(&[200, 700, 2_000, 1 << 20]);
        let options =
            JournalOptions { id: ID, segment_bytes, sync_bytes: 500, ..JournalOptions::default() };
        let mut specimen = Self {
            files: Vec::new(),
            marks: Vec::new(),
            records: Vec::new(),
            committed: 0,
            borders: vec![0],
            options,
        };
        if let Err(error) = specimen.fill(&disk, &mut random) {
            unreachable!("the disk does not fail: {error}");
        }
        specimen.files = disk
            .files()
            .into_iter()
            // Nothing reads the file of the next segment.
            .filter(|name| name != NEXT)
            .filter_map(|name| Some((name.clone(), disk.contents(&name)?)))
            .collect();
        specimen.tear(&mut random);
        specimen.marks = specimen.files.iter().map(|(name, bytes)| marks(name, bytes)).collect();
        specimen
    }

    fn fill(&mut self, disk: &SimDisk, random: &mut Random) -> Result<(), JournalError> {
        let mut journal = self.open(disk, |_, _| {})?;
        let commits = 1 + random.below(12);
        let compact = random.below(24);
        for commit in 0..commits {
            if commit == compact {
                let mut compaction = journal.begin_compaction()?;
                let kept = random.below(4);
                self.records.truncate(kept);
                for (position, payload) in &mut self.records {
                    *position = compaction.write(payload)?;
                }
                journal.finish_compaction(compaction)?;
                self.borders = vec![self.records.len()];
            }
            for _ in 0..=random.below(6) {
                let payload = payload(random);
                self.records.push((journal.append(&payload)?, payload));
            }
            journal.commit()?;
            self.borders.push(self.records.len());
        }
        self.committed = self.records.len();
        if random.coin() {
            let payload = payload(random);
            self.records.push((journal.append(&payload)?, payload));
            disk.stop_at(disk.changes() + random.below(3) as u64);
            drop(journal.commit());
        }
        Ok(())
    }

    /// Tears the last commit, as if interrupted.
    fn tear(&mut self, random: &mut Random) {
        let Some((position, _)) = self.records.get(self.committed) else { return };
        let name = segment::file_name(position.segment());
        let Some((_, bytes)) = self.files.iter_mut().find(|(file, _)| *file == name) else {
            return;
        };
        let start = usize::try_from(position.offset()).unwrap_or(usize::MAX) - BATCH_HEADER;
        let kept = start + random.below(bytes.len().saturating_sub(start) + 1);
        if random.coin() {
            bytes.truncate(kept);
        } else {
            bytes.get_mut(kept..).unwrap_or_default().fill(0);
        }
    }

    fn open(
        &self,
        disk: &SimDisk,
        mut visit: impl FnMut(Position, &[u8]),
    ) -> Result<Journal<SimDisk>, JournalError> {
        Journal::open(disk.clone(), self.options.clone(), |position, payload| {
            visit(position, payload);
            Ok(())
        })
    }

    /// Applies one or more damages, and opens the journal.
    fn damage(&self, seed: u64) -> Result<Tally, String> {
        let mut random = Random::new(seed);
        let mut files = self.files.clone();
        let mut done = Vec::new();
        let mut tip = false;
        for _ in 0..random.pick(&[1, 1, 1, 2, 3]) {
            done.push(self.mutate(&mut files, &mut random, &mut tip));
        }
        let disk = SimDisk::new(seed);
        for (name, bytes) in files {
            disk.set_contents(&name, Some(bytes));
        }
        self.judge(&disk, tip).map_err(|what| format!("{}: {what}", done.join(", ")))
    }

    fn judge(&self, disk: &SimDisk, tip: bool) -> Result<Tally, String> {
        let mut found = Vec::new();
        let opened = self.open(disk, |position, payload| found.push((position, payload.to_vec())));
        let Ok(mut journal) = opened else { return Ok(Tally { detected: 1, ..Tally::default() }) };
        let whole = found.len() >= self.committed;
        if !self.records.starts_with(&found) {
            return Err(format!(
                "{} records were read that differ from those written",
                found.len()
            ));
        }
        let shorter = tip && self.borders.contains(&found.len());
        if !(whole || shorter) {
            return Err(format!("of {} records {} were read", self.committed, found.len()));
        }
        for (position, payload) in &found {
            match journal.read(*position) {
                Ok(read) if read == *payload => {}
                other => return Err(format!("reading {position} gives {other:?}")),
            }
        }
        found.push((
            journal.append(b"goes on").map_err(|error| error.to_string())?,
            b"goes on".to_vec(),
        ));
        journal.commit().map_err(|error| error.to_string())?;
        drop(journal);
        let mut again = Vec::new();
        let opened = self.open(disk, |position, payload| again.push((position, payload.to_vec())));
        opened.map_err(|error| format!("opened once, but not again: {error}"))?;
        if again != found {
            return Err("records appended afterwards were not read again".into());
        }
        let (harmless, shorter) = if whole { (1, 0) } else { (0, 1) };
        Ok(Tally { harmless, shorter, ..Tally::default() })
    }

    /// Damages a file. Returns a description.
    fn mutate(
        &self,
        files: &mut Vec<(String, Bytes)>,
        random: &mut Random,
        tip: &mut bool,
    ) -> String {
        let index = random.below(files.len());
        let other = random.below(files.len());
        let Some((name, bytes)) = files.get(index).cloned() else {
            return "no file is left".into();
        };
        let (other_name, other_bytes) = files.get(other).cloned().unwrap_or_default();
        if random.below(5) != 0 {
            let marks = self
                .files
                .iter()
                .position(|(file, _)| *file == name)
                .and_then(|index| self.marks.get(index));
            let way = Way::draw(random);
            let (changed, how) = change(&bytes, marks.unwrap_or(&Marks::default()), way, random);
            *tip |= name == TIP && changed != bytes;
            put(files, index, &name, changed);
            return format!("{how} of {name}");
        }
        *tip |= name == TIP || other_name == TIP;
        match random.below(4) {
            0 => {
                files.remove(index);
                format!("{name} removed")
            }
            1 => {
                put(files, index, &name, other_bytes);
                put(files, other, &other_name, bytes);
                format!("{name} and {other_name} swapped")
            }
            2 => {
                put(files, index, &name, other_bytes);
                format!("{other_name} copied over {name}")
            }
            _ => {
                let Entry::Segment(number) = entry(&name) else { return "nothing".into() };
                let renamed = segment::file_name(1 + (number + 1 + u32::from(random.coin())) % 12);
                let copied = random.coin();
                files.retain(|(file, _)| *file != renamed && (copied || *file != name));
                files.push((renamed.clone(), bytes));
                format!("{name} under the name {renamed}")
            }
        }
    }
}

fn put(files: &mut [(String, Bytes)], index: usize, name: &str, bytes: Bytes) {
    if let Some(file) = files.get_mut(index) {
        *file = (name.to_owned(), bytes);
    }
}

/// A random payload: short or long, repetitive or not.
fn payload(random: &mut Random) -> Bytes {
    let length = random.pick(&[0, 1, 8, 8, 20, 20, 100, 600]);
    let byte = random.byte();
    if random.coin() { vec![byte; length] } else { (0..length).map(|_| random.byte()).collect() }
}

/// Finds the batches and records of a file.
fn marks(name: &str, bytes: &[u8]) -> Marks {
    let mut marks = Marks::default();
    let Entry::Segment(number) = entry(name) else { return marks };
    let mut start = SEGMENT_HEADER;
    while let Some(rest) = bytes.get(start..)
        && let Some((header, _)) =
            rest.first_chunk().and_then(|header| BatchHeader::decode(header, Store::new(ID)))
        && let Some(records) =
            rest.get(BATCH_HEADER..).and_then(|rest| rest.get(..header.length as usize))
    {
        let mut record = start + BATCH_HEADER;
        for found in Records::new(records, (number, record as u64)) {
            let end = record + RECORD_HEADER + found.payload.len();
            marks.records.push((record, end));
            record = end;
        }
        marks.batches.push((start, record));
        start = record;
    }
    marks
}
