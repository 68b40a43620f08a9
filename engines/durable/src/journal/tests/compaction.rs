//! Compaction beside a journal in use.

use super::{Records, open, segments};
use crate::disk::sim::{DiskFault, SimDisk};
use crate::journal::segment::{Entry, entry};
use crate::journal::{Compaction, Fault, Journal};

fn appended(journal: &mut Journal<SimDisk>, payload: &[u8], records: &mut Records) {
    records.push((journal.append(payload).unwrap(), payload.to_vec()));
    journal.commit().unwrap();
}

/// Writes every record that does not begin with `x`.
fn keep(compaction: &mut Compaction<SimDisk>, records: &Records) -> Records {
    let kept = records.iter().filter(|(_, payload)| !payload.starts_with(b"x"));
    let written = kept.map(|(position, payload)| {
        assert_eq!(compaction.read(*position).unwrap(), *payload);
        (compaction.write(payload).unwrap(), payload.clone())
    });
    written.collect()
}

fn unfinished(file: &str) -> bool {
    entry(file) == Entry::Unfinished
}

fn filled(disk: &SimDisk) -> (Journal<SimDisk>, Records) {
    let (mut journal, mut records) = open(disk.clone(), segments(200)).unwrap();
    for payload in [&b"a"[..], &[b'x'; 300], b"b", &[b'x'; 300], b"c"] {
        appended(&mut journal, payload, &mut records);
    }
    (journal, records)
}

#[test]
fn compaction_drops_unneeded_records_and_keeps_new_ones() {
    let disk = SimDisk::new(1);
    let (mut journal, old) = filled(&disk);
    let size = journal.stats().size;
    let mut compaction = journal.begin_compaction().unwrap();
    let mut meanwhile = Records::new();
    appended(&mut journal, b"meanwhile", &mut meanwhile);
    // Compact in another thread, as the engine does.
    let (compaction, kept) = std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let kept = keep(&mut compaction, &old);
            (compaction, kept)
        });
        thread.join().unwrap()
    });
    appended(&mut journal, &[b'm'; 300], &mut meanwhile);
    assert_eq!(journal.read(old[0].0).unwrap(), b"a");
    journal.finish_compaction(compaction).unwrap();
    appended(&mut journal, b"afterwards", &mut meanwhile);
    assert!(journal.stats().size < size && journal.stats().compacted < 300);
    for (position, _) in &old {
        assert_eq!(journal.read(*position).unwrap_err().fault, Fault::Gone(*position));
    }
    let all = [kept, meanwhile].concat();
    assert!(all.is_sorted());
    for (position, payload) in &all {
        assert_eq!(journal.read(*position).unwrap(), *payload);
    }
    drop(journal);
    let (journal, found) = open(disk, segments(200)).unwrap();
    assert_eq!(found, all);
    assert_eq!(journal.read(all[0].0).unwrap(), b"a");
}

#[test]
fn an_abandoned_compaction_changes_nothing() {
    let disk = SimDisk::new(1);
    let (mut journal, mut records) = filled(&disk);
    let mut given_up = journal.begin_compaction().unwrap();
    keep(&mut given_up, &records);
    let mut compaction = journal.begin_compaction().unwrap();
    // The first can no longer be finished.
    let error = journal.finish_compaction(given_up).unwrap_err();
    assert!(error.to_string().contains("another compaction was begun since"), "{error}");
    keep(&mut compaction, &records);
    drop(compaction);
    appended(&mut journal, b"on", &mut records);
    drop(journal);
    assert!(disk.files().iter().any(|file| unfinished(file)));
    assert_eq!(open(disk.clone(), segments(200)).unwrap().1, records);
    assert!(!disk.files().iter().any(|file| unfinished(file)));
}

#[test]
fn a_disk_too_full_to_compact_stays_usable() {
    let disk = SimDisk::new(1);
    let (mut journal, mut records) = filled(&disk);
    let mut compaction = journal.begin_compaction().unwrap();
    keep(&mut compaction, &records);
    disk.fail_at(disk.calls(), DiskFault::NoSpace);
    assert_eq!(journal.finish_compaction(compaction).unwrap_err().fault, Fault::NoSpace);
    // The second call creates the file; the first removes the rest of the last compaction.
    disk.fail_at(disk.calls() + 1, DiskFault::NoSpace);
    assert_eq!(journal.begin_compaction().unwrap_err().fault, Fault::NoSpace);
    assert!(!journal.has_failed());
    appended(&mut journal, b"on", &mut records);
    let mut again = journal.begin_compaction().unwrap();
    let mut kept = keep(&mut again, &records);
    journal.finish_compaction(again).unwrap();
    appended(&mut journal, b"on", &mut kept);
    drop(journal);
    assert_eq!(open(disk, segments(200)).unwrap().1, kept);
}

#[test]
fn a_failure_of_any_call_of_a_compaction_leaves_the_old_or_the_new() {
    let run = |disk: &SimDisk, fail: Option<u64>| {
        let (mut journal, records) = filled(disk);
        let from = disk.calls();
        if let Some(call) = fail {
            disk.fail_at(from + call, DiskFault::Failed);
        }
        let mut kept = Records::new();
        let result = journal.begin_compaction().and_then(|mut compaction| {
            for (position, _) in &records {
                let payload = [&compaction.read(*position)?[..], b" kept"].concat();
                kept.push((compaction.write(&payload)?, payload));
            }
            journal.finish_compaction(compaction)
        });
        (result.is_ok(), records, kept, disk.calls() - from)
    };
    let (_, _, _, calls) = run(&SimDisk::new(1), None);
    // At least: create, header, two batches, sync, rename, sync of the directory, and five reads.
    assert!(calls >= 12, "{calls} calls");
    for call in 0..calls {
        let disk = SimDisk::new(call);
        let (finished, records, kept, _) = run(&disk, Some(call));
        for after in [disk.kill(), disk.crash(call), disk.crash(call + 1)] {
            let found = open(after, segments(200)).unwrap().1;
            assert!(found == kept || (!finished && found == records), "call {call}: {found:?}");
        }
    }
}
