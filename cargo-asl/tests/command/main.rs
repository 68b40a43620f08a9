//! The command as users run it: on files, with its output, its messages and its exit code.
#![expect(clippy::expect_used, clippy::panic, reason = "tests")]

mod check;
mod directory;
mod explain;
mod fmt;
mod formats;
mod global;
mod graph;
mod guide;
mod infer;
mod language_schema;
mod lock;
mod new;
mod package;
mod schema;
mod shells;
mod streams;
