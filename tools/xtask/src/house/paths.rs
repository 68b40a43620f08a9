//! Paths that the pages for contributors name, and that the tree does not have.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use asl_conformance::problem::Result;
use asl_conformance::workspace;

use crate::source;

/// A path that is not there.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Missing {
    page: String,
    line: usize,
    path: String,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { page, line, path } = self;
        write!(f, "{page}:{line}: there is no `{path}`")
    }
}

/// All of them in `ARCHITECTURE.md`, `CONTRIBUTING.md` and `docs/internals`.
pub(crate) fn find() -> Result<Vec<Missing>> {
    let files = source::files_in_git()?;
    let tree = Tree::new(files.iter().map(String::as_str));
    let is_page = |file: &&str| {
        let folder = Path::new("docs/internals");
        let is_internal = Path::new(file).parent() == Some(folder) && is_markdown(file);
        is_internal || ["ARCHITECTURE.md", "CONTRIBUTING.md"].contains(file)
    };
    let mut missing = Vec::new();
    for page in files.iter().map(String::as_str).filter(is_page) {
        let text = workspace::read(&workspace::root().join(page))?;
        missing.extend(missing_in(page, &text, &tree));
    }
    Ok(missing)
}

fn is_markdown(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == "md")
}

fn missing_in(page: &str, text: &str, tree: &Tree) -> Vec<Missing> {
    let numbered = (1..).zip(text.lines());
    let named = numbered.flat_map(|(line, text)| {
        let code = text.split('`').skip(1).step_by(2);
        code.filter(|code| is_path(code, tree)).map(move |code| (line, code))
    });
    let missing = named.filter(|(_, path)| !tree.has(path));
    let at = |(line, path): (usize, &str)| Missing {
        page: page.to_owned(),
        line,
        path: path.to_owned(),
    };
    missing.map(at).collect()
}

/// Names with `/` between them, of which the first is a folder of the tree.
fn is_path(code: &str, tree: &Tree) -> bool {
    let is_name = |name: &str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
        !name.is_empty() && name.chars().all(plain) && name.chars().any(char::is_alphabetic)
    };
    let mut names = code.strip_suffix('/').unwrap_or(code).split('/');
    let first = names.next().unwrap_or_default();
    code.contains('/') && tree.folders.contains(first) && names.all(is_name)
}

/// The paths of files and folders, from each of their folders on, with and without `src`.
struct Tree {
    paths: BTreeSet<String>,
    folders: BTreeSet<String>,
}

impl Tree {
    fn new<'f>(files: impl Iterator<Item = &'f str>) -> Self {
        let mut tree = Self { paths: BTreeSet::new(), folders: BTreeSet::new() };
        for file in files {
            tree.add(&file.split('/').collect::<Vec<_>>());
            let without: Vec<&str> = file.split('/').filter(|name| *name != "src").collect();
            tree.add(&without);
        }
        tree
    }

    fn add(&mut self, names: &[&str]) {
        for from in 0..names.len() {
            let names = names.get(from..).unwrap_or_default();
            for to in 1..=names.len() {
                self.paths.insert(names.get(..to).unwrap_or_default().join("/"));
            }
        }
        if let Some((_, folders)) = names.split_last() {
            self.folders.extend(folders.iter().map(|folder| (*folder).to_owned()));
        }
    }

    /// True if it has the path; that of a module may be without `.rs`.
    fn has(&self, path: &str) -> bool {
        let path = path.strip_suffix('/').unwrap_or(path);
        self.paths.contains(path) || self.paths.contains(&format!("{path}.rs"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_that_the_tree_lacks_are_found() {
        let tree = Tree::new(["a/src/emit/pass.rs", "docs/errors/x.md"].into_iter());
        let page = "`emit/pass`, `a/src/emit/`, `emit/pass.rs`, `emit/gone` and `a/emit/pass.rs`\n\
                    `application/json`, `docs/*/x`, `emit::gone`, `emit / gone`\n`docs/errors/y.md`";
        let found = missing_in("P.md", page, &tree);
        let found: Vec<String> = found.iter().map(Missing::to_string).collect();
        assert_eq!(
            found,
            ["P.md:1: there is no `emit/gone`", "P.md:3: there is no `docs/errors/y.md`"]
        );
    }
}
