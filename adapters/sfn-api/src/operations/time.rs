//! Times as the protocol writes them: seconds since 1970 with a fraction.

use std::time::{SystemTime, UNIX_EPOCH};

/// A time in seconds since 1970.
pub(super) fn seconds(time: SystemTime) -> f64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}
