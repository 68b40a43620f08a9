//! Tests of single states, as with AWS's `TestState`.
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may")]
#![allow(
    unused_must_use,
    reason = "compiler warnings of the definitions, which hold what is to be warned of"
)]

use asl_runtime::{TaskError, Value, asl_machine, json};
use asl_testing::{InspectionLevel, Mock, StateStatus, StateTest, TestStateError, test_state};

asl_machine!("definitions/mocks/parcel.asl.json", inspect = true);
asl_machine!("definitions/mocks/parcel.asl.json", name = plain);

fn locate() -> StateTest {
    test_state(&parcel::MACHINE, "Locate").input(json!({"id": 7}))
}

#[test]
fn a_report_has_every_stage_of_a_state() {
    let report = locate()
        .mock(Mock::result_text("{\"lat\": 1}"))
        .level(InspectionLevel::Debug)
        .run()
        .expect("it fits");
    let expected = json!({
        "status": "SUCCEEDED",
        "output": {"id": 7, "place": {"lat": 1}},
        "nextState": "Drive",
        "inspectionData": {
            "input": {"id": 7},
            "afterInputPath": {"id": 7},
            "afterParameters": {"id": 7},
            "result": {"lat": 1},
            "afterResultSelector": {"lat": 1},
            "afterResultPath": {"id": 7, "place": {"lat": 1}},
        },
    });
    assert_eq!(report.to_json(), expected);
    let report = locate().mock(Mock::result(1)).run().expect("it fits");
    assert_eq!((report.inspection, report.next_state), (json!({}), Some("Drive")));
}

#[test]
fn retriers_and_catchers_match_as_in_an_execution() {
    let fails = |error: &str, retries: u32| {
        let test =
            locate().mock(Mock::error(error, "c")).retries(retries).level(InspectionLevel::Debug);
        test.run().expect("it fits").to_json()
    };
    let input =
        json!({"input": {"id": 7}, "afterInputPath": {"id": 7}, "afterParameters": {"id": 7}});
    let told = |details: Value| {
        let mut data = input.clone();
        data.insert("errorDetails", details);
        data
    };
    let busy = |seconds: i64| {
        json!({
            "status": "RETRIABLE", "error": "Carrier.Busy", "cause": "c",
            "inspectionData": (told(json!({"retryIndex": 0, "retryBackoffIntervalSeconds": seconds}))),
        })
    };
    assert_eq!(fails("Carrier.Busy", 0), busy(1));
    assert_eq!(fails("Carrier.Busy", 1), busy(2));
    let lost = json!({
        "status": "FAILED", "error": "Carrier.Busy", "cause": "c", "inspectionData": (told(json!({"retryIndex": 0}))),
    });
    assert_eq!(fails("Carrier.Busy", 2), lost);
    let caught = json!({
        "status": "CAUGHT_ERROR", "output": {"id": 7, "error": {"Error": "Carrier.Unknown", "Cause": "c"}},
        "nextState": "Lost", "error": "Carrier.Unknown", "cause": "c", "inspectionData": (told(json!({"catchIndex": 0}))),
    });
    assert_eq!(fails("Carrier.Unknown", 0), caught);
}

#[test]
fn states_without_work_need_no_mock() {
    let run = |state: &str| {
        test_state(&parcel::MACHINE, state)
            .input(json!({"a": 1}))
            .level(InspectionLevel::Trace)
            .run()
    };
    let wait = run("Drive").expect("it fits");
    assert_eq!(
        (wait.status, wait.next_state, wait.output),
        (StateStatus::Succeeded, Some("Tell"), Some(json!({"a": 1})))
    );
    assert_eq!(wait.inspection, json!({"input": {"a": 1}, "afterInputPath": {"a": 1}}));
    let lost = run("Lost").expect("it fits");
    assert_eq!(lost.to_json().get("error"), Some(&json!("Parcel.Lost")));
    assert_eq!((lost.status, lost.output), (StateStatus::Failed, None));
}

