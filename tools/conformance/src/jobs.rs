//! The loop of every generated program: it reads jobs, one per line, and writes their results.

use std::error::Error;
use std::io::{BufRead, Write};

use serde::de::DeserializeOwned;

/// Writes the line of each job, as this function gives it.
pub(crate) fn run<J: DeserializeOwned>(
    jobs: impl BufRead,
    mut results: impl Write,
    mut result: impl FnMut(J) -> Result<String, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    for line in jobs.lines() {
        let job = serde_json::from_str(&line?)?;
        writeln!(results, "{}", result(job)?)?;
        // Flush, so that this case is known if the next one crashes the program.
        results.flush()?;
    }
    Ok(())
}

/// The machine or the expression that a job names.
pub(crate) fn named<T>(found: Option<T>) -> Result<T, Box<dyn Error>> {
    found.ok_or_else(|| "a job names a machine or an expression that is not there".into())
}
