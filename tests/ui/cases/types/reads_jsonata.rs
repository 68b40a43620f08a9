//! What expressions of JSONata read of values of Rust types that never have it. What stands where it
//! may never be evaluated is a warning: here warnings are errors.
#![allow(unused)]

mod model;

use model::*;

asl_machine!("./reads_jsonata/members.asl.json", outside = true, input = Order);
asl_machine!("./reads_jsonata/operators.asl.json", outside = true, input = Order);
asl_machine!("./reads_jsonata/functions.asl.json", outside = true, input = Order);
asl_machine!("./reads_jsonata/inside.asl.json", outside = true, input = Order, deny = [ASL3103]);
asl_machine!("./reads_jsonata/fields.asl.json", outside = true, input = Order, deny = [ASL3103]);
asl_machine!("./reads_jsonata/results.asl.json", outside = true, input = Order, tasks = { pay: fn(Anything) -> Payment });
asl_machine!("./reads_jsonata/context.asl.json", outside = true, input = Order, deny = [ASL3103]);

#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(tag = "method", rename_all = "lowercase")]
enum Delivery {
    Parcel { street: String },
    Pickup { seconds: u32 },
}
#[derive(Debug, Serialize, Deserialize, Shape)]
struct Sent {
    delivery: Delivery,
}
// What only other variants have than those of a variable that a Choice leads on.
asl_machine!("./reads_jsonata/variables.asl.json", outside = true, input = Sent);

fn main() {}
