//! Builds a tree from events without recursion, on a stack of limited depth.

use std::collections::{HashMap, HashSet};

use saphyr_parser::{Event, ScalarStyle, Span as YamlSpan, Tag};

use super::offsets::Offsets;
use super::resolve::{self, Resolved, Tagged};
use super::{text, too_deep};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::source::{Form, Json, MAX_BYTES, MAX_DEPTH, Member, Node, duplicates};
use crate::span::{Span, Spanned};

/// A fault that ends the reading was reported.
#[derive(Debug)]
pub(super) struct Stop;

/// Maximum number of recoverable faults, which limits the list of findings.
const MOST_FAULTS: usize = 20;

/// Weight of a value besides its text, in bytes: limits the expansion of aliases.
const NODE_WEIGHT: usize = 16;

/// Maximum weight kept for anchors.
const MOST_KEPT: usize = 32 * MAX_BYTES;

/// The key whose value's members are merged into its object.
const MERGE: &str = "<<";

/// A tree under construction.
pub(super) struct Tree<'t, 'd> {
    source: &'t str,
    offsets: &'t Offsets<'t>,
    diagnostics: &'d mut Diagnostics,
    open: Vec<Open>,
    root: Option<Node>,
    anchors: HashMap<usize, Built>,
    /// Total weight of copies for aliases.
    copied: usize,
    /// Total weight kept for anchors.
    kept: usize,
    faults: usize,
    /// True for a template of `CloudFormation`: `!Name value` calls the function `Fn::Name`.
    is_template: bool,
}

/// An array or object that is not at its end.
struct Open {
    start: usize,
    /// The end of its last part so far.
    end: usize,
    anchor: usize,
    depth: usize,
    weight: usize,
    /// The function of a template that this is the argument of.
    function: Option<Spanned<String>>,
    kind: Kind,
}

enum Kind {
    Array(Vec<Node>),
    Object {
        members: Vec<Member>,
        /// The key whose value comes next.
        key: Option<Key>,
        merged: Vec<Member>,
    },
}

enum Key {
    Name(Spanned<String>),
    Merge(Span),
}

/// A value, and what an alias of it needs to know.
#[derive(Clone)]
struct Built {
    node: Node,
    /// Arrays and objects in one another.
    depth: usize,
    weight: usize,
}

impl Built {
    /// The same as the argument of a function.
    fn within(self, function: Option<Spanned<String>>) -> Self {
        let Some(key) = function else { return self };
        let Self { node, depth, weight } = self;
        let span = node.span;
        let weight = weight + NODE_WEIGHT + key.value.len();
        let node = Node { span, value: Json::Object(vec![Member { key, value: node }]) };
        Self { node, depth: depth + 1, weight }
    }
}

impl<'t, 'd> Tree<'t, 'd> {
    pub(super) fn new(
        source: &'t str,
        offsets: &'t Offsets<'t>,
        diagnostics: &'d mut Diagnostics,
    ) -> Self {
        Self {
            source,
            offsets,
            diagnostics,
            open: Vec::new(),
            root: None,
            anchors: HashMap::new(),
            copied: 0,
            kept: 0,
            faults: 0,
            // A definition has no such field.
            is_template: source.lines().any(|line| line.starts_with("Resources:")),
        }
    }

    /// The whole tree, once all events were there.
    pub(super) fn finish(self) -> Option<Node> {
        if self.root.is_none() {
            let title = "the file holds no YAML document";
            let end = self.offsets.span(self.source.len(), self.source.len());
            self.diagnostics.push(
                Diagnostic::new(Code::YamlSyntax, end, title)
                    .label("expected a mapping")
                    .help("a definition is a mapping with `StartAt` and `States`"),
            );
        }
        self.root
    }

