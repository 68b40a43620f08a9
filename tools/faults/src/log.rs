//! `--log`: prints every step to standard error, to investigate a fault.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static WANTED: AtomicBool = AtomicBool::new(false);

/// Switches the log on.
pub fn wanted() {
    WANTED.store(true, Ordering::Relaxed);
}

/// True if the log is on.
pub(crate) fn is_on() -> bool {
    WANTED.load(Ordering::Relaxed)
}

/// Prints a line if the log is on.
pub(crate) fn log(line: impl FnOnce() -> String) {
    if is_on() {
        let _ = writeln!(io::stderr().lock(), "{}", line());
    }
}
