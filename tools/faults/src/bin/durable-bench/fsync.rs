//! Measures the disk's own maximum if each record is synced separately.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::Problem;

/// Duration of the measurement.
const TIME: Duration = Duration::from_secs(2);

/// Appends of 300 bytes with an fdatasync each, per second.
pub(crate) fn rate(folder: &Path) -> Result<f64, Problem> {
    let mut file = File::create(folder.join("fsync"))?;
    let (from, mut count) = (Instant::now(), 0_u32);
    while from.elapsed() < TIME {
        file.write_all(&[7; 300])?;
        file.sync_data()?;
        count += 1;
    }
    Ok(f64::from(count) / from.elapsed().as_secs_f64())
}
