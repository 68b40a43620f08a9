//! The Rust blocks of the guide's pages about tests. They are here word for word, so they compile
//! and run; `tests/guide` compares them.
#![allow(clippy::expect_used, reason = "a test may")]

use std::error::Error;
use std::time::Duration;

use asl_runtime::{TaskContext, TaskError, Value};
use asl_testing::{
    Coverage, InspectionLevel, Mock, MockConfig, StateStatus, test_state, times_out,
};

use asl_runtime::{asl_machine, json};
use asl_testing::{Scenario, returns, throws};

asl_machine!("machines/order.asl.json");

#[test]
fn a_busy_gateway_is_asked_again() {
    let run = Scenario::new(&order::MACHINE)
        .input(json!({"orderId": 7}))
        .task("Charge card", [throws("GatewayBusy", "later"), returns(json!({"receipt": "R-1"}))])
        .run();
    run.expect_path(["Charge card", "Done"])
        .expect_delays([1.0])
        .expect_output(json!({"orderId": 7, "payment": {"receipt": "R-1"}}));
}

struct Slow;

impl order::Tasks for Slow {
    async fn charge_card(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        tokio::time::sleep(Duration::from_secs(30)).await;
        Ok(json!({"receipt": "R-1"}))
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_gateway_is_given_up_after_20_seconds() {
    let slow = Scenario::with_tasks(&order::machine(Slow)).input(json!({"orderId": 7}));
    let run = slow.run_on_tokio().await;
    run.expect_path(["Charge card", "Call customer"]).expect_elapsed(20.0);
}

#[test]
fn coverage() {
    let order = || Scenario::new(&order::MACHINE).input(json!({"orderId": 7}));
    let paid = order().task("Charge card", returns(1));
    let late = order().task("Charge card", times_out());
    let mut coverage = Coverage::new(&order::MACHINE);
    coverage.add(&paid.run()).add(&late.run());
    coverage.expect_full(); // or missed_states(), missed_edges()
}

#[test]
fn mock_files() -> Result<(), Box<dyn Error>> {
    let mocks = MockConfig::read("tests/MockConfigFile.json")?;
    let declined = mocks.case(&order::MACHINE, "Order#Declined")?;
    let order = Scenario::new(&order::MACHINE).input(json!({"orderId": 7}));
    order.mocks(declined).run().expect_failure("CardDeclined");
    Ok(())
}

mod states {
    use super::*;

    asl_machine!("machines/order.asl.json", name = seen, inspect = true);

    #[test]
    fn one_state() -> Result<(), Box<dyn Error>> {
        let input = json!({"orderId": 7});
        let charge = test_state(&seen::MACHINE, "Charge card").input(input);
        let charge = charge.level(InspectionLevel::Debug);
        let report = charge.mock(Mock::error("GatewayBusy", "try later")).retries(2).run()?;
        assert_eq!(report.status, StateStatus::Retriable);
        assert_eq!(report.inspection.get("afterParameters"), Some(&json!({"orderId": 7})));
        Ok(())
    }
}

/// The names in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The lines of the Rust blocks of a page, without indentation.
fn block_lines(page: &str) -> Vec<&str> {
    let blocks = page.split("```rust\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap_or_default());
    blocks.flat_map(str::lines).map(str::trim).filter(|line| !line.is_empty()).collect()
}

#[test]
fn every_line_of_the_guide_is_here() {
    let file = include_str!("guide_testing.rs");
    let here: Vec<&str> = file.lines().map(str::trim).collect();
    // A block imports what it uses itself, and this file what all of them use.
    let imports = file.split("asl_machine!").next().unwrap_or_default();
    let is_imported = |line: &str| words(line).all(|word| words(imports).any(|own| own == word));
    for page in [
        include_str!("../../../docs/guide/testing.md"),
        include_str!("../../../docs/guide/testing-states.md"),
    ] {
        let lines = block_lines(page);
        assert!(!lines.is_empty());
        for line in lines {
            let is_here = here.contains(&line) || line.starts_with("use ") && is_imported(line);
            assert!(is_here, "this line is not compiled: {line}");
        }
    }
}
