//! Names that a definition declares and uses: go to definition, references and rename.

use asl_codegen::check::variable_uses;
use asl_codegen::fields::fields_at;
use asl_codegen::ir::{Machine, StateId};
use asl_codegen::options::Language;
use asl_codegen::source::{FileId, Node, Span};

use crate::analysis::{Analysis, Checked};
use crate::cursor::{Cursor, holds, language_of};
use crate::graph;
use crate::quote::bare;

/// The longest name of a state.
const LONGEST_STATE: usize = 80;

/// Something with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    State(StateId),
    /// A variable, without `$`.
    Variable(String),
    /// An event, a function or a retry policy of SM4C.
    Entry(Section, String),
}

/// The parts of a definition of SM4C whose entries have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    Events,
    Functions,
    Retries,
}

/// A place of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Occurrence {
    /// The span of the name. That of a whole string contains its quotation marks.
    pub(crate) span: Span,
    /// True where it is declared: a variable is wherever it is assigned.
    pub(crate) is_declaration: bool,
}

impl Section {
    /// The section of a member's name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "events" => Some(Self::Events),
            "functions" => Some(Self::Functions),
            "retries" => Some(Self::Retries),
            _ => None,
        }
    }

    /// The attribute that refers to an entry.
    fn of_reference(field: &str) -> Option<Self> {
        match field {
            "event" => Some(Self::Events),
            "functionName" => Some(Self::Functions),
            "retryPolicy" => Some(Self::Retries),
            _ => None,
        }
    }
}

/// The symbol at an offset of a text, with all its places.
pub(crate) fn symbol_at(
    analysis: &Analysis,
    offset: usize,
) -> Option<(Symbol, Occurrence, Vec<Occurrence>)> {
    let tree = analysis.tree.as_ref()?;
    // The sign of a variable belongs to it.
    let is_sign = analysis.text().get(offset..).is_some_and(|rest| rest.starts_with('$'));
    let offset = if is_sign { offset + 1 } else { offset };
    let all = all(analysis, tree, offset);
    let (symbol, here) = all.iter().find(|(_, place)| holds(place.span, offset))?.clone();
    let same = all.into_iter().filter(|(other, _)| *other == symbol).map(|(_, place)| place);
    let mut places: Vec<Occurrence> = same.collect();
    places.sort_by_key(|place| place.span);
    places.dedup_by_key(|place| place.span);
    Some((symbol, here, places))
}

/// The first machine that has a symbol at an offset, and whose states the symbols there are.
pub(crate) fn machine_at(analysis: &Analysis, offset: usize) -> Option<&Checked> {
    let has_symbol = |checked: &&Checked| {
        checked.machine.as_ref().is_some_and(|machine| {
            let places = of_machine(machine, analysis.text());
            places.iter().any(|(_, place)| holds(place.span, offset))
        })
    };
    analysis.machines.iter().find(has_symbol)
}

/// All places of symbols of the machine around an offset. The first machine answers for all: the
/// others are made of the same text.
fn all(analysis: &Analysis, tree: &Node, offset: usize) -> Vec<(Symbol, Occurrence)> {
    let mut all = Vec::new();
    let machine = machine_at(analysis, offset).and_then(|checked| checked.machine.as_ref());
    if let Some(machine) = machine {
        all.extend(of_machine(machine, analysis.text()));
    }
    let cursor = Cursor::new(tree, offset);
    let (definition, _) = cursor.definition();
    if language_of(definition) == Language::Sm4c {
        entries(definition, &mut all);
    }
    all
}

/// The states and variables of a machine.
fn of_machine(machine: &Machine, text: &str) -> Vec<(Symbol, Occurrence)> {
    let here = |span: &Span| span.file == FileId(0);
    let declared = graph::states(machine).map(|(id, state)| (id, state.name.span, true));
    let arrows = graph::arrows(machine, text);
    let used = arrows.iter().map(|arrow| (arrow.to, arrow.span, false));
    let states = declared.chain(used).filter(|(_, span, _)| here(span));
    let mut found: Vec<_> = states
        .map(|(id, span, is_declaration)| (Symbol::State(id), Occurrence { span, is_declaration }))
        .collect();
    for used in variable_uses(machine).into_iter().filter(|used| here(&used.span)) {
        if let Some(span) = name_within(text, used.span, used.name) {
            let place = Occurrence { span, is_declaration: used.is_assigned };
            found.push((Symbol::Variable(used.name.to_owned()), place));
        }
    }
    found
}

