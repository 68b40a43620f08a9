//! The files of schemas as trees: those of the folder, and those that they refer to.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, printable};
use asl_source::source::{self, Node, Sources};
use asl_source::span::{FileId, Span};

/// Maximum number of files that schemas refer to, beside those of the folder.
const MOST_OTHERS: usize = 200;

/// Keywords whose values are data, in which nothing is a keyword.
pub(super) const DATA: [&str; 4] = ["const", "default", "enum", "examples"];

/// Keywords of references.
pub(super) const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

/// The trees of the files that were read.
#[derive(Debug, Default)]
pub(super) struct Trees {
    roots: HashMap<FileId, Tree>,
    /// The file that a reference names, by the referring file and the name.
    names: HashMap<(FileId, String), FileId>,
    /// The faults of names whose file cannot be read. Some of them are no names of files.
    faults: HashMap<(FileId, String), Diagnostic>,
    others: usize,
}

#[derive(Debug)]
struct Tree {
    root: Node,
    draft: Draft,
}

/// The rules by which a file is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Draft {
    /// What is beside a `$ref` is ignored.
    Draft7,
    /// 2019-09 and 2020-12.
    Later,
}

impl Trees {
    /// Reads a file and the files that it refers to. Files that are not there are reported where
    /// they are used.
    pub(super) fn read(
        &mut self,
        file: FileId,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) {
        let mut open = vec![file];
        while let Some(file) = open.pop() {
            let Entry::Vacant(slot) = self.roots.entry(file) else { continue };
            let Some(root) = source::parse(sources, file, diagnostics) else { continue };
            let draft = draft(&root, diagnostics);
            let mut names = Vec::new();
            references(&root, &mut names);
            slot.insert(Tree { root, draft });
            for (name, place) in names {
                let key = (file, name);
                if self.names.contains_key(&key) || self.others >= MOST_OTHERS {
                    continue;
                }
                match sources.include_beside_folder(&key.1, file, place) {
                    Ok(other) => {
                        self.names.insert(key, other);
                        self.others += usize::from(!self.roots.contains_key(&other));
                        open.push(other);
                    }
                    Err(fault) => {
                        self.faults.insert(key, *fault);
                    }
                }
            }
        }
    }

    /// The root of a file.
    pub(super) fn root(&self, file: FileId) -> Option<&Node> {
        self.roots.get(&file).map(|tree| &tree.root)
    }

    /// The roots of all files.
    pub(super) fn roots(&self) -> impl Iterator<Item = &Node> {
        let mut files: Vec<_> = self.roots.iter().collect();
        files.sort_unstable_by_key(|(file, _)| **file);
        files.into_iter().map(|(_, tree)| &tree.root)
    }

    /// The rules of a file.
    pub(super) fn draft(&self, file: FileId) -> Draft {
        self.roots.get(&file).map_or(Draft::Later, |tree| tree.draft)
    }

    /// The file that a reference names.
    pub(super) fn file(&self, from: FileId, name: &str) -> Option<FileId> {
        self.names.get(&(from, name.to_owned())).copied()
    }

    /// The fault of the file that a reference names.
    pub(super) fn fault(&self, from: FileId, name: &str) -> Option<&Diagnostic> {
        self.faults.get(&(from, name.to_owned()))
    }

    /// True if another file refers to a file.
    pub(super) fn is_named(&self, file: FileId) -> bool {
        self.names.iter().any(|((from, _), to)| *to == file && *from != file)
    }
}

/// The rules that `$schema` names.
fn draft(root: &Node, diagnostics: &mut Diagnostics) -> Draft {
    let Some(name) = root.get("$schema") else { return Draft::Later };
    let text = name.as_str().unwrap_or_default();
    let bare = text.trim_end_matches('#');
    let bare = bare.strip_prefix("https://").or_else(|| bare.strip_prefix("http://"));
    match bare.and_then(|bare| bare.strip_prefix("json-schema.org/")) {
        Some("draft-07/schema") => Draft::Draft7,
        Some("schema" | "draft/2019-09/schema" | "draft/2020-12/schema") => Draft::Later,
        Some(_) | None => {
            let title = format!("`{}` is no draft of JSON Schema known here", printable(text, 200));
            diagnostics.push(
                Diagnostic::new(Code::SchemaDraft, name.span, title)
                    .label("drafts 7, 2019-09 and 2020-12 are")
                    .help("as in `\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"`"),
            );
            Draft::Later
        }
    }
}

/// The files that a tree refers to, without fragments.
fn references(node: &Node, names: &mut Vec<(String, Span)>) {
    let is_data = |key: &str| DATA.contains(&key);
    node.each_member(&is_data, &mut |member| {
        if REFERENCES.contains(&member.key.value.as_str())
            && let Some(text) = member.value.as_str()
        {
            let name = text.split_once('#').map_or(text, |(name, _)| name);
            if !name.is_empty() && !name.contains("://") {
                names.push((name.to_owned(), member.value.span));
            }
        }
    });
}
