//! Measures the disk alone: how long a synced append takes on it now, beside other work.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::{Problem, line};

/// Duration of the measurement.
const TIME: Duration = Duration::from_secs(2);

/// Measures appends of 3,000 bytes with an fdatasync each, and prints their times.
pub(crate) fn show(folder: &Path) -> Result<(), Problem> {
    let path = folder.join("fsync");
    let mut file = File::create(&path)?;
    let (from, mut times) = (Instant::now(), Vec::new());
    while from.elapsed() < TIME {
        let start = Instant::now();
        file.write_all(&[7; 3_000])?;
        file.sync_data()?;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let at = |rank: usize| times.get(rank).map_or(0.0, |time| time.as_secs_f64() * 1e3);
    let (median, most) = (at(times.len() / 2), at(times.len() * 99 / 100));
    line(&format!("append 3,000 B + fdatasync alone: p50 {median:.2} ms, p99 {most:.2} ms"));
    fs::remove_file(path)?;
    Ok(())
}
