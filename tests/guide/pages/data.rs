//! Data of tasks.

use asl_runtime::value::{from_value, to_value};
use asl_runtime::{Value, json};
use serde::{Deserialize, Serialize};

use crate::Tested;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Line {
    sku: String,
    count: u32,
}

#[test]
fn values_are_built_read_and_converted() -> Tested {
    let order = json!({ "id": 7, "lines": [{ "sku": "tea", "count": 2 }] });
    assert_eq!(order["lines"][0]["sku"], "tea");
    assert_eq!(order["id"].as_u64(), Some(7));
    assert_eq!(order["missing"], Value::Null); // reading never fails

    let line: Line = from_value(order["lines"][0].clone())?; // any type of serde
    assert_eq!(line.count, 2);
    assert_eq!(to_value(&line)?, order["lines"][0]);
    assert_eq!(order.to_string().parse::<Value>()?, order); // as text
    Ok(())
}
