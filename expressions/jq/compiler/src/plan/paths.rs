//! Filters in path mode: their outputs are values with the paths that lead to them.

use super::repr::Repr;
use super::tree::ClosureKind;
use asl_language::jq::{BuiltInId, Special};

use super::binding::{self, Apart};
use super::choice::passes_input;
use super::planner::{Here, Planner};
use super::scope::Code;
use super::scope::Scope;
use super::tree::{Branches, Mode, PathNode, PathOp, PathTurns};
use crate::syntax::{self, Callee, DefinitionId, Filter, Kind, Literal, Loop};

impl<'p> Planner<'p> {
    /// A filter in path mode.
    pub(super) fn paths(&mut self, scope: &Scope<'p>, filter: &'p Filter) -> PathNode<'p> {
        let (mut scope, mut filter) = (scope.clone(), filter);
        // An argument stands where its parameter is used.
        while let Kind::Call(Callee::Parameter(definition, index), _) = filter.kind {
            let (argument, inner) = match &scope.parameter((definition, index)).code {
                Code::Inline(filter, scope) => (*filter, scope.clone()),
                Code::Closure(_) => break,
            };
            (filter, scope) = (argument, inner);
        }
        let op = self.path_op(&Here { input: Repr::Borrowed, scope }, filter);
        PathNode { op }
    }

    fn boxed_paths(&mut self, here: &Here<'p>, filter: &'p Filter) -> Box<PathNode<'p>> {
        Box::new(self.paths(&here.scope, filter))
    }

    fn path_op(&mut self, here: &Here<'p>, filter: &'p Filter) -> PathOp<'p> {
        match &filter.kind {
            Kind::Identity => PathOp::Input,
            Kind::RecurseDefault => PathOp::Recurse,
            Kind::Field(target, name) => PathOp::Field(self.boxed_paths(here, target), name),
            Kind::Index(target, index) => {
                if let Kind::Literal(Literal::String(name)) = &index.kind {
                    return PathOp::Field(self.boxed_paths(here, target), name);
                }
                let index = self.boxed(here, index, false);
                PathOp::Index(self.boxed_paths(here, target), index)
            }
            Kind::Slice(target, from, to) => {
                let bounds = Box::new(self.bounds(here, from.as_deref(), to.as_deref()));
                PathOp::Slice(self.boxed_paths(here, target), bounds)
            }
            Kind::Iterate(target) => PathOp::Iterate(self.boxed_paths(here, target)),
            Kind::Pipe(left, right) => {
                PathOp::Pipe(self.boxed_paths(here, left), self.boxed_paths(here, right))
            }
            Kind::Comma(left, right) => {
                PathOp::Both(self.boxed_paths(here, left), self.boxed_paths(here, right))
            }
            Kind::Try(body, handler) => {
                let body = self.boxed_paths(here, body);
                PathOp::Try(body, handler.as_deref().map(|filter| self.boxed_paths(here, filter)))
            }
            Kind::Alternative(left, right) => {
                PathOp::Alternative(self.boxed_paths(here, left), self.boxed_paths(here, right))
            }
            Kind::If(branches, otherwise) => {
                self.path_branches(here, branches, otherwise.as_deref())
            }
            Kind::Reduce(parts) => PathOp::Reduce(Box::new(self.path_turns(here, parts).0)),
            Kind::Foreach(parts, extract) => {
                let (turns, inner) = self.path_turns(here, parts);
                let extract = extract.as_deref();
                let extract = extract.map(|extract| self.boxed_paths(&inner, extract));
                PathOp::Foreach(Box::new(turns), extract)
            }
            Kind::Bind { source, patterns, body } => self.path_bind(here, source, patterns, body),
            Kind::Label(label, body) => {
                let slot = self.slot("label");
                let here = here.scoped(here.scope.with_label(*label, slot));
                PathOp::Label(slot, self.boxed_paths(&here, body))
            }
            Kind::Call(callee, arguments) => self.path_call(here, filter, *callee, arguments),
            _ => self.path_made(here, filter),
        }
    }

    /// A filter that finds no path: its outputs are values, at the path of its input.
    fn path_made(&mut self, here: &Here<'p>, filter: &'p Filter) -> PathOp<'p> {
        PathOp::Made(self.boxed(here, filter, false), passes_input(filter))
    }

    fn path_branches(
        &mut self,
        here: &Here<'p>,
        branches: &'p [(Filter, Filter)],
        otherwise: Option<&'p Filter>,
    ) -> PathOp<'p> {
        let ways = branches.iter().map(|(condition, way)| {
            (self.test(here, condition, false), self.paths(&here.scope, way))
        });
        let ways = ways.collect();
        let otherwise = match otherwise {
            Some(otherwise) => self.paths(&here.scope, otherwise),
            None => PathNode { op: PathOp::Input },
        };
        PathOp::Branches(Box::new(Branches { is_shared: true, ways, otherwise }))
    }

    /// The parts of `reduce` and `foreach`, and the names behind the patterns.
    fn path_turns(&mut self, here: &Here<'p>, parts: &'p Loop) -> (PathTurns<'p>, Here<'p>) {
        let init = self.paths(&here.scope, &parts.init);
        let source = self.paths(&here.scope, &parts.source);
        let (patterns, scope) =
            binding::plan_patterns(self, here, &parts.patterns, &Repr::Borrowed, Apart::Steps);
        let update = self.paths(&scope, &parts.update);
        (PathTurns { init, source, patterns, update }, here.scoped(scope))
    }

    /// `source as patterns | body`: the source is no part of the path. Several patterns leave the
    /// path as it is.
    fn path_bind(
        &mut self,
        here: &Here<'p>,
        source: &'p Filter,
        patterns: &'p [syntax::Pattern],
        body: &'p Filter,
    ) -> PathOp<'p> {
        let is_step = matches!(patterns, [syntax::Pattern::Array(_) | syntax::Pattern::Object(_)]);
        let (bound, scope) = if is_step {
            let source = self.plan(here, source, false);
            let (patterns, scope) =
                binding::plan_patterns(self, here, patterns, &Repr::Borrowed, Apart::Steps);
            (super::tree::Bound { source, word: "value", patterns }, scope)
        } else {
            binding::bound_outputs(self, here, source, patterns, false)
        };
        let body = Box::new(self.paths(&scope, body));
        let passes_input = passes_input(source);
        PathOp::Bind { bound: Box::new(bound), is_step, passes_input, body }
    }

    fn path_call(
        &mut self,
        here: &Here<'p>,
        filter: &'p Filter,
        callee: Callee,
        arguments: &'p [Filter],
    ) -> PathOp<'p> {
        match (callee, arguments) {
            (Callee::Definition(definition), _) => {
                self.path_definition(here, definition, arguments)
            }
            (Callee::Parameter(of, index), _) => match here.scope.parameter((of, index)).code {
                Code::Closure(closure) if closure.kind == ClosureKind::Paths => {
                    PathOp::Use(closure)
                }
                Code::Closure(_) | Code::Inline(..) => self.path_made(here, filter),
            },
            (Callee::Native(native), [path]) if native.is(BuiltInId::GetPath) => {
                PathOp::GetPath(self.boxed(here, path, false))
            }
            (Callee::Special(Special::Recurse), _) => PathOp::Recurse,
            (Callee::Special(Special::First), [filter]) => {
                PathOp::First(self.boxed_paths(here, filter))
            }
            (Callee::Special(Special::Limit), [count, filter]) => {
                let count = self.boxed(here, count, false);
                PathOp::Limit(count, self.boxed_paths(here, filter))
            }
            (Callee::Native(_) | Callee::Special(_), _) => self.path_made(here, filter),
        }
    }

    /// A definition in path mode: part of its caller, or a function. What calls itself is never a
    /// loop here: the paths of its turns are on the stack.
    fn path_definition(
        &mut self,
        here: &Here<'p>,
        definition: DefinitionId,
        arguments: &'p [Filter],
    ) -> PathOp<'p> {
        let facts = self.facts.analysis.of(definition);
        if facts.is_inline && !facts.is_loop {
            let body = &self.facts.definition(definition).body;
            let (arguments, inner) = self.arguments(here, definition, arguments, Some(true));
            return PathOp::Inline(Box::new(arguments), self.boxed_paths(&inner, body));
        }
        let call = self.function_call(here, definition, arguments, Mode::Paths);
        PathOp::Call(Box::new(call))
    }
}
