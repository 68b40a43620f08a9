//! Each error of a definition is an error of the compiler; the user's own code adds none.

use asl_runtime::{TaskContext, TaskError, Value, asl_machine};

asl_machine!("./broken.asl.json", outside = true);

struct Shop;

impl broken::Tasks for Shop {
    async fn pay(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }
}

fn main() {
    drop(broken::run(Shop, Value::Null));
    drop(broken::machine(Shop));
}
