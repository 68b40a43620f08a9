//! The machine without the shop: the answers of tasks are scripted, or come from AWS's
//! `MockConfigFile.json`.
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may")]

use asl_runtime::{Value, asl_machine, json};
use asl_testing::{
    Coverage, InspectionLevel, Mock, MockConfig, Run, Scenario, StateStatus, returns, test_state,
    throws, times_out,
};
use order::process;

// Compiled once more with inspection.
asl_machine!("order.asl.json", name = seen, inspect = true);

/// An order that succeeds; each test changes the part that it is about.
fn order(method: &str) -> Scenario {
    let input = json!({
        "orderId": "T-1",
        "customer": {"country": "NL"},
        "payment": {"card": "4242"},
        "delivery": {"method": method, "packSeconds": 90},
    });
    Scenario::new(&process::MACHINE)
        .input(input.clone())
        .task("Check order", returns(input))
        .task("Quote price", returns(json!({"totalCents": 1_295, "grams": 400, "method": method})))
        .task("Reserve stock", returns(json!({"reserved": true})))
        .task("Book parcel", returns(json!({"trackingId": "P-1"})))
        .task("Write receipt", returns(json!({"path": "T-1.txt"})))
        .task("Release stock", returns(json!(null)))
}

fn status(run: &Run) -> Option<&str> {
    run.result().as_ref().ok()?.get("status")?.as_str()
}

#[test]
fn a_busy_gateway_is_retried_with_growing_delays() {
    let busy = || throws("GatewayBusy", "try later");
    let run = order("parcel")
        .task("Charge card", [busy(), busy(), returns(json!({"authorization": "A-1"}))])
        .run();
    run.expect_delays([1.0, 2.0])
        .expect_elapsed(3.0)
        .expect_calls("Charge card", 3)
        .expect_inputs("Book parcel", [json!({"orderId": "T-1", "grams": 400, "country": "NL"})])
        .expect_path([
            "Check order",
            "Prepare",
            "Quote price",
            "Reserve stock",
            "Can we carry it?",
            "Priced",
            "Anything to pay?",
            "Charge card",
            "How does it travel?",
            "Book parcel",
            "Write receipt",
            "Confirm",
            "Done",
        ]);
    assert_eq!(status(&run), Some("confirmed"));
}

#[test]
fn a_gateway_that_does_not_answer_is_called_twice() {
    let run = order("parcel").task("Charge card", times_out()).run();
    // Thirty seconds each, and one second before the only retry.
    run.expect_calls("Charge card", 2)
        .expect_delays([1.0])
        .expect_elapsed(61.0)
        .expect_through(["Release stock", "Done"]);
    assert_eq!(status(&run), Some("cancelled"));
}

#[test]
fn every_path_through_the_machine_is_tested() {
    let charged = returns(json!({"authorization": "A-1"}));
    let quote =
        |cents: i64, grams: i64| json!({"totalCents": cents, "grams": grams, "method": "parcel"});
    let again = |scenario: Scenario, price: Value| {
        let input = json!({"orderId": "T-2", "customer": {}, "payment": {}, "delivery": {"method": "pickup", "packSeconds": 1}});
        let scenario = scenario
            .input(input.clone())
            .task("Check order", returns(input))
            .task("Quote price", returns(price));
        scenario
            .task("Release stock", returns(json!(null)))
            .task("Write receipt", returns(json!({"path": "-"})))
            .run()
    };
    let mut coverage = Coverage::new(&process::MACHINE);
    coverage.add(&order("parcel").task("Charge card", charged.clone()).run());
    coverage.add(
        order("drone").task("Charge card", charged).run().expect_failure("Order.NoSuchDelivery"),
    );
    coverage.add(&order("parcel").task("Charge card", throws("CardDeclined", "no")).run());
    let free = Scenario::new(&process::MACHINE).task("Reserve stock", returns(json!({})));
    coverage.add(again(free.clone(), quote(0, 100)).expect_waits([1.0]));
    coverage.add(&again(free, quote(0, 40_000)));
    let sold_out =
        Scenario::new(&process::MACHINE).task("Reserve stock", throws("OutOfStock", "none left"));
    coverage.add(&again(sold_out, quote(1, 1)));
    coverage.expect_full();
}

#[test]
fn mocks_of_step_functions_local_are_read_unchanged() {
    let mocks = MockConfig::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/MockConfigFile.json"))
        .expect("the file is right");
    let input = json!({"orderId": "M-1", "customer": {"country": "NL"}, "payment": {"card": "1"}, "delivery": {"method": "parcel"}});
    for (case, expected) in
        [("Sold", "confirmed"), ("Declined", "cancelled"), ("NothingLeft", "out of stock")]
    {
        let case =
            mocks.case(&process::MACHINE, &format!("Order#{case}")).expect("the case is there");
        let run = Scenario::new(&process::MACHINE).input(input.clone()).mocks(case).run();
        assert_eq!(status(&run), Some(expected));
    }
}

#[test]
fn one_state_can_be_inspected() {
    let input = json!({"orderId": "T-3", "prepared": {"quote": {"totalCents": 5}}, "payment": {"card": "4242"}});
    let charge =
        test_state(&seen::MACHINE, "Charge card").input(input).level(InspectionLevel::Debug);
    let report =
        charge.clone().mock(Mock::result(json!({"authorization": "A-3"}))).run().expect("it fits");
    assert_eq!(
        (report.status, report.next_state),
        (StateStatus::Succeeded, Some("How does it travel?"))
    );
    let parameters = json!({"orderId": "T-3", "amountCents": 5, "card": "4242"});
    assert_eq!(report.inspection.get("afterParameters"), Some(&parameters));
    let report =
        charge.mock(Mock::error("GatewayBusy", "try later")).retries(2).run().expect("it fits");
    assert_eq!(report.status, StateStatus::Retriable);
    assert_eq!(
        report.error_details.and_then(|details| details.retry_backoff_interval_seconds),
        Some(4)
    );
}
