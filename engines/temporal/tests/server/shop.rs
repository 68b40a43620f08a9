//! The machines of these tests.

#[path = "../../../restate/tests/server/tasks.rs"]
mod tasks;

use asl_runtime::{Compiled, TaskContext, TaskError, Value, asl_machine, json};
use asl_temporal::Machines;

use tasks::{Answer, for_ever};

pub(crate) use tasks::Shop;

asl_machine!(
    "../restate/tests/machines/order.asl.json",
    outside = true,
    default_task_timeout = 600
);
asl_machine!("../restate/tests/machines/fan.asl.json", outside = true, default_task_timeout = 60);
asl_machine!("../restate/tests/machines/each.asl.json", outside = true, default_task_timeout = 60);
asl_machine!("doc/count.asl.json", default_task_timeout = 60);
asl_machine!(
    "../restate/tests/machines/limits.asl.json",
    outside = true,
    default_task_timeout = 60
);
asl_machine!(
    "../restate/tests/machines/approve.asl.json",
    outside = true,
    default_task_timeout = 60
);
asl_machine!(
    "../restate/tests/machines/parent.asl.json",
    outside = true,
    default_task_timeout = 60
);
asl_machine!("../restate/tests/machines/worse.asl.json", outside = true, default_task_timeout = 60);
asl_machine!("../restate/tests/machines/late.asl.json", outside = true, default_task_timeout = 60);
asl_machine!("../restate/tests/machines/large.asl.json", outside = true, default_task_timeout = 60);
asl_machine!("../restate/tests/machines/paid.sm4c.json", outside = true);
asl_machine!("../restate/tests/machines/packs.sm4c.json", outside = true);
asl_machine!("../restate/tests/machines/events.sm4c.json", outside = true);
asl_machine!("tests/machines/stops.asl.json");
asl_machine!("tests/machines/mends.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/copies.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/around.asl.json");
asl_machine!("tests/machines/sleeps.asl.json");

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
            paid::machine(shop()),
            packs::machine(shop()),
            events::machine(shop()),
            stops::machine(shop()),
            mends::machine(shop()),
            copies::machine(shop()),
            around::machine(shop()),
            sleeps::machine(shop()),
        ]
    }
}

impl mends::Tasks for Shop {
    async fn good(&self, cx: &TaskContext, input: Value) -> Answer {
        self.work(cx, &input).await;
        Ok(input.as_array().map_or_else(|| json!("good"), |_| input.clone()))
    }

    /// Fails in the first so many visits of its branch.
    async fn flaky(&self, cx: &TaskContext, input: Value) -> Answer {
        self.work(cx, &input).await;
        let visit = cx.idempotency_key().rsplit('#').next().and_then(|visit| visit.parse().ok());
        if visit <= input.get("fails").and_then(Value::as_i64) {
            return Err(TaskError::new("Broken", "not mended yet"));
        }
        Ok(json!("mended"))
    }
}

impl around::Tasks for Shop {}

impl sleeps::Tasks for Shop {}

impl copies::Tasks for Shop {
    async fn copy(&self, cx: &TaskContext, input: Value) -> Answer {
        self.work(cx, &input).await;
        Ok(input)
    }
}

impl stops::Tasks for Shop {
    async fn hangs(&self, cx: &TaskContext, _input: Value) -> Answer {
        for_ever(self, cx).await
    }
}
