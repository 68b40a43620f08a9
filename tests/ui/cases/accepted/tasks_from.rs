//! Tasks of another machine, without a warning.
#![deny(warnings, missing_docs, clippy::pedantic)]

use asl_runtime::{TaskContext, TaskError, Value, asl_machine};

mod v1 {
    super::asl_machine!(pub "./../../../definitions/versions/v1/order.asl.json", outside = true);
}

mod v2 {
    super::asl_machine! {
        pub "./../../../definitions/versions/v2/order.asl.json",
        outside = true,
        tasks_from = super::v1::order,
    }
}

mod v3 {
    super::asl_machine! {
        pub "./../../../definitions/versions/v3/order.asl.json",
        outside = true,
        tasks_from = crate::v1::order,
        own_tasks = [gift_wrap, ship],
    }
}

struct Shop;

impl v1::order::Tasks for Shop {
    async fn charge_card(&self, _: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(order)
    }

    async fn ship(&self, _: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(order)
    }
}

impl v3::order::Tasks for Shop {
    async fn gift_wrap(&self, _: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(order)
    }

    async fn ship(&self, _: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(order)
    }
}

fn main() {
    let machines = [v1::order::machine(Shop), v2::order::machine(Shop), v3::order::machine(Shop)];
    assert!(machines.iter().all(|machine| machine.machine().name == "order"));
}
