//! Expressions of jq that read parts which values of Rust types never have. A member that is missing is
//! null, and so a warning: here warnings are errors.
#![allow(unused)]

mod model;

use model::*;

asl_machine!("./reads_jq/members.sm4c.json", outside = true, input = Order, deny = [ASL3103]);
asl_machine!("./reads_jq/operators.sm4c.json", outside = true, input = Order);
asl_machine!("./reads_jq/may.sm4c.json", outside = true, input = Order, deny = [ASL3103]);
asl_machine!("./reads_jq/results.sm4c.json", outside = true, input = Order, tasks = { pay: fn(Anything) -> Payment }, deny = [ASL3103]);

fn main() {}
