//! The shapes of types of other packages.

use crate::Value;

use super::{Shape, Values};

impl Shape for Value {
    const WRITTEN: &'static Values<'static> = &Values::Any;
    const READ: &'static Values<'static> = &Values::Any;
}

impl Shape for serde_json::Value {
    const WRITTEN: &'static Values<'static> = &Values::Any;
    const READ: &'static Values<'static> = &Values::Any;
}

impl Shape for serde_json::Map<String, serde_json::Value> {
    const WRITTEN: &'static Values<'static> = &Values::Map(&Values::Any);
    // The runtime, which does not expect a type, gives it `null` as well: an empty map.
    const READ: &'static Values<'static> =
        &Values::OneOf(&[&Values::Map(&Values::Any), &Values::Null]);
}

impl Shape for serde_json::Number {
    const WRITTEN: &'static Values<'static> = &Values::Number;
    const READ: &'static Values<'static> = &Values::Number;
}

impl Shape for smol_str::SmolStr {
    const WRITTEN: &'static Values<'static> = &Values::Text;
    const READ: &'static Values<'static> = &Values::Text;
}

/// Texts of a format. Which texts are read is not known.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "url", feature = "uuid"))]
macro_rules! texts {
    ($($type:ty),* $(,)?) => {
        $(impl Shape for $type {
            const WRITTEN: &'static Values<'static> = &Values::Text;
            const READ: &'static Values<'static> = &Values::Text;
        })*
    };
}

#[cfg(feature = "chrono")]
texts! {
    chrono::NaiveDate, chrono::NaiveDateTime, chrono::NaiveTime, chrono::Month, chrono::Weekday,
}

#[cfg(feature = "chrono")]
impl<Z: chrono::TimeZone> Shape for chrono::DateTime<Z> {
    const WRITTEN: &'static Values<'static> = &Values::Text;
    const READ: &'static Values<'static> = &Values::Text;
}

/// Seconds and nanoseconds.
#[cfg(feature = "chrono")]
impl Shape for chrono::TimeDelta {
    const WRITTEN: &'static Values<'static> = <(i64, i32)>::WRITTEN;
    const READ: &'static Values<'static> = <(i64, i32)>::READ;
}

#[cfg(feature = "jiff")]
texts! {
    jiff::SignedDuration, jiff::Span, jiff::Timestamp, jiff::Zoned, jiff::civil::Date,
    jiff::civil::DateTime, jiff::civil::ISOWeekDate, jiff::civil::Time,
}

#[cfg(feature = "url")]
texts! { url::Url }

/// The 16 bytes are read, too.
#[cfg(feature = "uuid")]
impl Shape for uuid::Uuid {
    const WRITTEN: &'static Values<'static> = &Values::Text;
    const READ: &'static Values<'static> = &Values::OneOf(&[<[u8; 16]>::READ, &Values::Text]);
}

/// Written as a text unless a feature of `rust_decimal` says otherwise.
#[cfg(feature = "rust_decimal")]
impl Shape for rust_decimal::Decimal {
    const WRITTEN: &'static Values<'static> =
        if cfg!(feature = "rust_decimal-float") { &Values::Number } else { &Values::Text };
    const READ: &'static Values<'static> = &Values::OneOf(&[&Values::Number, &Values::Text]);
}

#[cfg(feature = "bytes")]
macro_rules! bytes {
    ($($type:ty),*) => {
        $(impl Shape for $type {
            const WRITTEN: &'static Values<'static> = <[u8]>::WRITTEN;
            const READ: &'static Values<'static> =
                &Values::OneOf(&[&Values::Text, <[u8]>::READ]);
        })*
    };
}

#[cfg(feature = "bytes")]
bytes! { bytes::Bytes, bytes::BytesMut }
