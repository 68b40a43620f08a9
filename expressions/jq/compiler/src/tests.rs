//! Tests of the trees of programs, and of their faults.

mod built_ins;
mod faults;
mod hostile;
mod modules;
mod plans;
mod shown;
mod split;
mod trees;

use super::{Environment, Fault, compile};
use crate::syntax::Program;

/// Compiles a program that must be right.
fn program(text: &str) -> Program {
    compile(text, &Environment::default()).unwrap_or_else(|faults| panic!("{text}: {faults:#?}"))
}

/// Compiles a program that must be wrong.
fn faults(text: &str) -> Vec<Fault> {
    match compile(text, &Environment::default()) {
        Ok(_) => panic!("{text} has no fault"),
        Err(faults) => faults,
    }
}
