//! Errors where only some values of a type fit and the warning is denied, with its own code and words.

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

#[derive(Debug, Serialize, Deserialize, Shape)]
struct Commented {
    comment: Option<String>,
}

asl_machine!("./warnings/reads.asl.json", outside = true, input = Order, deny = [ASL3103]);
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
    allow = [ASL3103],
    deny = [ASL3104],
}
// serde reads the value without the misnamed member.
asl_machine!("./requests/json.asl.json", outside = true, tasks = { slip: fn(Commented) -> () }, deny = [ASL3104]);

fn main() {}
