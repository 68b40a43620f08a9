//! f: 20 Pass states that read one string of a document of 4.7 MB and write a small object into it.

use std::fmt::Write as _;

use asl_runtime::{Failure, Value, asl_machine};
use serde_json::{Value as Foreign, json};

use super::{Missing, NoTasks};

asl_machine!("definitions/f_large.json");

impl f_large::Tasks for NoTasks {}

/// The document without its rows.
pub const BARE: &str = r#"{"meta":{"id":"m-1"},"rows":[]}"#;

const ROWS: u64 = 35_000;

/// The document, as text.
pub fn text() -> String {
    let words = "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et do";
    let text = words.get(..100).unwrap_or(words);
    let mut document = String::from(r#"{"meta":{"id":"m-1"},"rows":["#);
    for row in 0..ROWS {
        let comma = if row == 0 { "" } else { "," };
        // Writing to a string does not fail.
        let _ = write!(document, r#"{comma}{{"k":"row-{row}","v":{},"t":"{text}"}}"#, row * 7);
    }
    document + "]}"
}

/// The machine.
pub fn compiled(input: Value) -> impl Future<Output = Result<Value, Failure>> {
    f_large::run(NoTasks, input)
}

/// Straight-line hand-written code that follows the definition.
macro_rules! for_each_write {
    ($write:ident $data:ident) => {
        $write!($data, 0 "r0", 1 "r1", 2 "r2", 3 "r3", 4 "r4", 5 "r5", 6 "r6", 7 "r7", 8 "r8", 9 "r9");
        $write!($data, 10 "r10", 11 "r11", 12 "r12", 13 "r13", 14 "r14", 15 "r15", 16 "r16", 17 "r17", 18 "r18");
        $write!($data, 19 "r19");
    };
}

macro_rules! foreign_writes {
    ($data:ident, $($step:literal $key:literal),*) => {
        $($data[$key] = json!({"seen": $data["meta"]["id"], "step": $step});)*
    };
}

macro_rules! own_writes {
    ($data:ident, $($step:literal $key:literal),*) => {$(
        let seen = $data.at(["meta", "id"]).ok_or(Missing("$.meta.id"))?.clone();
        $data.insert($key, Value::object([("seen", seen), ("step", Value::Int($step))]));
    )*};
}

/// By hand on `serde_json`'s values.
pub async fn foreign(mut data: Foreign) -> Result<Foreign, Missing> {
    for_each_write!(foreign_writes data);
    Ok(data)
}

/// By hand on our values.
pub async fn own(mut data: Value) -> Result<Value, Missing> {
    for_each_write!(own_writes data);
    Ok(data)
}
