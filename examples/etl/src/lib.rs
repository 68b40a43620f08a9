//! The machine and its task: batches of sales, converted to euros.

pub mod generate;
pub mod model;
pub mod summary;

use asl_runtime::{TaskContext, TaskError, asl_machine};

use model::{Batch, Converted, Job};

asl_machine! {
    pub "sales.asl.json",
    input = Job,
    tasks = { convert: fn(Batch) -> Converted },
}

/// The converter of sales.
pub struct Office;

impl sales::Tasks for Office {
    async fn convert(&self, _: &TaskContext, batch: Batch) -> Result<Converted, TaskError> {
        batch.convert().map_err(|row| TaskError::new("BadRow", row.to_string()))
    }
}
