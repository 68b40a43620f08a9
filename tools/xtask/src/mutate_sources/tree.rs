//! A copy of the tree, in which files are edited. The work tree is never touched.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use asl_conformance::problem::{Problem, Result};
use asl_conformance::workspace;

use super::mutation::Mutation;
use crate::source;

/// The copy's folder in the target folder.
const FOLDER: &str = "mutated-sources";

/// The copy.
pub(super) struct Tree(PathBuf);

/// An edit of a file, which is taken back in the end.
pub(super) struct Edit {
    path: PathBuf,
    original: String,
}

impl Tree {
    /// Copies the files that git knows or would know. Equal files of an earlier copy stay, so that
    /// cargo does not build them again.
    pub(super) fn copy() -> Result<Self> {
        let to = workspace::target().join(FOLDER);
        let names = source::files_in_git()?;
        let names: BTreeSet<&Path> = names.iter().map(Path::new).collect();
        remove_others(&to, &to, &names)?;
        for name in names {
            copy(&workspace::root().join(name), &to.join(name))?;
        }
        Ok(Self(to))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Edits a file until the result is dropped.
    pub(super) fn edit(&self, mutation: &Mutation) -> Result<Edit> {
        let path = self.0.join(&mutation.file);
        let original = workspace::read(&path)?;
        workspace::write(&path, &mutation.apply(&original)?)?;
        Ok(Edit { path, original })
    }
}

impl Drop for Edit {
    fn drop(&mut self) {
        // The next copy repairs what cannot be written now.
        let _ = workspace::write(&self.path, &self.original);
    }
}

/// Copies a file, or a link as such.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let (target, old) = (fs::read_link(from).ok(), fs::read_link(to).ok());
    if target.is_some() && target == old {
        return Ok(());
    }
    // What an earlier copy has there would be in the link's way, or be the link that is written to.
    if (target.is_some() || old.is_some()) && to.symlink_metadata().is_ok() {
        fs::remove_file(to).map_err(|error| Problem::at(to, &error))?;
    }
    let Some(target) = target else { return workspace::copy_file(from, to) };
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).map_err(|error| Problem::at(parent, &error))?;
    }
    link(&target, to).map_err(|error| Problem::at(to, &error))
}

#[cfg(unix)]
fn link(target: &Path, at: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, at)
}

#[cfg(not(unix))]
fn link(target: &Path, at: &Path) -> std::io::Result<()> {
    let from = at.parent().unwrap_or(at).join(target);
    if from.is_dir() { fs::create_dir_all(at) } else { fs::copy(from, at).map(drop) }
}

/// Removes the files of an earlier copy that the tree has no more.
fn remove_others(folder: &Path, root: &Path, names: &BTreeSet<&Path>) -> Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    for path in workspace::entries(folder)? {
        let is_folder = path.is_dir() && !path.is_symlink();
        if is_folder {
            remove_others(&path, root, names)?;
        } else if path.strip_prefix(root).is_ok_and(|name| !names.contains(name)) {
            fs::remove_file(&path).map_err(|error| Problem::at(&path, &error))?;
        }
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn links_take_the_place_of_files_and_of_other_links_and_files_that_of_links() {
        let folder = std::env::temp_dir().join(format!("asl-tree-{}", std::process::id()));
        let [file, one, two, to] = ["file", "one", "two", "to"].map(|name| folder.join(name));
        fs::create_dir_all(&folder).unwrap();
        fs::write(&file, "text").unwrap();
        link(Path::new("file"), &one).unwrap();
        link(Path::new("elsewhere"), &two).unwrap();
        for from in [&file, &one, &two, &two, &file] {
            copy(from, &to).unwrap();
            assert_eq!(fs::read_link(&to).ok(), fs::read_link(from).ok(), "{}", from.display());
        }
        assert_eq!(fs::read_to_string(&to).unwrap(), "text");
        fs::remove_dir_all(folder).unwrap();
    }
}
