//! References between parts of schemas: `$ref` with a file, a pointer or an anchor, and `$id`.

use std::collections::HashMap;

use asl_language::openapi::decode_percent;
use asl_source::diagnostics::{Diagnostic, nearest};
use asl_source::source::{Json, Node};
use asl_source::span::{FileId, Span};

use super::trees::{DATA, Draft, REFERENCES, Trees};

/// Number of members from which an object is indexed by key.
const FEW_MEMBERS: usize = 16;

/// The places to which references can lead.
pub(super) struct References<'a> {
    trees: &'a Trees,
    /// Schemas with an `$id`, by their URI.
    ids: HashMap<String, &'a Node>,
    /// Schemas with an anchor, by the place of the schema with the `$id` around, or of the root.
    anchors: HashMap<(Span, &'a str), &'a Node>,
    /// For each reference the schema with the `$id` around, if it is no root, and its URI.
    homes: HashMap<Span, Home<'a>>,
    /// The members of large objects.
    large: HashMap<Span, HashMap<&'a str, &'a Node>>,
}

/// The schema to which fragments and relative names refer.
#[derive(Clone)]
struct Home<'a> {
    root: &'a Node,
    uri: String,
}

impl<'a> References<'a> {
    /// Finds all places in the files.
    pub(super) fn new(trees: &'a Trees) -> Self {
        let mut references = Self {
            trees,
            ids: HashMap::new(),
            anchors: HashMap::new(),
            homes: HashMap::new(),
            large: HashMap::new(),
        };
        for root in trees.roots() {
            let home = Home { root, uri: String::new() };
            references.index(root, &home);
        }
        references
    }

    /// True if what is beside a `$ref` is ignored in a file.
    pub(super) fn ignores_siblings(&self, file: FileId) -> bool {
        self.trees.draft(file) == Draft::Draft7
    }

    /// The schema to which the text of a reference leads.
    pub(super) fn target(&self, reference: &str, place: Span) -> Option<&'a Node> {
        let (name, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let home = self.homes.get(&place);
        let root = if name.is_empty() {
            home.map(|home| home.root).or_else(|| self.trees.root(place.file))?
        } else {
            let uri = joined(home.map_or("", |home| home.uri.as_str()), name);
            let file = || self.trees.root(self.trees.file(place.file, name)?);
            self.ids.get(&uri).copied().or_else(file)?
        };
        if fragment.is_empty() {
            return Some(root);
        }
        if !fragment.starts_with('/') {
            return self.anchors.get(&(root.span, decode_percent(fragment).as_str())).copied();
        }
        root.at(fragment, |node, name| self.member(node, name))
    }

    /// The last part of a reference that leads nowhere, as it was meant.
    pub(super) fn meant(&self, reference: &str, place: Span) -> Option<&'a str> {
        let (before, last) = reference.rsplit_once('/').filter(|_| reference.contains('#'))?;
        let around = self.target(before, place)?;
        nearest(last, around.as_object()?.iter().map(|member| member.key.value.as_str()))
    }

    /// The fault of the file of a reference.
    pub(super) fn fault(&self, reference: &str, place: Span) -> Option<&Diagnostic> {
        let name = reference.split_once('#').map_or(reference, |(name, _)| name);
        self.trees.fault(place.file, name)
    }

    /// The member of an object.
    pub(super) fn member(&self, node: &'a Node, name: &str) -> Option<&'a Node> {
        match self.large.get(&node.span) {
            Some(members) => members.get(name).copied(),
            None => node.get(name),
        }
    }

    /// Adds the places within a tree. The depth of trees is bounded.
    fn index(&mut self, node: &'a Node, home: &Home<'a>) {
        let list = match &node.value {
            Json::Object(list) => list,
            Json::Array(items) => {
                for item in items {
                    self.index(item, home);
                }
                return;
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => return,
        };
        if list.len() > FEW_MEMBERS {
            let members = list.iter().map(|member| (member.key.value.as_str(), &member.value));
            self.large.insert(node.span, members.collect());
        }
        let text = |key| self.member(node, key).and_then(Node::as_str);
        let (id, anchors) = (text("$id"), [text("$anchor"), text("$dynamicAnchor")]);
        let mut home = home.clone();
        match id.map(|id| (id, id.strip_prefix('#'))) {
            Some((_, Some(anchor))) => {
                self.anchors.insert((home.root.span, anchor), node);
            }
            Some((id, None)) => {
                let uri = joined(&home.uri, id.trim_end_matches('#'));
                self.ids.insert(uri.clone(), node);
                home = Home { root: node, uri };
            }
            None => {}
        }
        for anchor in anchors.into_iter().flatten() {
            self.anchors.insert((home.root.span, anchor), node);
        }
        for member in list {
            let key = member.key.value.as_str();
            if REFERENCES.contains(&key) && !home.uri.is_empty() {
                self.homes.insert(member.value.span, home.clone());
            }
            if !DATA.contains(&key) {
                self.index(&member.value, &home);
            }
        }
    }
}

/// A name in the place of what a URI names.
fn joined(base: &str, name: &str) -> String {
    if name.contains("://") || name.starts_with("urn:") {
        return name.to_owned();
    }
    let authority = base.find("://").map_or(0, |at| at + 3);
    let path = base.get(authority..).and_then(|rest| rest.find('/')).map(|at| authority + at);
    let kept = match (name.starts_with('/'), path) {
        (true, path) => base.get(..path.unwrap_or(base.len())),
        (false, _) => base.rfind('/').and_then(|at| base.get(..=at)),
    };
    format!("{}{name}", kept.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn names_are_joined_to_the_uri_around() {
        let base = "https://example.org/schemas/order.json";
        assert_eq!(joined(base, "item.json"), "https://example.org/schemas/item.json");
        assert_eq!(joined(base, "/item"), "https://example.org/item");
        assert_eq!(joined(base, "https://example.com/x"), "https://example.com/x");
        assert_eq!(joined("", "item.json"), "item.json");
    }
}
