//! `$contains`, `$match`, `$replace`, `$split`: texts and patterns. A pattern is a regular expression
//! or any other function that gives matches as regular expressions do.

mod matches;
mod replace;

use self::matches::{Found, Matches};
pub use self::replace::replace;
use super::code_units;
use super::natives::{CONTAINS, MATCH_PATTERN, argument};
use crate::number::{float, index};
use crate::{Cx, Fault, Item, Outcome, View, call};
use asl_value::value::{Map, Text, Value};

/// `$contains`
pub fn contains(cx: &Cx, text: View<'_>, token: View<'_>) -> Outcome {
    let Some(text) = text.as_str() else { return Ok(Item::Undefined) };
    if let Some(token) = token.as_str() {
        cx.read_text(text.len())?;
        return Ok(Item::from(text.contains(token)));
    }
    let Some(pattern) = token.as_function() else { return Ok(Item::Undefined) };
    let found = Matches::new(cx, text, pattern).next()?;
    Ok(Item::from(found.is_some()))
}

/// `$contains` of two arguments, as a value of Rust. A search in a text needs no other call.
#[inline]
pub fn contains_match(
    cx: &Cx,
    context: View<'_>,
    [text, token]: [View<'_>; 2],
) -> Result<Option<bool>, Fault> {
    let regex = token.as_function().and_then(|function| function.regex());
    let (Some(searched), Some(regex)) = (text.as_str(), regex) else {
        return call::boolean(cx, &CONTAINS, context, [text, token]);
    };
    cx.spend(2)?;
    regex.is_match(cx, searched).map(Some)
}

/// `$match`
pub fn match_pattern(cx: &Cx, text: View<'_>, pattern: View<'_>, limit: View<'_>) -> Outcome {
    let mut found = Vec::new();
    let has_text = each_match(cx, (text, pattern, limit), |matches, one| {
        cx.make_items(12)?;
        found.push(object(matches.matched(one)?, matches.index(one), matches.groups(one)?)?);
        Ok(())
    })?;
    if has_text { Item::sequence(found) } else { Ok(Item::Undefined) }
}

/// A member of the matches of `$match`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchMember {
    /// The text.
    Match,
    /// The place where it begins.
    Index,
    /// An array of the texts of the groups.
    Groups,
}

