//! Searching a text for the matches of a compiled pattern.

use std::ops::Range;

use fancy_regex::{Captures, Error, Match, Regex};

use super::Compiled;
use crate::{Cx, Exit};

/// A match, with the places of its groups or without them, which costs less.
pub(super) trait Found<'t>: Sized {
    /// The first match that begins at a byte or after it.
    fn find(regex: &Regex, text: &'t str, from: usize) -> Result<Option<Self>, Error>;

    fn range(&self) -> Range<usize>;
}

impl<'t> Found<'t> for Captures<'t, str> {
    fn find(regex: &Regex, text: &'t str, from: usize) -> Result<Option<Self>, Error> {
        regex.captures_from_pos(text, from)
    }

    fn range(&self) -> Range<usize> {
        // The whole match is always a group.
        self.get(0).map_or(0..0, |whole| whole.range())
    }
}

impl<'t> Found<'t> for Match<'t> {
    fn find(regex: &Regex, text: &'t str, from: usize) -> Result<Option<Self>, Error> {
        regex.find_from_pos(text, from)
    }

    fn range(&self) -> Range<usize> {
        self.range()
    }
}

fn find<'t, F: Found<'t>>(
    cx: &Cx,
    compiled: &Compiled,
    text: &'t str,
    from: usize,
) -> Result<Option<F>, Exit> {
    let found = compiled.search(cx, |regex| F::find(regex, text, from))?;
    Ok(found.flatten())
}

/// The first of the longest matches, wherever it begins.
fn find_longest<'t, F: Found<'t>>(
    cx: &Cx,
    compiled: &Compiled,
    text: &'t str,
    from: usize,
) -> Result<Option<F>, Exit> {
    let mut longest = None;
    let mut length = 0;
    let mut from = from;
    while let Some(found) = find::<F>(cx, compiled, text, from)? {
        cx.spend(8 + (text.len() - from) as u64 / 8)?;
        let whole = found.range();
        from = after(text, whole.start);
        if longest.is_none() || whole.len() > length {
            length = whole.len();
            longest = Some(found);
        }
        if from > text.len() {
            break;
        }
    }
    Ok(longest)
}

/// Hands on the first match, or all of them where the modifiers say so.
pub(super) fn each_match<'t, F: Found<'t>>(
    cx: &Cx,
    compiled: &Compiled,
    text: &'t str,
    mut take: impl FnMut(&F) -> Result<(), Exit>,
) -> Result<(), Exit> {
    let mut from = 0;
    let is_longest = compiled.flags.longest;
    let next = |from| {
        if is_longest {
            find_longest(cx, compiled, text, from)
        } else {
            find(cx, compiled, text, from)
        }
    };
    while let Some(found) = next(from)? {
        cx.spend(8)?;
        take(&found)?;
        let whole = found.range();
        from = if whole.is_empty() { after(text, whole.end) } else { whole.end };
        if !compiled.flags.global || from > text.len() {
            break;
        }
    }
    Ok(())
}

/// The byte after the character at this one.
fn after(text: &str, byte: usize) -> usize {
    byte + text.get(byte..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
}
