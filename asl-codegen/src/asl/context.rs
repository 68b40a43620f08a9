//! The context in which a definition is read.

use std::collections::BTreeSet;

use super::outline::Outline;
use super::query_language::QueryLanguage;
use crate::ir::ScopeId;
use crate::read::tasks::Tasks;
use asl_source::diagnostics::Diagnostics;
use asl_source::options::Options;

/// The inputs and results that the readers of all parts share.
pub(super) struct Context<'a> {
    pub(super) options: &'a Options,
    /// The names of all states and scopes.
    pub(super) outline: &'a Outline<'a>,
    pub(super) diagnostics: &'a mut Diagnostics,
    /// The query language of states without `QueryLanguage`.
    pub(super) machine_language: QueryLanguage,
    /// The query language of the state that is being read.
    pub(super) language: QueryLanguage,
    /// The scope of the state that is being read.
    pub(super) scope: ScopeId,
    /// True for a Task, whose context object has a token.
    pub(super) has_token: bool,
    /// Tasks by resource.
    pub(super) tasks: Tasks<String>,
    /// Number of calls so far that make something random.
    pub(super) random_calls: u32,
    /// The variables in texts that should be expressions.
    pub(super) mentioned: BTreeSet<String>,
}
