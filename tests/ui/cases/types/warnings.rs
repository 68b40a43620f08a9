//! What fits only some values of a type is a warning. It is that of a lint, which is an error here so
//! that it is shown.
#![deny(unused_must_use)]

mod model;

use model::{Deserialize, Line, Receipt, Serialize, Shape, asl_machine};

#[derive(Debug, Serialize, Deserialize, Shape)]
struct Order {
    id: String,
    total: u64,
    paid: bool,
    tags: Vec<String>,
    lines: Vec<Line>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    delay: Option<u32>,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
struct Text {
    a: String,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
struct Number {
    a: u32,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
struct Small {
    small: u8,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
struct Items {
    items: Vec<u32>,
}

asl_machine!("./warnings/reads.asl.json", outside = true, input = Order);
asl_machine!("./warnings/jsonata.asl.json", outside = true, input = Order, allow = [ASL1704]);
asl_machine! {
    "./warnings/gives.asl.json",
    outside = true,
    input = Order,
    output = Receipt,
    tasks = {
        optional: fn(Text) -> (),
        range: fn(Small) -> (),
        items: fn(Items) -> (),
        nullable: fn(Number) -> (),
    },
}
// Not shown.
asl_machine!("./warnings/reads.asl.json", outside = true, name = quiet, input = Order, allow = [ASL3103]);

fn main() {}
