//! An option for a task that the definition does not have.

use asl_runtime::asl_machine;

asl_machine!("./doubtful.asl.json", outside = true, tasks = { pay: fn(u8) -> u8 });

fn main() {}