    /// Takes the next event.
    pub(super) fn event(&mut self, event: Event<'_>, span: YamlSpan) -> Result<(), Stop> {
        match event {
            Event::DocumentStart(_) if self.root.is_some() => Err(self.second_document(span)),
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => Ok(()),
            Event::Alias(anchor) => self.alias(anchor, span),
            Event::Scalar(value, style, anchor, tag) => {
                self.scalar(&value, style, anchor, tag.as_deref(), span)
            }
            Event::SequenceStart(anchor, tag) => {
                self.begin(Kind::Array(Vec::new()), anchor, tag.as_deref(), span)
            }
            Event::MappingStart(anchor, tag) => {
                let kind = Kind::Object { members: Vec::new(), key: None, merged: Vec::new() };
                self.begin(kind, anchor, tag.as_deref(), span)
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(span),
        }
    }

    fn begin(
        &mut self,
        kind: Kind,
        anchor: usize,
        tag: Option<&Tag>,
        span: YamlSpan,
    ) -> Result<(), Stop> {
        let start = self.offsets.byte(&span.start);
        if self.open.len() == MAX_DEPTH {
            return Err(self.stop(too_deep(self.offsets.character(&span.start))));
        }
        let is_plain = tag.is_none_or(|tag| {
            tag.is_yaml_core_schema() && matches!(tag.suffix.as_str(), "map" | "seq")
        });
        let function = tag.and_then(|tag| self.function(tag, self.offsets.character(&span.start)));
        if let Some(tag) = tag.filter(|_| !is_plain && function.is_none()) {
            self.unknown_tag(tag, self.offsets.character(&span.start))?;
        }
        let start = if matches!(kind, Kind::Array(_)) { self.dash(start) } else { start };
        let (end, depth, weight) = (start, 1, NODE_WEIGHT);
        self.open.push(Open { start, end, anchor, depth, weight, function, kind });
        Ok(())
    }

    /// The dash of a sequence's first item. For an item that is not indented, the reader gives the
    /// place after it.
    fn dash(&self, start: usize) -> usize {
        let (before, rest) = self.source.split_at_checked(start).unwrap_or((self.source, ""));
        let before = before.trim_end_matches([' ', '\t']);
        if rest.starts_with(['-', '[', '&', '!']) || !before.ends_with('-') {
            start
        } else {
            before.len() - 1
        }
    }

    fn end(&mut self, span: YamlSpan) -> Result<(), Stop> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        // A bracket has a place; a block ends where its last part does.
        let bracket = self.offsets.byte(&span.start);
        let closes = !span.is_empty()
            && self.source.get(bracket..).is_some_and(|rest| rest.starts_with([']', '}']));
        let end = if closes { bracket + 1 } else { open.end };
        let value = match open.kind {
            Kind::Array(items) => Json::Array(items),
            Kind::Object { members, key: _, merged } => {
                duplicates::report(&members, self.diagnostics);
                Json::Object(with_merged(members, merged))
            }
        };
        let node = Node { span: self.offsets.span(open.start, end), value };
        let built = Built { node, depth: open.depth, weight: open.weight };
        self.anchored(open.anchor, built.within(open.function))
    }

    fn scalar(
        &mut self,
        value: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&Tag>,
        span: YamlSpan,
    ) -> Result<(), Stop> {
        let (start, end) = (self.offsets.byte(&span.start), self.offsets.byte(&span.end));
        let is_empty = style == ScalarStyle::Plain && value.is_empty();
        let end = if is_empty { start } else { end };
        let placed =
            text::place(self.source, start, end, tag.is_some() || anchor != 0, style, value);
        let span = self.offsets.span(placed.start, placed.end);
        let function = tag.and_then(|tag| self.function(tag, span));
        let tagged = match &function {
            Some(_) => Tagged::String,
            None => tag.map_or(Tagged::Untagged, resolve::tag),
        };
        // A tag decides whatever the style: `!!int "12"`.
        let by_text = style == ScalarStyle::Plain || matches!(tagged, Tagged::As(_));
        let resolved = if by_text { resolve::plain(value) } else { Resolved::String };
        let value = match (tagged, resolved) {
            (Tagged::Unknown, _) => {
                let span = self.offsets.span(start, placed.end.max(start));
                if let Some(tag) = tag {
                    self.unknown_tag(tag, span)?;
                }
                Json::String(placed.text)
            }
            (Tagged::String, _) | (Tagged::Untagged, Resolved::String) => Json::String(placed.text),
            (Tagged::Untagged | Tagged::As("null"), Resolved::Null) => Json::Null,
            (Tagged::Untagged | Tagged::As("a boolean"), Resolved::Bool(value)) => {
                Json::Bool(value)
            }
            (Tagged::Untagged | Tagged::As("a number"), Resolved::Number(number)) => {
                Json::Number(number)
            }
            (Tagged::Untagged, Resolved::NoNumber) => {
                self.only_yaml(
                    span,
                    format!("`{value}` is not a number of JSON"),
                    "JSON has finite numbers only",
                )?;
                Json::Null
            }
            (Tagged::As(kind), _) => {
                self.only_yaml(
                    span,
                    format!("`{value}` is not {kind}"),
                    "the tag before it says so",
                )?;
                Json::Null
            }
        };
        let weight = NODE_WEIGHT + value_length(&value);
        let built = Built { node: Node { span, value }, depth: 0, weight };
        self.anchored(anchor, built.within(function))
    }

