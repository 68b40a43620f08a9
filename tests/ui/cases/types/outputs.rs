//! Outputs of machines that never fit the type of the output.
#![allow(unused)]

mod model;

use model::*;

asl_machine!("./outputs/literal.asl.json", outside = true, output = Receipt);
asl_machine!("./outputs/kind.asl.json", outside = true, output = Receipt);
asl_machine!("./outputs/result.asl.json", outside = true, output = Receipt, tasks = { pay: fn(Anything) -> Payment });
asl_machine!("./outputs/input.asl.json", outside = true, input = Order, output = Receipt);
asl_machine!("./outputs/several.asl.json", outside = true, input = Order, output = Receipt);
asl_machine!("./outputs/parallel.asl.json", outside = true, input = Order, output = (Payment, Receipt), tasks = { pay: fn(Anything) -> Payment });
asl_machine!("./outputs/map.asl.json", outside = true, input = Order, output = Receipt);
asl_machine!("./outputs/map.asl.json", outside = true, name = items, input = Order, output = Vec<u32>, deny = [ASL3104]);
asl_machine!("./outputs/selected.asl.json", outside = true, output = Receipt, tasks = { pay: fn(Anything) -> Payment });
asl_machine!("./outputs/placed.asl.json", outside = true, input = Order, output = Order, tasks = { pay: fn(Anything) -> Payment });
asl_machine!("./outputs/caught.asl.json", outside = true, output = Receipt, tasks = { pay: fn(Anything) -> Payment });
asl_machine!("./outputs/jsonata.asl.json", outside = true, output = Receipt, tasks = { pay: fn(Anything) -> Payment });
asl_machine!("./outputs/jsonata_result.asl.json", outside = true, output = Receipt, tasks = { pay: fn(Anything) -> Payment });

fn main() {}
