//! JSONata in states: what the language does there that it does not elsewhere.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may")]
#![expect(unused_must_use, reason = "the definition has expressions that the compiler warns of")]

use asl_runtime::engine::simulation::{Scripted, Simulation};
use asl_runtime::machine::Machine;
use asl_runtime::{Value, asl_machine, json};
use asl_testing::test_state;

asl_machine!("definitions/jsonata/shared_parts.asl.json", allow = [certain], name = shared_parts);
asl_machine!("definitions/jsonata/limits.asl.json", name = limits);
asl_machine!("definitions/jsonata/limits.asl.json", name = generous, profile = spec);
asl_machine!("definitions/jsonata/tokens.asl.json");
asl_machine!("definitions/jsonata/edition.asl.json", name = aws);
asl_machine!("definitions/jsonata/edition.asl.json", name = spec, profile = spec);

const DEPTH: &str = "Stack overflow error: Check for non-terminating recursive function. Consider rewriting as tail-recursive";
const MEMORY: &str =
    "Expression evaluation memory limit exceeded: Check for excessive memory usage";
const TIME: &str = "Expression evaluation timeout";

/// The output of a state; the end of its cause if it fails.
fn run(machine: &'static Machine, state: &str) -> Result<Value, String> {
    let report = test_state(machine, state).input(json!({})).run().expect("a state");
    report.output.ok_or_else(|| report.cause.unwrap_or_default().to_string())
}

/// A machine's states with their results.
fn check(machine: &'static Machine, expected: &[(&str, Result<Value, &str>)]) {
    for (state, expected) in expected {
        let found = run(machine, state);
        match (&found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{state}"),
            (Err(cause), Err(ending)) => assert!(cause.ends_with(ending), "{state}: {cause}"),
            _ => panic!("{state}: {found:?} instead of {expected:?}"),
        }
    }
}

#[test]
fn levels_are_counted_as_aws_counts_them() {
    let deep = Err(DEPTH);
    check(
        &limits::MACHINE,
        &[
            ("plus 100", Ok(json!(100))),
            ("plus 101", deep.clone()),
            ("and 100", Ok(json!("a".repeat(100)))),
            ("and 101", deep.clone()),
            ("parentheses 99", Ok(json!(1))),
            ("parentheses 100", deep.clone()),
            ("stages 99", Ok(json!(1))),
            ("stages 100", deep.clone()),
            ("stages of calls 99", Ok(json!(1))),
            ("stages of calls 100", deep.clone()),
            ("brackets 100", deep.clone()),
            ("recursion 31", Ok(json!(31))),
            ("recursion 32", deep.clone()),
            ("endless recursion", deep),
        ],
    );
    assert!(run(&limits::MACHINE, "brackets 99").is_ok());
}

#[test]
fn only_what_is_evaluated_counts() {
    let deep = Err(DEPTH);
    check(
        &limits::MACHINE,
        &[
            ("deep branch not taken", Ok(json!(1))),
            ("deep branch taken", deep.clone()),
            ("deep right side not evaluated", Ok(json!(false))),
            ("map 96", Ok(json!(99))),
            ("map 97", deep.clone()),
            ("map of none", Ok(json!(0))),
            ("lambda captured", Ok(json!(92))),
            ("lambda captured too deep", deep.clone()),
            ("composition", Ok(json!(97))),
            ("composition too deep", deep.clone()),
            ("filter", Ok(json!(1))),
            ("index", Ok(json!(1))),
            ("path", Ok(json!(1))),
            ("transform", Ok(json!(95))),
        ],
    );
}

#[test]
fn tail_calls_end_by_their_number_only() {
    check(&limits::MACHINE, &[("tail calls", Ok(json!(5000))), ("endless tail calls", Err(TIME))]);
}

#[test]
fn the_largest_values_are_those_of_aws() {
    let large = Err(MEMORY);
    check(
        &limits::MACHINE,
        &[
            ("range 873782", Ok(json!(873_782))),
            ("range 873783", large.clone()),
            ("sum 900000", large.clone()),
            ("$range 360145", Ok(json!(360_145))),
            ("$range 360146", large.clone()),
            ("text 2^22", Ok(json!(4_194_304))),
            ("text 2^23", large),
            ("map 200000", Ok(json!(20_000_100_000_i64))),
        ],
    );
}

#[test]
fn the_specification_has_wider_limits() {
    check(
        &generous::MACHINE,
        &[
            ("plus 101", Ok(json!(101))),
            ("recursion 32", Ok(json!(32))),
            ("range 873783", Ok(json!(873_783))),
            ("text 2^23", Ok(json!(8_388_608))),
            ("endless recursion", Err(DEPTH)),
            ("endless tail calls", Err(TIME)),
        ],
    );
}

