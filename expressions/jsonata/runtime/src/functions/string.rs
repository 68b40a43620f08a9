//! Strings: parts, case, padding, joining, base 64.

use smol_str::StrExt as _;

use super::aggregate::wrong_items;
use super::code_units;
use crate::json_text::{Layout, to_string};
use crate::number::{count, float, index};
use crate::{Cx, Fault, Item, Outcome, View};
use asl_value::encoding;
use asl_value::expression::Limit;
use asl_value::value::{Text, Value};

/// `$string`
pub fn string(cx: &Cx, value: View<'_>, prettify: View<'_>) -> Outcome {
    if value.is_undefined() {
        return Ok(Item::Undefined);
    }
    let layout = if prettify.as_bool() == Some(true) { Layout::Lines } else { Layout::Compact };
    to_string(cx, value, layout).map(|text| Item::Data(Value::String(text)))
}

/// `$length`: the number of characters.
pub fn length(cx: &Cx, text: View<'_>) -> Outcome {
    let Some(text) = text.as_str() else { return Ok(Item::Undefined) };
    cx.read_text(text.len())?;
    Ok(count(text.chars().count()))
}

/// `$substring`
pub fn substring(cx: &Cx, text: View<'_>, start: View<'_>, length: View<'_>) -> Outcome {
    let Some(text) = text.as_str() else { return Ok(Item::Undefined) };
    cx.read_text(text.len())?;
    let (start, length) = (start.as_f64().unwrap_or(f64::NAN), length.as_f64());
    if code_units::are_cut(cx, text) {
        return cx.text(code_units::cut(text, start, length)?);
    }
    cx.text(cut(text, start, length))
}

/// The part of a text from a character on, which may have a length.
pub(super) fn cut(text: &str, start: f64, length: Option<f64>) -> &str {
    let text = Characters::new(text);
    let characters = float(text.count);
    let start = if characters + start < 0.0 { 0.0 } else { start };
    let Some(length) = length else { return text.slice(start, characters) };
    if length <= 0.0 {
        return "";
    }
    let from_start = if start >= 0.0 { start } else { characters + start };
    text.slice(start, from_start + length)
}

/// A text by its characters.
struct Characters<'t> {
    text: &'t str,
    count: usize,
}

impl<'t> Characters<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, count: if text.is_ascii() { text.len() } else { text.chars().count() } }
    }

    /// The characters from one place to before another. JavaScript cuts fractions, takes NaN for 0,
    /// and counts negative places from the end.
    fn slice(&self, start: f64, end: f64) -> &'t str {
        let (start, end) = (self.place(start), self.place(end));
        if self.count == self.text.len() {
            return self.text.get(start..end).unwrap_or_default();
        }
        let byte =
            |place| self.text.char_indices().nth(place).map_or(self.text.len(), |(byte, _)| byte);
        self.text.get(byte(start)..byte(end)).unwrap_or_default()
    }

    fn place(&self, place: f64) -> usize {
        let back = index(-place);
        if back > 0 { self.count.saturating_sub(back) } else { index(place).min(self.count) }
    }
}

/// `$substringBefore`
pub fn substring_before(cx: &Cx, text: View<'_>, chars: View<'_>) -> Outcome {
    part(cx, text, chars, |(before, _)| before)
}

/// `$substringAfter`
pub fn substring_after(cx: &Cx, text: View<'_>, chars: View<'_>) -> Outcome {
    part(cx, text, chars, |(_, after)| after)
}

fn part<'t>(
    cx: &Cx,
    item: View<'t>,
    chars: View<'_>,
    choose: impl Fn((&'t str, &'t str)) -> &'t str,
) -> Outcome {
    let Some(text) = item.as_str() else { return Ok(Item::Undefined) };
    cx.read_text(text.len())?;
    match chars.as_str().and_then(|chars| sides(text, chars)) {
        Some(parts) => cx.text(choose(parts)),
        None => Ok(item.to_item()),
    }
}

/// The text before and behind the first place of characters. A search reads all of them before it
/// begins, and only the text is paid for.
pub(super) fn sides<'t>(text: &'t str, chars: &str) -> Option<(&'t str, &'t str)> {
    if chars.len() > text.len() { None } else { text.split_once(chars) }
}

/// `$lowercase`
pub fn lowercase(cx: &Cx, text: View<'_>) -> Outcome {
    rewritten(cx, text, in_lowercase)
}

pub(super) fn in_lowercase(text: &str) -> Text {
    // Only beyond ASCII does a letter depend on those beside it: the last sigma of a word.
    if text.is_ascii() { text.to_ascii_lowercase_smolstr() } else { text.to_lowercase().into() }
}

/// `$uppercase`
pub fn uppercase(cx: &Cx, text: View<'_>) -> Outcome {
    rewritten(cx, text, in_uppercase)
}

pub(super) fn in_uppercase(text: &str) -> Text {
    // Letters of ASCII change in place, a third faster.
    if text.is_ascii() { text.to_ascii_uppercase_smolstr() } else { text.to_uppercase_smolstr() }
}

/// `$trim`: blanks become single spaces, those at the ends nothing.
pub fn trim(cx: &Cx, text: View<'_>) -> Outcome {
    rewritten(cx, text, trimmed)
}

pub(super) fn trimmed(text: &str) -> String {
    let words = text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty());
    let mut trimmed = String::with_capacity(text.len());
    for word in words {
        if !trimmed.is_empty() {
            trimmed.push(' ');
        }
        trimmed.push_str(word);
    }
    trimmed
}

