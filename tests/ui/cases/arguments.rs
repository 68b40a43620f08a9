//! Arguments that cannot be understood.

use asl_runtime::asl_machine;

asl_machine!("./doubtful.asl.json", outisde = true);
asl_machine!(order);
asl_machine!("./doubtful.asl.json", outside = true, tasks = { pay: fn(A, B) -> C });

fn main() {}
