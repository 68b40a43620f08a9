//! The number of connections, which follows the number of files that the process may open.
//!
//! Connections must leave file descriptors for stores, programs and their pipes.

/// Maximum number of open connections, however many files the process may open.
const MOST: usize = 20_000;
/// File descriptors that connections leave to the rest of the process, if it has twice as many.
const RESERVED: usize = 64;

/// Maximum number of open connections of this process. Others wait in the system's queue.
pub(super) fn connections() -> usize {
    free_files().map_or(MOST, most_of)
}

/// The part of free file descriptors for connections: three quarters, less if there are few.
fn most_of(free: usize) -> usize {
    let reserved = (free / 4).max(RESERVED.min(free / 2));
    (free - reserved).clamp(1, MOST)
}

/// Number of files that the process may open additionally.
#[cfg(unix)]
fn free_files() -> Option<usize> {
    use nix::sys::resource::{Resource, getrlimit};

    let (limit, _) = getrlimit(Resource::RLIMIT_NOFILE).ok()?;
    let open = std::fs::read_dir("/dev/fd").map_or(0, Iterator::count);
    Some(usize::try_from(limit).unwrap_or(usize::MAX).saturating_sub(open))
}

/// On other systems connections are not files.
#[cfg(not(unix))]
fn free_files() -> Option<usize> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_file_descriptors() {
        let left: Vec<_> = [0, 1, 50, 200, 1_000].map(|free| (free, most_of(free))).into();
        assert_eq!(left, [(0, 1), (1, 1), (50, 25), (200, 136), (1_000, 750)]);
        assert_eq!(most_of(usize::MAX), MOST);
        assert!((1..=MOST).contains(&connections()));
    }
}
