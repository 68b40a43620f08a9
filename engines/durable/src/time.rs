//! Conversion between the store's milliseconds since 1970 and the system's times.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use asl_runtime::history::timestamp;
use asl_runtime::value::Value;

/// The time as milliseconds since 1970; 0 before that.
pub(super) fn millis(time: SystemTime) -> u64 {
    let millis = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    u64::try_from(millis).unwrap_or(u64::MAX)
}

/// The time as text, in the form of histories.
pub(super) fn to_json(time: SystemTime) -> Value {
    timestamp(millis(time))
}

/// The time of these milliseconds since 1970. A time that the system cannot represent is 1970.
pub(super) fn system(millis: u64) -> SystemTime {
    UNIX_EPOCH.checked_add(Duration::from_millis(millis)).unwrap_or(UNIX_EPOCH)
}
