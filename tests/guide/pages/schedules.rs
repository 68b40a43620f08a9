//! The code of `docs/guide/schedules.md`.

use std::time::Duration;

use asl_durable::{Durable, Options};
use asl_durable::{Missed, Schedule};
use asl_runtime::json;

use crate::{Shop, Tested, folder, order};

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
