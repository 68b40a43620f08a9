//! A text with a mark at the cursor, which the compiler's reader takes.

use std::ops::Range;

use asl_codegen::diagnostics::Diagnostics;
use asl_codegen::source::{
    FileId, Form, Member, Node, Notation, Source, Sources, Span, parse_definition,
};

use crate::quote;

/// A word that no definition contains.
pub(super) const MARK: &str = "\u{e0ff}cursor\u{e0ff}";

/// Maximum number of brackets that are closed behind the cursor.
const MOST_OPEN: usize = 256;

/// The place of the mark.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Place {
    /// A key of an object.
    Key,
    /// A value, with the text before the cursor if it is a string.
    Value(String),
}

/// A text with a mark.
#[derive(Debug)]
pub(crate) struct Marked {
    tree: Node,
    pub(crate) place: Place,
    /// The members on the way to the mark, as keys and numbers of items.
    path: Vec<usize>,
    /// The bytes of the document that a suggestion replaces.
    pub(crate) replaced: Range<usize>,
    /// True if the cursor is between quotation marks.
    is_quoted: bool,
    quotation: Quotation,
    /// True if a key has no value yet.
    is_new_member: bool,
}

/// A way to put the mark into a text.
#[derive(Clone, Copy)]
struct Way {
    before: &'static str,
    after: &'static str,
    /// The meaning of the closing quotation mark behind the cursor.
    quotation: Quotation,
    is_new_member: bool,
}

/// The closing quotation mark of the string at the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quotation {
    /// There is no string yet, or it stays as it is.
    Kept,
    /// It is left out of the text that is read.
    Skipped,
    /// There is none.
    Missing,
}

const fn way(before: &'static str, after: &'static str) -> Way {
    Way { before, after, quotation: Quotation::Kept, is_new_member: false }
}

const fn member(before: &'static str, after: &'static str) -> Way {
    Way { is_new_member: true, ..way(before, after) }
}

const fn with(quotation: Quotation, way: Way) -> Way {
    Way { quotation, ..way }
}

/// Within a string: as it is, as a key without a value, as a value without a comma, and the same if
/// it is not closed.
const IN_STRING: [Way; 8] = [
    way("", ""),
    with(Quotation::Skipped, member("", "\": null")),
    with(Quotation::Skipped, member("", "\": null,")),
    with(Quotation::Skipped, way("", "\",")),
    with(Quotation::Missing, way("", "\"")),
    with(Quotation::Missing, way("", "\",")),
    with(Quotation::Missing, member("", "\": null")),
    with(Quotation::Missing, member("", "\": null,")),
];

/// Between the parts of JSON.
const BETWEEN: [Way; 7] = [
    member("\"", "\": null"),
    member("\"", "\": null,"),
    member(",\"", "\": null"),
    member(",\"", "\": null,"),
    way("\"", "\""),
    way("\"", "\","),
    way(",\"", "\""),
];

/// In YAML, where a word is a key, a value or a part of one.
const IN_YAML: [Way; 4] = [member("", ": null"), way("", ""), way("\"", "\""), way("", "\"")];

impl Marked {
    /// The texts with a mark at an offset that can be read, the most probable first.
    pub(crate) fn all(source: &Source, offset: usize) -> impl Iterator<Item = Self> {
        let (before, after) = source.text.split_at_checked(offset).unwrap_or_default();
        let is_yaml = source.notation() == Notation::Yaml;
        let end = if is_yaml { End::default() } else { End::of(before) };
        let is_quoted = end.is_in_string;
        let ways: &[Way] = match (is_yaml, is_quoted) {
            (true, _) => &IN_YAML,
            (false, true) => &IN_STRING,
            (false, false) => &BETWEEN,
        };
        // The rest of a word of YAML would not let it be a key.
        let word = if is_yaml { rest_of_word(after) } else { 0 };
        let rest = after.get(word..).unwrap_or_default();
        let texts = [rest.to_owned(), end.closing()];
        let ways =
            texts.into_iter().flat_map(|rest| ways.iter().map(move |way| (rest.clone(), way)));
        ways.filter_map(move |(rest, way)| Self::new(source, offset, way, &rest, is_quoted))
    }

