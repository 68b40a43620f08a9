//! Options for tasks, values and files that the definition does not have, or that are not there.

use asl_runtime::{TaskContext, TaskError, asl_machine};

asl_machine!("./doubtful.asl.json", outside = true, tasks = { pay: fn(u8) -> u8 });
asl_machine!(
    "./pays.asl.json",
    outside = true,
    tasks = { charge_crad: fn(u8) -> u16 },
    substitute = { "Currency": "EUR" },
);

struct Host;

impl pays::Tasks for Host {
    async fn charge_card(&self, _: &TaskContext, cents: u8) -> Result<u16, TaskError> {
        Ok(cents.into())
    }
}

fn main() {}
