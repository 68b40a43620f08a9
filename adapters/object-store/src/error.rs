//! Errors of stores as errors of storages.

use std::error::Error as _;
use std::fmt;

use asl_runtime::storage::{StorageError, StorageErrorKind};
use object_store::Error;

/// An error of a store at a place.
pub(crate) fn storage_error(place: impl fmt::Display, error: &Error) -> StorageError {
    if matches!(error, Error::NotFound { .. }) {
        return StorageError::new(StorageErrorKind::NotFound, place, "there is no such object");
    }
    let denied = matches!(
        error,
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } | Error::InvalidPath { .. }
    );
    let kind = if denied { StorageErrorKind::Denied } else { StorageErrorKind::Other };
    StorageError::new(kind, place, reason(error))
}

/// The error with its sources, without repetitions.
fn reason(error: &Error) -> String {
    let mut reason = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        let text = inner.to_string();
        if !reason.contains(&text) {
            reason.push_str(": ");
            reason.push_str(&text);
        }
        source = inner.source();
    }
    reason
}
