//! Tests of values.

mod deep;
mod shape;
