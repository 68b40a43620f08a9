//! A machine whose data have schemas.

use asl_runtime::services::Services;
use asl_runtime::{RunOptions, Shape, asl_machine, json};
use asl_testing::{Scenario, returns};
use serde::{Deserialize, Serialize};

use crate::Tested;

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

#[derive(Serialize, Deserialize, Shape)]
struct Shipment {
    order_id: String,
    city: String,
}

#[derive(Serialize, Deserialize, Shape)]
struct Parcel {
    number: String,
}

asl_machine!("machines/parcel.asl.json", input = Shipment, output = Parcel);
asl_machine!("machines/sale.asl.json", machines = { Parcel: parcel });

/// The generated methods for starting executions are enough.
struct Nothing;

impl parcel::Tasks for Nothing {}
impl sale::Tasks for Nothing {}

#[tokio::test]
async fn an_execution_of_another_machine_gets_its_types() -> Tested {
    let services = Services::new();
    services.register("Parcel", parcel::machine(Nothing));
    let options = RunOptions::default().services(services);
    let output = sale::run_with(Nothing, json!({"id": "A7", "city": "Kiel"}), options).await?;
    assert_eq!(output, "A7");
    Ok(())
}
