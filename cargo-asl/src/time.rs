//! Times on the command line and in tables.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use asl_language::timestamp::{self, Moment};
use asl_runtime::Value;
use asl_runtime::history;

/// Reads an age such as `15m`, or a time as RFC 3339 writes it.
pub(crate) fn parse(text: &str) -> Result<SystemTime, String> {
    if let Some(age) = timestamp::age(text) {
        return SystemTime::now()
            .checked_sub(age)
            .ok_or_else(|| "the age is longer than the time since 1970".to_owned());
    }
    let moment = Moment::parse(text).map_err(|why| {
        format!("{why}: write an age such as `15m`, or a time such as `2026-03-01T08:00:00Z`")
    })?;
    Ok(UNIX_EPOCH + Duration::from_millis(moment.milliseconds()))
}

/// The time as in histories, without fractions of a second.
pub(crate) fn text(time: SystemTime) -> String {
    let millis = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let seconds = u64::try_from(millis / 1_000).unwrap_or(u64::MAX);
    match history::timestamp(seconds.saturating_mul(1_000)).as_str() {
        Some(text) => text.replace(".000Z", "Z"),
        None => "?".to_owned(),
    }
}

/// The time as in histories.
pub(crate) fn json(time: SystemTime) -> Value {
    let millis = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    history::timestamp(u64::try_from(millis).unwrap_or(u64::MAX))
}

/// A duration in its largest units: `3 s`, `12 m`, `5 h`, `9 d`.
pub(crate) fn age_text(since: SystemTime) -> String {
    let seconds = since.elapsed().unwrap_or_default().as_secs();
    let (count, unit) = match seconds {
        0..120 => (seconds, "s"),
        120..7_200 => (seconds / 60, "m"),
        7_200..172_800 => (seconds / 3_600, "h"),
        172_800.. => (seconds / 86_400, "d"),
    };
    format!("{count}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_and_times_are_read() {
        let an_hour_ago = parse("1h").unwrap_or(UNIX_EPOCH);
        let hour = SystemTime::now().duration_since(an_hour_ago);
        let seconds = hour.map_or(0, |hour| hour.as_secs());
        assert!((3_600..3_660).contains(&seconds), "{seconds}");
        let time = parse("2026-03-01T08:00:00Z").unwrap_or(UNIX_EPOCH);
        assert_eq!(text(time), "2026-03-01T08:00:00Z");
        for wrong in ["", "1", "h", "-1h", "1w", "99999999999999999999d", "2026-03-01"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
