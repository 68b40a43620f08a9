//! The order process on tokio, with paused time: the same machine as on Restate.

use asl_runtime::engine::in_process::RunOptions;
use asl_runtime::{Event, json};
use restate::{Shop, machine};

#[tokio::test(start_paused = true)]
async fn an_order_is_reserved_paid_packed_and_shipped() {
    let (handle, run) = machine(Shop { notes: None, talks: false })
        .start(json!({"items": ["tea"]}), RunOptions::default().name("order-1"));
    let running = tokio::spawn(run);
    let paid = json!({"specversion": "1.0", "id": "p", "source": "/bank", "type": "shop.paid", "data": {"amount": 42}});
    handle.send(Event::from_value(&paid).unwrap()).await.unwrap();
    let output = running.await.unwrap().unwrap();
    assert_eq!(
        output,
        json!({
            "items": ["tea"], "reservation": "R-1", "paid": 42, "tracking": "T-4711",
            "packed": {"parcel": "parcel", "invoice": "I-1"}
        })
    );
}
