//! Each kind of damage and its error.

use super::{Records, open, segments};
use crate::disk::Disk;
use crate::disk::sim::{DiskFault, SimDisk};
use crate::journal::layout::{
    BATCH_HEADER, BatchHeader, Kind, SEGMENT_HEADER, SegmentHeader, Store,
};
use crate::journal::{Fault, Journal, JournalError, JournalOptions, Position};

const FIRST: &str = "journal-0000000001.log";
const SECOND: &str = "journal-0000000002.log";
const THIRD: &str = "journal-0000000003.log";
const TIP: &str = "store.tip";
const LARGE: u64 = 1 << 20;
/// Bytes of a commit of `written`.
const BATCH: u64 = 32 + (8 + 10) + (8 + 100);

/// A journal with this number of commits of two records each.
fn written(commits: u8, segment_bytes: u64) -> (SimDisk, Records) {
    let disk = SimDisk::new(1);
    let (mut journal, _) = open(disk.clone(), segments(segment_bytes)).unwrap();
    let mut records = Records::new();
    for commit in 0..commits {
        for payload in [vec![commit; 10], vec![commit; 100]] {
            records.push((journal.append(&payload).unwrap(), payload));
        }
        journal.commit().unwrap();
    }
    (disk, records)
}

fn change(disk: &SimDisk, file: &str, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = disk.contents(file).unwrap();
    change(&mut bytes);
    disk.set_contents(file, Some(bytes));
}

fn found(disk: &SimDisk) -> Records {
    open(disk.clone(), segments(LARGE)).unwrap().1
}

fn fault(disk: &SimDisk) -> JournalError {
    open(disk.clone(), segments(LARGE)).unwrap_err()
}

/// The place and the description of the damage.
fn damage(disk: &SimDisk) -> (String, u64, String) {
    let error = fault(disk);
    let Fault::Damaged { offset, what } = error.fault else { panic!("{error}") };
    (error.path, offset, what)
}

fn told(file: &str, offset: u64, what: &str) -> (String, u64, String) {
    (format!("sim/{file}"), offset, what.to_owned())
}

/// Offset of the batch whose first record this is.
fn batch_of(record: &(Position, Vec<u8>)) -> usize {
    usize::try_from(record.0.offset()).unwrap() - BATCH_HEADER
}

#[test]
fn a_torn_commit_is_truncated() {
    let (disk, records) = written(3, LARGE);
    let (start, end) = (batch_of(&records[4]), disk.contents(FIRST).unwrap().len());
    disk.set_contents(TIP, None);
    for cut in start..end {
        for zeros in [0, 1, 600] {
            let disk = disk.kill();
            change(&disk, FIRST, |bytes| {
                bytes.truncate(cut);
                bytes.resize(cut + zeros, 0);
            });
            let (mut journal, found) = open(disk.clone(), segments(LARGE)).unwrap();
            assert_eq!(found, records[..4], "cut at {cut}");
            let torn = (cut + zeros > start)
                .then(|| ("sim/".to_owned() + FIRST, start as u64, (cut + zeros - start) as u64));
            assert_eq!(journal.recovery().torn, torn);
            assert_eq!(journal.append(b"next").unwrap(), records[4].0);
            journal.commit().unwrap();
            drop(journal);
            assert_eq!(self::found(&disk).len(), 5);
        }
    }
}

#[test]
fn a_damaged_commit_is_not_mistaken_for_a_torn_one() {
    let (disk, records) = written(3, LARGE);
    let start = batch_of(&records[4]);
    let lost = "the last 2 records, which were on disk, are missing or damaged";
    change(&disk, FIRST, |bytes| bytes.truncate(start));
    assert_eq!(
        damage(&disk),
        told(FIRST, disk.contents(FIRST).unwrap().len() as u64 + BATCH, lost)
    );
    let (disk, _) = written(3, LARGE);
    change(&disk, FIRST, |bytes| *bytes.last_mut().unwrap() ^= 1);
    assert_eq!(damage(&disk), told(FIRST, start as u64, lost));
    // Opening the journal changed nothing.
    change(&disk, FIRST, |bytes| *bytes.last_mut().unwrap() ^= 1);
    assert_eq!(found(&disk), records);
}

#[test]
fn a_broken_commit_before_a_later_one_is_damage() {
    let (disk, records) = written(3, LARGE);
    disk.set_contents(TIP, None);
    let (start, later) = (batch_of(&records[2]), batch_of(&records[4]));
    let broken = [
        (start, "the header of a batch must be here"),
        (start + 60, "the checksum of a record does not fit"),
    ];
    for (place, what) in broken {
        let disk = disk.kill();
        change(&disk, FIRST, |bytes| bytes[place] ^= 0x10);
        let what = format!("{what}, and at byte {later} there is a later batch");
        assert_eq!(damage(&disk), told(FIRST, start as u64, &what));
    }
    // The same if all later bytes moved.
    change(&disk, FIRST, |bytes| drop(bytes.drain(start + 40..start + 47)));
    let what = format!(
        "the checksum of a record does not fit, and at byte {} there is a later batch",
        later - 7
    );
    assert_eq!(damage(&disk), told(FIRST, start as u64, &what));
}

