//! The place of a cursor in the tree of a document.

use asl_codegen::diagnostics::Diagnostics;
use asl_codegen::options::Language;
use asl_codegen::source::{Json, Member, Node};

/// A member on the way from the root to the cursor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<'t> {
    pub(crate) member: &'t Member,
    /// Its value, or the item of it on the way.
    pub(crate) value: &'t Node,
}

/// The place of a cursor.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'t> {
    root: &'t Node,
    /// The members whose values contain the cursor, from the outermost.
    pub(crate) steps: Vec<Step<'t>>,
    /// The member on whose key the cursor is.
    pub(crate) key: Option<&'t Member>,
}

impl<'t> Cursor<'t> {
    /// The place at an offset. The end of a key or of a value belongs to it.
    pub(crate) fn new(root: &'t Node, offset: usize) -> Self {
        let mut cursor = Self { root, steps: Vec::new(), key: None };
        let mut node = Some(root);
        while let Some(current) = node {
            node = match &current.value {
                Json::Object(members) => cursor.member(members, offset),
                Json::Array(items) => {
                    let item = items.iter().find(|item| holds(item.span, offset));
                    if let (Some(item), Some(step)) = (item, cursor.steps.last_mut()) {
                        step.value = item;
                    }
                    item
                }
                Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => None,
            };
        }
        cursor
    }

    fn member(&mut self, members: &'t [Member], offset: usize) -> Option<&'t Node> {
        self.key = members.iter().find(|member| holds(member.key.span, offset));
        if self.key.is_some() {
            return None;
        }
        let member = members.iter().find(|member| holds(member.value.span, offset))?;
        self.steps.push(Step { member, value: &member.value });
        Some(&member.value)
    }

    /// The innermost value around the cursor.
    pub(crate) fn value(&self) -> &'t Node {
        self.steps.last().map_or(self.root, |step| step.value)
    }

    /// The name of the member whose value contains the cursor.
    pub(crate) fn field(&self) -> Option<&'t str> {
        self.steps.last().map(|step| step.member.key.value.as_str())
    }

    /// The definition around the cursor, and the steps within it. A template contains definitions.
    pub(crate) fn definition(&self) -> (&'t Node, &[Step<'t>]) {
        let at = self.steps.iter().position(|step| is_definition(step.value));
        match at.filter(|_| !is_definition(self.root)) {
            Some(at) => {
                let inner = self.steps.get(at + 1..).unwrap_or_default();
                (self.steps.get(at).map_or(self.root, |step| step.value), inner)
            }
            None => (self.root, &self.steps),
        }
    }
}

/// The definition within a document and the steps within it, as [`Cursor::definition`].
pub(crate) fn definition_of<'s, 't, 'k>(
    root: &'t Node,
    steps: &'s [(&'k str, &'t Node)],
) -> (&'t Node, &'s [(&'k str, &'t Node)]) {
    let at = steps.iter().position(|(_, value)| is_definition(value));
    let Some(at) = at.filter(|_| !is_definition(root)) else { return (root, steps) };
    let definition = steps.get(at).map_or(root, |(_, value)| *value);
    (definition, steps.get(at + 1..).unwrap_or_default())
}

/// The language of a definition: that of its machine, or the one that it looks like.
pub(crate) fn language_of(definition: &Node) -> Language {
    let options = asl_codegen::options::Options::default();
    asl_codegen::source::language::detect(definition, "", &options, &mut Diagnostics::default())
        .unwrap_or(Language::Asl)
}

fn is_definition(node: &Node) -> bool {
    ["StartAt", "States", "states"].iter().any(|name| node.get(name).is_some())
}

/// True if a span contains an offset, or ends there.
pub(crate) fn holds(span: asl_codegen::source::Span, offset: usize) -> bool {
    (span.start as usize..=span.end as usize).contains(&offset)
}
