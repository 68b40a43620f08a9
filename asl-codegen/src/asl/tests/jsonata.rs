//! Tests of states in JSONata: which fields they have, which expressions they read, and what an
//! expression may name at its place.

use super::*;
use crate::ir::{Computed, Condition, Effect, Expr, ForEach, Invoke, Jsonata, Limit, WaitFor};
use asl_source::diagnostics::Levels;

/// A machine in JSONata that begins with a state `A` of these fields, and has a `B`.
fn state(fields: &str) -> String {
    with_state(fields).replacen('{', r#"{"QueryLanguage": "JSONata", "#, 1)
}

fn pass(fields: &str) -> String {
    state(&format!(r#""Type": "Pass", "Next": "B"{fields}"#))
}

fn task(fields: &str) -> String {
    state(&format!(r#""Type": "Task", "Resource": "task:a", "Next": "B"{fields}"#))
}

fn map(fields: &str, mode: &str) -> String {
    state(&format!(
        r#""Type": "Map", "Next": "B", "ItemProcessor": {{
            "ProcessorConfig": {{"Mode": "{mode}"}},
            "StartAt": "X", "States": {{"X": {{"Type": "Pass", "End": true}}}}}}{fields}"#
    ))
}

fn invoke(text: &str) -> Invoke {
    let NodeKind::Invoke(invoke) = first(&machine(text)).clone() else { panic!("an Invoke") };
    invoke
}

fn each(text: &str) -> ForEach {
    let NodeKind::ForEach(each) = first(&machine(text)).clone() else { panic!("a Map") };
    each
}

/// The place and the text of an expression.
fn quoted(expression: &Jsonata) -> (&str, &str) {
    (&expression.field, expression.program.text())
}

fn at<T>(limit: Option<&Limit<T>>) -> (&str, &str) {
    let Some(Limit::At(Computed::Jsonata(expression))) = limit else { panic!("an expression") };
    quoted(expression)
}

/// The expressions in a value, with their places.
fn expressions(value: Option<&Expr>) -> Vec<(&str, &str)> {
    match value {
        Some(Expr::Jsonata(expression)) => vec![quoted(expression)],
        Some(Expr::Object(members)) => {
            members.iter().flat_map(|(_, value)| expressions(Some(value))).collect()
        }
        Some(Expr::Array(items)) => items.iter().flat_map(|it| expressions(Some(it))).collect(),
        Some(_) | None => Vec::new(),
    }
}

#[test]
fn values_have_expressions_at_any_depth_and_keys_have_none() {
    let text = pass(r#", "Output": {"Next": ["{% 1 %}", {"{% 2 %}": "{%3%}"}], "x": "y"}"#);
    let NodeKind::Eval(eval) = first(&machine(&text)).clone() else { panic!("a Pass") };
    let output = eval.output.template;
    assert_eq!(
        expressions(output.as_ref()),
        [("Output/Next[0]", "1"), ("Output/Next[1]/{% 2 %}", "3")]
    );
    for output in ["{}", "[]", "1", "true", "null", r#""""#] {
        assert_eq!(codes(&pass(&format!(r#", "Output": {output}"#))), [], "{output}");
    }
}

#[test]
fn an_expression_is_the_whole_string() {
    let found = |output: &str| {
        let text = pass(&format!(r#", "Output": "{output}""#));
        codes(&text)
    };
    assert_eq!(found("{% 1"), [Code::JsonataDelimiters]);
    assert_eq!(found("1 %}"), [Code::JsonataDelimiters]);
    assert_eq!(found("{%}"), [Code::JsonataDelimiters]);
    assert_eq!(found(" {% 1 %}"), [Code::JsonataDelimiters]);
    assert_eq!(found("a {% 1 %} b"), [Code::JsonataNotEvaluated]);
    assert_eq!(found("{ 1 }"), []);
    assert_eq!(found("{% %}"), [Code::JsonataSyntax]);
}

#[test]
fn faults_point_into_the_expression() {
    let text = pass(r#", "Output": {"a": "{% $sum($states.input.\"x\" + total) %}"}"#);
    assert_eq!(marked(&text), [(Code::JsonataContext, "total")]);
}

#[test]
fn a_wait_has_expressions() {
    let wait = |fields: &str| {
        let text = state(&format!(r#""Type": "Wait", "Next": "B", {fields}"#));
        match invoke(&text).effect {
            Effect::Wait(
                WaitFor::SecondsAt(Computed::Jsonata(it)) | WaitFor::UntilAt(Computed::Jsonata(it)),
            ) => format!("{:?}", quoted(&it)),
            other @ (Effect::Wait(_) | Effect::Task(_)) => format!("{other:?}"),
        }
    };
    assert_eq!(wait(r#""Seconds": "{% 2 + 1 %}""#), r#"("Seconds", "2 + 1")"#);
    assert_eq!(wait(r#""Timestamp": "{% $now() %}""#), r#"("Timestamp", "$now()")"#);
    assert_eq!(wait(r#""Seconds": 5"#), "Wait(Seconds(5))");
    let faulty = |fields: &str| codes(&state(&format!(r#""Type": "Wait", "Next": "B", {fields}"#)));
    assert_eq!(faulty(r#""Seconds": "5""#), [Code::WrongType]);
    assert_eq!(faulty(r#""SecondsPath": "$.x""#), [Code::FieldNotAllowed]);
}

#[test]
fn a_fail_has_texts_and_expressions() {
    let text = state(r#""Type": "Fail", "Error": "{% 'E' %}", "Cause": "because""#)
        .replace(r#", "B": {"Type": "Succeed"}"#, "");
    let NodeKind::Fail(fail) = first(&machine(&text)).clone() else { panic!("a Fail") };
    assert_eq!(expressions(fail.error.as_ref()), [("Error", "'E'")]);
    assert_eq!(fail.cause, Some(Expr::Literal(crate::ir::Literal::String("because".to_owned()))));
}

#[test]
fn a_task_has_arguments_limits_and_credentials() {
    let text = task(
        r#", "Arguments": {"a": "{% $states.input %}"}, "TimeoutSeconds": "{% 9 %}",
            "HeartbeatSeconds": "{% 3 %}", "Credentials": {"RoleArn": "{% $states.input.role %}"},
            "Output": "{% $states.result %}", "Assign": {"x": "{% $states.result.x %}"},
            "Catch": [{"ErrorEquals": ["E"], "Next": "B", "Output": "{% $states.errorOutput %}"}]"#,
    )
    .replace(r#"{"Type": "Succeed"}"#, r#"{"Type": "Succeed", "Output": "{% $x %}"}"#);
    let found = findings(&text);
    assert!(found.iter().all(|it| it.code == Code::MaybeUnassigned), "{found:?}");
    let checked = compile::check(&mut Sources::from_text("a.json", &*text), &Options::default());
    let machine = checked.machine.expect("no errors");
    let NodeKind::Invoke(invoke) = first(&machine) else { panic!("a Task") };
    let Effect::Task(call) = &invoke.effect else { panic!("a Task") };
    let limits = [&call.timeout_at, &call.heartbeat_at].map(|limit| {
        let Some(Computed::Jsonata(expression)) = limit else { panic!("an expression") };
        quoted(expression)
    });
    assert_eq!(limits, [("TimeoutSeconds", "9"), ("HeartbeatSeconds", "3")]);
    assert_eq!(
        expressions(call.credentials.as_ref()),
        [("Credentials/RoleArn", "$states.input.role")]
    );
    assert_eq!(expressions(invoke.catch[0].output_value.as_ref())[0].0, "Catch[0]/Output");
    assert_eq!(expressions(Some(&invoke.output.assign[0].value))[0].0, "Assign/x");
}

#[test]
fn a_choice_has_conditions() {
    let choice = |condition: &str| {
        state(&format!(
            r#""Type": "Choice", "Default": "B", "Choices": [
                {{"Condition": {condition}, "Next": "B", "Output": "{{% 1 %}}"}}]"#
        ))
    };
    let condition = |text: &str| {
        let machine = machine(&choice(text));
        let NodeKind::Branch(branch) = first(&machine) else { panic!("a Choice") };
        let Condition::Jsonata(condition) = &branch.rules[0].condition else { panic!("JSONata") };
        assert_eq!(
            expressions(branch.rules[0].output_value.as_ref()),
            [("Choices[0]/Output", "1")]
        );
        (condition.field.clone(), condition.program.text().to_owned())
    };
    let place = || "Choices[0]/Condition".to_owned();
    assert_eq!(
        condition(r#""{% $states.input.x > 1 %}""#),
        (place(), "$states.input.x > 1".to_owned())
    );
    assert_eq!(condition("true"), (place(), "true".to_owned()));
    assert_eq!(codes(&choice(r#""true""#)), [Code::WrongType]);
    let compares = choice("true").replace("\"Condition\"", r#""Variable": "$.x", "Condition""#);
    assert_eq!(codes(&compares), [Code::FieldNotAllowed]);
    let operator = choice("true").replace("\"Condition\"", r#""IsNull": true, "Condition""#);
    assert_eq!(codes(&operator), [Code::FieldNotAllowed]);
}

#[test]
fn a_map_has_items_and_numbers() {
    let inline = each(&map(
        r#", "Items": [1, "{% 2 %}"], "MaxConcurrency": "{% 3 %}",
            "ItemSelector": {"v": "{% $states.context.Map.Item.Value %}"}"#,
        "INLINE",
    ));
    assert_eq!(expressions(inline.collection.as_deref()), [("Items[1]", "2")]);
    assert_eq!(at(Some(&inline.window)), ("MaxConcurrency", "3"));
    assert_eq!(expressions(inline.selector.as_ref())[0].0, "ItemSelector/v");
    assert_eq!(codes(&map(r#", "Items": "[1]""#, "INLINE")), [Code::WrongType]);
    assert_eq!(codes(&map(r#", "Items": 1"#, "INLINE")), [Code::WrongType]);
    assert_eq!(codes(&map(r#", "ItemsPath": "$.x""#, "INLINE")), [Code::FieldNotAllowed]);
}

#[test]
fn a_distributed_map_has_expressions_in_its_objects() {
    let each = each(&map(
        r#", "ToleratedFailureCount": "{% 1 %}", "ToleratedFailurePercentage": "{% 2 %}",
            "ItemBatcher": {"MaxItemsPerBatch": "{% 3 %}", "MaxInputBytesPerBatch": "{% 4 %}",
                "BatchInput": {"Comment": "{% 5 %}"}},
            "ItemReader": {"Resource": "arn:aws:states:::s3:getObject",
                "Arguments": {"Bucket": "{% 'b' %}", "Key": "k"},
                "ReaderConfig": {"InputType": "CSV", "CSVHeaderLocation": "GIVEN",
                    "CSVHeaders": ["{% x %}"], "MaxItems": "{% 6 %}"}},
            "ResultWriter": {"Resource": "arn:aws:states:::s3:putObject",
                "Arguments": {"Prefix": "{% 'p' %}"}}"#,
        r#"DISTRIBUTED", "ExecutionType": "EXPRESS"#,
    ));
    let run = each.run.expect("a distributed Map");
    let batch = run.batch.expect("batches");
    assert_eq!(at(run.tolerated_count.as_ref()), ("ToleratedFailureCount", "1"));
    assert_eq!(at(run.tolerated_percentage.as_ref()), ("ToleratedFailurePercentage", "2"));
    assert_eq!(at(batch.items.as_ref()), ("ItemBatcher/MaxItemsPerBatch", "3"));
    assert_eq!(at(batch.bytes.as_ref()), ("ItemBatcher/MaxInputBytesPerBatch", "4"));
    assert_eq!(expressions(batch.input.as_ref()), [("ItemBatcher/BatchInput/Comment", "5")]);
    let reader = run.reader.expect("a reader");
    assert_eq!(expressions(reader.parameters.as_ref()), [("ItemReader/Arguments/Bucket", "'b'")]);
    assert!(!format!("{:?}", reader.config).contains("MaxItems"));
    let Some(Computed::Jsonata(most)) = run.max_items else { panic!("an expression") };
    assert_eq!(quoted(&most), ("ItemReader/ReaderConfig/MaxItems", "6"));
    let writer = run.writer.expect("a writer");
    assert_eq!(expressions(writer.parameters.as_ref()), [("ResultWriter/Arguments/Prefix", "'p'")]);
}

#[test]
fn members_of_states_exist_only_at_their_places() {
    let result = r#""{% $states.result %}""#;
    let error = r#""{% $states.errorOutput %}""#;
    assert_eq!(codes(&pass(&format!(r#", "Output": {result}"#))), [Code::JsonataStates]);
    assert_eq!(codes(&task(&format!(r#", "Output": {result}"#))), []);
    assert_eq!(codes(&task(&format!(r#", "Arguments": {result}"#))), [Code::JsonataStates]);
    assert_eq!(codes(&task(&format!(r#", "Output": {error}"#))), [Code::JsonataStates]);
    let catch = |output: &str| {
        codes(&task(&format!(
            r#", "Catch": [{{"ErrorEquals": ["E"], "Next": "B", "Output": {output}}}]"#
        )))
    };
    assert_eq!(catch(error), []);
    assert_eq!(catch(result), [Code::JsonataStates]);
    assert_eq!(codes(&pass(r#", "Output": "{% $states %}""#)), []);
}

#[test]
fn only_a_task_has_a_token() {
    let token = r#"{"t": ["{% $states.context.Task.Token & 'x' %}"]}"#;
    for field in ["Arguments", "Output", "Assign"] {
        let text = task(&format!(r#", "{field}": {token}"#));
        assert!(!codes(&text).contains(&Code::JsonataStates), "{field}");
    }
    assert_eq!(codes(&pass(&format!(r#", "Output": {token}"#))), [Code::JsonataStates]);
    let choice = state(
        r#""Type": "Choice", "Default": "B",
            "Choices": [{"Condition": "{% $states.context.Task.Token = 'x' %}", "Next": "B"}]"#,
    );
    assert_eq!(codes(&choice), [Code::JsonataStates]);
    let mut options = Options::default();
    for (profile, expected) in [(Profile::Spec, 0), (Profile::Aws, 1)] {
        options = options.profile(profile);
        let text = pass(&format!(r#", "Output": {token}"#));
        let checked = compile::check(&mut Sources::from_text("a.json", text), &options);
        assert_eq!(checked.diagnostics.sorted().len(), expected, "{profile:?}");
    }
}

#[test]
fn a_state_has_the_language_of_the_machine_unless_it_has_its_own() {
    let inner = |machine: &str, outer: &str, inner: &str| {
        codes(&format!(
            r#"{{{machine} "StartAt": "P", "States": {{"P": {{{outer} "Type": "Parallel", "End": true,
                "Branches": [{{"StartAt": "X", "States": {{"X": {{"Type": "Pass", {inner}, "End": true}}}}}}]}}}}}}"#
        ))
    };
    let (jsonata, jsonpath) = (r#""QueryLanguage": "JSONata","#, r#""QueryLanguage": "JSONPath","#);
    let output = r#""Output": "{% 1 %}""#;
    assert_eq!(inner(jsonata, "", output), []);
    assert_eq!(inner("", jsonata, output), [Code::FieldNotAllowed]);
    assert_eq!(inner("", jsonpath, &format!("{jsonata} {output}")), []);
    assert_eq!(inner(jsonata, jsonpath, output), [Code::LanguageDowngrade]);
    assert_eq!(inner(jsonata, "", r#""QueryLanguage": "jsonpath""#), [Code::UnknownQueryLanguage]);
    assert_eq!(inner(jsonata, "", r#""InputPath": "$.x""#), [Code::FieldNotAllowed]);
    // In JSONPath such a text is a text.
    assert_eq!(inner("", "", r#""Result": "{% x""#), []);
}

#[test]
fn a_variable_of_the_machine_hides_a_function_of_its_name() {
    let given = |assign: &str| {
        let text = format!(
            r#"{{"QueryLanguage": "JSONata", "StartAt": "A", "States": {{
                "A": {{"Type": "Pass", "Assign": {{"{assign}": 1}}, "Next": "B"}},
                "B": {{"Type": "Pass", "Output": "{{% $range %}}", "End": true}}}}}}"#
        );
        // The result is the function where the machine has no such variable.
        let options = Options::default().levels(Levels::default().as_aws());
        let checked = compile::check(&mut Sources::from_text("a.json", text), &options);
        let machine = checked.machine.expect("no errors");
        let NodeKind::Eval(eval) = &machine.nodes[1].kind else { panic!("a Pass") };
        let Some(Expr::Jsonata(output)) = &eval.output.template else { panic!("an expression") };
        output.program.given().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(given("range"), ["range"]);
    assert_eq!(given("other"), Vec::<String>::new());
}
