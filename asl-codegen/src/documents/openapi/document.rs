//! OpenAPI documents as trees, and the references between their parts.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, printable};
use asl_source::source::{self, Json, Member, Node, Sources};
use asl_source::span::{FileId, Span};

/// Maximum length of a chain of references.
const MOST_HOPS: usize = 64;

/// Number of members from which an object is indexed by key.
const FEW_MEMBERS: usize = 16;

/// Maximum number of files of one document.
const MOST_FILES: usize = 100;

/// The trees of the files that were read.
#[derive(Debug, Default)]
pub(in crate::documents) struct Trees {
    roots: HashMap<FileId, Option<Node>>,
    /// The file that a reference names, by the referring file and the reference.
    names: HashMap<(FileId, String), FileId>,
    /// The members of large objects by key, because many references lead through them.
    large: HashMap<Span, HashMap<String, usize>>,
    /// True if a document has members that are only sent or only received.
    is_directed: bool,
    /// The operations of a document, listed on the first search.
    operations: HashMap<FileId, Operations>,
}

/// An operation of a document with an id.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) id: String,
    /// Index of the path.
    pub(super) path: usize,
    /// The method in lower case.
    pub(super) method: &'static str,
}

/// The operations of a document that have an id.
#[derive(Debug, Default)]
pub(super) struct Operations {
    /// In the order of the document.
    pub(super) list: Vec<Listed>,
    exact: HashMap<String, Vec<usize>>,
    folded: HashMap<String, Vec<usize>>,
}

impl Operations {
    pub(super) fn new(list: Vec<Listed>) -> Self {
        let mut all = Self { list, ..Self::default() };
        for (at, listed) in all.list.iter().enumerate() {
            all.exact.entry(listed.id.clone()).or_default().push(at);
            all.folded.entry(listed.id.to_lowercase()).or_default().push(at);
        }
        all
    }

    /// The operations with an id: exact matches, else those that differ in case only.
    pub(super) fn named(&self, id: &str) -> Vec<&Listed> {
        let places = self.exact.get(id).or_else(|| self.folded.get(&id.to_lowercase()));
        places.into_iter().flatten().filter_map(|at| self.list.get(*at)).collect()
    }
}

impl Trees {
    /// Reads a file and the files that it refers to. Returns `false` if it is not readable, which
    /// is reported.
    pub(in crate::documents) fn read(
        &mut self,
        file: FileId,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> bool {
        if let Entry::Vacant(slot) = self.roots.entry(file) {
            slot.insert(source::parse(sources, file, diagnostics));
            self.index(file);
            self.read_others(file, sources, diagnostics);
            let listed =
                self.root(file).map(|root| super::operation::list(self, root)).unwrap_or_default();
            self.operations.insert(file, Operations::new(listed));
        }
        self.root(file).is_some()
    }

    /// Reads the files that a document refers to. An unreadable file is reported where it is used.
    fn read_others(&mut self, first: FileId, sources: &mut Sources, diagnostics: &mut Diagnostics) {
        let mut open = vec![first];
        while let Some(file) = open.pop() {
            let mut names = Vec::new();
            if let Some(root) = self.root(file) {
                references(root, &mut names);
            }
            for (name, span) in names {
                let key = (file, name);
                if self.names.contains_key(&key) || self.roots.len() >= MOST_FILES {
                    continue;
                }
                let Ok(other) = sources.include(&key.1, file, span) else { continue };
                self.names.insert(key, other);
                if let Entry::Vacant(slot) = self.roots.entry(other) {
                    slot.insert(source::parse(sources, other, diagnostics));
                    self.index(other);
                    open.push(other);
                }
            }
        }
    }

    /// Indexes a file once.
    fn index(&mut self, file: FileId) {
        let Some(root) = self.roots.get(&file).and_then(Option::as_ref) else { return };
        self.is_directed |= mentions(root, &["readOnly", "writeOnly"]);
        index(root, &mut self.large);
    }

    /// True if any document has members that are only sent or only received.
    pub(super) fn is_directed(&self) -> bool {
        self.is_directed
    }

    /// The operations of a document.
    pub(super) fn operations(&self, file: FileId) -> Option<&Operations> {
        self.operations.get(&file)
    }

    /// The root of a file.
    pub(super) fn root(&self, file: FileId) -> Option<&Node> {
        self.roots.get(&file)?.as_ref()
    }

    /// A node, or the target of its reference. All parts of a document are read through this.
    pub(super) fn resolve<'d>(
        &'d self,
        node: &'d Node,
        diagnostics: &mut Diagnostics,
    ) -> Option<&'d Node> {
        self.followed(node).map_err(|fault| diagnostics.push(*fault)).ok()
    }

    /// The same without reporting faults of the reference.
    pub(super) fn followed<'d>(&'d self, node: &'d Node) -> Result<&'d Node, Box<Diagnostic>> {
        let mut node = node;
        for _ in 0..MOST_HOPS {
            let Some(reference) = node.get("$ref") else { return Ok(node) };
            let Some(text) = reference.as_str() else {
                return Err(Box::new(fault(reference, "`$ref` must be a string")));
            };
            node = self.target(text, node.span.file).ok_or_else(|| {
                let title = format!("`{}` leads nowhere", printable(text, 200));
                Box::new(fault(reference, title).label("there is nothing at this place"))
            })?;
        }
        Err(Box::new(
            fault(node, "references that lead to each other").label("this one among them"),
        ))
    }

    /// The target of a reference in a file.
    fn target(&self, reference: &str, from: FileId) -> Option<&Node> {
        let (file, pointer) = reference.split_once('#').unwrap_or((reference, ""));
        let file =
            if file.is_empty() { from } else { *self.names.get(&(from, file.to_owned()))? };
        self.root(file)?.at(pointer, |node, name| match self.large.get(&node.span) {
            Some(keys) => node.as_object()?.get(*keys.get(name)?).map(|member| &member.value),
            None => node.get(name),
        })
    }
}

/// The members of an object; empty for other nodes.
pub(super) fn members(node: &Node) -> &[Member] {
    node.as_object().unwrap_or_default()
}

/// Indexes the members of large objects. The depth of trees is bounded.
fn index(node: &Node, large: &mut HashMap<Span, HashMap<String, usize>>) {
    match &node.value {
        Json::Object(list) => {
            if list.len() > FEW_MEMBERS {
                let keys =
                    list.iter().enumerate().map(|(at, member)| (member.key.value.clone(), at));
                large.insert(node.span, keys.collect());
            }
            for member in list {
                index(&member.value, large);
            }
        }
        Json::Array(items) => {
            for item in items {
                index(item, large);
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

fn mentions(node: &Node, keys: &[&str]) -> bool {
    match &node.value {
        Json::Object(list) => list.iter().any(|member| {
            keys.contains(&member.key.value.as_str()) || mentions(&member.value, keys)
        }),
        Json::Array(items) => items.iter().any(|item| mentions(item, keys)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => false,
    }
}

/// Files that a tree refers to, without fragments.
fn references(node: &Node, names: &mut Vec<(String, Span)>) {
    node.each_member(&|_| false, &mut |member| {
        if member.key.value == "$ref"
            && let Some(text) = member.value.as_str()
        {
            let file = text.split_once('#').map_or(text, |(file, _)| file);
            if !file.is_empty() {
                names.push((file.to_owned(), member.value.span));
            }
        }
    });
}

/// A fault of a document.
pub(super) fn fault(node: &Node, title: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::DocumentFault, node.span, title)
}
