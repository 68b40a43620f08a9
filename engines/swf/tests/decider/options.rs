//! Options: their effect on decisions, and those that are refused when the decider is created.

use asl_runtime::Value as Data;
use asl_swf::model::Timeout;
use asl_swf::{
    ActivityLimits, ActivityOptions, ChildOptions, Decider, DeciderOptions, EventTarget, Markers,
    Note,
};
use serde_json::{Value, json};

use super::story::Story;
use super::{approval, late, nested, order, race, waits};

const CHARGE: &str = "arn:aws:lambda:us-east-1:123456789012:function:ChargeCard";
const NO_LIMITS: ActivityLimits = ActivityLimits {
    schedule_to_start: None,
    schedule_to_close: None,
    start_to_close: None,
    heartbeat: None,
};

#[expect(clippy::unnecessary_wraps, reason = "options are of this type")]
fn seconds(seconds: u64) -> Option<Timeout> {
    Some(Timeout::Seconds(seconds))
}

fn charge(own: ActivityOptions) -> DeciderOptions {
    DeciderOptions::default().activities([(CHARGE.into(), own)])
}

/// The error of options for the order's machine.
fn error(options: DeciderOptions) -> String {
    Decider::new(&order::MACHINE, options)
        .map_or_else(|error| error.to_string(), |_| "none".to_owned())
}

/// Asserts the error of each of these options.
fn assert_refused<const N: usize>(cases: [(DeciderOptions, &str); N]) {
    for (options, expected) in cases {
        assert_eq!(error(options), expected);
    }
}

#[test]
fn options_of_children_that_the_service_would_refuse_are_errors_of_the_decider() {
    let base = DeciderOptions::default;
    let child = |child: ChildOptions| base().child(child);
    let six: Vec<Note> = (0..6).map(|tag| tag.to_string().into()).collect();
    assert_refused([
        (
            child(ChildOptions::default().tags(six)),
            "option `child.tags`: there are 6 tags; Amazon SWF takes 5",
        ),
        (child(ChildOptions::default().tags(vec!["".into()])), "option `child.tags`: it is empty"),
        (
            child(ChildOptions::default().tags(vec!["x".repeat(257).into()])),
            "option `child.tags`: it has 257 characters; Amazon SWF takes 256",
        ),
        (child(ChildOptions::default().version("")), "option `child.version`: it is empty"),
        (
            child(ChildOptions::default().execution_timeout(100_000_000)),
            "option `child.execution_timeout`: 100000000 seconds are too many; Amazon SWF takes 99999999",
        ),
        (
            child(ChildOptions::default().decision_timeout(u32::MAX)),
            "option `child.decision_timeout`: 4294967295 seconds are too many; Amazon SWF takes 99999999",
        ),
        (
            child(ChildOptions::default().policy("KEEP".into())),
            "option `child.policy`: `KEEP` is none of TERMINATE, REQUEST_CANCEL and ABANDON",
        ),
        (child(ChildOptions::default().lambda_role("")), "option `child.lambda_role`: it is empty"),
        (
            base().children([("Audit".into(), ChildOptions::default().task_list("a:b"))]),
            "option `children[\"Audit\"].task_list`: `a:b` has `:`, which Amazon SWF forbids",
        ),
    ]);
}

#[test]
fn options_of_workflow_and_activities_that_the_service_would_refuse_are_errors_of_the_decider() {
    let base = DeciderOptions::default;
    let own = || ActivityOptions::default();
    let limits = |limits| base().limits(limits);
    let long = "x".repeat(32_769);
    assert_refused([
        (
            base().workflow_name("a/b"),
            "option `workflow_name`: `a/b` has `/`, which Amazon SWF forbids",
        ),
        (
            base().workflow_version("x".repeat(65)),
            "option `workflow_version`: it has 65 characters; Amazon SWF takes 64",
        ),
        (
            base().activity_version("arn"),
            "option `activity_version`: Amazon SWF keeps the word `arn` for itself",
        ),
        (
            base().task_list("a\u{7}"),
            "option `task_list`: `a\\u{7}` has `\\u{7}`, which Amazon SWF forbids",
        ),
        (
            limits(ActivityLimits { heartbeat: seconds(100_000_000), ..NO_LIMITS }),
            "option `limits.heartbeat`: 100000000 seconds are too many; Amazon SWF takes 99999999",
        ),
        (
            charge(
                own().limits(ActivityLimits { schedule_to_start: seconds(u64::MAX), ..NO_LIMITS }),
            ),
            "option `activities[\"arn:aws:lambda:us-east-1:123456789012:function:ChargeCard\"].limits.schedule_to_start`: 18446744073709551615 seconds are too many; Amazon SWF takes 99999999",
        ),
        (
            charge(own().id("a|b")),
            "option `activities[\"arn:aws:lambda:us-east-1:123456789012:function:ChargeCard\"].id`: `a|b` has `|`, which Amazon SWF forbids",
        ),
        (
            charge(own().control(long.as_str())),
            "option `activities[\"arn:aws:lambda:us-east-1:123456789012:function:ChargeCard\"].control`: it has 32769 characters; Amazon SWF takes 32768",
        ),
        (
            charge(own().name("x".repeat(65)).lambda(true)),
            "option `activities[\"arn:aws:lambda:us-east-1:123456789012:function:ChargeCard\"].name`: it has 65 characters; Amazon SWF takes 64",
        ),
        (
            base().activities([("ChargeCard".into(), own())]),
            "option `activities[\"ChargeCard\"]`: the machine `order` has no such Resource",
        ),
    ]);
}

