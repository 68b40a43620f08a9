//! Tasks as activities, and their possible results.

use asl_runtime::TaskError;
use asl_runtime::json as data;
use asl_swf::model::{ActivityTaskTimeoutType, Timeout};
use asl_swf::{ActivityLimits, ActivityOptions, DeciderOptions, failure};
use serde_json::json;

use super::story::Story;
use super::{each, order, race};

fn order() -> Story {
    Story::new(&order::MACHINE, &json!({"order": 7}))
}

#[test]
fn a_task_is_scheduled_with_its_input_and_its_limits() {
    let decisions = order().decide();
    let expected = json!([
        {
            "decisionType": "ScheduleActivityTask",
            "scheduleActivityTaskDecisionAttributes": {
                "activityType": {"name": "ChargeCard", "version": "1.0"},
                "activityId": "Charge#0",
                "input": "{\"order\":7}",
                "scheduleToCloseTimeout": "60",
                "scheduleToStartTimeout": "NONE",
                "startToCloseTimeout": "60",
                "heartbeatTimeout": "NONE",
            },
        },
        {
            "decisionType": "StartTimer",
            "startTimerDecisionAttributes": {"timerId": "TimeoutSeconds", "startToFireTimeout": "86400"},
        },
    ]);
    assert_eq!(decisions, expected);
}

#[test]
fn options_say_where_and_how_an_activity_is_polled() {
    let own = ActivityOptions::default()
        .name("charge")
        .version("3")
        .task_list("money")
        .priority(7)
        .limits(ActivityLimits {
            schedule_to_start: Some(Timeout::Seconds(9)),
            ..ActivityLimits::default()
        });
    let resource = "arn:aws:lambda:us-east-1:123456789012:function:ChargeCard";
    let options = DeciderOptions::default()
        .task_list("any")
        .limits(ActivityLimits {
            schedule_to_start: Some(Timeout::Seconds(30)),
            ..ActivityLimits::default()
        })
        .activities([(resource.into(), own)]);
    let mut story = Story::with(&order::MACHINE, &json!({}), options);
    let charge = &story.decide()[0]["scheduleActivityTaskDecisionAttributes"];
    assert_eq!(charge["activityType"], json!({"name": "charge", "version": "3"}));
    assert_eq!(
        (&charge["taskList"], &charge["taskPriority"]),
        (&json!({"name": "money"}), &json!("7"))
    );
    assert_eq!(charge["scheduleToStartTimeout"], "9");
    let types: Vec<String> = story
        .decider
        .activity_types()
        .map(|(row, kind)| format!("{} {} {}", row.method, kind.name, kind.version))
        .collect();
    assert_eq!(types, ["charge_card charge 3", "ship Ship 1.0"]);
}

