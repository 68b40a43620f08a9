use super::*;
use crate::compile;
use crate::tests::with;
use asl_source::options::AnswerOption;
use asl_source::source::Sources;

const INVOKE: &str = "arn:aws:states:::lambda:invoke";
const WAIT: &str = "arn:aws:states:::lambda:invoke.waitForTaskToken";

/// Calls with a Resource and parameters, by the states `S0`, `S1` and so on.
fn definition(calls: &[(&str, &str)]) -> String {
    let states: Vec<String> = (0..)
        .zip(calls)
        .map(|(number, (resource, parameters))| {
            format!(
                r#""S{number}": {{ "Type": "Task", "Resource": "{resource}", "Parameters": {parameters}, "Next": "S{}" }}"#,
                number + 1
            )
        })
        .collect();
    let last = calls.len();
    format!(
        r#"{{ "StartAt": "S0", "States": {{ {}, "S{last}": {{ "Type": "Succeed" }} }} }}"#,
        states.join(",")
    )
}

fn function(name: &str) -> String {
    format!(r#"{{ "FunctionName": "{name}", "Payload.$": "$" }}"#)
}

/// Calls of functions.
fn functions(calls: &[(&str, &str)]) -> String {
    let calls: Vec<(&str, String)> =
        calls.iter().map(|(resource, name)| (*resource, function(name))).collect();
    definition(&calls.iter().map(|(r, p)| (*r, p.as_str())).collect::<Vec<_>>())
}

fn options(tasks: &[(&str, Option<&str>)]) -> Options {
    let tasks = tasks.iter().map(|(task, method)| TaskOption {
        task: (*task).to_owned(),
        method: method.map(str::to_owned),
        types: None,
    });
    with(Options::default(), |options| options.tasks = tasks.collect())
}

/// The methods of the states in their order. A star marks those with an envelope.
fn methods_of(text: &str, options: &Options) -> Vec<String> {
    let mut sources = Sources::from_text("a.asl.json", text);
    let checked = compile::check(&mut sources, options);
    assert!(!checked.diagnostics.has_errors(), "{:?}\n{text}", checked.diagnostics);
    let machine = checked.machine.expect("no errors");
    let methods = methods(&machine, options, &mut Diagnostics::default());
    let calls = machine.invocations();
    calls
        .map(|call| {
            let entry = methods.entries[methods.entry_of(call.node)];
            let star = if entry.has_envelope { "*" } else { "" };
            format!("{}{star}", methods.method(entry).name)
        })
        .collect()
}

/// The findings about options, each with its code, title and help.
fn findings(text: &str, options: &Options) -> Vec<String> {
    let mut sources = Sources::from_text("a.asl.json", text);
    let checked = compile::check(&mut sources, options);
    let found = checked.diagnostics.sorted();
    let found = found.iter().filter(|found| found.code.id().starts_with("ASL13"));
    found
        .map(|found| {
            format!("{}: {}; {}", found.code.id(), found.title, found.help.as_deref().unwrap_or(""))
        })
        .collect()
}

#[test]
fn resources_without_a_target_are_named_by_as_much_of_them_as_necessary() {
    for (resources, expected) in [
        (&["arn:aws:lambda:us-east-1:123456789012:function:ChargeCard"][..], &["charge_card"][..]),
        (&["https://example.com/pay/", "urn:task:fn"], &["pay", "fn_"]),
        (&["urn:a:run", "urn:b:run", "urn:c:walk"], &["a_run", "b_run", "walk"]),
        (&["urn:task:X", "urn:task:x"], &["urn_task_x", "urn_task_x_2"]),
        (&["urn:task:7"], &["task_7"]),
        (&["arn:aws:states:::states:startExecution.sync:2"], &["start_execution_sync_2"]),
        (
            &[
                "arn:aws:lambda:us-east-1:123456789012:function:Pay:blue",
                "arn:aws:lambda:eu-west-1:123456789012:function:Pay:green",
            ],
            &["us_east_1_123456789012_function_pay", "eu_west_1_123456789012_function_pay"],
        ),
        (&["arn:aws:states:us-east-1:123456789012:activity:Shop-Pay-1A2B3C4D5E6F"], &["shop_pay"]),
    ] {
        let calls: Vec<(&str, &str)> = resources
            .iter()
            .map(|resource| (*resource, r#"{ "StateMachineArn.$": "$.machine" }"#))
            .collect();
        assert_eq!(methods_of(&definition(&calls), &Options::default()), expected);
    }
}

#[test]
fn functions_and_other_targets_name_methods() {
    let text = functions(&[
        (INVOKE, "ReserveFlight"),
        (INVOKE, "arn:aws:lambda:us-east-1:123456789012:function:ReserveFlight:prod"),
        (INVOKE, "ReserveHotel1A2B3C4D"),
        (WAIT, "AskUser"),
        (INVOKE, "${NotifyArn}"),
    ]);
    assert_eq!(
        methods_of(&text, &Options::default()),
        ["reserve_flight*", "reserve_flight*", "reserve_hotel*", "ask_user*", "notify_arn*"]
    );
    let text = definition(&[
        ("arn:aws:states:::dynamodb:putItem", r#"{ "TableName": "Orders", "Item.$": "$" }"#),
        ("arn:aws:states:::dynamodb:putItem", r#"{ "TableName.$": "$.table", "Item.$": "$" }"#),
        (
            "arn:aws:states:::sns:publish.waitForTaskToken",
            r#"{ "TopicArn": "arn:aws:sns:eu-west-1:1:approvals", "Message.$": "$$.Task.Token" }"#,
        ),
        (
            "arn:aws:states:::events:putEvents",
            r#"{ "Entries": [{ "EventBusName": "shop", "Detail.$": "$" }, { "EventBusName": "shop" }] }"#,
        ),
        (
            "arn:aws:states:::events:putEvents",
            r#"{ "Entries": [{ "EventBusName": "shop" }, { "EventBusName": "other" }] }"#,
        ),
        ("arn:aws:states:::aws-sdk:lambda:invoke", r#"{ "FunctionName": "Price" }"#),
        (INVOKE, r#"{ "FunctionName.$": "$.function" }"#),
    ]);
    assert_eq!(
        methods_of(&text, &Options::default()),
        [
            "put_item_orders",
            "put_item",
            "publish_approvals",
            "put_events_shop",
            "put_events",
            "invoke_price",
            "invoke"
        ]
    );
}

#[test]
fn equal_names_are_told_apart() {
    // One function, called in two ways.
    let text = functions(&[(INVOKE, "Ask"), (WAIT, "Ask")]);
    assert_eq!(
        methods_of(&text, &Options::default()),
        ["invoke_ask*", "invoke_wait_for_task_token_ask*"]
    );
    // Two functions whose names differ in a generated suffix only.
    let text =
        functions(&[(INVOKE, "Pay1A2B3C4D"), (INVOKE, "Pay9F8E7D6C"), (INVOKE, "Pay1A2B3C4D")]);
    assert_eq!(methods_of(&text, &Options::default()), ["pay*", "pay_2*", "pay*"]);
    let together = options(&[("Pay", Some("pay"))]);
    assert_eq!(methods_of(&text, &together), ["pay*", "pay*", "pay*"]);
}

#[test]
fn options_name_methods_by_states_targets_and_resources() {
    let text = functions(&[(INVOKE, "A"), (INVOKE, "B"), (INVOKE, "A"), (INVOKE, "C")]);
    let named = |tasks: &[(&str, Option<&str>)]| methods_of(&text, &options(tasks));
    assert_eq!(named(&[("A", Some("x"))]), ["x*", "b*", "x*", "c*"]);
    assert_eq!(named(&[("a", Some("x"))]), ["x*", "b*", "x*", "c*"]);
    assert_eq!(named(&[("S0", Some("x"))]), ["x*", "b*", "a*", "c*"]);
    assert_eq!(named(&[("S0", None)]), ["s0*", "b*", "a*", "c*"]);
    assert_eq!(named(&[("S1", None)]), ["a*", "b*", "a*", "c*"]);
    // The methods of a Resource take its whole request.
    assert_eq!(named(&[(INVOKE, None)]), ["invoke", "invoke", "invoke", "invoke"]);
    assert_eq!(named(&[(INVOKE, None), ("B", Some("x"))]), ["invoke", "x*", "invoke", "invoke"]);
    // Two entries with one method are put together.
    assert_eq!(named(&[("B", Some("x")), ("S3", Some("x"))]), ["a*", "x*", "a*", "x*"]);
}

#[test]
fn methods_of_resources_take_requests() {
    let text = functions(&[(INVOKE, "A"), (INVOKE, "B"), (WAIT, "A")]);
    let named = |tasks: &[(&str, Option<&str>)]| {
        methods_of(&text, &with(options(tasks), |options| options.methods = Mode::Resources))
    };
    assert_eq!(named(&[]), ["invoke", "invoke", "invoke_wait_for_task_token"]);
    assert_eq!(named(&[("B", Some("b"))]), ["invoke", "b", "invoke_wait_for_task_token"]);
}

#[test]
fn entries_that_fit_no_call_or_several_are_faults() {
    let text = functions(&[(INVOKE, "ReserveFlight"), (INVOKE, "S0"), (INVOKE, "S0")]);
    let found = |tasks: &[(&str, Option<&str>)]| findings(&text, &options(tasks));
    assert_eq!(
        found(&[("ReserveFligt", None)]),
        [
            "ASL1303: the option `tasks` names `ReserveFligt`, but no task of this definition is called so; did you mean `ReserveFlight`?"
        ]
    );
    assert_eq!(
        found(&[("zzzzzzzzz", None)]),
        [
            "ASL1303: the option `tasks` names `zzzzzzzzz`, but no task of this definition is called so; its tasks are: reserve_flight, s0"
        ]
    );
    assert_eq!(
        found(&[("S0", None)]),
        [
            "ASL1310: the option `tasks` names `S0`, which is a state and also what other states call; for all of its calls write `s0`, otherwise the names of the other states"
        ]
    );
    assert_eq!(
        found(&[("ReserveFlight", None), ("reserve_flight", Some("x"))]),
        [
            "ASL1310: the option `tasks` names one task as `ReserveFlight` and as `reserve_flight`; leave one of the two entries out"
        ]
    );
    assert_eq!(
        found(&[("s0", None), ("S1", None), ("S2", Some("y"))]),
        [
            "ASL1310: the option `tasks` names `s0`, but other entries name each of its calls; leave the entry out"
        ]
    );
}

#[test]
fn a_method_has_one_pair_of_types() {
    let text = functions(&[(INVOKE, "A"), (INVOKE, "B")]);
    let option = |task: &str, input: &str| TaskOption {
        task: task.to_owned(),
        method: Some("x".to_owned()),
        types: Some((input.parse().expect("a type"), "Out".parse().expect("a type"))),
    };
    let options = |b| {
        with(Options::default(), |options| options.tasks = vec![option("A", "In"), option("B", b)])
    };
    assert_eq!(methods_of(&text, &options("In")), ["x*", "x*"]);
    assert_eq!(
        findings(&text, &options("Other")),
        [
            "ASL1304: the method `x` would have two different types; give the entries of `tasks` with this method the same types, or types to one of them only"
        ]
    );
}

#[test]
fn a_resource_of_many_parts_is_named_in_little_time() {
    let resource = |end: &str| format!("urn:{}{end}", "a:".repeat(100_000));
    let (first, second) = (resource("x"), resource("X"));
    assert_eq!(
        methods_of(&definition(&[(&first, "{}"), (&second, "{}")]), &Options::default()),
        ["a_a_a_a_a_a_a_x", "a_a_a_a_a_a_a_x_2"]
    );
    let resource = |end: &str| format!("arn:{}function:{end}", "a:".repeat(100_000));
    let (first, second) = (resource("x"), resource("X"));
    assert_eq!(
        methods_of(&definition(&[(&first, "{}"), (&second, "{}")]), &Options::default()),
        ["a_a_a_a_a_a_function_x", "a_a_a_a_a_a_function_x_2"]
    );
}

#[test]
fn answers_are_those_of_tasks_that_wait_for_a_token() {
    let text = definition(&[(INVOKE, &function("Charge")), (WAIT, &function("AskCustomer"))]);
    let titles = |names: &[&str]| {
        let answers = names.iter().map(|task| AnswerOption {
            task: (*task).to_owned(),
            answer: "crate :: Answer < u8 >".parse().expect("a type"),
        });
        let options = with(Options::default(), |options| options.answers = answers.collect());
        let mut sources = Sources::from_text("a.asl.json", &text);
        let checked = compile::check(&mut sources, &Options::default());
        let machine = checked.machine.expect("no errors");
        let mut diagnostics = Diagnostics::default();
        let methods = methods(&machine, &options, &mut diagnostics);
        let has_answer = methods.list.iter().map(|method| method.answer.is_some()).collect();
        let titles = diagnostics.iter().map(|found| format!("{}; {:?}", found.title, found.help));
        (titles.collect::<Vec<_>>(), has_answer)
    };
    for name in ["ask_customer", "AskCustomer", "S1"] {
        assert_eq!(titles(&[name]), (Vec::new(), vec![false, true]), "{name}");
    }
    let (faults, _) = titles(&["ask_custmer"]);
    assert_eq!(faults.len(), 1);
    assert!(faults[0].contains("no task is called so"), "{faults:?}");
    assert!(faults[0].contains("did you mean `ask_customer`?"), "{faults:?}");
    let (faults, _) = titles(&["Charge"]);
    assert!(faults[0].contains("names `Charge`, which waits for no token"), "{faults:?}");
    assert!(faults[0].contains("charge: fn(..) -> crate::Answer<u8> }"), "{faults:?}");
}
