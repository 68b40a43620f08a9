//! Places of a part in a string or an array: `indices`, `index`, `rindex`.

use super::number::count;
use super::order::equal;
use super::{Cx, Exit, access, fault};
use asl_value::value::{Array, Value};

/// To be called before a part of a text is searched: all of both may be read.
fn pay_for_search(cx: &Cx, text: &str, part: &str) -> Result<(), Exit> {
    cx.spend(1 + text.len() as u64 / 16 + part.len() as u64 / 16)
}

/// The places of a text in another one, in characters, overlapping ones too.
fn of_text<'t>(text: &'t str, part: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_ascii = text.is_ascii();
    // Bytes and characters up to the last find.
    let (mut byte, mut character) = (0, 0);
    let mut from = 0;
    std::iter::from_fn(move || {
        let first = part.chars().next()?;
        let found = from + text.get(from..)?.find(part)?;
        from = found + first.len_utf8();
        if is_ascii {
            return Some(found);
        }
        character += text.get(byte..found)?.chars().count();
        byte = found;
        Some(character)
    })
}

/// `_strindices(part)`
pub fn text_indices(cx: &Cx, input: &Value, part: &Value) -> Result<Value, Exit> {
    const TEXT: &str = "cannot be searched, as it is not a string";
    let Value::String(text) = input else { return Err(fault::bad(input, TEXT)) };
    let Value::String(part) = part else { return Err(fault::bad(part, "is not a string")) };
    pay_for_search(cx, text, part)?;
    let mut places = Vec::new();
    for place in of_text(text, part) {
        // Each search begins by looking through the part.
        cx.spend(part.len() as u64 / 16)?;
        places.push(count(place));
    }
    array_of(cx, places)
}

/// `indices(part)`
pub fn indices(cx: &Cx, input: &Value, part: &Value) -> Result<Value, Exit> {
    match (input, part) {
        (Value::String(_), Value::String(_)) => text_indices(cx, input, part),
        (Value::Array(items), Value::Array(part)) => access::places_of_part(cx, items, part),
        (Value::Array(items), _) => of_item(cx, items, part),
        _ => access::index(cx, input, part),
    }
}

fn of_item(cx: &Cx, items: &Array, wanted: &Value) -> Result<Value, Exit> {
    let mut places = Vec::new();
    cx.spend(1 + items.len() as u64)?;
    for (place, item) in items.iter().enumerate() {
        if equal(cx, item, wanted)? {
            places.push(count(place));
        }
    }
    array_of(cx, places)
}

/// `index(part)`: the first place.
pub fn index(cx: &Cx, input: &Value, part: &Value) -> Result<Value, Exit> {
    if let (Value::String(text), Value::String(part)) = (input, part) {
        pay_for_search(cx, text, part)?;
        return Ok(of_text(text, part).next().map_or(Value::Null, count));
    }
    Ok(access::item(&indices(cx, input, part)?, 0)?.clone())
}

/// `rindex(part)`: the last place.
pub fn rindex(cx: &Cx, input: &Value, part: &Value) -> Result<Value, Exit> {
    let places = indices(cx, input, part)?;
    let last = access::slice(cx, &places, Some(&Value::Int(-1)), None)?;
    Ok(access::item(&last, 0)?.clone())
}

fn array_of(cx: &Cx, places: Vec<Value>) -> Result<Value, Exit> {
    cx.make_items(places.len())?;
    Ok(Value::array(places))
}
