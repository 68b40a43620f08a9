//! Schemas as sets of JSON values. A set is never smaller than the schema's, so what it has not is
//! certainly refused; keywords that no set can say are left out.
//!
//! A schema that a reference leads to is a set of its own, which references name by its index. So
//! the work is linear in the size of the files, but for `allOf`, whose parts are read as one schema.

use std::collections::{HashMap, HashSet};

use asl_language::shape::Values;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, nearest, printable};
use asl_source::source::{Json, Node};
use asl_source::span::Span;
use bumpalo::Bump;

use super::circles::{Link, circles};
use super::constants;
use super::references::References;
use super::trees::REFERENCES;
use super::types::{Types, WORDS};

/// Maximum number of parts of schemas: schemas, members, entries of lists. Without a limit, a file
/// whose `allOf`s name each other takes the square of its size.
const MOST_PARTS: u32 = 500_000;

/// Keywords that say nothing about the values.
const REMARKS: [&str; 14] = [
    "$anchor",
    "$comment",
    "$defs",
    "$id",
    "$schema",
    "definitions",
    "default",
    "deprecated",
    "description",
    "examples",
    "format",
    "readOnly",
    "title",
    "writeOnly",
];

/// Keywords of objects that sets can say.
const OF_OBJECTS: [&str; 5] = [
    "additionalProperties",
    "patternProperties",
    "properties",
    "required",
    "unevaluatedProperties",
];

/// Keywords of arrays that sets can say.
const OF_ARRAYS: [&str; 4] = ["additionalItems", "items", "prefixItems", "unevaluatedItems"];

/// What has no set.
pub(super) const ANY: &Values<'static> = &Values::Any;

/// The state of reading schemas.
pub(super) struct Reader<'a, 'f> {
    pub(super) arena: &'a Bump,
    references: &'f References<'a>,
    diagnostics: &'f mut Diagnostics,
    /// The schemas with a set of their own, in the order in which they are found.
    schemas: Vec<&'a Node>,
    /// Their sets, as far as they are read.
    sets: Vec<&'a Values<'a>>,
    numbers: HashMap<Span, usize>,
    /// The sets of other schemas.
    known: HashMap<Span, &'a Values<'a>>,
    links: Vec<Link>,
    reported: HashSet<(Span, Code)>,
    parts: u32,
    /// True if a schema was left out because no parts remained.
    is_cut_off: bool,
}

/// The schemas that a value must fit together: a schema and those of its `allOf`.
pub(super) struct Parts<'a> {
    pub(super) nodes: Vec<&'a Node>,
    /// True if `false` is among them.
    is_never: bool,
    /// True if they are one of several alternatives, which may be impossible.
    pub(super) is_alternative: bool,
}

impl<'a> Parts<'a> {
    /// The first value of a keyword.
    pub(super) fn first(&self, keyword: &str) -> Option<&'a Node> {
        self.all(keyword).next()
    }

    /// All values of a keyword.
    pub(super) fn all<'s>(&'s self, keyword: &'s str) -> impl Iterator<Item = &'a Node> + 's {
        self.nodes.iter().filter_map(move |node| node.get(keyword))
    }

    /// True if there is one of the keywords.
    pub(super) fn has_any(&self, keywords: &[&str]) -> bool {
        keywords.iter().any(|keyword| self.first(keyword).is_some())
    }
}

/// The sets of schemas.
pub(super) fn read<'a>(
    roots: &[&'a Node],
    references: &References<'a>,
    arena: &'a Bump,
    diagnostics: &mut Diagnostics,
) -> Vec<&'a Values<'a>> {
    let mut reader = Reader {
        arena,
        references,
        diagnostics,
        schemas: Vec::new(),
        sets: Vec::new(),
        numbers: HashMap::new(),
        known: HashMap::new(),
        links: Vec::new(),
        reported: HashSet::new(),
        parts: MOST_PARTS,
        is_cut_off: false,
    };
    let numbers: Vec<usize> = roots.iter().map(|root| reader.number(root)).collect();
    while let Some(schema) = reader.schemas.get(reader.sets.len()).copied() {
        let values = reader.values(schema, Some(reader.sets.len()));
        reader.sets.push(values);
    }
    reader.cut_circles();
    let sets = arena.alloc_slice_copy(&reader.sets);
    let among = |number: &usize| {
        let own = arena.alloc(Values::Own(*number as u64));
        &*arena.alloc(Values::Among(sets, own))
    };
    numbers.iter().map(among).collect()
}

