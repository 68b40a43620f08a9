//! An expression that is wrong shows its place; nothing else is wrong then.

use asl_runtime::{Value, jsonata};

fn main() {
    let total = jsonata!("items[price > 3");
    drop(total.run(&Value::Null));
    drop(jsonata!("a.(b := 1)"));
    drop(jsonata!("$summ(items.price) + (paid ? 1 : 'no' - 1)"));
    drop(jsonata!("a", 5));
}
