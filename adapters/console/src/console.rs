//! The console and its options.

use std::fmt;
use std::sync::Arc;

use asl_report::ReportError;
use axum::http::request::Parts;

use crate::permission::{Authorize, Permission};
use crate::report::Reports;
use crate::store::Store;

/// A console for the executions of a store. [`Console::router`] makes a router of it.
///
/// ```no_run
/// use asl_console::{Console, Permission};
/// use asl_durable::Durable;
/// use axum::http::header::AUTHORIZATION;
///
/// fn router(store: Durable) -> axum::Router {
///     let console = Console::new(store)
///         .authorize(|request| match request.headers.get(AUTHORIZATION) {
///             Some(value) if value == "Bearer 3f9c" => Permission::Read,
///             _ => Permission::None,
///         })
///         .hosts(["ops.example.com"]);
///     axum::Router::new().nest("/console", console.router())
/// }
/// ```
#[derive(Clone)]
pub struct Console {
    pub(crate) store: Arc<dyn Store>,
    authorize: Authorize,
    hosts: Option<Vec<String>>,
    pub(crate) reports: Reports,
}

/// The console, as its handlers share it.
pub(crate) type Shared = Arc<Console>;

impl Console {
    /// A console that refuses every request, until [`Console::authorize`] grants permissions.
    pub fn new(store: impl Store) -> Self {
        Self {
            store: Arc::new(store),
            authorize: Authorize::default(),
            hosts: None,
            reports: Reports::default(),
        }
    }

    /// The function that grants permissions. It sees every request for a page or an action: headers,
    /// address, and the extensions that a layer of the program has added, such as its session.
    #[must_use]
    pub fn authorize(self, hook: impl Fn(&Parts) -> Permission + Send + Sync + 'static) -> Self {
        Self { authorize: Authorize::new(hook), ..self }
    }

    /// The hosts that requests may name, with their ports, such as `127.0.0.1:8080`. Others are
    /// refused, which keeps pages of other sites from reaching a console on loopback under a name
    /// of theirs. By default all are accepted.
    #[must_use]
    pub fn hosts(self, hosts: impl IntoIterator<Item: Into<String>>) -> Self {
        Self { hosts: Some(hosts.into_iter().map(Into::into).collect()), ..self }
    }

    /// Removes the data at a path, such as `$.card` or `$.items[*].card`, from all pages, as
    /// [`Report::redact`](asl_report::Report::redact) does. Data are then taken from the report: an
    /// execution whose history is not there shows none.
    ///
    /// # Errors
    /// The path cannot be read.
    pub fn redact(mut self, path: impl Into<String>) -> Result<Self, ReportError> {
        self.reports.redact(path.into())?;
        Ok(self)
    }

    pub(crate) fn permission(&self, request: &Parts) -> Permission {
        self.authorize.permission(request)
    }

    /// Returns true if requests may name this host.
    pub(crate) fn accepts(&self, host: &str) -> bool {
        let is_it = |accepted: &String| accepted.eq_ignore_ascii_case(host);
        self.hosts.as_ref().is_none_or(|hosts| hosts.iter().any(is_it))
    }
}

impl fmt::Debug for Console {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Console").field("hosts", &self.hosts).finish_non_exhaustive()
    }
}
