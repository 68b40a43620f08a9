//! Runs compiled machines on Temporal.