impl<'a> Reader<'a, '_> {
    /// The index of the set of a schema that references lead to.
    fn number(&mut self, schema: &'a Node) -> usize {
        *self.numbers.entry(schema.span).or_insert_with(|| {
            self.schemas.push(schema);
            self.schemas.len() - 1
        })
    }

    fn cut_circles(&mut self) {
        for Link { from, to: _, place } in circles(&self.links, self.schemas.len()) {
            let title = "a schema that leads to itself, with nothing between";
            let label = "this reference leads back to where it is";
            self.report(Diagnostic::new(Code::SchemaCircle, place, title).label(label));
            if let Some(set) = self.sets.get_mut(from) {
                *set = ANY;
            }
        }
    }

    /// Adds a finding, once for each place.
    pub(super) fn report(&mut self, finding: Diagnostic) {
        if self.reported.insert((finding.span, finding.code)) {
            self.diagnostics.push(finding);
        }
    }

    /// Reports that a keyword has a value that it cannot have.
    pub(super) fn fault(&mut self, node: &Node, title: &str) {
        let label = format!("this is {}", node.kind());
        self.report(Diagnostic::new(Code::SchemaFault, node.span, title).label(label));
    }

    /// Reports that no value fits.
    pub(super) fn contradiction(&mut self, place: Span, title: &str, label: &str) {
        self.report(Diagnostic::new(Code::SchemaContradiction, place, title).label(label));
    }

    /// Takes a number of parts. Returns `false` if fewer remain: what they say is left out.
    pub(super) fn take(&mut self, parts: usize, place: Span) -> bool {
        let left = u32::try_from(parts).ok().and_then(|parts| self.parts.checked_sub(parts));
        if left.is_none() && !std::mem::replace(&mut self.is_cut_off, true) {
            let title = "the schemas are too large to be read in full";
            self.report(
                Diagnostic::new(Code::LargeSchema, place.first_byte(), title)
                    .label("from here on anything is allowed")
                    .help("look at `allOf`: schemas that hold each other are read again and again"),
            );
        }
        self.parts = left.unwrap_or(0);
        left.is_some()
    }

    pub(super) fn alloc(&self, values: Values<'a>) -> &'a Values<'a> {
        self.arena.alloc(values)
    }

    /// The union of sets.
    pub(super) fn one_of(&self, sets: &[&'a Values<'a>]) -> &'a Values<'a> {
        match sets {
            [only] => only,
            sets if sets.iter().any(|set| matches!(set, Values::Any)) => ANY,
            sets => self.alloc(Values::OneOf(self.arena.alloc_slice_copy(sets))),
        }
    }

    /// The set of a schema within another one.
    pub(super) fn inner(&mut self, schema: &'a Node) -> &'a Values<'a> {
        if let Some(known) = self.known.get(&schema.span) {
            return known;
        }
        let values = self.values(schema, None);
        self.known.insert(schema.span, values);
        values
    }

    /// The set of a schema. `from` is the index of the schema around, if nothing is between.
    fn values(&mut self, schema: &'a Node, from: Option<usize>) -> &'a Values<'a> {
        if !self.take(1, schema.span) {
            return ANY;
        }
        if schema.as_object().is_some()
            && let Some(reference) = self.only_reference(schema)
        {
            let Some((_, target)) = self.follow(reference, from) else { return ANY };
            return self.alloc(Values::Own(target as u64));
        }
        match self.gather(schema, from) {
            Some(parts) => self.of_parts(&parts, from),
            None => ANY,
        }
    }

    /// The reference of a schema that says nothing else.
    fn only_reference(&self, schema: &'a Node) -> Option<&'a Node> {
        let reference = REFERENCES.iter().find_map(|keyword| schema.get(keyword))?;
        let is_remark = |key: &str| {
            REMARKS.contains(&key) || REFERENCES.contains(&key) || key.starts_with("x-")
        };
        let mut keys =
            schema.as_object().unwrap_or_default().iter().map(|it| it.key.value.as_str());
        (self.references.ignores_siblings(schema.span.file) || keys.all(is_remark))
            .then_some(reference)
    }

    /// The schema to which a reference leads, and the index of its set.
    fn follow(&mut self, reference: &'a Node, from: Option<usize>) -> Option<(&'a Node, usize)> {
        let Some(text) = reference.as_str() else {
            self.fault(reference, "`$ref` must be a string");
            return None;
        };
        let Some(target) = self.references.target(text, reference.span) else {
            self.report_nowhere(reference, text);
            return None;
        };
        let to = self.number(target);
        self.links.extend(from.map(|from| Link { from, to, place: reference.span }));
        Some((target, to))
    }

    /// Reports a reference that leads nowhere.
    fn report_nowhere(&mut self, reference: &Node, text: &str) {
        let title = format!("`{}` leads nowhere", printable(text, 200));
        let finding = Diagnostic::new(Code::SchemaReference, reference.span, title);
        if text.contains("://") {
            let help = "nothing is fetched while a program is built; save the schema beside this one, and name its file";
            return self.report(finding.label("no schema that was read has this `$id`").help(help));
        }
        let fault = self.references.fault(text, reference.span).cloned();
        let meant = self.references.meant(text, reference.span);
        let nowhere = finding.did_you_mean(meant, "there is nothing at this place");
        self.report(fault.map_or(nowhere, |fault| Diagnostic { span: reference.span, ..fault }));
    }

    /// A schema, the schemas of its `allOf`, and those that they refer to. `None` if they are too
    /// many.
    fn gather(&mut self, schema: &'a Node, from: Option<usize>) -> Option<Parts<'a>> {
        let mut parts = Parts { nodes: Vec::new(), is_never: false, is_alternative: false };
        let (mut seen, mut open) = (HashSet::new(), vec![schema]);
        while let Some(schema) = open.pop() {
            if !seen.insert(schema.span) {
                continue;
            }
            if !self.take(1, schema.span) {
                return None;
            }
            match &schema.value {
                Json::Bool(is_allowed) => {
                    parts.is_never |= !is_allowed;
                    continue;
                }
                Json::Object(_) => {}
                Json::Null | Json::Number(_) | Json::String(_) | Json::Array(_) => {
                    self.fault(schema, "a schema is an object, `true` or `false`");
                    continue;
                }
            }
            let reference = REFERENCES.iter().find_map(|keyword| schema.get(keyword));
            let target = reference.and_then(|reference| self.follow(reference, from));
            if let Some((target, _)) = target {
                open.push(target);
                if self.references.ignores_siblings(schema.span.file) {
                    continue;
                }
            }
            parts.nodes.push(schema);
            let all = schema.get("allOf").map_or(&[][..], |all| self.list(all, "`allOf`"));
            open.extend(all.iter().rev());
        }
        Some(parts)
    }

    /// The items of a keyword that has an array.
    fn list(&mut self, node: &'a Node, what: &str) -> &'a [Node] {
        if node.as_array().is_none() {
            self.fault(node, &format!("{what} must be an array of schemas"));
        }
        node.as_array().unwrap_or_default()
    }

    fn of_parts(&mut self, parts: &Parts<'a>, from: Option<usize>) -> &'a Values<'a> {
        if parts.is_never {
            return &Values::Never;
        }
        let types = self.types(parts);
        if types == Some(Types::NONE) {
            return &Values::Never;
        }
        if let Some(values) = constants::read(self, parts, types.unwrap_or(Types::ALL)) {
            return values;
        }
        let either = parts.first("oneOf").or_else(|| parts.first("anyOf"));
        match either {
            Some(either) => self.alternatives(parts, types, either, from),
            None => self.of_types(parts, types),
        }
    }

    /// The types that all parts allow; none if no part says anything.
    fn types(&mut self, parts: &Parts<'a>) -> Option<Types> {
        let mut all: Option<Types> = None;
        for node in &parts.nodes {
            let Some(word) = node.get("type") else { continue };
            let mut own = self.words(word);
            if node.get("nullable").and_then(Node::as_bool) == Some(true) {
                own = own.or(Types::NULL);
            }
            let both = own.and(all.unwrap_or(Types::ALL));
            if both == Types::NONE && all != Some(Types::NONE) {
                let title = "no value has all of these types";
                self.contradiction(word.span, title, "another part of `allOf` has other types");
            }
            all = Some(both);
        }
        all
    }

    /// The types of one `type`.
    fn words(&mut self, node: &'a Node) -> Types {
        let words = node.as_array().unwrap_or(std::slice::from_ref(node));
        let mut types = Types::NONE;
        for word in words {
            let Some(text) = word.as_str() else {
                self.fault(word, "`type` must be a word or an array of words");
                return Types::ALL;
            };
            let Some(known) = Types::of_word(text) else {
                let known = nearest(text, WORDS.iter().map(|(word, _)| *word));
                let all = WORDS.map(|(word, _)| word).join(", ");
                let title = format!("there is no type `{}`", printable(text, 100));
                self.report(
                    Diagnostic::new(Code::SchemaFault, word.span, title)
                        .did_you_mean(known, format!("the types are {all}")),
                );
                return Types::ALL;
            };
            types = types.or(known);
        }
        types
    }

    /// The union of the schemas of `oneOf` or `anyOf`. Where the schema has members itself, each of
    /// them has these, too.
    fn alternatives(
        &mut self,
        parts: &Parts<'a>,
        types: Option<Types>,
        either: &'a Node,
        from: Option<usize>,
    ) -> &'a Values<'a> {
        let schemas = self.list(either, "`oneOf` and `anyOf`");
        let is_object = parts.has_any(&OF_OBJECTS);
        let mut sets = Vec::new();
        for schema in schemas {
            let set = if is_object {
                self.merged(parts, types, schema, from)
            } else {
                self.values(schema, from)
            };
            if !matches!(set, Values::Never) {
                sets.push(set);
            }
        }
        let says_nothing = sets.is_empty() || sets.iter().any(|set| matches!(set, Values::Any));
        if says_nothing { self.of_types(parts, types) } else { self.one_of(&sets) }
    }

    /// The set of a schema and one of its alternatives.
    fn merged(
        &mut self,
        parts: &Parts<'a>,
        types: Option<Types>,
        schema: &'a Node,
        from: Option<usize>,
    ) -> &'a Values<'a> {
        let Some(mut both) = self.gather(schema, from) else { return ANY };
        if both.is_never {
            return &Values::Never;
        }
        let own = both.nodes.iter().filter_map(|node| node.get("type"));
        let own: Vec<&'a Node> = own.collect();
        let own = own.iter().fold(Types::ALL, |types, word| types.and(self.words(word)));
        both.nodes.splice(0..0, parts.nodes.iter().copied());
        both.is_alternative = true;
        match types.unwrap_or(Types::ALL).and(own) {
            Types::NONE => &Values::Never,
            Types::ALL => self.of_types(&both, None),
            types => self.of_types(&both, Some(types)),
        }
    }

    /// The union of the values of each type.
    fn of_types(&mut self, parts: &Parts<'a>, types: Option<Types>) -> &'a Values<'a> {
        let types = types.unwrap_or_else(|| {
            let of = |keywords: &[&str], types| {
                if parts.has_any(keywords) { types } else { Types::NONE }
            };
            // Members are meant for objects, although a schema without `type` has other values, too.
            of(&OF_OBJECTS, Types::OBJECT).or(of(&OF_ARRAYS, Types::ARRAY))
        });
        if types == Types::NONE || types == Types::ALL {
            return ANY;
        }
        let mut sets: Vec<&'a Values<'a>> = Vec::new();
        for (kind, values) in [
            (Types::NULL, Values::Null),
            (Types::BOOLEAN, Values::Boolean),
            (Types::TEXT, Values::Text),
        ] {
            if types.has(kind) {
                sets.push(self.alloc(values));
            }
        }
        if types.has(Types::FRACTION) {
            sets.push(&Values::Number);
        } else if types.has(Types::INTEGER) {
            let (least, greatest) = constants::range(self, parts);
            sets.push(self.alloc(Values::Integer(least, greatest)));
        }
        if types.has(Types::ARRAY) {
            sets.push(self.array(parts));
        }
        if types.has(Types::OBJECT) {
            sets.push(self.object(parts));
        }
        self.one_of(&sets)
    }
}
