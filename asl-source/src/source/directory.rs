//! Finds the definitions in a directory.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The definitions in a directory and all below it, by name: `*.asl.json`, `*.sm4c.json`, and the
/// same with `yaml` or `yml`. See [`files_below`].
pub fn definitions_below(directory: &Path) -> io::Result<Vec<PathBuf>> {
    files_below(directory, is_definition)
}

/// The files with wanted names in a directory and all below it, in the order of their names. Hidden
/// directories, `target` and `node_modules` are left out, and neither is a symbolic link to a
/// directory followed, nor one to a file outside of the directory.
pub fn files_below(directory: &Path, is_wanted: impl Fn(&str) -> bool) -> io::Result<Vec<PathBuf>> {
    /// Deeper ones are hardly meant.
    const MOST_DEPTH: usize = 64;
    let root = fs::canonicalize(directory)?;
    let is_within = |file: &Path| fs::canonicalize(file).is_ok_and(|file| file.starts_with(&root));
    let mut found = Vec::new();
    let mut open = vec![(directory.to_owned(), 0)];
    while let Some((directory, depth)) = open.pop() {
        for entry in fs::read_dir(&directory)? {
            let entry = entry?;
            let (kind, name) =
                (entry.file_type()?, entry.file_name().to_string_lossy().into_owned());
            if kind.is_dir() {
                let is_left_out =
                    name.starts_with('.') || matches!(name.as_str(), "target" | "node_modules");
                if depth < MOST_DEPTH && !is_left_out {
                    open.push((entry.path(), depth + 1));
                }
            } else if is_wanted(&name) && (!kind.is_symlink() || is_within(&entry.path())) {
                found.push(entry.path());
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// True for the name of a file that is a definition: see [`definitions_below`].
pub fn is_definition(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let stem = [".json", ".yaml", ".yml"].iter().find_map(|notation| name.strip_suffix(notation));
    stem.is_some_and(|stem| {
        stem.rsplit_once('.').is_some_and(|(_, language)| matches!(language, "asl" | "sm4c"))
    })
}
