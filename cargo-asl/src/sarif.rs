//! Findings in SARIF 2.1.0, the format of code scanning services.

use std::fmt::Write as _;

use asl_codegen::diagnostics::{Code, Severity};
use serde_json::{Value, json};

use crate::finding::{Finding, Place, json as text};
use crate::pages::PAGES;

/// The findings as one run of this program.
pub(crate) fn sarif(findings: &[Finding]) -> String {
    let results: Vec<Value> = findings.iter().map(result).collect();
    let driver = json!({
        "name": "cargo-asl",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules(findings),
    });
    text(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver },
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    }))
}

/// The codes of the findings, each with its page.
fn rules(findings: &[Finding]) -> Vec<Value> {
    let found = |code: &&Code| findings.iter().any(|finding| finding.code == code.id());
    let rule = |code: &Code| {
        let page = PAGES.iter().find(|(id, _)| *id == code.id()).map_or("", |(_, page)| *page);
        json!({
            "id": code.id(),
            "shortDescription": { "text": code.summary() },
            "help": { "text": page, "markdown": page },
            "defaultConfiguration": {
                "level": match code.severity() {
                    Severity::Error => "error",
                    Severity::Warning => "warning",
                },
            },
        })
    };
    Code::ALL.iter().filter(found).map(rule).collect()
}

fn result(finding: &Finding) -> Value {
    let related: Vec<Value> = finding.related.iter().map(location).collect();
    json!({
        "ruleId": finding.code,
        "level": finding.severity,
        "message": { "text": finding.message() },
        "locations": [location(&finding.place)],
        "relatedLocations": related,
    })
}

fn location(place: &Place) -> Value {
    let region = place.start.as_ref().zip(place.end.as_ref()).map(|(start, end)| {
        json!({
            "startLine": start.line,
            "startColumn": start.column.utf16,
            "endLine": end.line,
            "endColumn": end.column.utf16,
        })
    });
    let file = ("artifactLocation", Some(json!({ "uri": uri(&place.file) })));
    let message = place.label.as_ref().map(|label| json!({ "text": label }));
    object([("physicalLocation", Some(object([file, ("region", region)]))), ("message", message)])
}

/// An object of the members that there are.
fn object<const N: usize>(members: [(&str, Option<Value>); N]) -> Value {
    let members = members.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    Value::Object(members.collect())
}

/// A path as a relative reference of RFC 3986.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'\\' => uri.push('/'),
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            // Writing to a String cannot fail.
            _ => drop(write!(uri, "%{byte:02X}")),
        }
    }
    uri
}
