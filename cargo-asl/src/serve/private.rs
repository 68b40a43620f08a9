//! Files and folders that only their owner can read: definitions and data may have secrets.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Write as _};
use std::path::Path;

/// Creates a directory and its parents, if it is not there. The mode of one that is there and has
/// files is left to the administrator.
pub(super) fn create_directory(path: &Path) -> io::Result<()> {
    let is_used = fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some());
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)?;
    #[cfg(unix)]
    if !is_used {
        use std::os::unix::fs::PermissionsExt as _;

        fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
    }
    #[cfg(not(unix))]
    let _ = is_used;
    Ok(())
}

/// Writes a file, in place of one that has this name.
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}
