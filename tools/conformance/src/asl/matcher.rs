//! Compares JSON by the rules of the corpus: by value, with matchers in the expected texts.
//!
//! A text may contain `<name>` or `<name:N>`, which matches any text there; the same form must
//! match the same text everywhere in a case. Some plain words as a whole value match any time stamp
//! or any identifier.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value};

use crate::report::Difference;

/// Words that match any time stamp.
const TIMES: [&str; 6] =
    ["timestamp", "date", "start-time", "entered-time", "start-date", "stop-date"];

/// Words that match any value of their kind.
const IDENTIFIERS: [&str; 12] = [
    "RequestId",
    "x-amzn-RequestId",
    "X-Amzn-Trace-Id",
    "x-amz-crc32",
    "task_token",
    "a_task_token",
    "map_run_arn",
    "snf_role_arn",
    "sfn_role_arn",
    "generated-uuid",
    "RandomNumberGenerated",
    "state-machine-arn",
];

/// Members about the transport that a service's client library adds to an answer; their values are
/// random.
const NOISE: [&str; 2] = ["SdkHttpMetadata", "SdkResponseMetadata"];

/// Comparison of the transport's own data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Noise {
    /// They come from the script, so they must be in the result.
    #[default]
    Compared,
    /// The script does not know them.
    Ignored,
}

/// Compares the values of one case.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matcher {
    /// The text that each form has matched.
    bindings: BTreeMap<String, String>,
    noise: Noise,
    /// True if it was recorded before AWS could redrive executions of this type: there was no
    /// redrive count and no `$$.Task`.
    before_redrive: bool,
}

impl Matcher {
    /// A matcher for a case.
    pub(crate) fn new(noise: Noise) -> Self {
        Self { noise, ..Self::default() }
    }

    /// Compares as for a recording without `RedriveCount` in the context object.
    pub(crate) fn before_redrive(self, before_redrive: bool) -> Self {
        Self { before_redrive, ..self }
    }

    /// Compares two values; `what` is the place of the expected one.
    pub(crate) fn compare(
        &mut self,
        what: &str,
        expected: &Value,
        actual: &Value,
        found: &mut Vec<Difference>,
    ) {
        match (expected, actual) {
            (Value::Object(expected), Value::Object(actual)) => {
                self.compare_objects(what, expected, actual, found);
            }
            (Value::Array(expected), Value::Array(actual)) if expected.len() == actual.len() => {
                for (index, (expected, actual)) in expected.iter().zip(actual).enumerate() {
                    self.compare(&format!("{what}[{index}]"), expected, actual, found);
                }
            }
            (Value::Number(expected), Value::Number(actual)) if same_number(expected, actual) => {}
            (Value::String(expected), actual) if self.text_fits(expected, actual) => {}
            // The times of a store are seconds since 1970.
            (Value::String(expected), Value::Number(_)) if expected == "<date>" => {}
            (expected, actual) if expected == actual => {}
            (expected, actual) => found.push(Difference::new(what, expected, actual)),
        }
    }

    /// Compares a cause. An expected object or array was a JSON text at AWS.
    pub(crate) fn compare_text(
        &mut self,
        what: &str,
        expected: &Value,
        actual: &Value,
        found: &mut Vec<Difference>,
    ) {
        if !matches!(expected, Value::Object(_) | Value::Array(_)) {
            return self.compare(what, expected, actual, found);
        }
        match actual.as_str().map(serde_json::from_str::<Value>) {
            Some(Ok(parsed)) => self.compare(what, expected, &parsed, found),
            Some(Err(_)) | None => {
                found.push(Difference::new(format!("{what} (as JSON text)"), expected, actual));
            }
        }
    }

    fn compare_objects(
        &mut self,
        what: &str,
        expected: &Map<String, Value>,
        actual: &Map<String, Value>,
        found: &mut Vec<Difference>,
    ) {
        for (key, wanted) in expected {
            match actual.get(key) {
                _ if self.is_noise(key) => {}
                Some(actual) => self.compare(&format!("{what}.{key}"), wanted, actual, found),
                None => found.push(Difference::new(format!("{what}.{key}"), wanted, "(absent)")),
            }
        }
        for (key, value) in actual {
            let is_later = self.before_redrive && matches!(key.as_str(), "RedriveCount" | "Task");
            if !expected.contains_key(key) && !self.is_noise(key) && !is_later {
                found.push(Difference::new(format!("{what}.{key}"), "(absent)", value));
            }
        }
    }

    fn is_noise(&self, key: &str) -> bool {
        self.noise == Noise::Ignored && NOISE.contains(&key)
    }

