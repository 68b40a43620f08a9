//! Numbers → text by a picture (`XPath`: "fn:format-number").

use asl_language::jsonata::picture::{SubPicture, Symbols, regular_interval};

use super::NumberPicture;
use crate::{Cx, Fault};

/// The layout of numbers that a picture asks for.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    prefix: String,
    suffix: String,
    /// The factor of the number, for signs such as `%`.
    factor: f64,
    sizes: Sizes,
}

/// Numbers of digits, and the places of separators.
#[derive(Clone, Debug)]
struct Sizes {
    least_integer: usize,
    least_fraction: usize,
    most_fraction: usize,
    /// `None`: no exponent.
    least_exponent: Option<usize>,
    /// The number of digits of the integer with an exponent.
    scaling: usize,
    /// For each separator, the digits of the integer behind it.
    integer_groups: Vec<usize>,
    /// The distance between the separators of the integer; 0 if it is not always the same.
    interval: usize,
    /// For each separator, the digits of the fraction before it.
    fraction_groups: Vec<usize>,
}

impl Layout {
    pub(super) fn new(picture: &SubPicture<'_>, symbols: &Symbols) -> Self {
        let factor = if picture.has(&symbols.percent) {
            100.0
        } else if picture.has(&symbols.per_mille) {
            1000.0
        } else {
            1.0
        };
        Self {
            prefix: picture.prefix.to_owned(),
            suffix: picture.suffix.to_owned(),
            factor,
            sizes: Sizes::of(picture, symbols),
        }
    }
}

impl Sizes {
    fn of(picture: &SubPicture<'_>, symbols: &Symbols) -> Self {
        let digits = |part: &str| part.chars().filter(|c| symbols.is_digit(*c)).count();
        let all = |part: &str| part.chars().filter(|c| symbols.is_any_digit(*c)).count();
        let group = symbols.grouping_separator.as_str();
        let groups = |part: &str, is_behind: bool| -> Vec<usize> {
            let places = part.match_indices(group).filter(|_| !group.is_empty());
            places
                .map(|(at, _)| {
                    let (before, behind) = part.split_at(at);
                    all(if is_behind { behind } else { before })
                })
                .collect()
        };
        let scaling = digits(picture.integer);
        let (mut least_integer, mut least_fraction) = (scaling, digits(picture.fraction));
        let mut most_fraction = all(picture.fraction);
        let has_exponent = picture.exponent.is_some();
        if least_integer == 0 && most_fraction == 0 {
            if has_exponent {
                (least_fraction, most_fraction) = (1, 1);
            } else {
                least_integer = 1;
            }
        }
        if has_exponent && least_integer == 0 && picture.integer.contains(symbols.digit.as_str()) {
            least_integer = 1;
        }
        if least_integer == 0 && least_fraction == 0 {
            least_fraction = 1;
        }
        let integer_groups = groups(picture.integer, true);
        Self {
            least_integer,
            least_fraction,
            most_fraction,
            least_exponent: picture.exponent.map(digits),
            scaling,
            interval: regular_interval(&integer_groups),
            integer_groups,
            fraction_groups: groups(picture.fraction, false),
        }
    }
}

/// Writes a number by a picture. `fixed` writes a number with so many decimal places, halves rounded
/// to even.
pub(crate) fn write_number(
    cx: &Cx,
    number: f64,
    picture: &NumberPicture,
    fixed: impl Fn(f64, usize) -> String,
) -> Result<String, Fault> {
    let (layouts, symbols) = (picture.layouts()?, &picture.symbols);
    let is_negative = number < 0.0;
    let sign = if is_negative && layouts.len() == 1 { symbols.minus_sign.as_str() } else { "" };
    let chosen = if is_negative { layouts.last() } else { layouts.first() };
    let Some(layout) = chosen else { return Err(Fault::new("D3086")) };
    // The most that a number and a picture can make.
    cx.make_text(picture.length.saturating_mul(8).saturating_add(1024))?;
    let mut text = String::with_capacity(32);
    text.push_str(sign);
    text.push_str(&layout.prefix);
    write_body((number * layout.factor).abs(), &layout.sizes, symbols, fixed, &mut text);
    text.push_str(&layout.suffix);
    Ok(text)
}

/// Appends a number without sign, prefix and suffix.
fn write_body(
    number: f64,
    sizes: &Sizes,
    symbols: &Symbols,
    fixed: impl Fn(f64, usize) -> String,
    out: &mut String,
) {
    if !number.is_finite() {
        out.push_str(if number.is_nan() { &symbols.nan } else { &symbols.infinity });
        return;
    }
    let (mantissa, exponent) = match sizes.least_exponent {
        Some(_) => scale(number, sizes.scaling),
        None => (number, 0),
    };
    // Digits beyond these are zeros.
    let fixed = fixed(mantissa, sizes.most_fraction.min(1100));
    let (integer, fraction) = fixed.split_once('.').unwrap_or((&fixed, ""));
    write_integer(integer.trim_start_matches('0'), sizes, symbols, out);
    let fraction = fraction.trim_end_matches('0');
    if !fraction.is_empty() || sizes.least_fraction > 0 {
        out.push_str(&symbols.decimal_separator);
        write_fraction(fraction, sizes, symbols, out);
    }
    if let Some(least) = sizes.least_exponent {
        out.push_str(&symbols.exponent_separator);
        out.push_str(if exponent < 0 { &symbols.minus_sign } else { "" });
        let digits = exponent.unsigned_abs().to_string();
        let zeros = least.saturating_sub(digits.len());
        write_digits(zeros, &digits, 0, symbols, |_| false, out);
    }
}

/// The mantissa with so many digits before the point, and the exponent.
fn scale(number: f64, digits: usize) -> (f64, i32) {
    let most = 10_f64.powi(i32::try_from(digits).unwrap_or(i32::MAX));
    let least = most / 10.0;
    let (mut mantissa, mut exponent) = (number, 0);
    if number <= 0.0 || !most.is_finite() {
        return (number, 0);
    }
    while mantissa < least {
        mantissa *= 10.0;
        exponent -= 1;
    }
    while mantissa > most {
        mantissa /= 10.0;
        exponent += 1;
    }
    (mantissa, exponent)
}

fn write_integer(digits: &str, sizes: &Sizes, symbols: &Symbols, out: &mut String) {
    let zeros = sizes.least_integer.saturating_sub(digits.len());
    let length = zeros + digits.len();
    let begins_group = |index: usize| {
        let behind = length - index;
        if sizes.interval > 0 {
            behind.is_multiple_of(sizes.interval)
        } else {
            sizes.integer_groups.contains(&behind)
        }
    };
    write_digits(zeros, digits, 0, symbols, begins_group, out);
}

fn write_fraction(digits: &str, sizes: &Sizes, symbols: &Symbols, out: &mut String) {
    let zeros = sizes.least_fraction.saturating_sub(digits.len());
    let begins_group = |index: usize| sizes.fraction_groups.contains(&index);
    write_digits(0, digits, zeros, symbols, begins_group, out);
}

/// Appends zeros, digits and zeros, with separators before those that begin a group, except the
/// first.
fn write_digits(
    before: usize,
    digits: &str,
    behind: usize,
    symbols: &Symbols,
    begins_group: impl Fn(usize) -> bool,
    out: &mut String,
) {
    let zeros = |count| std::iter::repeat_n('0', count);
    let all = zeros(before).chain(digits.chars()).chain(zeros(behind));
    for (index, digit) in all.enumerate() {
        if index > 0 && begins_group(index) {
            out.push_str(&symbols.grouping_separator);
        }
        out.push(symbols.digit_of(digit));
    }
}