#[test]
fn a_repeated_or_moved_commit_is_damage() {
    let (disk, records) = written(3, LARGE);
    let [first, second, third] = [0, 2, 4].map(|index| batch_of(&records[index]));
    let again = disk.kill();
    change(&again, FIRST, |bytes| bytes.extend_from_within(third..));
    let what = "the batch here begins with record 4, where record 6 must follow";
    assert_eq!(
        damage(&again),
        told(FIRST, again.contents(FIRST).unwrap().len() as u64 - BATCH, what)
    );
    // Two commits of the same length are swapped.
    change(&disk, FIRST, |bytes| bytes[first..third].rotate_left(second - first));
    let what = "the batch here begins with record 2, where record 0 must follow";
    assert_eq!(damage(&disk), told(FIRST, first as u64, what));
}

#[test]
fn a_commit_from_another_copy_of_the_store_is_damage() {
    // Two copies of the same store that were used differently.
    let (disk, records) = written(2, LARGE);
    let copy = disk.kill();
    for (disk, byte) in [(&disk, b'a'), (&copy, b'b')] {
        let (mut journal, _) = open(disk.clone(), segments(LARGE)).unwrap();
        for _ in 0..2 {
            journal.append(&[byte; 20]).unwrap();
            journal.commit().unwrap();
        }
    }
    let from = batch_of(&records[2]) + 158;
    let length = BATCH_HEADER + 8 + 20;
    let foreign = copy.contents(FIRST).unwrap()[from..from + length].to_vec();
    change(&disk, FIRST, |bytes| bytes[from..from + length].copy_from_slice(&foreign));
    let what = "the batch here does not follow the one before it";
    assert_eq!(damage(&disk), told(FIRST, (from + length) as u64, what));
}

#[test]
fn a_commit_larger_than_a_segment_gets_a_segment_of_its_own() {
    let disk = SimDisk::new(1);
    let (mut journal, _) = open(disk.clone(), segments(1_000)).unwrap();
    for length in [10, 5_000, 10] {
        journal.append(&vec![1; length]).unwrap();
        journal.commit().unwrap();
    }
    drop(journal);
    let found = found(&disk);
    assert_eq!(found.iter().map(|(position, _)| position.segment()).collect::<Vec<_>>(), [1, 1, 2]);
    assert_eq!(disk.files(), [FIRST, SECOND, "store.lock", "store.next", TIP]);
}

#[test]
fn a_segment_with_a_torn_header_is_created_again() {
    let (disk, records) = written(2, 200);
    let header = disk.contents(SECOND).unwrap()[..SEGMENT_HEADER].to_vec();
    disk.set_contents(TIP, None);
    for length in 0..SEGMENT_HEADER {
        let disk = disk.kill();
        disk.set_contents(SECOND, Some(header[..length].to_vec()));
        assert_eq!(found(&disk), records[..2], "{length} bytes");
        assert_eq!(disk.files(), [FIRST, "store.lock", "store.next", TIP]);
    }
    disk.set_contents(SECOND, Some(vec![0; SEGMENT_HEADER]));
    assert_eq!(found(&disk), records[..2]);
}

#[test]
fn a_store_whose_creation_was_interrupted_is_created_again() {
    let (disk, _) = written(1, LARGE);
    let header = disk.contents(FIRST).unwrap()[..SEGMENT_HEADER].to_vec();
    for length in 0..=SEGMENT_HEADER {
        let disk = SimDisk::new(1);
        disk.set_contents(FIRST, Some(header[..length].to_vec()));
        let (mut journal, found) = open(disk.clone(), segments(LARGE)).unwrap();
        assert_eq!((found.len(), journal.recovery().new), (0, length < SEGMENT_HEADER));
        journal.append(b"first").unwrap();
        journal.commit().unwrap();
        drop(journal);
        assert_eq!(self::found(&disk).len(), 1);
    }
}

#[test]
fn a_damaged_header_before_a_batch_is_damage() {
    let (disk, _) = written(3, 200);
    for file in [FIRST, THIRD] {
        let disk = disk.kill();
        change(&disk, file, |bytes| bytes[50] ^= 1);
        assert_eq!(damage(&disk), told(file, 0, "the checksum of the header does not fit"));
    }
}

