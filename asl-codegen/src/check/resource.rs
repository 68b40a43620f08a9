//! Resources: a task is identified by a URI. ASL: "Task State".

use crate::ir::{Form, Machine, Task};
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

/// The actions of Step Functions' own integrations, for services with few of them. Those of other
/// services are not checked.
const INTEGRATIONS: &[(&str, &[&str])] = &[
    ("apigateway", &["invoke"]),
    ("batch", &["submitJob"]),
    ("databrew", &["startJobRun"]),
    ("dynamodb", &["getItem", "putItem", "updateItem", "deleteItem"]),
    ("ecs", &["runTask"]),
    ("events", &["putEvents"]),
    ("glue", &["startJobRun"]),
    ("http", &["invoke"]),
    ("lambda", &["invoke"]),
    ("mediaconvert", &["createJob"]),
    ("sns", &["publish"]),
    ("sqs", &["sendMessage"]),
    ("states", &["startExecution"]),
];

/// Reports an integration that Step Functions does not have.
fn integration(task: &Task, diagnostics: &mut Diagnostics) {
    let Some((_, name)) = task.resource.value.split_once(":states:::") else { return };
    let Some((service, action)) = name.split_once(':') else { return };
    let action = action.split('.').next().unwrap_or_default();
    let Some((_, actions)) = INTEGRATIONS.iter().find(|(known, _)| *known == service) else {
        return;
    };
    if actions.contains(&action) {
        return;
    }
    let title = format!("Step Functions has no integration `{service}:{action}`");
    let diagnostic = Diagnostic::new(Code::NoSuchIntegration, task.resource.span, title);
    let sdk = format!(
        "any other call goes through the SDK: `arn:aws:states:::aws-sdk:{service}:{action}`"
    );
    diagnostics.push(match nearest(action, actions.iter().copied()) {
        Some(nearest) => diagnostic.label(format!("did you mean `{nearest}`?")),
        None => diagnostic.label(format!("`{service}` has: {}", actions.join(", "))).help(sdk),
    });
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
