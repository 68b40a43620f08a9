//! A directory of the file system, by std alone.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
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
    ///
    /// On Unix nobody but its owner can read or enter it, if it was made or was empty, and the same
    /// holds for each file made in it. The mode of a directory that has files already is left to
    /// whoever administers it.
    pub fn open(path: impl Into<PathBuf>) -> io::Result<Self> {
        let directory = path.into();
        if !directory.is_dir() {
            create_directory(&directory)?;
        } else if is_empty(&directory)? {
            keep_private(&directory)?;
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
        fs::read_dir(&self.directory)?
            .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
            .collect()
    }

    fn create(&self, file: &str) -> io::Result<RealFile> {
        create_private(&self.path(file)).map(RealFile::new)
    }

    fn open(&self, file: &str) -> io::Result<RealFile> {
        open_regular(&self.path(file)).map(RealFile::new)
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
        let path = self.path(file);
        let open = match create_private(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => open_regular(&path),
            made => made,
        };
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

/// The process that a lock file names. Where locked files cannot be read, as on Windows, there is
/// no telling.
fn holder(lock: &mut File) -> Option<String> {
    let mut text = String::new();
    lock.seek(SeekFrom::Start(0)).ok()?;
    lock.take(HOLDER).read_to_string(&mut text).ok()?;
    let number = text.trim();
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| number.to_owned())
}

/// Makes a file that only its owner can read. It is never somebody else's: a link of that name is
/// an error.
fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Opens a file of the directory itself. A symbolic link is refused, since what is written would go
/// elsewhere, and so is a pipe or a device. It is looked at before, so that nothing of that kind is
/// opened, and after, in case it was exchanged meanwhile.
fn open_regular(path: &Path) -> io::Result<File> {
    check_regular(path)?;
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    let found = check_regular(path)?;
    if !is_same_file(&found, &file.metadata()?) {
        return Err(io::Error::other("it was exchanged for another file while it was opened"));
    }
    Ok(file)
}

fn check_regular(path: &Path) -> io::Result<Metadata> {
    let found = path.symlink_metadata()?;
    if found.is_file() {
        return Ok(found);
    }
    let kind = if found.is_symlink() { "it is a symbolic link" } else { "it is no regular file" };
    Err(io::Error::new(io::ErrorKind::InvalidInput, kind))
}

#[cfg(unix)]
fn is_same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// Elsewhere std does not tell one file from another.
#[cfg(not(unix))]
fn is_same_file(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Returns true if nothing in it keeps a store from being made, see `docs/internals/store.md`.
fn is_empty(directory: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(directory)? {
        let name = entry?.file_name();
        if !name.as_encoded_bytes().starts_with(b".") && name != "lost+found" {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Keeps all but the owner out. Where somebody else owns the directory, its mode is theirs to set.
#[cfg(unix)]
fn keep_private(directory: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    match fs::set_permissions(directory, fs::Permissions::from_mode(0o700)) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        set => set,
    }
}

/// Elsewhere a directory has the permissions of the one it is in.
#[cfg(not(unix))]
fn keep_private(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Makes a directory and those it is in, and makes sure that they outlast a loss of power: each is
/// an entry of the one above.
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

#[cfg(unix)]
fn sync(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

/// Elsewhere a directory cannot be opened as a file, and its entries are as safe as the file system
/// makes them.
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
