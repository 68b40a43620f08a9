//! Machines in SM4C, compiled and run: in the simulation and on tokio's paused clock.
#![expect(
    clippy::unwrap_used,
    unused_must_use,
    reason = "tests, of functions whose document is not there: they are the tests' own"
)]

use std::sync::{Arc, Mutex};

use asl_runtime::engine::in_process::RunOptions;
use asl_runtime::engine::simulation::{Scripted, Simulation, SimulationRun, TaskCall};
use asl_runtime::execution::SendError;
use asl_runtime::services::Services;
use asl_runtime::{Event, History, TaskContext, TaskError, Value, asl_machine, json};
use asl_testing::{Coverage, Scenario, returns};

asl_machine!("definitions/sm4c/tour.sm4c.json");

fn approval(limit: i64) -> Event {
    Event::named("approved")
        .with_id("1")
        .with_type("TOUR.approved")
        .with_source("office")
        .with_attribute("tour", "7")
        .with_data(json!({"limit": (limit), "by": "Ada"}))
}

fn order() -> Value {
    json!({"order": {"nights": [{"place": "Kyoto", "price": 100}, {"place": "Nara", "price": 50}, {"place": "Uji", "price": 7}]}})
}

/// Runs it with and without a history, and with a crash after every step.
fn both_ways(
    sim: impl Fn() -> Simulation,
    input: &Value,
    script: impl Fn(&TaskCall) -> Scripted,
) -> SimulationRun {
    let simulated = sim().run(&tour::MACHINE, input.clone(), &script);
    let crashed = sim().crash_every_step().run(&tour::MACHINE, input.clone(), &script);
    let unwatched = sim().without_history().run(&tour::MACHINE, input.clone(), &script);
    assert_eq!(
        (&simulated.result, simulated.elapsed, &simulated.log),
        (&unwatched.result, unwatched.elapsed, &unwatched.log)
    );
    assert_eq!(
        (&simulated.result, simulated.elapsed, &simulated.events),
        (&crashed.result, crashed.elapsed, &crashed.events)
    );
    simulated
}

/// Hotels: the first is busy once, the second is full, the third answers.
fn hotels(call: &TaskCall) -> Scripted {
    match (call.name, call.input.at(["place"]).and_then(Value::as_str)) {
        ("book hotel", Some("Kyoto")) if call.attempt == 0 => {
            Scripted::fail("Busy", "later").after(100)
        }
        ("book hotel", Some("Nara")) => Scripted::fail("Full", "full").after(200),
        ("book hotel", Some(place)) => {
            Scripted::answer(json!({"at": (place), "guests": (call.input.get("guests").cloned())}))
        }
        _ => Scripted::answer(json!(null)),
    }
}

#[test]
fn a_tour_takes_every_part_in_order() {
    let script = |call: &TaskCall| match call.name {
        "remind" => Scripted::answer(json!(1)).with_events([approval(200)], 3_000),
        _ => hotels(call),
    };
    // The first approval is not enough; the reminder causes another one.
    let simulated =
        both_ways(|| Simulation::new().start(5_000).event(2_000, approval(1)), &order(), script);
    let output = simulated.result.unwrap();
    assert_eq!(output.get("total"), Some(&json!(157)));
    assert_eq!(
        output.get("hotels"),
        Some(&json!([{"at": "Kyoto", "guests": 2}, null, {"at": "Uji", "guests": 2}]))
    );
    assert_eq!(
        (output.get("busy"), output.get("full"), output.get("by")),
        (Some(&json!(1)), Some(&json!("Full")), Some(&json!("Ada")))
    );
    assert_eq!(output.get("race"), Some(&json!({"quick": {"0": null, "who": "Ada"}})));
    // Busy for 1.1 s, ten minutes until the reminder, 3 s until the answer, 5 s for the race.
    assert_eq!(simulated.elapsed, 1_100 + 600_000 + 3_000 + 5_000);
    assert_eq!(output.get("done"), Some(&json!(614.1)));
    let sent = simulated
        .log
        .iter()
        .filter(|line| line.contains("detached") || line.contains("event "))
        .count();
    assert_eq!(sent, 3, "{:?}", simulated.log);
}

