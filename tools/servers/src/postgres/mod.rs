//! A real PostgreSQL server for tests and benchmarks: the system's, or Debian's package unpacked into
//! `target/tools/postgresql`, started on loopback with a port and a folder of its own, killed and
//! started again.

mod install;
mod server;

pub use install::installed;
pub use server::Server;
