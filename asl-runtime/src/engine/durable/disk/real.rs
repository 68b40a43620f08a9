//! A directory of the file system, by std alone.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{Disk, DiskFile, LockError};

/// What a lock file is read up to: there is nothing in it but a process's number.
const HOLDER: u64 = 64;

/// A directory of the file system.
#[derive(Debug)]
pub struct RealDisk {
    directory: PathBuf,
}

impl RealDisk {
    /// The directory at this path, which is made if need be, with those it is in.
    pub fn open(path: impl Into<PathBuf>) -> io::Result<Self> {
        let directory = path.into();
        if !directory.is_dir() {
            create_directory(&directory)?;
        }
        Ok(Self { directory })
    }

    fn path(&self, file: &str) -> PathBuf {
        self.directory.join(file)
    }
}

impl Disk for RealDisk {
    type File = RealFile;
    type Lock = RealLock;

    fn name(&self, file: &str) -> String {
        let path = if file.is_empty() { self.directory.clone() } else { self.path(file) };
        path.display().to_string()
    }

    fn list(&self) -> io::Result<Vec<String>> {
        // What is not Unicode is not ours, but it is there: a directory with it is not empty.
        fs::read_dir(&self.directory)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }

    fn create(&self, file: &str) -> io::Result<RealFile> {
        OpenOptions::new().read(true).write(true).create_new(true).open(self.path(file)).map(RealFile::new)
    }

    fn open(&self, file: &str) -> io::Result<RealFile> {
        OpenOptions::new().read(true).write(true).open(self.path(file)).map(RealFile::new)
    }

    fn remove(&self, file: &str) -> io::Result<()> {
        fs::remove_file(self.path(file))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.path(from), self.path(to))
    }

    fn sync_directory(&self) -> io::Result<()> {
        sync(&self.directory)
    }

    fn lock(&self, file: &str) -> Result<RealLock, LockError> {
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(self.path(file));
        let mut lock = open.map_err(LockError::Io)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LockError::Held(holder(&mut lock))),
            Err(TryLockError::Error(error)) => return Err(LockError::Io(error)),
        }
        // Who holds it only serves the message that another process gets.
        let written = lock.set_len(0).and_then(|()| write!(lock, "{}", std::process::id()));
        written.map_err(LockError::Io)?;
        Ok(RealLock { _file: lock })
    }
}

/// A file of the file system; the lock of the store goes with it.
#[derive(Debug)]
pub struct RealLock {
    _file: File,
}

/// The process that a lock file names. Where locked files cannot be read, as on Windows, there is no telling.
fn holder(lock: &mut File) -> Option<String> {
    let mut text = String::new();
    lock.seek(SeekFrom::Start(0)).ok()?;
    lock.take(HOLDER).read_to_string(&mut text).ok()?;
    let number = text.trim();
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then(|| number.to_owned())
}

/// Makes a directory and those it is in, and makes sure that they outlast a loss of power: each is an entry of the one above.
fn create_directory(directory: &Path) -> io::Result<()> {
    let mut made: Vec<&Path> = directory.ancestors().take_while(|path| !path.exists()).collect();
    fs::create_dir_all(directory)?;
    while let Some(path) = made.pop() {
        let above = path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
        sync(above)?;
    }
    Ok(())
}

#[cfg(unix)]
fn sync(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

/// Elsewhere a directory cannot be opened as a file, and its entries are as safe as the file system makes them.
#[cfg(not(unix))]
fn sync(directory: &Path) -> io::Result<()> {
    directory.metadata().map(drop)
}

/// A file of a [`RealDisk`].
#[derive(Debug)]
pub struct RealFile {
    #[cfg(unix)]
    file: File,
    /// Where std cannot read at a place, the place is the file's, and one reader at a time has it.
    #[cfg(not(unix))]
    file: std::sync::Mutex<File>,
}

#[cfg(unix)]
impl RealFile {
    fn new(file: File) -> Self {
        Self { file }
    }
}

#[cfg(unix)]
impl DiskFile for RealFile {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(&self.file, buffer, offset)
    }

    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        std::os::unix::fs::FileExt::write_at(&self.file, bytes, offset)
    }

    fn size(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    fn truncate(&self, size: u64) -> io::Result<()> {
        self.file.set_len(size)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

#[cfg(not(unix))]
impl RealFile {
    fn new(file: File) -> Self {
        Self { file: std::sync::Mutex::new(file) }
    }

    fn at(&self, offset: u64) -> io::Result<std::sync::MutexGuard<'_, File>> {
        let mut file = self.file();
        file.seek(SeekFrom::Start(offset))?;
        Ok(file)
    }

    fn file(&self) -> std::sync::MutexGuard<'_, File> {
        self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(not(unix))]
impl DiskFile for RealFile {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        self.at(offset)?.read(buffer)
    }

    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        self.at(offset)?.write(bytes)
    }

    fn size(&self) -> io::Result<u64> {
        Ok(self.file().metadata()?.len())
    }

    fn truncate(&self, size: u64) -> io::Result<()> {
        self.file().set_len(size)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.file().sync_data()
    }
}