/// Measured on AWS.
#[test]
fn a_job_has_the_token_of_its_task_in_all_fields_and_a_call_in_none() {
    let mut sent = Vec::new();
    let simulated = Simulation::new().run(&tokens::MACHINE, json!({}), |call| {
        let part = if sent.is_empty() { "Parameters" } else { "MessageBody" };
        sent.push(call.input[part]["token"].clone());
        Scripted::answer(json!({}))
    });
    let [of_job, of_call] = sent.as_slice() else { panic!("two calls: {sent:?}") };
    assert!(of_job.as_str().is_some_and(|token| token.len() > 20), "{of_job}");
    assert_eq!(*of_call, json!(false));
    assert_eq!(simulated.result, Ok(json!([(of_job.clone()), false])));
}

#[test]
fn values_with_shared_parts_are_refused_in_every_field_without_being_written() {
    let run = |place: &str, levels: i64| {
        let input = json!({"place": place, "levels": levels});
        Simulation::new().run(&shared_parts::MACHINE, input, |call| panic!("{call:?}")).result
    };
    let cause = |place: &str, levels: i64| {
        let failure = run(place, levels).expect_err(place);
        failure.cause().expect("it has one").to_owned()
    };
    for place in ["Output", "Part of output", "Assign", "Items"] {
        assert!(cause(place, 60).contains("16 MiB"), "{place}: {}", cause(place, 60));
    }
    for place in ["Seconds", "Condition", "Cause"] {
        let cause = cause(place, 60);
        assert!(cause.contains("unexpected result type") && cause.len() < 40_000, "{cause}");
    }
    let part = run("Part of output", 1).expect("it is small");
    assert_eq!(part, json!({"part": [["Infinity"], ["Infinity"]]}));
}

#[test]
fn step_functions_computes_in_its_own_way() {
    let malformed = "D3140: Malformed URL passed to $decodeUrlComponent(): \"%E6x\"";
    let zone = "D3134: The timezone integer format specifier cannot have more than four digits";
    let rows: [(&str, Value, Result<Value, &str>); 16] = [
        ("base 64", json!(["em/DqSDigqw=", "é", "é"]), Ok(json!(["em/pIKw=", "Ã©", "Ã©"]))),
        ("plus in a URL", json!("a b+"), Ok(json!("a+b+"))),
        ("broken UTF-8 in a URL", json!("\u{fffd}x"), Err(malformed)),
        ("zone", json!("00:00"), Err(zone)),
        (
            "digits",
            json!(
                "[0.666666666666666,-0.666666666666667,1.23456789012345e+15,0.3]0.666666666666666"
            ),
            Ok(json!(
                "[0.666666666666667,-0.666666666666667,1234567890123460,0.3]0.666666666666667"
            )),
        ),
        ("control characters", json!("[\"\u{1}\u{7f}\\t\"]"), Ok(json!("[\"\\u0001\u{7f}\\t\"]"))),
        ("times of a text", json!("--aa"), Ok(json!("---a"))),
        ("times of a pattern", json!("-aaa"), Ok(json!("--aa"))),
        ("times of matches", json!(1), Ok(json!(2))),
        ("blanks", json!("a\u{a0}b\u{3000}_c"), Ok(json!("a_b__c"))),
        ("no blanks", json!("___"), Ok(json!("___"))),
        (
            "order of NaN",
            json!([true, false, true, true, true]),
            Ok(json!([false, false, false, false, true])),
        ),
        (
            "types of numbers",
            json!(["number", "number", "number"]),
            Err("D1001: Number out of range: null"),
        ),
        ("large numbers", json!(312), Ok(json!(6))),
        ("units", json!(["b", "ab"]), Ok(json!(["a", "ab"]))),
        ("units of a part", json!("Bx"), Ok(json!("Ax"))),
    ];
    for (state, at_aws, by_specification) in rows {
        check(&aws::MACHINE, &[(state, Ok(at_aws))]);
        check(&spec::MACHINE, &[(state, by_specification)]);
    }
    let internal = run(&aws::MACHINE, "no length").expect_err("it fails");
    assert!(internal.contains("threw an internal error during evaluation. "), "{internal}");
    check(&spec::MACHINE, &[("no length", Ok(json!("b😀")))]);
}

#[test]
fn other_facts_about_states_hold_in_both_profiles() {
    let unknown =
        "D3137: Hash algorithm 'undefined' must be one of SHA-1, SHA-384, SHA-256, SHA-512, MD5";
    for machine in [&aws::MACHINE, &spec::MACHINE] {
        check(
            machine,
            &[
                ("halves", Ok(json!(3))),
                ("single quotes", Ok(json!([{"k": "a \"b\""}, "x"]))),
                ("no text", Ok(json!([false, false]))),
                ("no algorithm", Err(unknown)),
                ("one part", Ok(json!({"none": [[]], "two": [[1, 2]]}))),
                ("no bound", Ok(json!([false, false]))),
                ("kept", Ok(json!([1]))),
                ("half of the day", Ok(json!("2:15 PM"))),
                ("digits before a zone", Ok(json!(1_514_797_215_000_i64))),
                ("fractions", Ok(json!(1_514_800_800_500_i64))),
            ],
        );
    }
}
