//! Compares our answer with AWS's.

use serde_json::{Map, Value};

use super::case::{Case, Exception};
use crate::asl::matcher::{Matcher, Noise};
use crate::report::Difference;

/// The prefix of a message by AWS's client library.
const PREFIX: &str =
    "An error occurred (ValidationException) when calling the TestState operation: ";

/// All differences between our answer and AWS's.
pub(crate) fn differences(case: &Case, answer: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    let refused = answer.get("refused").and_then(Value::as_str);
    match (&case.expected.exception, refused) {
        (Some(exception), said) => refusal(exception, said, answer, &mut found),
        (None, Some(said)) => found.push(Difference::new("exception", "(absent)", said)),
        (None, None) => report(case, answer, &mut found),
    }
    found
}

/// A refusal has AWS's text, nothing else.
fn refusal(exception: &Exception, said: Option<&str>, answer: &Value, found: &mut Vec<Difference>) {
    let expected = exception.message.strip_prefix(PREFIX).unwrap_or(&exception.message);
    let said = said.map_or_else(|| answer.to_string(), str::to_owned);
    if said != expected {
        found.push(Difference::new(format!("exception {}", exception.code), expected, said));
    }
}

fn report(case: &Case, answer: &Value, found: &mut Vec<Difference>) {
    let expected = &case.expected;
    let noise = if case.functions.is_empty() { Noise::Compared } else { Noise::Ignored };
    let mut matcher = Matcher::new(noise);
    let text = |text: &Option<String>| text.clone().map(Value::String);
    let members = [
        ("status", text(&expected.status)),
        ("output", expected.output.clone()),
        ("nextState", text(&expected.next_state)),
        ("error", text(&expected.error)),
    ];
    for (name, wanted) in members {
        member(name, wanted.as_ref(), answer.get(name), expected.partial, &mut matcher, found);
    }
    match (&expected.cause, answer.get("cause")) {
        (Some(wanted), Some(cause)) => matcher.compare_text("cause", wanted, cause, found),
        (wanted, cause) => {
            let partial = expected.partial || expected.cause_contains.iter().next().is_some();
            member("cause", wanted.as_ref(), cause, partial, &mut matcher, found);
        }
    }
    let cause = answer.get("cause").and_then(Value::as_str).unwrap_or_default();
    for piece in expected.cause_contains.iter().filter(|piece| !cause.contains(piece)) {
        found.push(Difference::new("cause_contains", piece, cause));
    }
    if let Some(unknown) = &expected.output_contains {
        found.push(Difference::new(
            "expectation",
            "a comparison",
            format!("the runner does not know {unknown}"),
        ));
    }
    inspection(case, answer, &mut matcher, found);
}

fn inspection(case: &Case, answer: &Value, matcher: &mut Matcher, found: &mut Vec<Difference>) {
    let nothing = Map::new();
    let actual = answer.get("inspectionData").and_then(Value::as_object).unwrap_or(&nothing);
    let Some(wanted) = &case.expected.inspection_data else {
        if !actual.is_empty() && !case.expected.partial {
            found.push(Difference::new("inspectionData", "(absent)", answer));
        }
        return;
    };
    for (stage, wanted) in wanted {
        member(
            &format!("inspectionData.{stage}"),
            Some(wanted),
            actual.get(stage),
            false,
            matcher,
            found,
        );
    }
    for (stage, value) in actual.iter().filter(|(stage, _)| !wanted.contains_key(stage.as_str())) {
        found.push(Difference::new(format!("inspectionData.{stage}"), "(absent)", value));
    }
}

fn member(
    what: &str,
    expected: Option<&Value>,
    actual: Option<&Value>,
    partial: bool,
    matcher: &mut Matcher,
    found: &mut Vec<Difference>,
) {
    match (expected, actual) {
        (Some(expected), Some(actual)) => matcher.compare(what, expected, actual, found),
        (Some(expected), None) => found.push(Difference::new(what, expected, "(absent)")),
        (None, Some(actual)) if !partial => found.push(Difference::new(what, "(absent)", actual)),
        (None, _) => {}
    }
}
