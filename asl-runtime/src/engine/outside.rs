//! Errors of clients of the engines' servers.

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
    #[inline]
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
