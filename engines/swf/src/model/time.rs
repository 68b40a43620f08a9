//! Timestamps and time-outs, both in seconds: the former as a number with a fraction, the latter as
//! text.

use std::fmt::{self, Display, Formatter};

use asl_language::timestamp::Moment;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A timestamp in milliseconds since 1970, the resolution of Amazon SWF. In JSON it is a number of
/// seconds with a fraction; the RFC 3339 form of the `aws` command is read too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Timestamp(i64);

/// Maximum number of seconds that keeps its milliseconds: beyond the year 285,000.
const LAST_SECOND: f64 = 9_007_199_254_740.0;

impl Timestamp {
    /// A timestamp from milliseconds since 1970.
    pub const fn from_millis(milliseconds: i64) -> Self {
        Self(milliseconds)
    }

    /// Milliseconds since 1970.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// A timestamp from seconds. `None` outside of the calendar's range.
    fn from_seconds(seconds: f64) -> Option<Self> {
        let milliseconds = (seconds * 1000.0).round();
        #[expect(clippy::cast_possible_truncation, reason = "no more than 2^53")]
        (seconds.abs() <= LAST_SECOND).then_some(Self(milliseconds as i64))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 1000 == 0 {
            return serializer.serialize_i64(self.0 / 1000);
        }
        #[expect(clippy::cast_precision_loss, reason = "exact before the year 285,000")]
        serializer.serialize_f64(self.0 as f64 / 1000.0)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TimestampVisitor)
    }
}

struct TimestampVisitor;

impl Visitor<'_> for TimestampVisitor {
    type Value = Timestamp;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("a timestamp in seconds")
    }

    fn visit_f64<E: Error>(self, seconds: f64) -> Result<Timestamp, E> {
        Timestamp::from_seconds(seconds)
            .ok_or_else(|| E::invalid_value(Unexpected::Float(seconds), &self))
    }

    fn visit_i64<E: Error>(self, seconds: i64) -> Result<Timestamp, E> {
        let milliseconds = seconds.checked_mul(1000).map(Timestamp);
        milliseconds.ok_or_else(|| E::invalid_value(Unexpected::Signed(seconds), &self))
    }

    fn visit_u64<E: Error>(self, seconds: u64) -> Result<Timestamp, E> {
        let milliseconds = i64::try_from(seconds)
            .ok()
            .and_then(|seconds| seconds.checked_mul(1000))
            .map(Timestamp);
        milliseconds.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(seconds), &self))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Timestamp, E> {
        let moment = Moment::parse(&text.to_ascii_uppercase())
            .map_err(|_| E::invalid_value(Unexpected::Str(text), &self))?;
        Ok(Timestamp(moment.seconds * 1000 + i64::from(moment.nanoseconds / 1_000_000)))
    }
}

/// A time-out: whole seconds as text, or `NONE`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Timeout {
    /// Seconds, of at most eight digits.
    Seconds(u64),
    /// `NONE`: no time-out.
    Unlimited,
}

impl Timeout {
    /// Reads whole seconds or `NONE`.
    pub fn parse(text: &str) -> Option<Self> {
        if text == "NONE" {
            return Some(Self::Unlimited);
        }
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten().map(Self::Seconds)
    }
}

impl Display for Timeout {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seconds(seconds) => seconds.fmt(formatter),
            Self::Unlimited => formatter.write_str("NONE"),
        }
    }
}

impl Serialize for Timeout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timeout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TimeoutVisitor)
    }
}

struct TimeoutVisitor;

impl Visitor<'_> for TimeoutVisitor {
    type Value = Timeout;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("whole seconds as text, or \"NONE\"")
    }

    fn visit_u64<E: Error>(self, seconds: u64) -> Result<Timeout, E> {
        Ok(Timeout::Seconds(seconds))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Timeout, E> {
        Timeout::parse(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}
