//! Resources: a task is identified by a URI. ASL: "Task State".

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::ir::Machine;

/// Checks the resource of each task, where it stands first.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    for task in &machine.tasks {
        let resource = &task.resource;
        let Err(problem) = uri(&resource.value) else { continue };
        let title = format!("`Resource` is not a URI: {problem}");
        let diagnostic = Diagnostic::new(Code::NotAUri, resource.span, title);
        diagnostics.push(match placeholder(&resource.value) {
            Some(name) => diagnostic
                .label(format!("`${{{name}}}` has no value"))
                .help(format!("give it one with the option `substitute = {{ \"{name}\": \"…\" }}`")),
            None => diagnostic
                .label("a URI begins with a scheme and a colon")
                .help("write it like `arn:aws:lambda:us-east-1:123456789012:function:Pay`, or `task:pay`"),
        });
    }
}

/// RFC 3986 as far as it says what a URI never holds; letters beyond ASCII are taken, as in an IRI.
fn uri(text: &str) -> Result<(), &'static str> {
    if text.is_empty() {
        return Err("it is empty");
    }
    let never = |c: char| {
        c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '\\' | '^' | '`')
    };
    if text.contains(never) {
        return Err("it holds a character that no URI has");
    }
    let Some((scheme, rest)) = text.split_once(':') else { return Err("it has no scheme") };
    let mut characters = scheme.chars();
    let begins_well = characters.next().is_some_and(|c| c.is_ascii_alphabetic());
    if !begins_well || !characters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')) {
        return Err("what stands before the colon is no scheme");
    }
    if rest.is_empty() {
        return Err("nothing follows the scheme");
    }
    Ok(())
}

/// The name in the first `${Name}`.
fn placeholder(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("${")?;
    let (name, _) = rest.split_once('}')?;
    Some(name).filter(|name| !name.is_empty())
}
