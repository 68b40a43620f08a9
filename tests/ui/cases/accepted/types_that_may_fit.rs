//! Machines and types that work together, which a careless check would refuse.
#![deny(warnings)]
#![allow(dead_code)]

use std::collections::HashMap;

use asl_runtime::{Shape, Value, asl_machine};
use serde::{Deserialize, Serialize};

macro_rules! types {
    ($($(#[$of:meta])* $name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty),* })*) => {
        $(#[derive(Debug, Serialize, Deserialize, Shape)] $(#[$of])* struct $name { $($(#[$attribute])* $field: $type),* })*
    };
}

/// A comparison with what is not there holds neither as `=` nor as `!=`.
#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(tag = "type")]
enum Order {
    Parcel { speed: String, street: String },
    Pickup { shop: String },
}
asl_machine!("./types_that_may_fit/unequal.asl.json", outside = true, input = Order, allow = [ASL3103]);

// A distributed Map iterates over members.
types! { Stock { prices: HashMap<String, u32> } }
asl_machine!("./types_that_may_fit/members_as_items.asl.json", outside = true, input = Stock);

/// What is flattened gets neither the tag nor the members of other fields.
#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(tag = "type")]
enum Event {
    Counts(HashMap<String, u32>),
}
#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(transparent)]
struct Meta(HashMap<String, u32>);
types! {
    Job { id: String, #[serde(flatten)] meta: Meta }
    Labelled { id: String, #[serde(flatten)] labels: HashMap<String, String> }
    Retried { id: String, retries: Option<u32> }
}
asl_machine! {
    "./types_that_may_fit/maps.asl.json",
    outside = true,
    input = Labelled,
    tasks = { count: fn(Event) -> (), note: fn(Job) -> (), retry: fn(Retried) -> () },
}

/// A variable that a Choice has narrowed is so in scopes behind it, too.
#[derive(Debug, Serialize, Deserialize, Shape)]
struct Repeated {
    ids: Vec<String>,
    retries: Option<u32>,
}
asl_machine!("./types_that_may_fit/variables.asl.json", outside = true, input = Repeated);

// Another member whose name is like that of an optional one.
types! {
    Cart { order_id: String, items: Vec<String> }
    Quoted { order_id: String, item: Option<String> }
}
asl_machine!("./types_that_may_fit/plural.asl.json", outside = true, input = Cart, tasks = { quote: fn(Quoted) -> () });

/// What is written on one way only, into a value that need not be an object on the other one.
#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(untagged)]
enum Target {
    Name(String),
    Full { id: String },
}
types! { Targeted { target: Target } }
asl_machine! {
    "./types_that_may_fit/joined.asl.json",
    outside = true,
    input = Targeted,
    tasks = { find: fn(String) -> (), look: fn(Target) -> () },
    deny = [ASL3103, ASL3104],
}

// Numbers of JSONata, which may be infinite; items and variables of which less is known.
types! {
    Summed { total: u32, delay: Option<u32>, lines: Vec<Discounted> }
    Discounted { #[serde(skip_serializing_if = "Option::is_none")] discount: Option<f64> }
    Charge { cents: u64, off: f64 }
    Shipped { id: String, name: String }
}
asl_machine! {
    "./types_that_may_fit/sums.asl.json",
    outside = true,
    input = Summed,
    tasks = { charge: fn(Charge) -> (), ship: fn(Shipped) -> () },
    deny = [ASL3103, ASL3104],
}

/// A type without a shape.
#[derive(Debug, Serialize, Deserialize)]
struct Unknown {
    order_id: String,
}
types! { Known { order_id: String } }
asl_machine! {
    "./types_that_may_fit/unknown.asl.json",
    outside = true,
    input = Unknown,
    tasks = { charge: fn(Known) -> () },
    deny = [ASL3103, ASL3104],
}

// A value that has a part is there itself; what is flattened may have any member.
types! {
    Discount { #[serde(skip_serializing_if = "Option::is_none")] coupon: Option<Coupon>, #[serde(flatten)] more: Value }
    Coupon { code: String, percent: u32 }
}
asl_machine!("./types_that_may_fit/around.asl.json", outside = true, input = Discount, deny = [ASL3103, ASL3104]);

/// A tag beside what a task has added.
#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Payment {
    Card { number: String },
    Cash,
}
asl_machine! {
    "./types_that_may_fit/paid.asl.json",
    outside = true,
    input = Payment,
    tasks = { pay: fn(Value) -> String },
    deny = [ASL3103, ASL3104],
}

/// That the tags of a list are not one text says nothing of a single item.
#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(tag = "method", rename_all = "lowercase")]
enum Delivery {
    Parcel { seconds: u32 },
    Pickup,
}
types! {
    Sent { orders: Vec<Delivered> }
    Delivered { delivery: Delivery }
}
asl_machine!("./types_that_may_fit/lists.asl.json", outside = true, input = Sent, deny = [ASL3103, ASL3104]);

// What a rule has found out holds for its assignments, its output and the rules after it.
types! { Noted { #[serde(skip_serializing_if = "Option::is_none")] note: Option<String> } }
asl_machine!("./types_that_may_fit/choices.asl.json", outside = true, input = Noted, allow = [ASL1704], deny = [ASL3103, ASL3104]);

fn main() {}
