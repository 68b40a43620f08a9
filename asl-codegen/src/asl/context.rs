//! The context in which a definition is read.

use super::outline::Outline;
use crate::diagnostics::Diagnostics;
use crate::options::Options;
use crate::read::tasks::Tasks;

/// The inputs and results that the readers of all parts share.
pub(super) struct Context<'a> {
    pub(super) options: &'a Options,
    /// The names of all states and scopes.
    pub(super) outline: &'a Outline<'a>,
    pub(super) diagnostics: &'a mut Diagnostics,
    /// True if the query language of states without `QueryLanguage` is JSONPath.
    pub(super) jsonpath: bool,
    /// The names of all variables that the machine assigns.
    pub(super) variables: Vec<String>,
    /// Tasks by resource.
    pub(super) tasks: Tasks<String>,
    /// Number of calls so far that make something random.
    pub(super) random_calls: u32,
}
