//! A machine whose data have schemas.

use asl_runtime::asl_machine;
use asl_runtime::json;
use asl_testing::{Scenario, returns};

asl_machine!("machines/order.asl.json", schemas = "schemas/order");

#[test]
fn a_machine_that_fits_its_schemas_compiles() {
    let run = Scenario::new(&order::MACHINE)
        .input(json!({"orderId": "A7", "total": {"cents": 1200, "currency": "EUR"}}))
        .task("Charge card", returns(json!("r-1")))
        .task("Ship", returns(json!("p-1")))
        .run();
    run.expect_path(["Charge card", "Ship"]);
}
