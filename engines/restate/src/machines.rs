//! Machines, and the endpoint that serves them.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use asl_runtime::__engine::Directory;
use asl_runtime::Compiled;
use asl_runtime::value::Text;
use restate_sdk::endpoint::{Builder, Endpoint};
use restate_sdk::http_server::HttpServer;
use tokio::net::TcpListener;

use crate::Options;
use crate::names;
use crate::service::services;

/// Machines to serve to Restate. See the [crate](crate).
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
    /// Restate accepts no service with such a name.
    Name(Text),
    /// This version of the machine is registered already.
    Twice(Text),
    /// There is no machine.
    Empty,
    /// The address cannot be listened at.
    Listen(SocketAddr, io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(
                f,
                "Restate takes no service named `{name}`: names begin with a letter and have letters, digits and `._-` only, and those \
                 that end in `.tasks` or `.more` are ours; give the machine another one with `register_as`"
            ),
            Self::Twice(name) => {
                write!(f, "machine `{name}` is registered twice in the same version")
            }
            Self::Empty => f.write_str("no machine is registered"),
            Self::Listen(address, error) => write!(f, "cannot listen at {address}: {error}"),
        }
    }
}

asl_runtime::__readable_debug!(ServeError);

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Listen(_, error) => Some(error),
            Self::Name(_) | Self::Twice(_) | Self::Empty => None,
        }
    }
}

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

    /// Adds a machine as the service of its own name. Several versions of a machine may be added:
    /// running executions continue in their version, new ones start in the last.
    #[must_use]
    pub fn register(self, machine: impl Into<Compiled>) -> Self {
        let machine = machine.into();
        let name = machine.machine().name;
        self.register_as(name, machine)
    }

    /// Adds a machine under another name.
    #[must_use]
    pub fn register_as(mut self, service: impl Into<Text>, machine: impl Into<Compiled>) -> Self {
        let (service, machine) = (service.into(), machine.into());
        if !names::is_sound(&service) {
            self.fault.get_or_insert(ServeError::Name(service));
        } else if !self.directory.add(service.clone(), machine) {
            self.fault.get_or_insert(ServeError::Twice(service));
        }
        self
    }

    /// Adds the services of all machines to your endpoint: for each machine the workflow with its
    /// name, and two internal services with the endings `.tasks` and `.more`.
    ///
    /// # Errors
    /// A machine could not be registered, or there is no machine.
    pub fn bind(self, builder: Builder) -> Result<Builder, ServeError> {
        let Self { directory, options, fault } = self;
        if let Some(fault) = fault {
            return Err(fault);
        }
        let directory = Arc::new(directory);
        let mut all =
            directory.names().flat_map(|name| services(name, &directory, &options)).peekable();
        if all.peek().is_none() {
            return Err(ServeError::Empty);
        }
        Ok(all.fold(builder, Builder::bind))
    }

    /// Serves the machines at this address until Ctrl-C. It uses plain HTTP/2, as Restate does for
    /// services on the same host. For anything else [`bind`](Self::bind) them to your endpoint.
    ///
    /// # Errors
    /// A machine could not be registered, or the address is taken.
    pub async fn serve(self, address: SocketAddr) -> Result<(), ServeError> {
        let listener =
            TcpListener::bind(address).await.map_err(|error| ServeError::Listen(address, error))?;
        let stop = async {
            // Without a signal handler there is no stop.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        self.serve_until(listener, stop).await
    }

    /// Serves the machines at your listener until a future completes.
    ///
    /// # Errors
    /// A machine could not be registered.
    pub async fn serve_until(
        self,
        listener: TcpListener,
        stop: impl Future,
    ) -> Result<(), ServeError> {
        let endpoint = self.bind(Endpoint::builder())?.build();
        HttpServer::new(endpoint).serve_with_cancel(listener, stop).await;
        Ok(())
    }
}