    /// The function of a template that a tag calls: `!Ref` is `Ref`, `!Join` is `Fn::Join`.
    fn function(&self, tag: &Tag, place: Span) -> Option<Spanned<String>> {
        let name = tag.suffix.as_str();
        if !self.is_template || tag.handle != "!" || name.is_empty() {
            return None;
        }
        let name = if name == "Ref" { name.to_owned() } else { format!("Fn::{name}") };
        Some(Spanned::new(name, place))
    }

    fn alias(&mut self, anchor: usize, span: YamlSpan) -> Result<(), Stop> {
        let place = self.offsets.span(self.offsets.byte(&span.start), self.offsets.byte(&span.end));
        let Some(built) = self.anchors.get(&anchor) else {
            self.only_yaml(place, "an alias within its own anchor", "it would have no end")?;
            return self.put(Built {
                node: Node { span: place, value: Json::Null },
                depth: 0,
                weight: NODE_WEIGHT,
            });
        };
        self.copied = self.copied.saturating_add(built.weight);
        if self.copied > MAX_BYTES {
            let title =
                format!("what the aliases stand for has more than {MAX_BYTES} bytes (1 MiB)");
            return Err(self.stop(
                Diagnostic::new(Code::TooLarge, place, title).label("too much with this one").help(
                    "aliases of what holds aliases multiply: write out less, or split the machine",
                ),
            ));
        }
        if self.open.len() + built.depth > MAX_DEPTH {
            return Err(self.stop(too_deep(place)));
        }
        let built = built.clone();
        self.put(built)
    }

    /// Puts a value where it belongs, and keeps it if it has an anchor.
    fn anchored(&mut self, anchor: usize, built: Built) -> Result<(), Stop> {
        if anchor != 0 {
            // Anchors in anchors are kept several times.
            self.kept = self.kept.saturating_add(built.weight);
            if self.kept > MOST_KEPT {
                let title = format!("what the anchors name has more than {MOST_KEPT} bytes");
                return Err(self.stop(
                    Diagnostic::new(Code::TooLarge, built.node.span, title)
                        .label("too much with this one")
                        .help("remove anchors that no alias uses"),
                ));
            }
            self.anchors.insert(anchor, built.clone());
        }
        self.put(built)
    }

    fn put(&mut self, built: Built) -> Result<(), Stop> {
        let Built { node, depth, weight } = built;
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        // The value of an alias is elsewhere.
        if node.span.start as usize >= open.start {
            open.end = open.end.max(node.span.end as usize);
        }
        open.depth = open.depth.max(depth + 1);
        open.weight = open.weight.saturating_add(weight);
        match &mut open.kind {
            Kind::Array(items) => items.push(node),
            Kind::Object { members, key, merged: _ } => match key.take() {
                Some(Key::Name(key)) => members.push(Member { key, value: node }),
                Some(Key::Merge(place)) => return self.merge(place, node),
                None => return self.key(node),
            },
        }
        Ok(())
    }

