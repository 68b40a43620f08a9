//! Compiled machines on Amazon Simple Workflow Service.

pub mod model;
