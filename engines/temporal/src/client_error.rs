//! The errors of a client, and what it returns for a start.

use std::fmt;

use asl_runtime::Failure;

/// The fault of an address that is none.
pub(crate) const NO_ADDRESS: &str =
    "is no address of the form `http://host:port` or `https://host:port`";

/// The fault of an address to which no secret is sent.
pub(crate) const NOT_ENCRYPTED: &str =
    "does not encrypt: API keys and certificates need an address that begins with `https://`";

/// An execution that Temporal has persisted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Started {
    /// The id of its run.
    pub run: String,
    /// False if there was an execution with this id already, with any input.
    pub is_new: bool,
}

/// The reason why a call of Temporal failed.
#[non_exhaustive]
pub enum ClientError {
    /// The address is not usable.
    Address(String),
    /// An API key or certificates for an address that does not encrypt.
    Plain(String),
    /// No server answers at the address.
    Unreachable(String, String),
    /// There is no such namespace, or no such execution that runs.
    NotFound(String),
    /// The server refused, with this text and this code of gRPC.
    Refused(String, i32),
    /// A payload cannot be encoded or decoded.
    Codec(String),
    /// The text is no task token of an execution on Temporal.
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
            Self::Address(url) => write!(f, "`{url}` {NO_ADDRESS}"),
            Self::Plain(url) => write!(f, "`{url}` {NOT_ENCRYPTED}"),
            Self::Unreachable(url, why) => {
                write!(f, "Temporal does not answer at {url}: {why}; is its server running there?")
            }
            Self::NotFound(text) => write!(f, "Temporal does not have it: {text}"),
            Self::Refused(text, code) => write!(f, "Temporal refuses (code {code}): {text}"),
            Self::Codec(why) => f.write_str(why),
            Self::Token => f.write_str("this is no task token of an execution on Temporal"),
            Self::Redrive(why) => write!(f, "the execution cannot be redriven: {why}"),
            Self::Failed(failure) => write!(f, "the execution has failed: {failure}"),
            Self::TypeMismatch(failure) => fmt::Display::fmt(failure, f),
        }
    }
}

asl_runtime::__readable_debug!(ClientError);

impl std::error::Error for ClientError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Failed(failure) | Self::TypeMismatch(failure) => Some(failure),
            Self::Address(_)
            | Self::Plain(_)
            | Self::Unreachable(..)
            | Self::NotFound(_)
            | Self::Refused(..)
            | Self::Codec(_)
            | Self::Redrive(_)
            | Self::Token => None,
        }
    }
}
