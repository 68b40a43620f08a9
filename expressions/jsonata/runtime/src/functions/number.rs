//! `$number`, rounding, roots and powers.

use asl_language::jsonata::number_text::{read_number, write_number};

use crate::number::{float, index};
use crate::{Cx, Fault, Item, Outcome, View};
use asl_value::value::Value;

/// `$number`
pub fn number(cx: &Cx, value: View<'_>) -> Outcome {
    match value {
        View::Undefined | View::Value(Value::Int(_) | Value::Float(_)) => Ok(value.to_item()),
        View::Value(Value::Bool(flag)) => Ok(Item::from(f64::from(u8::from(*flag)))),
        View::Value(Value::String(text)) => {
            cx.read_text(text.len())?;
            read_number(text).map(Item::from).ok_or_else(|| not_a_number(value))
        }
        View::Value(Value::Null | Value::Array(_) | Value::Object(_)) | View::Item(_) => {
            Err(not_a_number(value))
        }
    }
}

#[cold]
fn not_a_number(value: View<'_>) -> Fault {
    Fault::new("D3030").value(value).index(1)
}

/// `$abs`
pub fn abs(_: &Cx, number: View<'_>) -> Outcome {
    if let View::Value(Value::Int(int)) = number
        && let Some(int) = int.checked_abs()
    {
        return Ok(Item::Data(Value::Int(int)));
    }
    Ok(number.as_f64().map_or(Item::Undefined, |number| Item::from(number.abs())))
}

/// `$floor`
pub fn floor(_: &Cx, number: View<'_>) -> Outcome {
    Ok(whole(number, f64::floor))
}

/// `$ceil`
pub fn ceil(_: &Cx, number: View<'_>) -> Outcome {
    Ok(whole(number, f64::ceil))
}

/// The whole number beside a fraction. Integers of data keep all their digits.
fn whole(number: View<'_>, beside: impl Fn(f64) -> f64) -> Item {
    if let View::Value(Value::Float(fraction)) = number {
        Item::from(beside(*fraction))
    } else {
        number.to_item()
    }
}

/// `$sqrt`
pub fn sqrt(_: &Cx, number: View<'_>) -> Outcome {
    match number.as_f64() {
        Some(negative) if negative < 0.0 => Err(Fault::new("D3060").value(number).index(1)),
        Some(number) => Ok(Item::from(number.sqrt())),
        None => Ok(Item::Undefined),
    }
}

/// `$power`
pub fn power(_: &Cx, base: View<'_>, exponent: View<'_>) -> Outcome {
    let Some(number) = base.as_f64() else { return Ok(Item::Undefined) };
    let power = exponent.as_f64().map_or(f64::NAN, |exponent| js_power(number, exponent));
    if power.is_finite() {
        return Ok(Item::from(power));
    }
    Err(Fault::new("D3061").value(base).value2(exponent).index(1))
}

/// JavaScript's power: that of 1 and an infinite exponent is NaN.
fn js_power(base: f64, exponent: f64) -> f64 {
    let is_one = (base.abs() - 1.0).abs() == 0.0;
    if exponent.is_infinite() && is_one { f64::NAN } else { base.powf(exponent) }
}

/// `$round`: halves go to the even neighbour.
pub fn round(_: &Cx, number: View<'_>, precision: View<'_>) -> Outcome {
    let Some(number) = number.as_f64() else { return Ok(Item::Undefined) };
    Ok(Item::from(rounded(number, precision.as_f64().unwrap_or(0.0))))
}

/// The number with so many decimal places. The point is shifted in the text of the number, as
/// powers of ten have errors of their own.
pub(super) fn rounded(number: f64, precision: f64) -> f64 {
    if precision == 0.0 || precision.is_nan() {
        return half_even(number);
    }
    if let Some((whole, power)) = whole_of(number, precision) {
        // Both are exact, so the quotient is the double that is nearest to the decimal number.
        return whole / power;
    }
    shifted(half_even(shifted(number, precision)), -precision)
}

/// The text of a number that is not negative, with so many decimal places.
pub(super) fn fixed(number: f64, places: usize) -> String {
    let Some((whole, power)) = whole_of(number, float(places)) else {
        return format!("{:.places$}", rounded(number, float(places)));
    };
    let (integer, fraction) = ((whole / power).floor(), whole % power);
    if places == 0 { format!("{integer}") } else { format!("{integer}.{fraction:0>places$}") }
}

/// The same as Step Functions writes it: numbers from 1e21 on have all digits, where JavaScript has
/// no such text of them.
pub(super) fn fixed_in_full(number: f64, places: usize) -> String {
    if number < 1e21 {
        return fixed(number, places);
    }
    let text = format!("{number:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = mantissa.replace('.', "");
    let length = 1 + exponent.parse::<usize>().unwrap_or(0);
    let point = if places == 0 { "" } else { "." };
    format!("{digits:0<length$}{point}{:0<places$}", "")
}

/// A number times a power of ten, rounded, and the power: where it is certain that the text of the
/// number with its point shifted is rounded to the same. A product is at most two units of its last
/// place beside that text, which are far less than the distance to the next half.
fn whole_of(number: f64, places: f64) -> Option<(f64, f64)> {
    const POWERS: [f64; 12] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11];
    const GREATEST: f64 = 1_099_511_627_776.0;
    let power = *POWERS.get(index(places)).filter(|_| places >= 0.0 && places.fract() == 0.0)?;
    let product = number * power;
    let distance = (product.abs().fract() - 0.5).abs();
    let is_certain = product.abs() < GREATEST && distance > 1e-3;
    is_certain.then(|| (half_even(product), power))
}

/// The number with the point shifted so many places to the right.
fn shifted(number: f64, places: f64) -> f64 {
    let text = write_number(number);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent = exponent.parse::<f64>().unwrap_or(f64::NAN) + places;
    format!("{mantissa}e{}", write_number(exponent)).parse().unwrap_or(f64::NAN)
}

fn half_even(number: f64) -> f64 {
    let rounded = number.round_ties_even();
    // There is no negative zero in JSON.
    if rounded == 0.0 { 0.0 } else { rounded }
}
