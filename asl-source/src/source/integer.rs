//! Numbers of JSON as integers: `10`, `10.0` and `1e1` are one number.

/// The integer that a number is; `None` if it has a fraction. One beyond 128 bits is the nearest
/// that has so many.
pub fn integer_of(number: &str) -> Option<i128> {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or((1, mantissa), |rest| (-1, rest));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{integer}{fraction}");
    let significant = digits.trim_end_matches('0');
    if significant.is_empty() {
        return Some(0);
    }
    // Exponents of more digits are farther away than any digit of a text.
    let exponent: i64 = exponent.parse().unwrap_or(if exponent.starts_with('-') {
        i64::MIN / 4
    } else {
        i64::MAX / 4
    });
    let length = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX / 4);
    let zeros = exponent
        .saturating_sub(length(fraction))
        .saturating_add(length(&digits) - length(significant));
    if zeros < 0 {
        return None;
    }
    let zeros = u32::try_from(zeros).unwrap_or(u32::MAX);
    let value =
        significant.trim_start_matches('0').parse::<i128>().ok().zip(10_i128.checked_pow(zeros));
    let value = value.and_then(|(digits, power)| digits.checked_mul(power)).unwrap_or(i128::MAX);
    Some(sign * value)
}

#[cfg(test)]
mod tests {
    use super::integer_of;

    #[test]
    fn numbers_without_a_fraction_are_integers_however_they_are_written() {
        for text in [
            "10",
            "10.0",
            "10.000",
            "1e1",
            "1E+1",
            "100e-1",
            "0.1e2",
            "1.0e1",
            "1000.00e-2",
            "0.010e3",
        ] {
            assert_eq!(integer_of(text), Some(10), "{text}");
        }
        for (text, value) in [
            ("0", 0),
            ("-0", 0),
            ("0.0e9", 0),
            ("-10.0", -10),
            ("0e-5", 0),
            ("12345678901", 12_345_678_901),
        ] {
            assert_eq!(integer_of(text), Some(value), "{text}");
        }
        for text in [
            "10.5",
            "1e-1",
            "0.1",
            "15e-1",
            "1e-99999999999999999999",
            "1.0000000000000000000000000000000000000001",
        ] {
            assert_eq!(integer_of(text), None, "{text}");
        }
        for text in ["1e99", "1e99999999999999999999", &"9".repeat(1_000)] {
            assert_eq!(integer_of(text), Some(i128::MAX), "{text}");
        }
        assert_eq!(integer_of("-1e99"), Some(-i128::MAX));
    }
}
