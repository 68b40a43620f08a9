//! Shapes of the outputs of jq programs.
//!
//! - `filter`: filters.
//! - `call`: calls of built-ins and of the program's own definitions.
//! - `construct`: arrays and objects.
//! - `part`: members and items, read and written.
//! - `operator`: arithmetic.
//! - `scope`: variables and parameters.
//! - `narrow`: what a condition says of its input.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each question is about few kinds of filters; the others are treated as always"
)]

mod call;
mod construct;
mod filter;
mod narrow;
mod operator;
mod part;
mod scope;

use std::rc::Rc;

use asl_language::shape;
use asl_language::shape::checks::Weight;
use asl_source::span::Span;

use super::border::Border;
use super::fault::Fault;
use super::over::Over;
use super::shape::{Items, Kinds, Shape};
use super::wanted::Wanted;
use crate::expr::jq::Program;
use crate::expr::jq::syntax::{Filter, Kind};
use crate::ir::{Query, Source};
pub(super) use narrow::narrow;
use scope::{At, Scope};

/// Maximum number of filters that one run of a program looks at, those of definitions included.
const MOST_FILTERS: u32 = 4_000;

/// Maximum number of filters within each other, those of definitions included.
const MOST_DEPTH: u32 = 100;

/// The outputs of a filter for each input of a shape. Those of errors are none.
#[derive(Clone, Debug)]
struct Outputs {
    /// Each of them.
    each: Shape,
    /// True if there is one at least, or an error.
    some: bool,
    /// True if there is one at most.
    one: bool,
}

impl Outputs {
    fn one(each: Shape) -> Self {
        Self { each, some: true, one: true }
    }

    /// Any number of any values.
    fn unknown() -> Self {
        Self { each: Shape::Any, some: false, one: false }
    }

    /// An error, whatever the input.
    fn error() -> Self {
        Self::one(Shape::never())
    }

    /// True if there is an error, whatever the input.
    fn is_error(&self) -> bool {
        self.some && self.each.is_never()
    }

    /// One of these for each combination with those of another filter.
    fn times(&self, other: &Self, each: Shape) -> Self {
        Self { each, some: self.some && other.some, one: self.one && other.one }
    }

    /// These or those.
    fn or(&self, other: &Self) -> Self {
        self.times(other, self.each.or(&other.each))
    }

    /// The same, or others in places that are not known.
    fn maybe_none(self) -> Self {
        Self { some: false, ..self }
    }
}

/// A run of a program over shapes.
struct Run<'p> {
    program: &'p Program,
    span: Span,
    faults: Vec<Fault>,
    /// True if each run of the program comes to this filter.
    is_certain: bool,
    /// True if errors are caught here.
    is_caught: bool,
    /// The call of the built-in whose definition is looked at.
    built_in: Option<String>,
    filters: u32,
    depth: u32,
}

/// The value of a program in a field: its only output, or the array of all. What it certainly fails
/// with is added to the faults.
pub(super) fn value(query: &Query, over: Over<'_>, faults: &mut Vec<Fault>) -> Shape {
    let outputs = run(query, over, None, true, faults);
    if outputs.is_error() {
        return Shape::Any;
    }
    let Outputs { each, some, one } = outputs;
    match (some, one) {
        (true, true) => each,
        (false, true) => each.or(&Shape::array(Vec::new())),
        (_, false) => each.or(&Shape::list(each.clone())),
    }
}

/// The global data after a result handler.
pub(super) fn merged(
    query: &Query,
    over: Over<'_>,
    value: &Shape,
    is_certain: bool,
    faults: &mut Vec<Fault>,
) -> Shape {
    let outputs = run(query, over, Some(value), is_certain, faults);
    if outputs.is_error() {
        return Shape::Any;
    }
    // Without an output they stay.
    if outputs.some { outputs.each } else { outputs.each.or(&input(query, over)) }
}

/// Adds what a condition reads to the faults.
pub(super) fn condition(query: &Query, over: Over<'_>, is_certain: bool, faults: &mut Vec<Fault>) {
    run(query, over, Some(&Shape::Any), is_certain, faults);
}

/// The input of a program.
fn input(query: &Query, over: Over<'_>) -> Shape {
    match query.source {
        Source::Data => over.data.clone(),
        Source::Global => over.variables.global(),
    }
}

