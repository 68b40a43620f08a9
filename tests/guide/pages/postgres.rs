//! The code of `docs/guide/postgres.md` and `docs/guide/postgres-tasks.md`. It runs where a server is: the page's calls are those of a
//! store in a directory.

use std::time::Duration;

use asl_postgres::{Options, Postgres};
use asl_postgres::{Transactional, task_error};
use asl_runtime::{TaskContext, TaskError, Value, json};

use crate::{Shop, Tested, order};

async fn share(url: &str) -> Tested {
    let store = Postgres::open(url, [order::machine(Shop)], Options::default()).await?;
    let started = store.start("order", "order-7", json!({ "total": 1250 })).await?;
    let result = store.wait(started.id).await?; // whichever process runs it
    store.close(Duration::from_secs(30)).await?; // its shards go to the other processes

    assert!(result.is_ok());
    Ok(())
}

/// A shop with its shipments in the database of the store.
struct Booked;

impl order::Tasks for Booked {
    async fn charge_card(&self, _: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(order)
    }

    async fn ship(&self, cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        let transaction = cx.transaction().await?; // a connection of `tokio_postgres`
        let id = cx.execution_id().to_string();
        let insert = "insert into shipment (execution) values ($1)";
        transaction.execute(insert, &[&id]).await.map_err(|error| task_error(&error))?;
        transaction.commit_with_end().await?; // now if the task succeeds
        Ok(order)
    }
}

#[tokio::test]
async fn only_tasks_in_the_database_have_transactions() {
    let failure = order::machine(Booked).run(json!({ "total": 1 })).await.unwrap_err();
    assert!(failure.to_string().contains("only tasks of a store in PostgreSQL"), "{failure}");
}

#[tokio::test]
async fn a_store_without_a_server_is_an_error() {
    let error = share("postgres://127.0.0.1:1/orders?connect_timeout=1").await.unwrap_err();
    assert!(error.to_string().contains("postgres://127.0.0.1/orders"), "{error}");
}
