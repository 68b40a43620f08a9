//! Files that are not there. The tasks of the definition that is meant are known.

use asl_runtime::{TaskContext, TaskError, Value, asl_machine};

asl_machine!("./pay.asl.json", outside = true);
asl_machine!("./doubtful.asl.json", outside = true, substitute_file = "valeus.json");

struct Host;

impl pay::Tasks for Host {
    async fn charge_card(&self, _: &TaskContext, cents: Value) -> Result<Value, TaskError> {
        Ok(cents)
    }
}

fn main() {}