#[test]
fn a_real_task_can_do_the_work() {
    let open = test_state(&parcel::MACHINE, "Open door").task(|input| Ok(json!([(input.clone())])));
    assert_eq!(open.run().expect("it fits").output, Some(json!({"by": [{}]})));
    let fails = open.task(|_| Err(TaskError::new("Door.Closed", "nobody home")));
    let report = fails.run().expect("it fits");
    assert_eq!(
        (report.status, report.cause.as_deref()),
        (StateStatus::Failed, Some("nobody home"))
    );
}

#[test]
fn mistakes_in_a_test_are_reported() {
    let fault = |test: StateTest| test.run().expect_err("a mistake").to_string();
    let state = |name: &str| test_state(&parcel::MACHINE, name);
    assert_eq!(fault(state("Locat")), "State not found in definition");
    let names = state("Locat").run().expect_err("a mistake");
    assert!(matches!(names, TestStateError::UnknownState { known, .. } if known[0] == "Locate"));
    assert_eq!(fault(state("Locate")), "the work of the Task state `Locate` must be mocked");
    assert_eq!(
        fault(state("Lost").mock(Mock::result(1))),
        "State type 'Fail' is not supported when a mock is specified"
    );
    assert_eq!(fault(locate().mock(Mock::result_text("x"))), "Mocked result must be valid JSON");
    let parallel = state("Tell").mock(Mock::result(json!([1])));
    assert_eq!(parallel.run(), Err(TestStateError::MockNotOnePerBranch { branches: 2 }));
    assert_eq!(
        fault(parallel),
        "Mocked result must contain the same number of items as number of Parallel branches."
    );
    let object = state("Tell").mock(Mock::result(json!({"a": 1})));
    assert_eq!(fault(object), "Mocked result must be an array.");
    assert_eq!(
        fault(state("Tell")),
        "TestState API does not support Map or Parallel states. Supported state types include: \
         [Task, Wait, Pass, Succeed, Fail, Choice]"
    );
    let context = |context: Value| fault(locate().mock(Mock::result(1)).context(context));
    assert_eq!(
        context(json!({"Execution": {"Id": 1}})),
        "Invalid Context object provided: Execution.Id must be a string"
    );
    assert_eq!(
        context(json!({"Pokedex": {}})),
        "Invalid Context object provided: Field 'Pokedex' is not allowed"
    );
    for (part, field) in [("Execution", "Owner"), ("State", "Retries"), ("StateMachine", "Version")]
    {
        let (mut object, mut whole) = (json!({}), json!({}));
        object.insert(field, 1);
        whole.insert(part, object);
        assert_eq!(
            context(whole),
            format!("Invalid Context object provided: Field '{field}' is not allowed")
        );
    }
    assert!(context(json!({"Task": {}})).contains("when state is not a Task state with a '.sync'"));
    assert_eq!(
        fault(locate().mock(Mock::result(1)).failed_iterations(1)),
        "only a Map has failed iterations"
    );
    // AWS's order: the parameters, then the type of the state.
    assert_eq!(locate().failed_iterations(1).run(), Err(TestStateError::IterationsWithoutMock));
    let plain = test_state(&plain::MACHINE, "Locate").mock(Mock::result(1));
    assert_eq!(plain.run().expect("nothing is inspected").status, StateStatus::Succeeded);
    assert_eq!(plain.level(InspectionLevel::Debug).run(), Err(TestStateError::NotInspectable));
}

asl_machine!("definitions/good/variables.asl.json", inspect = true);

#[test]
fn variables_and_the_context_object_are_given() {
    let work = test_state(&variables::MACHINE, "Work")
        .variables(json!({"order": {"id": "o-1"}, "tries": 2, "limits": {"most": 3}}))
        .context(json!({"State": {"Name": "Work", "RetryCount": 5}}))
        .level(InspectionLevel::Debug);
    let report = work.clone().mock(Mock::result(json!({"done": true}))).run().expect("it fits");
    assert_eq!(report.inspection.get("afterInputPath"), Some(&json!({"id": "o-1"})));
    assert_eq!(
        report.inspection.get("afterParameters"),
        Some(&json!({"id": "o-1", "tries": 2, "retries": 5}))
    );
    assert_eq!(report.output, Some(json!({"work": {"done": true, "for": "o-1", "most": 3}})));
    let after = json!({"order": {"id": "o-1"}, "tries": 2, "limits": {"most": 3}, "raw": {"done": true}, "before": 2});
    assert_eq!(report.inspection.get("variables"), Some(&after));
    let report = work.mock(Mock::error("Busy", "later")).run().expect("it fits");
    assert_eq!((report.status, report.next_state), (StateStatus::CaughtError, Some("Cool")));
    assert_eq!(report.variables.get("error"), Some(&json!("Busy")));
}

