//! Going down into a document that is changed in place, along paths that the program spells out.
//!
//! jq looks for the paths in the document as it was. Going down into the one that is being changed
//! finds the same ones only where no change touches what is looked at later: each step leads into
//! parts of their own, conditions see a part before it is changed, and whatever has several outputs
//! in the way, or could lead to a place twice, is not done in place.
#![expect(clippy::wildcard_enum_match_arm, reason = "`is_place` lists all kinds")]

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::disjoint::{are_disjoint, commas};
use crate::expr::jq::emit::control::is_empty;
use crate::expr::jq::emit::emitter::Emitter;
use crate::expr::jq::emit::operand::Operand;
use crate::expr::jq::emit::scope::{Code, Scope};
use crate::expr::jq::syntax::{Callee, DefinitionId, Filter, Kind, Literal};

/// Whether steps that cannot be taken are errors.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Steps {
    Strict,
    /// Within `?`.
    Optional,
}

/// What makes the code for what was reached, an expression of type `Result<Fate, Exit>`, from a
/// local of type `&mut Value`.
type Reached<'k, 'p> = &'k mut dyn FnMut(&mut Emitter<'p>, &Ident) -> TokenStream;

impl<'p> Emitter<'p> {
    /// Whether what a filter leads to can be changed in place.
    pub(super) fn is_place(&self, filter: &'p Filter, scope: &Scope<'p>) -> bool {
        match &filter.kind {
            Kind::Identity => true,
            Kind::Field(target, _) | Kind::Iterate(target) => self.is_place(target, scope),
            Kind::Index(target, index) => {
                self.is_place(target, scope) && self.has_one(index, scope)
            }
            Kind::Slice(target, from, to) => {
                let mut bounds = from.iter().chain(to);
                self.is_place(target, scope) && bounds.all(|bound| self.has_one(bound, scope))
            }
            Kind::Pipe(left, right) => self.is_place(left, scope) && self.is_place(right, scope),
            Kind::Comma(..) => {
                let mut each = Vec::new();
                commas(filter, &mut each);
                are_disjoint(&each)
            }
            Kind::Try(body, None) => is_chain(body),
            Kind::If(branches, otherwise) => {
                let mut conditions = branches.iter().map(|(condition, _)| condition);
                let mut ways =
                    branches.iter().map(|(_, way)| way).chain(otherwise.iter().map(|way| &**way));
                conditions.all(|condition| self.has_one(condition, scope))
                    && ways.all(|way| self.is_place(way, scope))
            }
            Kind::Call(Callee::Definition(definition), arguments) => {
                let definition = *definition;
                self.inner(definition, arguments, scope)
                    .is_some_and(|inner| self.is_place(&self.definition(definition).body, &inner))
            }
            Kind::Call(Callee::Parameter(of, index), _) => {
                match &scope.parameter((*of, *index)).code {
                    Code::Inline(filter, inner) => self.is_place(filter, inner),
                    Code::One(_) | Code::Many { .. } | Code::Paths { .. } => false,
                }
            }
            Kind::Call(Callee::Special(_), _) => is_empty(filter),
            Kind::RecurseDefault
            | Kind::Literal(_)
            | Kind::Interpolated { .. }
            | Kind::Format(_)
            | Kind::Try(..)
            | Kind::Negate(_)
            | Kind::Arithmetic(..)
            | Kind::Compare(..)
            | Kind::And(..)
            | Kind::Or(..)
            | Kind::Alternative(..)
            | Kind::Assign(..)
            | Kind::Reduce(_)
            | Kind::Foreach(..)
            | Kind::Bind { .. }
            | Kind::Label(..)
            | Kind::Break(_)
            | Kind::Variable(_)
            | Kind::Call(Callee::Native(_), _)
            | Kind::Object(_)
            | Kind::Array(_) => false,
        }
    }

