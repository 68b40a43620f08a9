//! Resources: a task is identified by a URI. ASL: "Task State".

use crate::ir::{Form, Machine, Task};
use asl_language::integration::{
    Pattern, Resource, actions, has_pattern, integration as known, is_complete, resource,
};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, nearest};
use asl_source::options::Profile;
use asl_source::source::placeholder::next_placeholder;

/// Checks the resource of each task once.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    for task in &machine.tasks {
        let resource = &task.resource;
        let Err(problem) = uri(&resource.value) else {
            if machine.express {
                express(task, diagnostics);
            }
            if machine.profile == Profile::Aws {
                integration(task, diagnostics);
            }
            continue;
        };
        // The URI is known at deployment.
        if next_placeholder(&resource.value, 0).is_some() {
            continue;
        }
        let title = format!("`Resource` is not a URI: {problem}");
        diagnostics.push(
            Diagnostic::new(Code::NotAUri, resource.span, title)
                .label("a URI begins with a scheme and a colon")
                .help(
                    "write it like `arn:aws:lambda:us-east-1:123456789012:function:Pay`, or `task:pay`",
                ),
        );
    }
}

/// Reports task forms that an Express machine cannot wait for.
fn express(task: &Task, diagnostics: &mut Diagnostics) {
    let what = match task.form {
        Form::Answer | Form::Rest | Form::Rpc | Form::Event | Form::Subflow => return,
        Form::Sync | Form::Sync2 => "the end of a job (`.sync`)",
        Form::Token => "a report with a token (`.waitForTaskToken`)",
        Form::Activity => "the worker of an activity",
    };
    diagnostics.push(
        Diagnostic::new(
            Code::NotInExpress,
            task.resource.span,
            format!("an Express machine cannot wait for {what}"),
        )
        .label("needs a Standard machine")
        .help("call the service without waiting, or compile without the option `express`"),
    );
}

/// Reports an integration or a pattern that Step Functions does not have.
fn integration(task: &Task, diagnostics: &mut Diagnostics) {
    let text = task.resource.value.as_str();
    let Some(called) = resource(text).filter(|_| next_placeholder(text, 0).is_none()) else {
        return;
    };
    let finding = if called.is_sdk {
        pattern(called, &[Pattern::RequestResponse, Pattern::WaitForTaskToken])
    } else if let Some(known) = known(called.service, called.action) {
        pattern(called, known.patterns)
    } else {
        Some(action(called))
    };
    let Some((code, title, label, help)) = finding else { return };
    let diagnostic = Diagnostic::new(code, task.resource.span, title)
        .label(label)
        .said_by_aws(not_recognized(text));
    diagnostics.push(match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    });
}

/// Code, title, label and help.
type Finding = (Code, String, String, Option<String>);

fn action(called: Resource<'_>) -> Finding {
    let Resource { service, action, pattern, .. } = called;
    let title = format!("Step Functions has no integration `{service}:{action}`");
    let is_complete = is_complete(service);
    let code = if is_complete { Code::NoSuchIntegration } else { Code::UnknownCall };
    let sdk = format!(
        "any other call goes through the SDK: `arn:aws:states:::aws-sdk:{service}:{action}{pattern}`"
    );
    if let Some(nearest) = nearest(action, actions(service)) {
        return (code, title, format!("did you mean `{nearest}`?"), None);
    }
    let actions: Vec<_> = actions(service).collect();
    let label = if actions.is_empty() {
        format!("no integration of a service `{service}` is known")
    } else {
        format!("`{service}` has: {}", actions.join(", "))
    };
    (code, title, label, Some(sdk))
}

fn pattern(called: Resource<'_>, patterns: &[Pattern]) -> Option<Finding> {
    let Resource { service, action, pattern, is_sdk } = called;
    if patterns.iter().any(|known| known.suffix() == pattern) {
        return None;
    }
    let is_certain = is_sdk || is_complete(service) || !has_pattern(service, pattern);
    let code = if is_certain { Code::NoSuchIntegration } else { Code::UnknownCall };
    let title = format!("`{service}:{action}` cannot be called with `{pattern}`");
    let others = patterns.iter().map(|other| other.suffix()).filter(|other| !other.is_empty());
    let others: Vec<_> = others.map(|other| format!("`{other}`")).collect();
    let label = if is_sdk {
        "calls through the SDK have only `.waitForTaskToken`".to_owned()
    } else if others.is_empty() {
        "it is only called without a pattern".to_owned()
    } else {
        format!("it has {}", others.join(", "))
    };
    Some((code, title, label, None))
}

/// AWS's sentence for a `Resource` that it does not take.
pub(crate) fn not_recognized(resource: &str) -> String {
    format!(
        "The resource provided {resource} is not recognized. The value is not a valid resource ARN, \
         or the resource is not available in this region."
    )
}

/// Checks the characters of a URI by RFC 3986. Letters beyond ASCII are accepted, as in an IRI.
fn uri(text: &str) -> Result<(), &'static str> {
    if text.is_empty() {
        return Err("it is empty");
    }
    let never = |c: char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '\\' | '^' | '`')
    };
    if text.contains(never) {
        return Err("it holds a character that no URI has");
    }
    let Some((scheme, rest)) = text.split_once(':') else { return Err("it has no scheme") };
    let mut characters = scheme.chars();
    let begins_well = characters.next().is_some_and(|c| c.is_ascii_alphabetic());
    if !begins_well
        || !characters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    {
        return Err("the text before the colon is not a scheme");
    }
    if rest.is_empty() {
        return Err("nothing follows the scheme");
    }
    Ok(())
}