#[test]
fn an_order_goes_through() {
    let mut story = order();
    assert_eq!(
        story.answer(),
        ["ScheduleActivityTask Charge#0", "StartTimer TimeoutSeconds 86400"]
    );
    story.done("Charge#0", &json!({"id": "r-1"}));
    assert_eq!(story.answer(), ["StartTimer Cool_off~4f23d7c7cbf8a0d9#1 30"]);
    story.pass(30_000);
    story.fired("Cool_off~4f23d7c7cbf8a0d9#1");
    let ship = story.decide();
    let ship = &ship[0]["scheduleActivityTaskDecisionAttributes"];
    assert_eq!(ship["input"], r#"{"order":7,"receipt":{"id":"r-1"}}"#);
    assert_eq!(
        (&ship["heartbeatTimeout"], &ship["startToCloseTimeout"]),
        (&json!("20"), &json!("600"))
    );
    story.task.events.truncate(story.task.events.len() - 2);
    assert_eq!(story.answer(), ["ScheduleActivityTask Ship#2"]);
    story.done("Ship#2", &json!("parcel"));
    assert_eq!(
        story.answer(),
        [r#"CompleteWorkflowExecution {"order":7,"receipt":{"id":"r-1"},"parcel":"parcel"}"#]
    );
    // Nothing is left to be decided, but the whole of it fits the machine.
    let checked = story.decider.decide(&story.task).unwrap();
    assert_eq!((checked.decisions.len(), checked.states.len()), (0, 0));
}

#[test]
fn a_failed_activity_is_an_error_with_reason_and_details() {
    let mut story = order();
    story.answer();
    story.failed("Charge#0", "Busy", "come again");
    assert_eq!(story.answer(), ["StartTimer Charge#0~1 5"]);
    story.pass(5_000);
    story.fired("Charge#0~1");
    assert_eq!(story.answer(), ["ScheduleActivityTask Charge#0~1"]);
    story.failed("Charge#0~1", "Refused", "no money");
    assert_eq!(story.answer(), ["FailWorkflowExecution Refused: no money"]);
}

#[test]
fn what_our_workers_say_besides_comes_through() {
    let mut story = order();
    story.answer();
    let (reason, details) =
        failure::write(&TaskError::new("Refused", "no money").with_data(data!({"left": 3})));
    story.failed("Charge#0", &reason, &details.unwrap());
    let decisions = story.decide();
    let failed = &decisions[0]["failWorkflowExecutionDecisionAttributes"];
    assert_eq!(
        (&failed["reason"], &failed["details"]),
        (
            &json!("Refused"),
            &json!(
                r#"asl:{"cause":"no money","data":{"left":3},"at":{"state":"Charge","path":"Charge","file":"engines/swf/doc/order.asl.json","line":6,"column":5}}"#
            )
        )
    );
}

#[test]
fn every_time_out_is_one_and_silence_is_another() {
    let kinds = [
        ActivityTaskTimeoutType::StartToClose,
        ActivityTaskTimeoutType::ScheduleToStart,
        ActivityTaskTimeoutType::ScheduleToClose,
        ActivityTaskTimeoutType::Heartbeat,
    ];
    for kind in kinds {
        let mut story = order();
        story.answer();
        story.timed_out("Charge#0", kind);
        assert_eq!(story.answer(), ["FailWorkflowExecution States.Timeout: "]);
    }
}

#[test]
fn an_activity_that_was_cancelled_by_somebody_else_has_failed() {
    let mut story = order();
    story.answer();
    story.canceled("Charge#0");
    assert_eq!(
        story.answer(),
        ["FailWorkflowExecution States.TaskFailed: the activity `Charge#0` was cancelled"]
    );
}

#[test]
fn an_activity_that_is_not_scheduled_fails_with_the_cause() {
    let mut story = order();
    let decided = story.try_decide().unwrap();
    story.complete_task();
    let fields =
        json!({"activityId": "Charge#0", "activityType": {"name": "ChargeCard", "version": "1.0"}});
    story.refused("ScheduleActivityTaskFailed", fields, "ACTIVITY_TYPE_DOES_NOT_EXIST");
    let timer = json!({"timerId": "TimeoutSeconds", "startToFireTimeout": "86400", "decisionTaskCompletedEventId": 4});
    story.push(super::story::attributes("TimerStarted", timer));
    assert_eq!(decided.decisions.len(), 2);
    let expected = "FailWorkflowExecution ACTIVITY_TYPE_DOES_NOT_EXIST: \
                    Amazon SWF did not start the activity `Charge#0`: ACTIVITY_TYPE_DOES_NOT_EXIST";
    assert_eq!(story.answer(), [expected]);
}

#[test]
fn what_loses_is_cancelled_and_a_race_is_no_error() {
    let mut story = Story::new(&race::MACHINE, &json!({}));
    let fan = [
        "ScheduleActivityTask Fan#0.0.Slow#0",
        "ScheduleActivityTask Fan#0.1.Risky#0",
        "StartTimer Fan#0.2.Doze#0 100",
    ];
    assert_eq!(story.answer(), fan);
    story.failed("Fan#0.1.Risky#0", "Boom", "");
    let losers = [
        "RequestCancelActivityTask Fan#0.0.Slow#0",
        "CancelTimer Fan#0.2.Doze#0",
        "ScheduleActivityTask Tell#1",
    ];
    assert_eq!(story.answer(), losers);
    story.canceled("Fan#0.0.Slow#0");
    assert_eq!(story.answer(), [""; 0]);
    story.done("Tell#1", &json!("told"));
    assert_eq!(story.answer(), [r#"CompleteWorkflowExecution "told""#]);
}

#[test]
fn what_has_ended_in_the_same_history_is_not_cancelled() {
    let mut story = Story::new(&race::MACHINE, &json!({}));
    story.answer();
    story.failed("Fan#0.1.Risky#0", "Boom", "");
    story.done("Fan#0.0.Slow#0", &json!(1));
    story.pass(100_000);
    story.fired("Fan#0.2.Doze#0");
    assert_eq!(story.answer(), ["ScheduleActivityTask Tell#1"]);
}

#[test]
fn cancellations_that_come_too_late_are_races() {
    let mut story = Story::new(&race::MACHINE, &json!({}));
    story.answer();
    story.failed("Fan#0.1.Risky#0", "Boom", "");
    let decided = story.try_decide().unwrap();
    let done = story.opened("Fan#0.0.Slow#0");
    // While the decider thinks, both end by themselves.
    story.done("Fan#0.0.Slow#0", &json!(1));
    story.fired("Fan#0.2.Doze#0");
    story.complete_task();
    story.refused(
        "RequestCancelActivityTaskFailed",
        json!({"activityId": "Fan#0.0.Slow#0"}),
        "ACTIVITY_ID_UNKNOWN",
    );
    story.refused("CancelTimerFailed", json!({"timerId": "Fan#0.2.Doze#0"}), "TIMER_ID_UNKNOWN");
    assert!(done > 0 && decided.decisions.len() == 3);
    let completed = story.task.events.len() as i64 - 2;
    let scheduled = json!({"activityId": "Tell#1", "activityType": {"name": "sns.publish", "version": "1.0"},
        "taskList": {"name": "a"}, "decisionTaskCompletedEventId": completed});
    story.push(super::story::attributes("ActivityTaskScheduled", scheduled));
    assert_eq!(story.answer(), [""; 0]);
    story.done("Tell#1", &json!(2));
    assert_eq!(story.answer(), ["CompleteWorkflowExecution 2"]);
}

#[test]
fn the_time_of_an_activity_counts_from_its_start() {
    let mut story = Story::new(&race::MACHINE, &json!({}));
    let decisions = story.decide();
    let slow = &decisions[0]["scheduleActivityTaskDecisionAttributes"];
    assert_eq!(slow["activityType"]["name"], "Slow");
    let limits = ["scheduleToCloseTimeout", "startToCloseTimeout", "heartbeatTimeout"]
        .map(|key| slow[key].as_str().unwrap());
    assert_eq!(limits, ["NONE", "90", "5"]);
    let risky = &decisions[1]["scheduleActivityTaskDecisionAttributes"];
    assert_eq!(
        (&risky["scheduleToCloseTimeout"], &risky["startToCloseTimeout"]),
        (&json!("60"), &json!("60"))
    );
}

#[test]
fn no_more_than_a_thousand_are_open_and_the_rest_follows() {
    let items: Vec<u32> = (0..1_200).collect();
    let mut story = Story::new(&each::MACHINE, &json!({"items": items}));
    let first = story.answer();
    assert_eq!((first.len(), first[999].as_str()), (1_000, "ScheduleActivityTask Each#0.999.Do#0"));
    for item in 0..150 {
        story.done(&format!("Each#0.{item}.Do#0"), &json!(item));
    }
    let second = story.answer();
    assert_eq!((second.len(), second[0].as_str()), (150, "ScheduleActivityTask Each#0.1000.Do#0"));
    for item in 150..1_150 {
        story.done(&format!("Each#0.{item}.Do#0"), &json!(item));
    }
    assert_eq!(story.answer().len(), 50);
    for item in 1_150..1_200 {
        story.done(&format!("Each#0.{item}.Do#0"), &json!(item));
    }
    let end = story.decide();
    let result = end[0]["completeWorkflowExecutionDecisionAttributes"]["result"].as_str().unwrap();
    assert_eq!(serde_json::from_str::<Vec<u32>>(result).unwrap(), items);
}

#[test]
fn an_answer_has_less_than_a_megabyte_and_the_rest_follows_at_once() {
    let items: Vec<String> = (0..60).map(|item| format!("{item}{}", "x".repeat(30_000))).collect();
    let mut story = Story::new(&each::MACHINE, &json!({"items": items}));
    let first = story.answer();
    assert_eq!((first.len(), first[first.len() - 1].as_str()), (15, "StartTimer Rest 0"));
    for _ in 0..3 {
        story.fired("Rest");
        let next = story.answer();
        assert_eq!((next.len(), next[14].as_str()), (15, "StartTimer Rest 0"));
    }
    story.fired("Rest");
    assert_eq!(
        story.answer(),
        [56, 57, 58, 59].map(|item| format!("ScheduleActivityTask Each#0.{item}.Do#0"))
    );
}
