//! A machine whose paths are those of RFC 9535, by the option `jsonpath`.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may")]

use asl_codegen::compile::check_file;
use asl_codegen::diagnostics::Code;
use asl_codegen::options::Options;
use asl_runtime::engine::simulation::Simulation;
use asl_runtime::{asl_machine, json};

asl_machine!("definitions/rfc9535.asl.json", jsonpath = rfc9535);

#[test]
fn filters_have_functions_and_nested_paths() {
    let input = json!({
        "limit": 10,
        "name": "A(da|lan)",
        "orders": [
            { "id": 1, "due": "2016-03-14", "total": 12, "customer": { "name": "Ada L." }, "items": ["a", "b"] },
            { "id": 2, "due": "2016-03-15", "total": 9, "customer": { "name": "Bob" }, "items": ["c"] },
            { "id": 3, "due": "2016-05-01", "total": 40, "customer": { "name": "Alan T." }, "items": [] },
        ],
    });
    let simulated =
        Simulation::new().run(&rfc9535::MACHINE, input, |call| panic!("no task: {call:?}"));
    let expected = json!({
        "late": [1], "named": [1, 3], "busy": [1], "first": 1, "both": [1, 12],
        "slice": [1, 2], "last": 3,
        "others": { "of a variable": [3], "of the context": [2], "in a function": 2 },
    });
    assert_eq!(simulated.result, Ok(expected));
}

#[test]
fn the_same_definition_differs_in_the_dialect_of_aws() {
    let (_, checked) = check_file(
        "definitions/rfc9535.asl.json".as_ref(),
        env!("CARGO_MANIFEST_DIR").as_ref(),
        &Options::default(),
    );
    let codes: Vec<Code> = checked.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    let (refused, doubted) = (Code::NotInThisDialect, Code::DoubtfulFilter);
    assert_eq!(codes, [refused, refused, refused, doubted, doubted, refused]);
}
