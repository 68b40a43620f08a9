//! A file of the simulated disk.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

use asl_runtime::__engine::lock;

use super::{Contents, Edit, Random, State, Turn, power};
use crate::disk::DiskFile;

/// A file of a [`SimDisk`](super::SimDisk).
#[derive(Debug)]
pub struct SimFile {
    pub(super) state: Arc<Mutex<State>>,
    pub(super) number: usize,
}

impl SimFile {
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

/// Half of this length, but at least 1.
fn short(length: usize) -> usize {
    length.div_ceil(2)
}

impl DiskFile for SimFile {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut state = self.state();
        let length = match state.turn(false)? {
            Turn::Half(error) => return Err(error),
            Turn::Work => buffer.len(),
            Turn::Short => short(buffer.len()),
        };
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let there = state.contents(self.number).now.get(start..).unwrap_or_default();
        let read = there.len().min(length);
        if let (Some(place), Some(bytes)) = (buffer.get_mut(..read), there.get(..read)) {
            place.copy_from_slice(bytes);
        }
        Ok(read)
    }

    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        let mut state = self.state();
        let (mut length, failed) = match state.turn(true)? {
            // The loss of power itself decides what remains of the write.
            Turn::Half(error) if state.is_stopped() => (bytes.len(), Some(error)),
            Turn::Half(error) => (state.random.below(bytes.len() + 1), Some(error)),
            Turn::Work => (bytes.len(), None),
            Turn::Short => (short(bytes.len()), None),
        };
        let offset = usize::try_from(offset).map_err(|_| io::ErrorKind::FileTooLarge)?;
        if let Some(space) = state.space {
            let used = state.used();
            let inside = state.contents(self.number).now.len().saturating_sub(offset);
            length = length.min(space.saturating_sub(used) + inside);
            if length == 0 && !bytes.is_empty() && failed.is_none() {
                return Err(io::ErrorKind::StorageFull.into());
            }
        }
        let edit = Edit::Write(offset, bytes.get(..length).unwrap_or_default().to_vec());
        let contents = state.contents(self.number);
        edit.apply(&mut contents.now);
        contents.unsynced.push(edit);
        failed.map_or(Ok(length), Err)
    }

    fn size(&self) -> io::Result<u64> {
        let mut state = self.state();
        match state.turn(false)? {
            Turn::Half(error) => Err(error),
            Turn::Work | Turn::Short => Ok(state.contents(self.number).now.len() as u64),
        }
    }

    fn truncate(&self, size: u64) -> io::Result<()> {
        let mut state = self.state();
        let turn = state.turn(true)?;
        let done = !matches!(turn, Turn::Half(_)) || state.random.coin();
        if done {
            let edit =
                Edit::Truncate(usize::try_from(size).map_err(|_| io::ErrorKind::FileTooLarge)?);
            let contents = state.contents(self.number);
            edit.apply(&mut contents.now);
            contents.unsynced.push(edit);
        }
        turn.result()
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut state = self.state();
        match state.turn(true)? {
            Turn::Half(error) if state.is_stopped() => Err(error),
            Turn::Half(error) => {
                // As on Linux, bytes that could not be written count as written afterwards, and no
                // later sync writes them.
                let random = Random::new(state.random.next());
                let contents = state.contents(self.number);
                contents.safe = power::left(contents, random);
                contents.unsynced.clear();
                Err(error)
            }
            Turn::Work | Turn::Short => {
                let Contents { safe, unsynced, .. } = state.contents(self.number);
                for edit in unsynced.drain(..) {
                    edit.apply(safe);
                }
                Ok(())
            }
        }
    }
}
