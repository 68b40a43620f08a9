//! State functions with inputs of other types, and of types that lack what a call needs.

use asl_runtime::asl_machine;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Order {}

#[derive(Serialize)]
struct Payment {}

#[derive(Deserialize)]
struct Charge {}

asl_machine!("./pays.asl.json", outside = true, input = Order);
asl_machine!(
    "./pays.asl.json",
    outside = true,
    name = typed,
    tasks = { charge_card: fn(Charge) -> Payment },
);

async fn run(machine: &asl_runtime::Compiled) {
    let _ = pays::states::pay(machine, String::new());
    let _ = typed::states::pay(machine, Charge {});
}

fn main() {}
