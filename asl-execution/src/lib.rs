//! Executions of compiled machines as data, and what they are made of: the static tables of a
//! machine, operations on data, events, histories and storages. Nothing here performs input and
//! output of its own accord: engines do. Users find the parts that are for them in `asl-runtime`;
//! the others may change in any version.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc(hidden)]
pub mod data;
pub mod event;
pub mod execution;
pub mod history;
pub mod machine;
#[cfg(feature = "report")]
pub mod report;
pub mod storage;
pub mod versions;

pub use event::Event;
pub use execution::ChildExecution;
pub use history::{History, HistoryEvent, Observer};