/// The place of a variable's name at the beginning of a key, of a path or of an expression.
fn name_within(text: &str, span: Span, name: &str) -> Option<Span> {
    let written = text.get(span.start as usize..span.end as usize)?;
    let before = written.len() - written.trim_start_matches(['"', '\'', '$']).len();
    let rest = written.get(before..)?.strip_prefix(name)?;
    let is_longer = |c: char| c.is_alphanumeric() || c == '_';
    if rest.starts_with(is_longer) {
        return None;
    }
    let start = span.start + u32::try_from(before).ok()?;
    Some(Span { start, end: start + u32::try_from(name.len()).ok()?, ..span })
}

/// The entries of sections of SM4C, and what refers to them.
fn entries(definition: &Node, found: &mut Vec<(Symbol, Occurrence)>) {
    let members = definition.as_object().unwrap_or_default();
    for member in members {
        let Some(section) = Section::named(&member.key.value) else { continue };
        for item in member.value.as_array().unwrap_or_default() {
            let Some(node) = item.get("name") else { continue };
            if let Some(name) = node.as_str() {
                let place = Occurrence { span: node.span, is_declaration: true };
                found.push((Symbol::Entry(section, name.to_owned()), place));
            }
        }
    }
    references(definition, definition, &mut Vec::new(), found);
}

/// The references to entries of sections in the object at the end of a way. Data, such as the
/// arguments of an action, has members of the same names that refer to nothing.
fn references<'t>(
    definition: &'t Node,
    object: &'t Node,
    way: &mut Vec<(&'t str, &'t Node)>,
    found: &mut Vec<(Symbol, Occurrence)>,
) {
    if fields_at(definition, Language::Sm4c, way).is_none() {
        return;
    }
    let is_group = way.last().is_some_and(|(key, _)| *key == "eventGroups");
    for member in object.as_object().unwrap_or_default() {
        let key = member.key.value.as_str();
        let section = if is_group && key == "events" {
            Some(Section::Events)
        } else {
            Section::of_reference(key)
        };
        for value in member.value.as_array().unwrap_or(std::slice::from_ref(&member.value)) {
            if let (Some(section), Some(name)) = (section, value.as_str()) {
                let place = Occurrence { span: value.span, is_declaration: false };
                found.push((Symbol::Entry(section, name.to_owned()), place));
            }
            way.push((key, value));
            references(definition, value, way, found);
            way.pop();
        }
    }
}

/// The reason for which a symbol cannot have a name.
pub(crate) fn refusal(
    analysis: &Analysis,
    (symbol, offset): (&Symbol, usize),
    name: &str,
) -> Option<String> {
    let mut machines = analysis.machines.iter().filter_map(|checked| checked.machine.as_ref());
    match symbol {
        Symbol::State(_) => {
            let taken =
                machines.any(|machine| machine.states.iter().any(|state| state.name.value == name));
            match name.chars().count() {
                0 => Some("a state needs a name".to_owned()),
                count if count > LONGEST_STATE => {
                    Some(format!("a name of a state has {LONGEST_STATE} characters at most"))
                }
                _ if taken => Some(format!("there is a state `{name}` already")),
                _ => None,
            }
        }
        Symbol::Variable(_) => {
            let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_');
            let begins = name.starts_with(char::is_alphabetic);
            if !is_word || !begins || name == "states" {
                let rule = "a variable has letters, digits and `_`, and begins with a letter";
                return Some(rule.to_owned());
            }
            machines
                .any(|machine| variable_uses(machine).iter().any(|used| used.name == name))
                .then(|| format!("there is a variable `{name}` already"))
        }
        Symbol::Entry(..) if name.is_empty() => Some("an entry needs a name".to_owned()),
        Symbol::Entry(section, _) => {
            let mut found = Vec::new();
            let definition = analysis.tree.as_ref().map(|tree| Cursor::new(tree, offset));
            if let Some(cursor) = &definition {
                entries(cursor.definition().0, &mut found);
            }
            let taken = Symbol::Entry(*section, name.to_owned());
            let is_taken = found.iter().any(|(symbol, _)| *symbol == taken);
            is_taken.then(|| format!("there is an entry `{name}` already"))
        }
    }
}

/// The text of a name as it is written at a place, without quotation marks.
pub(crate) fn written(text: &str, span: Span) -> &str {
    bare(text.get(span.start as usize..span.end as usize).unwrap_or_default())
}
