//! Converts rows to values.
//!
//! Groups become objects, lists arrays, and maps objects. Integers stay exact; a timestamp is the
//! number of milliseconds since 1970, whatever its unit, `INT96` too. Dates, times and decimals are
//! texts, and so are bytes that are no text: in base64.

use std::fmt::Write as _;

use asl_value::encoding::to_base64;
use parquet::basic::{ConvertedType, LogicalType, Repetition, TimeUnit};
use parquet::record::{Field, Row};
use parquet::schema::types::Type;

use asl_value::value::{Map, Value};

/// The item of a row.
pub(super) fn item(row: &Row, schema: &Type) -> Value {
    group(row, schema)
}

fn group(row: &Row, of: &Type) -> Value {
    let mut members = Map::with_capacity(row.len());
    for ((name, field), of) in row.get_column_iter().zip(of.get_fields()) {
        members.insert(name.as_str(), value(field, of));
    }
    Value::from(members)
}

fn value(field: &Field, of: &Type) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(value) => Value::Bool(*value),
        Field::Byte(number) => Value::from(*number),
        Field::Short(number) => Value::from(*number),
        Field::Int(number) => Value::from(*number),
        Field::Long(number) => long(*number, of),
        Field::UByte(number) => Value::from(*number),
        Field::UShort(number) => Value::from(*number),
        Field::UInt(number) => Value::from(*number),
        // As the reader of JSON: a larger integer is a float.
        Field::ULong(number) => {
            number_of(&number.to_string()).unwrap_or_else(|| Value::text(number.to_string()))
        }
        // The shortest text is the number that was written, such as 0.1.
        Field::Float16(number) => number_of(&number.to_string()).unwrap_or_default(),
        Field::Float(number) => number_of(&number.to_string()).unwrap_or_default(),
        Field::Double(number) => Value::from(*number),
        Field::Decimal(_) => Value::text(field.to_string().trim_end_matches('.')),
        Field::Str(text) => Value::text(text.as_str()),
        Field::Bytes(bytes) => bytes_of(bytes.data(), of),
        Field::Date(_) | Field::TimeMillis(_) | Field::TimeMicros(_) => {
            Value::text(field.to_string())
        }
        Field::TimestampMillis(time) => Value::from(*time),
        Field::TimestampMicros(time) => Value::from(time.div_euclid(1_000)),
        Field::Group(row) => group(row, of),
        Field::ListInternal(list) => {
            let (element, is_wrapped) = element_of(of);
            let fields = list.elements().iter().flat_map(|field| {
                if is_wrapped && let Field::ListInternal(inner) = field {
                    return inner.elements();
                }
                std::slice::from_ref(field)
            });
            fields.map(|field| value(field, element)).collect()
        }
        Field::MapInternal(map) => {
            let entry = of.get_fields().first().map_or(of, |entry| entry.as_ref());
            let part = |at: usize| entry.get_fields().get(at).map_or(entry, |of| of.as_ref());
            let mut members = Map::with_capacity(map.len());
            for (key, field) in map.entries() {
                let key = value(key, part(0));
                let name = key.as_str().map_or_else(|| key.to_json_string(), str::to_owned);
                members.insert(name, value(field, part(1)));
            }
            Value::from(members)
        }
    }
}

/// A number from its text; `None` if it is none, such as `NaN`.
fn number_of(text: &str) -> Option<Value> {
    Value::from_json_str(text).ok()
}

/// A number of 64 bits. The library does not know times in nanoseconds.
fn long(number: i64, of: &Type) -> Value {
    match of.get_basic_info().logical_type_ref() {
        Some(LogicalType::Timestamp(kind)) if kind.unit == TimeUnit::NANOS => {
            Value::from(number.div_euclid(1_000_000))
        }
        Some(LogicalType::Time(kind)) if kind.unit == TimeUnit::NANOS => {
            Value::text(time_of_day(number))
        }
        _ => Value::from(number),
    }
}

/// A time of the day from nanoseconds.
fn time_of_day(nanos: i64) -> String {
    let (seconds, nanos) = (nanos.div_euclid(1_000_000_000), nanos.rem_euclid(1_000_000_000));
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    format!("{hours:02}:{minutes:02}:{:02}.{nanos:09}", seconds % 60)
}

fn bytes_of(bytes: &[u8], of: &Type) -> Value {
    let is_uuid = of.get_basic_info().logical_type_ref() == Some(&LogicalType::Uuid);
    if is_uuid && bytes.len() == 16 {
        return Value::text(uuid(bytes));
    }
    Value::text(to_base64(bytes))
}

/// The text of a UUID.
fn uuid(bytes: &[u8]) -> String {
    let mut text = String::new();
    for (at, byte) in bytes.iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The type of a list's elements, by the rules for lists of older writers, as the library reads
/// them (Parquet: "Backward-compatibility rules"). True if it is a list of two levels: the library
/// wraps the elements of these in one more list.
fn element_of(of: &Type) -> (&Type, bool) {
    let is_list = |of: &Type| {
        matches!(
            of.get_basic_info().converted_type(),
            ConvertedType::LIST | ConvertedType::MAP | ConvertedType::MAP_KEY_VALUE
        )
    };
    let repeated = if is_list(of) { of.get_fields().first() } else { None };
    let Some(repeated) = repeated else { return (of, false) };
    let is_named = repeated.name() == "array" || repeated.name().ends_with("_tuple");
    let is_element = repeated.is_primitive()
        || !is_list(repeated)
            && !has_repeated_child(repeated)
            && (repeated.get_fields().len() > 1 || is_named);
    match repeated.is_group().then(|| repeated.get_fields().first()).flatten() {
        Some(element) if !is_element => (element, false),
        Some(_) | None => (repeated, true),
    }
}

fn has_repeated_child(of: &Type) -> bool {
    let [only] = of.get_fields() else { return false };
    let info = only.get_basic_info();
    info.has_repetition() && info.repetition() == Repetition::REPEATED
}
