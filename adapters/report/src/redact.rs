//! Redaction: removes the data at given paths from events, before anything is made of them.
//!
//! A path is looked for in every object of the data, also inside texts that are JSON: `$.card` also
//! removes `{"Payload": {"card": ..}}`. The values found there are then removed wherever else they
//! appear: under other names, in causes, in other texts.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use serde_json::{Map, Number, Value};

use crate::error::ReportError;
use crate::history::Event;

/// The text in place of what was removed.
pub(crate) const REDACTED: &str = "[redacted]";
/// The shortest values that are also removed from other places. Shorter ones appear by chance.
const SHORTEST: usize = 4;
/// The levels of JSON text inside JSON text that are read.
const DEEPEST: usize = 16;

/// A path such as `$.customer.card` or `$.items[*].card`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path(Vec<Step>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Member(String),
    Item(usize),
    /// `*`, `[*]`: each member or item.
    Each,
}

impl Path {
    pub(crate) fn parse(path: &str) -> Result<Self, ReportError> {
        let fault = |message| ReportError::Path { path: path.to_owned(), message };
        let mut rest = path.strip_prefix('$').ok_or(fault("it does not begin with `$`"))?;
        let mut steps = Vec::new();
        while !rest.is_empty() {
            let (step, after) = step(rest).map_err(fault)?;
            steps.push(step);
            rest = after;
        }
        if steps.is_empty() {
            return Err(fault("it names no member"));
        }
        Ok(Self(steps))
    }
}

/// Reads a step. `..` is the same as `.`, because paths are looked for at every depth.
fn step(text: &str) -> Result<(Step, &str), &'static str> {
    if let Some(rest) = text.strip_prefix("['").or_else(|| text.strip_prefix("[\"")) {
        let end = if text.starts_with("['") { "']" } else { "\"]" };
        let (name, rest) = rest.split_once(end).ok_or("a bracket is not closed")?;
        return Ok((Step::Member(name.to_owned()), rest));
    }
    if let Some(rest) = text.strip_prefix('[') {
        let (index, rest) = rest.split_once(']').ok_or("a bracket is not closed")?;
        let each = (index == "*").then_some(Step::Each);
        let step = each.or_else(|| index.parse().ok().map(Step::Item));
        return step.map(|step| (step, rest)).ok_or("an index is neither a number nor `*`");
    }
    let dots = text.strip_prefix("..").or_else(|| text.strip_prefix('.'));
    let rest = dots.ok_or("there must be a `.` or a `[` before each name")?;
    let end = rest.find(['.', '[']).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    match name {
        "" => Err("a name is missing"),
        "*" => Ok((Step::Each, rest)),
        name => Ok((Step::Member(name.to_owned()), rest)),
    }
}

/// Removes the data at these paths from events, and from the other texts.
pub(crate) fn redact(events: &mut [Event], paths: &[Path]) {
    if paths.is_empty() {
        return;
    }
    let mut secrets = Secrets::default();
    for event in &*events {
        for value in event.details.values() {
            secrets.find(value, paths, 0);
        }
    }
    let secrets = secrets.ready();
    for event in events {
        event.details = secrets.object(&event.details, paths, true);
    }
}

/// The values that were found at the paths.
#[derive(Default)]
struct Secrets {
    /// Texts, also as they are written inside JSON text. The longest first.
    texts: Vec<String>,
    /// Texts of numbers alike.
    digits: Vec<String>,
    found: BTreeSet<String>,
    /// Numbers, which can be written in several ways.
    numbers: Numbers,
}