#[test]
fn without_a_context_object_there_is_one_that_has_just_started() {
    let begin = test_state(&variables::MACHINE, "Begin")
        .input(json!({"order": {"id": 1}}))
        .run()
        .expect("it fits");
    // AWS's own default names the state so.
    let run = "arn:aws:states:us-east-1:111111111111:express:variables:test";
    let output =
        json!({"order": {"id": 1}, "state": "StateName", "run": (run), "machine": "variables"});
    assert_eq!(begin.output, Some(output));
    assert_eq!(begin.variables.get("begun"), Some(&json!("1970-01-01T00:00:00.000Z")));
    assert_eq!(begin.variables.get("order"), Some(&json!({"id": 1})));
}

asl_machine!("definitions/mocks/given.asl.json", inspect = true);

fn given(state: &str) -> StateTest {
    let variables = json!({"tries": 3, "order": {"id": "o-1", "lines": [7, 8]}});
    test_state(&given::MACHINE, state).variables(variables)
}

fn outcome(test: &StateTest) -> (Value, Option<&'static str>, Value) {
    let report = test.clone().level(InspectionLevel::Debug).run().expect("it fits");
    (report.output.unwrap_or_default(), report.next_state, report.variables)
}

#[test]
fn variables_that_nothing_assigns_are_those_of_the_test_in_paths() {
    let (output, _, variables) = outcome(&given("Paths"));
    assert_eq!(output, json!("o-1"));
    assert_eq!(variables.get("more"), Some(&json!(4)));
    assert_eq!(variables.get("kept"), Some(&json!({"id": "o-1", "lines": [7, 8]})));
    let (_, next, variables) = outcome(&given("Choose").input(json!({"most": 4})));
    assert_eq!((next, variables.get("last")), (Some("Pause"), Some(&json!(3))));
    assert_eq!(outcome(&given("Choose").input(json!({"most": 3}))).1, Some("Items"));
    assert_eq!(outcome(&given("Pause")).1, Some("Items"));
    let items = given("Items").mock(Mock::result(json!([1, 2])));
    assert_eq!(outcome(&items).0, json!({"made": [1, 2], "id": "o-1"}));
    let made = items.level(InspectionLevel::Debug).run().expect("it fits").inspection;
    let selected = json!([{"line": 7, "tries": 3}, {"line": 8, "tries": 3}]);
    assert_eq!(made.get("afterItemSelector"), Some(&selected));
    assert_eq!(outcome(&given("Inner")).0, json!({"t": 3}));
    // Without them the state fails as an execution does.
    let none = test_state(&given::MACHINE, "Inner").run().expect("it fits");
    assert_eq!(none.status, StateStatus::Failed);
}

#[test]
fn variables_that_nothing_assigns_are_those_of_the_test_in_jsonata() {
    let query = given("Query").mock(Mock::result(json!({"StatusCode": 200, "Payload": 1})));
    let report = query.level(InspectionLevel::Debug).run().expect("it fits");
    assert_eq!(report.output, Some(json!([3, 1, false])));
    assert_eq!(report.variables.get("more"), Some(&json!(4)));
    assert_eq!(
        report.inspection.get("afterArguments"),
        Some(&json!({"FunctionName": "f", "Payload": {"id": "o-1", "tries": 3}}))
    );
    let caught = given("Query").mock(Mock::error("Busy", "c"));
    assert_eq!(outcome(&caught).0, json!("o-1: Busy"));
    let (output, _, variables) = outcome(&given("Decide"));
    assert_eq!(output, json!({"id": "o-1", "lines": [7, 8]}));
    assert_eq!(variables.get("last"), Some(&json!(3)));
    let lost = given("Lost").run().expect("it fits");
    assert_eq!((lost.error.as_deref(), lost.cause.as_deref()), (Some("o-1"), Some("after 3")));
}
