//! Calls.

use asl_language::jq::{BuiltInId, Native, Special};
use asl_language::shape;

use super::super::shape::{Constant, Shape};
use super::scope::At;
use super::{Outputs, Run, of_kinds};
use crate::expr::jq::syntax::{Callee, DefinitionId, Filter};

impl<'p> Run<'p> {
    /// The outputs of a call.
    pub(super) fn call(
        &mut self,
        (callee, arguments): (Callee, &'p [Filter]),
        whole: &Filter,
        at: At<'_, 'p>,
    ) -> Outputs {
        match callee {
            Callee::Definition(id) => self.definition((id, arguments), whole, at),
            Callee::Parameter(id, index) => match at.scope.argument(id, index) {
                Some((argument, scope)) => {
                    let call = self.built_in.take();
                    let outputs = self.filter(argument, at.within(&scope));
                    self.built_in = call;
                    outputs
                }
                None => Outputs::unknown(),
            },
            Callee::Native(native) => self.native(native, arguments, whole, at),
            Callee::Special(special) => self.special(special, arguments, at),
        }
    }

    fn definition(
        &mut self,
        (id, arguments): (DefinitionId, &'p [Filter]),
        whole: &Filter,
        at: At<'_, 'p>,
    ) -> Outputs {
        let program = self.program;
        let Some(definition) =
            program.definitions.get(id.0 as usize).filter(|definition| !definition.is_recursive)
        else {
            return Outputs::unknown();
        };
        let mut inner = at.scope.with_call(id, arguments);
        let mut all = Outputs::one(Shape::Any);
        for (parameter, argument) in definition.parameters.iter().zip(arguments) {
            if let Some(variable) = parameter.variable {
                let own = self.only_if(all.some, |run| run.filter(argument, at));
                if own.is_error() {
                    return own;
                }
                all = all.times(&own, Shape::Any);
                inner = inner.with_variable(variable, own.each);
            }
        }
        let is_built_in = definition.body.place.is_empty();
        let call = if is_built_in { self.built_in.clone() } else { None };
        let call = call.or_else(|| is_built_in.then(|| self.written(whole)));
        let call = std::mem::replace(&mut self.built_in, call);
        let body = self.only_if(all.some, |run| run.filter(&definition.body, at.within(&inner)));
        self.built_in = call;
        all.times(&body, body.each.clone())
    }

    fn native(
        &mut self,
        native: Native,
        arguments: &'p [Filter],
        whole: &Filter,
        at: At<'_, 'p>,
    ) -> Outputs {
        let mut given = Vec::new();
        let mut all = Outputs::one(Shape::Any);
        for argument in arguments.iter().rev() {
            let own = self.only_if(all.some, |run| run.filter(argument, at));
            if own.is_error() {
                return own;
            }
            all = all.times(&own, Shape::Any);
            given.push(own.each);
        }
        let takes = native.takes;
        if takes != shape::Kinds::NONE
            && !self.only_if(all.some, |run| run.takes(at.input, takes, whole))
        {
            return all.with(None);
        }
        let name = given.first().and_then(|key| key.kinds()?.constant.clone());
        if let (true, Some(Constant::Text(name))) = (native.is(BuiltInId::Has), name) {
            let what = self.text(whole);
            self.is_there(at.input, &name, what);
        }
        let gives = native.gives;
        all.with(Some(if gives == shape::Kinds::NONE { Shape::Any } else { of_kinds(gives) }))
    }

    /// Notes that the input of a built-in must be of some kinds. False if it never is.
    fn takes(&mut self, input: &Shape, kinds: shape::Kinds, call: &Filter) -> bool {
        let what = format!("the input of `{}`", self.written(call));
        input.is_never() || self.needs_of(input, kinds, what)
    }

    fn special(&mut self, special: Special, arguments: &'p [Filter], at: At<'_, 'p>) -> Outputs {
        match (special, arguments) {
            (Special::Empty, _) => Outputs { some: false, ..Outputs::error() },
            (Special::Error, _) => Outputs::error(),
            (Special::Not, _) => Outputs::one(Shape::boolean()),
            (Special::IsEmpty, [of]) => {
                self.perhaps(|run| run.filter(of, at));
                Outputs::one(Shape::boolean())
            }
            (Special::First | Special::Last, [of]) => {
                let of = self.perhaps(|run| run.filter(of, at));
                Outputs { one: true, ..of }
            }
            (Special::Limit, [_, of]) => self.perhaps(|run| run.filter(of, at)).maybe_none(),
            (Special::Range | Special::RangeTo, bounds) => {
                self.each(bounds, at);
                Outputs { each: Shape::number(), some: false, one: false }
            }
            (
                Special::Delete
                | Special::IsEmpty
                | Special::First
                | Special::Last
                | Special::Limit
                | Special::Path
                | Special::Recurse
                | Special::ToStream,
                _,
            ) => Outputs::unknown(),
        }
    }
}
