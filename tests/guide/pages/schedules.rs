//! The code of `docs/guide/schedules.md`.

use std::time::Duration;

use asl_durable::Limit;
use asl_durable::{Durable, Options};
use asl_durable::{Missed, Schedule};
use asl_runtime::json;

use crate::{Shop, Tested, folder, order};

#[test]
fn a_limit_is_an_option() {
    let charge = Limit::new("order", "charge_card").at_once(20).per_second(100.0);
    let options = Options::default().limit(charge);

    assert_eq!(options.limits[0].at_once, Some(20));
}

#[tokio::test]
async fn a_store_has_schedules() -> Tested {
    let folder = folder("schedules");
    let store = Durable::open(&folder, [order::machine(Shop)], Options::default()).await?;
    let nightly = Schedule::new("nightly", "order", "30 2 * * *")? // in UTC
        .zone("Europe/Berlin")?
        .input(json!({ "total": 0 }))
        .missed(Missed::Last);
    let schedules = store.schedule([nightly])?; // until it is dropped, or the store is closed
    store.close(Duration::from_secs(1)).await?;
    drop(schedules);
    std::fs::remove_dir_all(folder)?;
    Ok(())
}