#[test]
fn a_segment_that_is_missing_is_named() {
    let (disk, records) = written(3, 200);
    let without = |file: &str| {
        let disk = disk.kill();
        disk.set_contents(file, None);
        disk
    };
    let continues = |file: &str| format!("this segment continues `{file}`, which is missing");
    assert_eq!(damage(&without(FIRST)), told(SECOND, 0, &continues(FIRST)));
    assert_eq!(damage(&without(SECOND)), told(THIRD, 0, &continues(SECOND)));
    let lost = "the last 2 records, which were on disk, are missing or damaged";
    assert_eq!(damage(&without(THIRD)), told(THIRD, 64 + BATCH, lost));
    assert_eq!(found(&disk), records);
    let none = without(FIRST);
    none.set_contents(SECOND, None);
    none.set_contents(THIRD, None);
    assert_eq!(damage(&none), told(THIRD, 0, "the file is missing, with 6 records"));
}

#[test]
fn a_segment_of_another_store_is_refused() {
    let (disk, _) = written(3, 200);
    let other = SimDisk::new(2);
    let (mut journal, _) =
        open(other.clone(), JournalOptions { id: [9; 16], ..segments(200) }).unwrap();
    for _ in 0..3 {
        journal.append(&[0; 200]).unwrap();
        journal.commit().unwrap();
    }
    disk.set_contents(SECOND, other.contents(SECOND));
    let error = fault(&disk);
    assert_eq!((error.path, error.fault), (format!("sim/{SECOND}"), Fault::OtherStore));
}

#[test]
fn a_segment_under_another_name_is_refused() {
    let (disk, _) = written(3, 200);
    disk.set_contents(SECOND, disk.contents(FIRST));
    assert_eq!(damage(&disk), told(SECOND, 0, "this is segment 1 under a wrong name"));
}

#[test]
fn the_error_names_a_later_version_of_the_format() {
    let (disk, _) = written(1, LARGE);
    change(&disk, FIRST, |bytes| {
        bytes[8] = 7;
        let checksum = crc32fast::hash(&bytes[..60]).to_le_bytes();
        bytes[60..64].copy_from_slice(&checksum);
    });
    let error = fault(&disk);
    assert_eq!(error.fault, Fault::Version(7));
    assert!(
        error.to_string().contains("version 7 of the format, and this program knows version 1"),
        "{error}"
    );
}

#[test]
fn a_directory_of_another_program_is_not_changed() {
    let disk = SimDisk::new(1);
    disk.set_contents("notes.txt", Some(b"mine".to_vec()));
    let error = fault(&disk);
    assert_eq!(
        (error.path.as_str(), &error.fault),
        ("sim/", &Fault::NotAStore("notes.txt".into()))
    );
    assert_eq!(disk.files(), ["notes.txt"]);
    // Other files may be added to an existing store, and some files exist in every directory.
    let (disk, records) = written(1, LARGE);
    disk.set_contents("notes.txt", Some(b"mine".to_vec()));
    assert_eq!(found(&disk), records);
    let disk = SimDisk::new(1);
    disk.set_contents("lost+found", Some(Vec::new()));
    disk.set_contents(".DS_Store", Some(Vec::new()));
    assert_eq!(found(&disk), []);
}

#[test]
fn a_file_of_another_program_under_our_name_is_refused() {
    for length in [3, 64, 1_000] {
        let disk = SimDisk::new(1);
        disk.set_contents(FIRST, Some(vec![b'x'; length]));
        let error = fault(&disk);
        assert_eq!((error.path, error.fault), (format!("sim/{FIRST}"), Fault::Foreign));
        assert_eq!(disk.contents(FIRST).unwrap().len(), length);
    }
}

#[test]
fn a_length_beyond_the_file_allocates_no_memory() {
    let store = Store::new(segments(LARGE).id);
    let header = SegmentHeader {
        store: store.id,
        kind: Kind::Log,
        number: 1,
        previous: 0,
        first: 0,
        chain: 0,
    };
    let batch = BatchHeader {
        end: false,
        length: u32::MAX,
        first: 0,
        count: u32::MAX,
        records: 0,
        chain: 0,
    };
    let disk = SimDisk::new(1);
    disk.set_contents(
        FIRST,
        Some([&header.encode()[..], &batch.encode(store).0, &[0; 100]].concat()),
    );
    let (journal, found) = open(disk, segments(LARGE)).unwrap();
    assert_eq!((found.len(), journal.recovery().torn.as_ref().unwrap().2), (0, 132));
    // A record with a length beyond the end of the file.
    let (disk, records) = written(1, LARGE);
    let (journal, _) = open(disk.clone(), segments(LARGE)).unwrap();
    let file = disk.open(FIRST).unwrap();
    crate::disk::write_full(&file, &[0xFF; 4], records[0].0.offset()).unwrap();
    let error = journal.read(records[0].0).unwrap_err();
    assert!(error.to_string().contains("longer than what is left of the file"), "{error}");
}

