//! Endless programs, and programs that would create more data than fits into memory: each ends soon
//! with a limit that nothing in jq catches.

use asl_runtime::{Value, jq, jq::Options, json};

/// Runs programs with few steps, so that even a slow build ends soon. `None` means a limit.
macro_rules! run {
    ($program:literal, $input:expr) => {
        run!($program, $input, 300_000)
    };
    ($program:literal, $input:expr, $steps:expr) => {
        match jq!($program).with(Options::default().steps($steps)).all(&$input) {
            Ok(outputs) => Some(outputs),
            Err(error) => {
                assert!(error.is_limit(), "{}: {error}", $program);
                None
            }
        }
    };
}

macro_rules! end_in_a_limit {
    ($($program:literal)*) => {
        $(assert_eq!(run!($program, Value::Null), None, "{}", $program);)*
    };
}

macro_rules! end_with {
    ($($program:literal => $expected:expr;)*) => {
        $(assert_eq!(run!($program, Value::Null, 5_000_000), Some(vec![Value::from($expected)]), "{}", $program);)*
    };
}

#[test]
fn endless_generators_run_out_of_steps() {
    end_in_a_limit! {
        "[range(1e12)]"
        "[range(infinite)]"
        "[repeat(.)]"
        "[limit(1e9; repeat(1))]"
        "[while(true; .)]"
        "repeat(.) | select(. != null)"
        "last(range(1e12))"
        "nth(1e12; repeat(1))"
        "until(false; .)"
        "reduce range(1e9) as $i (0; . + $i)"
        "foreach repeat(1) as $i (0; . + 1; empty)"
        "[range(1000)] | [combinations(3)] | length"
        "any(repeat(false); .)"
        "try error(1) catch repeat(.)"
        "(1, 2)|(., .)|(., .)|(., .)|(., .)|(., .)|(., .)|(., .)|(., .)|(., .)|(., .)|(., .)|(., .)|(., .)|(., .)|(., .)|(., .)|(., .)|(., .)|(., .)"
        "def f: .; def g: f + f + f + f; def h: g + g + g + g; def i: h + h + h + h; def j: i + i + i + i; def k: j + j + j + j; def l: k + k + k + k; 1 | l + l + l + l + l + l + l + l + l + l | [range(1e4)] | map(l)"
    }
}

#[test]
fn taking_few_outputs_of_an_endless_generator_ends() {
    end_with! {
        "first(range(1e12))" => 0;
        "isempty(range(1e12))" => false;
        "[limit(3; repeat(1))]" => json!([1, 1, 1]);
        "any(range(1e12); . > 10)" => true;
        "label $out | repeat(1) | ., break $out" => 1;
        "[path(limit(3; repeat(.a)))]" => json!([["a"], ["a"], ["a"]]);
        "first(range(1e12) | select(. > 1000))" => 1001;
    }
}

#[test]
fn endless_calls_run_out_of_steps_or_depth() {
    end_in_a_limit! {
        "def f: f; f"
        "def f: 1 + f; f"
        "def f: [f]; f"
        "def f: (f, f); [f]"
        "def f(g): f(g | g); f(.)"
        "def f(g): [g, f(g)]; f(.)"
        "def f($n): if $n == 0 then 0 else 1 + f($n - 1) end; f(1e9)"
        "def f: 1; def f: def g: f + g; g; f"
        "path(def f: .a | f; f)"
        "path(def f: f; f)"
        "(repeat(.a)) |= 1"
        "del(repeat(.a))"
        "(def f: .a | f; f) = 1"
    }
}

#[test]
fn values_that_grow_run_out_of_depth_or_size() {
    end_in_a_limit! {
        "reduce range(20000) as $i (null; [.]) | length"
        "reduce range(20000) as $i ({}; .x = .) | length"
        "reduce range(20000) as $i ({}; {x: .}) | length"
        "reduce range(20000) as $i ([]; .[0] = .) | length"
        "reduce range(20000) as $i (null; setpath([\"a\"]; .)) | length"
        "reduce range(20000) as $i ({}; . |= {x: .}) | length"
        "[.] | until(false; [., .])"
        ".[500000000] = 1"
        "setpath([5e8]; 1)"
        ".a[range(1e9)] = 1"
        "\"abcdefgh\" | reduce range(60) as $i (.; . + .) | length"
        "[1] | reduce range(60) as $i (.; . + .) | length"
        "[1] | reduce range(60) as $i (.; [., .]) | [..] | length"
        "[1] | reduce range(60) as $i (.; [., .]) | flatten"
        "[1] | reduce range(60) as $i (.; [., .]) | [paths] | length"
        "[1] | reduce range(60) as $i (.; [., .]) | [tostream] | length"
        "[1] | reduce range(60) as $i (.; [., .]) | (.. |= .) | length"
        "[1] | reduce range(60) as $i (.; [., .]) | del(..) | length"
    }
}

