//! Types that fit their definitions: neither an error nor a warning.
#![deny(warnings)]

use std::collections::HashMap;

use asl_runtime::asl_machine;

/// A module like that of a build script's output.
mod generated {
    pub mod types {
        use std::collections::HashMap;

        use asl_runtime::Shape;
        use serde::{Deserialize, Serialize};

        #[derive(Debug, Serialize, Deserialize, Shape)]
        pub struct Order {
            pub id: String,
            pub at: String,
            pub total: u64,
            pub paid: bool,
            pub tags: Vec<String>,
            pub numbers: Vec<u32>,
            pub lines: Vec<Line>,
            pub customer: Customer,
            #[serde(skip_serializing_if = "Option::is_none")]
            pub note: Option<String>,
            pub delay: Option<u32>,
            pub prices: HashMap<String, u32>,
            pub shade: Shade,
            #[serde(flatten)]
            pub origin: Origin,
        }

        #[derive(Debug, Serialize, Deserialize, Shape)]
        pub struct Sent {
            pub delivery: Delivery,
        }

        #[derive(Debug, Serialize, Deserialize, Shape)]
        #[serde(tag = "method", rename_all = "lowercase")]
        pub enum Delivery {
            Parcel { street: String, city: String },
            Pickup { seconds: u32 },
            Letter { pages: Vec<String> },
        }

        #[derive(Debug, Serialize, Deserialize, Shape)]
        pub struct Line {
            pub sku: String,
            pub count: u32,
        }

        #[derive(Debug, Serialize, Deserialize, Shape)]
        #[serde(rename_all = "camelCase")]
        pub struct Customer {
            pub full_name: String,
            pub address: Address,
        }

        #[derive(Debug, Serialize, Deserialize, Shape)]
        pub struct Address {
            pub city: String,
            pub zip: u32,
        }

        #[derive(Debug, Serialize, Deserialize, Shape)]
        pub struct Origin {
            pub channel: String,
        }

        #[derive(Debug, Serialize, Deserialize, Shape)]
        pub enum Shade {
            Grey,
            Black,
        }

        #[derive(Debug, Serialize, Deserialize, Shape)]
        pub struct Payment {
            pub id: String,
            pub cents: u32,
        }
    }
}

use asl_runtime::Shape;
use generated::types::{Address, Line, Order, Payment, Shade};
use serde::{Deserialize, Serialize};

type Anything = serde_json::Value;

macro_rules! types {
    ($($(#[$attribute:meta])* $name:ident { $($(#[$of_field:meta])* $field:ident: $of:ty),* })*) => {
        $(
            #[derive(Debug, Serialize, Deserialize, Shape)]
            $(#[$attribute])*
            struct $name { $($(#[$of_field])* $field: $of),* }
        )*
    };
}

#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(rename_all = "lowercase")]
enum Colour {
    Red,
    Blue,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Method {
    Card { number: String },
    Cash,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(untagged)]
enum TextOrNumber {
    Text(String),
    Number(u32),
}

types! {
    Pair { a: u32, b: String }
    Charge { a: String, b: u64 }
    Wide { a: i128, b: String }
    Coloured { colour: Colour }
    Small { small: u8 }
    Commented { id: String, comment: Option<String> }
    Tuple { pair: (u32, u32) }
    Items { items: Vec<Pair> }
    Lines { lines: Vec<Line> }
    Mapped { map: HashMap<String, u32> }
    Flat { id: String, #[serde(flatten)] address: Address }
    Aliased { #[serde(alias = "old")] new: u32, #[serde(default)] other: u32 }
    #[serde(rename_all = "camelCase")]
    Camel { order_id: String }
    Whole { order: Order }
    Ratio { ratio: f64 }
    Either { either: TextOrNumber }
    Shaded { shade: Shade }
    Nothing { nothing: () }
    Token { token: String, id: String }
    Receipt { receipt: String, total: u64 }
}

/// A type without a shape.
#[derive(Debug, Serialize, Deserialize)]
struct Unknown {
    a: u32,
}

mod guards {
    use super::generated::types::Order;
    use super::{Deserialize, Serialize, Shape};

    super::asl_machine! {
        "./types_that_fit/guards.asl.json",
        outside = true,
        input = Order,
        tasks = { charge: fn(NoteAndDelay) -> () },
        deny = [ASL3103, ASL3104],
    }

    #[derive(Debug, Serialize, Deserialize, Shape)]
    pub struct NoteAndDelay {
        a: String,
        b: u32,
    }
}

asl_machine! {
    "./types_that_fit/variants.asl.json",
    outside = true,
    input = generated::types::Sent,
    deny = [ASL3103, ASL3104],
}

asl_machine! {
    "./types_that_fit/reads.asl.json",
    outside = true,
    input = Order,
    tasks = { row: fn(Line) -> Payment },
    deny = [ASL3103, ASL3104],
}

asl_machine! {
    "./types_that_fit/results.asl.json",
    outside = true,
    input = Order,
    output = (Payment, u64),
    tasks = { pay: fn(Charge) -> Payment, ship: fn(Token) -> Payment, quote: fn(String) -> Payment },
    deny = [ASL3103, ASL3104],
}

asl_machine! {
    "./types_that_fit/gives.asl.json",
    outside = true,
    input = Order,
    output = Receipt,
    tasks = {
        pair: fn(Pair) -> (),
        wide: fn(Wide) -> (),
        colour: fn(Coloured) -> (),
        small: fn(Small) -> (),
        optional: fn(Commented) -> (),
        null: fn(Commented) -> (),
        more: fn(Pair) -> (),
        tuple: fn(Tuple) -> (),
        items: fn(Items) -> (),
        lines: fn(Lines) -> (),
        tagged: fn(Method) -> (),
        unit: fn(Method) -> (),
        mapped: fn(Mapped) -> (),
        prices: fn(Mapped) -> (),
        flat: fn(Flat) -> (),
        alias: fn(Aliased) -> (),
        camel: fn(Camel) -> (),
        order: fn(Whole) -> (),
        float: fn(Ratio) -> (),
        either: fn(Either) -> (),
        same: fn(Shaded) -> (),
        nothing: fn(Nothing) -> (),
        whole: fn(Order) -> Payment,
        next: fn(Payment) -> Payment,
    },
    deny = [ASL3103, ASL3104],
}

asl_machine! {
    "./types_that_fit/jsonata.asl.json",
    outside = true,
    input = Order,
    output = Receipt,
    tasks = { pay: fn(Charge) -> Payment, tag: fn(String) -> Payment },
    deny = [ASL3103, ASL3104],
}

asl_machine! {
    "./types_that_fit/input.asl.json",
    outside = true,
    input = Order,
    output = Order,
    deny = [ASL3103, ASL3104],
}

// Of a type without a shape nothing is known.
asl_machine! {
    "./types_that_fit/reads.asl.json",
    outside = true,
    name = unknown,
    input = Unknown,
    tasks = { row: fn(Anything) -> Unknown },
    deny = [ASL3103, ASL3104],
}

fn main() {}
