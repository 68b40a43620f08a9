//! The outputs of filters.

use asl_language::shape;

use super::super::shape::{Constant, Shape};
use super::scope::{At, Scope};
use super::{Outputs, Run};
use crate::expr::jq::syntax::{Assignment, Filter, Kind, Literal, Loop, Pattern};

/// Maximum number of times that the update of a loop is looked at until its accumulator has no new
/// values.
const MOST_ROUNDS: usize = 4;

impl<'p> Run<'p> {
    /// The outputs of a filter.
    pub(super) fn filter(&mut self, filter: &'p Filter, at: At<'_, 'p>) -> Outputs {
        if self.filters == 0 || self.depth == 0 {
            return Outputs::unknown();
        }
        self.filters -= 1;
        self.depth -= 1;
        let outputs = self.kind(filter, at);
        self.depth += 1;
        outputs
    }

    fn kind(&mut self, filter: &'p Filter, at: At<'_, 'p>) -> Outputs {
        match &filter.kind {
            Kind::Identity => Outputs::one(at.input.clone()),
            Kind::Literal(literal) => Outputs::one(of_literal(literal)),
            Kind::Format(_) => Outputs::one(Shape::string()),
            Kind::Variable(id) => Outputs::one(at.scope.variable(*id)),
            Kind::Interpolated { filters, .. } => {
                let parts = self.each(filters.iter().rev(), at);
                parts.make(Shape::string())
            }
            Kind::Field(target, name) => {
                let of = self.target(target, at);
                let each =
                    self.only_if(of.some, |run| run.member(&of.each, name, (target, filter)));
                of.with(each)
            }
            Kind::Index(target, key) => self.index((target, key), filter, at),
            Kind::Slice(target, from, to) => {
                let bounds = self.each(from.iter().chain(to).map(|it| &**it), at);
                let of = self.only_if(bounds.some, |run| run.filter(target, at));
                bounds.times(&of, Shape::Any).make(slice(&of.each))
            }
            Kind::Iterate(target) => {
                let of = self.filter(target, at);
                self.items(&of, target)
            }
            Kind::Pipe(left, right) => {
                let of = self.filter(left, at);
                if of.each.is_never() {
                    return of;
                }
                let then = self.only_if(of.some, |run| run.filter(right, at.on(&of.each)));
                of.times(&then, then.each.clone())
            }
            Kind::Negate(of) => {
                let outputs = self.filter(of, at);
                let fits = self.only_if(outputs.some, |run| {
                    run.needs(&outputs.each, shape::Kinds::NUMBER, of)
                });
                outputs.with(fits.then(Shape::number))
            }
            Kind::Arithmetic(operator, left, right) => {
                self.arithmetic(*operator, (left, right), at)
            }
            Kind::Compare(_, left, right) => {
                let both = self.each([&**right, &**left], at);
                both.make(Shape::boolean())
            }
            Kind::And(left, right) | Kind::Or(left, right) => {
                let left = self.filter(left, at);
                let right = self.perhaps(|run| run.filter(right, at));
                left.times(&right, Shape::boolean())
            }
            _ => self.combined(filter, at),
        }
    }

    /// The outputs of filters that say which others run, and with which variables.
    fn combined(&mut self, filter: &'p Filter, at: At<'_, 'p>) -> Outputs {
        match &filter.kind {
            Kind::Try(body, handler) => {
                let body = self.caught(|run| run.filter(body, at)).maybe_none();
                match handler {
                    Some(handler) => {
                        let handled = self.perhaps(|run| run.filter(handler, at.on(&Shape::Any)));
                        Outputs { one: false, ..body.or(&handled) }
                    }
                    None => body,
                }
            }
            Kind::Comma(left, right) => {
                let (left, right) = (self.filter(left, at), self.filter(right, at));
                // What comes before an error may be taken.
                if left.is_error() {
                    return left;
                }
                let some = left.some || right.some;
                Outputs { each: left.each.or(&right.each), some, one: false }
            }
            Kind::Alternative(left, right) => self.alternative(left, right, at),
            Kind::Assign(assignment, path, value) => self.assign(*assignment, (path, value), at),
            Kind::If(branches, otherwise) => self.branches(branches, otherwise.as_deref(), at),
            Kind::Reduce(parts) => self.reduce(parts, at),
            Kind::Bind { source, patterns, body } => {
                let source = self.filter(source, at);
                let inner = bind(patterns, &source.each, at.scope);
                let body = self.only_if(source.some, |run| run.filter(body, at.within(&inner)));
                if source.is_error() { source } else { source.times(&body, body.each.clone()) }
            }
            Kind::Call(callee, arguments) => self.call((*callee, arguments), filter, at),
            Kind::Object(entries) => self.object(entries, at),
            Kind::Array(items) => self.array(items.as_deref(), at),
            Kind::Label(_, body) => self.perhaps(|run| run.filter(body, at)).maybe_none(),
            Kind::Break(_) => Outputs { some: false, ..Outputs::error() },
            Kind::Foreach(parts, extract) => self.foreach((parts, extract.as_deref()), at),
            // `..`
            _ => Outputs::unknown(),
        }
    }

