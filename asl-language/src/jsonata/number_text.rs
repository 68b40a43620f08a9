//! The text of a number as JavaScript writes it.

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
