//! Tests of the nodes for each type of state.

use super::*;
use crate::ir::{
    Comparable, Comparison, Computed, Condition, Effect, Exit, Expr, Form, Literal, NodeId, Order,
    Place, ScopeId, StateKind, Test, WaitFor,
};
use crate::tests::with;

#[test]
fn the_hello_world_of_the_specification_lowers() {
    let machine = machine(
        r#"{
            "Comment": "A simple minimal example of the States language",
            "StartAt": "Hello World",
            "TimeoutSeconds": 3600,
            "Version": "1.0",
            "States": {
                "Hello World": {
                    "Type": "Task",
                    "Comment": "greets",
                    "Resource": "arn:aws:lambda:us-east-1:123456789012:function:HelloWorld",
                    "End": true
                }
            }
        }"#,
    );
    assert_eq!(machine.name, "test");
    assert_eq!(machine.comment.as_deref(), Some("A simple minimal example of the States language"));
    assert_eq!(machine.timeout_seconds, Some(3600));
    assert_eq!(machine.states[0].name.value, "Hello World");
    assert_eq!(machine.states[0].kind, StateKind::Task);
    assert_eq!(machine.states[0].comment.as_deref(), Some("greets"));
    assert_eq!(machine.tasks.len(), 1);
    let NodeKind::Invoke(invoke) = first(&machine) else { panic!("a Task invokes") };
    assert_eq!(invoke.exit, Exit::End);
}

#[test]
fn states_keep_the_order_of_the_definition_a_parallel_before_its_branches() {
    let text = format!(
        r#"{{"StartAt": "P", "States": {{
            "P": {{"Type": "Parallel", "Branches": [{}, {}], "Next": "Z"}},
            "Z": {{"Type": "Succeed"}}
        }}}}"#,
        branch("X"),
        branch("Y")
    );
    let machine = machine(&text);
    let names: Vec<_> = machine.states.iter().map(|state| state.name.value.as_str()).collect();
    assert_eq!(names, ["P", "X", "Y", "Z"]);
    let NodeKind::Fork(fork) = first(&machine) else { panic!("a Parallel forks") };
    assert_eq!(fork.branches, [ScopeId(1), ScopeId(2)]);
    assert_eq!(machine.scopes[2].owner, Some((NodeId(0), 1)));
    assert_eq!(machine.scopes[0].states.len(), 2);
    assert_eq!(fork.exit.target().and_then(|target| target.node), Some(NodeId(3)));
}

#[test]
fn a_task_keeps_its_timeouts_and_tasks_of_one_resource_are_one() {
    let machine = machine(
        r#"{"StartAt": "A", "States": {
            "A": {"Type": "Task", "Resource": "task:x", "TimeoutSeconds": 300, "HeartbeatSeconds": 60, "Next": "B"},
            "B": {"Type": "Task", "Resource": "task:x", "Next": "C"},
            "C": {"Type": "Task", "Resource": "task:y", "End": true}
        }}"#,
    );
    let resources: Vec<_> = machine.tasks.iter().map(|task| task.resource.value.as_str()).collect();
    assert_eq!(resources, ["task:x", "task:y"]);
    let effects = machine.nodes.iter().map(|node| {
        let NodeKind::Invoke(invoke) = &node.kind else { panic!("a Task invokes") };
        let Effect::Task(call) = &invoke.effect else { panic!("a Task") };
        assert!(!call.is_dynamic());
        (call.task.0, call.timeout_seconds, call.timeout_given, call.heartbeat_seconds)
    });
    let effects: Vec<_> = effects.collect();
    assert_eq!(
        effects,
        [(0, 300, true, Some(60)), (0, 99_999_999, false, None), (1, 99_999_999, false, None)]
    );
}

