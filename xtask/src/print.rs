//! The only place that prints.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program talks to its user")]

/// A line of a result.
pub(crate) fn line(text: &str) {
    println!("{text}");
}

/// A line about what is being done now, or why it cannot be done.
pub(crate) fn error(text: &str) {
    eprintln!("{text}");
}