    fn new(source: &Source, offset: usize, way: &Way, rest: &str, is_quoted: bool) -> Option<Self> {
        let before = source.text.get(..offset)?;
        let rest = match way.quotation {
            Quotation::Kept | Quotation::Missing => rest,
            Quotation::Skipped => behind_string(rest)?,
        };
        let tree = parse(source, [before, way.before, MARK, way.after, rest].concat())?;
        let mut path = Vec::new();
        let place = find(&tree, &mut path)?;
        let word = match &place {
            Place::Key => None,
            Place::Value(text) => Some(text.as_str()),
        };
        let mut replaced = replaced(&source.text, offset, word, is_quoted);
        if source.notation() == Notation::Yaml && !word.is_some_and(super::expression::is_one) {
            let inserted = way.before.len() + MARK.len() + way.after.len();
            let word = rest_of_word(source.text.get(offset..)?);
            let span = marked_span(&tree)?;
            let end = (span.end as usize).saturating_sub(inserted).max(offset) + word;
            replaced = span.start as usize..end;
        }
        match way.quotation {
            // A new key brings its own.
            Quotation::Skipped if way.is_new_member => {
                replaced.end = source.text.len() - rest.len();
            }
            Quotation::Skipped | Quotation::Kept => {}
            Quotation::Missing => replaced.end = offset,
        }
        let (quotation, is_new_member) = (way.quotation, way.is_new_member);
        Some(Self { tree, place, path, replaced, is_quoted, quotation, is_new_member })
    }

    /// The root.
    pub(crate) fn tree(&self) -> &Node {
        &self.tree
    }

    /// The members whose values contain the mark, from the outermost, each with the item of it.
    pub(crate) fn steps(&self) -> Vec<(&str, &Node)> {
        let mut steps: Vec<(&str, &Node)> = Vec::new();
        let mut node = &self.tree;
        for at in &self.path {
            if let Some(member) = node.as_object().and_then(|members| members.get(*at)) {
                node = &member.value;
                steps.push((member.key.value.as_str(), node));
            } else if let Some(item) = node.as_array().and_then(|items| items.get(*at)) {
                node = item;
                if let Some(step) = steps.last_mut() {
                    step.1 = item;
                }
            }
        }
        steps
    }

    /// True if a whole member can be put at the cursor.
    pub(crate) fn takes_member(&self) -> bool {
        self.is_new_member && !self.is_quoted
    }

    /// The text that is put in place of the word at the cursor: with quotation marks if there are
    /// none yet, and a new key with a colon.
    /// `None` if the text around it cannot take it.
    pub(crate) fn written(&self, source: &Source, text: &str) -> Option<String> {
        let colon = if self.is_new_member && self.place == Place::Key { ": " } else { "" };
        if self.is_quoted {
            let inner = quote::in_json(text);
            let inner = inner.get(1..inner.len() - 1).unwrap_or_default();
            let is_open = self.quotation == Quotation::Missing;
            let mark = if is_open || !colon.is_empty() { "\"" } else { "" };
            return Some([inner, mark, colon].concat());
        }
        let is_expression = match &self.place {
            Place::Key => false,
            Place::Value(before) => super::expression::is_one(before),
        };
        let text = if is_expression {
            quote::is_simple(text).then(|| text.to_owned())
        } else {
            let old = source.text.get(self.replaced.clone()).unwrap_or_default();
            quote::in_place_of(source, old, text)
        };
        text.map(|text| text + colon)
    }
}

/// Reads the text in the notation of the source.
fn parse(source: &Source, text: String) -> Option<Node> {
    let copy = Source::new(source.shown.clone(), None, text);
    parse_definition(&Sources::of(copy), FileId(0), &mut Diagnostics::default())
}

