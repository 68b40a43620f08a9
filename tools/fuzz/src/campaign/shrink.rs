//! Makes a failing input smaller: leaves parts out while the same failure stays. Slow inputs stay
//! as they are: each attempt would take their time.

use std::fs;
use std::io;
use std::time::{Duration, Instant};

use crate::failure::{Failure, Kind};
use crate::folders;
use crate::targets::Target;

/// Attempts, each of which is a process.
const MOST_ATTEMPTS: u32 = 200;
/// Time for all attempts.
const MOST_TIME: Duration = Duration::from_secs(20);

/// A smaller input that fails alike, if one is found in time.
pub(crate) fn smaller(
    target: &Target,
    input: &[u8],
    failure: &Failure,
    patience: Duration,
) -> io::Result<Option<Vec<u8>>> {
    if matches!(failure.kind, Kind::Slow | Kind::Hang) {
        return Ok(None);
    }
    let file =
        folders::findings().join(format!("shrink-{}.{}", std::process::id(), target.extension));
    let until = Instant::now() + MOST_TIME;
    let mut best = input.to_vec();
    let mut attempts = 0;
    let mut chunk = input.len().div_ceil(2);
    while chunk > 0 {
        let mut from = 0;
        while from < best.len() {
            if attempts == MOST_ATTEMPTS || Instant::now() > until {
                break;
            }
            attempts += 1;
            let rest = best.iter().skip(from + chunk);
            let candidate: Vec<u8> = best.iter().take(from).chain(rest).copied().collect();
            fs::write(&file, &candidate)?;
            let found = super::run_file(target, &file, patience)?;
            if found.is_some_and(|found| found.key() == failure.key()) {
                best = candidate;
            } else {
                from += chunk;
            }
        }
        chunk /= 2;
    }
    let _ = fs::remove_file(&file);
    Ok(Some(best).filter(|best| best.len() < input.len()))
}
