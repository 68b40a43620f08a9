//! Tests of values.

mod agreement;
mod deep;
mod shape;