impl Secrets {
    /// Collects the values at the paths below a value.
    fn find(&mut self, value: &Value, paths: &[Path], depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match value {
            Value::String(text) => {
                if let Some(inner) = parsed(text) {
                    self.find(&inner, paths, depth + 1);
                }
            }
            Value::Array(items) => {
                for path in paths {
                    self.take(value, &path.0);
                }
                for item in items {
                    self.find(item, paths, depth);
                }
            }
            Value::Object(members) => {
                for path in paths {
                    self.take(value, &path.0);
                }
                for member in members.values() {
                    self.find(member, paths, depth);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn take(&mut self, value: &Value, steps: &[Step]) {
        let Some((step, rest)) = steps.split_first() else {
            self.add(value);
            return;
        };
        let members: Vec<&Value> = match (step, value) {
            (Step::Member(name), Value::Object(members)) => members.get(name).into_iter().collect(),
            (Step::Item(index), Value::Array(items)) => items.get(*index).into_iter().collect(),
            (Step::Each, Value::Object(members)) => members.values().collect(),
            (Step::Each, Value::Array(items)) => items.iter().collect(),
            (_, Value::String(text)) => {
                if let Some(inner) = parsed(text) {
                    self.take(&inner, steps);
                }
                return;
            }
            (_, _) => return,
        };
        for member in members {
            self.take(member, rest);
        }
    }

    /// Adds a value and all values in it.
    fn add(&mut self, value: &Value) {
        match value {
            Value::String(text) => {
                self.add_text(text);
                if let Some(inner) = parsed(text) {
                    self.add(&inner);
                }
            }
            Value::Number(number) => {
                let text = number.to_string();
                if text.chars().count() >= SHORTEST {
                    self.numbers.add(number);
                }
                self.add_text(&text);
            }
            Value::Array(items) => items.iter().for_each(|item| self.add(item)),
            Value::Object(members) => members.values().for_each(|member| self.add(member)),
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn add_text(&mut self, text: &str) {
        if text.chars().count() < SHORTEST {
            return;
        }
        // As the text is, and as it is written inside JSON text, and inside that again.
        let mut form = text.to_owned();
        for _ in 0..3 {
            let quoted = Value::String(form.clone()).to_string();
            self.found.insert(form.clone());
            quoted.get(1..quoted.len() - 1).unwrap_or_default().clone_into(&mut form);
        }
        self.found.insert(ascii(text));
    }

    fn ready(mut self) -> Self {
        let is_number = |text: &String| serde_json::from_str::<Number>(text).is_ok();
        (self.digits, self.texts) =
            std::mem::take(&mut self.found).into_iter().partition(is_number);
        self.texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
        self.digits.sort_by_key(|text| std::cmp::Reverse(text.len()));
        self
    }

    /// An object without the data. `is_details` is true for the details of an event, whose own
    /// members are no data.
    fn object(
        &self,
        members: &Map<String, Value>,
        paths: &[Path],
        is_details: bool,
    ) -> Map<String, Value> {
        let each = |(key, value): (&String, &Value)| {
            let key = if is_details { key.clone() } else { self.text(key, &[]) };
            (key, self.value(value, paths))
        };
        members.iter().map(each).collect()
    }

    /// A value without the data.
    fn value(&self, value: &Value, paths: &[Path]) -> Value {
        match value {
            Value::Null | Value::Bool(_) => value.clone(),
            Value::Number(number) => {
                if self.numbers.contains(number) {
                    Value::from(REDACTED)
                } else {
                    value.clone()
                }
            }
            Value::String(text) => Value::String(self.text(text, paths)),
            Value::Array(_) | Value::Object(_) => {
                let mut value = value.clone();
                for path in paths {
                    cut(&mut value, &path.0);
                }
                match value {
                    Value::Array(items) => {
                        items.iter().map(|item| self.value(item, paths)).collect()
                    }
                    Value::Object(members) => self.object(&members, paths, false).into(),
                    Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
                }
            }
        }
    }

    /// A text without the data. A text that begins as JSON and is none was cut off: nothing tells
    /// what is in it.
    fn text(&self, text: &str, paths: &[Path]) -> String {
        if let Some(inner) = parsed(text) {
            let clean = self.value(&inner, paths);
            // Keep the text as it was written if nothing was removed.
            return if clean == inner { text.to_owned() } else { clean.to_string() };
        }
        let start = text.trim_start();
        let is_cut_off = start.starts_with("{\"") || start.starts_with("[{");
        if is_cut_off && !paths.is_empty() {
            return format!("{REDACTED}: not whole JSON, so it cannot be searched");
        }
        let clean = without(text.to_owned(), &self.texts);
        // Whole numbers first, however they are written: digits alone would leave their ends.
        let clean = if self.numbers.is_empty() { clean } else { self.without_numbers(&clean) };
        without(clean, &self.digits)
    }

    /// A text without the numbers, however they are written in it.
    fn without_numbers(&self, text: &str) -> String {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-');
        let mut clean = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find(is_part) {
            let (before, from) = rest.split_at(start);
            let end = from.find(|c| !is_part(c)).unwrap_or(from.len());
            let (written, after) = from.split_at(end);
            clean.push_str(before);
            // A full stop may end the sentence.
            let number = written.trim_end_matches(['.', '-', '+']);
            let number = number.trim_start_matches(['.', '+', 'e', 'E']);
            let parsed: Option<Number> = serde_json::from_str(number).ok();
            if parsed.is_some_and(|number| self.numbers.contains(&number)) {
                clean.push_str(&written.replacen(number, REDACTED, 1));
            } else {
                clean.push_str(written);
            }
            rest = after;
        }
        clean.push_str(rest);
        clean
    }
}

/// Numbers that are compared by their values: `4111`, `4111.0` and `4.111e3` are equal.
#[derive(Default)]
struct Numbers {
    /// Those that are written as whole numbers.
    whole: HashSet<i128>,
    /// The bits of the others, which are doubles.
    others: HashSet<u64>,
    /// The bits of the doubles that are nearest to any of them.
    nearest: HashSet<u64>,
}

impl Numbers {
    fn add(&mut self, number: &Number) {
        let Some(bits) = bits(number) else { return };
        self.nearest.insert(bits);
        if let Some(whole) = number.as_i128() {
            self.whole.insert(whole);
        } else {
            self.others.insert(bits);
        }
    }

    fn is_empty(&self) -> bool {
        self.nearest.is_empty()
    }

    /// True for a number with the value of one of these.
    fn contains(&self, number: &Number) -> bool {
        let is_in =
            |doubles: &HashSet<u64>| bits(number).is_some_and(|bits| doubles.contains(&bits));
        match number.as_i128() {
            Some(whole) => self.whole.contains(&whole) || is_in(&self.others),
            None => is_in(&self.nearest),
        }
    }
}

/// The bits of the nearest double; one zero for both.
fn bits(number: &Number) -> Option<u64> {
    number.as_f64().map(|double| (double + 0.0).to_bits())
}

/// A text without these parts.
fn without(mut text: String, parts: &[String]) -> String {
    for part in parts {
        if text.contains(part.as_str()) {
            text = text.replace(part.as_str(), REDACTED);
        }
    }
    text
}

/// Replaces the values at a path.
fn cut(value: &mut Value, steps: &[Step]) {
    let Some((step, rest)) = steps.split_first() else {
        *value = Value::from(REDACTED);
        return;
    };
    if let Value::String(text) = value {
        if let Some(mut inner) = parsed(text) {
            cut(&mut inner, steps);
            *text = inner.to_string();
        }
        return;
    }
    let members: Vec<&mut Value> = match (step, value) {
        (Step::Member(name), Value::Object(members)) => members.get_mut(name).into_iter().collect(),
        (Step::Item(index), Value::Array(items)) => items.get_mut(*index).into_iter().collect(),
        (Step::Each, Value::Object(members)) => members.values_mut().collect(),
        (Step::Each, Value::Array(items)) => items.iter_mut().collect(),
        (_, _) => return,
    };
    for member in members {
        cut(member, rest);
    }
}

/// The array or object in a text of JSON.
fn parsed(text: &str) -> Option<Value> {
    let is_likely = text.trim_start().starts_with(['{', '[', '"']);
    let value: Value = is_likely.then(|| serde_json::from_str(text).ok())??;
    (value.is_array() || value.is_object() || value.is_string()).then_some(value)
}

/// A text as JSON writes it with ASCII letters only.
fn ascii(text: &str) -> String {
    let mut ascii = String::new();
    for unit in text.encode_utf16() {
        match u8::try_from(unit).ok().filter(u8::is_ascii) {
            Some(byte) => ascii.push(char::from(byte)),
            // Writing to a string cannot fail.
            None => drop(write!(ascii, "\\u{unit:04x}")),
        }
    }
    ascii
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared_by_value() {
        let secrets = |json: &str| {
            let mut secrets = Secrets::default();
            let value: Value = serde_json::from_str(json).unwrap();
            secrets.find(&value, &[Path::parse("$.card").unwrap()], 0);
            secrets.ready()
        };
        let shown = |of: &Secrets, json: &str| {
            of.value(&serde_json::from_str(json).unwrap(), &[]).to_string()
        };
        let redacted = format!("\"{REDACTED}\"");
        for card in ["4111", "4111.0", "4.111e3"] {
            let of = secrets(&format!("{{\"card\": {card}}}"));
            for written in ["4111", "4111.0", "4.111e3", "41110e-1", "\"4111.00\""] {
                assert_eq!(shown(&of, written), redacted, "{card}, {written}");
            }
            let cause = "\"the card 4.1110E3 is refused. It was 4111.0.\"";
            let clean = format!("\"the card {REDACTED} is refused. It was {REDACTED}.\"");
            assert_eq!(shown(&of, cause), clean, "{card}");
            assert_eq!(shown(&of, "4112"), "4112");
            assert_eq!(shown(&of, "\"4112 e.g. -- 1.e\""), "\"4112 e.g. -- 1.e\"");
        }
        let large = secrets("{\"card\": 9007199254740993}");
        assert_eq!(shown(&large, "9007199254740992"), "9007199254740992");
        assert_eq!(shown(&large, "9007199254740993"), redacted);
    }

    #[test]
    fn paths_have_members_items_and_stars() {
        let steps = |path: &str| Path::parse(path).map(|path| path.0);
        let member = |name: &str| Step::Member(name.to_owned());
        assert_eq!(steps("$.a.b").unwrap(), [member("a"), member("b")]);
        assert_eq!(
            steps("$..a['b c'][0][*].*").unwrap(),
            [member("a"), member("b c"), Step::Item(0), Step::Each, Step::Each]
        );
        for (path, message) in [
            (
                "card",
                "cannot redact `card`: it does not begin with `$`; write it as `$.card.number`",
            ),
            ("$", "cannot redact `$`: it names no member; write it as `$.card.number`"),
            (
                "$.a[x]",
                "cannot redact `$.a[x]`: an index is neither a number nor `*`; write it as `$.card.number`",
            ),
            ("$.a.", "cannot redact `$.a.`: a name is missing; write it as `$.card.number`"),
        ] {
            assert_eq!(Path::parse(path).unwrap_err().to_string(), message);
        }
    }
}
