//! The types of scalars: YAML 1.2, "10.3. Core Schema", and tags.

use saphyr_parser::Tag;

/// The type of a plain scalar in the core schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Resolved {
    Null,
    Bool(bool),
    /// As JSON writes it.
    Number(String),
    /// `.inf`, `.nan`, or a number that is too large.
    NoNumber,
    String,
}

/// The type of a tagged scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tagged {
    /// Its text decides.
    Untagged,
    /// It is a string.
    String,
    /// It must be what its text looks like.
    As(&'static str),
    /// Another tag.
    Unknown,
}

/// Reads the text of a plain scalar.
pub(super) fn plain(text: &str) -> Resolved {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Resolved::Null,
        "true" | "True" | "TRUE" => Resolved::Bool(true),
        "false" | "False" | "FALSE" => Resolved::Bool(false),
        ".nan" | ".NaN" | ".NAN" => Resolved::NoNumber,
        _ => number(text).unwrap_or(Resolved::String),
    }
}

/// The meaning of a tag for a scalar.
pub(super) fn tag(tag: &Tag) -> Tagged {
    if !tag.is_yaml_core_schema() {
        // `!` alone: "not by its text". `!Sub "text"` of CloudFormation: a text with placeholders,
        // as `substitute` reads them.
        let is_text = tag.handle == "!" && matches!(tag.suffix.as_str(), "" | "Sub")
            || tag.handle.is_empty() && tag.suffix == "!";
        return if is_text { Tagged::String } else { Tagged::Unknown };
    }
    match tag.suffix.as_str() {
        "str" => Tagged::String,
        "null" => Tagged::As("null"),
        "bool" => Tagged::As("a boolean"),
        "int" | "float" => Tagged::As("a number"),
        _ => Tagged::Unknown,
    }
}

fn number(text: &str) -> Option<Resolved> {
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(unsigned) => ("-", unsigned),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        return Some(Resolved::NoNumber);
    }
    // "0o17" and "0x1F" have no sign.
    for (prefix, radix) in [("0o", 8), ("0x", 16)] {
        if let Some(digits) = text.strip_prefix(prefix)
            && !digits.is_empty()
            && digits.chars().all(|digit| digit.is_digit(radix))
        {
            let number = u64::from_str_radix(digits, radix);
            return Some(
                number.map_or(Resolved::NoNumber, |number| Resolved::Number(number.to_string())),
            );
        }
    }
    let number = format!("{sign}{}", decimal(unsigned)?);
    let is_finite = number.parse::<f64>().is_ok_and(f64::is_finite);
    Some(if is_finite { Resolved::Number(number) } else { Resolved::NoNumber })
}

/// `[0-9]+`, `\.[0-9]+`, `[0-9]+(\.[0-9]*)?`, with an exponent or without, as JSON writes it.
fn decimal(text: &str) -> Option<String> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_number = digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty());
    let is_exponent = |exponent: &str| {
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !unsigned.is_empty() && digits(unsigned)
    };
    if !is_number || !exponent.is_none_or(is_exponent) {
        return None;
    }
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    let mut number = whole.to_owned();
    if mantissa.contains('.') {
        number.push('.');
        number.push_str(if fraction.is_empty() { "0" } else { fraction });
    }
    if let Some(exponent) = exponent {
        number.push('e');
        number.push_str(exponent);
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_are_what_the_core_schema_says() {
        let number = |text: &str| Resolved::Number(text.to_owned());
        let examples = [
            ("", Resolved::Null),
            ("~", Resolved::Null),
            ("True", Resolved::Bool(true)),
            ("FALSE", Resolved::Bool(false)),
            ("0", number("0")),
            ("-12", number("-12")),
            ("+7", number("7")),
            ("007", number("7")),
            ("-0", number("-0")),
            ("0o17", number("15")),
            ("0xFf", number("255")),
            ("1.0", number("1.0")),
            (".5", number("0.5")),
            ("1.", number("1.0")),
            ("-1.50e+03", number("-1.50e+03")),
            ("1E9", number("1e9")),
            ("12345678901234567890123", number("12345678901234567890123")),
            (".inf", Resolved::NoNumber),
            ("-.INF", Resolved::NoNumber),
            (".nan", Resolved::NoNumber),
            ("0xFFFFFFFFFFFFFFFFF", Resolved::NoNumber),
            ("-1e999", Resolved::NoNumber),
        ];
        for (text, expected) in examples {
            assert_eq!(plain(text), expected, "{text}");
        }
    }

    #[test]
    fn what_looks_like_more_is_a_string() {
        let strings = [
            "yes",
            "no",
            "on",
            "off",
            "y",
            "N",
            "nULL",
            "tRUE",
            "2016-03-14T01:59:00Z",
            "2016-03-14",
            "1.0.0",
            "1_000",
            "0b1",
            "12:30:45",
            "1e",
            "e1",
            ".",
            "-",
            "+",
            "..",
            ".e1",
            "- 1",
            "0x",
            "0o8",
            "-0x1",
            "1,5",
            "$.a",
            "NaN",
            "Infinity",
        ];
        for text in strings {
            assert_eq!(plain(text), Resolved::String, "{text}");
        }
    }
}
