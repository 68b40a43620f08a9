//! The first test of the guide.

use asl_runtime::{asl_machine, json};
use asl_testing::{Scenario, returns, throws};

asl_machine!("machines/order.asl.json");

#[test]
fn a_busy_gateway_is_tried_again() {
    let run = Scenario::new(&order::MACHINE)
        .input(json!({ "total": 1250 }))
        .task("Charge card", [throws("GatewayBusy", "later"), returns(json!("R-1"))])
        .task("Ship", [returns(json!("P-1"))])
        .run();
    run.expect_path(["Charge card", "Ship"])
        .expect_delays([1.0])
        .expect_output(json!({ "total": 1250, "receipt": "R-1", "parcel": "P-1" }));
}
