//! The packages of the workspace and their source files.

use std::path::{Path, PathBuf};

use super::SourceFile;
use asl_conformance::problem::{Problem, Result};
use asl_conformance::workspace;

/// A package of the workspace.
pub(crate) struct Package {
    pub(crate) name: String,
    /// The folder below the workspace's root.
    pub(crate) folder: PathBuf,
}

/// All packages, as `Cargo.toml` lists them.
pub(crate) fn packages() -> Result<Vec<Package>> {
    let manifest = workspace::read(&workspace::root().join("Cargo.toml"))?;
    let members = manifest
        .split_once("members = [")
        .and_then(|(_, list)| list.split_once(']'))
        .map(|(list, _)| list)
        .ok_or_else(|| Problem::new("Cargo.toml has no `members = [..]`"))?;
    members.split('"').skip(1).step_by(2).map(Package::read).collect()
}

/// The packages that users depend on or install.
pub(crate) fn packages_for_users() -> Result<Vec<Package>> {
    Ok(packages()?.into_iter().filter(Package::is_library).collect())
}

impl Package {
    /// Reads the manifest of a package.
    pub(crate) fn read(folder: &str) -> Result<Self> {
        let path = workspace::root().join(folder).join("Cargo.toml");
        let manifest = workspace::read(&path)?;
        let name = manifest
            .lines()
            .find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
            .ok_or_else(|| Problem::new(format!("{}: no name", path.display())))?;
        Ok(Self { name: name.to_owned(), folder: folder.into() })
    }

    /// Returns true for the packages that users depend on or install; not for tests, tools and
    /// examples.
    pub(crate) fn is_library(&self) -> bool {
        !["tests", "tools", "examples"].iter().any(|folder| self.folder.starts_with(folder))
    }

    /// The files of `src`, without those that hold tests, sorted by path.
    pub(crate) fn files(&self) -> Result<Vec<SourceFile>> {
        let source = workspace::root().join(&self.folder).join("src");
        let mut paths = Vec::new();
        if source.is_dir() {
            collect(&source, &mut paths)?;
        }
        paths.into_iter().map(|path| SourceFile::read(&source, below(&source, &path))).collect()
    }
}

fn below(folder: &Path, path: &Path) -> PathBuf {
    path.strip_prefix(folder).unwrap_or(path).to_owned()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for path in workspace::entries(folder)? {
        let is_test = path.file_stem().is_some_and(|name| name == "tests");
        if path.is_dir() && !is_test {
            collect(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") && !is_test {
            found.push(path);
        }
    }
    Ok(())
}
