//! Tests of runs.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Outcome, Run};
use crate::picture::{self, Paths};
use crate::{history, page};

/// An event: the one before it, its type, and its details.
type Line = (u64, &'static str, Value);

/// A history in AWS's form: events are a second apart.
fn text(lines: &[Line]) -> String {
    let event = |(at, (previous, kind, details)): (usize, &Line)| {
        let key = if kind.ends_with("StateEntered") {
            "stateEnteredEventDetails".to_owned()
        } else if kind.ends_with("StateExited") {
            "stateExitedEventDetails".to_owned()
        } else {
            format!("{}{}EventDetails", kind[..1].to_ascii_lowercase(), &kind[1..])
        };
        json!({
            "id": at + 1, "previousEventId": previous, "type": kind, key: details,
            "timestamp": 1_767_225_600.0 + f64::from(u32::try_from(at).unwrap()),
        })
    };
    let events: Vec<Value> = lines.iter().enumerate().map(event).collect();
    json!({ "events": events }).to_string()
}

fn run(lines: &[Line]) -> Run {
    of(&text(lines))
}

fn of(text: &str) -> Run {
    let mut run = super::run(&history::read(text).unwrap());
    picture::set_paths(&mut run, &Paths::default());
    run
}

/// Each visit on a line: path, group, outcome, outcomes of attempts, error.
fn lines(run: &Run) -> Vec<String> {
    let visit = |visit: &super::Visit| {
        let mut line = run.states[visit.state].path.clone();
        if let Some(group) = visit.group {
            write!(line, " #{group}").unwrap();
        }
        write!(line, " {:?}", visit.outcome).unwrap();
        for attempt in &visit.attempts {
            write!(line, " ({:?})", attempt.outcome).unwrap();
        }
        line + &visit.error.as_ref().map_or_else(String::new, |error| format!(" {error}"))
    };
    run.visits.iter().map(visit).collect()
}

fn named(name: &str) -> Value {
    json!({"name": name, "input": "{}"})
}

fn left(name: &str) -> Value {
    json!({"name": name, "output": "{}"})
}

fn scheduled() -> Value {
    json!({"resource": "arn:f", "input": "{\"a\":1}"})
}

fn error(name: &str) -> Value {
    json!({"error": name, "cause": "because"})
}

const START: Line = (0, "ExecutionStarted", Value::Null);

#[test]
fn a_task_that_is_retried_has_its_attempts() {
    let run = run(&[
        START,
        (0, "TaskStateEntered", named("Pay")),
        (2, "LambdaFunctionScheduled", scheduled()),
        (3, "LambdaFunctionStarted", json!({})),
        (4, "LambdaFunctionFailed", error("Busy")),
        (5, "LambdaFunctionScheduled", scheduled()),
        (6, "LambdaFunctionStarted", json!({})),
        (7, "LambdaFunctionSucceeded", json!({"output": "7"})),
        (8, "TaskStateExited", left("Pay")),
        (9, "ExecutionSucceeded", json!({"output": "{}"})),
    ]);
    assert_eq!(lines(&run), ["Pay Succeeded (Failed) (Succeeded)"]);
    assert_eq!((run.outcome, run.events), (Outcome::Succeeded, 10));
    let [failed, succeeded] = run.visits[0].attempts.as_slice() else { panic!("two attempts") };
    assert_eq!((failed.error.as_deref(), failed.cause.as_deref()), (Some("Busy"), Some("because")));
    assert_eq!(succeeded.output.map(|id| run.texts.text(id)), Some("7"));
    assert_eq!(
        (succeeded.start, succeeded.end),
        (Some(1_767_225_605_000), Some(1_767_225_607_000))
    );
    assert_eq!(run.notes, [""; 0]);
}

#[test]
fn a_caught_error_and_a_failure_are_different() {
    let run = run(&[
        START,
        (0, "TaskStateEntered", named("Pay")),
        (
            2,
            "TaskScheduled",
            json!({"resource": "invoke", "resourceType": "lambda", "parameters": "{}"}),
        ),
        (3, "TaskTimedOut", error("States.Timeout")),
        (4, "TaskStateExited", left("Pay")),
        (5, "FailStateEntered", named("Stop")),
        (6, "ExecutionFailed", error("NoMoney")),
    ]);
    assert_eq!(lines(&run), ["Pay Caught (TimedOut) States.Timeout", "Stop Failed NoMoney"]);
    assert_eq!((run.outcome, run.error.as_deref()), (Outcome::Failed, Some("NoMoney")));
    assert_eq!(run.visits[0].attempts[0].name, "lambda:invoke");
}

#[test]
fn a_failed_branch_fails_its_parallel_and_aborts_the_others() {
    let run = run(&[
        START,
        (0, "ParallelStateEntered", named("Fan")),
        (2, "ParallelStateStarted", json!({})),
        (3, "TaskStateEntered", named("A")),
        (4, "LambdaFunctionScheduled", scheduled()),
        (3, "PassStateEntered", named("B")),
        (6, "PassStateExited", left("B")),
        (7, "FailStateEntered", named("C")),
        (4, "TaskStateAborted", json!({})),
        (8, "ParallelStateFailed", error("No")),
        (10, "ExecutionFailed", error("No")),
    ]);
    assert_eq!(
        lines(&run),
        [
            "Fan Failed No",
            "Fan[0].A #0 Aborted (Aborted)",
            "Fan[1].B #1 Succeeded",
            "Fan[1].C #1 Failed"
        ]
    );
}

#[test]
fn iterations_have_their_states_and_failures_come_first() {
    let at = |index: u64| json!({"name": "Each", "index": index});
    let run = run(&[
        START,
        (0, "MapStateEntered", named("Each")),
        (2, "MapStateStarted", json!({"length": 3})),
        (3, "MapIterationStarted", at(0)),
        (4, "PassStateEntered", named("Do")),
        (5, "PassStateExited", left("Do")),
        (6, "MapIterationSucceeded", at(0)),
        (3, "MapIterationStarted", at(1)),
        (8, "TaskStateEntered", named("Do")),
        (9, "LambdaFunctionScheduled", scheduled()),
        (10, "LambdaFunctionFailed", error("No")),
        (3, "MapIterationStarted", at(2)),
        (11, "MapIterationFailed", at(1)),
        (12, "MapIterationAborted", at(2)),
        (13, "MapStateFailed", error("No")),
        (15, "MapStateExited", left("Each")),
        (16, "ExecutionSucceeded", json!({"output": "{}"})),
    ]);
    assert_eq!(
        lines(&run),
        ["Each Caught No", "Each[].Do #0 Succeeded", "Each[].Do #1 Failed (Failed) No"]
    );
    let data: Value = serde_json::from_str(&page::data(None, run, None)).unwrap();
    let iterations = data["runs"][0]["visits"][0]["iterations"].as_array().unwrap();
    let order: Vec<_> = iterations.iter().map(|one| (&one["index"], &one["outcome"])).collect();
    assert_eq!(json!(order), json!([[1, "failed"], [2, "aborted"], [0, "succeeded"]]));
}

#[test]
fn a_redriven_execution_continues_the_failed_visit() {
    let run = run(&[
        START,
        (0, "TaskStateEntered", named("Pay")),
        (2, "LambdaFunctionScheduled", scheduled()),
        (3, "LambdaFunctionFailed", error("Busy")),
        (4, "ExecutionFailed", error("Busy")),
        (5, "ExecutionRedriven", json!({"redriveCount": 1})),
        (6, "LambdaFunctionScheduled", scheduled()),
        (7, "LambdaFunctionSucceeded", json!({"output": "1"})),
        (8, "TaskStateExited", left("Pay")),
        (9, "ExecutionSucceeded", json!({"output": "1"})),
    ]);
    assert_eq!(lines(&run), ["Pay Succeeded (Failed) (Succeeded)"]);
    assert_eq!((run.outcome, run.error.as_deref()), (Outcome::Succeeded, None));
    assert_eq!(run.redrives, [Some(1_767_225_605_000)]);
}

#[test]
fn a_nested_execution_is_a_task_with_an_answer_before_its_result() {
    let nested = || json!({"resource": "startExecution.sync:2", "resourceType": "states"});
    let mut submitted = nested();
    submitted["output"] = json!("{\"ExecutionArn\":\"arn:e\"}");
    let run = run(&[
        START,
        (0, "TaskStateEntered", named("Child")),
        (2, "TaskScheduled", nested()),
        (3, "TaskStarted", nested()),
        (4, "TaskSubmitted", submitted),
        (5, "TaskSucceeded", json!({"output": "{\"Status\":\"SUCCEEDED\"}"})),
        (6, "TaskStateExited", left("Child")),
    ]);
    assert_eq!(lines(&run), ["Child Succeeded (Succeeded)"]);
    assert_eq!(run.outcome, Outcome::Running);
    let attempt = &run.visits[0].attempts[0];
    assert_eq!(attempt.name, "states:startExecution.sync:2");
    let texts = [attempt.submitted, attempt.output].map(|id| id.map(|id| run.texts.text(id)));
    assert_eq!(texts, [Some("{\"ExecutionArn\":\"arn:e\"}"), Some("{\"Status\":\"SUCCEEDED\"}")]);
}

#[test]
fn what_has_not_ended_runs_or_was_aborted() {
    let begun: Vec<Line> = vec![
        START,
        (0, "TaskStateEntered", named("Pay")),
        (2, "ActivityScheduled", scheduled()),
        (3, "ActivityStarted", json!({"workerName": "w1"})),
    ];
    let running = run(&begun);
    assert_eq!(lines(&running), ["Pay Running (Running)"]);
    assert_eq!(running.visits[0].attempts[0].details, [["worker".to_owned(), "w1".to_owned()]]);
    let mut ended = begun;
    ended.push((0, "ExecutionTimedOut", Value::Null));
    let ended = run(&ended);
    assert_eq!(lines(&ended), ["Pay Aborted (Aborted)"]);
    assert_eq!(ended.outcome, Outcome::TimedOut);
}

#[test]
fn an_expression_that_failed_names_its_field() {
    let run = run(&[
        START,
        (0, "PassStateEntered", named("Add")),
        (
            0,
            "EvaluationFailed",
            json!({
                "state": "Add", "error": "States.QueryEvaluationError", "cause": "no", "location": "Output"
            }),
        ),
        (3, "ExecutionFailed", error("States.QueryEvaluationError")),
    ]);
    assert_eq!(lines(&run), ["Add Failed States.QueryEvaluationError"]);
    assert_eq!(run.visits[0].location.as_deref(), Some("Output"));
}

#[test]
fn what_is_missing_is_said() {
    let whole =
        text(&[START, (0, "PassStateEntered", named("A")), (2, "PassStateExited", left("A"))]);
    let cut = of(&whole[..whole.len() - 20]);
    assert_eq!(
        cut.notes,
        [
            "The text of the history ends in the middle, after 2 events: what happened later is missing."
        ]
    );
    assert_eq!(lines(&cut), ["A Running"]);

    let more = whole.replacen('{', "{\"nextToken\": \"t\",", 1);
    assert_eq!(
        of(&more).notes,
        ["The history has more pages (`nextToken`): what happened later is missing."]
    );

    let mut events: Value = serde_json::from_str(&whole).unwrap();
    events["events"].as_array_mut().unwrap().remove(1);
    let gap = of(&events.to_string());
    assert_eq!(
        gap.notes,
        [
            "Events are missing: 2.",
            "The event before 1 event is not in this history: the place in the run is a guess."
        ]
    );
    assert_eq!(gap.visits[0].notes, ["Its entry is missing in the history."]);

    let odd = run(&[
        START,
        (0, "Dreamt", json!({})),
        (
            0,
            "PassStateEntered",
            json!({
                "name": "A", "input": "{\"a\":", "inputDetails": {"truncated": true}
            }),
        ),
    ]);
    assert_eq!(
        odd.notes,
        [
            "Events of unknown types are not shown: Dreamt.",
            "The data of 1 event is cut off in the history."
        ]
    );
}

#[test]
fn what_is_no_history_is_refused() {
    let message = |text: &str| history::read(text).unwrap_err().to_string();
    let prefix = "this is no history of an execution: ";
    for (text, expected) in [
        ("", "EOF while parsing a value at line 1, column 0"),
        ("{\"events\": [\n{\"id\": 1]", "expected `,` or `}` at line 2, column 9"),
        (
            "{\"executionArn\": \"arn\"}",
            "it has no `events`; expected the JSON of `get-execution-history`, or an array of events",
        ),
        ("[]", "it has no event"),
        ("[{\"id\": 1}]", "event number 1 of the list has no `type` at line 1, column 11"),
        ("[1]", "invalid type: integer `1`, expected a map at line 1, column 2"),
        (
            "[{\"type\": \"A\"}, {\"eventType\": \"B\", \"eventId\": 2}]",
            "event 2 is of another kind than the first: it is a mix of histories",
        ),
    ] {
        assert_eq!(message(text), format!("{prefix}{expected}"));
    }
}

#[test]
fn events_of_sm4c_are_states_and_actions() {
    let event = |id: u32, action: &str, more: Value| {
        let mut event = json!({
            "id": id, "timestamp": id, "action": action, "instanceId": "i", "name": "greeting",
            "data": format!("{{\"n\":{id}}}"),
        });
        event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        event
    };
    let state = || json!({"stateName": "Greet"});
    let action =
        || json!({"stateName": "Greet", "actionName": "hi", "actionType": "invokeFunction"});
    let run = of(&json!([
        event(1, "EnterStateMachine", json!({})),
        event(2, "EnterState", state()),
        event(3, "BeforeAction", action()),
        event(4, "BeforeAction", action()),
        event(5, "AfterAction", action()),
        event(6, "ExitState", state()),
        event(7, "ExitStateMachine", json!({})),
    ])
    .to_string());
    assert_eq!(lines(&run), ["Greet Succeeded (Failed) (Succeeded)"]);
    assert_eq!((run.name.as_str(), run.outcome), ("greeting", Outcome::Succeeded));
    assert_eq!(run.visits[0].input.map(|id| run.texts.text(id)), Some("{\"n\":2}"));
}

#[test]
fn tasks_timers_and_children_of_swf_are_visits() {
    let event = |id: u32, kind: &str, attributes: Value| {
        let key = format!("{}{}EventAttributes", kind[..1].to_ascii_lowercase(), &kind[1..]);
        json!({"eventId": id, "eventTimestamp": 1_326_592_619.5 + f64::from(id), "eventType": kind, key: attributes})
    };
    let ship = |id: &str| json!({"activityId": id, "activityType": {"name": "ship", "version": "1"}, "input": "1"});
    let run = of(&json!({"events": [
        event(1, "WorkflowExecutionStarted", json!({"input": "{}", "workflowType": {"name": "order"}})),
        event(2, "DecisionTaskScheduled", json!({})),
        event(3, "ActivityTaskScheduled", ship("Fan#0.1.Ship#2")),
        event(4, "ActivityTaskFailed", json!({"scheduledEventId": 3, "reason": "Busy", "details": "later"})),
        event(5, "TimerStarted", json!({"timerId": "Fan#0.1.Ship#2~1", "startToFireTimeout": "1"})),
        event(6, "TimerFired", json!({"timerId": "Fan#0.1.Ship#2~1"})),
        event(7, "ActivityTaskScheduled", ship("Fan#0.1.Ship#2~1")),
        event(8, "ActivityTaskStarted", json!({"scheduledEventId": 7, "identity": "w"})),
        event(9, "ActivityTaskCompleted", json!({"scheduledEventId": 7, "result": "2"})),
        event(10, "TimerStarted", json!({"timerId": "Cool#3", "startToFireTimeout": "60"})),
        event(11, "StartChildWorkflowExecutionInitiated", json!({"workflowId": "other id", "workflowType": {"name": "child"}})),
        event(12, "ChildWorkflowExecutionTimedOut", json!({"initiatedEventId": 11, "timeoutType": "START_TO_CLOSE"})),
        event(13, "WorkflowExecutionTerminated", json!({"reason": "enough"})),
    ]})
    .to_string());
    assert_eq!(
        lines(&run),
        [
            "Ship Succeeded (Failed) (Succeeded)",
            "Cool Aborted",
            "child TimedOut (TimedOut) START_TO_CLOSE"
        ]
    );
    assert_eq!((run.name.as_str(), run.outcome), ("order", Outcome::Aborted));
    assert_eq!(run.start, Some(1_326_592_620_500));
    assert!(run.notes[0].starts_with("A history of Amazon SWF has tasks"), "{:?}", run.notes);
}

#[test]
fn a_history_of_temporal_is_read_as_one_of_swf() {
    let payload = |encoding: &str, data: &str| {
        let coded = |text: &str| base64::Engine::encode(&base64::prelude::BASE64_STANDARD, text);
        json!({"metadata": {"encoding": (coded(encoding))}, "data": (coded(data))})
    };
    let json = |data: &str| json!({"payloads": [payload("json/plain", data)]});
    let event = |id: u32, kind: &str, key: &str, attributes: Value| {
        let key = format!("{key}EventAttributes");
        let time = format!("2026-11-29T10:14:{id:02}.844172531Z");
        json!({"eventId": (id.to_string()), "eventTime": time, "eventType": (format!("EVENT_TYPE_{kind}")), key: attributes})
    };
    let timer = |id: u32, number: &str, state: &str| {
        let timer = json!({"timerId": number, "startToFireTimeout": "5s"});
        let mut event = event(id, "TIMER_STARTED", "timerStarted", timer);
        event["userMetadata"] =
            json!({"summary": (payload("json/plain", &format!("\"{state}\"")))});
        event
    };
    let ship = |id: &str| json!({"activityId": id, "activityType": {"name": "ship"}, "input": (json("1"))});
    let busy = json!({"message": "later", "applicationFailureInfo": {"type": "Busy"}});
    let run = of(&json!({"events": [
        event(1, "WORKFLOW_EXECUTION_STARTED", "workflowExecutionStarted", json!({"input": (json("{\"a\": 1}")), "workflowType": {"name": "order"}})),
        event(2, "WORKFLOW_TASK_SCHEDULED", "workflowTaskScheduled", json!({})),
        event(3, "UPSERT_WORKFLOW_SEARCH_ATTRIBUTES", "upsertWorkflowSearchAttributes", json!({})),
        event(4, "ACTIVITY_TASK_SCHEDULED", "activityTaskScheduled", ship("Fan#0.1.Ship#2")),
        event(5, "ACTIVITY_TASK_FAILED", "activityTaskFailed", json!({"scheduledEventId": "4", "failure": busy})),
        timer(6, "2", "Ship"),
        event(7, "TIMER_FIRED", "timerFired", json!({"timerId": "2", "startedEventId": "6"})),
        event(8, "ACTIVITY_TASK_SCHEDULED", "activityTaskScheduled", ship("Fan#0.1.Ship#2~1")),
        event(9, "ACTIVITY_TASK_COMPLETED", "activityTaskCompleted", json!({"scheduledEventId": "8", "result": (json("2"))})),
        timer(10, "3", "Cool"),
        event(11, "START_CHILD_WORKFLOW_EXECUTION_INITIATED", "startChildWorkflowExecutionInitiated", json!({"workflowId": "other id", "workflowType": {"name": "child"}})),
        event(12, "CHILD_WORKFLOW_EXECUTION_FAILED", "childWorkflowExecutionFailed", json!({
            "initiatedEventId": "11",
            "failure": {"message": "outer", "childWorkflowExecutionFailureInfo": {}, "cause": {"message": "inner", "applicationFailureInfo": {"type": "No"}}}
        })),
        event(13, "WORKFLOW_EXECUTION_COMPLETED", "workflowExecutionCompleted", json!({"result": {"payloads": [payload("binary/encrypted", "x")]}})),
    ]})
    .to_string());
    assert_eq!(
        lines(&run),
        ["Ship Succeeded (Failed) (Succeeded)", "Cool Aborted", "child Failed (Failed) No"]
    );
    assert_eq!((run.name.as_str(), run.outcome), ("order", Outcome::Succeeded));
    let failed = &run.visits[0].attempts[0];
    assert_eq!((failed.error.as_deref(), failed.cause.as_deref()), (Some("Busy"), Some("later")));
    let texts = [run.input, run.visits[0].output, run.output];
    let texts = texts.map(|text| run.texts.text(text.expect("data")));
    assert_eq!(texts, ["{\"a\": 1}", "2", "\"data with the encoding binary/encrypted\""]);
    assert!(run.notes[0].starts_with("A history of Temporal has tasks"), "{:?}", run.notes);
    assert_eq!(run.notes.len(), 1, "{:?}", run.notes);
}
