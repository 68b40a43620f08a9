//! `States.Format` and `States.StringSplit`.

use std::fmt::Write;

use asl_value::error::Failed;
use asl_value::value::Value;

use super::print::Bounded;
use super::{failed, invalid, small, text_in, too_large};

const NAME: &str = "States.Format";

/// Joins the texts around the placeholders of a template with the values in between.
pub fn format<const N: usize>(texts: &[&str], values: [&Value; N]) -> Result<Value, Failed> {
    fill(texts.iter().copied(), values)
}

/// Fills in a template that is known only at run time.
pub fn format_of<const N: usize>(template: &Value, values: [&Value; N]) -> Result<Value, Failed> {
    let texts = texts_of(text_in(NAME, template)?)?;
    if texts.len() != N + 1 {
        return Err(invalid(NAME));
    }
    fill(texts.iter().map(String::as_str), values)
}

/// Splits a template at its placeholders `{}`. `\{` and `\}` stand for the braces themselves.
fn texts_of(template: &str) -> Result<Vec<String>, Failed> {
    let (mut texts, mut text) = (Vec::new(), String::new());
    let mut rest = template.chars().peekable();
    while let Some(character) = rest.next() {
        match (character, rest.peek()) {
            ('\\', Some('{' | '}')) => text.extend(rest.next()),
            ('{', Some('}')) => {
                rest.next();
                texts.push(std::mem::take(&mut text));
            }
            ('{', _) => {
                return Err(failed(format_args!(
                    "Invalid template in {NAME}: matching '}}' not found for '{{'."
                )));
            }
            ('}', _) => {
                return Err(failed(format_args!(
                    "Invalid template in {NAME}: matching '{{' not found for '}}'."
                )));
            }
            (character, _) => text.push(character),
        }
    }
    texts.push(text);
    Ok(texts)
}

fn fill<'t, const N: usize>(
    texts: impl Iterator<Item = &'t str>,
    values: [&Value; N],
) -> Result<Value, Failed> {
    let (mut out, mut values) = (Bounded::new(), values.into_iter());
    for text in texts {
        let written = out
            .write_str(text)
            .and_then(|()| values.next().map_or(Ok(()), |value| out.plain(value)));
        written.map_err(|_| too_large(NAME))?;
    }
    Ok(Value::text(out.into_text()))
}

/// Returns the pieces between characters of a set, without empty ones. As recorded, `.+,=` splits
/// at each of the four.
#[inline]
pub fn string_split(text: &Value, characters: &Value) -> Result<Value, Failed> {
    const NAME: &str = "States.StringSplit";
    small(NAME, [text, characters])?;
    let (text, characters) = (text_in(NAME, text)?, text_in(NAME, characters)?);
    let mut set: Vec<char> = characters.chars().collect();
    set.sort_unstable();
    let pieces = text.split(|character| set.binary_search(&character).is_ok());
    Ok(Value::array(pieces.filter(|piece| !piece.is_empty()).map(Value::text).collect()))
}
