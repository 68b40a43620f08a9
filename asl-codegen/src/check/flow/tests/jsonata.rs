//! Tests of shapes of JSONata's results and of their findings.

use super::*;

/// The findings on a state in JSONata, behind a Pass with this result.
fn behind(result: &str, fields: &str) -> Vec<(Code, String)> {
    after(result, &format!(r#""QueryLanguage": "JSONata", {fields}"#))
}

fn pass(result: &str, output: &str) -> Vec<(Code, String)> {
    behind(result, &format!(r#""Type": "Pass", "Output": {output}"#))
}

fn never(expression: &str) -> Vec<(Code, String)> {
    vec![(Code::NeverFound, expression.to_owned())]
}

fn wrong(expression: &str) -> Vec<(Code, String)> {
    vec![(Code::NeverThisType, expression.to_owned())]
}

#[test]
fn a_path_of_the_input_that_finds_nothing_is_reported() {
    let total = r#""{% $states.input.totl %}""#;
    assert_eq!(pass(r#"{"total": 1}"#, total), never(total));
    let nested = r#"{"x": ["{% $states.input.a.b %}"]}"#;
    assert_eq!(pass(r#"{"a": {}}"#, nested), never(r#""{% $states.input.a.b %}""#));
    assert_eq!(pass(r#"{"totl": null}"#, total), []);
    // Steps look into the objects of an array.
    assert_eq!(pass(r#"[{"totl": 1}, {}]"#, total), []);
    assert_eq!(pass(r#"[{"total": 1}, 2]"#, total), never(total));
}

#[test]
fn only_a_whole_expression_is_certain_to_fail() {
    for expression in [
        "$exists($states.input.x)",
        "$states.input.x ? 1 : 2",
        "{'a': $states.input.x}",
        "[$states.input.x]",
        "$states.input.*",
        "$states.input.**.y",
        "$states.context.Execution.Input.x",
    ] {
        assert_eq!(pass(r#"{"total": 1}"#, &format!(r#""{{% {expression} %}}""#)), []);
    }
}

#[test]
fn what_is_computed_from_nothing_is_undefined() {
    for expression in ["$uppercase($states.input.x)", "-$states.input.x.y", "1 + $states.input.x"] {
        let output = format!(r#""{{% {expression} %}}""#);
        assert_eq!(pass(r#"{"total": 1}"#, &output), never(&output));
    }
    for expression in ["$count($states.input.x)", "$states.input.x & 'y'", "$states.input.x = 1"] {
        assert_eq!(pass(r#"{"total": 1}"#, &format!(r#""{{% {expression} %}}""#)), []);
    }
}

#[test]
fn a_value_of_another_type_than_an_operand_is_found() {
    let found = |expression: &str| {
        pass(r#"{"s": "x", "n": null, "l": [1], "o": {}}"#, &format!(r#""{{% {expression} %}}""#))
    };
    for expression in [
        "$uppercase($states.input.n)",
        "$states.input.s + 1",
        "$round($states.input.o)",
        "{'a': -$states.input.s}",
        "{'a': 2 * $states.input.s}",
    ] {
        assert_eq!(found(expression), wrong(&format!(r#""{{% {expression} %}}""#)));
    }
    for expression in [
        "$uppercase($states.input.s)",
        "$count($states.input.n)",
        "$sum($states.input.l)",
        "$exists($states.input.s) ? 1 : -$states.input.s",
        "$exists($states.input.s) ? $states.input.s + 1 : 2",
        "$states.input.s & 1",
    ] {
        assert_eq!(found(expression), [], "{expression}");
    }
}

#[test]
fn a_warning_of_aws_names_the_nearest_member() {
    let text = machine(
        r#""A": {"Type": "Pass", "Result": {"total": 1}, "Next": "B"},
            "B": {"Type": "Pass", "QueryLanguage": "JSONata", "Output": "{% $states.input.totl %}", "End": true}"#,
    );
    let found = findings(&text, Profile::Aws);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, Code::AlwaysFails);
    assert_eq!(
        found[0].label.as_deref(),
        Some("`$states.input` has no member `totl` here; did you mean `total`?")
    );
}

#[test]
fn shapes_pass_through_expressions() {
    let states = |output: &str, next: &str| {
        marked(&format!(
            r#""A": {{"Type": "Pass", "QueryLanguage": "JSONata", "Output": {output}, "Next": "B"}},
                "B": {{"Type": "Pass", "QueryLanguage": "JSONata", "Output": "{{% {next} %}}", "End": true}}"#
        ))
    };
    let object = r#"{"a": "{% {'b': 1, 'c': $states.input.x} %}", "d": "{% $count([]) %}"}"#;
    assert_eq!(states(object, "$states.input.a.c"), []);
    assert_eq!(states(object, "$states.input.d"), []);
    // It is true, false or nothing.
    let computed = r#"{"n": "{% {'m': $not($states.input.x)} %}"}"#;
    let text = "$uppercase($states.input.n.m)";
    assert_eq!(states(computed, text), wrong(&format!(r#""{{% {text} %}}""#)));
    assert_eq!(states(computed, &format!("[{text}]")), []);
    let missing = |next: &str| never(&format!(r#""{{% {next} %}}""#));
    assert_eq!(states(object, "$states.input.a.x"), missing("$states.input.a.x"));
    assert_eq!(states(object, "$states.input.d.x"), missing("$states.input.d.x"));
}

#[test]
fn results_and_error_outputs_have_shapes() {
    let parallel = |output: &str| {
        marked(&format!(
            r#""A": {{"Type": "Parallel", "QueryLanguage": "JSONata", "End": true, "Output": "{output}",
                "Branches": [{{"StartAt": "X", "States": {{"X": {{"Type": "Pass", "Result": {{"x": 1}}, "End": true}}}}}}]}}"#
        ))
    };
    assert_eq!(parallel("{% $states.result.x %}"), []);
    assert_eq!(parallel("{% $states.result.y %}"), never(r#""{% $states.result.y %}""#));
    let caught = |output: &str| {
        marked(&format!(
            r#""A": {{"Type": "Task", "Resource": "task:a", "QueryLanguage": "JSONata", "End": true, "Catch": [
                {{"ErrorEquals": ["E"], "Next": "B", "Output": "{output}"}}]}}, "B": {{"Type": "Succeed"}}"#
        ))
    };
    assert_eq!(caught("{% $states.errorOutput.Cause %}"), []);
    let cause = "{% $states.errorOutput.cause %}";
    assert_eq!(caught(cause), [(Code::AlwaysFails, format!("\"{cause}\""))]);
}

#[test]
fn fields_take_their_type() {
    let wait = |seconds: &str| behind("{}", &format!(r#""Type": "Wait", "Seconds": "{seconds}""#));
    assert_eq!(wait("{% 1 + 1 %}"), []);
    assert_eq!(wait("{% '1' %}"), wrong(r#""{% '1' %}""#));
    assert_eq!(wait("{% $string(1) %}"), wrong(r#""{% $string(1) %}""#));
    assert_eq!(wait("{% $states.input %}"), wrong(r#""{% $states.input %}""#));
    let items = |items: &str| {
        behind(
            "{}",
            &format!(
                r#""Type": "Map", "Items": "{items}", "ItemProcessor": {{
                    "StartAt": "X", "States": {{"X": {{"Type": "Pass", "End": true}}}}}}"#
            ),
        )
    };
    assert_eq!(items("{% [1] %}"), []);
    assert_eq!(items("{% 1 %}")[0].0, Code::NeverAnArray);
}

#[test]
fn a_condition_is_true_or_false() {
    let choice = |condition: &str| {
        marked(&format!(
            r#""A": {{"Type": "Choice", "QueryLanguage": "JSONata", "Default": "B", "Choices": [
                {{"Condition": "{condition}", "Next": "B"}}]}}, "B": {{"Type": "Succeed"}}"#
        ))
    };
    assert_eq!(choice("{% $states.input.x = 1 %}"), []);
    assert_eq!(choice("{% $states.input.x %}"), []);
    assert_eq!(choice("{% 'true' %}"), [(Code::AlwaysFails, r#""{% 'true' %}""#.to_owned())]);
}

/// The findings on states in JSONata.
fn marked_in_jsonata(states: &str) -> Vec<(Code, String)> {
    marked(&states.replace(r#""Type""#, r#""QueryLanguage": "JSONata", "Type""#))
}

#[test]
fn variables_have_the_shapes_of_what_is_assigned() {
    let read = |assign: &str, output: &str| {
        marked_in_jsonata(&format!(
            r#""A": {{"Type": "Pass", "Assign": {{"v": {assign}}}, "Next": "B"}},
                "B": {{"Type": "Pass", "Output": "{{% {output} %}}", "End": true}}"#
        ))
    };
    let missing = |output: &str| never(&format!(r#""{{% {output} %}}""#));
    let object = r#"{"total": 1, "at": "{% $now() %}"}"#;
    assert_eq!(read(object, "$v.total + 1"), []);
    assert_eq!(read(object, "$v.totl"), missing("$v.totl"));
    assert_eq!(read(object, "$v.at.x"), missing("$v.at.x"));
    assert_eq!(read(object, "$exists($v.totl)"), []);
    assert_eq!(read(r#""{% $states.input.x %}""#, "$v.totl"), []);
    let found = findings(
        &machine(
            r#""A": {"Type": "Pass", "QueryLanguage": "JSONata", "Assign": {"v": {"total": 1}}, "Next": "B"},
                "B": {"Type": "Pass", "QueryLanguage": "JSONata", "Output": "{% $v.totl %}", "End": true}"#,
        ),
        Profile::Aws,
    );
    let label = "`$v` has no member `totl` here; did you mean `total`?";
    assert_eq!(found[0].label.as_deref(), Some(label));
}

#[test]
fn a_variable_has_the_values_of_all_assignments() {
    let of_two = |first: &str, second: &str, output: &str| {
        marked_in_jsonata(&format!(
            r#""A": {{"Type": "Choice", "Choices": [{{"Condition": "{{% $states.input.x = 1 %}}",
                "Assign": {{"v": {first}}}, "Next": "B"}}], "Assign": {{"v": {second}}}, "Default": "B"}},
                "B": {{"Type": "Task", "Resource": "task:b", "Output": "{{% {output} %}}", "End": true,
                "Catch": [{{"ErrorEquals": ["E"], "Assign": {{"v": "{{% $states.errorOutput %}}"}}, "Next": "B"}}]}}"#
        ))
    };
    let missing = |output: &str| never(&format!(r#""{{% {output} %}}""#));
    let read = |output| {
        let mut found = of_two(r#"{"a": 1}"#, r#"{"b": 1}"#, output);
        found.retain(|(code, _)| *code == Code::NeverFound);
        found
    };
    assert_eq!(read("$v.a"), []);
    assert_eq!(read("$v.b"), []);
    assert_eq!(read("$v.Cause"), [], "a catcher assigns it, and the next round reads it");
    assert_eq!(read("$v.c"), missing("$v.c"));
}

#[test]
fn a_variable_of_a_faulty_state_can_be_anything() {
    let found = marked_in_jsonata(
        r#""A": {"Type": "Pass", "Assign": {"v": {"a": 1}}, "Output": "{% 1 + %}", "Next": "B"},
            "B": {"Type": "Pass", "Output": "{% $v.b %}", "End": true}"#,
    );
    assert!(found.iter().all(|(code, _)| *code == Code::JsonataSyntax), "{found:?}");
}

#[test]
fn variables_of_jsonpath_are_read_in_jsonata() {
    let text = machine(
        r#""A": {"Type": "Pass", "Assign": {"v": {"a": "x"}}, "Next": "B"},
            "B": {"Type": "Wait", "QueryLanguage": "JSONata", "Seconds": "{% $v.a %}", "End": true}"#,
    );
    let found = findings(&text, Profile::Spec);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, Code::NeverThisType);
}

#[test]
fn arrays_have_the_shapes_of_their_items() {
    let shown = |output: &str| {
        let states = format!(
            r#""A": {{"Type": "Pass", "QueryLanguage": "JSONata", "Output": "{{% {output} %}}", "Next": "B"}},
                "B": {{"Type": "Succeed"}}"#
        );
        shown(&states, "B").remove(0)
    };
    assert_eq!(shown("[1, 'x']"), "Input [number, string]");
    assert_eq!(shown("[]"), "Input []");
    assert_eq!(shown("[[1], ['x', []]]"), "Input [[number], [string, []]]");
    // Items of arrays are taken, and undefined values left out.
    assert_eq!(shown("[1, $count([]), 'x']"), "Input [number, string or number, string]");
    assert_eq!(shown("[1, $states.input.a, 'x']"), "Input [number, any, …]");
    assert_eq!(shown("[1, $keys($states.input), 'x']"), "Input [number, any, …]");
    assert_eq!(
        shown("[$states.context.State.Name, 1]"),
        "Input [string or number, …]",
        "it is not certain to be there"
    );
    assert_eq!(shown("{'a': [{'b': true}]}"), r#"Input { "a": [{ "b": boolean }] }"#);
}

#[test]
fn an_output_of_a_choice_belongs_to_its_exit() {
    let states = |output: &str| {
        marked_in_jsonata(&format!(
            r#""A": {{"Type": "Choice", "Choices": [
                {{"Condition": "{{% $states.input.x = 1 %}}", "Output": {{"a": 1}}, "Next": "B"}},
                {{"Condition": "{{% $states.input.x = 2 %}}", "Output": {{"b": 1}}, "Next": "C"}}],
                "Output": {{"c": 1}}, "Default": "C"}},
                "B": {{"Type": "Pass", "Output": "{{% {output} %}}", "End": true}},
                "C": {{"Type": "Pass", "Output": "{{% {output} %}}", "End": true}}"#
        ))
    };
    let missing = |output: &str| never(&format!(r#""{{% {output} %}}""#));
    assert_eq!(states("$states.input.a"), missing("$states.input.a"), "in C only");
    assert_eq!(states("$states.input.b"), missing("$states.input.b"), "in B only");
    assert_eq!(states("$states.input.d").len(), 2);
    assert_eq!(states("$states.input"), []);
}

#[test]
fn the_error_output_has_texts() {
    let found = marked(
        r#""A": {"Type": "Task", "QueryLanguage": "JSONata", "Resource": "task:a", "End": true,
            "Catch": [{"ErrorEquals": ["States.ALL"], "Output": "{% $states.errorOutput.Cause + 1 %}", "Next": "B"}]},
            "B": {"Type": "Succeed"}"#,
    );
    assert_eq!(found, [(Code::AlwaysFails, r#""{% $states.errorOutput.Cause + 1 %}""#.to_owned())]);
}
