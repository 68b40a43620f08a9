//! The matches of a pattern in a text, one after the other.

use std::sync::Arc;

use crate::functions::boolean::js_truth;
use crate::number::{count, index};
use crate::regex::{self, Match};
use crate::units::Units;
use crate::{Cx, Fault, Function, Item, Outcome, View};

/// The search for matches.
pub(super) struct Matches<'a> {
    cx: &'a Cx,
    text: &'a str,
    /// Made when the first place is asked for.
    units: Option<Units<'a>>,
    pattern: &'a Arc<Function>,
    /// The way to the next match.
    then: Then,
}

/// The way to the next match.
enum Then {
    /// The search has not begun.
    Begin,
    /// After a match that ended at this byte.
    After(usize),
    /// This function gives it.
    Call(Item),
}

/// A match.
pub(super) enum Found {
    /// One of a regular expression.
    Regex(Match),
    /// An object that another function gave.
    Object(Item),
}

impl Found {
    /// The number of its groups.
    pub(super) fn group_count(&self) -> usize {
        match self {
            Self::Regex(found) => found.groups.len(),
            Self::Object(found) => found.member("groups").array_len().unwrap_or(0),
        }
    }

    /// True if it is of a regular expression, each of whose groups captured a text.
    pub(super) fn has_all_groups(&self) -> bool {
        match self {
            Self::Regex(found) => found.groups.iter().all(|group| group.is_some()),
            Self::Object(_) => false,
        }
    }
}

impl<'a> Matches<'a> {
    pub(super) fn new(cx: &'a Cx, text: &'a str, pattern: &'a Arc<Function>) -> Self {
        Self { cx, text, units: None, pattern, then: Then::Begin }
    }

    /// The next match.
    pub(super) fn next(&mut self) -> Result<Option<Found>, Fault> {
        self.cx.spend(1)?;
        let (Some(regex), cx, text) = (self.pattern.regex(), self.cx, self.text) else {
            return self.next_object();
        };
        let found = match self.then {
            Then::After(end) => regex.find_next(cx, text, end)?,
            Then::Begin | Then::Call(_) => regex.find(cx, text, 0)?,
        };
        let Some(found) = found else { return Ok(None) };
        self.then = Then::After(found.range.end);
        Ok(Some(Found::Regex(found)))
    }

    fn next_object(&mut self) -> Result<Option<Found>, Fault> {
        let found = match &self.then {
            Then::Begin => self.pattern.apply(self.cx, &mut [self.cx.text(self.text)?])?,
            Then::Call(Item::Function(next)) => next.apply(self.cx, &mut [])?,
            Then::Call(_) | Then::After(_) => return Err(Fault::new("T1010")),
        };
        if found.is_undefined() {
            return Ok(None);
        }
        let next = found.member("next");
        let is_match = found.member("start").as_f64().is_some()
            || found.member("groups").is_array()
            || next.as_function().is_some();
        if !is_match || !js_truth(found.view()) {
            return Err(Fault::new("T1010"));
        }
        self.then = Then::Call(next);
        Ok(Some(Found::Object(found)))
    }

    /// The text of a match.
    pub(super) fn matched(&self, found: &Found) -> Outcome {
        match found {
            Found::Regex(found) => {
                self.cx.text(self.text.get(found.range.clone()).unwrap_or_default())
            }
            Found::Object(found) => Ok(found.member("match")),
        }
    }

    /// The place where it begins, in units of UTF-16.
    pub(super) fn index(&mut self, found: &Found) -> Item {
        match found {
            Found::Regex(found) => count(self.units().unit_of(found.range.start)),
            Found::Object(found) => found.member("start"),
        }
    }

    /// The texts of its groups.
    pub(super) fn groups(&self, found: &Found) -> Outcome {
        match found {
            Found::Regex(found) => regex::texts_of_groups(self.cx, self.text, found),
            Found::Object(found) => Ok(found.member("groups")),
        }
    }

    /// The text of a group, from 1; undefined if it captured nothing.
    pub(super) fn group(&self, found: &Found, number: usize) -> Outcome {
        match found {
            Found::Regex(found) => {
                let text = found.groups.get(number).and_then(|range| self.text.get(range));
                text.map_or(Ok(Item::Undefined), |text| self.cx.text(text))
            }
            Found::Object(found) => Ok(found.member("groups").item(number.saturating_sub(1))),
        }
    }

    /// The byte where it begins.
    pub(super) fn start(&mut self, found: &Found) -> usize {
        match found {
            Found::Regex(found) => found.range.start,
            Found::Object(found) => self.byte(found.member("start").view()),
        }
    }

    /// The byte where it ends.
    pub(super) fn end(&mut self, found: &Found) -> usize {
        match found {
            Found::Regex(found) => found.range.end,
            Found::Object(found) => self.byte(found.member("end").view()),
        }
    }

    /// The byte behind its text.
    pub(super) fn behind(&mut self, found: &Found) -> usize {
        match found {
            Found::Regex(found) => found.range.end,
            Found::Object(object) => {
                let length = object.member("match").as_str().map_or(0, str::len);
                self.start(found).saturating_add(length).min(self.text.len())
            }
        }
    }

    /// The match as a function of the user gets it.
    pub(super) fn object(&mut self, found: Found) -> Outcome {
        match found {
            Found::Object(object) => Ok(object),
            Found::Regex(found) => match self.pattern.regex() {
                Some(regex) => regex::object(self.cx, regex, self.text, &found),
                None => Ok(Item::Undefined),
            },
        }
    }

    fn byte(&mut self, unit: View<'_>) -> usize {
        self.units().byte_of(index(unit.as_f64().unwrap_or(0.0)))
    }

    fn units(&mut self) -> &mut Units<'a> {
        self.units.get_or_insert_with(|| Units::new(self.text))
    }
}
