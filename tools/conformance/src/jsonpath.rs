//! `conformance jsonpath`: each selector is compiled as an `InputPath`, run on its document, and
//! compared.
//!
//! The cases are RFC 9535's, and use its dialect. A definite path has a value or `States.Runtime`,
//! where the RFC has a list of one node or none; any other path has the list. With `--dialect aws`,
//! cases that Step Functions' dialect lacks or treats differently are skipped by rule.

use std::fmt::Write as _;

use asl_codegen::expr::jsonpath::emit::{find, steps};
use asl_codegen::expr::jsonpath::{
    Dialect, Path, PathErrorKind, Segment, Selector, parse_as, parse_reference_as,
};
use asl_codegen::source::Span;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::cases::Cases;
use crate::generated::GeneratedCrate;
use crate::print;
use crate::problem::{Problem, Result};
use crate::report::{Difference, Report};
use crate::workspace;

/// A case of the suite.
#[derive(Deserialize)]
struct Case {
    id: String,
    selector: String,
    #[serde(default)]
    invalid: bool,
    #[serde(default)]
    document: Value,
    /// The expected nodes in order.
    result: Option<Vec<Value>>,
    /// The expected nodes, in one of these orders.
    any_of: Option<Vec<Vec<Value>>>,
    /// True if the selector is a Reference Path.
    #[serde(default)]
    reference_path: bool,
}

/// A case to run, with its parsed selector.
struct Compiled {
    case: Case,
    path: Path,
}

/// Runs the cases.
pub(crate) fn run(cases: &Cases) -> Result<Report> {
    let dialect = Dialect::from(cases.dialect);
    print::line(match cases.dialect {
        crate::cases::Dialect::Aws => "dialect: aws (jsonpath = aws)",
        crate::cases::Dialect::Rfc9535 => "dialect: RFC 9535 (jsonpath = rfc9535)",
    });
    let mut report = Report::new("jsonpath");
    let mut compiled = Vec::new();
    for case in read(cases)? {
        match parse_as(dialect, &case.selector, Span::default()) {
            Ok(_) if case.invalid => match taken_by(dialect, &case.selector) {
                Some(rule) => report.skip(case.id, rule),
                None => report
                    .compared(case.id, vec![Difference::new(case.selector, "refused", "accepted")]),
            },
            Ok(path) => match reached_otherwise(&path, &case.document) {
                Some(rule) => report.skip(case.id, rule),
                None => compiled.push(Compiled { case, path }),
            },
            Err(error) if error.kind == PathErrorKind::RuledOut => {
                report.skip(case.id, error.message);
            }
            Err(_) if case.invalid => report.compared(case.id, Vec::new()),
            Err(error) => match refused_by(dialect, &error.message) {
                Some(rule) => report.skip(case.id, rule),
                None => report
                    .compared(case.id, vec![Difference::new(case.selector, "accepted", error)]),
            },
        }
    }
    compare(dialect, compiled, &mut report)?;
    Ok(report)
}

fn read(cases: &Cases) -> Result<Vec<Case>> {
    let mut all = Vec::new();
    for file in workspace::files(&cases.dir, "json")? {
        let read: serde_json::Result<Vec<Case>> = serde_json::from_str(&workspace::read(&file)?);
        all.extend(read.map_err(|error| Problem::new(format!("{}: {error}", file.display())))?);
    }
    all.retain(|case| cases.wants(&case.id));
    Ok(all)
}

/// Reason why a selector that RFC 9535 refuses is a path of ours.
fn taken_by(dialect: Dialect, selector: &str) -> Option<&'static str> {
    if dialect == Dialect::Rfc9535 {
        return None;
    }
    let is_plain = |first: char| first.is_alphabetic() || matches!(first, '_' | '*' | '[' | '.');
    let names = selector.split('.').skip(1).filter_map(|name| name.chars().next());
    if selector.ends_with(' ') {
        return Some("dialect: blanks behind a path do not count");
    }
    if selector.starts_with("$['") && selector.contains("\\\"") {
        return Some("dialect: a backslash before the other quotation mark is part of the name");
    }
    names
        .into_iter()
        .any(|first| !is_plain(first))
        .then_some("dialect: any character may begin a name behind a dot")
}

/// Reason why a selector of RFC 9535 is not a path of ours.
fn refused_by(dialect: Dialect, message: &str) -> Option<&'static str> {
    if dialect == Dialect::Rfc9535 {
        return None;
    }
    match message {
        "names and indexes cannot share a bracket" => {
            Some("dialect: names and indexes cannot share a bracket")
        }
        "a filter cannot share its bracket" => Some("dialect: a filter cannot share its bracket"),
        "multi properties can only be used as path leafs" => {
            Some("dialect: a list of members ends its path")
        }
        _ => None,
    }
}

/// Reason why a selector of RFC 9535 has another result as a path of ours.
fn reached_otherwise(path: &Path, document: &Value) -> Option<&'static str> {
    if path.segments.iter().any(|segment| segment.members().is_some()) {
        return Some("dialect: a list of members makes one object of them");
    }
    let filtered = filtered(path, document)?;
    if filtered.is_object() {
        return Some("dialect: a filter tests an object itself, not its members");
    }
    let has_others = filtered.as_array().is_some_and(|items| !items.iter().all(Value::is_object));
    has_others.then_some("dialect: a filter tests objects only")
}

