//! Maps, callbacks, activities and other machines, scripted like any task; and the example in the
//! documentation of mock files.
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use asl_runtime::{Value, asl_machine, json};
use asl_testing::{
    MockConfig, Run, Scenario, Scripted, Simulation, hangs, per_attempt, returns, returns_payload,
    throws,
};

asl_machine!("definitions/mocks/stops.asl.json");

fn mocked(case: &str, stops: &[&str]) -> Scenario {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/definitions/mocks/parcel.mocks.json");
    let mocks = MockConfig::read(path).expect("the file is right");
    let stops = Value::array(stops.iter().copied().map(Value::text).collect());
    Scenario::new(&stops::MACHINE)
        .input(json!({"stops": stops}))
        .mocks(mocks.case(&stops::MACHINE, case).expect("the case is there"))
        .task("Sign", returns(json!("x")))
        .task("Bill", returns(json!({"Output": {"paid": true}})))
}

#[test]
fn iterations_count_as_invocations() {
    let run = mocked("Parcel#BusyThenFound", &["Graz", "Wien"]).run();
    run.expect_output(json!({"paid": true}))
        .expect_path(["Locate", "EachStop", "Notify", "Notify", "Wait for door", "Sign", "Bill"])
        .expect_calls("Locate", 3)
        .expect_delays([2.0, 3.0])
        .expect_inputs(
            "Bill",
            [json!({
                "StateMachineArn": "arn:aws:states:eu-west-1:123456789012:stateMachine:bill",
                "Input": {"at": {"lat": 48.2, "lon": 16.4}},
            })],
        );
    let messages: Vec<_> = run
        .calls_to("Notify")
        .iter()
        .filter_map(|call| call.input.get("Message")?.as_str())
        .collect();
    assert_eq!(messages, ["Graz", "Wien"]);
    mocked("Parcel#Delivered", &["Graz", "Wien", "Linz"])
        .run()
        .expect_failure("States.Runtime")
        .expect_cause("`TwoMessages` of state `Notify` has no answer for invocation 2");
}

#[test]
fn a_catcher_and_a_callback_take_what_is_thrown() {
    let lost = mocked("Parcel#Lost", &["Graz"]).run();
    lost.expect_output(json!({"Error": "Carrier.Unknown", "Cause": "no such parcel"}))
        .expect_path(["Locate", "Lost"]);
    mocked("Parcel#DoorClosed", &[]).run().expect_failure("Door.Closed");
}

/// Everything that the file does not mock.
fn scripted() -> Scenario {
    Scenario::new(&stops::MACHINE)
        .input(json!({"stops": ["Graz", "Wien"]}))
        .task("locate", returns_payload(1))
        .task("Bill", returns(json!({"Output": "paid"})))
}

fn token(run: &Run) -> &str {
    let call = run.calls_to("Wait for door")[0];
    call.input.pointer("/MessageBody/token").and_then(Value::as_str).expect("a token")
}

#[test]
fn callbacks_and_activities_end_as_scripted() {
    let door = returns(json!({"by": "me"}))
        .after(50_000)
        .with_heartbeats(50_000, 3)
        .submitted(json!({"MessageId": "m"}), 1_000);
    let scenario = scripted()
        .task("Notify", per_attempt([returns(json!({"MessageId": "m"}))]))
        .task("Wait for door", door)
        .task("Sign", returns(json!("x")).started(Some("courier".into()), 2_000));
    let run = scenario.run();
    run.expect_output(json!("paid")).expect_calls("Notify", 2).expect_elapsed(203.0);
    // The token is the same in a run that is saved and restored after every step.
    let restored = scenario.clone().simulation(Simulation::new().crash_every_step()).run();
    assert_eq!((token(&run), restored.result()), (token(&restored), run.result()));
    assert_eq!(
        run.events().iter().filter(|event| event.kind.to_string() == "TaskSubmitted").count(),
        1
    );
}

#[test]
fn a_missing_report_is_a_time_out() {
    let scenario = scripted()
        .task("publish_stops", returns(json!({"MessageId": "m"})))
        .task("Wait for door", hangs());
    scenario.run().expect_failure("States.Timeout").expect_elapsed(60.0);
    scripted()
        .task("Notify", throws("Sns.Down", ""))
        .run()
        .expect_failure("Sns.Down")
        .expect_calls("Notify", 1);
}

/// The commonest slip with `lambda:invoke`: without help the failure speaks of a path.
#[test]
fn a_forgotten_payload_is_named_where_a_test_fails() {
    let account = |locate: Scripted| {
        let run = Scenario::new(&stops::MACHINE)
            .input(json!({"stops": []}))
            .task("locate", locate)
            .task("Wait for door", returns(json!({})))
            .task("Sign", returns(json!("x")))
            .task("Bill", returns(json!({"Output": "paid"})))
            .run();
        let failed = catch_unwind(AssertUnwindSafe(|| {
            run.expect_output(json!("other"));
        }));
        let failed = failed.expect_err("the output is another");
        failed.downcast_ref::<String>().expect("a text").clone()
    };
    let text = account(returns(json!({"lat": 48.2})).after(10));
    let hint = "hint    `Locate` calls `lambda:invoke`, whose response has the function's result in \
                `Payload`; its answer here has none: script it with `returns_payload(..)`";
    assert!(text.contains(hint), "{text}");
    let text = account(returns_payload(json!({"lat": 48.2})));
    assert!(!text.contains("hint"), "{text}");
}