    fn text_fits(&mut self, expected: &str, actual: &Value) -> bool {
        if TIMES.contains(&expected) {
            return actual.as_str().is_some_and(|text| text == expected || looks_like_a_time(text));
        }
        if IDENTIFIERS.contains(&expected) {
            return matches!(actual, Value::String(_) | Value::Number(_));
        }
        // In a few cases the source replaced a whole detail by its path.
        if replaced_by_its_path(expected) {
            return true;
        }
        actual.as_str().is_some_and(|actual| self.forms_fit(expected, actual))
    }

    fn forms_fit(&mut self, expected: &str, actual: &str) -> bool {
        let pattern = pieces(expected);
        if expected != actual {
            return self.pattern_fits(&pattern, actual);
        }
        // A form that came from the script matches itself.
        pattern.iter().all(|piece| match piece {
            Piece::Text(_) => true,
            Piece::Form(form) => {
                self.bindings.entry((*form).to_owned()).or_insert_with(|| (*form).to_owned())
                    == form
            }
        })
    }

    /// Tries every length for the first unbound form, shortest first.
    fn pattern_fits(&mut self, pattern: &[Piece<'_>], text: &str) -> bool {
        let Some((first, rest)) = pattern.split_first() else { return text.is_empty() };
        let known = match first {
            Piece::Text(literal) => Some((*literal).to_owned()),
            Piece::Form(form) => self.bindings.get(*form).cloned(),
        };
        if let Some(known) = known {
            return text.strip_prefix(&known).is_some_and(|text| self.pattern_fits(rest, text));
        }
        let Piece::Form(form) = first else { return false };
        let ends = text
            .char_indices()
            .map(|(at, _)| at)
            .skip(1)
            .chain([text.len()])
            .filter(|end| *end > 0);
        for end in ends {
            let (stands_for, after) = text.split_at(end);
            self.bindings.insert((*form).to_owned(), stands_for.to_owned());
            if self.pattern_fits(rest, after) {
                return true;
            }
            self.bindings.remove(*form);
        }
        false
    }
}

/// A part of an expected text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece<'a> {
    /// A literal text.
    Text(&'a str),
    /// `<name>` or `<name:N>`.
    Form(&'a str),
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut literal_from, mut at) = (0, 0);
    while let Some(open) = text.get(at..).and_then(|rest| rest.find('<')).map(|found| at + found) {
        let Some(form) = form_at(text, open) else {
            at = open + 1;
            continue;
        };
        if let Some(literal) = text.get(literal_from..open).filter(|literal| !literal.is_empty()) {
            pieces.push(Piece::Text(literal));
        }
        pieces.push(Piece::Form(form));
        at = open + form.len();
        literal_from = at;
    }
    if let Some(literal) = text.get(literal_from..).filter(|literal| !literal.is_empty()) {
        pieces.push(Piece::Text(literal));
    }
    pieces
}

/// The form that begins at this `<`, if any.
fn form_at(text: &str, open: usize) -> Option<&str> {
    let rest = text.get(open..)?;
    if rest.starts_with("<<") {
        // `<<task_token>:1>`: the source mistook the token's form for its name.
        let inner = form_at(text, open + 1)?;
        let number = rest.get(1 + inner.len()..)?.strip_prefix(':')?;
        let digits = number
            .find('>')
            .filter(|end| number.bytes().take(*end).all(|byte| byte.is_ascii_digit()))?;
        return rest.get(..1 + inner.len() + 1 + digits + 1);
    }
    let form = rest.get(..=rest.find('>')?)?;
    let name = form.strip_prefix('<')?.strip_suffix('>')?;
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '.');
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':' | '.');
    (begins && name.chars().all(allowed)).then_some(form)
}

/// Returns true for `2026-01-01T…`, for seconds since 1970 in the format of services, and for an
/// HTTP date.
fn looks_like_a_time(text: &str) -> bool {
    let date = text.get(..10).is_some_and(|date| {
        date.char_indices()
            .all(|(at, c)| if at == 4 || at == 7 { c == '-' } else { c.is_ascii_digit() })
    });
    date || text.ends_with(" GMT") || (!text.is_empty() && text.parse::<f64>().is_ok())
}

/// Returns true for `stateExitedEventDetails.output` and the like.
fn replaced_by_its_path(text: &str) -> bool {
    let Some((details, field)) = text.split_once("EventDetails.") else { return false };
    let word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphabetic());
    word(details) && word(field)
}

