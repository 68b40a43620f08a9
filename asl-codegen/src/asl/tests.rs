//! The front-end on the smallest definitions that show a point.

use crate::diagnostics::{Code, Diagnostics};
use crate::ir::{Exit, Machine, NodeKind};
use crate::json;
use crate::options::Options;
use crate::span::FileId;

/// Lowers a text; gives the graph and the codes found, in the order of their places.
fn lower_with(text: &str, options: &Options) -> (Option<Machine>, Vec<Code>) {
    let mut diagnostics = Diagnostics::default();
    let tree = json::parse(text, FileId(0), &mut diagnostics).expect("the test's text is JSON");
    let machine = super::lower(&tree, "machines/test.asl.json", options, &mut diagnostics);
    let codes = diagnostics.sorted().into_iter().map(|diagnostic| diagnostic.code).collect();
    (machine, codes)
}

fn lower(text: &str) -> (Option<Machine>, Vec<Code>) {
    lower_with(text, &Options::default())
}

/// A machine that lowers without a finding.
fn machine(text: &str) -> Machine {
    let (machine, codes) = lower(text);
    assert_eq!(codes, []);
    machine.expect("there is a graph")
}

#[test]
fn the_hello_world_of_the_specification_lowers() {
    let machine = machine(
        r#"{
            "Comment": "A simple minimal example of the States language",
            "StartAt": "Hello World",
            "States": {
                "Hello World": {
                    "Type": "Task",
                    "Resource": "arn:aws:lambda:us-east-1:123456789012:function:HelloWorld",
                    "End": true
                }
            }
        }"#,
    );
    assert_eq!(machine.name, "test");
    assert_eq!(machine.states[0].name.value, "Hello World");
    assert_eq!(machine.tasks.len(), 1);
    let NodeKind::Invoke(invoke) = &machine.nodes[0].kind else { panic!("a Task invokes") };
    assert_eq!(invoke.exit, Exit::End);
}