/// The node to which the first filter is applied.
fn filtered<'d>(path: &Path, document: &'d Value) -> Option<&'d Value> {
    let is_filter = |segment: &Segment| matches!(segment.only(), Some(Selector::Objects(_)));
    let place = path.segments.iter().position(is_filter)?;
    path.segments.get(..place)?.iter().try_fold(document, |node, segment| match segment.only() {
        Some(Selector::Name(name)) => node.get(name),
        _ => None,
    })
}

/// Builds all paths into one program, runs it, and compares each case.
fn compare(dialect: Dialect, compiled: Vec<Compiled>, report: &mut Report) -> Result<()> {
    if compiled.is_empty() {
        return Ok(());
    }
    let mut program = GeneratedCrate::new("conformance-jsonpath", GeneratedCrate::LANGUAGES);
    program.file("main.rs", include_str!("jsonpath/main.rs.in"));
    program.file("paths.rs", module(&compiled));
    let mut lines = String::new();
    for (number, Compiled { case, .. }) in compiled.iter().enumerate() {
        let _ = writeln!(lines, "{}", json!({"path": number, "document": case.document}));
    }
    let run = program.build()?.run(&lines)?;
    let mut results = run.lines.iter();
    for Compiled { case, path } in compiled {
        let mut differences = match results.next() {
            Some(line) => result_differences(&case, &path, line)?,
            None => vec![Difference::new(
                &case.selector,
                "a result",
                run.crash.as_deref().unwrap_or("none"),
            )],
        };
        differences.extend(reference_difference(dialect, &case));
        report.compared(case.id, differences);
    }
    Ok(())
}

/// A module with one function per path, and `run` that calls them by number.
fn module(compiled: &[Compiled]) -> String {
    let data = Ident::new("data", proc_macro2::Span::call_site()).into_token_stream();
    let mut text =
        "use asl_runtime::Value;\nuse asl_runtime::__private::*;\nuse asl_runtime::error::Failed;\n\n".to_owned();
    let mut arms = String::new();
    for (number, Compiled { path, .. }) in compiled.iter().enumerate() {
        let body = body(path, &data);
        let _ = writeln!(arms, "        {number} => path_{number}(data),");
        let _ = writeln!(
            text,
            "fn path_{number}(data: &Value) -> Result<Value, Failed> {{\n    {body}\n}}\n"
        );
    }
    let _ = writeln!(
        text,
        "pub(crate) fn run(number: i64, data: &Value) -> Result<Value, Failed> {{\n    match number {{\n{arms}        \
         _ => unreachable!(\"no such path\"),\n    }}\n}}"
    );
    text
}

/// The code of an `InputPath`, as the compiler emits it.
fn body(path: &Path, data: &TokenStream) -> String {
    let found = find(path, data);
    if !path.is_definite() {
        return format!("Ok({found})");
    }
    let (text, steps) = (&path.text, steps(path));
    format!("Ok(found({found}, {text:?}, {steps}, data)?.clone())")
}

fn result_differences(case: &Case, path: &Path, line: &str) -> Result<Vec<Difference>> {
    let actual: Value = serde_json::from_str(line)
        .map_err(|error| Problem::new(format!("a result line: {error}")))?;
    let orders = case
        .any_of
        .clone()
        .or_else(|| case.result.clone().map(|nodes| vec![nodes]))
        .unwrap_or_default();
    let expected: Vec<Value> = orders.into_iter().map(|nodes| expected(path, nodes)).collect();
    let matches = expected.iter().any(|expected| match expected.get("value") {
        Some(value) => actual.get("value").is_some_and(|actual| same(actual, value)),
        None => actual.get("error").is_some_and(|error| error == "States.Runtime"),
    });
    if matches {
        return Ok(Vec::new());
    }
    let what = format!("{} on {}", case.selector, case.document);
    let expected = expected.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
    Ok(vec![Difference::new(what, expected, actual)])
}

/// A list of nodes as the States Language represents it.
fn expected(path: &Path, nodes: Vec<Value>) -> Value {
    if !path.is_definite() {
        return json!({"value": nodes});
    }
    nodes
        .into_iter()
        .next()
        .map_or_else(|| json!({"error": "States.Runtime"}), |node| json!({"value": node}))
}

/// Checks that the compiler accepts the selector as a Reference Path exactly if it is one.
fn reference_difference(dialect: Dialect, case: &Case) -> Option<Difference> {
    let read = parse_reference_as(dialect, &case.selector, Span::default());
    // The library behind Step Functions reads indexes as 32-bit numbers; the suite goes up to 2^53.
    let too_large =
        read.as_ref().is_err_and(|error| error.message == "the number is too large for an index");
    let differs = read.is_ok() != case.reference_path && !too_large;
    differs.then(|| Difference::new("Reference Path", case.reference_path, read.is_ok()))
}

/// Compares as JSON: numbers by value, objects in any order.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}
