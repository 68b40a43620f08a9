//! Functions with pictures: `$formatNumber`, `$formatInteger`, `$parseInteger`, `$fromMillis`,
//! `$toMillis`, `$now`.

use asl_language::jsonata::picture::{IntegerPicture, Symbols};

use super::number::rounded;
use crate::jsonata::number::float;
use crate::jsonata::picture::{
    read_date, read_integer, read_iso_date, write_date, write_integer, write_number,
};
use crate::jsonata::{Cx, Fault, Item, Outcome};
use crate::value::Value;

/// `$formatNumber`
pub fn format_number(cx: &Cx, number: &Item, picture: &Item, options: &Item) -> Outcome {
    let (Some(number), Some(picture)) = (number.as_f64(), picture.as_str()) else {
        return Ok(Item::Undefined);
    };
    let mut symbols = Symbols::default();
    for (name, value) in options.entries() {
        if let Some(value) = value.as_str() {
            symbols.set(&name, value);
        }
    }
    let round = |number, places| rounded(number, float(places));
    cx.text(write_number(cx, number, picture, &symbols, round)?)
}

fn read_picture(picture: &str) -> Result<IntegerPicture, Fault> {
    IntegerPicture::read(picture).map_err(Fault::of_picture)
}

/// `$formatInteger`
pub fn format_integer(cx: &Cx, number: &Item, picture: &Item) -> Outcome {
    let (Some(number), Some(picture)) = (number.as_f64(), picture.as_str()) else {
        return Ok(Item::Undefined);
    };
    cx.text(write_integer(&read_picture(picture)?, cx, number)?)
}

/// `$parseInteger`
pub fn parse_integer(_: &Cx, text: &Item, picture: &Item) -> Outcome {
    let (Some(text), Some(picture)) = (text.as_str(), picture.as_str()) else {
        return Ok(Item::Undefined);
    };
    Ok(Item::from(read_integer(&read_picture(picture)?, text)?))
}

/// `$fromMillis`
pub fn from_millis(cx: &Cx, millis: &Item, picture: &Item, zone: &Item) -> Outcome {
    let Some(millis) = millis.as_f64() else { return Ok(Item::Undefined) };
    cx.text(write_date(cx, millis, picture.as_str(), zone.as_str())?)
}

/// `$toMillis`
pub fn to_millis(cx: &Cx, timestamp: &Item, picture: &Item) -> Outcome {
    let Some(timestamp) = timestamp.as_str() else { return Ok(Item::Undefined) };
    let millis = match picture.as_str() {
        Some(picture) => read_date(cx, timestamp, picture, cx.now())?,
        None => Some(read_iso_date(timestamp)?),
    };
    Ok(millis.map_or(Item::Undefined, Item::from))
}

/// `$now`
pub fn now(cx: &Cx, picture: &Item, zone: &Item) -> Outcome {
    from_millis(cx, &Item::Data(Value::Int(cx.now())), picture, zone)
}
