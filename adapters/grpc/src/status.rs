//! gRPC statuses as task errors, with names that handlers of a definition can match.

use std::error::Error;

use asl_http::{Fault, excerpt};
use asl_runtime::functions::Rpc;
use asl_runtime::{TaskError, Value};
use tonic::{Code, Status, TimeoutExpired};

/// The name of a code, in errors and in the protocol.
fn names(code: Code) -> (&'static str, &'static str) {
    match code {
        Code::Ok => ("Grpc.Ok", "OK"),
        Code::Cancelled => ("Grpc.Cancelled", "CANCELLED"),
        Code::Unknown => ("Grpc.Unknown", "UNKNOWN"),
        Code::InvalidArgument => ("Grpc.InvalidArgument", "INVALID_ARGUMENT"),
        Code::DeadlineExceeded => ("Grpc.DeadlineExceeded", "DEADLINE_EXCEEDED"),
        Code::NotFound => ("Grpc.NotFound", "NOT_FOUND"),
        Code::AlreadyExists => ("Grpc.AlreadyExists", "ALREADY_EXISTS"),
        Code::PermissionDenied => ("Grpc.PermissionDenied", "PERMISSION_DENIED"),
        Code::ResourceExhausted => ("Grpc.ResourceExhausted", "RESOURCE_EXHAUSTED"),
        Code::FailedPrecondition => ("Grpc.FailedPrecondition", "FAILED_PRECONDITION"),
        Code::Aborted => ("Grpc.Aborted", "ABORTED"),
        Code::OutOfRange => ("Grpc.OutOfRange", "OUT_OF_RANGE"),
        Code::Unimplemented => ("Grpc.Unimplemented", "UNIMPLEMENTED"),
        Code::Internal => ("Grpc.Internal", "INTERNAL"),
        Code::Unavailable => ("Grpc.Unavailable", "UNAVAILABLE"),
        Code::DataLoss => ("Grpc.DataLoss", "DATA_LOSS"),
        Code::Unauthenticated => ("Grpc.Unauthenticated", "UNAUTHENTICATED"),
    }
}

/// The error of a status.
pub(crate) fn error(rpc: &Rpc, status: &Status) -> TaskError {
    let source = Error::source(status);
    if find::<TimeoutExpired>(source).is_some() {
        return late(rpc);
    }
    if let Some(fault) = find::<Fault>(source) {
        return refused(rpc, fault);
    }
    let (name, code) = names(status.code());
    let message =
        if status.message().is_empty() { status.code().description() } else { status.message() };
    let data =
        Value::object([("code", Value::from(status.code() as i64)), ("name", Value::text(code))]);
    TaskError::new(name, said(rpc, message)).with_data(data)
}

/// The error of a missing connection.
pub(crate) fn broken(rpc: &Rpc, error: &(dyn Error + 'static)) -> TaskError {
    if let Some(fault) = find::<Fault>(Some(error)) {
        return refused(rpc, fault);
    }
    let mut last = error;
    while let Some(source) = last.source() {
        last = source;
    }
    TaskError::new("Grpc.Unavailable", said(rpc, &last.to_string()))
}

/// The error of a call without a response in time.
pub(crate) fn late(rpc: &Rpc) -> TaskError {
    let (name, code) = names(Code::DeadlineExceeded);
    let data = Value::object([
        ("code", Value::from(Code::DeadlineExceeded as i64)),
        ("name", Value::text(code)),
    ]);
    TaskError::new(name, said(rpc, "there was no answer in time")).with_data(data)
}

/// The error of a server that is not permitted, or cannot be resolved.
pub(crate) fn refused(rpc: &Rpc, fault: &Fault) -> TaskError {
    let name = match fault {
        Fault::Scheme(_) | Fault::Refused(_) => "Grpc.Refused",
        Fault::LongRequest { .. } | Fault::LongAnswer { .. } => "Grpc.TooLarge",
        Fault::Timeout => "Grpc.DeadlineExceeded",
        Fault::Connection(_) => "Grpc.Unavailable",
    };
    TaskError::new(name, said(rpc, &fault.to_string()))
}

/// The error of a response with too many fields.
pub(crate) fn too_many(rpc: &Rpc, most: usize) -> TaskError {
    let cause = format!("the answer has more than {most} fields, those with defaults included");
    TaskError::new("Grpc.TooLarge", said(rpc, &cause))
}

/// The cause of an error. A server's text can have any length and any characters.
fn said(rpc: &Rpc, message: &str) -> String {
    format!("{}/{}: {}", rpc.service, rpc.method, excerpt(message))
}

/// The first error of a type in a chain of sources.
fn find<'e, E: Error + 'static>(mut error: Option<&'e (dyn Error + 'static)>) -> Option<&'e E> {
    while let Some(inner) = error {
        if let Some(found) = inner.downcast_ref() {
            return Some(found);
        }
        error = inner.source();
    }
    None
}