#[test]
fn a_record_is_checked_again_when_it_is_read() {
    let (disk, records) = written(2, LARGE);
    let (journal, _) = open(disk.clone(), segments(LARGE)).unwrap();
    let file = disk.open(FIRST).unwrap();
    let position = records[1].0;
    crate::disk::write_full(&file, &[0xFF], position.offset() + 30).unwrap();
    let what = "the checksum of the record does not fit".to_owned();
    let error = JournalError {
        path: format!("sim/{FIRST}"),
        fault: Fault::Damaged { offset: position.offset(), what },
    };
    assert_eq!(journal.read(position).unwrap_err(), error);
    assert_eq!(journal.read(records[2].0).unwrap(), records[2].1);
    // Not where a record begins.
    let between = Position::from_bits(position.to_bits() + 1).unwrap();
    assert!(matches!(journal.read(between).unwrap_err().fault, Fault::Damaged { .. }));
}

#[test]
fn a_commit_that_is_too_large_is_refused() {
    let (mut journal, _) =
        open(SimDisk::new(1), JournalOptions { batch_bytes: 1_000, ..segments(LARGE) }).unwrap();
    let kept = journal.append(&[1; 500]).unwrap();
    assert_eq!(journal.append(&[2; 600]).unwrap_err().fault, Fault::TooLarge(608));
    journal.commit().unwrap();
    assert_eq!(journal.read(kept).unwrap(), [1; 500]);
    journal.append(&[2; 600]).unwrap();
    journal.commit().unwrap();
}

/// Commits until a call fails. Returns the number of successful commits.
fn commits(disk: &SimDisk) -> (usize, Option<JournalError>) {
    let mut commits = 0;
    let mut run = || -> Result<Journal<SimDisk>, JournalError> {
        let (mut journal, _) = open(disk.clone(), segments(300))?;
        for number in 0..6_u8 {
            journal.append(&[number; 50])?;
            if let Err(error) = journal.commit() {
                if !journal.has_failed() {
                    return Err(error);
                }
                // After that every call fails.
                for stopped in [journal.append(b"more").map(drop), journal.commit()] {
                    assert_eq!(stopped.unwrap_err().fault, Fault::Stopped(error.to_string()));
                }
                return Err(error);
            }
            commits += 1;
        }
        Ok(journal)
    };
    let failed = run().err();
    (commits, failed)
}

#[test]
fn a_failure_of_any_call_loses_no_committed_record() {
    let calls = {
        let disk = SimDisk::new(1);
        assert_eq!(commits(&disk).0, 6);
        disk.calls()
    };
    for call in 0..calls {
        let faults = [DiskFault::Failed, DiskFault::NoSpace, DiskFault::NoFiles, DiskFault::Short];
        for fault in faults {
            let disk = SimDisk::new(call);
            disk.fail_at(call, fault);
            let (committed, failed) = commits(&disk);
            let kind = failed.as_ref().map(|error| error.fault == Fault::NoSpace);
            match fault {
                DiskFault::Failed | DiskFault::NoFiles => {
                    assert_ne!(kind, Some(true), "call {call}");
                }
                DiskFault::NoSpace => assert_ne!(kind, Some(false), "call {call}"),
                DiskFault::Short => assert_eq!(kind, None, "call {call}"),
            }
            for disk in [disk.kill(), disk.crash(call), disk.crash(call + 1)] {
                let found = found(&disk);
                assert!(
                    found.len() == committed || found.len() == committed + 1,
                    "call {call}: {found:?}"
                );
                assert!(
                    found.iter().zip(0..).all(|((_, payload), number)| *payload == [number; 50])
                );
            }
        }
    }
}

#[test]
fn a_full_disk_is_reported_and_loses_nothing() {
    let disk = SimDisk::new(1);
    disk.limit_space(Some(500));
    let (committed, failed) = commits(&disk);
    let error = failed.unwrap();
    assert_eq!(error.fault, Fault::NoSpace);
    let text =
        format!("no space left to write `{}`: what was accepted is safe; make room", error.path);
    assert_eq!(error.to_string(), text);
    assert!(committed > 1);
    let after = disk.kill();
    assert_eq!(found(&after).len(), committed);
    after.limit_space(None);
    assert_eq!(commits(&after).0, 6);
}

#[test]
fn errors_of_system_faults_say_what_to_do() {
    use std::io::{Error, ErrorKind};

    let told =
        |kind: ErrorKind| JournalError::io("a/b".into(), "open", &Error::from(kind)).to_string();
    let denied = "no permission for `a/b`: let this user access it";
    assert_eq!(told(ErrorKind::PermissionDenied), denied);
    assert_eq!(told(ErrorKind::ReadOnlyFilesystem), denied);
    assert_eq!(told(ErrorKind::QuotaExceeded), told(ErrorKind::StorageFull));
    assert_eq!(told(ErrorKind::NotFound), "cannot open `a/b`: entity not found");
}
