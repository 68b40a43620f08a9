//! Functions with pictures: `$formatNumber`, `$formatInteger`, `$parseInteger`, `$fromMillis`,
//! `$toMillis`, `$now`.

use asl_language::jsonata::picture::Symbols;

use super::number::fixed;
use crate::jsonata::picture::{
    DatePicture, NumberPicture, WholePicture, read_date, read_integer, read_iso_date, write_date,
    write_integer, write_number,
};
use crate::jsonata::{Cx, Item, Outcome, View};
use crate::value::Value;

/// `$formatNumber`
pub fn format_number(cx: &Cx, number: View<'_>, picture: View<'_>, options: View<'_>) -> Outcome {
    let (Some(_), Some(picture)) = (number.as_f64(), picture.as_str()) else {
        return Ok(Item::Undefined);
    };
    let mut symbols = Symbols::default();
    for (name, value) in options.entries() {
        if let Some(value) = value.as_str() {
            symbols.set(&name, value);
        }
    }
    format_number_by(cx, &NumberPicture::with(picture, symbols), &[number])
}

/// `$formatNumber` by a picture that has been read. The number is the first argument.
pub fn format_number_by(cx: &Cx, picture: &NumberPicture, arguments: &[View<'_>]) -> Outcome {
    let Some(number) = first(arguments).as_f64() else { return Ok(Item::Undefined) };
    cx.text(write_number(cx, number, picture, fixed)?)
}

/// `$formatInteger`
pub fn format_integer(cx: &Cx, number: View<'_>, picture: View<'_>) -> Outcome {
    let Some(picture) = picture.as_str() else { return Ok(Item::Undefined) };
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
    parse_integer_by(cx, &WholePicture::new(picture), &[text])
}

/// `$parseInteger` by a picture that has been read. The text is the first argument.
pub fn parse_integer_by(_: &Cx, picture: &WholePicture, arguments: &[View<'_>]) -> Outcome {
    let Some(text) = first(arguments).as_str() else { return Ok(Item::Undefined) };
    Ok(Item::from(read_integer(picture.picture()?, text)?))
}

/// `$fromMillis`
pub fn from_millis(cx: &Cx, millis: View<'_>, picture: View<'_>, zone: View<'_>) -> Outcome {
    let Some(millis) = millis.as_f64() else { return Ok(Item::Undefined) };
    let picture = picture.as_str().map(DatePicture::new);
    cx.text(write_date(cx, millis, picture.as_ref(), zone.as_str())?)
}

/// `$fromMillis` by a picture that has been read. The time is the first argument, its zone the
/// third.
pub fn from_millis_by(cx: &Cx, picture: &DatePicture, arguments: &[View<'_>]) -> Outcome {
    let Some(millis) = first(arguments).as_f64() else { return Ok(Item::Undefined) };
    let zone = arguments.get(2).and_then(|zone| zone.as_str());
    cx.text(write_date(cx, millis, Some(picture), zone)?)
}

/// `$toMillis`
pub fn to_millis(cx: &Cx, timestamp: View<'_>, picture: View<'_>) -> Outcome {
    let Some(text) = timestamp.as_str() else { return Ok(Item::Undefined) };
    match picture.as_str() {
        Some(picture) => to_millis_by(cx, &DatePicture::new(picture), &[timestamp]),
        None => Ok(Item::from(read_iso_date(text)?)),
    }
}

/// `$toMillis` by a picture that has been read. The text is the first argument.
pub fn to_millis_by(cx: &Cx, picture: &DatePicture, arguments: &[View<'_>]) -> Outcome {
    let Some(text) = first(arguments).as_str() else { return Ok(Item::Undefined) };
    Ok(Item::from(read_date(cx, text, picture, cx.now())?))
}

/// `$now`
pub fn now(cx: &Cx, picture: View<'_>, zone: View<'_>) -> Outcome {
    from_millis(cx, View::Value(&Value::Int(cx.now())), picture, zone)
}

fn first<'v>(arguments: &[View<'v>]) -> View<'v> {
    arguments.first().copied().unwrap_or_default()
}
