//! Tests of the fragments in the language's overview, each inside the smallest definition.

use super::*;

const FUNCTIONS: &str = r#""functions": [
    {"name": "callFlightReservationUndoMicroservice", "operation": "flights.json#undo"},
    {"name": "provisionOrderFunction", "operation": "orders.json#provision"},
    {"name": "callHotelReservationMicroservice", "operation": "hotels.json#reserve"},
    {"name": "callAutoReservationMicroservice", "operation": "autos.json#reserve"}],
    "events": [{"name": "CreditCheckCompletedEvent", "type": "creditCheckCompleteType", "source": "creditCheckSource"},
    {"name": "orderCompletedEvent", "type": "order.completed", "source": "orders"}]"#;

/// A fragment that is an action, as the enter action of a state.
fn action(fragment: &str) -> Vec<Code> {
    codes(&definition(
        FUNCTIONS,
        &format!(r#"{{"name": "A", "start": true, "enterAction": {fragment}}}"#),
    ))
}

#[test]
fn the_hello_world_is_compiled() {
    let text = r#"{
        "id": "helloworld", "version": "1.0", "name": "Hello World Workflow", "description": "Inject Hello World",
        "states": [{ "name": "Hello State", "start": true,
            "enterAction": { "type": "injectData", "expression": "${ \"Hello World!\" }" },
            "enterResultHandler": "${ .result += $value }" }]}"#;
    assert_eq!(codes(text), []);
    let machine = machine(text);
    let sm4c = machine.sm4c.as_ref().unwrap();
    assert_eq!((sm4c.name.as_str(), sm4c.version.as_str()), ("Hello World Workflow", "1.0"));
    assert_eq!(machine.comment.as_deref(), Some("Inject Hello World"));
    assert_eq!(graph(text), ["0 eval injectData of global merged -> 1", "1 end"]);
}

#[test]
fn the_state_with_an_implicit_transition_is_compiled() {
    let text = definition(
        FUNCTIONS,
        r#"{"name": "UndoFlightReservation", "start": true, "enterAction": { "type": "InvokeFunction",
            "functionName": "callFlightReservationUndoMicroservice", "arguments": { "flight": "${ .bookedFlight }" } },
            "transitions": [{ "nextState": "ReportError" }]}, {"name": "ReportError"}"#,
    );
    assert_eq!(codes(&text), []);
    assert_eq!(graph(&text), ["0 invoke invokeFunction of several dropped -> 1", "1 end"]);
}

#[test]
fn the_transition_by_an_event_is_compiled() {
    let text = definition(
        FUNCTIONS,
        r#"{"name": "Wait", "start": true, "transitions": [{ "nextState": "EvaluateDecision", "eventGroups": [
            { "events": [ "CreditCheckCompletedEvent" ], "resultHandler": "${ .creditCheck += ($value | .Data) }" }]}]},
            {"name": "EvaluateDecision"}"#,
    );
    assert_eq!(codes(&text), []);
    assert_eq!(graph(&text), ["0 await 1", "1 end"]);
}

#[test]
fn the_delay_needs_the_type_that_the_overview_leaves_out() {
    assert_eq!(action(r#"{ "timeout": "00:00:10" }"#), [Code::MissingField]);
    assert_eq!(action(r#"{ "type": "delay", "timeout": "00:00:10" }"#), []);
}

#[test]
fn the_actions_are_compiled() {
    for fragment in [
        r#"{ "input": "${ .myObject.myArray }", "type": "foreach", "action": { "type": "injectData", "expression": "${ \"Hello World!\" }" } }"#,
        r#"{ "type": "injectData", "expression": "${ \"Hello World!\" }" }"#,
        r#"{ "type": "invokeFunction", "functionName": "provisionOrderFunction", "arguments": { "order": "${ .orders[1] }" } }"#,
        r#"{ "type": "invokeSubflow", "subflowName": "myOtherStateMachine", "arguments": { "order": "${ .someObject }" } }"#,
        r#"{ "type": "parallel", "completionType": "and", "actions": [
            { "type": "invokeFunction", "functionName": "callHotelReservationMicroservice", "arguments": { "hotel": "${ .hotelDetails }", "flight": "${ .bookedFlight }" } },
            { "type": "invokeFunction", "functionName": "callAutoReservationMicroservice", "arguments": { "auto": "${ .autoDetails }", "flight": "${ .bookedFlight }" } }] }"#,
        r#"{ "type": "sendEvent", "event": "orderCompletedEvent", "expression": "${ .order }" }"#,
        r#"{ "type": "sequence", "actions": [
            { "type": "invokeFunction", "functionName": "callHotelReservationMicroservice", "arguments": { "hotel": "${ .hotelDetails }", "flight": "${ .bookedFlight }" } },
            { "type": "invokeFunction", "functionName": "callAutoReservationMicroservice", "arguments": { "auto": "${ .autoDetails }", "flight": "${ .bookedFlight }" } }] }"#,
    ] {
        assert_eq!(action(fragment), [], "{fragment}");
    }
}
