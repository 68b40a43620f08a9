//! Resources used by this process.

use std::fs;
use std::path::Path;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use crate::Problem;

/// Microseconds of CPU so far, including all threads and the system's work for them.
pub(crate) fn cpu_micros() -> Result<i64, Problem> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    Ok(usage.user_time().num_microseconds() + usage.system_time().num_microseconds())
}

/// Current memory in bytes; available on Linux only.
pub(crate) fn memory() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024.0)
}

/// Bytes of all files in a folder.
pub(crate) fn disk(folder: &Path) -> Result<u64, Problem> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        bytes += entry?.metadata()?.len();
    }
    Ok(bytes)
}

/// For ratios: counts here are far below what a float holds exactly.
#[expect(clippy::cast_precision_loss, reason = "see above")]
pub(crate) fn float(count: usize) -> f64 {
    count as f64
}
