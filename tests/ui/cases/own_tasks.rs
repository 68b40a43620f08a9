//! Options for the tasks of another machine that do not fit.

use asl_runtime::asl_machine;

mod v1 {
    super::asl_machine!(pub "./../../definitions/versions/v1/order.asl.json", outside = true);
}

asl_machine! {
    "./../../definitions/versions/v3/order.asl.json",
    outside = true,
    tasks_from = v1::order,
    own_tasks = [gift_warp, ship],
    tasks = { charge_card: fn(u8) -> u8 },
}

asl_machine! {
    "./../../definitions/versions/v3/order.asl.json",
    outside = true,
    name = alone,
    own_tasks = [ship],
}

fn main() {}
