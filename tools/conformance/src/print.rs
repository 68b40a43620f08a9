//! The only place that prints. Whoever reads may stop before the end (`| head`): then the rest is
//! dropped quietly.

use std::io::{self, Write};

/// A line of a result.
pub fn line(text: &str) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}

/// A line about what is being done now, or why it cannot be done.
pub fn error(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
