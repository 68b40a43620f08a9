//! Waits until a file changes.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, SystemTime};

use crate::execution::Cancel;

/// Time between two looks at the files.
const INTERVAL: Duration = Duration::from_millis(200);

/// Waits until one of the files is written, made or removed. False if the user ends the command.
///
/// Times of changes are compared in intervals: this needs no library for each system, and works on
/// shared folders, where systems report nothing.
pub(super) fn wait_for_change(files: &[PathBuf], cancel: &Cancel) -> bool {
    let before = times(files);
    while times(files) == before {
        if cancel.is_cancelled() {
            return false;
        }
        thread::sleep(INTERVAL);
    }
    true
}

fn times(files: &[PathBuf]) -> Vec<Option<SystemTime>> {
    files.iter().map(|file| fs::metadata(file).and_then(|found| found.modified()).ok()).collect()
}
