//! Storages of a Map's items and results: objects with keys in buckets, as in S3.
//!
//! Engines take a [`Storage`]. [`Folder`] keeps buckets as folders on disk, [`Memory`] in memory
//! (for tests); other storages are adapter crates. Everything is read and written in pieces, so
//! that objects may have any size.

mod folder;

#[doc(inline)]
pub use asl_execution::storage::*;
pub use folder::Folder;