#[test]
fn limits_and_credentials_of_a_task_may_depend_on_the_data() {
    let call = |fields: &str| {
        let machine = machine(&task(fields));
        let NodeKind::Invoke(invoke) = first(&machine) else { panic!("a Task invokes") };
        let Effect::Task(call) = &invoke.effect else { panic!("a Task") };
        call.as_ref().clone()
    };
    let limits = call(
        r#", "TimeoutSecondsPath": "$.limits[0]", "HeartbeatSecondsPath": "$$.Execution.Input.beat""#,
    );
    let text =
        |at: &Option<Computed>| at.as_ref().and_then(Computed::path).map(|path| path.text.clone());
    assert_eq!(text(&limits.timeout_at).as_deref(), Some("$.limits[0]"));
    assert_eq!(text(&limits.heartbeat_at).as_deref(), Some("$$.Execution.Input.beat"));
    assert!(limits.has_heartbeat() && !limits.timeout_given);
    let credentials = call(r#", "Credentials": {"RoleArn.$": "$.role"}"#).credentials;
    assert!(matches!(credentials, Some(Expr::Object(members)) if members[0].0 == "RoleArn"));
    let without_role = task(r#", "Credentials": {"Role": "x"}"#);
    assert_eq!(findings_with(&without_role, &spec()), []);
    assert_eq!(findings(&without_role)[0].code, Code::MissingField);
    assert_eq!(marked(&task(r#", "Credentials": "x""#)), [(Code::WrongType, r#""x""#)]);
    assert_eq!(
        marked(&task(r#", "TimeoutSecondsPath": "$..a""#)),
        [(Code::NotAReferencePath, r#""$..a""#)]
    );
    let both = r#", "TimeoutSecondsPath": "$.a", "TimeoutSeconds": 1"#;
    assert_eq!(marked(&task(both)).first().map(|(code, _)| *code), Some(Code::ExclusiveFields));
}

#[test]
fn retriers_have_a_longest_delay_and_jitter() {
    let retrier = |fields: &str| {
        let machine = machine(&task(&format!(r#", "Retry": [{{"ErrorEquals": ["E"]{fields}}}]"#)));
        let NodeKind::Invoke(invoke) = first(&machine) else { panic!("a Task invokes") };
        (invoke.retry[0].max_delay_seconds, invoke.retry[0].jitter)
    };
    assert_eq!(retrier(""), (None, false));
    assert_eq!(retrier(r#", "MaxDelaySeconds": 5, "JitterStrategy": "FULL""#), (Some(5), true));
    assert_eq!(retrier(r#", "JitterStrategy": "NONE""#), (None, false));
    let wrong =
        |field: &str| codes(&task(&format!(r#", "Retry": [{{"ErrorEquals": ["E"], {field}}}]"#)));
    assert_eq!(wrong(r#""MaxDelaySeconds": 0"#), [Code::OutOfRange]);
    assert_eq!(wrong(r#""MaxDelaySeconds": 31622400"#), [Code::OutOfRange]);
    // It is greater than the first delay, which is 1 if it is not given.
    assert_eq!(wrong(r#""MaxDelaySeconds": 1"#), [Code::OutOfRange]);
    assert_eq!(wrong(r#""MaxDelaySeconds": 9, "IntervalSeconds": 9"#), [Code::OutOfRange]);
    assert_eq!(wrong(r#""MaxDelaySeconds": 10, "IntervalSeconds": 9"#), []);
    assert_eq!(wrong(r#""JitterStrategy": 1"#), [Code::WrongType]);
    assert_eq!(wrong(r#""JitterStrategy": "SOME""#).len(), 1);
}

#[test]
fn a_fail_may_take_its_words_from_the_data() {
    let fail = |fields: &str| {
        let machine = machine(&format!(
            r#"{{"StartAt": "A", "States": {{"A": {{"Type": "Fail", {fields}}}}}}}"#
        ));
        let NodeKind::Fail(fail) = first(&machine) else { panic!("a Fail fails") };
        (fail.error.clone(), fail.cause.clone())
    };
    let (error, cause) = fail(r#""ErrorPath": "$.e", "CausePath": "$$.State.Name""#);
    assert!(
        matches!(error, Some(Expr::Path { field, path }) if field == "ErrorPath" && path.text == "$.e")
    );
    assert!(matches!(cause, Some(Expr::Path { field, .. }) if field == "CausePath"));
    let (error, _) = fail(r#""ErrorPath": "States.Format('{}', $.e)", "Cause": "c""#);
    assert!(matches!(error, Some(Expr::Call { .. })));
    let wrong = |path: &str| {
        let text = format!(
            r#"{{"StartAt": "A", "States": {{"A": {{"Type": "Fail", "Error": "E", "CausePath": {path}}}}}}}"#
        );
        codes(&text)
    };
    assert_eq!(wrong(r#""States.MathAdd(1, 2)""#), [Code::WrongType]);
    assert_eq!(wrong("1"), [Code::WrongType]);
    assert_eq!(wrong(r#""words""#), [Code::NotAPath]);
}

#[test]
fn resources_tell_what_ends_their_tasks() {
    let form_with = |resource: &str, members: &[&str]| {
        let members = members.iter().map(|member| format!(r#""{member}.$": "$$.Task.Token""#));
        let members = members.collect::<Vec<_>>().join(", ");
        let text = format!(
            r#""Type": "Task", "Resource": "{resource}", "Parameters": {{ {members} }}, "Next": "B""#
        );
        machine(&with_state(&text)).tasks.first().map(|task| task.form)
    };
    let form = |resource: &str| form_with(resource, &["token"]);
    let send = ["QueueUrl", "MessageBody"];
    let submit = ["JobName", "JobQueue", "JobDefinition"];
    assert_eq!(form("arn:aws:lambda:us-east-1:123456789012:function:Pay.sync"), Some(Form::Answer));
    assert_eq!(form_with("arn:aws:states:::sqs:sendMessage", &send), Some(Form::Answer));
    let waits = form_with("arn:aws:states:::sqs:sendMessage.waitForTaskToken", &send);
    assert_eq!(waits, Some(Form::Token));
    let job = form_with("arn:aws-cn:states:::batch:submitJob.sync", &submit);
    assert_eq!(job, Some(Form::Sync));
    let child = form_with("arn:aws:states:::states:startExecution.sync:2", &["StateMachineArn"]);
    assert_eq!(child, Some(Form::Sync2));
    assert_eq!(form("arn:aws:states:us-east-1:123456789012:activity:Pay"), Some(Form::Activity));
    assert_eq!(form("task:activity:sync"), Some(Form::Answer));
}

#[test]
fn a_wait_has_four_forms() {
    let wait_for = |fields: &str| {
        let machine = machine(&wait(fields));
        let NodeKind::Invoke(invoke) = first(&machine) else { panic!("a Wait is an effect") };
        let Effect::Wait(wait) = &invoke.effect else { panic!("a Wait") };
        wait.clone()
    };
    assert_eq!(wait_for(r#""Seconds": 0"#), WaitFor::Seconds(0));
    assert_eq!(wait_for(r#""Seconds": 99999999"#), WaitFor::Seconds(99_999_999));
    let WaitFor::Until(instant) = wait_for(r#""Timestamp": "2016-03-14T01:59:00Z""#) else {
        panic!()
    };
    assert_eq!(instant.seconds, 1_457_920_740);
    assert!(
        matches!(wait_for(r#""SecondsPath": "$.wait""#), WaitFor::SecondsAt(Computed::Path(path)) if path.text == "$.wait")
    );
    assert!(
        matches!(wait_for(r#""TimestampPath": "$.at[0]""#), WaitFor::UntilAt(Computed::Path(path)) if path.segments.len() == 2)
    );
}

#[test]
fn a_choice_compares_in_all_orders() {
    let orders = [
        ("Equals", Order::Equals),
        ("LessThan", Order::LessThan),
        ("GreaterThan", Order::GreaterThan),
        ("LessThanEquals", Order::LessThanEquals),
        ("GreaterThanEquals", Order::GreaterThanEquals),
    ];
    for (word, order) in orders {
        let string = comparison(&format!(r#""Variable": "$.a", "String{word}": "x""#));
        assert_eq!(string, Comparison::String(order, "x".to_owned()));
        let numeric = comparison(&format!(r#""Variable": "$.a", "Numeric{word}": -1.5e3"#));
        assert_eq!(numeric, Comparison::Numeric(order, -1500.0));
        let timestamp =
            comparison(&format!(r#""Variable": "$.a", "Timestamp{word}": "1970-01-01T00:00:01Z""#));
        assert!(
            matches!(timestamp, Comparison::Timestamp(found, instant) if found == order && instant.seconds == 1)
        );
    }
    assert_eq!(
        comparison(r#""Variable": "$.a", "BooleanEquals": false"#),
        Comparison::Boolean(false)
    );
}

#[test]
fn a_choice_compares_with_the_value_at_a_path() {
    let kinds = [
        ("String", Comparable::String),
        ("Numeric", Comparable::Numeric),
        ("Timestamp", Comparable::Timestamp),
    ];
    let orders = [
        ("Equals", Order::Equals),
        ("GreaterThan", Order::GreaterThan),
        ("LessThanEquals", Order::LessThanEquals),
    ];
    for ((kind, what), (word, order)) in
        kinds.iter().flat_map(|kind| orders.map(|order| (*kind, order)))
    {
        let found = comparison(&format!(r#""Variable": "$.a", "{kind}{word}Path": "$.b[0]""#));
        let Comparison::Place(found_what, found_order, path) = found else {
            panic!("a place: {found:?}")
        };
        assert_eq!((found_what, found_order, path.text.as_str()), (what, order, "$.b[0]"));
    }
    let boolean = comparison(r#""Variable": "$.a", "BooleanEqualsPath": "$.b""#);
    assert!(
        matches!(boolean, Comparison::Place(Comparable::Boolean, Order::Equals, _)),
        "{boolean:?}"
    );
}

#[test]
fn a_choice_tests_kinds() {
    let tests = [
        ("Null", Test::Null),
        ("Present", Test::Present),
        ("Numeric", Test::Numeric),
        ("String", Test::String),
        ("Boolean", Test::Boolean),
        ("Timestamp", Test::Timestamp),
    ];
    for (word, test) in tests {
        assert_eq!(
            comparison(&format!(r#""Variable": "$.a", "Is{word}": false"#)),
            Comparison::Is(test, false)
        );
    }
}

#[test]
fn patterns_are_taken_apart_at_their_wildcards() {
    let pieces = |pattern: &str| {
        let comparison = comparison(&format!(r#""Variable": "$.a", "StringMatches": "{pattern}""#));
        let Comparison::Matches(pieces) = comparison else { panic!("a pattern: {comparison:?}") };
        pieces
    };
    assert_eq!(pieces("log-*.txt"), ["log-", ".txt"]);
    assert_eq!(pieces("**"), ["", "", ""]);
    assert_eq!(pieces(""), [""]);
    assert_eq!(pieces(r"\\**\\\\\\*\u00e9"), ["*", r"\*é"]);
}

fn comparison(rule: &str) -> Comparison {
    let machine = machine(&choice(rule));
    let NodeKind::Branch(branch) = first(&machine) else { panic!("a Choice branches") };
    let Condition::Compare { comparison, .. } = &branch.rules[0].condition else {
        panic!("a comparison")
    };
    comparison.clone()
}

#[test]
fn choice_rules_nest() {
    let machine = machine(&choice(
        r#""And": [
            {"Variable": "$.value", "NumericGreaterThanEquals": 20},
            {"Or": [{"Not": {"Variable": "$.type", "StringEquals": "Private"}}]}
        ]"#,
    ));
    let NodeKind::Branch(branch) = first(&machine) else { panic!("a Choice branches") };
    let Condition::And(rules) = &branch.rules[0].condition else { panic!("And") };
    let [Condition::Compare { .. }, Condition::Or(inner)] = rules.as_slice() else {
        panic!("{rules:?}")
    };
    assert!(matches!(inner.as_slice(), [Condition::Not(_)]));
}

#[test]
fn the_keys_of_a_choice_rule_come_in_any_order() {
    let text = with_state(
        r#""Choices": [{"StringEquals": "x", "Next": "B", "Comment": "c", "Variable": "$.a"}], "Default": "B", "Type": "Choice""#,
    );
    let machine = machine(&text);
    let NodeKind::Branch(branch) = first(&machine) else { panic!("a Choice branches") };
    assert_eq!(branch.default.as_ref().and_then(|target| target.node), Some(NodeId(1)));
}

#[test]
fn the_complex_retry_scenario_of_the_specification_lowers() {
    let machine = machine(
        r#"{"StartAt": "X", "States": {
            "X": {
                "Type": "Task", "Resource": "arn:aws:swf:us-east-1:123456789012:task:X", "Next": "Y",
                "Retry": [
                    {"ErrorEquals": ["ErrorA", "ErrorB"], "IntervalSeconds": 1, "BackoffRate": 2, "MaxAttempts": 2},
                    {"ErrorEquals": ["ErrorC"], "IntervalSeconds": 5}
                ],
                "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error-info", "Next": "Z"}]
            },
            "Y": {"Type": "Succeed"},
            "Z": {"Type": "Fail", "Error": "ErrorA", "Cause": "Kaiju attack"}
        }}"#,
    );
    let NodeKind::Invoke(invoke) = first(&machine) else { panic!("a Task invokes") };
    let retry: Vec<_> = invoke
        .retry
        .iter()
        .map(|retrier| {
            (
                retrier.errors.len(),
                retrier.interval_seconds,
                retrier.max_attempts,
                retrier.backoff_rate,
            )
        })
        .collect();
    assert_eq!(retry, [(2, 1, 2, 2.0), (1, 5, 3, 2.0)]);
    assert_eq!(invoke.catch[0].target.node, Some(NodeId(2)));
    assert!(matches!(&invoke.catch[0].place, Place::At(path) if path.text == "$.error-info"));
    let NodeKind::Fail(fail) = &machine.nodes[2].kind else { panic!("a Fail fails") };
    assert_eq!(fail.error, Some(Expr::Literal(Literal::String("ErrorA".to_owned()))));
}

#[test]
fn empty_lists_of_retriers_and_catchers_are_legal() {
    assert_eq!(codes(&task(r#", "Retry": [], "Catch": []"#)), []);
}

#[test]
fn end_false_is_the_same_as_no_end() {
    assert_eq!(codes(&pass(r#", "End": false"#)), []);
}

#[test]
fn state_names_may_be_any_text() {
    for name in [
        "fn",
        "self",
        "Self",
        "a b",
        "a_b",
        "Ж中\u{1d7d8}",
        "🦖",
        "\\\"\\n",
        "1",
        "Type",
        "States.ALL",
        "$",
        "_",
    ] {
        let text =
            format!(r#"{{"StartAt": "{name}", "States": {{"{name}": {{"Type": "Succeed"}}}}}}"#);
        assert_eq!(codes(&text), [], "{name}");
    }
    let collide = r#"{"StartAt": "a b", "States": {"a b": {"Type": "Pass", "Next": "a_b"}, "a_b": {"Type": "Succeed"}}}"#;
    assert_eq!(codes(collide), []);
}

#[test]
fn the_machine_is_named_after_its_file_or_by_option() {
    let text = pass("");
    assert_eq!(machine(&text).name, "test");
    let options = with(Options::default(), |options| options.name = Some("order".to_owned()));
    assert_eq!(machine_with(&text, &options).name, "order");
}
