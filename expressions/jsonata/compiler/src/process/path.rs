//! Paths: steps, stages, groups, sorts and variables of steps.

use super::ancestry::{resolve_predicate, resolve_steps};
use super::part::{Part, PathPart};
use super::{Processor, inner, node, process_raw};
use crate::MAX_HEIGHT;
use crate::problem::{self, json};
use crate::raw::{Raw, RawTerm};
use crate::token::TokenKind;
use crate::tree::{Group, Kind, Name, Node, Place, SortTerm, Stage, Step};

/// `a.b.c`
pub(super) fn dots(processor: &mut Processor<'_>, steps: Vec<Raw>, place: Place) -> Part {
    let mut steps = steps.into_iter();
    let Some(first) = steps.next() else { return Part::new(Kind::Wrong, place) };
    let first = process_raw(processor, first);
    let parent = match &first {
        Part::Single(part) => matches!(part.step.node.kind, Kind::Parent(_)),
        Part::Path(_) => false,
    };
    let sought = if parent { first.sought().last() } else { None };
    let mut path = first.into_path();
    path.seeking.extend(sought);
    for step in path.before.iter_mut().chain([&mut path.last]) {
        make_name(processor, &mut step.node);
    }
    for step in steps {
        let next = process_raw(processor, step);
        append(processor, &mut path, next);
    }
    path.place = place;
    bound_steps(processor, &path);
    Part::Path(path)
}

/// Refuses a path with too many steps after its first names: in the code they are within each other.
fn bound_steps(processor: &mut Processor<'_>, path: &PathPart) {
    let is_name = |step: &&Step| {
        let has_stages = !step.stages.is_empty() || !step.node.predicates.is_empty();
        let is_plain = !step.is_tuple && !has_stages && !step.node.keeps_array;
        matches!(step.node.kind, Kind::Name(_)) && is_plain
    };
    let mut nested = path.before.iter().chain([&path.last]).skip_while(is_name);
    if let Some(step) = nested.nth(MAX_HEIGHT.into()) {
        processor.faults.push(problem::TOO_DEEP.at(step.node.place.clone()));
    }
}

/// Appends the step or the path behind a dot.
fn append(processor: &mut Processor<'_>, path: &mut PathPart, next: Part) {
    match next {
        Part::Path(next) => {
            let keeps = next.before.iter().chain([&next.last]).any(|step| step.node.keeps_array);
            for step in next.before {
                path.push(step, Vec::new());
            }
            path.push(next.last, next.last_seeking);
            path.keeps_singleton |= keeps;
        }
        Part::Single(mut next) => {
            next.step.make_stages();
            make_name(processor, &mut next.step.node);
            path.push(next.step, next.seeking);
        }
    }
    path.keeps_singleton |= path.last.node.keeps_array;
    if let Some(first) = path.before.first_mut() {
        path.keeps_singleton |= first.node.keeps_array;
        make_cons(&mut first.node);
    }
    make_cons(&mut path.last.node);
    resolve_steps(processor, path);
}

/// A string as a step is a name; other literals cannot be steps.
fn make_name(processor: &mut Processor<'_>, node: &mut Node) {
    let token = match &mut node.kind {
        Kind::String(text) => {
            node.kind = Kind::Name(std::mem::take(text));
            return;
        }
        Kind::Number(number) => TokenKind::Number(*number),
        Kind::Bool(value) => TokenKind::Bool(*value),
        Kind::Null => TokenKind::Null,
        _ => return,
    };
    let values = [("value", json(&token))];
    processor.faults.push(problem::LITERAL_STEP.with(node.place.clone(), &values));
    node.kind = Kind::Wrong;
}

/// An array as a step stays one value.
fn make_cons(node: &mut Node) {
    if let Kind::Array { is_cons, .. } = &mut node.kind {
        *is_cons = true;
    }
}

/// `a[b]`
pub(super) fn filter(
    processor: &mut Processor<'_>,
    base: Raw,
    predicate: Raw,
    place: Place,
) -> Part {
    let at = base.place.end..place.end;
    let mut part = process_raw(processor, base);
    if part.last_step().node.group.is_some() {
        processor.faults.push(problem::PREDICATE_AFTER_GROUP.at(at));
    }
    let predicate = process_raw(processor, predicate);
    resolve_predicate(processor, &mut part, &predicate);
    let predicate = predicate.into_node();
    match &mut part {
        Part::Single(part) => part.step.node.predicates.push(predicate),
        Part::Path(path) => path.last.stages.push(Stage::Filter(predicate)),
    }
    part.set_place(place);
    part
}

/// `a{b: c}`
pub(super) fn group(
    processor: &mut Processor<'_>,
    base: Raw,
    entries: Vec<(Raw, Raw)>,
    place: Place,
) -> Part {
    let at = base.place.end..place.end;
    let mut part = process_raw(processor, base);
    let entries = entries
        .into_iter()
        .map(|(key, value)| (node(processor, key), node(processor, value)))
        .collect();
    let group = match &mut part {
        Part::Single(part) => &mut part.step.node.group,
        Part::Path(path) => &mut path.group,
    };
    let new = Group { entries, place: at.clone() };
    if group.replace(new).is_some() {
        processor.faults.push(problem::SECOND_GROUP.at(at));
    }
    part.set_place(place);
    part
}

/// `a^(b)`
pub(super) fn sort(
    processor: &mut Processor<'_>,
    base: Raw,
    terms: Vec<RawTerm>,
    place: Place,
) -> Part {
    let at = base.place.end..place.end;
    let mut path = process_raw(processor, base).into_path();
    let mut seeking = Vec::new();
    let terms = terms
        .into_iter()
        .map(|RawTerm { key, is_descending }| SortTerm {
            key: inner(processor, key, &mut seeking),
            is_descending,
        })
        .collect();
    path.push(Step::new(Node::new(Kind::Sort(terms), at)), seeking);
    resolve_steps(processor, &mut path);
    path.place = place;
    Part::Path(path)
}

/// `a@$name`
pub(super) fn focus(processor: &mut Processor<'_>, base: Raw, name: Name, place: Place) -> Part {
    let at = base.place.end..place.end;
    let mut part = process_raw(processor, base);
    let step = part.last_step();
    if !step.stages.is_empty() || !step.node.predicates.is_empty() {
        processor.faults.push(problem::FOCUS_AFTER_PREDICATE.at(at));
    } else if matches!(step.node.kind, Kind::Sort(_)) {
        processor.faults.push(problem::FOCUS_AFTER_SORT.at(at));
    }
    step.focus = Some(name.text);
    step.is_tuple = true;
    part.set_place(place);
    part
}

/// `a#$name`
pub(super) fn index(processor: &mut Processor<'_>, base: Raw, name: Name, place: Place) -> Part {
    let mut path = process_raw(processor, base).into_path();
    path.last.make_stages();
    if path.last.stages.is_empty() {
        path.last.index = Some(name.text);
    } else {
        path.last.stages.push(Stage::Index(name));
    }
    path.last.is_tuple = true;
    path.place = place;
    Part::Path(path)
}
