//! Thirteen mismatches that rustc did not find when types were only believed.
#![allow(unused)]

mod model;

use model::*;

type Json = serde_json::Value;

#[derive(Debug, Serialize, Deserialize, Shape)]
struct Basket {
    id: String,
    quantity: u32,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
struct Charge {
    #[serde(rename = "orderId")]
    order_id: String,
    cents: u64,
}

// 1. A task's type with a misnamed field.
#[derive(Debug, Serialize, Deserialize, Shape)]
struct Misnamed {
    order_id: String,
    cents: u64,
}
asl_machine!("./thirteen/order.asl.json", outside = true, name = misnamed, tasks = { charge_card: fn(Misnamed) -> Payment });

// 2. One that needs a member that the definition does not give.
#[derive(Debug, Serialize, Deserialize, Shape)]
struct Demanding {
    #[serde(rename = "orderId")]
    order_id: String,
    cents: u64,
    currency: String,
}
asl_machine!("./thirteen/order.asl.json", outside = true, name = demanding, tasks = { charge_card: fn(Demanding) -> Payment });

// 3. A constant of another type.
asl_machine!("./thirteen/literal.asl.json", outside = true, name = literal, tasks = { charge_card: fn(Charge) -> Payment });

// 4. and 5. A number that is a text, in a condition of JSONata and in a comparison of JSONPath.
#[derive(Debug, Serialize, Deserialize, Shape)]
struct Texts {
    id: String,
    quantity: String,
}
asl_machine!("./thirteen/condition.asl.json", outside = true, name = condition, input = Texts);
asl_machine!("./thirteen/order.asl.json", outside = true, name = comparison, input = Texts);

// 6. and 7. An output with another name, and of another type.
#[derive(Debug, Serialize, Deserialize, Shape)]
struct OtherName {
    receipt: String,
    sum: u64,
}
asl_machine!("./thirteen/order.asl.json", outside = true, name = output_name, output = OtherName);
#[derive(Debug, Serialize, Deserialize, Shape)]
struct OtherType {
    receipt: String,
    total: String,
}
asl_machine!("./thirteen/order.asl.json", outside = true, name = output_type, output = OtherType);

// 8. and 9. Members that the result of a task and the input do not have.
#[derive(Debug, Serialize, Deserialize, Shape)]
struct Paid {
    number: String,
}
asl_machine!("./thirteen/order.asl.json", outside = true, name = result, tasks = { charge_card: fn(Charge) -> Paid });
#[derive(Debug, Serialize, Deserialize, Shape)]
struct NoId {
    number: String,
    quantity: u32,
}
asl_machine!("./thirteen/order.asl.json", outside = true, name = input, input = NoId);

// 10. A task without a result, of which the definition reads a member.
asl_machine!("./thirteen/order.asl.json", outside = true, name = nothing, tasks = { charge_card: fn(Charge) -> () });

// 11. A Map over a text.
#[derive(Debug, Serialize, Deserialize, Shape)]
struct Lines {
    lines: String,
}
asl_machine!("./thirteen/map.asl.json", outside = true, name = each, input = Lines);

// 12. An optional field with another name: a warning, which is an error here.
#[derive(Debug, Serialize, Deserialize, Shape)]
struct Optional {
    #[serde(rename = "orderId")]
    order_id: String,
    cents: u64,
    notes: Option<String>,
}
asl_machine!("./thirteen/order.asl.json", outside = true, name = optional, tasks = { charge_card: fn(Optional) -> Payment }, deny = [ASL3104]);

// 13. A test of a member that is never there: a warning, which is an error here.
asl_machine!("./thirteen/exists.asl.json", outside = true, name = exists, input = Basket, deny = [ASL3103]);

fn main() {}
