//! The orders of the parent process, in their order.

use std::io::{self, BufRead as _, Stdin};

use super::protocol::{Order, read};

/// Reads orders from standard input.
pub(super) struct Orders {
    stdin: Stdin,
    line: String,
}

impl Orders {
    /// The orders on standard input.
    pub(super) fn stdin() -> Self {
        Self { stdin: io::stdin(), line: String::new() }
    }

    /// The next order; `None` if the parent has ended or writes something else.
    pub(super) fn next(&mut self) -> Option<Order> {
        self.line.clear();
        let bytes = self.stdin.lock().read_line(&mut self.line).ok()?;
        if bytes == 0 { None } else { read(&self.line).ok() }
    }
}
