//! Faults of the files of a store, each with the path and with advice.

use std::fmt;
use std::io;

use super::layout::VERSION;
use super::position::Position;

/// A fault of a store's files, or of the directory they are in.
#[derive(Clone, PartialEq, Eq)]
pub struct JournalError {
    /// Path of the file or directory.
    pub path: String,
    /// The fault.
    pub fault: Fault,
}

/// A fault of a file of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Another process has the store open. The text is its number, if it can be read.
    InUse(Option<String>),
    /// The directory is not a store, and contains this entry.
    NotAStore(String),
    /// No store was ever opened in the directory.
    NoStore,
    /// A file has the name of one of ours, but contents of another program.
    Foreign,
    /// The file is in a format of another version.
    Version(u32),
    /// The file belongs to another store.
    OtherStore,
    /// The contents differ from what was written, from this offset on.
    Damaged {
        /// Offset in the file.
        offset: u64,
        /// Description of the damage.
        what: String,
    },
    /// The disk or the quota is full.
    NoSpace,
    /// The process, or the system, has no file descriptors left.
    NoFiles,
    /// No permission to read or write the file.
    Denied,
    /// A system call failed.
    Io {
        /// The action, as in "cannot ...".
        doing: &'static str,
        /// The system's message.
        error: String,
    },
    /// A record, or all records of one commit, are larger than a batch may be.
    TooLarge(usize),
    /// An earlier write failed, so the contents of the disk are unknown.
    Stopped(String),
    /// There is no record at this position: a compaction removed it.
    Gone(Position),
}

impl JournalError {
    pub(super) fn new(path: String, fault: Fault) -> Self {
        Self { path, fault }
    }

    pub(super) fn damaged(path: String, offset: u64, what: impl Into<String>) -> Self {
        Self::new(path, Fault::Damaged { offset, what: what.into() })
    }

    pub(super) fn io(path: String, doing: &'static str, error: &io::Error) -> Self {
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "the system has many more kinds, and adds to them"
        )]
        let fault = match error.kind() {
            _ if is_lack_of_files(error) => Fault::NoFiles,
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => Fault::NoSpace,
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Fault::Denied,
            _ => Fault::Io { doing, error: error.to_string() },
        };
        Self::new(path, fault)
    }
}

impl JournalError {
    /// Returns true if the system lacks files or space. A store that is open continues by itself
    /// when there is room.
    pub fn is_shortage(&self) -> bool {
        self.fault.is_shortage()
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_problem(f)?;
        self.fault.remedy().map_or(Ok(()), |remedy| write!(f, ": {remedy}"))
    }
}

impl JournalError {
    fn write_problem(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = &self.path;
        match &self.fault {
            Fault::InUse(Some(process)) => {
                write!(f, "the store `{path}` is in use by process {process}")
            }
            Fault::InUse(None) => write!(f, "the store `{path}` is in use by another process"),
            Fault::NotAStore(entry) => write!(f, "`{path}` is not a store, and `{entry}` is in it"),
            Fault::NoStore => write!(f, "no store is in `{path}`"),
            Fault::Foreign => write!(f, "`{path}` is a file of another program"),
            Fault::Version(version) => write!(
                f,
                "`{path}` is written in version {version} of the format, \
                 and this program knows version {VERSION}"
            ),
            Fault::OtherStore => write!(f, "`{path}` belongs to another store"),
            Fault::Damaged { offset, what } => {
                write!(f, "`{path}` is damaged at byte {offset}: {what}; nothing was changed")
            }
            Fault::NoSpace => write!(f, "no space left to write `{path}`"),
            Fault::NoFiles => write!(f, "too many files are open to use `{path}`"),
            Fault::Denied => write!(f, "no permission for `{path}`"),
            Fault::Io { doing, error } => write!(f, "cannot {doing} `{path}`: {error}"),
            Fault::TooLarge(bytes) => {
                write!(f, "a record of {bytes} bytes is too large for the store `{path}`")
            }
            Fault::Stopped(because) => {
                write!(f, "the store `{path}` takes nothing more since a write failed ({because})")
            }
            Fault::Gone(position) => write!(f, "no record at {position} in the store `{path}`"),
        }
    }
}

/// Returns true for an error that the system gives if it cannot open any more files. std has no
/// kinds for them.
fn is_lack_of_files(error: &io::Error) -> bool {
    // `EMFILE` and `ENFILE`, or `ERROR_TOO_MANY_OPEN_FILES`.
    let numbers: &[i32] = if cfg!(unix) { &[24, 23] } else { &[4] };
    error.raw_os_error().is_some_and(|number| numbers.contains(&number))
}

impl Fault {
    /// Returns true if the system lacks files or space, which others may free.
    pub(super) fn is_shortage(&self) -> bool {
        matches!(self, Self::NoSpace | Self::NoFiles)
    }

    /// Returns true if the system cannot open any more files.
    pub(super) fn is_lack_of_files(&self) -> bool {
        matches!(self, Self::NoFiles)
    }

    /// The second part of the message: usually the action that helps.
    fn remedy(&self) -> Option<&'static str> {
        Some(match self {
            Self::InUse(_) => "end it, or use another directory",
            Self::NotAStore(_) => "use an empty or a new directory",
            Self::NoStore => "name the directory with which the program opens its store",
            Self::Foreign => "use another directory, or move the file away",
            Self::Version(_) => "open the store with the program that wrote it",
            Self::OtherStore => {
                "move it back to where it comes from, and restore this store's own file"
            }
            Self::Damaged { .. } => "restore the directory from a copy",
            Self::NoSpace => "what was accepted is safe; make room",
            Self::NoFiles => {
                "what was accepted is safe; close files or connections, or raise the limit of the \
                 process"
            }
            Self::Denied => "let this user access it",
            Self::TooLarge(_) => "pass a reference instead of the data",
            Self::Stopped(_) => "what was accepted is safe; open the store again",
            Self::Gone(_) => "a compaction removed it",
            Self::Io { .. } => return None,
        })
    }
}

asl_runtime::__readable_error!(JournalError);
