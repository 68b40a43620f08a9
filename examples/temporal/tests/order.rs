//! The order process in virtual time: the same machine as on Temporal.

use asl_runtime::engine::simulation::{Scripted, Simulation};
use asl_runtime::json;

#[test]
fn an_order_is_reserved_approved_packed_and_shipped() {
    let run =
        Simulation::new().run(&temporal::order::MACHINE, json!({"items": ["tea"]}), |call| match (
            call.operation.as_str(),
            call.attempt,
        ) {
            ("Reserve#0", 0) => Scripted::fail("Busy", "the stock is being counted"),
            ("Approve#1", _) => Scripted::answer("Ada").submitted(json!({}), 1),
            (operation, _) => Scripted::answer(operation.to_lowercase()),
        });
    assert_eq!(
        run.result,
        Ok(json!({
            "items": ["tea"], "reservation": "reserve#0~1", "approval": "Ada",
            "papers": ["fulfil#3.0.pack#0", "fulfil#3.1.invoice#0"], "tracking": "ship#4"
        }))
    );
}
