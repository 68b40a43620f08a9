//! Types of other packages.

use serde_json::{Value as Json, json};

use super::agreement::{agree, agree_in_part};

#[test]
fn json() {
    agree(&[json!({ "a": [1, null] })]);
    agree(&[asl_runtime::json!({ "a": [1, null] })]);
    // Only the runtime reads `null` as an empty map.
    agree_in_part(&[serde_json::Map::from_iter([("a".to_owned(), Json::Null)])]);
    agree(&[serde_json::Number::from(3)]);
}

#[test]
fn times_of_chrono() {
    let time = chrono::DateTime::UNIX_EPOCH;
    agree_in_part(&[time]);
    agree_in_part(&[time.fixed_offset()]);
    agree_in_part(&[time.date_naive()]);
    agree_in_part(&[time.naive_utc()]);
    agree_in_part(&[time.time()]);
    agree_in_part(&[chrono::Month::May]);
    agree_in_part(&[chrono::Weekday::Mon]);
    agree_in_part(&[chrono::TimeDelta::milliseconds(1_500)]);
}

#[test]
fn times_of_jiff() {
    let time = jiff::civil::date(2026, 5, 4).at(1, 2, 3, 4);
    agree_in_part(&[time]);
    agree_in_part(&[time.date()]);
    agree_in_part(&[time.time()]);
    agree_in_part(&[time.iso_week_date()]);
    agree_in_part(&[jiff::Timestamp::UNIX_EPOCH]);
    agree_in_part(&[jiff::Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC)]);
    agree_in_part(&[jiff::Span::new().hours(3)]);
    agree_in_part(&[jiff::SignedDuration::from_hours(3)]);
}

#[test]
fn identities_and_addresses() {
    agree_in_part(&[uuid::Uuid::from_u128(7)]);
    agree_in_part(&[url::Url::parse("https://example.com/a").expect("a URL")]);
}

#[test]
fn numbers_and_bytes() {
    agree_in_part(&[rust_decimal::Decimal::new(125, 2)]);
    agree(&[bytes::Bytes::from_static(b"ab")]);
    agree(&[bytes::BytesMut::from(&b"ab"[..])]);
}
