//! The only module that prints. The reader may close the pipe early (`| head`): then the rest is
//! dropped silently.

use std::io::{self, Write};

/// Prints a line of a result.
pub fn line(text: &str) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}

/// Prints a line about the current action, or about its failure.
pub fn error(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