/// An error of jq's own, that `try` catches.
#[test]
fn texts_and_paths_that_are_too_long_are_errors() {
    end_with! {
        "try (\"a\" * 1e9) catch ." => "Repeat string result too long";
        "try setpath([range(10001) | 0]; 1) catch ." => "Path too deep";
        "try getpath([range(10001) | 0]) catch ." => "Path too deep";
        "try (.[1e9] = 1) catch ." => "Array index too large";
        "try (.[-1] = 1) catch ." => "Out of bounds negative array index";
    }
}

#[test]
fn outputs_that_are_collected_are_counted_as_they_come() {
    let make = |bytes| Options::default().steps(100_000_000).bytes(bytes);
    let program = jq!("[range(1e9) | 1, 2, 3, 4, 5, 6, 7, 8]");
    assert!(program.with(make(1 << 20)).first(&Value::Null).unwrap_err().is_limit());
}

/// Expressions of machines in SM4C have limits that their author may set.
mod expressions {
    use asl_runtime::asl_machine;

    asl_machine!(pub(super) "definitions/sm4c/limited.sm4c.json", name = usual);
    asl_machine!(pub(super) "definitions/sm4c/limited.sm4c.json", name = steps, expression_steps = 1_000);
    asl_machine!(pub(super) "definitions/sm4c/limited.sm4c.json", name = bytes, expression_bytes = 1_000);
}

#[test]
fn a_machine_in_sm4c_sets_the_limits_of_its_expressions() {
    use asl_testing::Scenario;
    Scenario::new(&expressions::usual::MACHINE).run().expect_output(json!({"count": 20_000}));
    for machine in [&expressions::steps::MACHINE, &expressions::bytes::MACHINE] {
        let run = Scenario::new(machine).run();
        run.expect_output(json!({"failed": true}));
    }
}

#[test]
fn values_nested_deeply_are_worked_with_and_dropped() {
    end_with! {
        "reduce range(9000) as $i (null; [.]) | tojson | length" => 18_004;
        "reduce range(9000) as $i (null; [.]) | flatten | length" => 1;
        "reduce range(9000) as $i (null; [.]) | [..] | length" => 9001;
        "reduce range(9000) as $i (null; [.]) | getpath([range(9000) | 0])" => Value::Null;
        "reduce range(9000) as $i (null; [.]) | setpath([range(9000) | 0]; 1) | length" => 1;
        "reduce range(9000) as $i (null; [.]) | delpaths([[range(9000) | 0]]) | length" => 1;
        "reduce range(9000) as $i (null; [.]) | . == ." => true;
        "reduce range(9000) as $i (null; {a: .}) | . * . | length" => 1;
        "reduce range(9000) as $i (null; {a: .}) | .a.a.a |= 1 | tojson" => "{\"a\":{\"a\":{\"a\":1}}}";
    }
    // Walking through them takes nested calls: either they fit on the stack, or they end with a
    // limit.
    for outcome in [
        run!("reduce range(9000) as $i (null; [.]) | walk(.) | length", Value::Null),
        run!("reduce range(9000) as $i (null; [.]) | [recurse(.[]?)] | length", Value::Null),
        run!("reduce range(9000) as $i (null; [.]) | [path(..)] | length", Value::Null),
        run!("reduce range(9000) as $i (null; {a: .}) | [tostream] | length", Value::Null),
        run!("reduce range(9000) as $i (null; [.]) | (.. |= .) | length", Value::Null),
    ] {
        assert!(outcome.is_none_or(|outputs| outputs.len() == 1));
    }
}

#[test]
fn updates_of_an_unshared_state_take_time_independent_of_its_size() {
    // With copies of the whole state these would need fifty million steps, and exceed the limit of
    // created data.
    end_with! {
        "reduce range(10000) as $i ([]; . + [$i]) | length" => 10_000;
        "reduce range(10000) as $i ({a: []}; .a += [$i]) | .a | length" => 10_000;
        "reduce range(10000) as $i ({a: []}; .a[$i] = $i) | .a | length" => 10_000;
        "reduce range(10000) as $i ({}; .[\"k\\($i)\"] += 1) | length" => 10_000;
        "reduce range(10000) as $i ({}; setpath([\"a\", \"k\\($i)\"]; $i)) | .a | length" => 10_000;
    }
}
