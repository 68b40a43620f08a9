//! Internals of a store for fault tests, fuzzing and benchmarks, without any promise of stability.
//! The feature `testing` adds the simulated disk and the mutations of journals.

pub use crate::action::{Action, Place, TaskReport};
pub use crate::core::{Core, HistorySource, Left, Rewrite, Rewritten, execution_seed};
#[cfg(any(test, feature = "testing"))]
pub use crate::disk::sim::{DiskFault, SimDisk, SimFile, SimLock};
pub use crate::disk::{Disk, DiskFile, LockError, RealDisk};
#[cfg(any(test, feature = "testing"))]
pub use crate::journal::mutate;
pub use crate::journal::{Compaction, Journal, JournalOptions, Payload, Recovery};
pub use crate::request::{Parent, Reply, Request};
