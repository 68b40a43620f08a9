//! The machines of these tests.

#[path = "tasks.rs"]
mod tasks;

use asl_restate::Machines;
use asl_runtime::{Compiled, ServiceCall, ServiceCalls, TaskContext, Value, asl_machine, json};

use tasks::for_ever;

pub(crate) use tasks::Shop;

asl_machine!("tests/machines/order.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/fan.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/each.asl.json", default_task_timeout = 60);
asl_machine!("doc/count.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/limits.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/approve.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/parent.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/worse.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/late.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/large.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/query.asl.json", services = aws);
asl_machine!("tests/machines/paid.sm4c.json");
asl_machine!("tests/machines/packs.sm4c.json");
asl_machine!("tests/machines/events.sm4c.json");

impl Shop {
    /// All machines, with these tasks.
    pub(crate) fn machines(&self) -> Vec<Compiled> {
        let shop = || self.clone();
        vec![
            order::machine(shop()),
            fan::machine(shop()),
            each::machine(shop()),
            count::machine(shop()),
            limits::machine(shop()),
            approve::machine(shop()),
            parent::machine(shop()),
            worse::machine(shop()),
            late::machine(shop()),
            large::machine(shop()),
            query::machine(shop()).with_services(shop()),
            paid::machine(shop()),
            packs::machine(shop()),
            events::machine(shop()),
        ]
    }
}

impl query::Tasks for Shop {}

/// The services of the machine: they note their calls, which take as long as their names say.
impl ServiceCalls for Shop {
    fn call<'c>(&'c self, cx: &'c TaskContext, request: Value) -> ServiceCall<'c> {
        Box::pin(async move {
            if request.get("QueryString") == Some(&json!("for ever")) {
                return for_ever(self, cx).await;
            }
            self.work(cx, &json!({ "pause": 700 })).await;
            Ok(json!({ "Resource": cx.resource() }))
        })
    }
}
