//! Texts of expressions → trees, or what is wrong with them.

mod faults;
mod findings;
mod hostile;
mod levels;
mod plans;
mod reads;
mod shapes;
mod shown;
mod state;
mod trees;

use super::tree::Expression;
use super::{Edition, Fault, parse};

/// Reads an expression of edition 2.2 that must be right.
fn expression(text: &str) -> Expression {
    parse(text, Edition::V2_2).unwrap_or_else(|faults| panic!("{text}: {faults:#?}"))
}

/// Reads an expression of edition 2.0 that must be wrong.
fn faults(text: &str) -> Vec<Fault> {
    match parse(text, Edition::V2_0) {
        Ok(_) => panic!("{text} has no fault"),
        Err(faults) => faults,
    }
}
