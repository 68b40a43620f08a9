//! Tests of the decisions in `docs/guide/sm4c-decisions.md` where the specification leaves a choice,
//! as far as they concern the front-end.

use super::*;
use crate::ir::{Effect, Form, Jitter, TaskCall};
use crate::tests::with;

/// The only task that the first node calls.
fn call(machine: &ir::Machine) -> (&ir::Task, &TaskCall) {
    let NodeKind::Invoke(ir::Invoke { effect: Effect::Task(call), .. }) = &machine.nodes[0].kind
    else {
        panic!("a call")
    };
    (&machine.tasks[call.task.index()], call)
}

#[test]
fn calls_are_detached_unless_somebody_waits() {
    let waits = |wait: &str, default_wait: bool| {
        let text = with_action(&format!(
            r#"{{"type": "invokeFunction", "functionName": "f", "timeout": "PT2S"{wait}}}"#
        ));
        let machine = machine_with(
            &text,
            &with(Options::default(), |options| options.default_wait = default_wait),
        );
        let (_, call) = call(&machine);
        (call.detached, call.null_after)
    };
    assert_eq!(waits("", false), (true, None));
    assert_eq!(waits("", true), (false, Some(2_000)));
    assert_eq!(waits(r#", "waitForCompletion": true"#, false), (false, Some(2_000)));
    assert_eq!(waits(r#", "waitForCompletion": false"#, true), (true, None));
}

#[test]
fn the_machines_time_out_has_two_names_but_one_place() {
    let millis = |key: &str| {
        let text = definition(
            &format!(r#""{key}": {{"duration": "00:00:10"}}"#),
            r#"{"name": "A", "start": true}"#,
        );
        machine(&text).sm4c.unwrap().timeout_millis
    };
    assert_eq!((millis("timeout"), millis("execTimeout")), (Some(10_000), Some(10_000)));
    let both = definition(
        r#""timeout": {"duration": "PT1S"}, "execTimeout": {"duration": "PT1S"}"#,
        r#"{"name": "A", "start": true}"#,
    );
    assert_eq!(marked(&both), [(Code::ExclusiveFields, r#""execTimeout""#)]);
}

#[test]
fn types_of_actions_and_completions_are_matched_ignoring_case() {
    let children = r#""actions": [{"type": "DELAY", "timeout": "PT1S"}, {"type": "InjectData", "expression": "${1}"}]"#;
    let join = |words: &str| fork_of(&machine(&with_action(&format!("{{{words}, {children}}}"))));
    assert_eq!(join(r#""type": "Parallel""#), (Join::Settled, 0));
    assert_eq!(join(r#""type": "PARALLEL", "completionType": "XOR""#), (Join::First, 0));
    assert_eq!(
        join(r#""type": "parallel", "completionType": "N_of_M", "n": 2"#),
        (Join::Count(2), 0)
    );
    assert_eq!(join(r#""type": "Sequence""#), (Join::All, 1));
}

#[test]
fn elements_are_taken_one_at_a_time_by_default() {
    let text = with_action(
        r#"{"type": "forEach", "input": "${ . }", "action": {"type": "delay", "timeout": "PT1S"}}"#,
    );
    assert_eq!(fork_of(&machine(&text)), (Join::Settled, 1));
}

#[test]
fn expressions_stand_alone_and_blanks_are_free() {
    let inject =
        |text: &str| with_action(&format!(r#"{{"type": "injectData", "expression": "{text}"}}"#));
    for text in ["${ .a }", "${.a}", "${ .a}", " ${.a } ", "${\\t.a\\n}", "${ fn:x }", "${fn: x}"] {
        assert_eq!(codes(&inject(text)), [], "{text}");
    }
    for text in
        [".a", "$ { .a }", "a ${ .a }", "${ .a } b", "${ }", "${}", "", " ", "$", "${", "fn:x"]
    {
        assert_eq!(codes(&inject(text)), [Code::NotAnExpression], "{text}");
    }
}

#[test]
fn only_arguments_that_are_expressions_as_a_whole_are_evaluated() {
    let text = with_action(
        r#"{"type": "invokeFunction", "functionName": "f", "arguments": {"a": "${ .x }", "b": "x ${ .x }", "c": {"d": "${ .x }"}, "e": [1.5, null]}}"#,
    );
    assert_eq!(
        marked(&text),
        [(Code::NotEvaluated, r#""x ${ .x }""#), (Code::NotEvaluated, r#""${ .x }""#)]
    );
    let machine = machine(&text);
    let NodeKind::Invoke(invoke) = &machine.nodes[0].kind else { panic!("a call") };
    let Some(ir::Expr::Object(members)) = &invoke.input.template else { panic!("an object") };
    let evaluated: Vec<_> = members
        .iter()
        .map(|(key, value)| (key.as_str(), matches!(value, ir::Expr::Jq(_))))
        .collect();
    assert_eq!(evaluated, [("a", true), ("b", false), ("c", false), ("e", false)]);
}

#[test]
fn a_subflow_without_arguments_gets_the_data() {
    let text = with_action(r#"{"type": "invokeSubflow", "subflowName": "Other"}"#);
    assert_eq!(graph(&text)[0], "0 invoke invokeSubflow of global dropped -> 1");
    let machine = machine(&text);
    let (task, _) = call(&machine);
    assert_eq!(
        (task.form, task.resource.value.as_str(), &task.function),
        (Form::Subflow, "Other", &None)
    );
    let text = with_action(r#"{"type": "invokeSubflow", "subflowName": "Other", "arguments": {}}"#);
    assert_eq!(graph(&text)[0], "0 invoke invokeSubflow of nothing dropped -> 1");
}

#[test]
fn functions_are_tasks_by_name_and_events_have_one_task() {
    let text = with_action(
        r#"{"type": "sequence", "actions": [
            {"type": "invokeFunction", "functionName": "F"}, {"type": "invokeFunction", "functionName": "f"},
            {"type": "sendEvent", "event": "E"}, {"type": "sendEvent", "event": "e", "expression": "${ . }"},
            {"type": "invokeFunction", "functionName": "x"}]}"#,
    );
    let machine = machine(&text);
    let tasks: Vec<_> =
        machine.tasks.iter().map(|task| (task.form, task.function.as_deref())).collect();
    assert_eq!(tasks, [(Form::Rest, Some("f")), (Form::Event, None)]);
}

#[test]
fn words_of_technologies_stand_for_types_where_the_operation_is_one_of_theirs() {
    let function = |kind: &str, operation: &str| {
        let text = definition(
            &format!(
                r#""functions": [{{"name": "f", "type": "{kind}", "operation": "{operation}"}}]"#
            ),
            r#"{"name": "A", "start": true, "enterAction": {"type": "invokeFunction", "functionName": "f"}}"#,
        );
        match codes(&text).as_slice() {
            [] => machine(&text).tasks.first().map(|task| task.form),
            [Code::UnknownFunctionType] => panic!("refused"),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(function("REST", "anything"), Some(Form::Rest));
    assert_eq!(function("Rpc", "anything"), Some(Form::Rpc));
    assert_eq!(function("Expression", ".a"), None);
    assert_eq!(function("openapi", "shop.json#pay"), Some(Form::Rest));
    assert_eq!(function("gRPC", "shop.proto#Shop#Pay"), Some(Form::Rpc));
    assert_eq!(function("JQ", "${ .a }"), None);
    let refused = |kind: &str| {
        codes(&definition(
            &format!(r#""functions": [{{"name": "f", "type": "{kind}", "operation": "o"}}]"#),
            r#"{"name": "A", "start": true}"#,
        ))
    };
    for kind in ["grpc", "openapi", "soap", ""] {
        assert_eq!(refused(kind), [Code::UnknownFunctionType], "{kind}");
    }
}

#[test]
fn retry_policies_have_fractions_and_times_as_jitter() {
    let policies = |text: &str| {
        let text =
            definition(&format!(r#""retries": [{text}]"#), r#"{"name": "A", "start": true}"#);
        machine(&text).sm4c.unwrap().policies
    };
    let list = policies(
        r#"{"name": "a", "maxAttempts": 0},
           {"name": "b", "maxAttempts": 3, "delay": "PT1S", "maxDelay": "PT1M", "multiplier": 1.5, "jitter": 0.25},
           {"name": "c", "maxAttempts": 3, "delay": "PT1S", "increment": "PT2S", "jitter": 1},
           {"name": "d", "maxAttempts": 3, "delay": "PT1S", "jitter": "PT0.5S"}"#,
    );
    let jitters: Vec<_> = list.iter().map(|policy| policy.jitter).collect();
    assert_eq!(
        jitters,
        [
            None,
            Some(Jitter::Fraction(0.25)),
            Some(Jitter::Fraction(1.0)),
            Some(Jitter::Millis(500))
        ]
    );
    assert_eq!(
        (list[1].max_delay_millis, list[1].multiplier, list[2].increment_millis),
        (Some(60_000), Some(1.5), Some(2_000))
    );
}

#[test]
fn names_are_found_exactly_first_and_then_ignoring_case() {
    let text = definition(
        r#""events": [{"name": "Paid"}], "functions": [{"name": "É", "operation": "o"}]"#,
        r#"{"name": "A", "start": true, "enterAction": {"type": "invokeFunction", "functionName": "é"},
            "transitions": [{"eventGroups": [{"events": ["PAID"]}], "nextState": "b"}]}, {"name": "B"}"#,
    );
    assert_eq!(codes(&text), []);
    let twice = definition(
        r#""events": [{"name": "Paid"}, {"name": "paid"}, {"name": "Paid"}]"#,
        r#"{"name": "A", "start": true}"#,
    );
    assert_eq!(
        marked(&twice),
        [(Code::DuplicateName, r#""paid""#), (Code::DuplicateName, r#""Paid""#)]
    );
}

#[test]
fn correlations_are_asked_for_where_a_value_is_given() {
    let text = definition(
        r#""events": [{"name": "E", "type": "t", "source": "s", "correlation": [{"contextAttributeName": "a", "contextAttributeValue": "1"}, {"contextAttributeName": "b"}]}]"#,
        r#"{"name": "A", "start": true}"#,
    );
    let events = machine(&text).sm4c.unwrap().events;
    assert_eq!(events[0].correlation, [("a".to_owned(), "1".to_owned())]);
    assert_eq!((events[0].kind.as_deref(), events[0].source.as_deref()), (Some("t"), Some("s")));
}

#[test]
fn the_language_is_told_by_states_then_by_name_then_by_fields() {
    use asl_source::options::Language;
    let found = |shown: &str, text: &str, language: Option<Language>| {
        let options = with(Options::default(), |options| options.language = language);
        let checked = compile::check(&mut Sources::from_text(shown, text), &options);
        let is_unknown =
            checked.diagnostics.iter().any(|finding| finding.code == Code::UnknownLanguage);
        let machine = checked.machine.or(checked.outline);
        (is_unknown, machine.map(|machine| machine.sm4c.is_some()))
    };
    let sm4c = definition("", r#"{"name": "A", "start": true}"#);
    let asl = r#"{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}"#;
    assert_eq!(found("a.json", &sm4c, None), (false, Some(true)));
    assert_eq!(found("a.asl.json", &sm4c, None), (false, Some(true)));
    assert_eq!(found("a.json", asl, None), (false, Some(false)));
    assert_eq!(found("a.json", asl, Some(Language::Sm4c)), (false, Some(true)));
    assert_eq!(found("a.json", &sm4c, Some(Language::Asl)).1, Some(false));
    assert_eq!(found("a.sm4c.json", "{}", None), (false, Some(true)));
    assert_eq!(found("a.json", r#"{"version": "1.0"}"#, None), (false, Some(true)));
    assert_eq!(found("a.json", "{}", None), (true, None));
}
