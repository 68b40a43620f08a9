//! A program that is wrong shows its places; nothing else is wrong then.

use asl_runtime::{Value, jq};

fn main() {
    let total = jq!(".items | map(.price * $rat) | ad", rate = 2);
    drop(total.first(&Value::Null));
    drop(jq!(".a", 5));
}
