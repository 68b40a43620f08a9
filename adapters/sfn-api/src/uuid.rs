//! Identifiers that are unique by chance: of revisions, of executions without a name, of requests.

use asl_runtime::__engine::{random_seed, uuid_of};

/// A new UUID of version 4.
pub(crate) fn uuid() -> String {
    uuid_of(random_seed(), random_seed())
}
