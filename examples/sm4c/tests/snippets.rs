//! The fragments of SM4C's documentation, each inside a machine, in virtual time.
#![expect(
    unused_must_use,
    reason = "the fragments are unchanged, and some use results of detached calls"
)]

use std::cell::RefCell;

use asl_runtime::engine::simulation::{Scripted, Simulation, SimulationRun};
use asl_runtime::machine::{Form, Machine};
use asl_runtime::{Event, Value, asl_machine, json};

asl_machine!("tests/snippets/undo_flight.sm4c.json");
asl_machine!("tests/snippets/event_groups.sm4c.json");
asl_machine!("tests/snippets/delay.sm4c.json");
asl_machine!("tests/snippets/foreach.sm4c.json");
asl_machine!("tests/snippets/inject_data.sm4c.json");
asl_machine!("tests/snippets/invoke_function.sm4c.json");
asl_machine!("tests/snippets/invoke_subflow.sm4c.json");
asl_machine!("tests/snippets/parallel.sm4c.json");
asl_machine!("tests/snippets/sequence.sm4c.json");
asl_machine!("tests/snippets/send_event.sm4c.json");

/// Runs it. Returns its calls, by name, with their arguments.
fn told(
    machine: &'static Machine,
    sim: &Simulation,
    input: Value,
) -> (SimulationRun, Vec<(&'static str, Value)>) {
    let asked = RefCell::new(Vec::new());
    let simulated = sim.run(machine, input, |call| {
        asked.borrow_mut().push((call.name, call.input.clone()));
        // Events have no result.
        if call.form == Form::Event {
            Scripted::answer(Value::Null)
        } else {
            Scripted::answer(json!({"ok": true}))
        }
    });
    (simulated, asked.into_inner())
}

#[test]
fn the_hello_world_greets() {
    let (simulated, _) = told(&sm4c::hello::MACHINE, &Simulation::new(), Value::Null);
    assert_eq!(simulated.result.unwrap(), json!({"result": "Hello World!"}));
}

#[test]
fn a_state_calls_a_function_and_continues() {
    let (simulated, asked) =
        told(&undo_flight::MACHINE, &Simulation::new(), json!({"bookedFlight": {"n": 118}}));
    assert_eq!(simulated.result.unwrap(), json!({"bookedFlight": {"n": 118}}));
    assert_eq!(asked, [("callFlightReservationUndoMicroservice", json!({"flight": {"n": 118}}))]);
}

#[test]
fn an_event_triggers_a_transition() {
    let event = Event::named("CreditCheckCompletedEvent").with_data(json!({"score": 700}));
    let (simulated, _) =
        told(&event_groups::MACHINE, &Simulation::new().event(2_000, event), Value::Null);
    assert_eq!(
        (simulated.elapsed, simulated.result.unwrap()),
        (2_000, json!({"creditCheck": {"score": 700}}))
    );
}

#[test]
fn a_delay_lasts_ten_seconds() {
    let (simulated, _) = told(&delay::MACHINE, &Simulation::new(), Value::Null);
    assert_eq!((simulated.elapsed, simulated.result.unwrap()), (10_000, json!({"r": null})));
}

#[test]
fn data_are_injected_once_and_for_each_element() {
    let (simulated, _) = told(&inject_data::MACHINE, &Simulation::new(), Value::Null);
    assert_eq!(simulated.result.unwrap(), json!({"r": "Hello World!"}));
    let (simulated, _) =
        told(&foreach::MACHINE, &Simulation::new(), json!({"myObject": {"myArray": [1, 2]}}));
    assert_eq!(simulated.result.unwrap().get("r"), Some(&json!(["Hello World!", "Hello World!"])));
}

#[test]
fn a_function_and_a_subflow_get_their_arguments_and_are_not_waited_for() {
    let (simulated, asked) = told(
        &invoke_function::MACHINE,
        &Simulation::new(),
        json!({"orders": [{"id": 0}, {"id": 1}]}),
    );
    assert_eq!(simulated.result.unwrap().get("r"), Some(&json!([null])));
    assert_eq!(asked, [("provisionOrderFunction", json!({"order": {"id": 1}}))]);
    let (simulated, asked) =
        told(&invoke_subflow::MACHINE, &Simulation::new(), json!({"someObject": {"id": 1}}));
    assert_eq!(simulated.result.unwrap().get("r"), Some(&json!([null])));
    assert_eq!(asked, [("myOtherStateMachine", json!({"order": {"id": 1}}))]);
}

#[test]
fn children_run_in_parallel_and_in_sequence() {
    let input = json!({"hotelDetails": {"stars": 3}, "autoDetails": {"size": "S"}, "bookedFlight": {"n": 118}});
    for machine in [&parallel::MACHINE, &sequence::MACHINE] {
        let (simulated, asked) = told(machine, &Simulation::new(), input.clone());
        assert_eq!(simulated.result.unwrap().get("r"), Some(&json!({"0": null, "1": null})));
        let names: Vec<&str> = asked.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["callHotelReservationMicroservice", "callAutoReservationMicroservice"]);
        assert_eq!(asked[1].1, json!({"auto": {"size": "S"}, "flight": {"n": 118}}));
    }
}

#[test]
fn an_event_is_sent_with_its_body() {
    let (simulated, asked) =
        told(&send_event::MACHINE, &Simulation::new(), json!({"order": {"id": 1}}));
    assert_eq!(simulated.result.unwrap().get("r"), Some(&json!([null])));
    assert_eq!(
        (asked[0].0, asked[0].1.get("data")),
        ("orderCompletedEvent", Some(&json!({"id": 1})))
    );
}
