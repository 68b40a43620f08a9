//! The context in which a definition is read.

use super::outline::Outline;
use crate::diagnostics::Diagnostics;
use crate::options::Options;
use crate::read::tasks::Tasks;

/// What every reader of a part may need, and what all of them collect.
pub(super) struct Context<'a> {
    pub(super) options: &'a Options,
    /// The names of all states and scopes.
    pub(super) outline: &'a Outline<'a>,
    pub(super) diagnostics: &'a mut Diagnostics,
    /// Whether the query language of states without `QueryLanguage` is JSONPath.
    pub(super) jsonpath: bool,
    /// Tasks by resource.
    pub(super) tasks: Tasks<String>,
    /// Number of calls so far that make something random.
    pub(super) random_calls: u32,
}
