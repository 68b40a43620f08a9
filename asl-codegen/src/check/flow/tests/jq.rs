//! Tests of shapes of jq's outputs, of the two documents of SM4C, and of their findings.

use super::*;

/// The findings on states in SM4C.
fn of_states(states: &str) -> Vec<String> {
    let text = format!(r#"{{"name": "m", "version": "1", "states": [{states}]}}"#);
    let checked =
        compile::check(&mut Sources::from_text("test.sm4c.json", &text), &Options::default());
    let shown = |found: &Diagnostic| {
        let label = found.label.as_deref().unwrap_or_default();
        format!("{} {}: {label}", found.code.id(), found.title)
    };
    checked.diagnostics.sorted().iter().map(shown).collect()
}

/// The findings on an expression, behind a state that replaces the global data.
fn over(data: &str, expression: &str) -> Vec<String> {
    let quoted = expression.replace('\\', r"\\").replace('"', r#"\""#);
    let data = data.replace('"', r#"\""#);
    of_states(&format!(
        r#"{{"name": "A", "start": true, "transitions": ["B"], "enterResultHandler": "${{ $value }}",
             "enterAction": {{"type": "injectData", "expression": "${{ {data} }}"}}}},
           {{"name": "B", "enterAction": {{"type": "injectData", "expression": "${{ {quoted} }}"}}}}"#
    ))
}

const DATA: &str = r#"{"s": "x", "n": 1, "b": true, "z": null, "l": [1], "o": {"n": 2}}"#;

fn wrong(expression: &str, what: &str) {
    assert_eq!(over(DATA, expression), [format!("ASL1806 {what}")], "{expression}");
}

#[test]
fn a_value_of_another_type_than_its_place_takes_is_found() {
    wrong(".s.x", "`.s` must be an object: it is a string here");
    wrong(".o.n.x.y", "`.o.n` must be an object: it is a number here");
    wrong(".s + 1", "`.s` must be a number: it is a string here");
    wrong("1 + .s", "`.s` must be a number: it is a string here");
    wrong(".n - .l", "`.n` must be an array: it is a number here");
    wrong("-.s", "`.s` must be a number: it is a string here");
    wrong("[.s[]]", "`.s` must be an object or an array: it is a string here");
    wrong(".z[]", "`.z` must be an object or an array: it is null here");
    wrong(".s | .[0]", "`.` must be an array: it is a string here");
    wrong(
        ".n | ascii_downcase",
        "the input of `ascii_downcase` must be a string: it is a number here",
    );
    wrong(
        ".b | length",
        "the input of `length` must be an object or an array or a string or a number: it is `true` or `false` here",
    );
    wrong(
        ".n | map(.)",
        "the input of `map(.)` must be an object or an array: it is a number here",
    );
    wrong(".s as $x | $x.y", "`$x` must be an object: it is a string here");
    wrong(".o |= . + 1", "`.` must be a number: it is an object here");
    wrong(".s += 1", "`.s` must be a number: it is a string here");
    wrong(".s.t = 1", "`.s` must be an object: it is a string here");
}

#[test]
fn loops_are_followed_until_their_accumulator_has_no_new_values() {
    let number = "`.` must be an object: it is a number here";
    wrong("reduce .l[] as $x (0; . + $x) | .y", number);
    wrong("[foreach .l[] as $x (0; . + $x; 1)] | .y", "`.` must be an object: it is an array here");
    wrong("reduce .l[] as $x (.s + 1; .)", "`.s` must be a number: it is a string here");
    for expression in [
        "reduce .l[] as $x (null; $x) | .y?",
        "reduce .l[] as $x ({}; .a = $x) | .a + 1",
        "reduce .l[] as $x (.s; 1) | . + 1",
        "reduce .l[] as $x (0; empty) | .y",
        "foreach .l[] as $x (0; .s + 1) | .y",
        "foreach .l[] as $x (.o; .o; .n) | .y",
        "reduce .l[] as $x (0; if . == 0 then \"a\" elif . == \"a\" then [1] else {} end) | .y",
    ] {
        assert_eq!(over(DATA, expression), Vec::<String>::new(), "{expression}");
    }
}

#[test]
fn what_may_not_fail_is_no_finding() {
    for expression in [
        ".x",
        ".x.y.z",
        ".z.x",
        ".z + 1",
        ".x + .s",
        ".s?.x?",
        "(.s | .x)? // 1",
        "try (.s + 1) catch .",
        "if .b then .s + 1 else 1 end",
        ".b and (.s + 1)",
        ".l[] | .x?",
        "select(.x) | .s + 1",
        "[.x[]?] | map(.y)",
        ".l | map(select(. > 1) | .x)",
        "first(.n, (.s + 1))",
        "label $out | (.n, break $out, (.s + 1))",
        "def f: if . > 3 then . else . + 1 | f end; .n | f",
        "reduce .l[] as $x (0; . + $x)",
        ".s * 2",
        ".o * {a: 1}",
        ".s / \",\"",
        ".l - [1]",
        ".o | has(\"a\")",
        ".l | length + 1",
        "\"a\\(.o)\"",
        ".o.a.b = 1",
        ".x += 1",
        ".x //= {} | .x.y",
        "del(.s) | .s + 1",
        ".o | to_entries[] | .value + 1",
        "with_entries(.value |= tostring)",
        "error(\"stop\")",
        "empty | .x + 1",
    ] {
        assert_eq!(over(DATA, expression), Vec::<String>::new(), "{expression}");
    }
}

#[test]
fn the_global_data_and_the_view_are_two_documents() {
    let inject = r#""enterAction": {"type": "injectData", "expression": "${ 1 }"}"#;
    let states = |view: &str, handler: &str, expression: &str| {
        of_states(&format!(
            r#"{{"name": "A", "start": true, "transitions": ["B"], {inject}, "enterResultHandler": "${{ {{a: {{n: 1}}}} }}"}},
               {{"name": "B", {view} "enterAction": {{"type": "injectData", "expression": "${{ {expression} }}"}}{handler}}}"#
        ))
    };
    let wrong = |what: &str| [format!("ASL1806 {what}")];
    assert_eq!(states("", "", ".n.x"), Vec::<String>::new());
    let view = r#""inputFilter": "${ .a }","#;
    assert_eq!(states(view, "", ".n.x"), wrong("`.n` must be an object: it is a number here"));
    let handler = r#", "enterResultHandler": "${ .a.n.x = $value }""#;
    assert_eq!(states(view, handler, "1"), wrong("`.a.n` must be an object: it is a number here"));
    let handler = r#", "enterResultHandler": "${ .a.n + $value }""#;
    let what = "`.a.n` must be a string: it is a number here";
    assert_eq!(states(view, handler, "\\\"x\\\""), wrong(what));
}

#[test]
fn what_error_handlers_and_calls_change_is_not_certain() {
    let of = |action: &str, expression: &str| {
        of_states(&format!(
            r#"{{"name": "A", "start": true, "transitions": ["B"], "enterAction": {action}, "enterResultHandler": "${{ {{r: $value}} }}"}},
               {{"name": "B", "enterAction": {{"type": "injectData", "expression": "${{ {expression} }}"}}}}"#
        ))
    };
    let inject =
        |handlers: &str| format!(r#"{{"type": "injectData", "expression": "${{ 1 }}"{handlers}}}"#);
    assert_eq!(of(&inject(""), ".r.x").len(), 1);
    assert_eq!(of(&inject(r#", "errorHandlers": [{}]"#), ".r.x"), Vec::<String>::new());
    let both = format!(
        r#"{{"type": "parallel", "actions": [{}, {{"type": "delay", "name": "d", "timeout": "00:00:01"}}]}}"#,
        inject("")
    );
    assert_eq!(of(&both, "[.r.d.x, .r[\\\"0\\\"] + 1]"), Vec::<String>::new());
    assert_eq!(of(&both, ".r[\\\"0\\\"].x").len(), 1);
}
