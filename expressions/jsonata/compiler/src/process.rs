//! [`super::raw`] → [`super::tree`]: paths become steps with stages, `%` finds the step that it
//! names, and tail calls are marked. This is `processAST` of jsonata-js, part by part.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "few kinds are steps, have parents or contain tail calls"
)]

mod ancestry;
mod part;
mod path;
mod tail;

use ancestry::Slot;
use part::Part;

use super::raw::{Raw, RawKind, RawLambda, RawTransform};
use super::tree::{Call, Expression, Kind, Lambda, Node, Operator, ParentId, Place, Transform};
use super::{Fault, problem};

/// Maximum number of steps in which all parents are sought. The search takes the number of `%`
/// times the number of steps before them.
const MAX_SEARCHES: u32 = 1 << 20;

/// Processes a whole expression.
pub(super) fn process(text: &str, raw: Raw, faults: &mut Vec<Fault>) -> Expression {
    let mut processor = Processor { slots: Vec::new(), searches_left: MAX_SEARCHES, faults };
    let place = raw.place.clone();
    let part = process_raw(&mut processor, raw);
    if let Some(parent) = part.sought().next() {
        let slot = processor.slots.get(parent.index());
        let place = slot.map_or(place, |slot| slot.place.clone());
        processor.faults.push(problem::NO_PARENT.at(place));
    }
    Expression {
        text: text.to_owned(),
        body: part.into_node(),
        parents: processor.slots.iter().map(|slot| slot.label).collect(),
    }
}

/// The state of processing.
struct Processor<'f> {
    /// The parent operators, by their ids.
    slots: Vec<Slot>,
    /// The steps in which parents may still be sought.
    searches_left: u32,
    faults: &'f mut Vec<Fault>,
}

fn process_raw(processor: &mut Processor<'_>, raw: Raw) -> Part {
    let Raw { kind, place, keeps_array, .. } = raw;
    // `[]` behind a name or behind `@$v` concerns the step, too.
    let (is_name, is_step) = match &kind {
        RawKind::Name(_) => (true, true),
        RawKind::Focus(..) => (false, true),
        _ => (false, false),
    };
    let mut part = process_kind(processor, kind, place);
    if keeps_array {
        part.keep_array(is_name, is_step);
    }
    part
}

fn process_kind(processor: &mut Processor<'_>, kind: RawKind, place: Place) -> Part {
    match kind {
        RawKind::Null => Part::new(Kind::Null, place),
        RawKind::Bool(value) => Part::new(Kind::Bool(value), place),
        RawKind::Number(number) => Part::new(Kind::Number(number), place),
        RawKind::String(text) => Part::new(Kind::String(text), place),
        RawKind::Regex(regex) => Part::new(Kind::Regex(regex), place),
        RawKind::Variable(name) => Part::new(Kind::Variable(name), place),
        RawKind::Wildcard => Part::new(Kind::Wildcard, place),
        RawKind::Descendants => Part::new(Kind::Descendants, place),
        RawKind::Wrong => Part::new(Kind::Wrong, place),
        RawKind::Name(name) => Part::path_of(Part::new(Kind::Name(name), place)),
        RawKind::Parent => ancestry::parent(processor, place),
        RawKind::End => {
            processor.faults.push(problem::END.at(place.clone()));
            Part::new(Kind::Wrong, place)
        }
        RawKind::Dots(steps) => path::dots(processor, steps, place),
        RawKind::Filter(base, predicate) => path::filter(processor, *base, *predicate, place),
        RawKind::Group(base, entries) => path::group(processor, *base, entries, place),
        RawKind::Sort(base, terms) => path::sort(processor, *base, terms, place),
        RawKind::Focus(base, name) => path::focus(processor, *base, name, place),
        RawKind::Index(base, name) => path::index(processor, *base, name, place),
        RawKind::Negate(operand) => negate(processor, *operand, place),
        RawKind::Bind(name, value) => {
            wrap(processor, *value, place, |value| Kind::Bind(name, value))
        }
        RawKind::Binary(operator, left, right) => binary(processor, operator, *left, *right, place),
        RawKind::Coalesce(left, right) => join(processor, *left, *right, place, Kind::Coalesce),
        RawKind::Default(left, right) => join(processor, *left, *right, place, Kind::Default),
        RawKind::Apply(left, right) => apply(processor, *left, *right, place),
        RawKind::Array(items) => {
            many(processor, items, place, |items| Kind::Array { items, is_cons: false })
        }
        RawKind::Block(expressions) => many(processor, expressions, place, |expressions| {
            Kind::Block { is_cons: expressions.iter().any(gives_cons), expressions }
        }),
        RawKind::Object(entries) => object(processor, entries, place),
        RawKind::Condition(test, then, otherwise) => {
            condition(processor, *test, *then, otherwise.map(|raw| *raw), place)
        }
        RawKind::Call(callee, arguments) => call(processor, *callee, arguments, place),
        RawKind::Partial(callee, arguments) => partial(processor, *callee, arguments, place),
        RawKind::Lambda(lambda) => self::lambda(processor, *lambda, place),
        RawKind::Transform(transform) => self::transform(processor, *transform, place),
    }
}

/// Processes a part whose parents are not sought outside of it.
fn node(processor: &mut Processor<'_>, raw: Raw) -> Node {
    process_raw(processor, raw).into_node()
}

