//! A directory of the file system, with std alone.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{Disk, DiskFile, LockError};

/// Maximum bytes read from a lock file, which contains only a process number.
const HOLDER: u64 = 64;

/// A directory of the file system.
#[derive(Debug)]
pub struct RealDisk {
    directory: PathBuf,
    access: Access,
    /// The directory as a file, which is open before a sync needs it. `None` if the disk is only for
    /// reading, and where directories are not files.
    handle: Option<File>,
}

/// The calls that a disk allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    Read,
    ReadAndWrite,
}

impl RealDisk {
    /// Opens the directory at this path. Creates it and its parents if needed.
    ///
    /// On Unix, if it was created or was empty, only its owner can read or enter it, and each file
    /// created in it is private as well. The mode of a directory that already has files is left to
    /// the administrator.
    pub fn open(path: impl Into<PathBuf>) -> io::Result<Self> {
        let directory = path.into();
        if !directory.is_dir() {
            create_directory(&directory)?;
        } else if is_empty(&directory)? {
            keep_private(&directory)?;
        }
        let handle = open_directory(&directory)?;
        Ok(Self { directory, access: Access::ReadAndWrite, handle })
    }

    /// The directory at this path, only for reading: nothing is created, opened for writing or
    /// locked.
    pub(crate) fn reading(path: impl Into<PathBuf>) -> Self {
        Self { directory: path.into(), access: Access::Read, handle: None }
    }

    /// Fails if the disk is only for reading.
    fn check_write(&self) -> io::Result<()> {
        match self.access {
            Access::ReadAndWrite => Ok(()),
            Access::Read => Err(io::ErrorKind::ReadOnlyFilesystem.into()),
        }
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
        // A name that is not Unicode is not ours, but it counts: the directory is not empty.
        fs::read_dir(&self.directory)?
            .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
            .collect()
    }

    fn create(&self, file: &str) -> io::Result<RealFile> {
        self.check_write()?;
        create_private(&self.path(file)).map(RealFile::new)
    }

    fn open(&self, file: &str) -> io::Result<RealFile> {
        open_regular(&self.path(file), self.access).map(RealFile::new)
    }

    fn remove(&self, file: &str) -> io::Result<()> {
        self.check_write()?;
        fs::remove_file(self.path(file))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.check_write()?;
        fs::rename(self.path(from), self.path(to))
    }

    fn sync_directory(&self) -> io::Result<()> {
        match &self.handle {
            Some(handle) => handle.sync_all(),
            None => sync(&self.directory),
        }
    }

    fn lock(&self, file: &str) -> Result<RealLock, LockError> {
        self.check_write().map_err(LockError::Io)?;
        let path = self.path(file);
        let open = match create_private(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                open_regular(&path, self.access)
            }
            made => made,
        };
        let mut lock = open.map_err(LockError::Io)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LockError::Held(holder(&mut lock))),
            Err(TryLockError::Error(error)) => return Err(LockError::Io(error)),
        }
        // The holder's number only serves the message in another process.
        let written = lock.set_len(0).and_then(|()| write!(lock, "{}", std::process::id()));
        written.map_err(LockError::Io)?;
        Ok(RealLock { _file: lock })
    }
}

/// The locked file. Dropping it releases the lock.
#[derive(Debug)]
pub struct RealLock {
    _file: File,
}

/// The process named in a lock file. Returns `None` on systems such as Windows, where a locked file
/// cannot be read.
fn holder(lock: &mut File) -> Option<String> {
    let mut text = String::new();
    lock.seek(SeekFrom::Start(0)).ok()?;
    lock.take(HOLDER).read_to_string(&mut text).ok()?;
    let number = text.trim();
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| number.to_owned())
}

/// Creates a file that only its owner can read. It is an error if the name exists, also as a
/// symbolic link.
fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Opens a regular file of the directory. Symbolic links are refused, since writes would go
/// elsewhere, and so are pipes and devices. The file type is checked before opening, so that no
/// such file is opened, and again afterwards, in case the file was exchanged in between.
fn open_regular(path: &Path, access: Access) -> io::Result<File> {
    check_regular(path)?;
    let is_written = access == Access::ReadAndWrite;
    let file = OpenOptions::new().read(true).write(is_written).open(path)?;
    let found = check_regular(path)?;
    if !is_same_file(&found, &file.metadata()?) {
        return Err(io::Error::other("it was replaced by another file while it was opened"));
    }
    Ok(file)
}

fn check_regular(path: &Path) -> io::Result<Metadata> {
    let found = path.symlink_metadata()?;
    if found.is_file() {
        return Ok(found);
    }
    let kind =
        if found.is_symlink() { "it is a symbolic link" } else { "it is not a regular file" };
    Err(io::Error::new(io::ErrorKind::InvalidInput, kind))
}

#[cfg(unix)]
fn is_same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// On other systems std cannot compare files.
#[cfg(not(unix))]
fn is_same_file(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Returns true if the contents do not prevent creating a store here; see
/// `docs/internals/store.md`.
fn is_empty(directory: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(directory)? {
        let name = entry?.file_name();
        if !name.as_encoded_bytes().starts_with(b".") && name != "lost+found" {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Restricts access to the owner. The mode of a directory of another user is left to that user.
#[cfg(unix)]
fn keep_private(directory: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    match fs::set_permissions(directory, fs::Permissions::from_mode(0o700)) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        set => set,
    }
}

/// On other systems a directory has the permissions of its parent.
#[cfg(not(unix))]
fn keep_private(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Creates a directory and its parents so that they survive a loss of power: each one is an entry
/// of its parent.
fn create_directory(directory: &Path) -> io::Result<()> {
    let mut made: Vec<&Path> = directory.ancestors().take_while(|path| !path.exists()).collect();
    fs::create_dir_all(directory)?;
    keep_private(directory)?;
    while let Some(path) = made.pop() {
        let above =
            path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
        sync(above)?;
    }
    Ok(())
}

fn sync(directory: &Path) -> io::Result<()> {
    match open_directory(directory)? {
        Some(directory) => directory.sync_all(),
        None => directory.metadata().map(drop),
    }
}

#[cfg(unix)]
fn open_directory(directory: &Path) -> io::Result<Option<File>> {
    File::open(directory).map(Some)
}

/// On other systems a directory cannot be opened as a file, and its entries are as durable as the
/// file system makes them.
#[cfg(not(unix))]
fn open_directory(_: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

/// A file of a [`RealDisk`].
#[derive(Debug)]
pub struct RealFile {
    #[cfg(unix)]
    file: File,
    /// If std cannot read at an offset, the file's own position is used, by one reader at a time.
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
        asl_runtime::__engine::lock(&self.file)
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
