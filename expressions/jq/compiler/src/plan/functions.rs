//! Definitions as functions of their own, and those that call themselves last as loops.

use super::planner::{Here, Planned, Planner};
use super::repr::Repr;
use super::scope::Scope;
use super::scope::{Argument, Code};
use super::tail::{Ending, ending};
use super::tree::ClosureKind;
use super::tree::{self, Closure, Function, FunctionBody, Loop, Mode, Op, Parameter, Slot, Tail};
use crate::analysis::Outputs;
use crate::syntax::{DefinitionId, Filter};

/// A parameter of a function, with its name.
type Named<'p> = (&'p str, Parameter, Slot);

impl<'p> Planner<'p> {
    /// A definition's function.
    pub(super) fn function(&mut self, definition: DefinitionId, mode: Mode) -> Function<'p> {
        let (made, facts) = (self.facts.definition(definition), self.facts.analysis.of(definition));
        let as_paths = mode == Mode::Paths || facts.uses_paths;
        let (parameters, scope) = self.function_scope(definition, as_paths);
        let (name, mut is_deeper) = (made.name.as_str(), made.is_apart || made.is_recursive);
        let body = if mode == Mode::Paths {
            FunctionBody::Paths(self.paths(&scope, &made.body))
        } else {
            let (outputs, consumes) = (facts.outputs, facts.consumes);
            let input = if consumes { Repr::LOCAL } else { Repr::Borrowed };
            let here = Here { input: input.clone(), scope };
            let looped = facts.is_loop.then(|| self.looped(&here, definition)).flatten();
            let body = match looped {
                Some(planned) => {
                    is_deeper = made.is_apart;
                    Self::node(input, false, planned)
                }
                None => self.plan(&here, &made.body, false),
            };
            FunctionBody::Values { outputs, consumes, body }
        };
        Function { name, parameters, is_deeper, body }
    }

    /// The parameters of a definition's function, those for what it uses of others included, and the
    /// names in its body.
    fn function_scope(
        &mut self,
        definition: DefinitionId,
        as_paths: bool,
    ) -> (Vec<Named<'p>>, Scope<'p>) {
        let (own, free) = (
            &self.facts.definition(definition).parameters,
            &self.facts.analysis.of(definition).free,
        );
        let (mut parameters, mut scope) = (Vec::new(), Scope::default());
        let variables = own.iter().filter_map(|parameter| parameter.variable);
        for variable in variables.chain(free.variables.iter().copied()) {
            let (inner, slot) = self.bound(&scope, variable, &Repr::Borrowed);
            scope = inner;
            parameters.push((self.name_of(variable), Parameter::Value, slot));
        }
        let filters = (0..).zip(own).filter(|(_, parameter)| parameter.variable.is_none());
        let filters = filters.map(|(index, _)| (definition, index));
        let (kind, parameter) = if as_paths {
            (ClosureKind::Paths, Parameter::PathFilter)
        } else {
            (ClosureKind::Many, Parameter::Filter)
        };
        for id in filters.chain(free.parameters.iter().copied()) {
            let slot = self.slot(self.facts.parameter_name(id));
            let code = Code::Closure(Closure { kind, slot, is_local: false });
            scope = scope.with_parameter(id, Argument { code, outputs: Outputs::Many });
            parameters.push((self.facts.parameter_name(id), parameter, slot));
        }
        for label in &free.labels {
            let slot = self.slot("label");
            scope = scope.with_label(*label, slot);
            parameters.push(("label", Parameter::Label, slot));
        }
        (parameters, scope)
    }

    /// A definition that calls itself last as a loop, if all these calls can become turns.
    pub(super) fn looped(
        &mut self,
        here: &Here<'p>,
        definition: DefinitionId,
    ) -> Option<Planned<'p>> {
        let made = self.facts.definition(definition);
        let ending = ending(&self.site(here), &made.body, definition)?;
        let (mut variables, mut inner) = (Vec::new(), here.scope.clone());
        for variable in made.parameters.iter().filter_map(|parameter| parameter.variable) {
            let first = Self::variable(here, variable).0;
            let (scope, slot) = self.bound(&inner, variable, &Repr::LOCAL);
            inner = scope;
            variables.push((self.name_of(variable), first, slot));
        }
        let inner = here.on(Repr::LOCAL).scoped(inner);
        let has_one = self.site(&inner).has_one(&made.body);
        let tail = self.tail(&inner, ending, definition);
        let name = made.name.as_str();
        Some(Planned::local(Op::Loop(Box::new(Loop { name, variables, has_one, tail }))))
    }

    fn tail(&mut self, here: &Here<'p>, ending: Ending<'p>, definition: DefinitionId) -> Tail<'p> {
        match ending {
            Ending::End(filter) => Tail::End(self.plan(here, filter, false)),
            Ending::EndOfInput => Tail::End(Self::input(here, false)),
            Ending::Pipe(left, right) => {
                let left = self.plan(here, left, false);
                let rest = self.tail(&here.on(left.output.stable()), *right, definition);
                Tail::Pipe(left, Box::new(rest))
            }
            Ending::PipeOfMaybe(left, right) => {
                let left = self.plan(here, left, false);
                let rest = self.tail(&here.on(Repr::LOCAL), *right, definition);
                Tail::PipeOfMaybe(left, Box::new(rest))
            }
            Ending::Comma(left, right) => {
                let left = self.plan(here, left, true);
                Tail::Comma(left, Box::new(self.tail(here, *right, definition)))
            }
            Ending::If(ways, otherwise) => {
                let ways = ways.into_iter().map(|(condition, way)| {
                    (self.condition(here, condition), self.tail(here, way, definition))
                });
                let ways = ways.collect();
                Tail::If(ways, Box::new(self.tail(here, *otherwise, definition)))
            }
            Ending::Bind(source, variable, body) => {
                let source = self.plan(here, source, true);
                let (scope, slot) = self.bound(&here.scope, variable, &source.output.own());
                let body = self.tail(&here.scoped(scope), *body, definition);
                Tail::Bind(source, slot, Box::new(body))
            }
            Ending::Again(arguments) => Tail::Again(self.next_values(here, arguments, definition)),
        }
    }

    /// The values of `$` parameters in the next turn of a loop.
    fn next_values(
        &mut self,
        here: &Here<'p>,
        arguments: &'p [Filter],
        definition: DefinitionId,
    ) -> Vec<tree::Node<'p>> {
        let parameters = &self.facts.definition(definition).parameters;
        let by_value = parameters.iter().zip(arguments);
        let by_value = by_value.filter(|(parameter, _)| parameter.variable.is_some());
        by_value.map(|(_, argument)| self.plan(here, argument, true)).collect()
    }
}
