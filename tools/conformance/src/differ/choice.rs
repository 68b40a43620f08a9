//! A naive evaluation of choice rules (seed: "Choice State"), and timestamps.

use std::cmp::Ordering;

use asl_codegen::options::Profile;

use super::json::Json;
use super::path::{select, slices_no_array};

/// A Variable without a value, at AWS. In the specification the comparison does not match.
#[derive(PartialEq, Debug)]
pub(crate) struct Missing;

/// Returns true if a rule matches.
pub(crate) fn matches(rule: &Json, input: &Json, profile: Profile) -> Result<bool, Missing> {
    let missing = || if profile == Profile::Spec { Ok(false) } else { Err(Missing) };
    if rule.get("And").is_some() {
        for inner in rule.items_at("And") {
            if !matches(inner, input, profile)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    if rule.get("Or").is_some() {
        for inner in rule.items_at("Or") {
            if matches(inner, input, profile)? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    if let Some(inner) = rule.get("Not") {
        return Ok(!matches(inner, input, profile)?);
    }
    let Json::Object(members) = rule else { return Ok(false) };
    let Some((operator, operand)) =
        members.iter().find(|(key, _)| !matches!(key.as_str(), "Variable" | "Next" | "Assign"))
    else {
        return Ok(false);
    };
    // AWS cannot evaluate a slice of what is no array, not even to tell whether it is there.
    let find = |path: &str| {
        let is_faulty = profile == Profile::Aws && slices_no_array(path, input);
        if is_faulty { Err(Missing) } else { Ok(select(path, input)) }
    };
    let found = find(rule.text_at("Variable").unwrap_or("$"))?;
    if operator == "IsPresent" {
        return Ok(*operand == Json::Bool(found.is_some()));
    }
    let Some(value) = found else { return missing() };
    if let Some(kind) = operator.strip_prefix("Is") {
        return Ok(*operand == Json::Bool(is(kind, &value)));
    }
    if let Some(operator) = operator.strip_suffix("Path") {
        let Some(operand) = find(operand.as_text().unwrap_or("$"))? else {
            return missing();
        };
        return Ok(compare(operator, &value, &operand));
    }
    if operator == "StringMatches" {
        let letters = |json: &Json| json.as_text().map(|text| text.chars().collect::<Vec<_>>());
        return Ok(letters(&value)
            .zip(letters(operand))
            .is_some_and(|(text, pattern)| fits(&pattern, &text)));
    }
    Ok(compare(operator, &value, operand))
}

fn is(kind: &str, value: &Json) -> bool {
    match (kind, value) {
        ("Null", Json::Null)
        | ("Numeric", Json::Number(_))
        | ("String", Json::Text(_))
        | ("Boolean", Json::Bool(_)) => true,
        ("Timestamp", Json::Text(text)) => moment(text).is_some(),
        (_, _) => false,
    }
}

/// Tries every length for every wildcard.
fn fits(pattern: &[char], text: &[char]) -> bool {
    match pattern {
        [] => text.is_empty(),
        ['*', rest @ ..] => {
            (0..=text.len()).any(|length| text.get(length..).is_some_and(|text| fits(rest, text)))
        }
        ['\\', letter, rest @ ..] | [letter, rest @ ..] => {
            text.split_first().is_some_and(|(first, text)| first == letter && fits(rest, text))
        }
    }
}

fn compare(operator: &str, value: &Json, operand: &Json) -> bool {
    let (order, relation) = if let Some(relation) = operator.strip_prefix("String") {
        (
            value.as_text().zip(operand.as_text()).map(|(value, operand)| value.cmp(operand)),
            relation,
        )
    } else if let Some(relation) = operator.strip_prefix("Numeric") {
        let numbers = value.as_number().zip(operand.as_number());
        (numbers.and_then(|(value, operand)| value.partial_cmp(&operand)), relation)
    } else if let Some(relation) = operator.strip_prefix("Timestamp") {
        let moment = |json: &Json| json.as_text().and_then(moment);
        (moment(value).zip(moment(operand)).map(|(value, operand)| value.cmp(&operand)), relation)
    } else {
        let equal = matches!((value, operand), (Json::Bool(value), Json::Bool(operand)) if value == operand);
        (equal.then_some(Ordering::Equal), "Equals")
    };
    order.is_some_and(|order| match relation {
        "Equals" => order.is_eq(),
        "LessThan" => order.is_lt(),
        "GreaterThan" => order.is_gt(),
        "LessThanEquals" => order.is_le(),
        _ => order.is_ge(),
    })
}

/// A timestamp as milliseconds since 1970, if the text is one (seed: "Timestamps").
pub(crate) fn moment(text: &str) -> Option<i64> {
    let (date, time) = text.split_once('T')?;
    let mut date = date.split('-');
    let (year, month, day) =
        (digits(date.next()?, 4)?, digits(date.next()?, 2)?, digits(date.next()?, 2)?);
    let zone = time.find(['Z', '+', '-'])?;
    let (time, zone) = (time.get(..zone)?, time.get(zone..)?);
    let (time, fraction) =
        time.split_once('.').map_or((time, None), |(time, fraction)| (time, Some(fraction)));
    let mut time = time.split(':');
    let (hour, minute, second) =
        (digits(time.next()?, 2)?, digits(time.next()?, 2)?, digits(time.next()?, 2)?);
    let lengths = [31, if leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let last = lengths.get(usize::try_from(month.checked_sub(1)?).ok()?)?;
    if day < 1
        || day > *last
        || hour > 23
        || minute > 59
        || second > 59
        || date.next().or(time.next()).is_some()
    {
        return None;
    }
    let millis = match fraction {
        None => 0,
        Some(fraction)
            if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            return None;
        }
        Some(fraction) => format!("{fraction}000").get(..3)?.parse::<i64>().ok()?,
    };
    let days = (1970..year).map(|year| if leap(year) { 366 } else { 365 }).sum::<i64>();
    let months: i64 = lengths.iter().take(usize::try_from(month - 1).ok()?).sum();
    let seconds = (((days + months + day - 1) * 24 + hour) * 60 + minute) * 60 + second;
    Some((seconds - offset(zone)?) * 1000 + millis)
}

fn leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn offset(zone: &str) -> Option<i64> {
    if zone == "Z" {
        return Some(0);
    }
    let (hours, minutes) = zone.get(1..)?.split_once(':')?;
    let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
    let seconds = (hours * 60 + minutes) * 60;
    (hours < 24 && minutes < 60).then_some(if zone.starts_with('-') { -seconds } else { seconds })
}

fn digits(text: &str, count: usize) -> Option<i64> {
    (text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}
