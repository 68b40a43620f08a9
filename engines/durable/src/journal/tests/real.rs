//! The journal on the file system.

use std::path::PathBuf;

use super::{open, segments};
use crate::disk::RealDisk;
use crate::journal::Fault;

/// A directory that is removed with the test.
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
fn committed_records_are_read_when_the_journal_is_opened_again() {
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
fn the_error_of_a_second_opening_names_the_process() {
    let directory = Directory::new("second");
    let first = open(directory.disk(), segments(1 << 10)).unwrap();
    let error = open(directory.disk(), segments(1 << 10)).unwrap_err();
    let process = std::process::id().to_string();
    assert_eq!(error.fault, Fault::InUse(Some(process.clone())));
    let path = directory.0.display();
    let text = format!(
        "the store `{path}` is in use by process {process}: end it, or use another directory"
    );
    assert_eq!(error.to_string(), text);
    drop(first);
    open(directory.disk(), segments(1 << 10)).unwrap();
}

#[test]
fn a_directory_is_created_with_its_parents() {
    let directory = Directory::new("nested");
    let inner = Directory(directory.0.join("a/b/c"));
    open(inner.disk(), segments(1 << 10)).unwrap();
    assert!(inner.0.join("store.lock").is_file());
}

#[test]
fn a_path_that_is_not_a_directory_is_an_error() {
    let directory = Directory::new("file");
    std::fs::create_dir(&directory.0).unwrap();
    let file = directory.0.join("file");
    std::fs::write(&file, b"mine").unwrap();
    RealDisk::open(&file).unwrap_err();
    RealDisk::open(file.join("below")).unwrap_err();
    assert_eq!(std::fs::read(&file).unwrap(), b"mine");
}

#[cfg(unix)]
#[test]
fn a_directory_without_permission_is_an_error() {
    use std::os::unix::fs::PermissionsExt;

    let directory = Directory::new("denied");
    drop(open(directory.disk(), segments(1 << 10)).unwrap());
    let lock = directory.0.join("store.lock");
    std::fs::set_permissions(&lock, std::fs::Permissions::from_mode(0o000)).unwrap();
    match open(directory.disk(), segments(1 << 10)) {
        // The superuser may do everything.
        Ok(_) => assert!(std::fs::File::open(&lock).is_ok()),
        Err(error) => {
            let text =
                format!("no permission for `{}`: let this user read and write it", lock.display());
            assert_eq!(error.to_string(), text);
        }
    }
}

#[test]
fn a_compaction_on_the_file_system_removes_the_old_files() {
    let directory = Directory::new("compaction");
    let (mut journal, _) = open(directory.disk(), segments(100)).unwrap();
    for _ in 0..10 {
        journal.append(&[1; 200]).unwrap();
        journal.commit().unwrap();
    }
    let mut compaction = journal.begin_compaction().unwrap();
    let kept = compaction.write(b"kept").unwrap();
    journal.finish_compaction(compaction).unwrap();
    drop(journal);
    let (_, records) = open(directory.disk(), segments(100)).unwrap();
    assert_eq!(records, [(kept, b"kept".to_vec())]);
    let entries = std::fs::read_dir(&directory.0).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = entries.collect();
    names.sort();
    assert_eq!(names, ["journal-0000000011.log", "store.lock", "store.next", "store.tip"]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &std::path::Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o777
    }

    /// A store with two segments, a lock and a tip.
    fn fill(directory: &Directory) {
        let (mut journal, _) = open(directory.disk(), segments(1 << 10)).unwrap();
        for _ in 0..2 {
            journal.append(&[7; 2_000]).unwrap();
            journal.commit().unwrap();
        }
    }

    #[test]
    fn only_its_owner_can_read_a_store() {
        let made = Directory::new("made-private");
        let empty = Directory::new("empty-private");
        std::fs::create_dir(&empty.0).unwrap();
        std::fs::set_permissions(&empty.0, std::fs::Permissions::from_mode(0o755)).unwrap();
        for directory in [&made, &empty] {
            fill(directory);
            assert_eq!(mode(&directory.0), 0o700);
            let files: Vec<_> =
                std::fs::read_dir(&directory.0).unwrap().map(|file| file.unwrap().path()).collect();
            assert!(files.len() >= 4, "{files:?}");
            for file in files {
                assert_eq!(mode(&file), 0o600, "{}", file.display());
            }
        }
        // From then on its mode is left to the administrator.
        std::fs::set_permissions(&made.0, std::fs::Permissions::from_mode(0o750)).unwrap();
        open(made.disk(), segments(1 << 10)).unwrap();
        assert_eq!(mode(&made.0), 0o750);
    }

    #[test]
    fn symbolic_links_in_place_of_files_are_refused() {
        for (name, is_fatal) in
            [("store.lock", true), ("store.tip", false), ("journal-0000000001.log", true)]
        {
            let directory = Directory::new(&format!("link-{name}"));
            fill(&directory);
            let target = directory.0.with_extension("target");
            let (path, text) = (directory.0.join(name), "what nobody must write to");
            for is_there in [true, false] {
                drop(std::fs::remove_file(&path));
                drop(std::fs::remove_file(&target));
                if is_there {
                    std::fs::write(&target, text).unwrap();
                }
                symlink(&target, &path).unwrap();
                let opened = open(directory.disk(), segments(1 << 10));
                assert_eq!(opened.is_err(), is_fatal, "{name}: {:?}", opened.err());
                assert_eq!(
                    std::fs::read_to_string(&target).ok().as_deref(),
                    is_there.then_some(text),
                    "{name}"
                );
            }
            drop(std::fs::remove_file(&target));
        }
    }
}
