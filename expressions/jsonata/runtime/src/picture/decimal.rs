//! Whole numbers in digits by pictures such as `#,##0`.

use asl_language::jsonata::number_text;
use asl_language::jsonata::picture::{DecimalPicture, Grouping, digit_of};

use crate::{Cx, Fault};
use asl_value::expression::number::whole;

/// Appends a number that is not negative.
pub(super) fn write(
    picture: &DecimalPicture,
    cx: &Cx,
    number: f64,
    is_ordinal: bool,
    out: &mut String,
) -> Result<(), Fault> {
    let start = out.len();
    match whole(number).and_then(|whole| u64::try_from(whole).ok()) {
        Some(whole) if picture.is_plain() => push_digits(whole, picture.mandatory, out),
        _ => write_grouped(picture, cx, number, out)?,
    }
    if is_ordinal {
        out.push_str(ordinal_suffix(out.get(start..).unwrap_or_default()));
    }
    Ok(())
}

/// Appends a number with so many digits at least, of which there are 20 at most.
fn push_digits(number: u64, least: usize, out: &mut String) {
    let (mut digits, mut rest) = (['0'; 20], number);
    let mut start = digits.len();
    for (place, digit) in digits.iter_mut().enumerate().rev() {
        let is_last = rest < 10;
        *digit = u32::try_from(rest % 10).ok().and_then(|d| char::from_digit(d, 10)).unwrap_or('0');
        rest /= 10;
        start = place;
        if is_last {
            break;
        }
    }
    let start = start.min(digits.len().saturating_sub(least));
    out.extend(digits.iter().skip(start));
}

fn write_grouped(
    picture: &DecimalPicture,
    cx: &Cx,
    number: f64,
    out: &mut String,
) -> Result<(), Fault> {
    let text = number_text::write_number(number);
    let zeros = picture.mandatory.saturating_sub(text.len());
    let length = zeros + text.len();
    cx.make_text(length.saturating_mul(8))?;
    for (index, digit) in std::iter::repeat_n('0', zeros).chain(text.chars()).enumerate() {
        if index > 0 {
            out.extend(picture.separator(length - index));
        }
        out.push(digit_of(digit.to_digit(10), picture.zero).unwrap_or(digit));
    }
    Ok(())
}

/// Reads a number as JavaScript's `parseInt` does, but in its own digits; separators are
/// skipped.
pub(super) fn read_number(picture: &DecimalPicture, text: &str, is_ordinal: bool) -> f64 {
    let mut digits: Vec<char> = text.chars().collect();
    if is_ordinal {
        digits.truncate(digits.len().saturating_sub(2));
    }
    let is_separator = |c: char| match &picture.grouping {
        Grouping::Regular(_, separator) => c == *separator,
        Grouping::At(separators) => separators.iter().any(|(_, separator)| c == *separator),
    };
    let plain: String = digits
        .into_iter()
        .filter(|c| !is_separator(*c))
        .map(|c| picture.value_of(c).and_then(|value| char::from_digit(value, 10)).unwrap_or(c))
        .collect();
    parse_int(&plain)
}

/// The number at the beginning of a text; NaN if there is none.
pub(super) fn parse_int(text: &str) -> f64 {
    let text = text.trim_start();
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits: &str = unsigned.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    let number = digits.parse().unwrap_or(f64::NAN);
    if text.starts_with('-') { -number } else { number }
}

/// The suffix of an ordinal number.
fn ordinal_suffix(digits: &str) -> &'static str {
    let mut last = digits.chars().rev();
    match (last.next(), last.next()) {
        (_, Some('1')) => "th",
        (Some('1'), _) => "st",
        (Some('2'), _) => "nd",
        (Some('3'), _) => "rd",
        _ => "th",
    }
}
