//! Tests of the whole pipeline; here is what they share.

pub mod golden;
