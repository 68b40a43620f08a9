//! Compiled machines as deciders on the double: what comes out is what comes out in the simulation,
//! however deciders, workers and the service take turns; and every history, read again up to each
//! decision task, gives the decisions that were sent.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "tests"
)]

mod decider {
    pub(crate) mod children;
    pub(crate) mod ends;
    pub(crate) mod events;
    pub(crate) mod machines;
    pub(crate) mod random;
    mod replay;
    pub(crate) mod script;
    pub(crate) mod workers;
    pub(crate) mod world;
}
