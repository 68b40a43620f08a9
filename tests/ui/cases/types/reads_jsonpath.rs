//! What states with JSONPath read of values of Rust types that never have it.
#![allow(unused)]

mod model;

use model::*;

asl_machine!("./reads_jsonpath/members.asl.json", outside = true, input = Order);

#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(rename_all = "camelCase")]
struct Camel {
    order_id: String,
    order_lines: Vec<Line>,
}
asl_machine!("./reads_jsonpath/camel.asl.json", outside = true, input = Camel);

#[derive(Debug, Serialize, Deserialize, Shape)]
struct Snake {
    order_id: String,
    order_lines: Vec<Line>,
}
asl_machine!("./reads_jsonpath/snake.asl.json", outside = true, input = Snake);

// All fields that read something.
asl_machine!("./reads_jsonpath/places.asl.json", outside = true, input = Order);
// The input and the items of the context object.
asl_machine!("./reads_jsonpath/context.asl.json", outside = true, input = Order, deny = [ASL3103]);
// What results are written into.
asl_machine!("./reads_jsonpath/written.asl.json", outside = true, input = Order);
// Values of types that the fields do not take.
asl_machine!("./reads_jsonpath/fields.asl.json", outside = true, input = Order);
asl_machine!("./reads_jsonpath/choices.asl.json", outside = true, input = Order);
asl_machine!("./reads_jsonpath/intrinsics.asl.json", outside = true, input = Order);
asl_machine!("./reads_jsonpath/more_intrinsics.asl.json", outside = true, input = Order);

// Results of tasks, through the fields that change and move them.
asl_machine!("./reads_jsonpath/results.asl.json", outside = true, input = Order, tasks = { pay: fn(Anything) -> Payment });
// The error that is caught has the same members, whatever the types are.
asl_machine!("./reads_jsonpath/caught.asl.json", outside = true, input = Order, tasks = { pay: fn(Anything) -> Payment });
asl_machine!("./reads_jsonpath/envelope.asl.json", outside = true, tasks = { pay: fn(Anything) -> Payment });
asl_machine!("./reads_jsonpath/nothing.asl.json", outside = true, tasks = { log: fn(Anything) -> () });

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
// What only other variants have than those that a Choice leads on.
asl_machine!("./reads_jsonpath/variants.asl.json", outside = true, input = Sent);
// The same of a variable.
asl_machine!("./reads_jsonpath/variables.asl.json", outside = true, input = Sent);

fn main() {}