/// Processes a part of another one, and notes the parents that are sought for it.
fn inner(processor: &mut Processor<'_>, raw: Raw, seeking: &mut Vec<ParentId>) -> Node {
    let part = process_raw(processor, raw);
    seeking.extend(part.sought());
    part.into_node()
}

fn wrap(
    processor: &mut Processor<'_>,
    operand: Raw,
    place: Place,
    kind: impl FnOnce(Box<Node>) -> Kind,
) -> Part {
    let mut seeking = Vec::new();
    let operand = inner(processor, operand, &mut seeking);
    Part::seeking(kind(Box::new(operand)), place, seeking)
}

fn join(
    processor: &mut Processor<'_>,
    left: Raw,
    right: Raw,
    place: Place,
    kind: impl FnOnce(Box<Node>, Box<Node>) -> Kind,
) -> Part {
    let mut seeking = Vec::new();
    let left = inner(processor, left, &mut seeking);
    let right = inner(processor, right, &mut seeking);
    Part::seeking(kind(Box::new(left), Box::new(right)), place, seeking)
}

/// `~>`: keeps the array if either side does.
fn apply(processor: &mut Processor<'_>, left: Raw, right: Raw, place: Place) -> Part {
    // jsonata-js looks for no parents on either side.
    let (left, right) = (node(processor, left), node(processor, right));
    let keeps_array = left.keeps_array || right.keeps_array;
    let mut part = Part::new(Kind::Apply(Box::new(left), Box::new(right)), place);
    if keeps_array {
        part.keep_array(false, false);
    }
    part
}

fn binary(
    processor: &mut Processor<'_>,
    operator: Operator,
    left: Raw,
    right: Raw,
    place: Place,
) -> Part {
    join(processor, left, right, place, |left, right| Kind::Binary(operator, left, right))
}

fn many(
    processor: &mut Processor<'_>,
    parts: Vec<Raw>,
    place: Place,
    kind: impl FnOnce(Vec<Node>) -> Kind,
) -> Part {
    let mut seeking = Vec::new();
    let nodes = parts.into_iter().map(|raw| inner(processor, raw, &mut seeking)).collect();
    Part::seeking(kind(nodes), place, seeking)
}

/// A minus before a number is part of the number.
fn negate(processor: &mut Processor<'_>, operand: Raw, place: Place) -> Part {
    let mut part = process_raw(processor, operand);
    if let Some(Node { kind: Kind::Number(number), .. }) = part.single_node() {
        *number = -*number;
        part.set_place(place);
        return part;
    }
    let seeking = part.sought().collect();
    Part::seeking(Kind::Negate(Box::new(part.into_node())), place, seeking)
}

/// True if an expression of a block is an array that stays one value, or a path that begins with
/// one.
fn gives_cons(node: &Node) -> bool {
    match &node.kind {
        Kind::Path(path) => path.steps.first().is_some_and(|step| step.node.is_cons()),
        _ => node.is_cons(),
    }
}

fn object(processor: &mut Processor<'_>, entries: Vec<(Raw, Raw)>, place: Place) -> Part {
    let mut seeking = Vec::new();
    let mut processed = Vec::new();
    for (key, value) in entries {
        let key = inner(processor, key, &mut seeking);
        processed.push((key, inner(processor, value, &mut seeking)));
    }
    Part::seeking(Kind::Object(processed), place, seeking)
}

fn condition(
    processor: &mut Processor<'_>,
    test: Raw,
    then: Raw,
    otherwise: Option<Raw>,
    place: Place,
) -> Part {
    let mut seeking = Vec::new();
    let test = Box::new(inner(processor, test, &mut seeking));
    let then = Box::new(inner(processor, then, &mut seeking));
    let otherwise = otherwise.map(|raw| Box::new(inner(processor, raw, &mut seeking)));
    Part::seeking(Kind::Condition(test, then, otherwise), place, seeking)
}

fn call(processor: &mut Processor<'_>, callee: Raw, arguments: Vec<Raw>, place: Place) -> Part {
    let mut seeking = Vec::new();
    let arguments = arguments.into_iter().map(|raw| inner(processor, raw, &mut seeking)).collect();
    let callee = node(processor, callee);
    let call = Call { callee, arguments, is_tail: false };
    Part::seeking(Kind::Call(Box::new(call)), place, seeking)
}

fn partial(
    processor: &mut Processor<'_>,
    callee: Raw,
    arguments: Vec<Option<Raw>>,
    place: Place,
) -> Part {
    let mut seeking = Vec::new();
    let arguments = arguments
        .into_iter()
        .map(|argument| argument.map(|raw| inner(processor, raw, &mut seeking)))
        .collect();
    let callee = Box::new(node(processor, callee));
    Part::seeking(Kind::Partial(callee, arguments), place, seeking)
}

/// A `%` in the body of a lambda finds no step outside of it.
fn lambda(processor: &mut Processor<'_>, lambda: RawLambda, place: Place) -> Part {
    let mut body = node(processor, lambda.body);
    tail::mark_tail_calls(&mut body);
    let RawLambda { parameters, signature, .. } = lambda;
    Part::new(Kind::Lambda(Box::new(Lambda { parameters, signature, body })), place)
}

fn transform(processor: &mut Processor<'_>, transform: RawTransform, place: Place) -> Part {
    let pattern = node(processor, transform.pattern);
    let update = node(processor, transform.update);
    let delete = transform.delete.map(|raw| node(processor, raw));
    Part::new(Kind::Transform(Box::new(Transform { pattern, update, delete })), place)
}
