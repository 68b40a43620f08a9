//! A program as parsed: names are still text. [`super::resolve`] converts it to the tree of
//! [`super::syntax`].

use super::syntax::{Arithmetic, Assignment, Comparison, Place};

/// A part of a program.
#[derive(Clone, Debug)]
pub(super) struct Tree<'t> {
    pub(super) kind: Kind<'t>,
    pub(super) place: Place,
    /// The nesting of parts here, this one included.
    pub(super) height: u16,
}

/// A name and its place.
#[derive(Clone, Debug)]
pub(super) struct Name<'t> {
    pub(super) text: &'t str,
    pub(super) place: Place,
}

#[derive(Clone, Debug)]
pub(super) enum Kind<'t> {
    /// Text that could not be read; a fault has been reported.
    Wrong,
    Identity,
    /// `..`
    Recurse,
    /// `$__loc__`
    Location,
    Number(&'t str),
    String(StringTree<'t>),
    /// `@name`, alone.
    Format(&'t str),
    Variable(&'t str),
    Index(Box<Tree<'t>>, Box<Tree<'t>>),
    Slice(Box<Tree<'t>>, Option<Box<Tree<'t>>>, Option<Box<Tree<'t>>>),
    Iterate(Box<Tree<'t>>),
    Try(Box<Tree<'t>>, Option<Box<Tree<'t>>>),
    Negate(Box<Tree<'t>>),
    Binary(Operator, Box<Tree<'t>>, Box<Tree<'t>>),
    If(Vec<(Tree<'t>, Tree<'t>)>, Option<Box<Tree<'t>>>),
    Reduce(Box<LoopTree<'t>>),
    Foreach(Box<LoopTree<'t>>, Option<Box<Tree<'t>>>),
    Bind(Box<Tree<'t>>, Vec<PatternTree<'t>>, Box<Tree<'t>>),
    Label(Name<'t>, Box<Tree<'t>>),
    Break(&'t str),
    Call(Name<'t>, Vec<Tree<'t>>),
    Object(Vec<Entry<'t>>),
    Array(Option<Box<Tree<'t>>>),
    /// Definitions that the rest sees.
    Define(Vec<DefinitionTree<'t>>, Box<Tree<'t>>),
}

/// A string; without filters it is a constant.
#[derive(Clone, Debug)]
pub(super) struct StringTree<'t> {
    pub(super) format: Option<Name<'t>>,
    /// One more than filters.
    pub(super) pieces: Vec<String>,
    pub(super) filters: Vec<Tree<'t>>,
}

/// An operator between two filters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Pipe,
    Comma,
    Alternative,
    Assign(Assignment),
    Or,
    And,
    Compare(Comparison),
    Arithmetic(Arithmetic),
}

/// An entry of an object.
#[derive(Clone, Debug)]
pub(super) enum Entry<'t> {
    /// `key: value`, and all short forms but the next.
    Pair(Tree<'t>, Tree<'t>),
    /// A string with filters and no value: its member of the input, for each of its outputs.
    Member(Tree<'t>),
}

#[derive(Clone, Debug)]
pub(super) struct LoopTree<'t> {
    pub(super) source: Tree<'t>,
    pub(super) patterns: Vec<PatternTree<'t>>,
    pub(super) init: Tree<'t>,
    pub(super) update: Tree<'t>,
}

#[derive(Clone, Debug)]
pub(super) enum PatternTree<'t> {
    Wrong,
    Variable(Name<'t>),
    Array(Vec<PatternTree<'t>>),
    Object(Vec<MemberPattern<'t>>),
}

#[derive(Clone, Debug)]
pub(super) struct MemberPattern<'t> {
    pub(super) key: Tree<'t>,
    /// The variable of the whole member.
    pub(super) variable: Option<Name<'t>>,
    pub(super) pattern: Option<PatternTree<'t>>,
}

#[derive(Clone, Debug)]
pub(super) struct DefinitionTree<'t> {
    pub(super) name: Name<'t>,
    pub(super) parameters: Vec<ParameterTree<'t>>,
    pub(super) body: Tree<'t>,
}

#[derive(Clone, Debug)]
pub(super) struct ParameterTree<'t> {
    pub(super) name: Name<'t>,
    /// `$name`
    pub(super) is_variable: bool,
}

/// A whole text: a program, or a module.
#[derive(Clone, Debug)]
pub(super) struct Source<'t> {
    /// `module {..};`
    pub(super) metadata: Option<Tree<'t>>,
    pub(super) imports: Vec<Import<'t>>,
    pub(super) definitions: Vec<DefinitionTree<'t>>,
    /// The filter; a module has none.
    pub(super) body: Option<Tree<'t>>,
}

/// `import "path" as name {..};`, `import "path" as $name {..};`, `include "path" {..};`
#[derive(Clone, Debug)]
pub(super) struct Import<'t> {
    /// The path's text and place; `None`: a fault has been reported.
    pub(super) path: Option<(String, Place)>,
    pub(super) binding: Binding<'t>,
    pub(super) metadata: Option<Tree<'t>>,
}

/// The names that an import makes visible.
#[derive(Clone, Debug)]
pub(super) enum Binding<'t> {
    /// Definitions, after `name::`.
    Module(Name<'t>),
    /// The values of a JSON file, `$name` and `$name::name`.
    Data(Name<'t>),
    /// Definitions, as they are called.
    Include,
}

impl<'t> Tree<'t> {
    /// A part with its place. It knows its height from that of its parts.
    pub(super) fn new(kind: Kind<'t>, place: Place) -> Self {
        let height = kind.height().saturating_add(1);
        Self { kind, place, height }
    }

    /// True if it is a number, a variable or a string without filters: it cannot fail, whatever its
    /// input.
    pub(super) fn is_constant(&self) -> bool {
        if let Kind::String(string) = &self.kind {
            return string.filters.is_empty();
        }
        matches!(self.kind, Kind::Number(_) | Kind::Variable(_))
    }

    /// A placeholder for text that could not be read.
    pub(super) fn wrong(place: Place) -> Self {
        Self::new(Kind::Wrong, place)
    }
}

impl Kind<'_> {
    /// The height of the highest part.
    fn height(&self) -> u16 {
        let boxed = |part: &Option<Box<Tree<'_>>>| part.as_ref().map_or(0, |part| part.height);
        match self {
            Self::Wrong
            | Self::Identity
            | Self::Recurse
            | Self::Location
            | Self::Number(_)
            | Self::Format(_)
            | Self::Variable(_)
            | Self::Break(_) => 0,
            Self::String(string) => highest(&string.filters),
            Self::Iterate(part) | Self::Negate(part) | Self::Label(_, part) => part.height,
            Self::Index(left, right) | Self::Binary(_, left, right) => {
                left.height.max(right.height)
            }
            Self::Slice(target, from, to) => target.height.max(boxed(from)).max(boxed(to)),
            Self::Try(body, handler) => body.height.max(boxed(handler)),
            Self::If(branches, otherwise) => {
                let branches = branches
                    .iter()
                    .map(|(condition, then)| condition.height.max(then.height))
                    .max();
                branches.unwrap_or(0).max(boxed(otherwise))
            }
            Self::Reduce(each) => each.height(),
            Self::Foreach(each, extract) => each.height().max(boxed(extract)),
            Self::Bind(source, patterns, body) => {
                source.height.max(body.height).max(patterns_height(patterns))
            }
            Self::Call(_, arguments) => highest(arguments),
            Self::Object(entries) => entries.iter().map(Entry::height).max().unwrap_or(0),
            Self::Array(body) => boxed(body),
            Self::Define(definitions, body) => {
                let definitions =
                    definitions.iter().map(|definition| definition.body.height).max().unwrap_or(0);
                definitions.saturating_add(1).max(body.height)
            }
        }
    }
}

impl LoopTree<'_> {
    fn height(&self) -> u16 {
        let parts = self.source.height.max(self.init.height).max(self.update.height);
        parts.max(patterns_height(&self.patterns))
    }
}

impl Entry<'_> {
    fn height(&self) -> u16 {
        match self {
            Self::Pair(key, value) => key.height.max(value.height),
            // It becomes a few parts.
            Self::Member(key) => key.height.saturating_add(3),
        }
    }
}

impl PatternTree<'_> {
    fn height(&self) -> u16 {
        match self {
            Self::Wrong | Self::Variable(_) => 1,
            Self::Array(items) => patterns_height(items).saturating_add(1),
            Self::Object(members) => {
                let members = members.iter().map(|member| {
                    member.key.height.max(member.pattern.as_ref().map_or(0, PatternTree::height))
                });
                members.max().unwrap_or(0).saturating_add(1)
            }
        }
    }
}

fn highest(parts: &[Tree<'_>]) -> u16 {
    parts.iter().map(|part| part.height).max().unwrap_or(0)
}

fn patterns_height(patterns: &[PatternTree<'_>]) -> u16 {
    patterns.iter().map(PatternTree::height).max().unwrap_or(0)
}
