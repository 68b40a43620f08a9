//! Regular expressions as functions: a text in, and a match out that has a function for the next.

use std::sync::Arc;

use super::{Match, Regex};
use crate::json_text::to_text;
use crate::number::{count, index};
use crate::units::Units;
use crate::{Cx, Fault, Function, Item, Outcome, Tail};
use asl_value::value::{Text, Value};

/// The function that a regular expression is. Its second argument is the place to search from, as
/// in jsonata-js: higher-order functions give it the index of the item.
pub fn function(regex: &Arc<Regex>) -> Item {
    let kept = Arc::clone(regex);
    Function::of_regex(Arc::clone(regex), move |cx, _, arguments| {
        let text = to_text(cx, arguments.first().map(Item::view).unwrap_or_default())?;
        let from = arguments.get(1).and_then(Item::as_f64).unwrap_or(0.0);
        let from = Units::new(&text).byte_of(index(from));
        let found = kept.find(cx, &text, from)?;
        answer(cx, &kept, &text, found).map(Tail::Done)
    })
}

/// The function that a regular expression of a program is. The compiler has checked its pattern.
pub fn known(pattern: &str, flags: &str) -> Item {
    function(&Arc::new(Regex::known(pattern, flags)))
}

/// The object for a match; undefined without one.
fn answer(cx: &Cx, regex: &Arc<Regex>, text: &str, found: Option<Match>) -> Outcome {
    found.map_or(Ok(Item::Undefined), |found| object(cx, regex, text, &found))
}

/// The object for a match.
pub(crate) fn object(cx: &Cx, regex: &Arc<Regex>, text: &str, found: &Match) -> Outcome {
    let mut units = Units::new(text);
    let (start, end) = (units.unit_of(found.range.start), units.unit_of(found.range.end));
    let matched = text.get(found.range.clone()).unwrap_or_default();
    cx.make_items(16)?;
    Item::object(vec![
        ("match".into(), cx.text(matched)?),
        ("start".into(), count(start)),
        ("end".into(), count(end)),
        ("groups".into(), texts_of_groups(cx, text, found)?),
        ("next".into(), next(regex, text, found.range.end)?),
    ])
}

/// The texts of the groups; undefined for one that captured nothing.
pub(crate) fn texts_of_groups(cx: &Cx, text: &str, found: &Match) -> Outcome {
    cx.make_items(found.groups.len())?;
    let groups = || found.groups.iter().map(|range| text.get(range?));
    if groups().all(|group| group.is_some()) {
        let mut texts = Vec::with_capacity(found.groups.len());
        for group in groups().flatten() {
            texts.push(cx.text_value(group)?);
        }
        return Ok(Item::Data(Value::array(texts)));
    }
    let text = |group: Option<&str>| group.map_or(Ok(Item::Undefined), |group| cx.text(group));
    Item::array(groups().map(text).collect::<Result<_, Fault>>()?)
}

fn next(regex: &Arc<Regex>, text: &str, end: usize) -> Outcome {
    let (regex, text) = (Arc::clone(regex), Text::new(text));
    Function::item(0, &[], move |cx, _, _| {
        let found = regex.find_next(cx, &text, end)?;
        answer(cx, &regex, &text, found).map(Tail::Done)
    })
}
