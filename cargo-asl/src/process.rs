//! Processes that other programs of the user run in.

use std::io::Read;
use std::process::Child;

/// All that a pipe has, or what could be read of it.
pub(crate) fn read_all(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        let _ = pipe.read_to_end(&mut bytes);
    }
    bytes
}

/// Ends a process that was not waited for. On Unix it has a process group of its own, and all
/// processes of the group end.
pub(crate) fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(child.id()) {
        use nix::sys::signal::{Signal, killpg};
        use nix::unistd::Pid;

        // It may have ended.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    // As above.
    let _ = child.kill();
}