/// Gives a member of each match of `$match`. Neither the objects nor their list are made, nor arrays
/// of groups behind the first result of a path, which flattens them, unless they are empty.
pub fn each_match_member<const N: usize>(
    cx: &Cx,
    member: MatchMember,
    mut has_any: bool,
    context: View<'_>,
    arguments: [View<'_>; N],
    take: &mut dyn FnMut(Item) -> Result<(), Fault>,
) -> Result<(), Fault> {
    call::run_by(cx, &MATCH_PATTERN, context, &arguments, |arguments| {
        let [text, pattern, limit] = [0, 1, 2].map(|place| argument(arguments, place));
        each_match(cx, (text, pattern, limit), |matches, one| {
            take(match member {
                MatchMember::Match => matches.matched(one)?,
                MatchMember::Index => matches.index(one),
                MatchMember::Groups if has_any && one.group_count() > 0 && one.has_all_groups() => {
                    let mut numbers = 1..=one.group_count();
                    return numbers.try_for_each(|number| take(matches.group(one, number)?));
                }
                MatchMember::Groups => {
                    has_any = true;
                    cx.make_items(4)?;
                    matches.groups(one)?
                }
            })
        })?;
        Ok(())
    })
    .map_err(|fault| fault.token(MATCH_PATTERN.name))
}

/// Takes each match. False without a text.
fn each_match(
    cx: &Cx,
    (text, pattern, limit): (View<'_>, View<'_>, View<'_>),
    mut take: impl FnMut(&mut Matches<'_>, &Found) -> Result<(), Fault>,
) -> Result<bool, Fault> {
    let Some(text) = text.as_str() else { return Ok(false) };
    let limit = Times::new(cx, limit, "D3040", 3)?;
    let pattern = pattern.as_function().ok_or_else(|| missing(2))?;
    let mut matches = Matches::new(cx, text, pattern);
    let mut count = 0;
    while limit.allows(count)
        && let Some(one) = matches.next()?
    {
        cx.make_item()?;
        take(&mut matches, &one)?;
        count += 1;
    }
    Ok(true)
}

/// The object for a match.
fn object(matched: Item, index: Item, groups: Item) -> Outcome {
    let [key, index_key, groups_key] = ["match", "index", "groups"].map(Text::new_static);
    match (matched, index, groups) {
        (Item::Data(matched), Item::Data(index), Item::Data(groups)) => {
            let mut members = Map::with_capacity(3);
            members.append(key, matched);
            members.append(index_key, index);
            members.append(groups_key, groups);
            Item::Data(Value::Object(members.into())).within_depth()
        }
        (matched, index, groups) => {
            Item::object(vec![(key, matched), (index_key, index), (groups_key, groups)])
        }
    }
}

/// `$split`
pub fn split(cx: &Cx, text: View<'_>, separator: View<'_>, limit: View<'_>) -> Outcome {
    let Some(text) = text.as_str() else { return Ok(Item::Undefined) };
    let limit = Times::new(cx, limit, "D3020", 3)?;
    if let Some(separator) = separator.as_str() {
        return split_at_text(cx, text, separator, limit);
    }
    let pattern = separator.as_function().ok_or_else(|| missing(2))?;
    let mut matches = Matches::new(cx, text, pattern);
    let mut parts = Vec::new();
    let mut start = 0;
    while limit.allows(parts.len())
        && let Some(one) = matches.next()?
    {
        cx.make_item()?;
        parts.push(cx.text_value(between(text, start, matches.start(&one)))?);
        start = matches.end(&one);
    }
    if limit.allows(parts.len()) {
        parts.push(cx.text_value(between(text, start, text.len()))?);
    }
    Ok(Item::Data(Value::array(parts)))
}

fn split_at_text(cx: &Cx, text: &str, separator: &str, limit: Times) -> Outcome {
    cx.spend(1)?;
    cx.read_text(text.len())?;
    // Here a fraction does not allow another part.
    let most = limit.0.map_or(usize::MAX, index);
    let mut parts = Vec::new();
    let mut take = |part: &str| {
        cx.make_item()?;
        parts.push(cx.text_value(part)?);
        Ok::<(), Fault>(())
    };
    let mut letters = separator.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        // One character is found faster than a text.
        text.split(letter).take(most).try_for_each(take)?;
    } else if separator.is_empty() {
        let mut buffer = [0; 4];
        let mut units = code_units::each(text).take(most);
        units.try_for_each(|unit| take(unit.encode_utf8(&mut buffer)))?;
    } else {
        text.split(separator).take(most).try_for_each(take)?;
    }
    Ok(Item::Data(Value::array(parts)))
}

/// A number of times, if it is limited.
#[derive(Clone, Copy)]
struct Times(Option<f64>);

impl Times {
    /// A fraction allows another time; in Step Functions, it is cut.
    fn new(cx: &Cx, limit: View<'_>, code: &'static str, argument: usize) -> Result<Self, Fault> {
        match limit.as_f64() {
            Some(negative) if negative < 0.0 => Err(Fault::new(code).value(limit).index(argument)),
            Some(limit) if cx.is_aws() => Ok(Self(Some(limit.trunc()))),
            limit => Ok(Self(limit)),
        }
    }

    fn allows(self, count: usize) -> bool {
        self.0.is_none_or(|limit| float(count) < limit)
    }
}

/// The text between two bytes, whichever comes first.
fn between(text: &str, from: usize, to: usize) -> &str {
    text.get(from.min(to)..from.max(to)).unwrap_or_default()
}

/// The error for an argument that is undefined. jsonata-js fails with an exception of JavaScript.
#[cold]
fn missing(index: usize) -> Fault {
    Fault::new("T0410").index(index)
}