/// Compares by value: `1`, `1.0` and `1e0` are equal.
pub(crate) fn same_number(a: &Number, b: &Number) -> bool {
    if a.is_f64() || b.is_f64() {
        return match (a.as_f64(), b.as_f64()) {
            #[expect(clippy::float_cmp, reason = "the same number, not about the same")]
            (Some(a), Some(b)) => a == b,
            _ => false,
        };
    }
    a == b
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn differences(expected: &Value, actual: &Value) -> Vec<String> {
        let mut found = Vec::new();
        Matcher::default().compare("output", expected, actual, &mut found);
        found.into_iter().map(|difference| difference.what).collect()
    }

    #[test]
    fn numbers_compare_by_value_and_key_order_does_not_matter() {
        assert!(
            differences(&json!({ "a": 1, "b": 2.5 }), &json!({ "b": 2.5, "a": 1.0 })).is_empty()
        );
        assert_eq!(differences(&json!({ "a": 1 }), &json!({ "a": 1.5 })), ["output.a"]);
        assert_eq!(
            differences(&json!(9_007_199_254_740_993_i64), &json!(9_007_199_254_740_992_i64)),
            ["output"]
        );
        assert_eq!(differences(&json!(1), &json!(true)), ["output"]);
        assert_eq!(differences(&json!("1"), &json!(1)), ["output"]);
    }

    #[test]
    fn missing_and_additional_members_are_differences() {
        assert_eq!(differences(&json!({ "a": 1 }), &json!({ "b": 1 })), ["output.a", "output.b"]);
        assert_eq!(differences(&json!({ "a": null }), &json!({})), ["output.a"]);
        assert_eq!(differences(&json!([1, 2]), &json!([1])), ["output"]);
        assert_eq!(differences(&json!([1, [2, 3]]), &json!([1, [2, 4]])), ["output[1][1]"]);
    }

    #[test]
    fn a_form_matches_any_text_but_not_none_and_no_other_place() {
        let pattern = json!("id <uuid:1> of <resource:2>!");
        assert!(differences(&pattern, &json!("id 7-a of b <c>!")).is_empty());
        for wrong in ["id  of b!", "id 7 of b", "an id 7 of b!", "id 7 off b!"] {
            assert_eq!(differences(&pattern, &json!(wrong)), ["output"], "{wrong}");
        }
        assert_eq!(differences(&json!("<uuid:1>"), &json!(7)), ["output"]);
        assert_eq!(differences(&json!("a < b > c"), &json!("a < d > c")), ["output"]);
    }

    #[test]
    fn a_form_may_stand_in_the_name_of_a_form() {
        assert!(differences(&json!("a <<task_token>:1>!"), &json!("a 7.1!")).is_empty());
        assert_eq!(differences(&json!("<<task_token>:x>"), &json!("7.1")), ["output"]);
        assert_eq!(differences(&json!(["<<a>:1>", "<<a>:1>"]), &json!(["p", "q"])), ["output[1]"]);
    }

    #[test]
    fn the_same_form_stands_for_the_same_text() {
        let pattern = json!(["<uuid:1>", "x<uuid:1>", "<uuid:2>"]);
        assert!(differences(&pattern, &json!(["p", "xp", "q"])).is_empty());
        assert_eq!(differences(&pattern, &json!(["p", "xq", "q"])), ["output[1]"]);
        assert_eq!(
            differences(&json!(["<uuid:1>", "<uuid:1>"]), &json!(["<uuid:1>", "q"])),
            ["output[1]"]
        );
        assert_eq!(differences(&json!("<a>-<b>-<a>"), &json!("1-2-3-4-2")), ["output"]);
        assert!(
            differences(&json!("<a>-<b>-<a>"), &json!("1-2-2-3-1-2")).is_empty(),
            "a is 1-2, b is 2-3"
        );
    }

    #[test]
    fn bare_words_match_their_kind_only() {
        assert!(differences(&json!("entered-time"), &json!("2026-01-01T00:00:00.000Z")).is_empty());
        assert_eq!(differences(&json!("entered-time"), &json!("yesterday")), ["output"]);
        assert!(differences(&json!("RequestId"), &json!("a-b-c")).is_empty());
        assert_eq!(differences(&json!("RequestId"), &json!({})), ["output"]);
        assert_eq!(differences(&json!("the RequestId"), &json!("the a-b-c")), ["output"]);
    }

    #[test]
    fn a_cause_given_as_an_object_is_compared_as_parsed_text() {
        let check = |actual: Value| {
            let mut found = Vec::new();
            Matcher::default().compare_text("cause", &json!({ "a": 1 }), &actual, &mut found);
            found.len()
        };
        assert_eq!(check(json!("{ \"a\" : 1 }")), 0);
        assert_eq!(check(json!("{\"a\":2}")), 1);
        assert_eq!(check(json!("a: 1")), 1);
        assert_eq!(check(json!({ "a": 1 })), 1);
    }

    #[test]
    fn transport_noise_is_ignored_only_when_asked() {
        let (expected, actual) =
            (json!({ "Payload": 1, "SdkHttpMetadata": {} }), json!({ "Payload": 1 }));
        assert_eq!(differences(&expected, &actual), ["output.SdkHttpMetadata"]);
        let mut found = Vec::new();
        Matcher::new(Noise::Ignored).compare("output", &expected, &actual, &mut found);
        assert!(found.is_empty());
    }
}
