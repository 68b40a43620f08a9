//! The example as its users start it, with fewer orders.

use std::process::Command;

#[test]
fn every_order_is_completed_although_the_shop_is_killed() {
    let mut example = Command::new(env!("CARGO_BIN_EXE_durable"));
    let done = example.args(["--orders", "12", "--seed", "3"]).output().expect("it starts");
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{said}\n{}", String::from_utf8_lossy(&done.stderr));
    assert!(said.contains("2 orders failed"), "{said}");
    assert!(said.contains("redriven 1 times"), "{said}");
}
