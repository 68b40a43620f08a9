//! Tests of the comparison: types know their values, and findings that are wrong or missing are
//! noticed.

use asl_codegen::diagnostics::{Code, Diagnostic};
use asl_codegen::source::Span;
use asl_language::random::SplitMix64;

use super::generate::{Machine, Task};
use super::set::{Field, Type};
use super::{Findings, Tally};
use crate::differ::json::Json;

#[test]
fn a_type_has_its_values() {
    let mut dice = SplitMix64::new(1);
    for _ in 0..2_000 {
        let of = Type::random(&mut dice, 3);
        let value = of.value(&mut dice);
        assert!(of.has(&value), "{value} in {}", of.schema());
    }
}

#[test]
fn changes_leave_values_out() {
    let mut dice = SplitMix64::new(1);
    let is_less = |of: &Type, dice: &mut SplitMix64| {
        let changed = of.changed(dice);
        (0..50).any(|_| !changed.has(&of.value(dice)))
    };
    let count = (0..500).filter(|_| is_less(&Type::object(&mut dice, 2), &mut dice)).count();
    assert!(count > 250, "{count} of 500");
}

/// A machine that reads `$.id`, which need not be there, and gives it to a task that takes texts.
fn machine() -> Machine {
    let definition = r#"{"StartAt": "S1", "States": {
        "S1": {"Type": "Task", "Resource": "t0", "InputPath": "$.id", "End": true}}}"#;
    let id = Field { is_required: false, ..Field::new("id", Type::Integer(9)) };
    let task = Task {
        state: "S1".to_owned(),
        method: "t0".to_owned(),
        request: Some(Type::Text),
        response: Type::Null,
        fails: false,
    };
    Machine {
        definition: serde_json::from_str::<Json>(definition).unwrap(),
        input: Type::Object(vec![id]),
        output: None,
        tasks: vec![task],
    }
}

fn tally(machine: &Machine, all: Vec<Diagnostic>) -> Tally {
    let mut tally = Tally::default();
    let findings = Findings { text: machine.definition.to_string(), all };
    tally.add(machine, &findings, 1);
    tally
}

fn certain(machine: &Machine) -> Tally {
    let text = machine.definition.to_string();
    let start = u32::try_from(text.find("\"S1\":").unwrap()).unwrap();
    let mut finding = Diagnostic::new(Code::TypeMisfit, Span::default(), "it does not fit");
    finding.span.start = start;
    tally(machine, vec![finding])
}

#[test]
fn a_failure_without_a_finding_is_wrong() {
    let found = tally(&machine(), Vec::new());
    assert_eq!((found.fits, found.wrong.len()), (0, 1), "{:?}", found.wrong);
}

#[test]
fn a_certain_fault_that_a_run_shows_is_right() {
    let found = certain(&machine());
    assert_eq!((found.shown, found.wrong.len()), (1, 0), "{:?}", found.wrong);
}

#[test]
fn a_certain_fault_that_no_run_shows_is_wrong() {
    let mut machine = machine();
    machine.input = Type::Object(vec![Field::new("id", Type::Text)]);
    let found = certain(&machine);
    assert_eq!((found.shown, found.wrong.len()), (0, 1), "{:?}", found.wrong);
}
