//! Machines, and the worker that runs them.

use std::fmt;
use std::sync::Arc;

use asl_runtime::__engine::{ClientError, Directory};
use asl_runtime::Compiled;
use asl_runtime::value::Text;

use crate::Options;
use crate::server::Server;
use crate::shell::{Link, Running, WorkerError};
use crate::wire::DETACHED;

/// Machines for a worker. See the [crate](crate).
#[derive(Debug, Default)]
pub struct Machines {
    directory: Directory,
    options: Options,
    /// Errors of registrations, returned when the machines are served.
    fault: Option<ServeError>,
}

/// Reason why machines cannot be served.
#[non_exhaustive]
pub enum ServeError {
    /// The text is no workflow type for a machine.
    Name(Text),
    /// This version of the machine is registered already.
    Twice(Text),
    /// There is no machine.
    Empty,
    /// There is no connection to the server.
    Connect(ClientError),
    /// The server does not have the namespace, or does not describe it.
    Namespace(String, String),
    /// The options are not accepted.
    Options(String),
    /// The server has refused the requests of the worker.
    Refused(String),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => {
                write!(f, "`{name}` cannot be the workflow type of a machine: it is empty or ours")
            }
            Self::Twice(name) => {
                write!(f, "machine `{name}` is registered twice in the same version")
            }
            Self::Empty => f.write_str("no machine is registered"),
            Self::Connect(error) => fmt::Display::fmt(error, f),
            Self::Namespace(name, why) => {
                write!(f, "the namespace `{name}` cannot be used: {why}")
            }
            Self::Options(why) => write!(f, "the options of the worker: {why}"),
            Self::Refused(why) => write!(f, "Temporal refuses the requests of the worker: {why}"),
        }
    }
}

asl_runtime::__readable_error!(ServeError);

impl Machines {
    /// No machines.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the options.
    #[must_use]
    pub fn options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// Adds a machine whose workflow type is its own name. Several versions of a machine may be
    /// added: running executions continue in their version, new ones start in the last.
    #[must_use]
    pub fn register(self, machine: impl Into<Compiled>) -> Self {
        let machine = machine.into();
        let name = machine.machine().name;
        self.register_as(name, machine)
    }

    /// Adds a machine under another workflow type.
    #[must_use]
    pub fn register_as(mut self, name: impl Into<Text>, machine: impl Into<Compiled>) -> Self {
        let (name, machine) = (name.into(), machine.into());
        if name.is_empty() || name == DETACHED {
            self.fault.get_or_insert(ServeError::Name(name));
        } else if !self.directory.add(name.clone(), machine) {
            self.fault.get_or_insert(ServeError::Twice(name));
        }
        self
    }

    /// Runs a worker for a server, or for that at an address such as `http://127.0.0.1:7233`, until
    /// Ctrl-C.
    ///
    /// # Errors
    /// A machine could not be registered, no server answers, or it does not have the namespace.
    pub async fn serve(self, server: impl Into<Server>) -> Result<(), ServeError> {
        let stop = async {
            // Without a signal handler there is no stop.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        self.serve_until(server, stop).await
    }

    /// Runs a worker until a future completes. Running tasks then get the time of
    /// [`Options::stop_patience`] to end; those that do not end run again in another worker.
    ///
    /// # Errors
    /// As for [`serve`](Self::serve).
    pub async fn serve_until(
        self,
        server: impl Into<Server>,
        stop: impl Future,
    ) -> Result<(), ServeError> {
        let (directory, options) = self.into_parts()?;
        let namespace = options.namespace.clone();
        let link = Link::connect(&server.into()).await.map_err(ServeError::Connect)?;
        let worked = async { Running::start(link, directory, options).await?.until(stop).await };
        worked.await.map_err(|error| match error {
            WorkerError::Namespace(why) => ServeError::Namespace(namespace, why),
            WorkerError::Options(why) => ServeError::Options(why),
            WorkerError::Server(why) => ServeError::Refused(why),
        })
    }

    /// The machines and the options, if all machines could be registered.
    pub(crate) fn into_parts(self) -> Result<(Arc<Directory>, Options), ServeError> {
        let Self { directory, options, fault } = self;
        if let Some(fault) = fault {
            return Err(fault);
        }
        if directory.names().next().is_none() {
            return Err(ServeError::Empty);
        }
        Ok((Arc::new(directory), options))
    }
}
