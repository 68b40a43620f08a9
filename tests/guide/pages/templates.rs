//! State machines in templates.

use asl_runtime::asl_machine;
use asl_runtime::json;
use asl_testing::{Scenario, returns};

asl_machine!("machines/template.yaml", resource = "OrderMachine"); // -> mod order_machine

#[test]
fn a_machine_of_a_template_runs() {
    let run = Scenario::new(&order_machine::MACHINE).task("Charge", returns(json!(7))).run();
    run.expect_path(["Charge"]).expect_output(json!(7));
}
