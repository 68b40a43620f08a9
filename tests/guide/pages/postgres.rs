//! The code of `docs/guide/postgres.md`. It runs where a server is: the page's calls are those of a
//! store in a directory.

use std::time::Duration;

use asl_postgres::{Options, Postgres};
use asl_runtime::json;

use crate::{Shop, Tested, order};

async fn share(url: &str) -> Tested {
    let store = Postgres::open(url, [order::machine(Shop)], Options::default()).await?;
    let started = store.start("order", "order-7", json!({ "total": 1250 })).await?;
    let result = store.wait(started.id).await?; // whichever process runs it
    store.close(Duration::from_secs(30)).await?; // its shards go to the other processes

    assert!(result.is_ok());
    Ok(())
}

#[tokio::test]
async fn a_store_without_a_server_is_an_error() {
    let error = share("postgres://127.0.0.1:1/orders?connect_timeout=1").await.unwrap_err();
    assert!(error.to_string().contains("postgres://127.0.0.1/orders"), "{error}");
}
