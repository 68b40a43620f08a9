//! `States.Format` and `States.StringSplit`.

use std::fmt::Write;

use crate::error::Failed;
use crate::value::Value;

use super::print::Bounded;
use super::{failed, small, text_in, too_large};

/// What stands for a value in a template.
const PLACEHOLDER: &str = "{}";

/// The texts around the placeholders of a template, with values between them.
pub fn format<const N: usize>(texts: &[&str], values: [&Value; N]) -> Result<Value, Failed> {
    let mut values = values.into_iter();
    fill(texts.iter().copied(), &mut values)
}

/// The same of a template that is known only now.
pub fn format_of<const N: usize>(template: &Value, values: [&Value; N]) -> Result<Value, Failed> {
    let template = text_in("first", template)?;
    let places = template.matches(PLACEHOLDER).count();
    if places != N {
        return Err(failed(format_args!("the template has {places} placeholders for {N} values")));
    }
    fill(template.split(PLACEHOLDER), &mut values.into_iter())
}

fn fill<'t, 'v>(
    texts: impl Iterator<Item = &'t str>,
    values: &mut impl Iterator<Item = &'v Value>,
) -> Result<Value, Failed> {
    let mut out = Bounded::default();
    for text in texts {
        let written = out.write_str(text).and_then(|()| values.next().map_or(Ok(()), |value| out.plain(value)));
        written.map_err(|_| too_large())?;
    }
    Ok(Value::text(out.into_text()))
}

/// The pieces between characters of a set, without empty ones: as recorded, `.+,=` splits at each of the four.
pub fn string_split(text: &Value, characters: &Value) -> Result<Value, Failed> {
    small([text, characters])?;
    let (text, characters) = (text_in("first", text)?, text_in("second", characters)?);
    let mut set: Vec<char> = characters.chars().collect();
    set.sort_unstable();
    let pieces = text.split(|character| set.binary_search(&character).is_ok());
    Ok(Value::array(pieces.filter(|piece| !piece.is_empty()).map(Value::text).collect()))
}
