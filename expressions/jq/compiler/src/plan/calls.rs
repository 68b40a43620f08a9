//! Calls: of functions of the runtime, of closures, and of definitions.

use super::repr::Repr;
use super::tree::ClosureKind;
use asl_language::jq::{Native, Special};

use super::arguments::{closure_of, passed_on};
use super::native::{NativeCall, native};
use super::planner::{Here, Planned, Planner};
use super::scope::Scope;
use super::scope::{Argument, Code};
use super::tree::{
    Arguments, Body, Call, Handed, MadeClosure, Mode, Node, Op, ValueArgument, Values,
};
use super::updates;
use crate::analysis::{Outputs, ParameterId};
use crate::syntax::{Callee, DefinitionId, Filter, Kind, Literal};

/// `0`
static ZERO: Filter = Filter { kind: Kind::Literal(Literal::Int(0)), place: 0..0 };

impl<'p> Planner<'p> {
    /// A call.
    pub(super) fn call(
        &mut self,
        here: &Here<'p>,
        callee: Callee,
        arguments: &'p [Filter],
    ) -> Planned<'p> {
        match callee {
            Callee::Native(native) => self.native(here, native, arguments),
            Callee::Special(special) => self.special(here, special, arguments),
            Callee::Parameter(definition, index) => {
                match here.scope.parameter((definition, index)).code {
                    Code::Closure(closure) => Planned::new(Op::Use(closure), closure.kind.output()),
                    Code::Inline(..) => unreachable!("arguments stand where parameters are used"),
                }
            }
            Callee::Definition(definition) if self.facts.analysis.of(definition).is_inline => {
                self.inline(here, definition, arguments)
            }
            Callee::Definition(definition) => {
                let call = self.function_call(here, definition, arguments, Mode::Value);
                Self::called(call)
            }
        }
    }

    fn called(call: Call<'p>) -> Planned<'p> {
        let output = if call.outputs == Outputs::One { Repr::Made } else { Repr::LOCAL };
        Planned::new(Op::Call(Box::new(call)), output)
    }

    /// A function of the runtime: the last argument is the outermost loop.
    fn native(&mut self, here: &Here<'p>, of: Native, arguments: &'p [Filter]) -> Planned<'p> {
        let is_in_place = match native(&self.site(here), of, arguments, here.input.form()) {
            NativeCall::Keyed(keys) => {
                return Planned::made(Op::Keyed(of, Box::new(self.keys(here, keys))));
            }
            NativeCall::Search(search) => {
                let output = if search.gives_truth() { Repr::Truth } else { Repr::Made };
                return Planned::new(Op::Search(search), output);
            }
            NativeCall::ListLength => return Planned::made(Op::ListLength),
            NativeCall::InPlace => true,
            NativeCall::Plain => false,
        };
        let arguments = arguments.iter().rev();
        let arguments = arguments.map(|argument| self.plan(here, argument, true)).collect();
        Planned::made(Op::Native { native: of, arguments, is_in_place })
    }

    /// A call of a built-in whose code is made here.
    fn special(
        &mut self,
        here: &Here<'p>,
        special: Special,
        arguments: &'p [Filter],
    ) -> Planned<'p> {
        match (special, arguments) {
            (Special::Empty, _) => Planned::nothing(Op::Empty),
            (Special::Error, _) => Planned::nothing(Op::Error),
            (Special::Not, _) => Planned::new(Op::Not, Repr::Truth),
            (Special::Recurse, _) => Planned::new(Op::Recurse, Repr::Borrowed),
            (Special::RangeTo, [to]) => self.range(here, [&ZERO, to]),
            (Special::Range, [from, to]) => self.range(here, [from, to]),
            (Special::First, [filter]) => self.first_or_last(here, filter, Op::First),
            (Special::Last, [filter]) => self.first_or_last(here, filter, Op::Last),
            (Special::Limit, [count, filter]) => {
                let (count, filter) =
                    (self.boxed(here, count, true), self.boxed(here, filter, true));
                let output = filter.output.clone();
                Planned::new(Op::Limit(count, filter), output)
            }
            (Special::IsEmpty, [filter]) => {
                Planned::made(Op::IsEmpty(self.boxed(here, filter, true)))
            }
            (Special::Path, [filter]) => {
                Planned::made(Op::Paths(Box::new(self.paths(&here.scope, filter))))
            }
            (Special::Delete, [filter]) => updates::plan_delete(self, here, filter),
            (Special::ToStream, _) => Planned::local(Op::ToStream),
            _ => unreachable!("specials are found by their arity"),
        }
    }

    fn range(&mut self, here: &Here<'p>, bounds: [&'p Filter; 2]) -> Planned<'p> {
        Planned::local(Op::Range(Box::new(bounds.map(|bound| self.plan(here, bound, true)))))
    }

    /// `first(f)`, `last(f)`: of one output it is that one.
    fn first_or_last(
        &mut self,
        here: &Here<'p>,
        filter: &'p Filter,
        op: fn(Box<Node<'p>>) -> Op<'p>,
    ) -> Planned<'p> {
        if self.site(here).outputs(filter) == Outputs::Many {
            return Planned::local(op(self.boxed(here, filter, true)));
        }
        let Node { op, output, unfused, .. } = self.plan(here, filter, false);
        Planned::new(op, output).unfused(unfused)
    }

    /// The code of a definition in place of its call.
    fn inline(
        &mut self,
        here: &Here<'p>,
        definition: DefinitionId,
        arguments: &'p [Filter],
    ) -> Planned<'p> {
        let is_loop = self.facts.analysis.of(definition).is_loop;
        let (arguments, inner) = self.arguments(here, definition, arguments, None);
        let body = &self.facts.definition(definition).body;
        let lends = !arguments.values.is_one();
        let body = if is_loop {
            let inner = inner.on(inner.input.lent_if(lends));
            let planned = self.looped_or_called(&inner, definition);
            let outputs = self.site(&inner).outputs(body);
            Node { outputs, ..Self::node(inner.input, lends, planned) }
        } else {
            self.plan(&inner, body, lends)
        };
        let output = body.output.clone();
        Planned::new(Op::Inline(Box::new(arguments), Box::new(body)), output)
    }

    /// A definition that calls itself last: a loop, or a function if that cannot be.
    fn looped_or_called(&mut self, here: &Here<'p>, definition: DefinitionId) -> Planned<'p> {
        if let Some(planned) = self.looped(here, definition) {
            return planned;
        }
        let as_paths = self.facts.analysis.of(definition).uses_paths;
        let handed = self.own_arguments(here, definition, as_paths);
        let values = Values { parts: Vec::new(), owns: false };
        Self::called(self.call_with(definition, Mode::Value, values, handed))
    }

    /// The arguments of a definition that becomes part of its caller, and the names in its body.
    pub(super) fn arguments(
        &mut self,
        here: &Here<'p>,
        definition: DefinitionId,
        arguments: &'p [Filter],
        as_paths: Option<bool>,
    ) -> (Arguments<'p>, Here<'p>) {
        let as_paths = as_paths.unwrap_or(self.facts.analysis.of(definition).uses_paths);
        let parameters = &self.facts.definition(definition).parameters;
        let (mut inner, mut parts, mut closures) = (here.scope.clone(), Vec::new(), Vec::new());
        let owns = self.site(here).owns_values(definition, here.input.form());
        for ((index, parameter), argument) in (0..).zip(parameters).zip(arguments) {
            if let Some(variable) = parameter.variable {
                let node = self.plan(here, argument, true);
                let value = node.output.stable().lent();
                let value = if owns { value.own() } else { value };
                let (scope, slot) = self.bound(&inner, variable, &value);
                inner = scope;
                parts.push(ValueArgument { name: &parameter.name, node, slot });
            } else {
                let id = (definition, index);
                let (closure, argument) = self.argument_code(here, id, argument, as_paths);
                closures.extend(closure);
                inner = inner.with_parameter(id, argument);
            }
        }
        (Arguments { values: Values { parts, owns }, closures }, here.scoped(inner))
    }

    /// The code of a filter parameter of an inlined definition. A large argument that is used in
    /// several places becomes a local closure.
    fn argument_code(
        &mut self,
        here: &Here<'p>,
        id: ParameterId,
        filter: &'p Filter,
        as_paths: bool,
    ) -> (Option<MadeClosure<'p>>, Argument<'p>) {
        let argument = self.site(here).argument(filter);
        let kind = closure_of(self.facts, id, &argument, as_paths);
        let (Some(kind), &Code::Inline(filter, ref scope)) = (kind, &argument.code) else {
            return (None, argument);
        };
        let name = self.facts.parameter_name(id);
        let slot = self.slot(name);
        let body = match kind {
            ClosureKind::Paths => Body::Paths(self.paths(scope, filter)),
            ClosureKind::One | ClosureKind::Many => Body::Values(self.closure_body(scope, filter)),
        };
        (Some(MadeClosure { name, slot, kind, body }), kind.named(slot))
    }

    fn closure_body(&mut self, scope: &Scope<'p>, filter: &'p Filter) -> Node<'p> {
        let here = Here { input: Repr::Borrowed, scope: scope.clone() };
        self.plan(&here, filter, false)
    }

    /// The call of a definition's function.
    pub(super) fn function_call(
        &mut self,
        here: &Here<'p>,
        definition: DefinitionId,
        arguments: &'p [Filter],
        mode: Mode,
    ) -> Call<'p> {
        let as_paths = mode == Mode::Paths || self.facts.analysis.of(definition).uses_paths;
        let parameters = &self.facts.definition(definition).parameters;
        let owns = self.site(here).owns_values(definition, here.input.form());
        let (mut parts, mut handed) = (Vec::new(), Vec::new());
        for (parameter, argument) in parameters.iter().zip(arguments) {
            if parameter.variable.is_some() {
                let node = self.plan(here, argument, true);
                handed.push(Handed::Value(parts.len()));
                let slot = self.slot(&parameter.name);
                parts.push(ValueArgument { name: &parameter.name, node, slot });
            }
        }
        self.free_variables(here, definition, &mut handed);
        let pairs = parameters.iter().zip(arguments);
        for (_, argument) in pairs.filter(|(parameter, _)| parameter.variable.is_none()) {
            let argument = self.facts.inlined(argument, &here.scope);
            handed.push(self.handed(&argument, as_paths));
        }
        self.free_arguments(here, definition, as_paths, &mut handed);
        self.call_with(definition, mode, Values { parts, owns }, handed)
    }

    fn call_with(
        &mut self,
        definition: DefinitionId,
        mode: Mode,
        values: Values<'p>,
        handed: Vec<Handed<'p>>,
    ) -> Call<'p> {
        self.need(definition, mode);
        let (name, facts) =
            (&self.facts.definition(definition).name, self.facts.analysis.of(definition));
        let (outputs, consumes) = (facts.outputs, facts.consumes);
        Call { definition, mode, name, values, handed, outputs, consumes }
    }

    /// The arguments of a definition's function where its parameters are in scope.
    fn own_arguments(
        &mut self,
        here: &Here<'p>,
        definition: DefinitionId,
        as_paths: bool,
    ) -> Vec<Handed<'p>> {
        let parameters = &self.facts.definition(definition).parameters;
        let variables = parameters.iter().filter_map(|parameter| parameter.variable);
        let mut handed: Vec<Handed<'p>> =
            variables.map(|variable| Handed::Variable(Self::variable(here, variable).0)).collect();
        self.free_variables(here, definition, &mut handed);
        for (index, parameter) in (0..).zip(parameters) {
            if parameter.variable.is_none() {
                let argument = here.scope.parameter((definition, index)).clone();
                handed.push(self.handed(&argument, as_paths));
            }
        }
        self.free_arguments(here, definition, as_paths, &mut handed);
        handed
    }

    fn free_variables(
        &self,
        here: &Here<'p>,
        definition: DefinitionId,
        handed: &mut Vec<Handed<'p>>,
    ) {
        let free = &self.facts.analysis.of(definition).free;
        for variable in &free.variables {
            handed.push(Handed::Variable(Self::variable(here, *variable).0));
        }
    }

    /// The filters and labels of the definitions around it, which come last.
    fn free_arguments(
        &mut self,
        here: &Here<'p>,
        definition: DefinitionId,
        as_paths: bool,
        handed: &mut Vec<Handed<'p>>,
    ) {
        let free = &self.facts.analysis.of(definition).free;
        for id in &free.parameters {
            let argument = here.scope.parameter(*id).clone();
            handed.push(self.handed(&argument, as_paths));
        }
        handed.extend(free.labels.iter().map(|label| Handed::Label(here.scope.label(*label))));
    }

    /// An argument as a function takes it.
    fn handed(&mut self, argument: &Argument<'p>, as_paths: bool) -> Handed<'p> {
        let wanted = if as_paths { ClosureKind::Paths } else { ClosureKind::Many };
        match &argument.code {
            Code::Closure(closure) if closure.kind == wanted => Handed::Closure(*closure),
            Code::Closure(closure) => Handed::Body(Body::Values(Self::closure_use(*closure))),
            Code::Inline(filter, scope) if as_paths => {
                Handed::Body(Body::Paths(self.paths(scope, filter)))
            }
            Code::Inline(filter, scope) => match passed_on(filter, scope) {
                Some(argument) => self.handed(&argument, as_paths),
                None => Handed::Body(Body::Values(self.closure_body(scope, filter))),
            },
        }
    }
}