/// The place of the mark, and the way to it. The depth of trees is bounded.
fn find(node: &Node, path: &mut Vec<usize>) -> Option<Place> {
    if let Some(text) = node.as_text() {
        let at = text.value.find(MARK)?;
        let before = text.value.get(..at)?.to_owned();
        let is_opaque = text.form == Form::Opaque && before.contains('\n');
        return (!is_opaque).then_some(Place::Value(before));
    }
    let members = node.as_object().unwrap_or_default();
    let in_member = |member: &Member, path: &mut Vec<usize>| {
        if member.key.value.contains(MARK) { Some(Place::Key) } else { find(&member.value, path) }
    };
    for (at, member) in members.iter().enumerate() {
        path.push(at);
        match in_member(member, path) {
            Some(Place::Key) if member.key.value.contains(MARK) => {
                path.pop();
                return Some(Place::Key);
            }
            Some(place) => return Some(place),
            None => {}
        }
        path.pop();
    }
    for (at, item) in node.as_array().unwrap_or_default().iter().enumerate() {
        path.push(at);
        if let Some(place) = find(item, path) {
            return Some(place);
        }
        path.pop();
    }
    None
}

/// The span of the key or the string that contains the mark. The depth of trees is bounded.
fn marked_span(node: &Node) -> Option<Span> {
    if let Some(text) = node.as_text() {
        return text.value.contains(MARK).then_some(node.span);
    }
    let mut members = node.as_object().unwrap_or_default().iter();
    let in_member = |member: &Member| {
        let is_marked = member.key.value.contains(MARK);
        if is_marked { Some(member.key.span) } else { marked_span(&member.value) }
    };
    let mut items = node.as_array().unwrap_or_default().iter();
    members.find_map(in_member).or_else(|| items.find_map(marked_span))
}

/// The bytes of the word around the cursor: of a string what is within its quotation marks, of an
/// expression the name.
fn replaced(text: &str, offset: usize, word: Option<&str>, is_quoted: bool) -> Range<usize> {
    let is_expression = word.is_some_and(super::expression::is_one);
    let is_part = |c: char| match is_expression {
        true => c.is_alphanumeric() || matches!(c, '_' | '$' | '@'),
        false if is_quoted => !matches!(c, '"' | '\\' | '\n' | '\r'),
        false => c.is_alphanumeric() || matches!(c, '_' | '$' | '.'),
    };
    let length = |characters: &mut dyn Iterator<Item = char>| {
        characters.take_while(|c| is_part(*c)).map(char::len_utf8).sum::<usize>()
    };
    let before = text.get(..offset).unwrap_or_default();
    let after = text.get(offset..).unwrap_or_default();
    let start = offset - length(&mut before.chars().rev());
    let end = offset + length(&mut after.chars());
    start..end
}

/// The bytes of the rest of a word of YAML.
fn rest_of_word(after: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    after.chars().take_while(|c| is_part(*c)).map(char::len_utf8).sum()
}

/// The text behind the string that the cursor is in, if it ends in its line.
fn behind_string(rest: &str) -> Option<&str> {
    let mut characters = rest.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return rest.get(at + 1..),
            '\n' => return None,
            '\\' => {
                characters.next();
            }
            _ => {}
        }
    }
    None
}

/// The end of a text of JSON.
#[derive(Default)]
struct End {
    is_in_string: bool,
    /// The brackets that close those that are open, the innermost last.
    open: Vec<char>,
}

impl End {
    fn of(before: &str) -> Self {
        let mut end = Self::default();
        let mut characters = before.chars();
        while let Some(c) = characters.next() {
            match c {
                '"' => end.is_in_string = !end.is_in_string,
                '\\' if end.is_in_string => {
                    characters.next();
                }
                // A string ends with its line at the latest.
                '\n' => end.is_in_string = false,
                '{' if !end.is_in_string => end.open.push('}'),
                '[' if !end.is_in_string => end.open.push(']'),
                '}' | ']' if !end.is_in_string => {
                    end.open.pop();
                }
                _ => {}
            }
        }
        end
    }

    /// The text that closes what is open.
    fn closing(&self) -> String {
        self.open.iter().rev().take(MOST_OPEN).collect()
    }
}
