//! A simulated disk in memory for tests. It can fail as real disks do: calls fail, transfer less
//! than requested or run out of space, and a loss of power drops, tears and reorders writes that
//! were not synced. The same seed and the same calls give the same disk.

mod file;
mod power;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

use asl_runtime::__engine::lock;

pub use file::SimFile;

use super::{Disk, LockError};
use asl_language::random::SplitMix64;

/// A fault to inject into a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskFault {
    /// The call fails, and may have done part of its work. After a failed sync, unsynced bytes may
    /// never reach the disk.
    Failed,
    /// No space is left. Part of the bytes may have been written.
    NoSpace,
    /// The process has no file descriptors left. The call does nothing.
    NoFiles,
    /// A read or write transfers less than requested. Other calls work.
    Short,
}

/// A directory in memory. Clones share it.
#[derive(Clone, Debug)]
pub struct SimDisk {
    state: Arc<Mutex<State>>,
}

#[derive(Clone, Debug, Default)]
struct State {
    files: Vec<Contents>,
    /// The directory as programs see it.
    names: Names,
    /// The directory as it is on disk, and the changes since.
    safe_names: Names,
    unsynced: Vec<Change>,
    locked: bool,
    calls: u64,
    changes: u64,
    faults: Vec<(u64, DiskFault)>,
    /// The change at which the power fails.
    stop: Option<u64>,
    /// Maximum total size of all files.
    space: Option<usize>,
    /// Number of files that can still be opened.
    openings: Option<usize>,
    random: Random,
}

type Names = BTreeMap<Arc<str>, usize>;

/// A change to the directory.
#[derive(Clone, Debug)]
enum Change {
    Link(Arc<str>, usize),
    Unlink(Arc<str>),
    Rename(Arc<str>, Arc<str>, usize),
}

/// A file as programs see it, as it is on disk, and the changes since.
#[derive(Clone, Debug, Default)]
struct Contents {
    now: Vec<u8>,
    safe: Vec<u8>,
    unsynced: Vec<Edit>,
}

/// A change to a file.
#[derive(Clone, Debug)]
enum Edit {
    Write(usize, Vec<u8>),
    Truncate(usize),
}

impl Edit {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Write(offset, written) => overwrite(bytes, *offset, written),
            Self::Truncate(size) => bytes.resize(*size, 0),
        }
    }
}

/// The error `EMFILE`.
fn too_many_files() -> io::Error {
    io::Error::from_raw_os_error(if cfg!(unix) { 24 } else { 4 })
}

fn overwrite(bytes: &mut Vec<u8>, offset: usize, written: &[u8]) {
    let end = offset + written.len();
    if bytes.len() < end {
        bytes.resize(end, 0);
    }
    if let Some(place) = bytes.get_mut(offset..end) {
        place.copy_from_slice(written);
    }
}

/// Random numbers determined by a seed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Random(SplitMix64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A random number below this one, or 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next().checked_rem(bound as u64).unwrap_or(0)).unwrap_or(0)
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.next().to_le_bytes().first().copied().unwrap_or_default()
    }

    /// A random one of these.
    pub(crate) fn pick<T: Copy + Default>(&mut self, from: &[T]) -> T {
        from.get(self.below(from.len())).copied().unwrap_or_default()
    }

    pub(crate) fn coin(&mut self) -> bool {
        self.next() & 1 == 0
    }
}

impl SimDisk {
    /// An empty directory. The seed determines how injected faults behave.
    pub fn new(seed: u64) -> Self {
        Self::of(State { random: Random::new(seed), ..State::default() })
    }

    fn of(state: State) -> Self {
        Self { state: Arc::new(Mutex::new(state)) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// A copy of the directory after a loss of power at this moment. Each seed gives another
    /// outcome.
    #[must_use]
    pub fn crash(&self, seed: u64) -> Self {
        Self::of(power::lost(&self.state(), Random::new(seed)))
    }

    /// A copy of the directory after the process ends at this moment while the system continues.
    #[must_use]
    pub fn kill(&self) -> Self {
        let state = self.state();
        let mut killed = State::clone(&state);
        (killed.calls, killed.changes, killed.locked) = (0, 0, false);
        (killed.faults, killed.stop) = (Vec::new(), None);
        Self::of(killed)
    }

    /// Number of calls so far.
    pub fn calls(&self) -> u64 {
        self.state().calls
    }

    /// Number of calls so far that were not only reads.
    pub fn changes(&self) -> u64 {
        self.state().changes
    }

    /// Maximum number of files that can be opened from now on.
    pub fn limit_files(&self, files: Option<usize>) {
        self.state().openings = files;
    }

    /// Makes the call of this number fail (see [`calls`](Self::calls)). The first call is 0.
    pub fn fail_at(&self, call: u64, fault: DiskFault) {
        self.state().faults.push((call, fault));
    }

    /// Cuts the power at the change of this number (see [`changes`](Self::changes)). That change
    /// may be done in part, and all later calls fail.
    pub fn stop_at(&self, change: u64) {
        self.state().stop = Some(change);
    }

    /// Returns true if the power is off.
    pub fn is_stopped(&self) -> bool {
        self.state().is_stopped()
    }

    /// Maximum size of all files in bytes.
    pub fn limit_space(&self, bytes: Option<usize>) {
        self.state().space = bytes;
    }

    /// The names of all files, in order.
    pub fn files(&self) -> Vec<String> {
        self.state().names.keys().map(ToString::to_string).collect()
    }

    /// Contents of a file.
    pub fn contents(&self, file: &str) -> Option<Vec<u8>> {
        let state = self.state();
        let number = *state.names.get(file)?;
        state.files.get(number).map(|contents| contents.now.clone())
    }

    /// Creates, replaces or removes a file, as if synced.
    pub fn set_contents(&self, file: &str, contents: Option<Vec<u8>>) {
        let mut state = self.state();
        state.sync_names();
        match contents {
            Some(now) => {
                let number = state.files.len();
                state.files.push(Contents { safe: now.clone(), now, unsynced: Vec::new() });
                state.names.insert(file.into(), number);
            }
            None => drop(state.names.remove(file)),
        }
        state.safe_names = state.names.clone();
    }
}

/// The course of a call.
enum Turn {
    Work,
    /// Do half of the work, then fail.
    Half(io::Error),
    /// Transfer less than requested.
    Short,
}

impl Turn {
    /// The result of a call that transfers nothing.
    fn result(self) -> io::Result<()> {
        match self {
            Self::Half(error) => Err(error),
            Self::Work | Self::Short => Ok(()),
        }
    }
}

impl State {
    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| self.changes > stop)
    }

