//! The socket in the directory of an open store, through which tools of the same user reach the
//! process. Each request and each answer is one line of JSON; the format is internal.

#[cfg(unix)]
mod listener;
#[cfg(not(unix))]
#[path = "no_listener.rs"]
mod listener;
#[cfg_attr(not(unix), expect(dead_code, reason = "there is no socket that speaks it"))]
mod protocol;
mod remote;

pub(super) use listener::Listener;
pub use remote::{Remote, RemoteError};

#[cfg(unix)]
use std::fs::{File, Metadata};
#[cfg(unix)]
use std::io;
#[cfg(unix)]
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::journal::SOCKET;
use super::{CallError, Reply, Request};

/// Sends a request to the thread of the store, and waits for its reply.
pub(super) type Ask = Arc<dyn Fn(Request) -> Result<Reply, CallError> + Send + Sync>;

/// The reason for which a directory gets no socket: others could reach it, or replace it.
#[cfg(unix)]
fn check_directory(directory: &Metadata) -> Result<(), &'static str> {
    use std::os::unix::fs::PermissionsExt;

    let others = directory.permissions().mode() & 0o077;
    if others == 0 {
        return Ok(());
    }
    Err("other users can enter the directory, and a socket is only opened in one of mode 0700")
}

/// Calls a function with the path of the socket. The system limits paths of sockets to about 100
/// bytes; on Linux a longer one is named through the open directory.
#[cfg(unix)]
fn with_path<T>(directory: &Path, call: impl Fn(&Path) -> io::Result<T>) -> io::Result<T> {
    let path = directory.join(SOCKET);
    match call(&path) {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            let (_open, short) = short_path(directory)?;
            call(&short)
        }
        called => called,
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn short_path(directory: &Path) -> io::Result<(File, PathBuf)> {
    use std::os::fd::AsRawFd;

    let open = File::open(directory)?;
    let path = format!("/proc/self/fd/{}/{SOCKET}", open.as_raw_fd());
    Ok((open, path.into()))
}

#[cfg(all(unix, not(any(target_os = "linux", target_os = "android"))))]
fn short_path(directory: &Path) -> io::Result<(File, PathBuf)> {
    let length = directory.as_os_str().len();
    Err(io::Error::other(format!(
        "the path has {length} bytes, which is too long for a socket: use a shorter one, such as a \
         symbolic link to the directory"
    )))
}
