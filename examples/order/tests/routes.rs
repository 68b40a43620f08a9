//! Each path through the machine, with the real tasks, in virtual time.
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may")]

use std::fs;
use std::path::PathBuf;

use asl_runtime::engine::simulation::{Simulation, SimulationRun};
use asl_runtime::{Value, json};
use order::model::Order;
use order::process;
use order::shop::{Receipts, Shop};

/// A shop with a folder of its own for receipts.
fn shop(test: &str) -> (Shop, PathBuf) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    (Shop::open(Receipts::Folder(folder.clone())), folder)
}

/// Runs an order. After every step the execution is saved as text and restored: the card must not
/// be charged twice.
fn run(shop: &Shop, input: &str) -> SimulationRun {
    let input = Value::from_json_str(input).expect("an order");
    Simulation::new()
        .id("test")
        .crash_every_step()
        .run_tasks(&process::machine(shop.clone()), input)
}

/// The states in the order in which they were entered.
fn states(simulated: &SimulationRun) -> Vec<String> {
    let entered =
        |event: Value| Some(event.pointer("/stateEnteredEventDetails/name")?.as_str()?.to_owned());
    simulated.events.iter().filter_map(|event| entered(event.to_json())).collect()
}

/// A member of the machine's output.
fn output<'s>(simulated: &'s SimulationRun, key: &str) -> Option<&'s str> {
    simulated.result.as_ref().ok()?.get(key)?.as_str()
}

#[test]
fn an_order_is_confirmed_and_its_receipt_written() {
    let (shop, folder) = shop("confirmed");
    let simulated = run(&shop, include_str!("../input.json"));
    let path = folder.join("A-1007.txt");
    let expected = json!({
        "status": "confirmed",
        "orderId": "A-1007",
        "totalCents": 16353,
        "skus": ["TEA-EARL", "POT-IRON", "CUP-BONE"],
        "receipt": (path.display().to_string()),
    });
    assert_eq!(simulated.result, Ok(expected));
    let receipt = fs::read_to_string(path).expect("it was written");
    assert!(receipt.contains("Total (EUR)                         163.53\n"), "{receipt}");
    assert!(receipt.contains("Paid with card **** 4242, AUTH-A-1007-1\n"), "{receipt}");
    assert_eq!((shop.free("POT-IRON"), simulated.elapsed), (7, 0));
}

#[tokio::test]
async fn an_order_is_priced_without_the_rest() {
    let (shop, _) = shop("priced");
    let mut order: Order = serde_json::from_str(include_str!("../input.json")).expect("an order");
    let quote = order::quote(shop.clone(), order.clone()).await.expect("it can be delivered");
    assert_eq!((quote.total_cents, shop.free("POT-IRON")), (16_353, 8));
    order.items.clear();
    let error = order::quote(shop, order).await.expect_err("nothing is ordered");
    assert_eq!(error.failure().error(), Some("InvalidOrder"));
    assert!(matches!(error, process::Error::Other(_)) && !order::may_succeed_later(&error));
}

#[test]
fn a_busy_gateway_is_retried_and_packing_takes_time() {
    let (shop, _) = shop("busy");
    let simulated = run(&shop, include_str!("../inputs/busy-gateway.json"));
    assert_eq!(output(&simulated, "status"), Some("confirmed"));
    // 1 and 2 seconds before the retries, then 1 second of packing.
    assert_eq!(simulated.elapsed, 4_000);
    assert!(states(&simulated).contains(&"Pack".to_owned()));
}

#[test]
fn a_gateway_that_stays_busy_cancels_the_order() {
    let (shop, _) = shop("always-busy");
    let simulated =
        run(&shop, &include_str!("../inputs/busy-gateway.json").replace("0119", "0127"));
    assert_eq!(
        (output(&simulated, "status"), output(&simulated, "error")),
        (Some("cancelled"), Some("GatewayBusy"))
    );
    // 1, 2 and 4 seconds.
    assert_eq!((simulated.elapsed, shop.free("TEA-SENCHA")), (7_000, 40));
}

#[test]
fn a_declined_card_releases_the_stock() {
    let (shop, folder) = shop("declined");
    let simulated = run(&shop, include_str!("../inputs/declined.json"));
    let reason = "the bank declines the payment";
    let expected = json!({"status": "cancelled", "orderId": "A-1009", "error": "CardDeclined", "reason": reason});
    assert_eq!(simulated.result, Ok(expected));
    assert!(states(&simulated).ends_with(&["Release stock", "Cancel", "Done"].map(str::to_owned)));
    assert_eq!(shop.free("TEA-ASSAM"), 25);
    assert!(!folder.join("A-1009.txt").exists());
}

#[test]
fn missing_stock_fails_the_order() {
    let (shop, _) = shop("out-of-stock");
    let simulated = run(&shop, include_str!("../inputs/out-of-stock.json"));
    let reason = "2 of `TIN-GOLD` ordered, 0 in stock";
    assert_eq!(
        simulated.result,
        Ok(json!({"status": "out of stock", "orderId": "A-1010", "reason": reason}))
    );
    assert_eq!((shop.free("TEA-EARL"), simulated.elapsed), (120, 0));
}

#[test]
fn a_failed_branch_undoes_the_other() {
    let (shop, _) = shop("too-heavy");
    let simulated = run(&shop, include_str!("../inputs/too-heavy.json"));
    assert_eq!(
        (output(&simulated, "status"), output(&simulated, "error")),
        (Some("cancelled"), Some("TooHeavy"))
    );
    assert_eq!((shop.free("TEA-ASSAM"), shop.free("POT-IRON")), (25, 8));
}

#[test]
fn nothing_to_pay_charges_no_card() {
    let (shop, folder) = shop("free");
    let simulated = run(&shop, include_str!("../inputs/free.json"));
    assert_eq!(output(&simulated, "status"), Some("confirmed"));
    assert!(!states(&simulated).contains(&"Charge card".to_owned()));
    let receipt = fs::read_to_string(folder.join("A-1012.txt")).expect("it was written");
    assert!(
        receipt.ends_with("\nWaiting at the counter\n") && !receipt.contains("card"),
        "{receipt}"
    );
}

#[test]
fn an_invalid_order_fails_with_the_reason() {
    let (shop, _) = shop("invalid");
    let simulated = run(&shop, &include_str!("../input.json").replace("CUP-BONE", "CUP-PAPER"));
    let failure = simulated.result.expect_err("nothing catches it");
    assert_eq!(
        (failure.error(), failure.cause()),
        (Some("InvalidOrder"), Some("there is no article `CUP-PAPER`"))
    );
}