    /// The scope within a definition that is part of its caller, if it has no parameters that are
    /// values.
    fn inner(
        &self,
        id: DefinitionId,
        arguments: &'p [Filter],
        scope: &Scope<'p>,
    ) -> Option<Scope<'p>> {
        let (facts, definition) = (self.analysis.of(id), self.definition(id));
        let has_values = definition.parameters.iter().any(|parameter| parameter.variable.is_some());
        if !facts.is_inline || facts.is_loop || has_values {
            return None;
        }
        let mut inner = scope.clone();
        for (argument, index) in arguments.iter().zip(0..) {
            inner = inner.with_parameter((id, index), self.inlined(argument, scope));
        }
        Some(inner)
    }

    /// Goes down from `here`, a local of type `&mut Value`, to what a filter leads to, and changes
    /// it there. An expression of type `Result<Fate, Exit>`: what becomes of `here` itself.
    pub(super) fn in_place(
        &mut self,
        filter: &'p Filter,
        here: &Ident,
        steps: Steps,
        scope: &Scope<'p>,
        reached: Reached<'_, 'p>,
    ) -> TokenStream {
        match &filter.kind {
            Kind::Field(target, name) => {
                self.in_place(target, here, steps, scope, &mut |emitter, here| {
                    emitter.down("field", steps, here, &quote!(cx, #here, #name), reached)
                })
            }
            Kind::Iterate(target) => {
                self.in_place(target, here, steps, scope, &mut |emitter, here| {
                    emitter.down("each", steps, here, &quote!(cx, #here), reached)
                })
            }
            Kind::Index(target, index) => {
                self.index_in_place(target, index, here, steps, scope, reached)
            }
            Kind::Slice(target, from, to) => self.slice_in_place(
                target,
                [from.as_deref(), to.as_deref()],
                here,
                steps,
                scope,
                reached,
            ),
            Kind::Pipe(left, right) => {
                self.in_place(left, here, steps, scope, &mut |emitter, here| {
                    emitter.in_place(right, here, steps, scope, reached)
                })
            }
            Kind::Comma(..) => self.parts_in_place(filter, here, steps, scope, reached),
            Kind::Try(body, _) => self.in_place(body, here, Steps::Optional, scope, reached),
            Kind::If(branches, otherwise) => {
                self.branches_in_place(branches, otherwise.as_deref(), here, steps, scope, reached)
            }
            Kind::Call(Callee::Definition(definition), arguments) => {
                let Some(inner) = self.inner(*definition, arguments, scope) else {
                    unreachable!("it is a place")
                };
                self.in_place(&self.definition(*definition).body, here, steps, &inner, reached)
            }
            Kind::Call(Callee::Parameter(of, index), _) => {
                match scope.parameter((*of, *index)).code.clone() {
                    Code::Inline(filter, inner) => {
                        self.in_place(filter, here, steps, &inner, reached)
                    }
                    Code::One(_) | Code::Many { .. } | Code::Paths { .. } => {
                        unreachable!("it is a place")
                    }
                }
            }
            Kind::Call(Callee::Special(_), _) => quote!(Ok::<_, Exit>(paths::Fate::Rests)),
            _ => reached(self, here),
        }
    }

    /// One step down, by a function of the runtime.
    fn down(
        &mut self,
        function: &str,
        steps: Steps,
        _from: &Ident,
        arguments: &TokenStream,
        reached: Reached<'_, 'p>,
    ) -> TokenStream {
        let function = match steps {
            Steps::Strict => format_ident!("{function}"),
            Steps::Optional => format_ident!("{function}_if"),
        };
        let part = self.fresh("part");
        let changed = reached(self, &part);
        quote!(paths::#function(#arguments, |#part: &mut Value| #changed))
    }

    fn index_in_place(
        &mut self,
        target: &'p Filter,
        index: &'p Filter,
        here: &Ident,
        steps: Steps,
        scope: &Scope<'p>,
        reached: Reached<'_, 'p>,
    ) -> TokenStream {
        if let Kind::Literal(Literal::String(name)) = &index.kind {
            return self.in_place(target, here, steps, scope, &mut |emitter, here| {
                emitter.down("field", steps, here, &quote!(cx, #here, #name), reached)
            });
        }
        let (before, key) = self.key(index, here, scope);
        let changed = self.in_place(target, here, steps, scope, &mut |emitter, here| {
            emitter.down("index", steps, here, &quote!(cx, #here, #key), reached)
        });
        if before.is_empty() { changed } else { quote!({ #before #changed }) }
    }

    fn slice_in_place(
        &mut self,
        target: &'p Filter,
        bounds: [Option<&'p Filter>; 2],
        here: &Ident,
        steps: Steps,
        scope: &Scope<'p>,
        reached: Reached<'_, 'p>,
    ) -> TokenStream {
        let mut before = TokenStream::new();
        let [from, to] = bounds.map(|bound| match bound {
            None => quote!(None),
            Some(bound) => {
                let (statements, key) = self.key(bound, here, scope);
                before.extend(statements);
                quote!(Some(#key))
            }
        });
        let changed = self.in_place(target, here, steps, scope, &mut |emitter, here| {
            emitter.down("slice", steps, here, &quote!(cx, #here, (#from, #to)), reached)
        });
        if before.is_empty() { changed } else { quote!({ #before #changed }) }
    }

    /// A key that is computed before the document is changed, as an expression of type `&Value`.
    fn key(
        &mut self,
        filter: &'p Filter,
        here: &Ident,
        scope: &Scope<'p>,
    ) -> (TokenStream, TokenStream) {
        let old = self.fresh("old");
        let (statements, key) = self.only(filter, &Operand::reference(&old), scope);
        match (&filter.kind, key) {
            (Kind::Literal(_) | Kind::Variable(_), key) => {
                let (before, key) = key.place(self);
                (quote!(#statements #before), key)
            }
            (_, key) => {
                let (name, value) = (self.fresh("key"), key.value());
                let made = quote!(let #name = { let #old: &Value = &*#here; #statements #value };);
                (made, quote!(&#name))
            }
        }
    }

    /// Several paths, one after the other.
    fn parts_in_place(
        &mut self,
        filter: &'p Filter,
        here: &Ident,
        steps: Steps,
        scope: &Scope<'p>,
        reached: Reached<'_, 'p>,
    ) -> TokenStream {
        let mut each = Vec::new();
        commas(filter, &mut each);
        let (shared, change) = self.shared_change(reached);
        let parts = each.into_iter().map(|part| {
            self.in_place(part, here, steps, scope, &mut |_, here| quote!(#change(#here)))
        });
        let parts: Vec<TokenStream> = parts.collect();
        let fate = self.fresh("fate");
        quote!({
            #shared
            let mut #fate = paths::Fate::Rests;
            #(#fate = #fate.and(#parts?);)*
            Ok::<_, Exit>(#fate)
        })
    }

    /// What is done where several ways lead, as a closure, and its name.
    fn shared_change(&mut self, reached: Reached<'_, 'p>) -> (TokenStream, Ident) {
        let (change, part) = (self.fresh("change"), self.fresh("part"));
        let changed = reached(self, &part);
        (
            quote!(let mut #change = |#part: &mut Value| -> Result<paths::Fate, Exit> { #changed };),
            change,
        )
    }

    fn branches_in_place(
        &mut self,
        branches: &'p [(Filter, Filter)],
        otherwise: Option<&'p Filter>,
        here: &Ident,
        steps: Steps,
        scope: &Scope<'p>,
        reached: Reached<'_, 'p>,
    ) -> TokenStream {
        let empty = branches
            .iter()
            .map(|(_, way)| way)
            .chain(otherwise)
            .filter(|way| is_empty(way))
            .count();
        if branches.len() + 1 - empty <= 1 {
            return self.branch_in_place(branches, otherwise, here, steps, scope, reached);
        }
        let (shared, change) = self.shared_change(reached);
        let changed = self.branch_in_place(
            branches,
            otherwise,
            here,
            steps,
            scope,
            &mut |_, here| quote!(#change(#here)),
        );
        quote!({ #shared #changed })
    }

    fn branch_in_place(
        &mut self,
        branches: &'p [(Filter, Filter)],
        otherwise: Option<&'p Filter>,
        here: &Ident,
        steps: Steps,
        scope: &Scope<'p>,
        reached: Reached<'_, 'p>,
    ) -> TokenStream {
        let Some(((condition, way), rest)) = branches.split_first() else {
            return match otherwise {
                Some(way) => self.in_place(way, here, steps, scope, reached),
                None => reached(self, here),
            };
        };
        let old = self.fresh("old");
        let condition = self.condition(condition, &Operand::reference(&old), scope);
        let way = self.in_place(way, here, steps, scope, reached);
        let rest = self.branch_in_place(rest, otherwise, here, steps, scope, reached);
        quote!({
            let #old: &Value = &*#here;
            if #condition { #way } else { #rest }
        })
    }
}

/// Whether a filter is a chain of steps from its input, none of which can fail but for what it is
/// taken from.
fn is_chain(filter: &Filter) -> bool {
    let is_known = |filter: &Filter| matches!(filter.kind, Kind::Literal(_) | Kind::Variable(_));
    match &filter.kind {
        Kind::Identity => true,
        Kind::Field(target, _) | Kind::Iterate(target) => is_chain(target),
        Kind::Index(target, index) => is_chain(target) && is_known(index),
        Kind::Slice(target, from, to) => {
            is_chain(target) && from.iter().chain(to).all(|bound| is_known(bound))
        }
        _ => false,
    }
}
