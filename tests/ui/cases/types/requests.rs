//! What definitions give to tasks whose types never take it.
#![allow(unused)]

mod model;

use std::collections::HashMap;

use model::*;

macro_rules! structs {
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

structs! {
    Pair { a: u32, b: String }
    Texts { a: String, b: String }
    Outer { outer: Pair }
    Coloured { colour: Colour }
    Small { small: u8 }
    Counted { count: u32 }
    #[serde(deny_unknown_fields)]
    Strict { a: u32, b: String }
    Tuple { pair: (u32, u32) }
    Items { items: Vec<Pair> }
    Commented { id: String, comment: Option<String> }
    Mapped { map: HashMap<String, u32> }
    Flat { id: String, #[serde(flatten)] address: Address }
    #[serde(rename_all = "camelCase")]
    Camel { order_id: String }
    Snake { order_id: String }
}

asl_machine! {
    "./requests/json.asl.json", outside = true,
    tasks = {
        missing: fn(Pair) -> (),
        nested: fn(Outer) -> (),
        kind: fn(Pair) -> (),
        number: fn(Pair) -> (),
        variant: fn(Coloured) -> (),
        big: fn(Small) -> (),
        negative: fn(Counted) -> (),
        null: fn(Pair) -> (),
        unknown: fn(Strict) -> (),
        tuple: fn(Tuple) -> (),
        tuplekind: fn(Tuple) -> (),
        items: fn(Items) -> (),
        slip: fn(Commented) -> (),
        list: fn(Outer) -> (),
        object: fn(Items) -> (),
        tagged: fn(Method) -> (),
        fraction: fn(Small) -> (),
        innermap: fn(Mapped) -> (),
        flat: fn(Flat) -> (),
        camel: fn(Snake) -> (),
        snake: fn(Camel) -> (),
    },
}

structs! {
    Given {
        id: String,
        total: u64,
        paid: bool,
        nothing: (),
        shade: Shade,
        tags: Vec<String>,
        lines: Vec<Line>
    }
    Answer { a: u32, inner: Inner }
    Inner { a: String }
}

#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(rename_all = "lowercase")]
enum Shade {
    Grey,
    Black,
}

asl_machine! {
    "./requests/typed.asl.json", outside = true,
    input = Given,
    tasks = {
        from_input: fn(Pair) -> (),
        whole_input: fn(Pair) -> (),
        null_from_input: fn(Pair) -> (),
        enum_from_input: fn(Coloured) -> (),
        list_from_input: fn(Items) -> (),
        format: fn(Small) -> (),
        result: fn(Anything) -> Answer,
        next_task: fn(Pair) -> Answer,
        third_task: fn(Pair) -> (),
    },
}

asl_machine! {
    "./requests/jsonata.asl.json", outside = true,
    input = Given,
    tasks = {
        literals: fn(Pair) -> (),
        object: fn(Pair) -> (),
        whole: fn(Pair) -> (),
        conditional: fn(Pair) -> (),
        function: fn(Pair) -> (),
        item: fn(Texts) -> (),
    },
}

asl_machine! {
    "./requests/envelope.asl.json", outside = true,
    tasks = { pay: fn(Pair) -> (), ship: fn(Token) -> () },
}

structs! { Token { token: String } }

// Members of a whole value, beside one that is written into it.
#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(deny_unknown_fields)]
struct Closed {
    id: String,
    receipt: String,
}
#[derive(Debug, Serialize, Deserialize, Shape)]
struct Short {
    id: String,
    paid: bool,
}
asl_machine!("./requests/beside.asl.json", outside = true, input = Short, tasks = { pay: fn(Closed) -> Anything });

fn main() {}