#[test]
fn options_of_events_and_notes_that_the_service_would_refuse_are_errors_of_the_decider() {
    let base = DeciderOptions::default;
    let long = "x".repeat(32_769);
    assert_refused([
        (
            base().event_target(EventTarget::Workflow("".into())),
            "option `event_target`: it is empty",
        ),
        (
            base().event_targets([("e".into(), EventTarget::Attribute("".into()))]),
            "option `event_targets[\"e\"]`: it is empty",
        ),
        (
            base().markers(Markers::States(vec!["Charge".into(), "Shop".into()])),
            "option `markers`: the machine `order` has no state `Shop`",
        ),
        (
            base().marker_details(long.as_str()),
            "option `marker_details`: it has 32769 characters; Amazon SWF takes 32768",
        ),
        (
            base().timer_control(long.as_str()),
            "option `timer_control`: it has 32769 characters; Amazon SWF takes 32768",
        ),
        (
            base().cancel_details(long.as_str()),
            "option `cancel_details`: it has 32769 characters; Amazon SWF takes 32768",
        ),
    ]);
    let problem = Decider::new(&order::MACHINE, base().task_list("")).unwrap_err();
    assert_eq!((problem.option(), problem.problem()), ("task_list", "it is empty"));
}

#[test]
fn options_up_to_the_limits_are_taken() {
    let tags: Vec<Note> = (0..5).map(|tag| tag.to_string().repeat(256).into()).collect();
    let child = ChildOptions::default()
        .tags(tags)
        .execution_timeout(99_999_999)
        .priority(i32::MIN)
        .lambda_role("r".repeat(1_600));
    let own = ActivityOptions::default().control("x".repeat(32_768));
    let limits = ActivityLimits {
        heartbeat: Some(Timeout::Unlimited),
        schedule_to_start: seconds(99_999_999),
        ..NO_LIMITS
    };
    let options = charge(own).child(child).limits(limits).task_list("warning");
    assert_eq!(error(options), "none");
}

/// The activity that a machine begins with.
fn first(mut story: Story) -> Value {
    story.decide()[0]["scheduleActivityTaskDecisionAttributes"].clone()
}

#[test]
fn calls_of_sm4c_leave_their_limits_to_the_registered_type() {
    let limits = [
        "scheduleToCloseTimeout",
        "scheduleToStartTimeout",
        "startToCloseTimeout",
        "heartbeatTimeout",
    ];
    let log = |options| first(Story::with(&approval::MACHINE, &json!({"order": 7}), options));
    let decided = log(DeciderOptions::default());
    assert_eq!(decided["activityType"]["name"], "log");
    assert!(limits.iter().all(|limit| decided.get(limit).is_none()), "{decided}");

    // A general option, one of a Resource before it, and an explicit NONE.
    let general = ActivityLimits { start_to_close: seconds(9), heartbeat: seconds(3), ..NO_LIMITS };
    let own = ActivityLimits {
        start_to_close: seconds(7),
        schedule_to_close: Some(Timeout::Unlimited),
        ..NO_LIMITS
    };
    let activities = [("log".into(), ActivityOptions::default().limits(own))];
    let decided = log(DeciderOptions::default().limits(general).activities(activities));
    let found: Vec<_> =
        limits.iter().map(|limit| decided.get(limit).cloned().unwrap_or_default()).collect();
    assert_eq!(found, [json!("NONE"), json!(null), json!("7"), json!("3")]);

    // The definition takes precedence over the options.
    let options = || DeciderOptions::default().limits(general);
    let work = first(Story::with(&late::MACHINE, &json!({}), options()));
    assert_eq!(
        (&work["startToCloseTimeout"], &work["heartbeatTimeout"]),
        (&json!("600"), &json!("3"))
    );
    let charge = first(Story::with(&order::MACHINE, &json!({}), options()));
    assert_eq!(
        (&charge["startToCloseTimeout"], &charge["heartbeatTimeout"]),
        (&json!("60"), &json!("3"))
    );
}

