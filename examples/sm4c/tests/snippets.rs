//! The fragments of SM4C's documentation, each in a machine around it, in virtual time.
#![expect(
    deprecated,
    reason = "the compiler warns of fragments that use what nobody waits for; they are as they are"
)]

use std::cell::RefCell;

use asl_runtime::engine::simulation::{Scripted, Sim, Story};
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

/// Runs it; all that it asks of the world, by name, with what it gives.
fn told(machine: &'static Machine, sim: &Sim, input: Value) -> (Story, Vec<(&'static str, Value)>) {
    let asked = RefCell::new(Vec::new());
    let story = sim.run(machine, input, |call| {
        asked.borrow_mut().push((call.name, call.input.clone()));
        // Whoever takes an event gives nothing back.
        if call.form == Form::Event {
            Scripted::answer(Value::Null)
        } else {
            Scripted::answer(json!({"ok": true}))
        }
    });
    (story, asked.into_inner())
}

#[test]
fn the_hello_world_greets() {
    let (story, _) = told(&sm4c::hello::MACHINE, &Sim::new(), Value::Null);
    assert_eq!(story.result.unwrap(), json!({"result": "Hello World!"}));
}

#[test]
fn a_state_calls_a_function_and_goes_on() {
    let (story, asked) =
        told(&undo_flight::MACHINE, &Sim::new(), json!({"bookedFlight": {"n": 118}}));
    assert_eq!(story.result.unwrap(), json!({"bookedFlight": {"n": 118}}));
    assert_eq!(asked, [("callFlightReservationUndoMicroservice", json!({"flight": {"n": 118}}))]);
}

#[test]
fn an_event_triggers_a_transition() {
    let event = Event::named("CreditCheckCompletedEvent").with_data(json!({"score": 700}));
    let (story, _) = told(&event_groups::MACHINE, &Sim::new().event(2_000, event), Value::Null);
    assert_eq!(
        (story.elapsed, story.result.unwrap()),
        (2_000, json!({"creditCheck": {"score": 700}}))
    );
}

#[test]
fn a_delay_lasts_ten_seconds() {
    let (story, _) = told(&delay::MACHINE, &Sim::new(), Value::Null);
    assert_eq!((story.elapsed, story.result.unwrap()), (10_000, json!({"r": null})));
}

#[test]
fn data_are_injected_once_and_for_each_element() {
    let (story, _) = told(&inject_data::MACHINE, &Sim::new(), Value::Null);
    assert_eq!(story.result.unwrap(), json!({"r": "Hello World!"}));
    let (story, _) = told(&foreach::MACHINE, &Sim::new(), json!({"myObject": {"myArray": [1, 2]}}));
    assert_eq!(story.result.unwrap().get("r"), Some(&json!(["Hello World!", "Hello World!"])));
}

#[test]
fn a_function_and_a_subflow_get_their_arguments_and_are_not_waited_for() {
    let (story, asked) =
        told(&invoke_function::MACHINE, &Sim::new(), json!({"orders": [{"id": 0}, {"id": 1}]}));
    assert_eq!(story.result.unwrap().get("r"), Some(&json!([null])));
    assert_eq!(asked, [("provisionOrderFunction", json!({"order": {"id": 1}}))]);
    let (story, asked) =
        told(&invoke_subflow::MACHINE, &Sim::new(), json!({"someObject": {"id": 1}}));
    assert_eq!(story.result.unwrap().get("r"), Some(&json!([null])));
    assert_eq!(asked, [("myOtherStateMachine", json!({"order": {"id": 1}}))]);
}

#[test]
fn children_run_beside_and_after_each_other() {
    let input = json!({"hotelDetails": {"stars": 3}, "autoDetails": {"size": "S"}, "bookedFlight": {"n": 118}});
    for machine in [&parallel::MACHINE, &sequence::MACHINE] {
        let (story, asked) = told(machine, &Sim::new(), input.clone());
        assert_eq!(story.result.unwrap().get("r"), Some(&json!({"0": null, "1": null})));
        let names: Vec<&str> = asked.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["callHotelReservationMicroservice", "callAutoReservationMicroservice"]);
        assert_eq!(asked[1].1, json!({"auto": {"size": "S"}, "flight": {"n": 118}}));
    }
}

#[test]
fn an_event_is_sent_with_its_body() {
    let (story, asked) = told(&send_event::MACHINE, &Sim::new(), json!({"order": {"id": 1}}));
    assert_eq!(story.result.unwrap().get("r"), Some(&json!([null])));
    assert_eq!(
        (asked[0].0, asked[0].1.get("data")),
        ("orderCompletedEvent", Some(&json!({"id": 1})))
    );
}
