//! The file of a registry: one JSON document, which each change replaces as a whole.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Contents;

/// The number of this format.
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Document<C> {
    format: u32,
    #[serde(flatten)]
    contents: C,
}

/// Reads the contents; a file that does not exist is empty.
pub(super) fn read(path: &Path) -> Result<Contents, String> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Contents::default()),
        Err(error) => return Err(error.to_string()),
    };
    let document: Document<Contents> =
        serde_json::from_slice(&text).map_err(|error| error.to_string())?;
    if document.format != FORMAT {
        let found = document.format;
        return Err(format!(
            "it has format {found}, and this program reads {FORMAT}: use the program that wrote it"
        ));
    }
    Ok(document.contents)
}

/// Writes the contents beside the file and renames them, so that a crash leaves the old or the new
/// contents.
pub(super) fn write(path: &Path, contents: &Contents) -> Result<(), String> {
    let document = Document { format: FORMAT, contents };
    let text = serde_json::to_vec_pretty(&document).map_err(|error| error.to_string())?;
    let new = path.with_extension("new");
    replace(path, &new, &text)
        .map_err(|error| format!("the registry `{}` cannot be written: {error}", path.display()))
}

/// Creates a file that only its owner can read: definitions may have secrets.
fn create_private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn replace(path: &Path, new: &Path, text: &[u8]) -> io::Result<()> {
    // Left by a crash, or a link that somebody made.
    match fs::remove_file(new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let mut file = create_private(new)?;
    file.write_all(text)?;
    file.sync_all()?;
    fs::rename(new, path)?;
    // The new name is on disk when its directory is.
    match path.parent().filter(|directory| !directory.as_os_str().is_empty()) {
        Some(directory) if cfg!(unix) => File::open(directory)?.sync_all(),
        Some(_) | None => Ok(()),
    }
}
