//! Names: of the execution, and of its operations.

pub(super) mod identity;
pub(super) mod operation_id;
pub(super) mod operations;