    /// The value whose part is read. Of a path only the whole is noted.
    pub(super) fn target(&mut self, target: &'p Filter, at: At<'_, 'p>) -> Outputs {
        let Kind::Field(outer, name) = &target.kind else {
            return self.filter(target, at);
        };
        let of = self.target(outer, at);
        let fits = self.only_if(of.some, |run| run.is_keyed(&of.each, outer));
        let each = fits.then(|| super::part::member(&of.each, name)).flatten();
        of.with(each)
    }

    /// The combinations of the outputs of several filters, which are computed in this order.
    pub(super) fn each(
        &mut self,
        filters: impl IntoIterator<Item = &'p Filter>,
        at: At<'_, 'p>,
    ) -> Outputs {
        filters.into_iter().fold(Outputs::one(Shape::Any), |all, filter| {
            let own = self.only_if(all.some, |run| run.filter(filter, at));
            let each =
                if own.is_error() || all.each.is_never() { Shape::never() } else { Shape::Any };
            all.times(&own, each)
        })
    }

    fn alternative(&mut self, left: &'p Filter, right: &'p Filter, at: At<'_, 'p>) -> Outputs {
        let left = self.caught(|run| run.filter(left, at));
        let right = self.perhaps(|run| run.filter(right, at));
        // An error of the left side is as no output.
        let each = without_null(&left.each).or(&right.each);
        Outputs { each, some: right.some, one: left.one && right.one }
    }

    fn branches(
        &mut self,
        branches: &'p [(Filter, Filter)],
        otherwise: Option<&'p Filter>,
        at: At<'_, 'p>,
    ) -> Outputs {
        let mut rest = at.input.clone();
        let mut all: Option<Outputs> = None;
        for (index, (condition, branch)) in branches.iter().enumerate() {
            let asked = self.only_if(index == 0, |run| run.filter(condition, at.on(&rest)));
            if index == 0 && asked.is_error() {
                return asked;
            }
            let seen = super::narrow::of_truth(&rest, condition, true);
            let own = self.perhaps(|run| run.filter(branch, at.on(&seen)));
            let own = asked.times(&own, own.each.clone());
            all = Some(all.map_or_else(|| own.clone(), |all| all.or(&own)));
            rest = super::narrow::of_truth(&rest, condition, false);
        }
        let last = match otherwise {
            Some(otherwise) => self.perhaps(|run| run.filter(otherwise, at.on(&rest))),
            None => Outputs::one(rest),
        };
        all.map_or_else(|| last.clone(), |all| all.or(&last))
    }

    fn reduce(&mut self, parts: &'p Loop, at: At<'_, 'p>) -> Outputs {
        let (first, all, _) = self.turns(parts, at);
        if first.is_error() { first } else { first.with(Some(all)) }
    }

    fn foreach(
        &mut self,
        (parts, extract): (&'p Loop, Option<&'p Filter>),
        at: At<'_, 'p>,
    ) -> Outputs {
        let (first, all, inner) = self.turns(parts, at);
        if first.is_error() {
            return first;
        }
        let each = match extract {
            Some(extract) => {
                self.perhaps(|run| run.filter(extract, at.on(&all).within(&inner))).each
            }
            None => all,
        };
        Outputs { each, ..Outputs::unknown() }
    }

    /// The values with which a loop begins, those of its accumulator, and the variables within it.
    fn turns(&mut self, parts: &'p Loop, at: At<'_, 'p>) -> (Outputs, Shape, Scope<'p>) {
        let Loop { source, patterns, init, update } = parts;
        let first = self.filter(init, at);
        let items = self.only_if(first.some, |run| run.filter(source, at));
        let inner = bind(patterns, &items.each, at.scope);
        let all = self.accumulated(update, at.on(&first.each).within(&inner));
        (first, all, inner)
    }

    /// The values of an accumulator: that with which it begins, and what its update makes of each.
    fn accumulated(&mut self, update: &'p Filter, at: At<'_, 'p>) -> Shape {
        let mut all = at.input.clone();
        for _ in 0..MOST_ROUNDS {
            let faults = self.faults.len();
            let made = self.perhaps(|run| run.filter(update, at.on(&all)));
            // Without an output it is null.
            let made = if made.some { made.each } else { made.each.or(&Shape::null()) };
            let after = all.or(&made);
            if after == all {
                return all;
            }
            // The next round reads the same, of more values.
            self.faults.truncate(faults);
            all = after;
        }
        self.perhaps(|run| run.filter(update, at.on(&Shape::Any)));
        Shape::Any
    }

