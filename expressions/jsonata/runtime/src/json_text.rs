//! Values as text, as JavaScript writes them; `aws` as Step Functions does.

mod aws;

use std::fmt::{self, Write};

use asl_language::jsonata::number_text::write_number;
use smol_str::format_smolstr;

use super::{Cx, Fault, Item, View};
use asl_value::expression::Bounded;
use asl_value::value::{Style, Text, Value, write_json};

/// Significant digits of a fraction that `$string` shows.
const SHOWN: usize = 15;

/// Bytes of a value that a message quotes: AWS's limit for a cause, in characters.
const LONGEST_QUOTE: usize = 32_768;

/// The layout of JSON text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// No blanks.
    Compact,
    /// A line for each item, and two blanks for each level.
    Lines,
}

/// `$string`: text remains as it is, functions become empty text, and everything else JSON.
pub(super) fn to_string(cx: &Cx, view: View<'_>, layout: Layout) -> Result<Text, Fault> {
    match view {
        View::Value(Value::String(text)) => Ok(text.clone()),
        View::Value(Value::Int(number)) => {
            cx.spend(1)?;
            Ok(format_smolstr!("{number}"))
        }
        View::Value(Value::Float(number)) if number.is_finite() => {
            cx.spend(1)?;
            Ok(if cx.is_aws() { aws::shown(*number) } else { shown(*number) }.into())
        }
        View::Value(Value::Float(_)) => Err(Fault::new("D3001").value(view)),
        View::Value(value) => write(cx, value, layout),
        // Around an input that is an array is an array of its own.
        View::Item(Item::List(list)) if list.is_outer => to_string(cx, view.item(0), layout),
        View::Undefined | View::Item(_) => {
            match view.to_item().to_value(|| Some(Value::String(Text::default()))) {
                None => Ok(Text::default()),
                Some(Value::String(text)) => Ok(text),
                Some(value) => write(cx, &value, layout),
            }
        }
    }
}

/// JavaScript's `String()` of a scalar; of anything else what `$string` gives.
pub(super) fn to_text(cx: &Cx, view: View<'_>) -> Result<Text, Fault> {
    match view {
        View::Undefined => Ok(Text::new_static("undefined")),
        View::Value(Value::Float(number)) => Ok(write_number(*number).into()),
        View::Value(_) | View::Item(_) => to_string(cx, view, Layout::Compact),
    }
}

fn write(cx: &Cx, value: &Value, layout: Layout) -> Result<Text, Fault> {
    let mut out = Bounded::in_run(cx.budget(), cx.room_for_text());
    let result = if cx.is_aws() {
        write_json(value, &mut out, &aws::Shown(layout))
    } else {
        write_json(value, &mut out, &Shown(layout))
    };
    cx.spend(1 + out.steps())?;
    if out.is_full {
        return Err(Fault::Limit(out.limit));
    }
    // Only a number that is not finite is refused by the style.
    result.map_err(|fmt::Error| Fault::new("D1001").value(f64::INFINITY))?;
    cx.make_text(out.text.len())?;
    Ok(out.text.into())
}

/// A value as messages quote it: JSON, cut where it is long. Undefined and functions have no JSON.
pub(super) fn quoted(item: &Item) -> String {
    let Some(value) = item.to_value(|| None) else { return "undefined".to_owned() };
    let mut out = Bounded::new(LONGEST_QUOTE);
    if write_json(&value, &mut out, &Exact).is_err() {
        out.text.push('…');
    }
    out.text
}

/// The JSON text of JavaScript.
struct Exact;

impl Style for Exact {
    fn write_float(number: f64, out: &mut impl Write) -> fmt::Result {
        if number.is_finite() {
            out.write_str(&write_number(number))
        } else {
            out.write_str("null")
        }
    }

    fn is_escaped(character: char) -> bool {
        must_be_escaped(character)
    }
}

fn must_be_escaped(character: char) -> bool {
    character < ' ' || matches!(character, '"' | '\\')
}

/// The JSON text of `$string`.
struct Shown(Layout);

impl Style for Shown {
    fn write_float(number: f64, out: &mut impl Write) -> fmt::Result {
        write_shown(number, shown, out)
    }

