//! Run reports: the history of an execution as one HTML page, which contains all that it needs and
//! can make no request. It shows the picture of the machine with the outcome of each state, a
//! timeline, and for each visit of a state its input, the data of each stage, its output, its
//! attempts and its errors.
//!
//! ```
//! use asl_report::Report;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let history = r#"{"events": [
//!     {"id": 1, "previousEventId": 0, "timestamp": "2026-01-01T00:00:00Z", "type": "ExecutionStarted",
//!      "executionStartedEventDetails": {"input": "{\"card\": \"4111\", \"total\": 5}"}},
//!     {"id": 2, "previousEventId": 0, "timestamp": "2026-01-01T00:00:00Z", "type": "PassStateEntered",
//!      "stateEnteredEventDetails": {"name": "Check", "input": "{\"card\": \"4111\", \"total\": 5}"}}
//! ]}"#;
//! let report = Report::from_history(history)?.named("order").redact("$.card")?;
//! let page = report.to_html();
//! assert!(page.contains("Check") && !page.contains("4111"));
//! // report.write("run.html")?;
//! # Ok(())
//! # }
//! ```
//!
//! `history` reads the forms of histories as events, `run` turns events into visits of states,
//! `redact` removes data from events, `compare` compares two runs, and `page` writes the data, the
//! script and the styles as a page.

mod compare;
mod course;
mod error;
mod history;
mod page;
mod picture;
mod recorded;
mod redact;
mod report;
mod run;

pub use course::{Course, Visited};
pub use error::ReportError;
pub use page::{SCRIPT, STYLE};
pub use recorded::{Call, Part, Recorded};
pub use report::Report;
