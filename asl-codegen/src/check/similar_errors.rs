//! Error names of the author's own that are nearly equal to another name of the definition, or to one
//! of the language. Only retriers and catchers are examined: a name that is misspelt there silently
//! matches nothing.

use std::collections::HashMap;

use crate::ir::Machine;
use asl_language::error_names::{NAMES, PREFIX};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::span::{Span, Spanned};

/// Minimum length of a name that is compared: shorter ones resemble each other by chance.
const SHORTEST: usize = 6;

/// Maximum length of a name that is compared, and number of names: the work is bounded.
const LONGEST: usize = 128;
const MOST_NAMES: usize = 200;

/// Reports each name at its first mention.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    let mentions = mentions(machine);
    let fails: Vec<&str> =
        machine.fail_errors().filter(|name| !name.starts_with(PREFIX)).take(MOST_NAMES).collect();
    for (at, name) in mentions.iter().enumerate() {
        let text = name.value.as_str();
        let title = |other: &str| format!("the error `{text}` resembles `{other}`");
        if let Some(known) = NAMES.into_iter().find(|known| resembles_predefined(text, known)) {
            diagnostics.push(
                Diagnostic::new(Code::SimilarErrors, name.span, title(known))
                    .label(format!("did you mean `{known}`?")),
            );
            continue;
        }
        let before = mentions.iter().take(at).find(|other| is_similar(&other.value, text));
        let failed = fails.iter().find(|other| is_similar(other, text));
        let diagnostic = match (before, failed) {
            (Some(other), _) => {
                Diagnostic::new(Code::SimilarErrors, name.span, title(&other.value))
                    .label("is it the same error?")
                    .related(other.span, format!("`{}` is mentioned here", other.value))
            }
            (None, Some(other)) => Diagnostic::new(Code::SimilarErrors, name.span, title(other))
                .label(format!("a Fail state ends with `{other}`: is it the same error?")),
            (None, None) => continue,
        };
        diagnostics.push(diagnostic.help("if both exist, name the difference more clearly"));
    }
}

/// The author's own names in retriers and catchers, each where it is mentioned first.
fn mentions(machine: &Machine) -> Vec<&Spanned<String>> {
    let mut first: HashMap<&str, Span> = HashMap::new();
    let mut found = Vec::new();
    for node in &machine.nodes {
        let retried = node.kind.retriers().iter().flat_map(|retrier| &retrier.errors);
        let caught = node.kind.catchers().iter().flat_map(|catcher| &catcher.errors);
        for name in retried.chain(caught) {
            let is_own = !name.value.starts_with(PREFIX);
            if is_own && first.insert(name.value.as_str(), name.span).is_none() {
                found.push(name);
            }
            if found.len() == MOST_NAMES {
                return found;
            }
        }
    }
    found
}

/// Returns true for a misspelt name of the language, such as `State.Timeout` or `states.all`.
fn resembles_predefined(name: &str, known: &str) -> bool {
    is_similar(name, known) || name.eq_ignore_ascii_case(known)
}

/// Returns true if two names differ in their case only, or in one letter that is neither a digit
/// nor the last one: `Error1` and `Error2`, `PartA` and `PartB` are different on purpose.
fn is_similar(one: &str, other: &str) -> bool {
    if one == other || one.len().min(other.len()) < SHORTEST || one.len().max(other.len()) > LONGEST
    {
        return false;
    }
    if one.eq_ignore_ascii_case(other) {
        return true;
    }
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let rest = |text: &str| text.chars().skip(same).collect::<String>();
    let (one_rest, other_rest) = (rest(one), rest(other));
    let is_last = one_rest.chars().count() <= 1 && other_rest.chars().count() <= 1;
    let is_digit = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    !is_last
        && !is_digit(&one_rest)
        && !is_digit(&other_rest)
        && strsim::osa_distance(&one_rest, &other_rest) == 1
}

#[cfg(test)]
mod tests {
    use super::{is_similar, resembles_predefined};

    #[test]
    fn slips_of_the_pen_are_similar_and_names_in_a_row_are_not() {
        for (one, other) in [
            ("GatewayBusy", "GatewayBsy"),
            ("GatewayBusy", "gatewayBusy"),
            ("GatewayBusy", "GatewayBuys"),
            ("OutOfStock", "OutOfStuck"),
        ] {
            assert!(is_similar(one, other) && is_similar(other, one), "{one} {other}");
        }
        for (one, other) in [
            ("GatewayBusy", "GatewayBusy"),
            ("Error1", "Error2"),
            ("Http.404", "Http.414"),
            ("FailureA", "FailureB"),
            ("TooManyRequest", "TooManyRequests"),
            ("Busy", "Bsy"),
            ("Lambda.ServiceException", "Lambda.SdkClientException"),
        ] {
            assert!(!is_similar(one, other) && !is_similar(other, one), "{one} {other}");
        }
        assert!(resembles_predefined("State.Timeout", "States.Timeout"));
        assert!(resembles_predefined("states.ALL", "States.ALL"));
        assert!(!resembles_predefined("Timeout", "States.Timeout"));
    }
}
