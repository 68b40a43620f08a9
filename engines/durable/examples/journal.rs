//! Measures the cost of the journal of the durable engine:
//! `cargo run --release -p asl-durable --features testing --example journal [DIRECTORY]`.

use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use asl_durable::testing::{Disk, DiskFile, Journal, JournalOptions, LockError, RealDisk};
use asl_durable::{JournalError, Position};

const RECORD: [u8; 300] = [b'r'; 300];
const RECORDS: u32 = 1_000_000;
/// Records in one commit.
const GROUP: u32 = 500;
/// Commits of one record.
const SINGLE: u32 = 500;

/// Nanoseconds in syncs.
static SYNCS: AtomicU64 = AtomicU64::new(0);

/// The real disk, with the time of its syncs.
struct Timed<T>(T);

impl Disk for Timed<RealDisk> {
    type File = Timed<<RealDisk as Disk>::File>;
    type Lock = <RealDisk as Disk>::Lock;

    fn name(&self, file: &str) -> String {
        self.0.name(file)
    }
    fn list(&self) -> io::Result<Vec<String>> {
        self.0.list()
    }
    fn create(&self, file: &str) -> io::Result<Self::File> {
        self.0.create(file).map(Timed)
    }
    fn open(&self, file: &str) -> io::Result<Self::File> {
        self.0.open(file).map(Timed)
    }
    fn remove(&self, file: &str) -> io::Result<()> {
        self.0.remove(file)
    }
    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.0.rename(from, to)
    }
    fn sync_directory(&self) -> io::Result<()> {
        self.0.sync_directory()
    }
    fn lock(&self, file: &str) -> Result<Self::Lock, LockError> {
        self.0.lock(file)
    }
}

impl<F: DiskFile> DiskFile for Timed<F> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        self.0.read_at(buffer, offset)
    }
    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        self.0.write_at(bytes, offset)
    }
    fn size(&self) -> io::Result<u64> {
        self.0.size()
    }
    fn truncate(&self, size: u64) -> io::Result<()> {
        self.0.truncate(size)
    }
    fn sync_data(&self) -> io::Result<()> {
        let from = Instant::now();
        let synced = self.0.sync_data();
        SYNCS.fetch_add(
            u64::try_from(from.elapsed().as_nanos()).unwrap_or(u64::MAX),
            Ordering::Relaxed,
        );
        synced
    }
}

type Opened = Result<Journal<Timed<RealDisk>>, Box<dyn Error>>;

fn open(directory: &PathBuf, mut visit: impl FnMut(Position, &[u8])) -> Opened {
    let disk = Timed(RealDisk::open(directory)?);
    let journal = Journal::open(
        disk,
        JournalOptions::default(),
        |position, record| -> Result<(), JournalError> {
            visit(position, record);
            Ok(())
        },
    )?;
    Ok(journal)
}

/// Measures the duration, and the part of it that is spent in syncs.
fn timed(
    work: impl FnOnce() -> Result<(), Box<dyn Error>>,
) -> Result<(Duration, Duration), Box<dyn Error>> {
    let (from, before) = (Instant::now(), SYNCS.load(Ordering::Relaxed));
    work()?;
    Ok((from.elapsed(), Duration::from_nanos(SYNCS.load(Ordering::Relaxed) - before)))
}

#[expect(clippy::print_stdout, reason = "that is what it is for")]
fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args_os()
        .nth(1)
        .map_or_else(|| std::env::temp_dir().join("asl-journal-example"), PathBuf::from);
    if directory.exists() {
        return Err(
            format!("`{}` exists: choose a directory that does not", directory.display()).into()
        );
    }
    let mut journal = open(&directory, |_, _| {})?;
    let (single, _) = timed(|| {
        for _ in 0..SINGLE {
            journal.append(&RECORD)?;
            journal.commit()?;
        }
        Ok(())
    })?;
    println!("one record per commit: {:.0} commits/s", f64::from(SINGLE) / single.as_secs_f64());
    let (group, syncs) = timed(|| {
        for _ in 0..RECORDS / GROUP {
            for _ in 0..GROUP {
                journal.append(&RECORD)?;
            }
            journal.commit()?;
        }
        Ok(())
    })?;
    let (bytes, records) = (journal.stats().bytes, journal.stats().records);
    println!(
        "{GROUP} records per commit: {:.0} records/s",
        f64::from(RECORDS) / group.as_secs_f64()
    );
    println!(
        "besides the syncs: {:.3} us per record",
        group.saturating_sub(syncs).as_secs_f64() * 1e6 / f64::from(RECORDS)
    );
    println!("{} bytes per record of {}", bytes / records, RECORD.len());
    drop(journal);
    let mut visited = 0_u64;
    let (scan, _) =
        timed(|| open(&directory, |_, record| visited += record.len() as u64 / 300).map(drop))?;
    let size = f64::from(u32::try_from(bytes / 1_000)?) / 1e3;
    println!(
        "opened in {:.3} s: {visited} records, {:.0} MB/s",
        scan.as_secs_f64(),
        size / scan.as_secs_f64()
    );
    std::fs::remove_dir_all(&directory)?;
    Ok(())
}
