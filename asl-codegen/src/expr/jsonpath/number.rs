//! Numbers in brackets: `0`, `-1`, `1:3`, `::2`, and the seed's `0..1`; numbers in filters.

use super::cursor::Cursor;
use super::error::PathError;
use super::{Constant, Selector};

/// The bounds of integers in RFC 9535: those that binary64 represents exactly.
const MOST: i64 = (1 << 53) - 1;

/// Reads an index or a slice. The next character is a digit, `-` or `:`.
pub(super) fn index_or_slice(cursor: &mut Cursor<'_>) -> Result<Selector, PathError> {
    let first = number(cursor)?;
    let behind = *cursor;
    cursor.skip_blanks();
    if cursor.take(":") {
        return slice(cursor, first);
    }
    let Some(first) = first else { return Err(expected_number(cursor)) };
    if cursor.take("..") {
        return both_ends(cursor, first);
    }
    *cursor = behind;
    Ok(Selector::Index(first))
}

/// Reads a slice from its first colon.
fn slice(cursor: &mut Cursor<'_>, from: Option<i64>) -> Result<Selector, PathError> {
    cursor.skip_blanks();
    let to = number(cursor)?;
    cursor.skip_blanks();
    if !cursor.take(":") {
        return Ok(Selector::Slice(from, to, None));
    }
    cursor.skip_blanks();
    Ok(Selector::Slice(from, to, number(cursor)?))
}

/// The seed's `$.a[0..1]`, in all dialects: "1 and 2" of `[1, 2, 3, 4]`, so the end is inclusive.
fn both_ends(cursor: &mut Cursor<'_>, from: i64) -> Result<Selector, PathError> {
    cursor.skip_blanks();
    let last = number(cursor)?.ok_or_else(|| expected_number(cursor))?;
    let to = if last == -1 { None } else { Some(last + 1) };
    Ok(Selector::Slice(Some(from), to, None))
}

/// Reads a number, if one is next.
fn number(cursor: &mut Cursor<'_>) -> Result<Option<i64>, PathError> {
    let start = cursor.at;
    cursor.take("-");
    cursor.skip_while(|c| c.is_ascii_digit());
    let text = cursor.since(start);
    let digits = text.strip_prefix('-').unwrap_or(text);
    if text.is_empty() {
        return Ok(None);
    }
    if digits.is_empty() {
        return Err(expected_number(cursor));
    }
    if digits.len() > 1 && digits.starts_with('0') || text == "-0" {
        return Err(PathError::syntax(
            start..cursor.at,
            format!("`{text}` is not how an index is written"),
        )
        .help(format!("write `{}`", without_zeros(digits, text))));
    }
    match text.parse::<i64>() {
        Ok(number) if (-MOST..=MOST).contains(&number) => Ok(Some(number)),
        Ok(_) | Err(_) => {
            Err(PathError::syntax(start..cursor.at, "the number is too large for an index"))
        }
    }
}

/// A number without leading zeros: `-007` becomes `-7`.
fn without_zeros(digits: &str, text: &str) -> String {
    match digits.trim_start_matches('0') {
        "" => "0".to_owned(),
        rest if text.starts_with('-') => format!("-{rest}"),
        rest => rest.to_owned(),
    }
}

fn expected_number(cursor: &Cursor<'_>) -> PathError {
    PathError::syntax(cursor.here(), "a number is expected here")
}

/// Reads a number of a filter in JSON's syntax. The next character is a digit or `-`.
pub(super) fn constant(cursor: &mut Cursor<'_>) -> Result<Constant, PathError> {
    let start = cursor.at;
    cursor.skip_while(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-'));
    let text = cursor.since(start);
    let range = start..cursor.at;
    if !is_json(text) {
        return Err(PathError::syntax(range, format!("`{text}` is not how JSON writes a number")));
    }
    if let Ok(int) = text.parse() {
        return Ok(Constant::Int(int));
    }
    match text.parse::<f64>() {
        Ok(float) if float.is_finite() => Ok(Constant::Float(float)),
        Ok(_) | Err(_) => Err(PathError::syntax(range, "the number is too large")),
    }
}

/// RFC 8259, 6: `-`, an integer without leading zeros, a fraction, an exponent.
fn is_json(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = unsigned
        .split_once(['e', 'E'])
        .map_or((unsigned, None), |(mantissa, exponent)| (mantissa, Some(exponent)));
    let (whole, fraction) = mantissa
        .split_once('.')
        .map_or((mantissa, None), |(whole, fraction)| (whole, Some(fraction)));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent
            .is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}
