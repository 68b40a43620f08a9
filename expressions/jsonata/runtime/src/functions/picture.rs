//! Functions with pictures: `$formatNumber`, `$formatInteger`, `$parseInteger`, `$fromMillis`,
//! `$toMillis`, `$now`.

use asl_language::jsonata::picture::Symbols;

use super::number::{fixed, fixed_in_full};
use crate::picture::{
    DatePicture, NumberPicture, WholePicture, read_date, read_integer, read_iso_date, write_date,
    write_integer, write_number,
};
use crate::{Cx, Fault, Item, Outcome, View};
use asl_value::value::Value;

/// `$formatNumber`
pub fn format_number(cx: &Cx, number: View<'_>, picture: View<'_>, options: View<'_>) -> Outcome {
    let (Some(_), Some(picture)) = (number.as_f64(), picture.as_str()) else {
        return Ok(Item::Undefined);
    };
    read_closely(cx, picture)?;
    let mut symbols = Symbols::default();
    for (name, value) in options.entries() {
        cx.spend(1)?;
        if let Some(value) = value.as_str() {
            cx.read_text(value.len())?;
            symbols.set(&name, value);
        }
    }
    format_number_by(cx, &NumberPicture::with(picture, symbols), &[number])
}

/// `$formatNumber` by a picture that has been read. The number is the first argument.
pub fn format_number_by(cx: &Cx, picture: &NumberPicture, arguments: &[View<'_>]) -> Outcome {
    let Some(number) = first(arguments).as_f64() else { return Ok(Item::Undefined) };
    let fixed = if cx.is_aws() { fixed_in_full } else { fixed };
    cx.text(write_number(cx, number, picture, fixed)?)
}

/// `$formatInteger`
pub fn format_integer(cx: &Cx, number: View<'_>, picture: View<'_>) -> Outcome {
    let Some(picture) = picture.as_str() else { return Ok(Item::Undefined) };
    read_closely(cx, picture)?;
    format_integer_by(cx, &WholePicture::new(picture), &[number])
}

/// `$formatInteger` by a picture that has been read. The number is the first argument.
pub fn format_integer_by(cx: &Cx, picture: &WholePicture, arguments: &[View<'_>]) -> Outcome {
    let Some(number) = first(arguments).as_f64() else { return Ok(Item::Undefined) };
    let mut text = String::new();
    write_integer(picture.picture()?, cx, number, &mut text)?;
    cx.text(text)
}

/// `$parseInteger`
pub fn parse_integer(cx: &Cx, text: View<'_>, picture: View<'_>) -> Outcome {
    let Some(picture) = picture.as_str() else { return Ok(Item::Undefined) };
    read_closely(cx, picture)?;
    parse_integer_by(cx, &WholePicture::new(picture), &[text])
}

/// `$parseInteger` by a picture that has been read. The text is the first argument.
pub fn parse_integer_by(cx: &Cx, picture: &WholePicture, arguments: &[View<'_>]) -> Outcome {
    let Some(text) = first(arguments).as_str() else { return Ok(Item::Undefined) };
    read_closely(cx, text)?;
    Ok(Item::from(read_integer(picture.picture()?, text)?))
}

/// `$fromMillis`
pub fn from_millis(cx: &Cx, millis: View<'_>, picture: View<'_>, zone: View<'_>) -> Outcome {
    let Some(millis) = millis.as_f64() else { return Ok(Item::Undefined) };
    read_closely(cx, picture.as_str().unwrap_or_default())?;
    let picture = picture.as_str().map(DatePicture::new);
    cx.text(write_date(cx, millis, picture.as_ref(), zone.as_str())?)
}

/// `$fromMillis` by a picture that has been read. The time is the first argument, its zone the
/// third.
pub fn from_millis_by(cx: &Cx, picture: &DatePicture, arguments: &[View<'_>]) -> Outcome {
    let Some(millis) = first(arguments).as_f64() else { return Ok(Item::Undefined) };
    let zone = arguments.get(2).copied().unwrap_or_default();
    cx.text(write_date(cx, millis, Some(picture), zone.as_str())?)
}

/// `$toMillis`
pub fn to_millis(cx: &Cx, timestamp: View<'_>, picture: View<'_>) -> Outcome {
    let Some(text) = timestamp.as_str() else { return Ok(Item::Undefined) };
    match picture.as_str() {
        Some(picture) => {
            read_closely(cx, picture)?;
            to_millis_by(cx, &DatePicture::new(picture), &[timestamp])
        }
        None => {
            cx.read_text(text.len())?;
            Ok(Item::from(read_iso_date(text)?))
        }
    }
}

/// `$toMillis` by a picture that has been read. The text is the first argument.
pub fn to_millis_by(cx: &Cx, picture: &DatePicture, arguments: &[View<'_>]) -> Outcome {
    let Some(text) = first(arguments).as_str() else { return Ok(Item::Undefined) };
    read_closely(cx, text)?;
    Ok(Item::from(read_date(cx, text, picture, cx.now())?))
}

/// `$now`
pub fn now(cx: &Cx, picture: View<'_>, zone: View<'_>) -> Outcome {
    from_millis(cx, View::Value(&Value::Int(cx.now())), picture, zone)
}

/// Bytes that are read by a picture, or of a picture, in one step.
const BYTES_IN_STEP: usize = 16;

/// To be called before a picture is read that is no literal, and before a text is read by a picture.
fn read_closely(cx: &Cx, text: &str) -> Result<(), Fault> {
    cx.spend((text.len() / BYTES_IN_STEP) as u64)
}

fn first<'v>(arguments: &[View<'v>]) -> View<'v> {
    arguments.first().copied().unwrap_or_default()
}
