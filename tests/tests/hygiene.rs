//! Generated code compiles in any place: without a prelude, beside crates that shadow `core`, `std`
//! and the runtime, under strict lints, with names that are not identifiers.
#![no_implicit_prelude]
#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    elided_lifetimes_in_paths,
    non_ascii_idents,
    text_direction_codepoint_in_literal
)]
#![allow(clippy::no_effect_underscore_binding, reason = "nothing is used but names")]

extern crate asl_runtime as renamed;
extern crate self as alloc;
extern crate self as asl_runtime;
extern crate self as core;

use ::std::result::Result::Ok;
use ::std::{assert, assert_eq};
use renamed::engine::simulation::{Scripted, Simulation};

renamed::asl_machine!("definitions/good/names.asl.json");
renamed::asl_machine!("definitions/good/templates.asl.json");

/// Names that the generated code uses have other meanings here.
mod shadows {
    #![allow(dead_code, reason = "nobody uses them")]

    pub(crate) struct Value;
    pub(crate) struct Option;
    pub(crate) enum Result {}
    pub(crate) trait Send {}

    crate::renamed::asl_machine!(pub(super) "definitions/good/complex_retry.asl.json", name = retry);
    crate::renamed::asl_machine!(pub(super) "definitions/good/several_hits.asl.json", name = hits, state_functions = false);
    crate::renamed::asl_machine!(pub(super) "definitions/good/waits.asl.json", input = Option, output = (u8, ::std::string::String));
}

fn object(text: &str) -> renamed::Value {
    renamed::Value::from_json_str(text).unwrap_or_default()
}

#[test]
fn states_whose_names_are_not_identifiers_run() {
    let simulated =
        Simulation::new().run(&names::MACHINE, object("{}"), |call| match call.method {
            "match_" | "one_task_run" | "two_task_run" | "urn" => {
                Scripted::answer(::std::clone::Clone::clone(&call.input))
            }
            _ => Scripted::fail("Unknown", call.method),
        });
    assert_eq!(simulated.result, Ok(object(r#"{"'; x":{"\"":"\\\n\u202e"}}"#)));
    let names = names::State::ALL;
    assert_eq!(names[0].name(), "self");
    assert_eq!(names[6].name(), "\"; } fn x(){");
    assert_eq!(names[22].name(), "\u{200b}evil\u{7}\n");
    assert!(names[23].name().len() == 80);
}

#[test]
fn machines_in_other_modules_are_complete() {
    assert_eq!(shadows::retry::MACHINE.nodes.len(), 3);
    assert_eq!(shadows::hits::MACHINE.nodes.len(), 3);
    assert_eq!(shadows::waits::MACHINE.nodes.len(), 4);
    assert_eq!(templates::MACHINE.nodes.len(), 1);
}

#[test]
fn jq_programs_run_in_any_place() {
    let __jq_program = 5;
    let emit = 1;
    let program = renamed::jq!(
        "def f(g): reduce .[] as $x (0; . + $x | g); try {a: f(. * $input), \"b\\($emit)\": $cx} catch \"no\"",
        input = __jq_program,
        emit,
        cx = "c",
    );
    let outputs = program.all(&object("[1, 2]"));
    assert_eq!(outputs, Ok(::std::vec![object(r#"{"a":35,"b1":"c"}"#)]));
}
