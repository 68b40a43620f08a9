//! Calls of built-ins, from the records of [`asl_language::jq`].

use asl_language::jq::{BuiltIn, Constant, Made, built_ins, find};

use super::{Resolver, constant_patterns};
use crate::syntax::{Callee, DefinitionId, Filter, Kind, Literal, Place};
use crate::tree::{Name, Tree};
use crate::{Fault, parser};
use asl_source::diagnostics::Code;

/// The reason for which a built-in is refused.
pub(super) const REFUSED: &str = "its result would depend on where the program runs";

/// Names and arities of the built-ins that programs may call.
pub(super) fn names() -> impl Iterator<Item = (&'static str, usize)> {
    let public = built_ins().filter(|built_in| !built_in.is_helper());
    public.map(|built_in| (built_in.name(), built_in.arity()))
}

fn literal(constant: Constant) -> Literal {
    match constant {
        Constant::Null => Literal::Null,
        Constant::Zero => Literal::Int(0),
        Constant::True => Literal::Bool(true),
        Constant::BuiltIns => {
            let mut names: Vec<_> = names().collect();
            names.sort_unstable();
            let shown = names.iter().map(|(name, arity)| format!("{name}/{arity}"));
            Literal::Array(shown.map(Literal::String).collect())
        }
    }
}

impl Resolver<'_> {
    pub(super) fn built_in(
        &mut self,
        name: &Name<'_>,
        arguments: &[Tree<'_>],
        filters: Vec<Filter>,
    ) -> Kind {
        let Some(built_in) = find(name.text, filters.len()) else {
            self.unknown_function(name, arguments);
            return Kind::Identity;
        };
        if built_in.reads_inputs && !self.environment.has_inputs {
            let title = format!("`{}` reads more inputs, and there are none", name.text);
            self.refuse(&name.place, title, "the program gets one value", "its input is `.`");
            return Kind::Identity;
        }
        let filters = match constant_patterns::constant(built_in, &name.place, filters) {
            Ok(kind) => return kind,
            Err(filters) => filters,
        };
        match built_in.made {
            Made::Special(special) => Kind::Call(Callee::Special(special), filters),
            Made::Native(native) => Kind::Call(Callee::Native(native), filters),
            Made::Jq(body) => match self.definition_in_jq(built_in, body) {
                Some(id) => Kind::Call(self.refer(id), filters),
                None => unreachable!("the definition of a built-in is well formed"),
            },
            Made::Constant(constant) => Kind::Literal(literal(constant)),
            Made::Refused { does, help } => {
                self.refuse(&name.place, format!("`{}` {does}", name.text), REFUSED, help);
                Kind::Identity
            }
        }
    }

    /// The definition of a built-in that is written in jq, read when it is first called.
    fn definition_in_jq(&mut self, built_in: &BuiltIn, body: &str) -> Option<DefinitionId> {
        if let Some(known) = self.built_ins.get(built_in.signature) {
            return Some(*known);
        }
        let text = format!("def {}: {body};", built_in.signature);
        let parsed = parser::parse(&text);
        let definition = parsed.source.definitions.first()?;
        let (scope, owner) = (std::mem::take(&mut self.scope), self.owner.take());
        let file = std::mem::take(&mut self.file);
        // It may call itself through another built-in, which must find it then.
        let next = DefinitionId(super::number(self.definitions.len()));
        self.built_ins.insert(built_in.signature, next);
        let id = self.definition(definition);
        (self.scope, self.owner, self.file) = (scope, owner, file);
        Some(id)
    }

    pub(super) fn refuse(&mut self, place: &Place, title: String, label: &str, help: &str) {
        self.fault(Fault {
            code: Code::JqNotHere,
            place: place.clone(),
            title,
            label: label.to_owned(),
            help: Some(help.to_owned()),
        });
    }
}