    fn is_escaped(character: char) -> bool {
        must_be_escaped(character)
    }

    fn has_lines(&self) -> bool {
        self.0 == Layout::Lines
    }
}

/// Writes a number in a value as a text that shows finite ones. Infinity is refused.
fn write_shown(number: f64, shown: fn(f64) -> String, out: &mut impl Write) -> fmt::Result {
    if number.is_nan() {
        out.write_str("null")
    } else if number.is_infinite() {
        Err(fmt::Error)
    } else {
        out.write_str(&shown(number))
    }
}

/// The text of a finite number with as many digits as `$string` shows.
fn shown(number: f64) -> String {
    let text = write_number(number);
    // A short text has no more digits.
    if text.len() <= SHOWN { text } else { write_number(rounded(number)) }
}

/// The number with as many digits as `$string` shows. Whole numbers keep all.
fn rounded(number: f64) -> f64 {
    // Most numbers have few digits, and few of them are fractions.
    if number.fract() == 0.0 || digits(&format!("{number:e}")).0.len() <= SHOWN {
        return number;
    }
    to_precision(number).parse().unwrap_or(number)
}

/// `toPrecision`: JavaScript rounds halves up, where Rust rounds them to even. The digits of a
/// double that is no half differ from those of a half long before the last one that is asked for.
fn to_precision(number: f64) -> String {
    let text = format!("{number:.40e}");
    let (digits, exponent) = digits(&text);
    let is_up = digits.as_bytes().get(SHOWN).is_some_and(|digit| *digit >= b'5');
    let kept: u64 = digits.get(..SHOWN).and_then(|kept| kept.parse().ok()).unwrap_or_default();
    let sign = if number < 0.0 { "-" } else { "" };
    let shift = i32::try_from(SHOWN).unwrap_or_default() - 1;
    format!("{sign}{}e{}", kept + u64::from(is_up), exponent - shift)
}

/// The digits and the exponent of a number such as `-1.2e-7`.
fn digits(scientific: &str) -> (String, i32) {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let digits = mantissa.chars().filter(char::is_ascii_digit).collect();
    (digits, exponent.parse().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_value::json;

    fn string(item: impl Into<Item>, layout: Layout) -> String {
        to_string(&Cx::new(0, 0), item.into().view(), layout).unwrap().to_string()
    }

    #[test]
    fn fractions_have_15_digits() {
        for (number, text) in [
            (1.0 / 3.0, "0.333333333333333"),
            (0.1 + 0.2, "0.3"),
            (2.0 / 3.0, "0.666666666666667"),
            // A half, which JavaScript rounds up.
            (100_000_000_000_000.5, "100000000000001"),
            (9_223_372_036_854_775_808.0, "9223372036854776000"),
            (-1.0 / 3.0 * 1e-10, "-3.33333333333333e-11"),
        ] {
            assert_eq!(string(number, Layout::Compact), text);
        }
        assert_eq!(string(Value::Int(i64::MAX), Layout::Compact), "9223372036854775807");
    }

    #[test]
    fn values_become_json() {
        let value = json!({"a": [1, "x\n", null, {}], "b": []});
        assert_eq!(string(value.clone(), Layout::Compact), r#"{"a":[1,"x\n",null,{}],"b":[]}"#);
        let lines = "{\n  \"a\": [\n    1,\n    \"x\\n\",\n    null,\n    {}\n  ],\n  \"b\": []\n}";
        assert_eq!(string(value, Layout::Lines), lines);
    }

    #[test]
    fn numbers_that_are_not_finite_fail() {
        let fault =
            |item: Item| to_string(&Cx::new(0, 0), item.view(), Layout::Compact).unwrap_err();
        assert_eq!(fault(f64::INFINITY.into()).code(), Some("D3001"));
        let inner = Value::array(vec![Value::Float(f64::INFINITY)]);
        assert_eq!(fault(inner.into()).code(), Some("D1001"));
        let inner = Value::array(vec![Value::Float(f64::NAN)]);
        assert_eq!(string(inner, Layout::Compact), "[null]");
    }
}
