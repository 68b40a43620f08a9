//! Filters whose outputs are values, by kind.

use super::binding;
use super::choice::{self, Alternative, Attempt, Items, Stage};
use super::lists::part;
use super::planner::{Here, Planned, Planner};
use super::repr::{Part, Repr};
use super::tree::Taker;
use super::tree::{Aggregate, Keys, Op, Source, View};
use super::updates;
use super::{aggregate, lists};
use crate::analysis::Outputs;
use crate::syntax::{Filter, Kind, Literal};

impl<'p> Planner<'p> {
    /// The code of a filter with so many outputs.
    pub(super) fn op(
        &mut self,
        here: &Here<'p>,
        filter: &'p Filter,
        outputs: Outputs,
    ) -> Planned<'p> {
        match &filter.kind {
            Kind::Identity => Planned::new(Op::Input, here.input.clone()),
            Kind::RecurseDefault => Planned::new(Op::Recurse, Repr::Borrowed),
            Kind::Literal(literal) => Planned::new(Op::Constant(literal), Repr::Constant),
            Kind::Interpolated { format, pieces, filters } => {
                let filters = filters.iter().rev();
                let filters = filters.map(|filter| self.plan(here, filter, true)).collect();
                Planned::made(Op::Interpolated { format: *format, pieces, filters })
            }
            Kind::Format(name) => Planned::made(Op::Format(*name)),
            Kind::Field(..) | Kind::Index(..) | Kind::Slice(..) | Kind::Iterate(_) => {
                self.access(here, filter)
            }
            Kind::Try(body, None) => self.attempt(here, body),
            Kind::Try(body, Some(handler)) => self.caught(here, body, handler),
            Kind::Pipe(..) => self.pipe(here, filter),
            Kind::Comma(left, right) => {
                let left = self.boxed(here, left, true);
                Planned::local(Op::Both(left, self.boxed(here, right, false)))
            }
            Kind::Negate(inner) => Planned::made(Op::Negate(self.boxed(here, inner, false))),
            Kind::Arithmetic(operator, left, right) => {
                self.arithmetic(here, *operator, left, right)
            }
            Kind::Compare(..) | Kind::And(..) | Kind::Or(..) => self.logic(here, filter, outputs),
            Kind::Alternative(left, right) => self.alternative(here, left, right),
            Kind::Assign(assignment, path, value) => {
                updates::plan_assign(self, here, *assignment, path, value)
            }
            Kind::If(branches, otherwise) => self.branches(here, branches, otherwise.as_deref()),
            Kind::Reduce(parts) => self.reduce(here, parts),
            Kind::Foreach(parts, extract) => self.foreach(here, parts, extract.as_deref()),
            Kind::Bind { source, patterns, body } => {
                binding::plan_bind(self, here, source, patterns, body)
            }
            Kind::Label(label, body) => {
                let slot = self.slot("label");
                let here = here.scoped(here.scope.with_label(*label, slot));
                let body = self.plan(&here, body, true);
                let output = body.output.clone();
                Planned::new(Op::Label(slot, Box::new(body)), output)
            }
            Kind::Break(label) => Planned::nothing(Op::Break(here.scope.label(*label))),
            Kind::Variable(variable) => {
                let (slot, repr) = Self::variable(here, *variable);
                Planned::new(Op::Variable(slot), repr)
            }
            Kind::Call(callee, arguments) => self.call(here, *callee, arguments),
            Kind::Object(entries) => self.object(here, entries),
            Kind::Array(items) => self.array(here, items.as_deref()),
        }
    }

    /// `.name`, `.[index]`, `.[from:to]`, `.[]`.
    fn access(&mut self, here: &Here<'p>, filter: &'p Filter) -> Planned<'p> {
        match &filter.kind {
            Kind::Field(target, name) => self.field(here, target, name),
            Kind::Index(target, index) => match &index.kind {
                Kind::Literal(Literal::String(name)) => self.field(here, target, name),
                Kind::Literal(Literal::Int(place)) => {
                    let target = self.boxed(here, target, false);
                    let op = match target.output {
                        Repr::List(_) => Op::ListItem(target, *place),
                        _ => Op::Item(target, *place),
                    };
                    Planned::new(op, Repr::Place)
                }
                _ => {
                    let index = self.boxed(here, index, true);
                    let target = self.boxed(here, target, true);
                    Planned::made(Op::Index { target, index })
                }
            },
            Kind::Slice(target, from, to) => {
                let bounds = Box::new(self.bounds(here, from.as_deref(), to.as_deref()));
                let target = self.boxed(here, target, true);
                Planned::made(Op::Slice { target, bounds })
            }
            Kind::Iterate(target) => {
                let target = self.boxed(here, target, true);
                match target.output {
                    Repr::List(list) => {
                        Planned::new(Op::IterateList(target, list), Repr::item_of(list))
                    }
                    _ => Planned::new(Op::Iterate(target), Repr::Borrowed),
                }
            }
            _ => unreachable!("the other kinds look up nothing"),
        }
    }

    fn field(&mut self, here: &Here<'p>, target: &'p Filter, name: &'p str) -> Planned<'p> {
        let target = self.boxed(here, target, false);
        if let (Repr::Entry(key, value), Some(part)) = (&target.output, part(name)) {
            let output = if part == Part::Key { key } else { value };
            let output = (**output).clone();
            return Planned::new(Op::Part(target, part), output);
        }
        Planned::new(Op::Field(target, name), Repr::Place)
    }

    /// The bounds of a slice.
    pub(super) fn bounds(
        &mut self,
        here: &Here<'p>,
        from: Option<&'p Filter>,
        to: Option<&'p Filter>,
    ) -> super::tree::Bounds<'p> {
        [from, to].map(|bound| bound.map(|bound| self.plan(here, bound, true)))
    }

    fn attempt(&mut self, here: &Here<'p>, body: &'p Filter) -> Planned<'p> {
        match choice::attempt(&self.site(here), body) {
            Attempt::Field(name) => Planned::new(Op::AttemptField(name), Repr::Borrowed),
            Attempt::Items => Planned::new(Op::AttemptItems, Repr::Borrowed),
            Attempt::Value => Planned::local(Op::AttemptValue(self.boxed(here, body, true))),
            Attempt::Closure => Planned::local(Op::AttemptMany(self.boxed(here, body, true))),
        }
    }

    fn caught(&mut self, here: &Here<'p>, body: &'p Filter, handler: &'p Filter) -> Planned<'p> {
        let result = choice::caught(&self.site(here), body, handler);
        let body = self.boxed(here, body, true);
        let handler = self.boxed(&here.on(Repr::LOCAL), handler, false);
        Planned::local(Op::Caught { result, body, handler })
    }

    fn alternative(&mut self, here: &Here<'p>, left: &'p Filter, right: &'p Filter) -> Planned<'p> {
        let plan = choice::alternative(&self.site(here), left, right);
        let (left, right) = (self.boxed(here, left, true), self.boxed(here, right, true));
        Planned::local(match plan {
            Alternative::Value => Op::FirstTrue(left, right),
            Alternative::MaybeValue => Op::FirstTrueIfAny(left, right),
            Alternative::Shared => Op::Alternative(left, right),
        })
    }

    /// `left | right`. Stages with one output are statements one after the other.
    fn pipe(&mut self, here: &Here<'p>, filter: &'p Filter) -> Planned<'p> {
        let (mut filter, mut here, mut stages) = (filter, here.clone(), Vec::new());
        let last = loop {
            let Kind::Pipe(left, right) = &filter.kind else {
                break self.plan(&here, filter, false);
            };
            let site = self.site(&here);
            let stage = choice::stage(&site, left, right);
            let unfused = choice::unfused(&site, &stage, left, right);
            let planned = match stage {
                Stage::One => {
                    let mut node = self.plan(&here, left, false);
                    node.unfused = node.unfused.or(unfused);
                    (filter, here) = (right, here.on(node.output.stable()));
                    stages.push(node);
                    continue;
                }
                Stage::Aggregate(aggregate) => self.aggregate(&here, &aggregate),
                Stage::View(view) => self.view(&here, view, right),
                Stage::Loop => {
                    let mut left = self.boxed(&here, left, false);
                    left.unfused = left.unfused.or(unfused);
                    let right = self.boxed(&here.on(left.output.stable()), right, false);
                    let output = right.output.clone();
                    Planned::new(Op::Each(left, right), output)
                }
            };
            if stages.is_empty() {
                return planned;
            }
            let mut node = Self::node(here.input.clone(), false, planned);
            node.outputs = site.outputs(filter);
            break node;
        };
        let output = last.output.clone();
        Planned::new(Op::Stages(stages, Box::new(last)), output)
    }

    /// `[items] | taker | rest`
    fn aggregate(&mut self, here: &Here<'p>, aggregate: &aggregate::Aggregate<'p>) -> Planned<'p> {
        let (arguments, inner) = match aggregate.call {
            Some((definition, arguments)) => {
                let (arguments, inner) = self.arguments(here, definition, arguments, None);
                (Some(arguments), inner)
            }
            None => (None, here.clone()),
        };
        let items = self.plan(&inner, aggregate.items, true);
        let output = match aggregate.taker {
            Taker::Any | Taker::All => Repr::Flag,
            Taker::Count | Taker::Sum | Taker::Joined(_) | Taker::Entries => Repr::Made,
        };
        let rest = aggregate.rest.map(|rest| self.plan(&here.on(output.stable()), rest, false));
        let output = rest.as_ref().map_or(output, |rest| rest.output.clone());
        let aggregate = Aggregate { taker: aggregate.taker, arguments, items, rest };
        Planned::new(Op::Aggregate(Box::new(aggregate)), output)
    }

    /// A list in place of an array.
    fn view(&mut self, here: &Here<'p>, view: lists::View<'p>, rest: &'p Filter) -> Planned<'p> {
        let lists::View { source, list, is_iterated, gives_entries } = view;
        let source = match source {
            lists::Source::Members => Source::Members,
            lists::Source::Keyed { definition, arguments, native, keys } => {
                let (arguments, inner) = self.arguments(here, definition, arguments, None);
                let keys = Box::new(self.keys(&inner, keys));
                Source::Keyed { arguments: Box::new(arguments), native, keys }
            }
        };
        let input = if is_iterated { Repr::item_of(list) } else { Repr::List(list) };
        let rest = self.plan(&here.on(input), rest, false);
        let output = if gives_entries { rest.output.own() } else { rest.output.clone() };
        Planned::new(
            Op::View(Box::new(View { source, list, is_iterated, gives_entries, rest })),
            output,
        )
    }

    /// The keys of a built-in that sorts by keys.
    pub(super) fn keys(&mut self, here: &Here<'p>, keys: lists::Keys<'p>) -> Keys<'p> {
        let items = self.plan(here, keys.items, true);
        let key = self.plan(&here.on(items.output.stable()), keys.key, false);
        Keys { items, key, is_borrowed: keys.is_borrowed }
    }

    /// `{key: value}`: the first key is the outermost loop.
    fn object(&mut self, here: &Here<'p>, entries: &'p [(Filter, Filter)]) -> Planned<'p> {
        if entries.is_empty() {
            return Planned::nothing(Op::EmptyObject);
        }
        let (mut keys, mut parts) = (Vec::new(), Vec::new());
        for (key, value) in entries {
            // A key that is computed is checked before its value is.
            let name = match &key.kind {
                Kind::Literal(Literal::String(name)) => Some(name.as_str()),
                _ => None,
            };
            if name.is_none() {
                parts.push(self.plan(here, key, true));
            }
            keys.push(name);
            parts.push(self.plan(here, value, true));
        }
        Planned::made(Op::Object { keys, parts })
    }

    /// `[items]`: of items known in number an expression, else a list that grows.
    fn array(&mut self, here: &Here<'p>, items: Option<&'p Filter>) -> Planned<'p> {
        let Some(items) = items else { return Planned::nothing(Op::EmptyArray) };
        match choice::items(&self.site(here), items) {
            Items::Known(each) => {
                let each = each.into_iter().map(|item| self.plan(here, item, true));
                Planned::made(Op::Array(each.collect()))
            }
            Items::Growing => Planned::made(Op::Growing(self.boxed(here, items, true))),
        }
    }
}
