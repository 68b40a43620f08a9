//! Findings in the form of `ValidateStateMachineDefinition`.

use std::fmt;

use asl_codegen::diagnostics::{self, Code, Diagnostic, Diagnostics};
use asl_codegen::source::{FileId, Node, Sources, json};
use serde::{Deserialize, Serialize};

use super::location;

/// A finding about a definition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Finding {
    pub(crate) severity: Severity,
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<String>,
}

/// The severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Severity {
    /// The definition cannot be used.
    Error,
    /// The definition can be used.
    #[default]
    Warning,
}

impl Finding {
    /// All findings, by their places.
    pub(super) fn all(diagnostics: Diagnostics, sources: &Sources) -> Vec<Self> {
        let text = sources.file(FileId(0)).map_or("", |file| file.text.as_str());
        let tree = json::parse_definition(text, FileId(0), &mut Diagnostics::default());
        let sorted = diagnostics.sorted().into_iter();
        sorted.map(|found| Self::new(&found, sources, tree.as_ref())).collect()
    }

    fn new(found: &Diagnostic, sources: &Sources, tree: Option<&Node>) -> Self {
        let location = match tree {
            Some(tree) => location::path(tree, found.span),
            None => {
                let place = sources.position(found.span);
                format!("line: {}, column: {}", place.line, place.column)
            }
        };
        Self {
            severity: match found.severity {
                diagnostics::Severity::Warning if !found.code.is_refused_by_aws() => {
                    Severity::Warning
                }
                diagnostics::Severity::Error | diagnostics::Severity::Warning => Severity::Error,
            },
            code: code(found.code),
            message: message(found),
            location: Some(location),
        }
    }
}

/// AWS's codes for the kinds of findings that have one of their own.
const CODES: [(Code, &str); 10] = [
    (Code::JsonSyntax, "INVALID_JSON_DESCRIPTION"),
    (Code::NotUtf8, "INVALID_JSON_DESCRIPTION"),
    (Code::UnknownStart, "MISSING_TRANSITION_TARGET"),
    (Code::UnknownTarget, "MISSING_TRANSITION_TARGET"),
    (Code::TargetInOtherScope, "MISSING_TRANSITION_TARGET"),
    (Code::DuplicateStateName, "DUPLICATE_STATE_NAME"),
    (Code::NoTerminalState, "MISSING_END_STATE"),
    (Code::Unreachable, "MISSING_TRANSITION_TARGET"),
    (Code::DuplicateLabel, "DUPLICATE_LABEL_NAME"),
    (Code::OuterVariable, "DUPLICATE_VARIABLE_NAME"),
];

/// AWS's code for a kind of finding. Warnings are this compiler's own.
fn code(code: Code) -> &'static str {
    let of_aws = CODES.iter().find(|(known, _)| *known == code).map(|(_, name)| *name);
    of_aws.unwrap_or_else(|| match code.severity() {
        diagnostics::Severity::Warning if !code.is_refused_by_aws() => code.id(),
        diagnostics::Severity::Error | diagnostics::Severity::Warning => "SCHEMA_VALIDATION_FAILED",
    })
}

/// AWS's sentence if it is known, then title, label and remedy of a finding, and the code under which
/// `cargo asl explain` has more.
fn message(found: &Diagnostic) -> String {
    let mut message = String::new();
    let parts = [found.said_by_aws.as_ref(), Some(&found.title), found.label.as_ref()];
    for part in parts.into_iter().chain([found.help.as_ref()]).flatten() {
        if !message.is_empty() {
            message.push_str(if message.ends_with('.') { " " } else { "; " });
        }
        message.push_str(part);
    }
    format!("{message} ({})", found.code.id())
}

impl fmt::Display for Finding {
    /// The form in which AWS refuses a definition.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)?;
        match &self.location {
            Some(location) => write!(f, " at {location}"),
            None => Ok(()),
        }
    }
}
