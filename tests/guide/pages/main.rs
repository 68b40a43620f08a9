//! The code of the guide's pages: a module for each page.
#![expect(
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::struct_field_names,
    clippy::unwrap_used,
    reason = "the code of pages is that of users, whose lints are others"
)]

mod data;
mod durable;
mod errors;
mod expressions;
#[expect(dead_code, reason = "`cargo xtask package` runs this program")]
#[path = "../first/main.rs"]
mod first_machine;
#[path = "../first/tests.rs"]
mod first_test;
mod functions;
mod maps;
mod observing;
mod postgres;
mod postgres_tasks;
mod report;
mod restate;
mod running;
mod schedules;
mod schemas;
mod services;
mod sm4c;
mod state_functions;
mod swf;
mod tasks;
mod templates;
mod typed_tests;
mod types;
mod web_service;

use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};

asl_machine!("machines/order.asl.json");

/// The shop of most pages.
#[derive(Clone, Copy)]
struct Shop;

impl order::Tasks for Shop {
    async fn charge_card(&self, cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(json!({ "key": cx.idempotency_key(), "cents": order["total"] }))
    }

    async fn ship(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(json!({ "to": order["address"] }))
    }
}

/// The result of code that ends with `?`.
type Tested = Result<(), Box<dyn std::error::Error>>;

/// A folder for one test, which did not exist before.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("asl-guide-{name}-{}", std::process::id()));
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    folder
}