    /// Counts a call, and decides its course.
    fn turn(&mut self, changes: bool) -> io::Result<Turn> {
        if self.is_stopped() {
            return Err(io::Error::other("the power is gone"));
        }
        let call = self.calls;
        self.calls += 1;
        self.changes += u64::from(changes);
        if self.is_stopped() {
            return Ok(Turn::Half(io::Error::other("the power went")));
        }
        let fault = self.faults.iter().find(|(at, _)| *at == call).map(|(_, fault)| *fault);
        Ok(match fault {
            Some(DiskFault::Failed) => Turn::Half(io::Error::other("the disk failed")),
            Some(DiskFault::NoSpace) => Turn::Half(io::ErrorKind::StorageFull.into()),
            Some(DiskFault::NoFiles) => return Err(too_many_files()),
            Some(DiskFault::Short) => Turn::Short,
            None => Turn::Work,
        })
    }

    /// Counts a file that is opened.
    fn open_file(&mut self) -> io::Result<()> {
        match &mut self.openings {
            Some(0) => return Err(too_many_files()),
            Some(left) => *left -= 1,
            None => {}
        }
        Ok(())
    }

    /// Changes the directory. A call that fails may have changed it, unless no space was left.
    fn change(&mut self, change: Change) -> io::Result<()> {
        let turn = self.turn(true)?;
        let done = match &turn {
            Turn::Half(error) => error.kind() != io::ErrorKind::StorageFull && self.random.coin(),
            Turn::Work | Turn::Short => true,
        };
        if done {
            change.apply(&mut self.names);
            self.unsynced.push(change);
        }
        turn.result()
    }

    fn sync_names(&mut self) {
        self.safe_names = self.names.clone();
        self.unsynced.clear();
    }

    fn number(&self, file: &str) -> io::Result<usize> {
        self.names.get(file).copied().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn used(&self) -> usize {
        self.names
            .values()
            .filter_map(|number| self.files.get(*number))
            .map(|contents| contents.now.len())
            .sum()
    }

    fn contents(&mut self, number: usize) -> &mut Contents {
        match self.files.get_mut(number) {
            Some(contents) => contents,
            None => unreachable!("files are never taken out of the list"),
        }
    }
}

impl Change {
    fn apply(&self, names: &mut Names) {
        match self {
            Self::Link(name, number) => drop(names.insert(Arc::clone(name), *number)),
            Self::Unlink(name) => drop(names.remove(name)),
            Self::Rename(from, to, number) => {
                names.remove(from);
                names.insert(Arc::clone(to), *number);
            }
        }
    }
}

impl Disk for SimDisk {
    type File = SimFile;
    type Lock = SimLock;

    fn name(&self, file: &str) -> String {
        format!("sim/{file}")
    }

    fn list(&self) -> io::Result<Vec<String>> {
        let mut state = self.state();
        match state.turn(false)? {
            Turn::Half(error) => Err(error),
            Turn::Work | Turn::Short => Ok(state.names.keys().map(ToString::to_string).collect()),
        }
    }

    fn create(&self, file: &str) -> io::Result<SimFile> {
        let mut state = self.state();
        if state.names.contains_key(file) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        state.open_file()?;
        let number = state.files.len();
        state.files.push(Contents::default());
        state.change(Change::Link(file.into(), number))?;
        Ok(SimFile { state: Arc::clone(&self.state), number })
    }

    fn open(&self, file: &str) -> io::Result<SimFile> {
        let mut state = self.state();
        match state.turn(false)? {
            Turn::Half(error) => Err(error),
            Turn::Work | Turn::Short => {
                let number = state.number(file)?;
                state.open_file()?;
                Ok(SimFile { state: Arc::clone(&self.state), number })
            }
        }
    }

    fn remove(&self, file: &str) -> io::Result<()> {
        let mut state = self.state();
        state.number(file)?;
        state.change(Change::Unlink(file.into()))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let mut state = self.state();
        let number = state.number(from)?;
        state.change(Change::Rename(from.into(), to.into(), number))
    }

    fn sync_directory(&self) -> io::Result<()> {
        let mut state = self.state();
        state.turn(true)?.result()?;
        state.sync_names();
        Ok(())
    }

    fn lock(&self, file: &str) -> Result<SimLock, LockError> {
        let mut state = self.state();
        if !state.names.contains_key(file) {
            let number = state.files.len();
            state.files.push(Contents::default());
            state.change(Change::Link(file.into(), number)).map_err(LockError::Io)?;
        }
        if state.locked {
            return Err(LockError::Held(None));
        }
        state.locked = true;
        Ok(SimLock { state: Arc::clone(&self.state) })
    }
}

/// The lock of a [`SimDisk`].
#[derive(Debug)]
pub struct SimLock {
    state: Arc<Mutex<State>>,
}

impl Drop for SimLock {
    fn drop(&mut self) {
        lock(&self.state).locked = false;
    }
}
