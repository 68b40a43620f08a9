//! Errors of storages.

use std::fmt;
use std::io;

use asl_value::value::Text;

/// An error of a storage: its place and its cause.
#[derive(Clone, PartialEq, Eq)]
pub struct StorageError {
    kind: StorageErrorKind,
    place: Text,
    reason: Text,
}

/// Kind of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StorageErrorKind {
    /// There is no such bucket or object.
    NotFound,
    /// Access was denied, by the store or because the name would lead out of it.
    Denied,
    /// Anything else.
    Other,
}

impl StorageError {
    /// An error at a place: the object's name, or the bucket and the prefix of a list.
    #[inline]
    pub fn new(
        kind: StorageErrorKind,
        place: impl fmt::Display,
        reason: impl fmt::Display,
    ) -> Self {
        Self {
            kind,
            place: smol_str::format_smolstr!("{place}"),
            reason: smol_str::format_smolstr!("{reason}"),
        }
    }

    /// The error of the operating system.
    #[inline]
    pub fn io(place: impl fmt::Display, error: &io::Error) -> Self {
        let kind = error.kind();
        if kind == io::ErrorKind::NotFound {
            return Self::no_object(place);
        }
        let denied = kind == io::ErrorKind::PermissionDenied;
        Self::new(
            if denied { StorageErrorKind::Denied } else { StorageErrorKind::Other },
            place,
            error,
        )
    }

    pub(super) fn no_object(place: impl fmt::Display) -> Self {
        Self::new(StorageErrorKind::NotFound, place, "there is no such object")
    }

    /// The kind.
    pub fn kind(&self) -> StorageErrorKind {
        self.kind
    }

    /// The place: an object's name, or the bucket and the prefix of a list.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The cause.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for StorageError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

asl_language::__readable_error!(StorageError);