#[test]
fn attributes_of_sent_events_are_text() {
    let sent = Mutex::new(Vec::new());
    let script = |call: &TaskCall| {
        if call.name == "booked" {
            sent.lock().unwrap().push(call.input.clone());
        }
        hotels(call)
    };
    let simulated =
        Simulation::new().event(2_000, approval(1_000)).run(&tour::MACHINE, order(), script);
    assert!(simulated.result.is_ok(), "{:?}", simulated.result);
    let attributes = json!({"hotels": "3", "kind": "tour"});
    let event = json!({"name": "booked", "type": "tour.booked", "source": "tours", "data": {"total": 157}, "contextAttributes": (attributes)});
    assert_eq!(sent.into_inner().unwrap(), [event]);
}

#[test]
fn conditions_choose_and_a_state_without_transitions_ends() {
    let simulated = both_ways(Simulation::new, &json!({"order": {"nights": []}, "a": 1}), hotels);
    assert_eq!(simulated.result, Ok(json!({"order": {"nights": []}, "a": 1, "total": null})));
    let told: Vec<String> = simulated.events.iter().map(|event| event.kind.to_string()).collect();
    let expected = [
        "EnterStateMachine",
        "EnterState",
        "BeforeAction",
        "AfterAction",
        "ExitState",
        "EnterState",
        "ExitState",
        "ExitStateMachine",
    ];
    assert_eq!(told, expected);
    let first = simulated.events[2].to_json();
    assert_eq!(
        (first.get("name"), first.get("actionName")),
        (Some(&json!("Tour")), Some(&json!("sum")))
    );
    assert_eq!(
        (first.get("actionType"), first.get("description")),
        (Some(&json!("invokeFunction")), Some(&json!("A bit of everything.")))
    );
}

#[test]
fn expressions_fail_with_jqs_own_words() {
    let simulated = both_ways(Simulation::new, &json!({"order": {"nights": "none"}}), hotels);
    let failure = simulated.result.unwrap_err();
    assert_eq!(failure.error(), Some("JqError"));
    assert_eq!(failure.cause(), Some("Cannot iterate over string (\"none\")"));
}

#[test]
fn the_time_outs_action_runs_without_an_approval() {
    let asked = Mutex::new(Vec::new());
    let script = |call: &TaskCall| {
        if call.name == "undo" {
            asked.lock().unwrap().push(call.input.clone());
        }
        hotels(call)
    };
    let simulated = both_ways(Simulation::new, &order(), script);
    assert_eq!((simulated.result, simulated.elapsed), (Ok(json!(null)), 3_600_000));
    assert_eq!(asked.into_inner().unwrap(), vec![json!({"log": null}); 3]);
}

/// Real functions.
#[derive(Clone, Default)]
struct Agency(Arc<Mutex<Vec<Value>>>);

impl tour::Functions for Agency {
    async fn book_hotel(&self, cx: &TaskContext, arguments: Value) -> Result<Value, TaskError> {
        assert_eq!((cx.name(), cx.resource()), ("book hotel", "hotels.json#book"));
        Ok(arguments.get("place").cloned().unwrap_or_default())
    }

    async fn send_event(&self, _: &TaskContext, event: Event) -> Result<(), TaskError> {
        self.0.lock().unwrap().push(event.to_json());
        Ok(())
    }

    async fn undo(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!(null))
    }
}

#[tokio::test(start_paused = true)]
async fn a_running_tour_is_sent_its_approval() {
    let (agency, history) = (Agency::default(), History::default());
    let options = RunOptions::default().id("tour-7").history(history.clone());
    let (handle, run) = tour::start(agency.clone(), order(), options);
    let running = tokio::spawn(run);
    assert_eq!(handle.send(approval(1)).await, Ok(()));
    assert_eq!(handle.send(approval(1_000)).await, Ok(()));
    let output = running.await.unwrap().unwrap();
    assert_eq!(output.get("hotels"), Some(&json!(["Kyoto", "Nara", "Uji"])));
    assert_eq!(handle.send(approval(1)).await, Err(SendError::Ended));
    let sent = agency.0.lock().unwrap().clone();
    assert_eq!(sent.len(), 1);
    assert_eq!(
        (sent[0].get("type"), sent[0].get("data"), sent[0].get("hotels")),
        (Some(&json!("tour.booked")), Some(&json!({"total": 157})), Some(&json!("3")))
    );
    assert_eq!(history.events().last().unwrap().kind.to_string(), "ExitStateMachine");
}

