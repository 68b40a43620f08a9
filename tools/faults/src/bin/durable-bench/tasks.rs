//! The tasks of the measured orders. They answer at once, so that only the engine is measured.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use asl_runtime::{TaskContext, TaskError, Value, json};

/// The tasks.
#[derive(Clone, Default)]
pub(crate) struct Shop {
    /// Number of started tasks.
    pub(crate) started: Arc<AtomicUsize>,
    /// True if the tasks never answer.
    pub(crate) hangs: bool,
}

impl Shop {
    async fn answer(&self, value: Value) -> Result<Value, TaskError> {
        self.started.fetch_add(1, Ordering::Relaxed);
        if self.hangs {
            std::future::pending::<()>().await;
        }
        Ok(value)
    }
}

/// The input of an order.
pub(crate) fn order(number: usize) -> Value {
    json!({"order": format!("order-{number}"), "travels": "parcel", "grams": 1_200,
        "items": [{"name": "Assam", "cents": 790}, {"name": "Pot", "cents": 3_400}]})
}

/// The tasks of both versions.
macro_rules! tasks {
    ($($machine:path),*) => {$(
        impl $machine for Shop {
            async fn check(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
                self.answer(json!(true)).await
            }

            async fn quote(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
                self.answer(json!(4_190)).await
            }

            async fn reserve(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
                self.answer(json!("shelf 7")).await
            }

            async fn charge(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
                self.answer(json!({"charged": 4_190})).await
            }

            async fn book(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
                self.answer(json!("parcel 12")).await
            }
        }
    )*};
}

tasks!(crate::shop::Tasks, crate::later::shop::Tasks);
