//! The line on standard error that shows what is being built.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::output::is_quiet;

/// A line that is replaced on a terminal. Elsewhere each text is a line of its own.
pub(crate) struct Progress {
    is_terminal: bool,
    is_quiet: bool,
    shown: Mutex<String>,
}

impl Progress {
    /// Progress on standard error.
    pub(crate) fn new() -> Self {
        let is_terminal = io::stderr().is_terminal();
        Self { is_terminal, is_quiet: is_quiet(), shown: Mutex::default() }
    }

    /// Shows a text in place of the last one.
    pub(crate) fn show(&self, text: &str) {
        let mut shown = self.shown();
        if self.is_quiet || *shown == text {
            return;
        }
        if self.is_terminal {
            write(&format!("\r\x1b[2K{text}"));
        } else {
            write(&format!("{text}\n"));
        }
        text.clone_into(&mut shown);
    }

    /// Shows a detail that changes often; on a terminal only.
    pub(crate) fn detail(&self, text: &str) {
        if self.is_terminal {
            self.show(text);
        }
    }

    /// Removes the line from a terminal.
    pub(crate) fn clear(&self) {
        let mut shown = self.shown();
        if self.is_terminal && !shown.is_empty() {
            write("\r\x1b[2K");
        }
        shown.clear();
    }

    fn shown(&self) -> MutexGuard<'_, String> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write(text: &str) {
    let mut stderr = io::stderr().lock();
    // Progress that cannot be shown is no fault of the run.
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}
