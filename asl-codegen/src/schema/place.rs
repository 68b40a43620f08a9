//! Places in schemas, for findings: where a schema says what it says of a path.

use std::collections::HashSet;

use asl_language::shape::Step;
use asl_source::source::Node;
use asl_source::span::Span;

use super::references::References;
use super::trees::REFERENCES;

/// Maximum number of alternatives that are looked at.
const MOST_SCHEMAS: usize = 200;

/// What a schema says of a path.
#[derive(Debug)]
pub(super) struct Place<'a> {
    /// The place of what it says, or of the object that has no such member.
    pub(super) span: Span,
    /// The member that no schema has.
    pub(super) missing: Option<&'a str>,
    /// The members of the object in which it is missing, or of the value.
    pub(super) names: Vec<&'a str>,
}

impl<'a> Place<'a> {
    /// The place of a path within the values of a schema.
    pub(super) fn find(root: &'a Node, path: &[Step<'a>], references: &References<'a>) -> Self {
        let mut schemas = around(vec![root], references);
        for step in path {
            let next = match step {
                Step::Only(_) | Step::Tagged(..) | Step::OrNull => continue,
                Step::Member(name) => members(&schemas, name, references),
                Step::Each(name) => {
                    let items = around(items(&schemas), references);
                    schemas.extend(items);
                    members(&schemas, name, references)
                }
                Step::Item => items(&schemas),
            };
            if next.is_empty() {
                let missing = match step {
                    Step::Member(name) | Step::Each(name) => Some(*name),
                    Step::Item | Step::Only(_) | Step::Tagged(..) | Step::OrNull => None,
                };
                return Self { missing, ..Self::of(root, &schemas) };
            }
            schemas = around(next, references);
        }
        Self::of(root, &schemas)
    }

    fn of(root: &'a Node, schemas: &[&'a Node]) -> Self {
        const SAYING: [&str; 5] = ["properties", "type", "enum", "const", "items"];
        let saying = SAYING.iter().find_map(|keyword| {
            schemas.iter().find_map(|schema| schema.member(keyword)).map(|member| member.key.span)
        });
        let properties = schemas.iter().filter_map(|schema| schema.get("properties")?.as_object());
        let names = properties.flatten().map(|member| member.key.value.as_str());
        Self {
            span: saying.unwrap_or_else(|| {
                schemas.first().map_or(root.span, |schema| schema.span).first_byte()
            }),
            missing: None,
            names: names.collect(),
        }
    }
}

/// The schemas of a member.
fn members<'a>(schemas: &[&'a Node], name: &str, references: &References<'a>) -> Vec<&'a Node> {
    let properties = schemas.iter().filter_map(|schema| schema.get("properties"));
    properties.filter_map(|properties| references.member(properties, name)).collect()
}

/// The schemas of items.
fn items<'a>(schemas: &[&'a Node]) -> Vec<&'a Node> {
    let of = |schema: &&'a Node| {
        let lists = ["prefixItems", "items"].into_iter().filter_map(|key| schema.get(key));
        lists
            .flat_map(|list| list.as_array().unwrap_or(std::slice::from_ref(list)))
            .collect::<Vec<_>>()
    };
    schemas.iter().flat_map(of).collect()
}

/// Schemas with all those that they refer to, or that are parts or alternatives of them.
fn around<'a>(schemas: Vec<&'a Node>, references: &References<'a>) -> Vec<&'a Node> {
    let (mut seen, mut open, mut found) = (HashSet::new(), schemas, Vec::new());
    open.reverse();
    while let Some(schema) = open.pop() {
        if found.len() >= MOST_SCHEMAS || !seen.insert(schema.span) {
            continue;
        }
        found.push(schema);
        let lists = ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|key| schema.get(key));
        open.extend(lists.flat_map(|list| list.as_array().unwrap_or_default()).rev());
        let reference = REFERENCES.iter().find_map(|keyword| schema.get(keyword));
        open.extend(
            reference.and_then(|reference| references.target(reference.as_str()?, reference.span)),
        );
    }
    found
}