#[tokio::test(start_paused = true)]
async fn a_subflow_is_a_machine_registered_by_its_name() {
    let services = Services::new();
    services.register("remind", tour::machine(Agency::default()));
    let options = RunOptions::default().id("tour-7").services(services.clone());
    let (handle, run) = tour::start(Agency::default(), order(), options);
    let running = tokio::spawn(run);
    // The approval does not come in time: the reminder is a run of its own, which fails because it
    // has no order; that is ignored.
    tokio::time::sleep(std::time::Duration::from_secs(900)).await;
    assert_eq!(services.send("tour-7", approval(1_000)).await, Ok(()));
    assert!(running.await.unwrap().is_ok());
    assert_eq!(handle.id(), "tour-7");
    services.wait_for_children().await;
}

#[test]
fn scenarios_script_functions_by_name_and_send_events() {
    let scenario = || {
        Scenario::new(&tour::MACHINE)
            .input(order())
            .task("book hotel", returns(json!("a room")))
            .task("booked", returns(json!(null)))
            .task("remind", returns(json!(null)))
    };
    let run = scenario().event(1_000, approval(1_000)).run();
    run.expect_success()
        .expect_path(["Price", "Book", "Done"])
        .expect_calls("book hotel", 3)
        .expect_calls("booked", 1);
    let mut coverage = Coverage::new(&tour::MACHINE);
    coverage.add(&run);
    assert_eq!(coverage.missed_states(), ["Free"]);
    let missed: Vec<String> = coverage.missed_edges().iter().map(ToString::to_string).collect();
    assert_eq!(missed, ["`Free` → end", "`Price` → `Free`"]);
    coverage.add(&scenario().input(json!({"order": {"nights": []}})).run()).expect_full();
}

#[tokio::test(start_paused = true)]
async fn a_state_can_be_run_by_itself() {
    let machine = tour::machine(Agency::default());
    let input = json!({"order": {"nights": []}});
    match tour::states::price(&machine, input.clone()).await.unwrap() {
        tour::states::PriceNext::Free(output) => {
            assert_eq!(output, json!({"order": {"nights": []}, "total": null}));
        }
        tour::states::PriceNext::Book(output) => panic!("it is free: {output:?}"),
    }
    let output = tour::states::free(&Simulation::new().engine(&machine), input.clone()).await;
    assert_eq!(output, Ok(input));
}

#[tokio::test(start_paused = true)]
async fn a_state_alone_finds_the_events_that_it_is_given() {
    let machine = tour::machine(Agency::default());
    let booked = json!({"order": {"nights": []}, "total": 157});
    for restored in [false, true] {
        let simulated = Simulation::new();
        let simulated = if restored { simulated.crash_every_step() } else { simulated };
        let engine = simulated.engine(&machine);
        let run = tour::states::book(&engine, booked.clone());
        let run = run.event(approval(1)).event(approval(1_000));
        let output = run.await.expect("the second approval is enough");
        assert_eq!(output["by"], json!("Ada"));
    }
    let run = tour::states::book(&machine, booked).event(approval(1_000));
    assert_eq!(run.await.expect("on tokio as well")["by"], json!("Ada"));
}

#[test]
fn transitions_have_their_causes() {
    let causes = |state: &str| {
        let nodes = tour::MACHINE.nodes.iter().filter(|node| node.state == state);
        let causes = nodes
            .flat_map(asl_runtime::machine::Node::transitions)
            .map(|transition| transition.cause.to_string());
        causes.filter(|cause| cause != "next").collect::<Vec<_>>()
    };
    assert_eq!(causes("Price"), ["condition 1", "condition 2", "no condition"]);
    assert_eq!(causes("Book"), ["event 1", "timer"]);
}
