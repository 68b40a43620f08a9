//! Tests of the simulated disk.

use super::{DiskFault, SimDisk};
use crate::disk::{Disk, DiskFile, LockError, write_full};

/// All outcomes of a loss of power, as contents of the file.
fn outcomes(disk: &SimDisk, file: &str) -> Vec<Option<Vec<u8>>> {
    let mut outcomes: Vec<_> = (0..2_000).map(|seed| disk.crash(seed).contents(file)).collect();
    outcomes.sort();
    outcomes.dedup();
    outcomes
}

#[test]
fn synced_bytes_survive_a_loss_of_power() {
    let disk = SimDisk::new(1);
    let file = disk.create("a").unwrap();
    write_full(&file, b"kept", 0).unwrap();
    file.sync_data().unwrap();
    assert_eq!(outcomes(&disk, "a"), [None, Some(b"kept".to_vec())]);
    disk.sync_directory().unwrap();
    assert_eq!(outcomes(&disk, "a"), [Some(b"kept".to_vec())]);
}

#[test]
fn unsynced_bytes_are_lost_torn_or_reordered() {
    let disk = SimDisk::new(1);
    let file = disk.create("a").unwrap();
    disk.sync_directory().unwrap();
    write_full(&file, &[1; 1_024], 0).unwrap();
    write_full(&file, &[2; 512], 1_024).unwrap();
    let outcomes: Vec<Vec<u8>> = outcomes(&disk, "a").into_iter().flatten().collect();
    let has = |found: &dyn Fn(&[u8]) -> bool| outcomes.iter().any(|bytes| found(bytes));
    assert!(has(&|bytes| bytes.is_empty()));
    assert!(has(&|bytes| bytes.len() == 1_536 && bytes[0] == 1 && bytes[1_535] == 2));
    // The outcomes: the last write without the earlier ones, the first sector without the second,
    // part of a sector, zeros, and nothing.
    assert!(has(&|bytes| bytes.len() == 1_536
        && bytes[..1_024] == [0; 1_024]
        && bytes[1_024] == 2));
    assert!(has(&|bytes| bytes.len() == 1_536 && bytes[0] == 1 && bytes[512..1_024] == [0; 512]));
    assert!(has(&|bytes| bytes.len() == 1_536 && bytes[512] == 1 && bytes[1_000] == 0));
    assert!(has(&|bytes| bytes == [0; 1_536]));
    assert!(has(&|bytes| bytes.len() % 512 != 0));
}

#[test]
fn each_change_of_the_directory_survives_or_is_lost() {
    let disk = SimDisk::new(1);
    disk.set_contents("old", Some(b"old".to_vec()));
    disk.set_contents("gone", Some(b"gone".to_vec()));
    let new = disk.create("new").unwrap();
    write_full(&new, b"new", 0).unwrap();
    new.sync_data().unwrap();
    disk.rename("new", "old").unwrap();
    disk.remove("gone").unwrap();
    let both = |seed| (disk.crash(seed).contents("old"), disk.crash(seed).contents("gone"));
    let seen: std::collections::BTreeSet<_> = (0..1_000).map(both).collect();
    let (old, new, gone) = (Some(b"old".to_vec()), Some(b"new".to_vec()), Some(b"gone".to_vec()));
    let all = [(old.clone(), gone.clone()), (old, None), (new.clone(), gone), (new, None)];
    assert_eq!(seen, all.into_iter().collect());
}

#[test]
fn a_later_sync_does_not_repair_a_failed_one() {
    let disk = SimDisk::new(3);
    let file = disk.create("a").unwrap();
    disk.sync_directory().unwrap();
    write_full(&file, &[7; 2_048], 0).unwrap();
    disk.fail_at(disk.calls(), DiskFault::Failed);
    file.sync_data().unwrap_err();
    file.sync_data().unwrap();
    assert_eq!(disk.contents("a").unwrap(), [7; 2_048]);
    let left = outcomes(&disk, "a");
    assert_eq!(left.len(), 1);
    assert_ne!(left[0].as_deref(), Some(&[7; 2_048][..]));
}

#[test]
fn calls_fail_transfer_less_and_stop_where_faults_are_injected() {
    let disk = SimDisk::new(1);
    let file = disk.create("a").unwrap();
    disk.fail_at(1, DiskFault::Short);
    disk.fail_at(2, DiskFault::NoSpace);
    assert_eq!(file.write_at(b"abcd", 0).unwrap(), 2);
    assert_eq!(file.write_at(b"cd", 2).unwrap_err().kind(), std::io::ErrorKind::StorageFull);
    disk.stop_at(disk.changes());
    assert!(!disk.is_stopped());
    file.sync_data().unwrap_err();
    assert!(disk.is_stopped());
    disk.open("a").unwrap_err();
    let after = disk.kill();
    after.open("a").unwrap();
    assert_eq!(after.calls(), 1);
}

#[test]
fn space_runs_out_at_the_limit() {
    let disk = SimDisk::new(1);
    disk.limit_space(Some(10));
    let (first, second) = (disk.create("a").unwrap(), disk.create("b").unwrap());
    assert_eq!(first.write_at(&[1; 6], 0).unwrap(), 6);
    assert_eq!(second.write_at(&[1; 6], 0).unwrap(), 4);
    assert_eq!(second.write_at(&[1; 2], 4).unwrap_err().kind(), std::io::ErrorKind::StorageFull);
    assert_eq!(first.write_at(&[2; 6], 0).unwrap(), 6);
}

#[test]
fn the_lock_has_one_holder() {
    let disk = SimDisk::new(1);
    let lock = disk.lock("lock").unwrap();
    assert!(matches!(disk.lock("lock"), Err(LockError::Held(None))));
    // A crash or the end of the process releases the lock.
    drop((disk.crash(1).lock("lock").unwrap(), disk.kill().lock("lock").unwrap()));
    drop(lock);
    disk.lock("lock").unwrap();
}
