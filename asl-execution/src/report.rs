//! Reports of runs: HTML pages that contain all they need, and can make no request. They show the
//! picture of the machine with the outcome of each state, a timeline, and the data of each stage.
//!
//! ```
//! use asl_runtime::history::History;
//! use asl_runtime::{RunOptions, TaskContext, TaskError, Value, asl_machine, json};
//!
//! asl_machine!("doc/greet.asl.json");
//!
//! struct Polite;
//!
//! impl greet::Tasks for Polite {
//!     async fn greet(&self, _cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
//!         Ok(json!("Hello!"))
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
//! let history = History::default();
//! let options = RunOptions::default().history(history.clone());
//! greet::machine(Polite).run_with(json!({"name": "Ada", "card": "4111"}), options).await?;
//! let report = greet::MACHINE.report(&history.to_json())?.redact("$.card")?;
//! assert!(report.to_html().contains("data-path"));
//! // report.write("run.html")?;
//! # Ok(())
//! # })
//! # }
//! ```

pub use asl_report::{Report, ReportError};

use crate::machine::Machine;
use asl_value::value::Value;

impl Machine {
    /// The report of a run of this machine, from its history: of [`History`](crate::History), of
    /// `asl_durable::Durable::history`, of AWS's `GetExecutionHistory`, or the events of Amazon SWF.
    ///
    /// # Errors
    /// The value is no history.
    pub fn report(&self, history: &Value) -> Result<Report, ReportError> {
        let report = Report::from_history(&history.to_json_string())?.named(self.name);
        Ok(match self.picture {
            Some(picture) => report.picture(picture.svg).places(picture.places.iter().copied()),
            None => report,
        })
    }
}
