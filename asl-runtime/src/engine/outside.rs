//! The parts that the interfaces of engines outside of the process share.

use std::fmt;

use asl_value::error::Failure;

/// The reason why a call of an engine's server failed.
#[non_exhaustive]
pub enum ClientError {
    /// The address is not usable, for this reason.
    Address(String, &'static str),
    /// No server answers at the address.
    Unreachable(String, String),
    /// There is no such namespace, or no such execution that runs.
    NotFound(String),
    /// The server refused, with this status of HTTP or code of gRPC, and this text.
    Refused(i32, String),
    /// A payload cannot be encoded or decoded.
    Codec(String),
    /// The text is no task token of an execution there.
    Token,
    /// The execution cannot be redriven, for this reason.
    Redrive(String),
    /// The execution has failed.
    Failed(Failure),
    /// The input cannot be converted to a value: `Asl.TypeMismatch`, with the path in the value.
    TypeMismatch(Failure),
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(url, why) => write!(f, "`{url}` {why}"),
            Self::Unreachable(url, why) => {
                write!(f, "no server answers at {url}: {why}; is it running there?")
            }
            Self::NotFound(text) => write!(f, "the server does not have it: {text}"),
            Self::Refused(code, text) => write!(f, "the server refuses (code {code}): {text}"),
            Self::Codec(why) => f.write_str(why),
            Self::Token => f.write_str("this is no task token of an execution"),
            Self::Redrive(why) => write!(f, "the execution cannot be redriven: {why}"),
            Self::Failed(failure) => write!(f, "the execution has failed: {failure}"),
            Self::TypeMismatch(failure) => fmt::Display::fmt(failure, f),
        }
    }
}

asl_language::__readable_debug!(ClientError);

impl std::error::Error for ClientError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Failed(failure) | Self::TypeMismatch(failure) => Some(failure),
            Self::Address(..)
            | Self::Unreachable(..)
            | Self::NotFound(_)
            | Self::Refused(..)
            | Self::Codec(_)
            | Self::Redrive(_)
            | Self::Token => None,
        }
    }
}

/// Defines `Machines`, given its documentation, that of `register_as`, and the test of a name. It
/// needs `Options` and a `ServeError` with the variants `Name`, `Twice` and `Empty`.
#[doc(hidden)]
#[macro_export]
macro_rules! __machines {
    ($(#[$about:meta])* $as:literal, $is_sound:path) => {
        $(#[$about])*
        #[derive(Debug, Default)]
        pub struct Machines {
            directory: $crate::__engine::Directory,
            options: Options,
            /// Errors of registrations, returned when the machines are served.
            fault: ::std::option::Option<ServeError>,
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

            /// Adds a machine by its own name. Several versions of a machine may be added: running
            /// executions continue in their version, new ones start in the last.
            #[must_use]
            pub fn register(self, machine: impl Into<$crate::Compiled>) -> Self {
                let machine = machine.into();
                let name = machine.machine().name;
                self.register_as(name, machine)
            }

            #[doc = $as]
            #[must_use]
            pub fn register_as(
                mut self,
                name: impl Into<$crate::value::Text>,
                machine: impl Into<$crate::Compiled>,
            ) -> Self {
                let (name, machine) = (name.into(), machine.into());
                if !$is_sound(&name) {
                    self.fault.get_or_insert(ServeError::Name(name));
                } else if !self.directory.add(name.clone(), machine) {
                    self.fault.get_or_insert(ServeError::Twice(name));
                }
                self
            }

            /// The machines and the options, if all machines could be registered.
            pub(crate) fn into_parts(
                self,
            ) -> Result<(::std::sync::Arc<$crate::__engine::Directory>, Options), ServeError> {
                let Self { directory, options, fault } = self;
                if let Some(fault) = fault {
                    return Err(fault);
                }
                if directory.names().next().is_none() {
                    return Err(ServeError::Empty);
                }
                Ok((::std::sync::Arc::new(directory), options))
            }
        }
    };
}
