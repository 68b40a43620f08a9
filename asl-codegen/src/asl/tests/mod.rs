//! Tests of the front-end, on the smallest definitions that show each point.

mod data;
mod faults;
mod jsonata;
mod mutations;
mod options;
mod reader;
mod states;

use crate::compile;
use crate::ir::{Machine, NodeKind};
use crate::tests::with;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::options::{Options, Profile};
use asl_source::source::Sources;

/// Everything found in a text, in the order of its place.
fn findings_with(text: &str, options: &Options) -> Vec<Diagnostic> {
    compile::check(&mut Sources::from_text("machines/test.asl.json", text), options)
        .diagnostics
        .sorted()
}

fn findings(text: &str) -> Vec<Diagnostic> {
    findings_with(text, &Options::default())
}

/// The codes found in a text.
fn codes(text: &str) -> Vec<Code> {
    findings(text).into_iter().map(|diagnostic| diagnostic.code).collect()
}

/// The parts of a text that findings point at, with their codes.
fn marked(text: &str) -> Vec<(Code, &str)> {
    let part = |diagnostic: &Diagnostic| {
        &text[diagnostic.span.start as usize..diagnostic.span.end as usize]
    };
    findings(text).iter().map(|diagnostic| (diagnostic.code, part(diagnostic))).collect()
}

/// The graph of a text without findings.
fn machine_with(text: &str, options: &Options) -> Machine {
    let checked = compile::check(&mut Sources::from_text("machines/test.asl.json", text), options);
    assert_eq!(checked.diagnostics.sorted(), [], "{text}");
    checked.machine.expect("a machine without errors")
}

fn machine(text: &str) -> Machine {
    machine_with(text, &Options::default())
}

/// A machine that begins with a state `A` of these fields, and has a `B` that it can lead to.
fn with_state(fields: &str) -> String {
    format!(r#"{{"StartAt": "A", "States": {{"A": {{{fields}}}, "B": {{"Type": "Succeed"}}}}}}"#)
}

/// A Task that leads to `B`, with more fields.
fn task(fields: &str) -> String {
    with_state(&format!(r#""Type": "Task", "Resource": "task:a", "Next": "B"{fields}"#))
}

/// A Pass that leads to `B`, with more fields.
fn pass(fields: &str) -> String {
    with_state(&format!(r#""Type": "Pass", "Next": "B"{fields}"#))
}

/// A Wait that leads to `B`, with its own fields.
fn wait(fields: &str) -> String {
    with_state(&format!(r#""Type": "Wait", "Next": "B", {fields}"#))
}

/// A Choice with one rule, which leads to `B` as its default does.
fn choice(rule: &str) -> String {
    with_state(&format!(
        r#""Type": "Choice", "Choices": [{{"Next": "B", {rule}}}], "Default": "B""#
    ))
}

/// A Parallel that leads to `B`, with its own fields.
fn parallel(fields: &str) -> String {
    with_state(&format!(r#""Type": "Parallel", "Next": "B", {fields}"#))
}

/// A branch of one state.
fn branch(name: &str) -> String {
    format!(r#"{{"StartAt": "{name}", "States": {{"{name}": {{"Type": "Pass", "End": true}}}}}}"#)
}

/// The first node of a machine.
fn first(machine: &Machine) -> &NodeKind {
    &machine.nodes[0].kind
}

fn spec() -> Options {
    with(Options::default(), |options| options.profile = Profile::Spec)
}
