//! The double's features, one by one.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "tests"
)]

mod feature {
    pub(crate) mod activities;
    pub(crate) mod children;
    pub(crate) mod decision_tasks;
    pub(crate) mod decisions;
    pub(crate) mod ends;
    pub(crate) mod externals;
    pub(crate) mod faults;
    pub(crate) mod lambdas;
    pub(crate) mod live;
    pub(crate) mod pages;
    pub(crate) mod support;
    pub(crate) mod threads;
}
