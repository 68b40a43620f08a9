//! Executions on disk.

use std::time::Duration;

use asl_durable::{Durable, Options};
use asl_runtime::json;

use crate::{Shop, Tested, folder, order};

#[tokio::test]
async fn an_execution_is_found_again_by_its_name() -> Tested {
    let directory = folder("durable");
    let store = Durable::open(&directory, [order::machine(Shop)], Options::default()).await?;
    let started = store.start("order", "order-7", json!({ "total": 1250 })).await?;
    let result = store.wait(started.id).await?; // Ok(output) or Err(failure)
    store.close(Duration::from_secs(30)).await?;

    let output = result.unwrap();
    let key = output["receipt"]["key"].as_str().unwrap();
    assert!(key.starts_with("order:order-7.Charge_card"), "{key}");
    std::fs::remove_dir_all(directory)?;
    Ok(())
}
