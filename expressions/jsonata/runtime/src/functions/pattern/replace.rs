//! `$replace`

use super::matches::{Found, Matches};
use super::{Times, between, missing};
use crate::json_text::to_text;
use crate::{Cx, Fault, Item, Outcome, View};
use asl_value::expression::Limit;

/// `$replace`
pub fn replace(
    cx: &Cx,
    item: View<'_>,
    pattern: View<'_>,
    replacement: View<'_>,
    limit: View<'_>,
) -> Outcome {
    let Some(text) = item.as_str() else { return Ok(Item::Undefined) };
    if pattern.as_str() == Some("") {
        return Err(Fault::new("D3010").value(pattern).index(2));
    }
    let limit = Times::new(cx, limit, "D3011", 4)?;
    if let Some(pattern) = pattern.as_str() {
        return replace_text(cx, text, pattern, replacement, limit);
    }
    let pattern = pattern.as_function().ok_or_else(|| missing(2))?;
    let mut matches = Matches::new(cx, text, pattern);
    let mut new = New { cx, text: String::new() };
    let (mut count, mut end) = (0, 0);
    while limit.allows(count)
        && let Some(found) = matches.next()?
    {
        new.push(between(text, end, matches.start(&found)))?;
        end = matches.behind(&found);
        match replacement.as_str() {
            Some(template) => new.push_template(template, &matches, &found)?,
            None => {
                let by = replaced_by(cx, replacement, matches.object(found)?)?;
                new.push(by.as_str().unwrap_or_default())?;
            }
        }
        count += 1;
    }
    new.push(text.get(end..).unwrap_or_default())?;
    cx.text(new.text)
}

fn replace_text(cx: &Cx, text: &str, pattern: &str, by: View<'_>, limit: Times) -> Outcome {
    // For a text jsonata-js takes any replacement, and shows the source of a function.
    let by = by.as_str().ok_or_else(|| Fault::new("D3012").value(by))?;
    cx.spend(1)?;
    cx.read_text(text.len())?;
    let mut new = New { cx, text: String::new() };
    let (mut count, mut rest) = (0, text);
    while limit.allows(count)
        && let Some((before, after)) = rest.split_once(pattern)
    {
        cx.spend(1)?;
        new.push(before)?;
        new.push(by)?;
        rest = after;
        count += 1;
    }
    new.push(rest)?;
    cx.text(new.text)
}

/// The text that a function gives for a match.
fn replaced_by(cx: &Cx, replacement: View<'_>, found: Item) -> Result<Item, Fault> {
    let function = replacement.as_function().ok_or_else(|| missing(3))?;
    let text = function.apply(cx, &mut [found])?;
    if text.as_str().is_some() { Ok(text) } else { Err(Fault::new("D3012").value(text)) }
}

/// The new text.
struct New<'a> {
    cx: &'a Cx,
    text: String,
}

impl New<'_> {
    fn push(&mut self, part: &str) -> Result<(), Fault> {
        if self.text.len() + part.len() > self.cx.room_for_text() {
            return Err(Fault::Limit(Limit::Size));
        }
        self.text.push_str(part);
        Ok(())
    }

    /// Appends a template: `$1` is the first group, `$0` the whole match, and `$$` a dollar.
    fn push_template(
        &mut self,
        template: &str,
        matches: &Matches<'_>,
        found: &Found,
    ) -> Result<(), Fault> {
        let groups = found.group_count();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('$') {
            self.cx.spend(1)?;
            self.push(before)?;
            rest = after;
            if let Some(after) = rest.strip_prefix('$') {
                self.push("$")?;
                rest = after;
            } else if let Some(after) = rest.strip_prefix('0') {
                self.push(&to_text(self.cx, matches.matched(found)?.view())?)?;
                rest = after;
            } else if let Some((number, length)) = group_number(rest, groups) {
                let group = matches.group(found, number)?;
                if !group.is_undefined() {
                    self.push(&to_text(self.cx, group.view())?)?;
                }
                rest = rest.get(length..).unwrap_or_default();
            } else {
                self.push("$")?;
            }
        }
        self.push(rest)
    }
}

/// The number of a group at the beginning of a text, and its length. It has no more digits than the
/// number of groups, and one less if it is beyond that number.
fn group_number(text: &str, groups: usize) -> Option<(usize, usize)> {
    let most = groups.checked_ilog10().map_or(1, |digits| digits as usize + 1);
    let digits = text.bytes().take(most).take_while(u8::is_ascii_digit).count();
    let number = |length: usize| text.get(..length)?.parse().ok().map(|number| (number, length));
    number(digits)
        .filter(|(number, _)| most == 1 || *number <= groups)
        .or_else(|| number(digits.min(most - 1)))
}
