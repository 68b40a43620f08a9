//! Recoveries that are interrupted themselves.

use super::{open, segments};
use crate::disk::sim::{DiskFault, SimDisk};

const FIRST: &str = "journal-0000000001.log";
const SECOND: &str = "journal-0000000002.log";

/// A disk with a journal of one commit.
fn one_commit(seed: u64) -> SimDisk {
    let disk = SimDisk::new(seed);
    let (mut journal, _) = open(disk.clone(), segments(1_000)).unwrap();
    journal.append(b"first").unwrap();
    journal.commit().unwrap();
    drop(journal);
    let bytes = disk.contents(FIRST);
    disk.set_contents(FIRST, bytes);
    disk
}

/// Opens the journal repeatedly. Each attempt fails one changing call later than the one before.
fn interrupted(disk: &SimDisk, fail: impl Fn(&SimDisk, u64)) -> Vec<SimDisk> {
    let whole = disk.kill();
    open(whole.clone(), segments(1_000)).unwrap();
    let openings = (0..whole.calls()).filter_map(|call| {
        let disk = disk.kill();
        fail(&disk, call);
        open(disk.clone(), segments(1_000)).err().map(|_| disk.kill())
    });
    openings.collect()
}

/// Opens the journal again, commits a record of this length, and loses power in the next commit.
fn goes_on(disk: &SimDisk, length: usize) {
    let (mut journal, found) = open(disk.clone(), segments(1_000)).unwrap();
    assert_eq!(found.len(), 1);
    journal.append(&vec![b's'; length]).unwrap();
    journal.commit().unwrap();
    journal.append(&[b't'; 2_000]).unwrap();
    // Lose power at its sync. Before it, a new segment takes four calls.
    disk.stop_at(disk.changes() + if length < 1_000 { 1 } else { 5 });
    journal.commit().unwrap_err();
    for seed in 0..20 {
        let (_, found) =
            open(disk.crash(seed), segments(1_000)).unwrap_or_else(|error| panic!("{error}"));
        assert!(found.len() == 2 || found.len() == 3, "{found:?}");
    }
}

#[test]
fn a_truncated_commit_does_not_reappear() {
    for seed in 0..40 {
        let disk = one_commit(seed);
        let torn = [disk.contents(FIRST).unwrap(), vec![b'?'; 3_000]].concat();
        disk.set_contents(FIRST, Some(torn));
        let failed = interrupted(&disk, |disk, call| disk.fail_at(call, DiskFault::Failed));
        assert!(failed.len() > 5);
        for disk in &failed {
            goes_on(disk, 1_000);
        }
    }
}

#[test]
fn a_removed_segment_does_not_reappear() {
    for seed in 0..40 {
        let disk = one_commit(seed);
        disk.set_contents(SECOND, Some(vec![0; 10]));
        let stopped = interrupted(&disk, SimDisk::stop_at);
        assert!(stopped.len() > 1);
        for disk in &stopped {
            goes_on(disk, 10);
        }
    }
}
