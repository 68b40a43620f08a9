//! Recorded cases and random machines, which are compiled, built as crates of their own and run.
//!
//! [`suite`] runs the cases of a folder, [`differ`] compares random machines with a reference
//! interpreter, [`sweep`] pairs places and constructs, and [`samples`] builds definitions that the fuzzer's compiler accepted. `cargo
//! xtask` is the command line; it shares [`print`](mod@print), [`problem`], [`process`] and
//! [`workspace`].

mod asl;
pub mod cases;
pub mod debian;
pub mod differ;
mod generated;
#[cfg(test)]
mod jobs;
mod jq;
mod jsonata;
mod jsonpath;
mod libraries;
pub mod print;
pub mod problem;
pub mod process;
mod report;
mod reports;
pub mod samples;
mod sm4c;
pub mod suite;
pub mod sweep;
#[cfg(test)]
mod time_limit;
mod units;
mod validate;
pub mod workspace;

pub use report::Report;
