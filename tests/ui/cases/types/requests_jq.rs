//! Values that definitions in SM4C give to types which never take them.
#![allow(unused)]

mod model;

use model::*;

asl_machine!("./requests_jq/pay.sm4c.json", outside = true, input = Order, tasks = { pay: fn(Payment) -> Receipt });
asl_machine!("./requests_jq/result.sm4c.json", outside = true, input = Order, output = Receipt);

fn main() {}