#[test]
fn the_time_from_scheduling_to_the_end_is_an_option_of_its_own() {
    let limits = ActivityLimits { schedule_to_close: seconds(360), ..NO_LIMITS };
    let charge = first(Story::with(
        &order::MACHINE,
        &json!({}),
        charge(ActivityOptions::default().limits(limits)),
    ));
    assert_eq!(
        (&charge["scheduleToCloseTimeout"], &charge["startToCloseTimeout"]),
        (&json!("360"), &json!("60"))
    );
}

fn order_id(input: &Data) -> Option<String> {
    input.get("order").map(Data::to_json_string)
}

#[test]
fn control_and_ids_are_made_of_the_input() {
    let own = ActivityOptions::default().control(Note::Made(order_id)).id(Note::Made(order_id));
    let decided =
        first(Story::with(&order::MACHINE, &json!({"order": "a:7"}), charge(own.clone())));
    // An id is made legal; a control is unchanged.
    assert_eq!(
        (&decided["control"], &decided["activityId"]),
        (&json!("\"a:7\""), &json!("\"a.7\""))
    );
    // Without a text of its own it is the usual id.
    let decided = first(Story::with(&order::MACHINE, &json!({}), charge(own.clone())));
    assert_eq!((decided.get("control"), &decided["activityId"]), (None, &json!("Charge#0")));
    // A Lambda function that the service calls.
    let options = charge(own).lambda(true);
    let lambda = Story::with(&order::MACHINE, &json!({"order": 7}), options).decide()[0].clone();
    let lambda = &lambda["scheduleLambdaFunctionDecisionAttributes"];
    assert_eq!((&lambda["control"], &lambda["id"]), (&json!("7"), &json!("7")));
}

#[test]
fn an_id_that_is_open_gets_a_number_behind_it() {
    let own = || ActivityOptions::default().id("one");
    let activities = [
        ("arn:aws:states:us-east-1:123456789012:activity:Slow".into(), own()),
        ("arn:aws:lambda:us-east-1:123456789012:function:Risky".into(), own()),
    ];
    let options = DeciderOptions::default().activities(activities);
    let mut story = Story::with(&race::MACHINE, &json!({}), options);
    assert_eq!(story.answer()[..2], ["ScheduleActivityTask one", "ScheduleActivityTask one^2"]);
    story.failed("one^2", "Boom", "");
    assert_eq!(story.answer()[0], "RequestCancelActivityTask one");
}

#[test]
fn timers_and_markers_carry_texts() {
    let marker_details = Note::Made(|input| Some(input.to_json_string()));
    let timer_control = Note::Made(|id| id.as_str().map(|id| format!("timer {id}")));
    let options = DeciderOptions::default()
        .markers(Markers::All)
        .marker_details(marker_details)
        .timer_control(timer_control);
    let input = json!({"seconds": 5, "until": "2026-01-01T00:00:00Z"});
    let decided = Story::with(&waits::MACHINE, &input, options).decide();
    assert_eq!(
        decided[0]["recordMarkerDecisionAttributes"],
        json!({"markerName": "Wait", "details": input.to_string()})
    );
    assert_eq!(decided[1]["startTimerDecisionAttributes"]["control"], "timer Wait#0");
    // Texts that are too long are an error before anything is sent.
    let long = Note::Made(|_| Some("x".repeat(32_769)));
    let options = DeciderOptions::default().markers(Markers::All).marker_details(long);
    let error = Story::with(&waits::MACHINE, &input, options).try_decide().unwrap_err().to_string();
    assert!(
        error.starts_with("the marker's details of state `Wait` has 32769 characters"),
        "{error}"
    );
}

#[test]
fn children_have_a_priority_a_control_and_tags_of_their_data() {
    let child = ChildOptions::default()
        .priority(-3)
        .control(Note::Made(|input| Some(input.to_json_string())))
        .tags(vec![
            "child".into(),
            Note::Made(|input| input.at(["id"]).map(Data::to_json_string)),
            Note::Made(|_| None),
        ]);
    let mut story = Story::with(
        &nested::MACHINE,
        &json!({"order": {"id": 7}}),
        DeciderOptions::default().child(child),
    );
    let started = story.decide();
    let started = &started[0]["startChildWorkflowExecutionDecisionAttributes"];
    assert_eq!((&started["taskPriority"], &started["control"]), (&json!("-3"), &started["input"]));
    assert_eq!(started["tagList"].as_array().unwrap().first(), Some(&json!("child")));
    story.task.events.truncate(story.task.events.len() - 2);
    story.answer();
    story.child("audit-7", "Started", json!({}));
    let second = story.answer();
    assert!(second[0].starts_with("StartChildWorkflowExecution"), "{second:?}");
    story.child("order-7.run-1.Text#1", "Started", json!({}));
    story.request_cancel();
    let decided = story.decide();
    let cancel = &decided[0]["requestCancelExternalWorkflowExecutionDecisionAttributes"];
    assert!(
        cancel["control"].is_string() && cancel["workflowId"] == "order-7.run-1.Text#1",
        "{decided}"
    );
}
