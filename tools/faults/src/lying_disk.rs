//! A disk that may report a sync that it has not done. It imitates an engine that continues before
//! its batch is on disk.

use std::io;

use asl_durable::testing::{Disk, DiskFile, LockError, SimDisk, SimFile, SimLock};

/// The simulated disk, honest or not.
pub(crate) struct LyingDisk {
    pub(crate) disk: SimDisk,
    pub(crate) lies: bool,
}

/// A file of it.
pub(crate) struct LyingFile {
    file: SimFile,
    lies: bool,
}

impl LyingDisk {
    fn file(&self, file: SimFile) -> LyingFile {
        LyingFile { file, lies: self.lies }
    }
}

impl Disk for LyingDisk {
    type File = LyingFile;
    type Lock = SimLock;

    fn name(&self, file: &str) -> String {
        self.disk.name(file)
    }

    fn list(&self) -> io::Result<Vec<String>> {
        self.disk.list()
    }

    fn create(&self, file: &str) -> io::Result<LyingFile> {
        self.disk.create(file).map(|file| self.file(file))
    }

    fn open(&self, file: &str) -> io::Result<LyingFile> {
        self.disk.open(file).map(|file| self.file(file))
    }

    fn remove(&self, file: &str) -> io::Result<()> {
        self.disk.remove(file)
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.disk.rename(from, to)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.disk.sync_directory()
    }

    fn lock(&self, file: &str) -> Result<SimLock, LockError> {
        self.disk.lock(file)
    }
}

impl DiskFile for LyingFile {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        self.file.read_at(buffer, offset)
    }

    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        self.file.write_at(bytes, offset)
    }

    fn size(&self) -> io::Result<u64> {
        self.file.size()
    }

    fn truncate(&self, size: u64) -> io::Result<()> {
        self.file.truncate(size)
    }

    fn sync_data(&self) -> io::Result<()> {
        if self.lies { Ok(()) } else { self.file.sync_data() }
    }
}
