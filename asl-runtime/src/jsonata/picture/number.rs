//! Numbers → text by a picture (`XPath`: "fn:format-number").

use asl_language::jsonata::picture::{SubPicture, Symbols, read_pictures, regular_interval};

use crate::jsonata::{Cx, Fault};

/// Numbers of digits, and the places of separators.
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
    /// For each separator, the digits of the fraction before it.
    fraction_groups: Vec<usize>,
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
        Self {
            least_integer,
            least_fraction,
            most_fraction,
            least_exponent: picture.exponent.map(digits),
            scaling,
            integer_groups: groups(picture.integer, true),
            fraction_groups: groups(picture.fraction, false),
        }
    }
}

/// Writes a number by a picture. `round` rounds half to even at so many decimal places.
pub(crate) fn write_number(
    cx: &Cx,
    number: f64,
    picture: &str,
    symbols: &Symbols,
    round: impl Fn(f64, usize) -> f64,
) -> Result<String, Fault> {
    let parts = read_pictures(picture, symbols).map_err(Fault::of_picture)?;
    let is_negative = number < 0.0;
    let sign = if is_negative && parts.len() == 1 { symbols.minus_sign.as_str() } else { "" };
    let chosen = if is_negative { parts.last() } else { parts.first() };
    let Some(chosen) = chosen else { return Err(Fault::new("D3086")) };
    let number = if chosen.has(&symbols.percent) {
        number * 100.0
    } else if chosen.has(&symbols.per_mille) {
        number * 1000.0
    } else {
        number
    };
    // The most that a number and a picture can make.
    cx.make_text(picture.len().saturating_mul(8).saturating_add(1024))?;
    let body = write_body(number.abs(), chosen, symbols, round);
    Ok(format!("{sign}{}{body}{}", chosen.prefix, chosen.suffix))
}

/// Writes a number without sign, prefix and suffix.
fn write_body(
    number: f64,
    picture: &SubPicture<'_>,
    symbols: &Symbols,
    round: impl Fn(f64, usize) -> f64,
) -> String {
    if !number.is_finite() {
        return if number.is_nan() { symbols.nan.clone() } else { symbols.infinity.clone() };
    }
    let sizes = Sizes::of(picture, symbols);
    let (mantissa, exponent) = match sizes.least_exponent {
        Some(_) => scale(number, sizes.scaling),
        None => (number, 0),
    };
    // Digits beyond these are zeros.
    let places = sizes.most_fraction.min(1100);
    let fixed = format!("{:.places$}", round(mantissa, places));
    let (integer, fraction) = fixed.split_once('.').unwrap_or((&fixed, ""));
    let mut body = write_integer(integer.trim_start_matches('0'), &sizes, symbols);
    let fraction = write_fraction(fraction.trim_end_matches('0'), &sizes, symbols);
    if !fraction.is_empty() {
        body.push_str(&symbols.decimal_separator);
        body.push_str(&fraction);
    }
    if let Some(least) = sizes.least_exponent {
        body.push_str(&symbols.exponent_separator);
        body.push_str(if exponent < 0 { &symbols.minus_sign } else { "" });
        let digits = exponent.unsigned_abs().to_string();
        body.extend(symbols.digits(&(zeros(&digits, least) + &digits)));
    }
    body
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

fn write_integer(digits: &str, sizes: &Sizes, symbols: &Symbols) -> String {
    let digits = symbols.digits(&(zeros(digits, sizes.least_integer) + digits));
    let interval = regular_interval(&sizes.integer_groups);
    write_groups(&digits, symbols, |index| {
        let behind = digits.len() - index;
        if interval > 0 {
            behind.is_multiple_of(interval)
        } else {
            sizes.integer_groups.contains(&behind)
        }
    })
}

fn write_fraction(digits: &str, sizes: &Sizes, symbols: &Symbols) -> String {
    let digits = symbols.digits(&(digits.to_owned() + &zeros(digits, sizes.least_fraction)));
    write_groups(&digits, symbols, |index| sizes.fraction_groups.contains(&index))
}

/// Writes digits with separators before those that begin a group, except the first.
fn write_groups(
    digits: &[char],
    symbols: &Symbols,
    begins_group: impl Fn(usize) -> bool,
) -> String {
    let mut text = String::new();
    for (index, digit) in digits.iter().enumerate() {
        if index > 0 && begins_group(index) {
            text.push_str(&symbols.grouping_separator);
        }
        text.push(*digit);
    }
    text
}

/// The zeros that digits lack to be so many.
fn zeros(digits: &str, least: usize) -> String {
    "0".repeat(least.saturating_sub(digits.len()))
}
