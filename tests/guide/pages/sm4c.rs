//! Machines in SM4C.

use asl_runtime::engine::in_process::{Detached, DetachedCalls};
use asl_runtime::{Event, RunOptions, TaskContext, TaskError, Value, asl_machine, json};
use asl_testing::{Scenario, returns};

use crate::Tested;

asl_machine!("machines/tell.sm4c.json", allow = [ASL2161]);

asl_machine!("machines/credit.sm4c.json", allow = [ASL2161]); // its document is not there

struct Desk;

impl credit::Functions for Desk {
    async fn check_credit(&self, _cx: &TaskContext, request: Value) -> Result<Value, TaskError> {
        Ok(json!({ "id": "R-7", "of": request["customer"] }))
    }
}

#[tokio::test]
async fn an_event_ends_the_wait() -> Tested {
    let text = r#"{"specversion": "1.0", "id": "1", "source": "credit",
        "type": "credit.checked", "data": {"decision": "approved"}}"#;

    let (handle, run) = credit::start(Desk, json!({ "customer": "Ada" }), RunOptions::default());
    let running = tokio::spawn(run);
    handle.send(Event::from_json_str(text)?).await?; // refused with the reason, if it is no CloudEvent
    let output = running.await??;

    assert_eq!(output, json!({ "customer": "Ada", "request": "R-7", "decision": "approved" }));
    Ok(())
}

struct Shop;

impl tell::Functions for Shop {
    async fn tell_stock(&self, _cx: &TaskContext, _arguments: Value) -> Result<Value, TaskError> {
        Ok(Value::Null)
    }
}

#[tokio::test]
async fn open_calls_end_before_the_run_or_are_handed_over() -> Tested {
    tell::run(Shop, json!({ "id": 7 })).await?; // resolves after the call to the stock, too

    // A service that must answer at once takes the calls over, and waits when it shuts down.
    let calls = DetachedCalls::new();
    let options = RunOptions::default().detached(Detached::HandOver(calls.clone()));
    tell::run_with(Shop, json!({ "id": 8 }), options).await?;
    calls.ended().await;
    Ok(())
}

#[test]
fn a_test_sees_the_calls_that_nobody_waits_for() {
    let stock = returns(json!(null)).after(700);
    let run =
        Scenario::new(&tell::MACHINE).input(json!({ "id": 7 })).task("tellStock", stock).run();
    let [told] = run.detached() else { panic!("one call") };
    assert_eq!(told.call.input, json!({ "id": 7 }));
    assert!(told.outlived); // it ended after the machine
}
