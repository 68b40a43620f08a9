//! Checks on the flow graph, one file per family.

use crate::{diagnostics::Diagnostics, ir};

/// Runs every check.
pub fn check(_machine: &ir::Machine, _diagnostics: &mut Diagnostics) {}
