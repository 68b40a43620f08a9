//! A system that lacks files or space for a while: the journal continues when there is room again.

use super::{Records, open, segments};
use crate::disk::sim::{DiskFault, SimDisk};
use crate::journal::{Fault, Journal, JournalError};

/// Appends a record and commits it.
fn commit(journal: &mut Journal<SimDisk>, payload: &[u8]) -> Result<(), JournalError> {
    journal.append(payload)?;
    journal.commit()
}

/// Commits six records, each a second time if the first attempt has changed nothing.
fn six(disk: &SimDisk) -> (usize, Result<(), JournalError>) {
    let mut committed = 0;
    let mut run = || {
        let (mut journal, _) = open(disk.clone(), segments(150))?;
        for number in 0..6_u8 {
            let first = commit(&mut journal, &[number; 50]);
            if first.is_err() && !journal.has_failed() {
                assert!(journal.is_pending());
                journal.commit()?;
            } else {
                first?;
            }
            committed += 1;
        }
        Ok(())
    };
    let end = run();
    (committed, end)
}

fn payloads(records: &Records) -> Vec<u8> {
    records.iter().map(|(_, payload)| payload[0]).collect()
}

#[test]
fn a_commit_without_files_or_space_can_be_repeated() {
    let calls = {
        let disk = SimDisk::new(1);
        assert_eq!(six(&disk).0, 6);
        disk.calls()
    };
    let mut continued = 0;
    for call in 0..calls {
        for fault in [DiskFault::NoFiles, DiskFault::NoSpace] {
            let disk = SimDisk::new(call);
            disk.fail_at(call, fault);
            let (committed, end) = six(&disk);
            continued += usize::from(end.is_ok());
            for after in [disk.kill(), disk.crash(call), disk.crash(call + 1)] {
                let found = payloads(&open(after, segments(150)).unwrap().1);
                let all: Vec<u8> = (0..6).collect();
                assert!(
                    found == all[..committed] || found == all[..6.min(committed + 1)],
                    "call {call}, {fault:?}: {found:?}"
                );
            }
        }
    }
    // Opening may fail, and so may a sync, after which nothing is known.
    assert!(continued > 60, "{continued} of {}", 2 * calls);
}

#[test]
fn the_next_segment_needs_no_file_descriptor() {
    let disk = SimDisk::new(1);
    let (mut journal, _) = open(disk.clone(), segments(1)).unwrap();
    disk.limit_files(Some(0));
    commit(&mut journal, &[0; 50]).unwrap();
    let error = commit(&mut journal, &[1; 50]).unwrap_err();
    assert_eq!(error.fault, Fault::NoFiles);
    assert!(error.to_string().starts_with("too many files are open"), "{error}");
    assert!(!journal.has_failed());
    // Records can be read and added meanwhile.
    let position = journal.append(&[2; 50]).unwrap();
    assert_eq!(journal.read(position).unwrap(), [2; 50]);
    assert_eq!(journal.commit().unwrap_err().fault, Fault::NoFiles);
    disk.limit_files(None);
    commit(&mut journal, &[3; 50]).unwrap();
    drop(journal);
    assert_eq!(payloads(&open(disk.crash(1), segments(1)).unwrap().1), [0, 1, 2, 3]);
}

#[test]
fn a_journal_continues_when_there_is_space_again() {
    for space in 300..700 {
        let disk = SimDisk::new(space);
        let (mut journal, _) = open(disk.clone(), segments(200)).unwrap();
        commit(&mut journal, &[0; 50]).unwrap();
        disk.limit_space(usize::try_from(space).ok());
        let full = (1..20).find(|number| commit(&mut journal, &[*number; 50]).is_err());
        let full = full.expect("the space ends");
        assert_eq!(journal.commit().unwrap_err().fault, Fault::NoSpace);
        // What is on disk is what was committed.
        for seed in 0..4 {
            let found = payloads(&open(disk.crash(seed), segments(200)).unwrap().1);
            assert_eq!(found, (0..full).collect::<Vec<_>>());
        }
        disk.limit_space(None);
        commit(&mut journal, &[full + 1; 5]).unwrap();
        drop(journal);
        let found = payloads(&open(disk.crash(9), segments(200)).unwrap().1);
        assert_eq!(found, (0..full + 2).collect::<Vec<_>>());
    }
}

#[test]
fn a_file_that_an_earlier_process_prepared_is_replaced() {
    let disk = SimDisk::new(1);
    disk.set_contents("store.next", Some(vec![7; 500]));
    let (mut journal, _) = open(disk.clone(), segments(1_000)).unwrap();
    commit(&mut journal, &[0; 50]).unwrap();
    drop(journal);
    assert_eq!(payloads(&open(disk.crash(1), segments(1_000)).unwrap().1), [0]);
}
