//! Permissions, and the function of the program that grants them.

use std::fmt;
use std::sync::Arc;

use axum::http::request::Parts;

/// Permission of a request.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Permission {
    /// Every page is refused.
    #[default]
    None,
    /// All pages with the data of executions, but without the secrets of task tokens.
    Read,
    /// All pages, task tokens and all actions.
    Act,
}

/// The function that grants permissions.
#[derive(Clone)]
pub(crate) struct Authorize(Arc<dyn Fn(&Parts) -> Permission + Send + Sync>);

impl Authorize {
    pub(crate) fn new(hook: impl Fn(&Parts) -> Permission + Send + Sync + 'static) -> Self {
        Self(Arc::new(hook))
    }

    pub(crate) fn permission(&self, request: &Parts) -> Permission {
        (self.0)(request)
    }
}

impl Default for Authorize {
    fn default() -> Self {
        Self::new(|_| Permission::None)
    }
}

impl fmt::Debug for Authorize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Authorize")
    }
}
