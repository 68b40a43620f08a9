//! State machines through the API: what clients create, and what is kept.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may")]

mod aliases;
mod create;
mod server;
mod tags;
mod test_state;
mod validate;
mod versions;

/// The first version of a machine.
mod first {
    asl_runtime::asl_machine!(pub(crate) "tests/machines/order.asl.json", name = order);
}

/// The second version.
mod second {
    asl_runtime::asl_machine!(pub(crate) "tests/machines/order2.asl.json", name = order, inspect = true);
}

// A machine with the definition of the first version.
asl_runtime::asl_machine!(pub(crate) "tests/machines/order.asl.json", name = twin);
