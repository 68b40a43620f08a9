//! `--log`: what happens, step by step, on standard error. For whoever looks for a fault.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static WANTED: AtomicBool = AtomicBool::new(false);

/// Switches it on.
pub fn wanted() {
    WANTED.store(true, Ordering::Relaxed);
}

/// A line, if somebody wants it.
pub(crate) fn log(line: impl FnOnce() -> String) {
    if WANTED.load(Ordering::Relaxed) {
        let _ = writeln!(io::stderr().lock(), "{}", line());
    }
}
