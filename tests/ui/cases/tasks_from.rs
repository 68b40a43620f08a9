//! Tasks of another machine that are not the same: one is missing, one ends by its token.

use asl_runtime::asl_machine;

mod v1 {
    super::asl_machine!(pub "./../../definitions/versions/v1/order.asl.json", outside = true);
}

mod v3 {
    super::asl_machine! {
        "./../../definitions/versions/v3/order.asl.json",
        outside = true,
        tasks_from = crate::v1::order,
    }
}

fn main() {}
