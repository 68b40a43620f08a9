//! The text of a number as JavaScript writes it, and as `$number` reads it.

/// Writes a number as JavaScript's `String(number)` does: the shortest digits that read back as the
/// same number, plain from 1e-6 to below 1e21, otherwise with an exponent.
pub fn write_number(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if number == 0.0 {
        return "0".to_owned();
    }
    if (1e-6..1e21).contains(&number.abs()) {
        // Within these bounds Rust writes the same.
        return number.to_string();
    }
    let scientific = format!("{:e}", number.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = mantissa.replace('.', "");
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if number < 0.0 { "-" } else { "" };
    format!("{sign}{}", place_point(&digits, exponent))
}

/// Writes digits, the first of which has this exponent, which is a large one.
fn place_point(digits: &str, exponent: i32) -> String {
    let (first, rest) = digits.split_at(1.min(digits.len()));
    let point = if rest.is_empty() { "" } else { "." };
    let plus = if exponent < 0 { "" } else { "+" };
    format!("{first}{point}{rest}e{plus}{exponent}")
}

/// Reads a number as `$number` does: decimal and finite, or with a prefix such as `0x`.
pub fn read_number(text: &str) -> Option<f64> {
    decimal(text).or_else(|| with_prefix(text))
}

/// The number of `-12.5e3`, if it is finite. Leading zeros are allowed; a sign `+`, a point without
/// digits on both sides and blanks are not.
fn decimal(text: &str) -> Option<f64> {
    let rest = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (rest, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let exponent = exponent.map(|exponent| exponent.strip_prefix(['+', '-']).unwrap_or(exponent));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|d| d.is_ascii_digit());
    let parts = [Some(whole), fraction, exponent];
    let is_right = parts.into_iter().flatten().all(is_number);
    text.parse().ok().filter(|number: &f64| is_right && number.is_finite())
}

/// The number of `0x1F`, `0o17` or `0b11`.
fn with_prefix(text: &str) -> Option<f64> {
    let prefixes = [("0x", 16), ("0X", 16), ("0o", 8), ("0O", 8), ("0b", 2), ("0B", 2)];
    let (digits, radix) = prefixes
        .iter()
        .find_map(|(prefix, radix)| text.strip_prefix(prefix).map(|digits| (digits, *radix)))?;
    let number = digits.chars().try_fold(0.0, |number, digit| {
        Some(number * f64::from(radix) + f64::from(digit.to_digit(radix)?))
    })?;
    // Up to 128 bits are rounded once.
    let exact = u128::from_str_radix(digits, radix).map(u128_to_f64);
    (!digits.is_empty()).then_some(exact.unwrap_or(number))
}

#[expect(clippy::cast_precision_loss, reason = "rounding is wanted")]
fn u128_to_f64(number: u128) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::write_number;

    #[test]
    fn numbers_are_written_as_in_javascript() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (120.0, "120"),
            (123.456, "123.456"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1.5e300, "1.5e+300"),
            (9_223_372_036_854_775_808.0, "9223372036854776000"),
            (0.000_001, "0.000001"),
            (1.25e-6, "0.00000125"),
            (1e-7, "1e-7"),
            (-1.5e-7, "-1.5e-7"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Infinity"),
        ] {
            assert_eq!(write_number(number), text);
        }
    }
}
