//! The code of `docs/guide/postgres-tasks.md`. It runs where a server is.

use asl_postgres::{Transactional, task_error};
use asl_runtime::{TaskContext, TaskError, Value, json};

use crate::order;

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
