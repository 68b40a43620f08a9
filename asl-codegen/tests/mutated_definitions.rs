//! Runs mutated definitions through the whole compiler: the results are findings with places in the
//! text, or code.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test may")]

mod mutation;

use asl_codegen::diagnostics::{Colour, picture};
use asl_codegen::options::{Language, Options, Profile};
use asl_codegen::source::Sources;
use asl_codegen::{compile, diagram, ir};
use asl_language::random::SplitMix64;
use mutation::{first_case, mutated};

const CASES: u64 = 5_000;

#[test]
fn mutated_definitions_give_findings_or_code() {
    let definitions = [
        DEFINITION,
        mutation::seeds::SEEDS[mutation::seeds::SEEDS.len() - 1],
        mutation::seeds::SEEDS[mutation::seeds::SEEDS.len() - 2],
    ];
    let (mut compiled, mut refused) = (0, 0);
    for case in (0..CASES).map(|case| first_case().wrapping_add(case)) {
        let bytes = mutated(&mut SplitMix64::new(case), &definitions);
        let Ok(text) = String::from_utf8(bytes) else { continue };
        let profile = if case % 2 == 0 { Profile::Spec } else { Profile::Aws };
        let options = Options::default().profile(profile);
        let mut sources = Sources::from_text("mutated.json", text);
        let checked = compile::check(&mut sources, &options);
        for diagnostic in checked.diagnostics.iter() {
            let spans = std::iter::once(diagnostic.span)
                .chain(diagnostic.related.iter().map(|related| related.span));
            for span in spans {
                let text = &sources.files[0].text;
                assert!(
                    text.get(span.start as usize..span.end as usize).is_some(),
                    "{case}: {diagnostic:?}"
                );
            }
        }
        match checked.machine {
            Some(machine) => {
                compiled += 1;
                assert!(!compile::emit(&machine, &sources, &options).is_empty());
            }
            None => refused += 1,
        }
        for diagnostic in &checked.diagnostics.shown().0 {
            let drawn = picture(diagnostic, &sources, Colour::Never);
            assert!(drawn.contains("mutated.json:") && drawn.len() < 10_000, "{case}: {drawn}");
        }
    }
    assert!(compiled > CASES / 50 && refused > CASES / 2, "{compiled} compiled, {refused} refused");
}

#[test]
fn mutated_definitions_in_sm4c_give_findings_or_code() {
    let definitions = [include_str!("mutation/sm4c.json")];
    let (mut compiled, mut refused) = (0, 0);
    for case in (0..CASES / 2).map(|case| first_case().wrapping_add(case)) {
        let bytes = mutated(&mut SplitMix64::new(case), &definitions);
        let Ok(text) = String::from_utf8(bytes) else { continue };
        let options = Options::default().default_wait(case % 2 == 0).language(Language::Sm4c);
        let mut sources = Sources::from_text("mutated.json", text);
        let checked = compile::check(&mut sources, &options);
        for diagnostic in checked.diagnostics.iter() {
            let spans = std::iter::once(diagnostic.span)
                .chain(diagnostic.related.iter().map(|related| related.span));
            for span in spans {
                let text = &sources.files[0].text;
                assert!(
                    text.get(span.start as usize..span.end as usize).is_some(),
                    "{case}: {diagnostic:?}"
                );
            }
        }
        for diagnostic in &checked.diagnostics.shown().0 {
            let drawn = picture(diagnostic, &sources, Colour::Never);
            assert!(drawn.contains("mutated.json:") && drawn.len() < 10_000, "{case}: {drawn}");
        }
        let Some(machine) = checked.machine else {
            refused += 1;
            continue;
        };
        compiled += 1;
        assert!(diagram::mermaid(&machine).starts_with("flowchart TD"));
        assert!(diagram::dot(&machine).starts_with("digraph"));
        complete(&machine);
        // The code of each program in it takes longer than all before.
        if case % 8 == 0 {
            assert!(!compile::emit(&machine, &sources, &options).is_empty());
        }
    }
    assert!(
        compiled > CASES / 100 && refused > CASES / 4,
        "{compiled} compiled, {refused} refused"
    );
}

/// A graph without findings has no open ends.
fn complete(machine: &ir::Machine) {
    for node in &machine.nodes {
        assert!(machine.states.get(node.state.index()).is_some());
        for target in node.kind.targets() {
            assert!(target.node.is_some_and(|id| id.index() < machine.nodes.len()), "{node:#?}");
        }
        if let ir::NodeKind::Invoke(ir::Invoke { effect: ir::Effect::Task(call), .. }) = &node.kind
        {
            assert!(machine.tasks.get(call.task.index()).is_some());
        }
    }
    for scope in &machine.scopes {
        assert!(scope.start.node.is_some_and(|id| id.index() < machine.nodes.len()));
    }
}

const DEFINITION: &str = r#"{
  "Comment": "each kind of state", "TimeoutSeconds": 600, "StartAt": "Look",
  "States": {
    "Look": { "Type": "Choice", "Default": "Work", "Choices": [
      { "Variable": "$.a[0]['b']", "StringEquals": "c", "Next": "Work" },
      { "And": [{ "Variable": "$.d", "NumericLessThan": 1.5 }, { "Not": { "Variable": "$.e", "BooleanEquals": true } }],
        "Next": "Rest" }] },
    "Work": { "Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:Work",
      "InputPath": "$.f", "Parameters": { "g.$": "$.h", "i": [1, { "j.$": "$..k" }] }, "ResultSelector": { "l.$": "$" },
      "ResultPath": "$.m", "OutputPath": "$.n", "TimeoutSeconds": 30, "HeartbeatSeconds": 10,
      "Retry": [{ "ErrorEquals": ["States.Timeout"], "IntervalSeconds": 3, "MaxAttempts": 2, "BackoffRate": 1.5 }],
      "Catch": [{ "ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Give up" }], "Next": "Rest" },
    "Rest": { "Type": "Wait", "Timestamp": "2016-03-14T01:59:00Z", "Next": "Both" },
    "Both": { "Type": "Parallel", "Branches": [
      { "StartAt": "\u004fne", "States": { "One": { "Type": "Pass", "Result": { "o": null }, "End": true } } },
      { "StartAt": "Two", "States": { "Two": { "Type": "Wait", "SecondsPath": "$.p", "End": true } } }],
      "ResultPath": null, "Next": "Done" },
    "Done": { "Type": "Succeed" },
    "Give up": { "Type": "Fail", "Error": "E", "Cause": "c" }
  }
}"#;