    fn assign(
        &mut self,
        assignment: Assignment,
        (path, value): (&'p Filter, &'p Filter),
        at: At<'_, 'p>,
    ) -> Outputs {
        let Some(names) = names_of(path) else {
            self.perhaps(|run| run.filter(value, at));
            return Outputs::unknown();
        };
        let old =
            names.iter().try_fold(at.input.clone(), |of, name| super::part::member(&of, name));
        let old = old.unwrap_or(Shape::Any);
        let (value, new) = match assignment {
            Assignment::Set => {
                let value = self.filter(value, at);
                (value.clone(), value.each)
            }
            Assignment::Update => {
                // Only the first output is computed.
                let is_one = self.caught(|run| run.filter(value, at.on(&old))).one;
                let made = self.only_if(is_one, |run| run.filter(value, at.on(&old)));
                // Without an output the member is removed.
                if !made.some {
                    return Outputs::one(Shape::Any);
                }
                (Outputs::one(made.each.clone()), made.each)
            }
            Assignment::Arithmetic(operator) => {
                let right = self.filter(value, at);
                let sum = self.only_if(right.some, |run| {
                    run.calculate(operator, (&old, path), (&right.each, value))
                });
                let sum = if right.is_error() { None } else { sum };
                (right.with(sum.clone()), sum.unwrap_or_else(Shape::never))
            }
            Assignment::Alternative => {
                let right = self.perhaps(|run| run.filter(value, at));
                let new = without_null(&old).or(&right.each);
                (right, new)
            }
        };
        if value.is_error() {
            return Outputs::error();
        }
        let made = self.only_if(value.some, |run| run.set(at.input, (0, &names), new));
        value.with(made)
    }
}

impl Outputs {
    /// As many outputs of a shape, unless they are errors.
    pub(super) fn make(&self, each: Shape) -> Self {
        if self.each.is_never() { self.clone() } else { self.with(Some(each)) }
    }

    /// As many outputs of another shape. `None`: each is an error.
    pub(super) fn with(&self, each: Option<Shape>) -> Self {
        match each {
            Some(each) => Self { each, ..self.clone() },
            None => Self { each: Shape::never(), ..self.clone() },
        }
    }
}

/// The names of the members on a path that has only such steps.
pub(super) fn names_of(path: &Filter) -> Option<Vec<&str>> {
    match &path.kind {
        Kind::Identity => Some(Vec::new()),
        Kind::Field(target, name) => {
            let mut names = names_of(target)?;
            names.push(name);
            Some(names)
        }
        Kind::Pipe(left, right) => {
            let mut names = names_of(left)?;
            names.extend(names_of(right)?);
            Some(names)
        }
        _ => None,
    }
}

/// The values but for null.
pub(super) fn without_null(shape: &Shape) -> Shape {
    match shape.kinds() {
        Some(kinds) if kinds.null => {
            Shape::from_kinds(super::Kinds { null: false, ..kinds.clone() })
        }
        _ => {
            let there = super::super::border::Step::Only(
                shape::Kinds::NULL.or(shape::Kinds::ABSENT).others(),
            );
            match shape.border() {
                Some(border) => Shape::Border(border.narrow(&[], &there).into()),
                None => shape.clone(),
            }
        }
    }
}

fn bind<'p>(patterns: &[Pattern], of: &Shape, scope: &Scope<'p>) -> Scope<'p> {
    match patterns {
        [Pattern::Variable(id)] => scope.with_variable(*id, of.clone()),
        // What is bound to the other variables can be anything.
        _ => scope.clone(),
    }
}

fn slice(of: &Shape) -> Shape {
    let Some(kinds) = of.kinds() else { return Shape::Any };
    let items = kinds.array.as_ref().map(|items| Shape::list(items.any()));
    let others = super::known(of).and(shape::Kinds::TEXT.or(shape::Kinds::NULL));
    items.unwrap_or_else(Shape::never).or(&super::of_kinds(others))
}

/// The shape of a constant.
pub(super) fn of_literal(literal: &Literal) -> Shape {
    match literal {
        Literal::Null => Shape::null(),
        Literal::Bool(_) => Shape::boolean(),
        Literal::Int(number) => Shape::constant(Constant::Integer(*number)),
        Literal::Float(..) => Shape::number(),
        Literal::String(text) => Shape::constant(Constant::Text(text.as_str().into())),
        Literal::Array(items) => Shape::array(items.iter().map(of_literal).collect()),
        Literal::Object(members) => {
            Shape::object(members.iter().map(|(name, value)| (name.clone(), of_literal(value))))
        }
    }
}
