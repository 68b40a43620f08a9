//! The tasks and runs of the definitions.

mod data;
mod services;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use asl_runtime::{TaskError, Value, json};

asl_runtime::include_machine!("quorum");
asl_runtime::include_machine!("evaluations");
asl_runtime::include_machine!("catalog_table");
asl_runtime::include_machine!("videos");
asl_runtime::include_machine!("isolation");
asl_runtime::include_machine!("ship_order");
asl_runtime::include_machine!("aurora");
asl_runtime::include_machine!("idempotent");
asl_runtime::include_machine!("idempotent_cdk");
asl_runtime::include_machine!("stack_sets");

/// The result of a task.
type Answer = Result<Value, TaskError>;

/// The tasks of all machines.
#[derive(Debug, Default)]
struct Cloud {
    /// Number of questions for the state of a job. The first answer is that it is running.
    polls: AtomicU32,
    /// A record in a table.
    record: Mutex<Option<Value>>,
    /// Requests that tests look at.
    requests: Mutex<Vec<Value>>,
}

impl Cloud {
    fn is_done(&self) -> bool {
        self.polls.fetch_add(1, Ordering::Relaxed) > 0
    }

    fn note(&self, request: Value) -> Answer {
        self.requests.lock().map_err(|error| error.to_string())?.push(request);
        Ok(json!({}))
    }

    fn lock_record(&self) -> Answer {
        match *self.record.lock().map_err(|error| error.to_string())? {
            Some(_) => Err(TaskError::named("DynamoDb.TransactionCanceledException")),
            None => Ok(json!({})),
        }
    }

    fn record(&self) -> Answer {
        let record = self.record.lock().map_err(|error| error.to_string())?;
        Ok(json!({"Item": record.clone()}))
    }

    fn update_record(&self, request: &Value) -> Answer {
        let values = &request["ExpressionAttributeValues"];
        let record = json!({"executionstatus": &values[":s"], "executionresult": &values[":r"]});
        *self.record.lock().map_err(|error| error.to_string())? = Some(record);
        Ok(json!({}))
    }
}
