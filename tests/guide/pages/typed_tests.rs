//! Typed tests: the code of `docs/guide/typed-tests.md` and `types-that-change.md`.

use std::path::Path;

use asl_durable::{Durable, Options, StoreError};
use asl_runtime::{Compiled, Shape, Value, asl_machine, json};
use asl_testing::{Scenario, returns};
use serde::{Deserialize, Serialize};

asl_machine! {
    "machines/seat.asl.json",
    input = Trip,
    tasks = {
        reserve_seat: fn(Trip) -> Reservation,
        confirm: fn(Reservation) -> Value,
    },
    answers = { ask_customer: Answer }, // what is reported with the token
}

#[derive(Serialize, Deserialize, Shape)]
struct Trip {
    to: String,
}

#[derive(Serialize, Deserialize, Shape)]
struct Reservation {
    seat: String,
    #[serde(default)]
    hold_minutes: u32,
}

#[derive(Serialize, Shape)]
struct Answer {
    accepted: bool,
}

#[test]
fn a_seat_is_confirmed() {
    let reserved = Scenario::new(seat::TYPED) // `&seat::MACHINE` compares no types
        .input(json!({"to": "Oslo"}))
        .task("Reserve", returns(json!({"seat": "12A", "hold_minutes": 10})))
        .task("Ask", returns(json!({"accepted": true})))
        .task("Confirm", returns(json!("12A is yours")));
    reserved.run().expect_output(json!("12A is yours"));
}

async fn open(directory: &Path, machines: Vec<Compiled>) -> Result<Durable, StoreError> {
    let store = Durable::open(directory, machines, Options::default()).await?;
    for unfit in store.unfit_data() {
        println!("{unfit}"); // the feature `tracing` logs them, too
    }
    Ok(store)
}

#[tokio::test]
async fn a_store_compares_types() -> super::Tested {
    let directory = super::folder("typed-tests");
    let store = open(&directory, Vec::new()).await?;
    assert!(store.unfit_data().is_empty());
    drop(store);
    let answer = Answer { accepted: true };
    assert!(answer.accepted);
    let fits: Reservation = asl_runtime::value::from_value(json!({"seat": "12A"}))?;
    assert_eq!((fits.seat.as_str(), fits.hold_minutes), ("12A", 0));
    let trip: Value = asl_runtime::value::to_value(&Trip { to: "Oslo".to_owned() })?;
    assert_eq!(trip, json!({"to": "Oslo"}));
    std::fs::remove_dir_all(&directory)?;
    Ok(())
}
