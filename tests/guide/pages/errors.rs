//! Errors of tasks and failures.

use asl_runtime::error::NamedError;
use asl_runtime::{Compiled, TaskContext, TaskError, Value, asl_machine, json};
use asl_testing::Scenario;

asl_machine!("machines/order.asl.json", errors = [PaymentError]);

#[derive(Debug, thiserror::Error)]
enum PaymentError {
    #[error("the gateway is busy")]
    Busy,
    #[error("no answer")]
    Io(#[from] std::io::Error),
}

impl NamedError for PaymentError {
    fn error_name(&self) -> Option<&str> {
        match self {
            Self::Busy => Some(order::errors::GATEWAY_BUSY),
            Self::Io(_) => None, // States.TaskFailed
        }
    }
}

/// A gateway that is busy until its third attempt, and fails after that if it has no file.
struct Gateway {
    receipt: &'static str,
}

fn charge(attempt: u32, receipt: &str) -> Result<String, PaymentError> {
    if attempt < 2 {
        return Err(PaymentError::Busy);
    }
    Ok(std::fs::read_to_string(receipt)?)
}

impl order::Tasks for Gateway {
    async fn charge_card(&self, cx: &TaskContext, _order: Value) -> Result<Value, TaskError> {
        Ok(Value::from(charge(cx.attempt(), self.receipt)?))
    }

    async fn ship(&self, _cx: &TaskContext, _order: Value) -> Result<Value, TaskError> {
        Ok(Value::Null)
    }
}

async fn charged(machine: Compiled, order: Value) -> Result<String, order::Error> {
    match machine.run(order).await.map_err(order::Error::from) {
        Ok(paid) => Ok(format!("paid: {}", paid["receipt"])),
        Err(order::Error::OrderDeclined(failure)) => Ok(format!("no: {failure}")),
        Err(error) => Err(error),
    }
}

#[tokio::test(start_paused = true)]
async fn an_error_of_the_definition_has_a_variant() {
    let charged = charged(order::machine(Gateway { receipt: "/missing" }), json!({})).await;
    let Err(order::Error::StatesTaskFailed(failure)) = charged else { panic!("{charged:?}") };
    assert!(failure.cause().is_some_and(|cause| cause.starts_with("no answer")), "{failure}");
}

#[test]
fn a_named_error_is_retried_and_another_one_ends_the_execution() {
    let gateway = Gateway { receipt: concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml") };
    let run = Scenario::with_tasks(&order::machine(gateway)).input(json!({})).run();
    run.expect_delays([1.0, 2.0]).expect_success();

    let gateway = Gateway { receipt: "/missing" };
    let run = Scenario::with_tasks(&order::machine(gateway)).input(json!({})).run();
    run.expect_failure("States.TaskFailed").expect_cause("no answer");
}
