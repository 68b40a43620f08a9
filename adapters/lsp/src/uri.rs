//! URIs of documents, and the paths of files.

use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};

use asl_language::openapi::decode_percent;

/// The path in a `file:` URI; `None` for other documents, such as those that have no file yet.
pub(crate) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = decode_percent(path);
    // `/c:/machines` is a path of Windows.
    let drive = path.strip_prefix('/').filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    match drive {
        Some(rest) if cfg!(windows) => Some(PathBuf::from(rest)),
        _ => path.starts_with('/').then(|| PathBuf::from(path)),
    }
}

/// The URI of a file. Clients compare URIs as texts, so `a/../b` is written as `b`.
pub(crate) fn of_path(path: &Path) -> String {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            Component::CurDir => {}
            Component::ParentDir
            | Component::Normal(_)
            | Component::Prefix(_)
            | Component::RootDir => plain.push(part),
        }
    }
    let path = plain;
    let shown = path.to_string_lossy().replace('\\', "/");
    let mut uri = "file://".to_owned();
    if !shown.starts_with('/') {
        uri.push('/');
    }
    for byte in shown.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}
