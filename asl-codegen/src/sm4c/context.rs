//! The context in which a definition is read.

use super::expression::Programs;
use super::functions::Functions;
use super::global_names::GlobalNames;
use super::graph::Graph;
use super::outline::Outline;
use crate::documents::Documents;
use crate::ir::{Source, StateId};
use asl_source::diagnostics::Diagnostics;
use asl_source::options::Options;
use asl_source::source::Sources;

/// The inputs and results that the readers of all parts share.
pub(super) struct Context<'a> {
    pub(super) options: &'a Options,
    /// The names of all states, events, functions and retry policies.
    pub(super) outline: &'a Outline<'a>,
    pub(super) diagnostics: &'a mut Diagnostics,
    /// Functions name further files.
    pub(super) sources: &'a mut Sources,
    /// The documents read so far.
    pub(super) documents: Documents,
    pub(super) functions: Functions<'a>,
    /// The expressions compiled so far.
    pub(super) programs: Programs,
    pub(super) global_names: GlobalNames,
    pub(super) graph: Graph,
}

/// The place of an object, and the data that its expressions see.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home<'a> {
    /// The state that it belongs to.
    pub(super) state: StateId,
    /// Name of the state; empty for the machine's time-out.
    pub(super) name: &'a str,
    /// The value of `.`.
    pub(super) source: Source,
}