fn run(
    query: &Query,
    over: Over<'_>,
    value: Option<&Shape>,
    is_certain: bool,
    faults: &mut Vec<Fault>,
) -> Outputs {
    let program = &*query.program;
    let mut run = Run {
        program,
        span: query.span,
        faults: Vec::new(),
        is_certain,
        is_caught: false,
        built_in: None,
        filters: MOST_FILTERS,
        depth: MOST_DEPTH,
    };
    let (input, scope) = (&input(query, over), &Scope::of_inputs(program, value));
    let outputs = run.filter(&program.body, At { input, scope });
    faults.append(&mut run.faults);
    outputs
}

impl Run<'_> {
    /// Looks at a part that not each run comes to.
    fn perhaps<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        self.only_if(false, look)
    }

    /// Looks at a part that a run comes to only if something is so.
    fn only_if<T>(&mut self, is_so: bool, look: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.is_certain;
        self.is_certain &= is_so;
        let found = look(self);
        self.is_certain = before;
        found
    }

    /// Looks at a part whose errors are caught.
    fn caught<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.is_caught, true);
        let found = self.perhaps(look);
        self.is_caught = before;
        found
    }

    /// Notes that the outputs of a filter must be of some kinds. False if they never are.
    fn needs(&mut self, shape: &Shape, kinds: shape::Kinds, of: &Filter) -> bool {
        self.needs_of(shape, kinds, self.text(of))
    }

    /// Notes that a value must be of some kinds. False if it never is.
    fn needs_of(&mut self, shape: &Shape, kinds: shape::Kinds, what: String) -> bool {
        let is_possible = known(shape).may_be(kinds);
        if self.is_caught || kinds.includes(shape::Kinds::ABSENT.others()) {
            return is_possible;
        }
        let wanted = Wanted::Of(kinds);
        if let Some(border) = shape.border() {
            let weight = if self.is_certain { Weight::Fault } else { Weight::Doubt };
            self.reads(what, Some(wanted), weight, border);
        } else if !is_possible && self.is_certain {
            self.faults.extend(Fault::of_type(self.span, &what, wanted, shape));
        }
        is_possible
    }

    /// Notes the read of a place of a type.
    fn reads(&mut self, what: String, wanted: Option<Wanted>, weight: Weight, border: &Rc<Border>) {
        // Who reads an item at an index knows that there is one.
        let is_of_item = weight == Weight::Fault && border.has_item_or_null();
        let weight = if is_of_item { Weight::OfItems } else { weight };
        self.faults.push(Fault::reads(self.span, (what, wanted, weight), Rc::clone(border)));
    }

    /// A filter in messages.
    fn text(&self, filter: &Filter) -> String {
        match (&filter.kind, &self.built_in) {
            (Kind::Identity, Some(call)) => format!("the input of `{call}`"),
            _ => format!("`{}`", self.written(filter)),
        }
    }

    /// A filter as written; that of a built-in is its call.
    fn written(&self, filter: &Filter) -> String {
        match &filter.kind {
            Kind::Identity => ".".to_owned(),
            Kind::Field(target, name) => {
                let target = self.written(target);
                let dot = if target == "." { "" } else { "." };
                format!("{target}{dot}{name}")
            }
            _ => {
                let place = filter.place.start as usize..filter.place.end as usize;
                let text = self.program.text.get(place).filter(|text| !text.is_empty());
                text.or(self.built_in.as_deref()).unwrap_or(&self.program.text).to_owned()
            }
        }
    }
}

/// The kinds of a shape.
fn known(shape: &Shape) -> shape::Kinds {
    shape.kinds().map_or(shape::Kinds::UNKNOWN, Kinds::known)
}

/// Any value of some kinds.
fn of_kinds(kinds: shape::Kinds) -> Shape {
    if kinds.includes(shape::Kinds::UNKNOWN) {
        return Shape::Any;
    }
    let has = |kind| kinds.includes(kind);
    let items = Items { first: Vec::new(), more: Some(Shape::Any) };
    let object = super::Members { is_open: true, ..super::Members::default() };
    Shape::from_kinds(Kinds {
        null: has(shape::Kinds::NULL),
        boolean: has(shape::Kinds::BOOLEAN),
        number: has(shape::Kinds::NUMBER),
        string: has(shape::Kinds::TEXT),
        array: has(shape::Kinds::LIST).then_some(items),
        object: has(shape::Kinds::OBJECT).then_some(object),
        ..Kinds::default()
    })
}