    fn key(&mut self, node: Node) -> Result<(), Stop> {
        let span = node.span;
        let name = match node.value {
            Json::String(text) if text.value == MERGE && text.form == Form::Bare => {
                self.set_key(Key::Merge(span));
                return Ok(());
            }

            Json::String(text) => text.value,
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => {
                let raw = self
                    .source
                    .get(span.start as usize..span.end as usize)
                    .unwrap_or_default()
                    .to_owned();
                let is_scalar =
                    !matches!(node.value, Json::Array(_) | Json::Object(_)) && !raw.is_empty();
                let help = if is_scalar {
                    format!("write `'{raw}'`")
                } else {
                    "a key is a string".to_owned()
                };
                self.only_yaml(span, "a key that is not a string", help)?;
                raw
            }
        };
        self.set_key(Key::Name(Spanned::new(name, span)));
        Ok(())
    }

    fn set_key(&mut self, next: Key) {
        if let Some(Open { kind: Kind::Object { key, .. }, .. }) = self.open.last_mut() {
            *key = Some(next);
        }
    }

    /// `<<: *defaults`, `<<: [*a, *b]`: members that the object does not have itself.
    fn merge(&mut self, place: Span, node: Node) -> Result<(), Stop> {
        let sources = match node.value {
            Json::Array(items) => items,
            value @ (Json::Null
            | Json::Bool(_)
            | Json::Number(_)
            | Json::String(_)
            | Json::Object(_)) => {
                vec![Node { span: node.span, value }]
            }
        };
        for source in sources {
            let Json::Object(members) = source.value else {
                self.only_yaml(
                    place,
                    "a merge key needs a mapping, or a list of mappings",
                    "as in `<<: *defaults`",
                )?;
                continue;
            };
            if let Some(Open { kind: Kind::Object { merged, .. }, .. }) = self.open.last_mut() {
                merged.extend(members);
            }
        }
        Ok(())
    }

    fn second_document(&mut self, span: YamlSpan) -> Stop {
        let place = self.offsets.span(self.offsets.byte(&span.start), self.offsets.byte(&span.end));
        self.stop(
            Diagnostic::new(Code::OnlyYaml, place, "a second document in the file")
                .label("begins here")
                .help("a definition is one document: write one file for each"),
        )
    }

    fn unknown_tag(&mut self, tag: &Tag, span: Span) -> Result<(), Stop> {
        const CLOUD_FORMATION: [&str; 6] =
            ["Ref", "GetAtt", "Sub", "Join", "ImportValue", "FindInMap"];
        let is_cloud_formation =
            tag.handle == "!" && CLOUD_FORMATION.contains(&tag.suffix.as_str());
        let title = format!("the tag `{tag}` means nothing in a definition");
        let help = if is_cloud_formation {
            "write `${Name}` in a string, and give it a value by the option `substitute`"
        } else {
            "the tags are `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!seq` and `!!map`"
        };
        self.only_yaml(span, title, help)
    }

    /// Reports what can be read over.
    fn only_yaml(
        &mut self,
        span: Span,
        title: impl Into<String>,
        help: impl Into<String>,
    ) -> Result<(), Stop> {
        self.diagnostics.push(
            Diagnostic::new(Code::OnlyYaml, span, title)
                .label("JSON has nothing like it")
                .help(help),
        );
        self.faults += 1;
        if self.faults < MOST_FAULTS { Ok(()) } else { Err(Stop) }
    }

    /// Reports what ends the reading.
    pub(super) fn stop(&mut self, diagnostic: Diagnostic) -> Stop {
        self.diagnostics.push(diagnostic);
        Stop
    }
}

/// An object's own members, and those merged into it that it does not have; of several the first
/// counts.
fn with_merged(mut members: Vec<Member>, merged: Vec<Member>) -> Vec<Member> {
    let mut known: HashSet<String> = HashSet::new();
    if !merged.is_empty() {
        known.extend(members.iter().map(|member| member.key.value.clone()));
    }
    for member in merged {
        if known.insert(member.key.value.clone()) {
            members.push(member);
        }
    }
    members
}

fn value_length(value: &Json) -> usize {
    match value {
        Json::String(text) => text.value.len(),
        Json::Number(text) => text.len(),
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => 0,
    }
}
