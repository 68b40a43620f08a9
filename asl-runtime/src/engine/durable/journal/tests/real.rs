//! On the file system.

use std::path::PathBuf;

use super::{open, segments};
use crate::engine::durable::disk::RealDisk;
use crate::engine::durable::journal::Fault;

/// A directory that goes with the test.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("asl-journal-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&path));
        Self(path)
    }

    fn disk(&self) -> RealDisk {
        RealDisk::open(&self.0).unwrap()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

#[test]
fn what_is_committed_is_there_when_it_is_opened_again() {
    let directory = Directory::new("again");
    let (mut journal, records) = open(directory.disk(), segments(1 << 10)).unwrap();
    assert_eq!(records, []);
    let mut written = Vec::new();
    for number in 0..200_u8 {
        let payload = vec![number; usize::from(number) * 3];
        let position = journal.append(&payload).unwrap();
        written.push((position, payload));
        assert_eq!(journal.read(position).unwrap(), written.last().unwrap().1);
        if number % 3 == 0 {
            journal.commit().unwrap();
        }
    }
    drop(journal);
    written.pop(); // 199 was not committed.
    let (journal, records) = open(directory.disk(), segments(1 << 10)).unwrap();
    assert_eq!(records, written);
    for (position, payload) in &written {
        assert_eq!(journal.read(*position).unwrap(), *payload);
    }
    assert!(records.last().unwrap().0.segment() > 10);
}

#[test]
fn a_second_opener_is_told_who_has_the_store() {
    let directory = Directory::new("second");
    let first = open(directory.disk(), segments(1 << 10)).unwrap();
    let error = open(directory.disk(), segments(1 << 10)).unwrap_err();
    let process = std::process::id().to_string();
    assert_eq!(error.fault, Fault::InUse(Some(process.clone())));
    let path = directory.0.display();
    let text = format!("the store `{path}` is in use by process {process}: end it, or take another directory");
    assert_eq!(error.to_string(), text);
    drop(first);
    open(directory.disk(), segments(1 << 10)).unwrap();
}
