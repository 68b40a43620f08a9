//! a: 100 Pass states that do nothing, which is the cost of a transition itself; hand-written code
//! has nothing to do. And one such state alone.

use asl_runtime::{Failure, Value, asl_machine};

use super::NoTasks;

asl_machine!("definitions/a_chain.json");

asl_machine!("definitions/a1_alone.json");

impl a_chain::Tasks for NoTasks {}
impl a1_alone::Tasks for NoTasks {}

/// The machine.
pub fn compiled(input: Value) -> impl Future<Output = Result<Value, Failure>> {
    a_chain::run(NoTasks, input)
}

/// One state.
pub fn alone(input: Value) -> impl Future<Output = Result<Value, Failure>> {
    a1_alone::run(NoTasks, input)
}
