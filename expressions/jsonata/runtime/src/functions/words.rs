//! Built-ins between texts as functions of Rust. A part of a text is not copied, and no result is
//! an item: calls of the built-ins took twice as long in `$uppercase($substring(a, 0, 1)) & b`.
//!
//! They take a call that needs nothing else; all others are left to the built-ins.

use super::code_units;
use super::natives::{LOWERCASE, SUBSTRING, SUBSTRING_AFTER, SUBSTRING_BEFORE, TRIM, UPPERCASE};
use super::string;
use crate::call;
use crate::operators::{Operand, Scalar};
use crate::{Cx, Fault, Item, Native, View};
use asl_value::value::{Text, Value};

/// The result of a built-in that gives a text.
#[derive(Clone, Debug)]
pub enum Words<'v> {
    /// A text where it is.
    Seen(&'v str),
    /// A new text.
    Made(Text),
    /// Any other value.
    Other(Item),
}

/// The result of a call.
type Made<'v> = Result<Words<'v>, Fault>;

impl Words<'_> {
    #[inline]
    fn is_text(&self) -> bool {
        matches!(self, Self::Seen(_) | Self::Made(_))
    }
}

impl<'v> From<View<'v>> for Words<'v> {
    #[inline]
    fn from(view: View<'v>) -> Self {
        view.as_str().map_or_else(|| Self::Other(view.to_item()), Self::Seen)
    }
}

impl From<Item> for Words<'_> {
    fn from(item: Item) -> Self {
        if let Item::Data(Value::String(text)) = item {
            Self::Made(text)
        } else {
            Self::Other(item)
        }
    }
}

impl From<Words<'_>> for Item {
    #[inline]
    fn from(words: Words<'_>) -> Self {
        match words {
            Words::Seen(text) => Self::text(text),
            Words::Made(text) => Self::text(text),
            Words::Other(item) => item,
        }
    }
}

impl Operand for &Words<'_> {
    #[inline]
    fn scalar<'v>(self) -> Scalar<'v>
    where
        Self: 'v,
    {
        match self {
            Words::Seen(text) => Scalar::Text(text),
            Words::Made(text) => Scalar::Text(text),
            Words::Other(item) => item.view().scalar(),
        }
    }

    fn item(self) -> Item {
        self.clone().into()
    }
}

/// A built-in that makes a new text of one.
fn rewritten<'v>(
    cx: &Cx,
    native: &Native,
    context: View<'_>,
    words: Words<'v>,
    write: impl FnOnce(&str) -> Text,
) -> Made<'v> {
    let made = match &words {
        Words::Seen(text) => made(cx, text, write)?,
        Words::Made(text) => made(cx, text, write)?,
        Words::Other(_) => return other(cx, native, context, words, []),
    };
    Ok(Words::Made(made))
}

fn made(cx: &Cx, text: &str, write: impl FnOnce(&str) -> Text) -> Result<Text, Fault> {
    spend(cx, text)?;
    let made = write(text);
    cx.make_text(made.len())?;
    Ok(made)
}

/// A built-in that gives a part of a text. Any other value stays.
#[inline]
fn part<'v>(cx: &Cx, words: Words<'v>, choose: impl FnOnce(&str) -> &str) -> Made<'v> {
    match words {
        Words::Seen(text) => {
            spend(cx, text)?;
            let part = choose(text);
            cx.make_text(part.len())?;
            Ok(Words::Seen(part))
        }
        Words::Made(text) => made(cx, &text, |text| choose(text).into()).map(Words::Made),
        Words::Other(_) => Ok(words),
    }
}

/// A built-in that gives one side of the first place of characters, or the whole text without them.
#[inline]
fn beside<'v>(
    cx: &Cx,
    native: &Native,
    context: View<'_>,
    words: Words<'v>,
    chars: View<'_>,
    choose: impl for<'t> Fn((&'t str, &'t str)) -> &'t str,
) -> Made<'v> {
    match chars.as_str() {
        Some(chars) if words.is_text() => {
            part(cx, words, |text| string::sides(text, chars).map_or(text, &choose))
        }
        _ => other(cx, native, context, words, [chars]),
    }
}

/// The steps of a call, and of a built-in that reads a text.
#[inline]
fn spend(cx: &Cx, text: &str) -> Result<(), Fault> {
    cx.spend(1)?;
    cx.read_text(text.len())
}

/// The call of the built-in itself.
#[cold]
fn other<'v, const N: usize>(
    cx: &Cx,
    native: &Native,
    context: View<'_>,
    words: Words<'_>,
    rest: [View<'_>; N],
) -> Made<'v> {
    let text = Item::from(words);
    let arguments: Vec<View<'_>> = std::iter::once(text.view()).chain(rest).collect();
    call::native_of(cx, native, context, &arguments).map(Words::from)
}

/// `$substring`
pub fn substring_words<'v, const N: usize>(
    cx: &Cx,
    context: View<'_>,
    words: Words<'v>,
    places: [View<'_>; N],
) -> Made<'v> {
    let numbers = places.map(View::as_f64);
    let cut = match numbers.as_slice() {
        [Some(start)] => Some((*start, None)),
        [Some(start), Some(length)] => Some((*start, Some(*length))),
        _ => None,
    };
    match cut {
        Some((start, length)) if words.is_text() && !is_cut_in_units(cx, &words) => {
            part(cx, words, |text| string::cut(text, start, length))
        }
        _ => other(cx, &SUBSTRING, context, words, places),
    }
}

/// True for a text that Step Functions cuts by units of UTF-16.
fn is_cut_in_units(cx: &Cx, words: &Words<'_>) -> bool {
    match words {
        Words::Seen(text) => code_units::are_cut(cx, text),
        Words::Made(text) => code_units::are_cut(cx, text),
        Words::Other(_) => false,
    }
}

/// `$substringBefore`
pub fn substring_before_words<'v>(
    cx: &Cx,
    context: View<'_>,
    words: Words<'v>,
    [chars]: [View<'_>; 1],
) -> Made<'v> {
    beside(cx, &SUBSTRING_BEFORE, context, words, chars, |(before, _)| before)
}

/// `$substringAfter`
pub fn substring_after_words<'v>(
    cx: &Cx,
    context: View<'_>,
    words: Words<'v>,
    [chars]: [View<'_>; 1],
) -> Made<'v> {
    beside(cx, &SUBSTRING_AFTER, context, words, chars, |(_, after)| after)
}

/// `$uppercase`
pub fn uppercase_words<'v>(
    cx: &Cx,
    context: View<'_>,
    words: Words<'v>,
    []: [View<'_>; 0],
) -> Made<'v> {
    rewritten(cx, &UPPERCASE, context, words, string::in_uppercase)
}

/// `$lowercase`
pub fn lowercase_words<'v>(
    cx: &Cx,
    context: View<'_>,
    words: Words<'v>,
    []: [View<'_>; 0],
) -> Made<'v> {
    rewritten(cx, &LOWERCASE, context, words, string::in_lowercase)
}

/// `$trim`
pub fn trim_words<'v>(cx: &Cx, context: View<'_>, words: Words<'v>, []: [View<'_>; 0]) -> Made<'v> {
    rewritten(cx, &TRIM, context, words, |text| string::trimmed(text).into())
}
