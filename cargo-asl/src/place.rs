//! The place of a store: a directory, or a database that several processes share.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use asl_durable::{Durable, Inspection, Options, Remote, RemoteError, StoreError};
#[cfg(feature = "postgres")]
use asl_postgres::Postgres;
use asl_runtime::Compiled;

/// The answer about a database without the feature.
#[cfg(not(feature = "postgres"))]
const WITHOUT: &str = "this `cargo asl` was built without PostgreSQL: `cargo install cargo-asl \
     --features postgres` has it";

/// The place of a store.
#[derive(Clone)]
pub(crate) enum Place {
    Directory(PathBuf),
    /// The address of a database.
    Database(String),
}

impl std::fmt::Debug for Place {
    /// Omits the address, which may have a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Directory(path) => f.debug_tuple("Directory").field(path).finish(),
            Self::Database(_) => f.debug_tuple("Database").finish_non_exhaustive(),
        }
    }
}

impl From<OsString> for Place {
    fn from(text: OsString) -> Self {
        match text.to_str() {
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Self::Database(url.to_owned())
            }
            Some(_) | None => Self::Directory(text.into()),
        }
    }
}

impl Place {
    /// Reads the store, and never creates it.
    pub(crate) fn inspect(&self) -> Result<Inspection, StoreError> {
        match self {
            Self::Directory(path) => Durable::inspect(path),
            #[cfg(feature = "postgres")]
            Self::Database(url) => Postgres::inspect(url),
            #[cfg(not(feature = "postgres"))]
            Self::Database(_) => Err(StoreError::Elsewhere(WITHOUT.to_owned())),
        }
    }

    /// Connects to the processes that have the store open.
    pub(crate) fn connect(&self) -> Result<Remote, RemoteError> {
        match self {
            Self::Directory(path) => Remote::connect(path),
            #[cfg(feature = "postgres")]
            Self::Database(url) => Postgres::connect(url),
            #[cfg(not(feature = "postgres"))]
            Self::Database(_) => Err(RemoteError::Refused(WITHOUT.to_owned())),
        }
    }

    /// Opens the store without machines. Nothing continues in it.
    pub(crate) async fn open_alone(&self) -> Result<Durable, StoreError> {
        match self {
            Self::Directory(path) => {
                let options =
                    Options::default().allow_unknown(true).compact_by_itself(false).socket(false);
                let none: [Compiled; 0] = [];
                Durable::open(path, none, options).await
            }
            #[cfg(feature = "postgres")]
            Self::Database(url) => Postgres::caretaker(url).await,
            #[cfg(not(feature = "postgres"))]
            Self::Database(_) => Err(StoreError::Elsewhere(WITHOUT.to_owned())),
        }
    }

    /// Lets `change` append to the files of the store, which no process may have open: to its
    /// directory, or to those of copies of its shards.
    pub(crate) fn in_directories<T>(
        &self,
        mut change: impl FnMut(&Path) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        match self {
            Self::Directory(path) => Ok(vec![change(path)?]),
            #[cfg(feature = "postgres")]
            Self::Database(url) => {
                let name = format!("asl-migrate-{:016x}", asl_runtime::__engine::random_seed());
                let folder = std::env::temp_dir().join(name);
                let mut builder = std::fs::DirBuilder::new();
                // It gets the data of executions.
                #[cfg(unix)]
                std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
                builder
                    .create(&folder)
                    .map_err(|error| format!("{}: {error}", folder.display()))?;
                let changed = Postgres::in_directories(url, &folder, change);
                // What is left is in the system's folder for such files.
                drop(std::fs::remove_dir_all(&folder));
                changed
            }
            #[cfg(not(feature = "postgres"))]
            Self::Database(_) => Err(WITHOUT.to_owned()),
        }
    }

    /// The place as it is named, without a password.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Directory(path) => path.display().to_string(),
            Self::Database(url) => {
                let without_options = |text: &str| text.split('?').next().map(str::to_owned);
                // A password may have any character that ends another part.
                let Some((user, host)) = url.rsplit_once('@') else {
                    return without_options(url).unwrap_or_default();
                };
                // The first colon is that of the scheme.
                let user = user.splitn(3, ':').take(2).collect::<Vec<_>>().join(":");
                format!("{user}@{}", without_options(host).unwrap_or_default())
            }
        }
    }

    /// Opens the store for calls to the processes that share it. A directory is never shared.
    pub(crate) async fn open_shared(&self) -> Result<Durable, StoreError> {
        match self {
            #[cfg(feature = "postgres")]
            Self::Database(url) => {
                let none: [Compiled; 0] = [];
                Postgres::open(url, none, asl_postgres::Options::default()).await
            }
            #[cfg(not(feature = "postgres"))]
            Self::Database(_) => Err(StoreError::Elsewhere(WITHOUT.to_owned())),
            Self::Directory(_) => self.open_alone().await,
        }
    }
}
