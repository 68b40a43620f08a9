//! The front of the server: bad input, slow clients, hosts, signatures and its end.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod hostile;
mod places;
mod server;
mod signatures;
mod stop;