/// A text that is written anew; it gets hardly longer.
fn rewritten<T: Into<Text>>(cx: &Cx, text: View<'_>, write: impl Fn(&str) -> T) -> Outcome {
    let Some(text) = text.as_str() else { return Ok(Item::Undefined) };
    cx.read_text(text.len())?;
    cx.text(write(text))
}

/// `$pad`: on the right to a width, on the left to a negative one.
pub fn pad(cx: &Cx, item: View<'_>, width: View<'_>, char: View<'_>) -> Outcome {
    let Some(text) = item.as_str() else { return Ok(Item::Undefined) };
    cx.read_text(text.len())?;
    let width = width.as_f64().unwrap_or(0.0).trunc();
    let missing = index(width.abs()).saturating_sub(text.chars().count());
    if missing == 0 {
        return Ok(item.to_item());
    }
    let char = char.as_str().filter(|char| !char.is_empty()).unwrap_or(" ");
    cx.read_text(char.len())?;
    let characters = char.chars().count();
    let rest: usize = char.chars().take(missing % characters).map(char::len_utf8).sum();
    let bytes = (missing / characters).saturating_mul(char.len()).saturating_add(rest);
    cx.make_text(bytes.saturating_add(text.len()))?;
    let mut padded = String::with_capacity(bytes + text.len());
    let padding = char.chars().cycle().take(missing);
    if width > 0.0 {
        padded.push_str(text);
        padded.extend(padding);
    } else {
        padded.extend(padding);
        padded.push_str(text);
    }
    Ok(Item::text(padded))
}

/// `$join`
pub fn join(cx: &Cx, array: View<'_>, separator: View<'_>) -> Outcome {
    let Some(length) = array.array_len() else { return Ok(Item::Undefined) };
    let separator = separator.as_str().unwrap_or_default();
    cx.spend(1 + length as u64 / 4)?;
    let separators = separator.len().saturating_mul(length.saturating_sub(1));
    let bytes = array.texts().flatten().map(str::len).fold(separators, usize::saturating_add);
    cx.make_text(bytes)?;
    let mut joined = String::with_capacity(bytes);
    for (place, text) in array.texts().enumerate() {
        if place > 0 {
            joined.push_str(separator);
        }
        joined.push_str(text.unwrap_or_default());
    }
    Ok(Item::text(joined))
}

/// The text of `$join` while the items of a sequence are added one by one.
#[derive(Debug)]
pub struct Joining {
    text: String,
    separator: &'static str,
    is_begun: bool,
    has_others: bool,
}

/// Room that is made for the first texts that are joined.
const FIRST_TEXTS: usize = 64;

impl Joining {
    /// Nothing yet.
    pub fn new(separator: &'static str) -> Self {
        Self { text: String::new(), separator, is_begun: false, has_others: false }
    }

    /// Adds an item.
    #[inline]
    pub fn add(&mut self, cx: &Cx, item: View<'_>) -> Result<(), Fault> {
        let Some(text) = item.as_str() else {
            self.has_others = true;
            return Ok(());
        };
        let separator = if self.is_begun { self.separator } else { "" };
        let bytes = separator.len() + text.len();
        if bytes > self.text.capacity() - self.text.len() {
            self.grow(cx, bytes)?;
        }
        self.is_begun = true;
        self.text.push_str(separator);
        self.text.push_str(text);
        Ok(())
    }

    #[cold]
    fn grow(&mut self, cx: &Cx, bytes: usize) -> Result<(), Fault> {
        if self.text.len().saturating_add(bytes) > cx.room_for_text() {
            return Err(Fault::Limit(Limit::Size));
        }
        self.text.reserve(bytes.max(FIRST_TEXTS));
        Ok(())
    }

    /// `$join` of a value, if there is one.
    pub fn finish(self, cx: &Cx, has_value: bool) -> Outcome {
        if self.has_others {
            return Err(wrong_items("join", "strings"));
        }
        if has_value { cx.text(self.text) } else { Ok(Item::Undefined) }
    }
}

/// `$base64encode`: of the low bytes of the text's units in UTF-16, as in Node; in Step Functions,
/// of the text's bytes in UTF-8.
pub fn base64_encode(cx: &Cx, text: View<'_>) -> Outcome {
    let Some(text) = text.as_str() else { return Ok(Item::Undefined) };
    cx.read_text(text.len())?;
    cx.make_text((text.len() / 3 + 1).saturating_mul(4))?;
    if cx.is_aws() {
        return Ok(Item::text(encoding::to_base64(text.as_bytes())));
    }
    let bytes: Vec<u8> = text.encode_utf16().map(|unit| unit.to_le_bytes()[0]).collect();
    Ok(Item::text(encoding::to_base64(&bytes)))
}

/// `$base64decode`: each byte becomes a character; in Step Functions, the bytes are UTF-8. Node
/// leaves out what is not base 64, such as all of `!!!`; Step Functions fails, and so does this.
pub fn base64_decode(cx: &Cx, text: View<'_>) -> Outcome {
    let Some(encoded) = text.as_str() else { return Ok(Item::Undefined) };
    cx.read_text(encoded.len())?;
    if cx.is_aws() {
        return cx.text(String::from_utf8_lossy(&decoded(encoded)?).into_owned());
    }
    // Three bytes of four characters, and two bytes of text for each.
    cx.make_text((encoded.len() / 4 + 1).saturating_mul(6))?;
    Ok(Item::text(decoded(encoded)?.into_iter().map(char::from).collect::<String>()))
}

fn decoded(encoded: &str) -> Result<Vec<u8>, Fault> {
    encoding::from_base64(encoded).ok_or_else(|| {
        let message = "Argument of $base64decode() is not base 64";
        Fault::new("D3137").value(encoded).message(message).internal()
    })
}
