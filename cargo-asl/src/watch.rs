//! Waits until a file changes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use crate::execution::Cancel;

/// Time between two looks at the files.
const INTERVAL: Duration = Duration::from_millis(200);

/// Files, each with the time of its last change when it was added, which is before it is read: so a
/// change during a run is not missed.
#[derive(Default)]
pub(crate) struct Watched(BTreeMap<PathBuf, Option<SystemTime>>);

impl Watched {
    /// Adds files. The time of a file that was added before stays.
    pub(crate) fn add(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        for file in files {
            let time = changed(&file);
            self.0.entry(file).or_insert(time);
        }
    }

    /// Waits until one of the files is written, made or removed. False if the user ends the command.
    ///
    /// Times of changes are compared in intervals: this needs no library for each system, and works
    /// on shared folders, where systems report nothing.
    pub(crate) fn wait_for_change(&self, cancel: &Cancel) -> bool {
        while self.0.iter().all(|(file, time)| changed(file) == *time) {
            if cancel.is_cancelled() {
                return false;
            }
            thread::sleep(INTERVAL);
        }
        true
    }
}

fn changed(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|found| found.modified()).ok()
}
