//! The roots of paths: the data, the context object, variables.
//!
//! Members of the context object that definitions often read are fetched one by one, without
//! building the whole object. The whole one is a local of the function, built once.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::data::{Body, Held};
use crate::expr::jsonpath::emit::{find, find_or_null};
use crate::expr::jsonpath::{Path, Root, Segment, Selector, Yield};
use crate::options::Profile;

/// The rules of a lookup below a path's root.
#[derive(Clone, Copy)]
pub(super) enum Lookup {
    /// The usual rules.
    Plain,
    /// The rules of payload templates, where AWS finds `null` past the end of an array.
    Template,
}

/// A member of the context object that does not need the whole object, and its source.
struct Fact {
    names: &'static [&'static str],
    kind: FactKind,
}

#[derive(Clone, Copy)]
enum FactKind {
    /// A function of `cx` that yields `&Value`.
    Here(&'static str),
    /// A function of `cx` that yields `Option<&Value>`.
    Perhaps(&'static str),
    /// A function of `cx` that yields `Value`.
    Made(&'static str),
    /// A function of `cx` that yields `Option<Value>`.
    PerhapsMade(&'static str),
    /// A function of `cx` that yields `Value`, for states that can be retried.
    OfRetried(&'static str),
    /// `$$.State.Name`, which is known at compile time.
    StateName,
    /// `$$.StateMachine.Name`, which is known at compile time.
    MachineName,
}

#[rustfmt::skip]
const FACTS: &[Fact] = &[
    Fact { names: &["Execution", "Input"], kind: FactKind::Here("execution_input") },
    Fact { names: &["Map", "Item", "Value"], kind: FactKind::Perhaps("item_value") },
    Fact { names: &["Execution", "Id"], kind: FactKind::Made("execution_id") },
    Fact { names: &["Execution", "Name"], kind: FactKind::Made("execution_name") },
    Fact { names: &["Execution", "StartTime"], kind: FactKind::Made("start_time") },
    Fact { names: &["State", "EnteredTime"], kind: FactKind::Made("entered_time") },
    Fact { names: &["Execution", "RoleArn"], kind: FactKind::Made("role_arn") },
    Fact { names: &["StateMachine", "Id"], kind: FactKind::Made("machine_id") },
    Fact { names: &["Map", "Item", "Index"], kind: FactKind::PerhapsMade("item_index") },
    Fact { names: &["State", "RetryCount"], kind: FactKind::OfRetried("retry_count") },
    Fact { names: &["State", "Name"], kind: FactKind::StateName },
    Fact { names: &["StateMachine", "Name"], kind: FactKind::MachineName },
];

impl Body<'_> {
    /// The value at a path, with `data` as `$`. A path that may have no result goes through
    /// `check`, which converts the hit (`Option<&Value>` or `Option<Value>`) and the root
    /// (`&Value`) to a `Result` of the value.
    pub(super) fn found_by(
        &mut self,
        path: &Path,
        data: &TokenStream,
        lookup: Lookup,
        check: impl Fn(TokenStream, TokenStream) -> TokenStream,
    ) -> Held {
        match &path.root {
            Root::Data => self.below(path, data, lookup, check),
            Root::Variable(name) => {
                let variable = self.variable(name);
                if path.is_root() {
                    return Held::borrowed(variable);
                }
                let root = Ident::new("root", Span::mixed_site());
                let found = self.below(path, &quote!(#root), lookup, check);
                found.wrapped(|found| quote!({ let #root = #variable; #found }))
            }
            Root::Context => self.in_context(path, lookup, check),
        }
    }

    /// The hit of a path, as `find` of `expr::jsonpath::emit` returns it. A path without a result
    /// is not a failure, nor is a variable that was never assigned.
    pub(super) fn hits(&mut self, path: &Path, data: &TokenStream) -> TokenStream {
        match &path.root {
            Root::Data => find(path, data),
            Root::Context => {
                let context = self.whole_context();
                find(path, &context)
            }
            Root::Variable(name) if path.yields() == Yield::Hits => {
                let variable = self.variable(name);
                find(path, &variable)
            }
            Root::Variable(name) => {
                let (cx, root) = (self.cx(), Ident::new("root", Span::mixed_site()));
                self.uses().variables = true;
                if path.is_root() {
                    return quote!(if_assigned(#cx, #name));
                }
                let hits = find(path, &quote!(#root));
                quote!(if_assigned(#cx, #name).and_then(|#root| #hits))
            }
        }
    }

    /// As [`Self::found_by`], if a missing value is not the failure of a path: an expression of
    /// type `Option<&Value>`.
    pub(super) fn hit(&mut self, path: &Path, data: &TokenStream) -> TokenStream {
        let hits = match &path.root {
            // The failure is the unassigned variable.
            Root::Variable(name) => {
                let variable = self.variable(name);
                find(path, &variable)
            }
            Root::Data | Root::Context => self.hits(path, data),
        };
        match path.yields() {
            Yield::Place => hits,
            Yield::Members => quote!(#hits.as_ref()),
            Yield::Hits => quote!(Some(&#hits)),
        }
    }

    fn below(
        &self,
        path: &Path,
        root: &TokenStream,
        lookup: Lookup,
        check: impl Fn(TokenStream, TokenStream) -> TokenStream,
    ) -> Held {
        if path.is_root() {
            return Held::borrowed(root.clone());
        }
        let hits = self.look_up(path, root, lookup);
        match path.yields() {
            Yield::Hits => Held::made(hits),
            Yield::Place => {
                let found = check(hits, root.clone());
                Held::borrowed(quote!(#found?))
            }
            Yield::Members => {
                let found = check(hits, root.clone());
                Held::made(quote!(#found?))
            }
        }
    }

    fn look_up(&self, path: &Path, root: &TokenStream, lookup: Lookup) -> TokenStream {
        match (lookup, self.profile()) {
            (Lookup::Template, Profile::Aws) => find_or_null(path, root),
            (Lookup::Plain, _) | (Lookup::Template, Profile::Spec) => find(path, root),
        }
    }

    /// A variable: an expression of type `&Value`, which fails if it was never assigned.
    fn variable(&mut self, name: &str) -> TokenStream {
        let cx = self.cx();
        self.uses().variables = true;
        quote!(assigned(#cx, #name)?)
    }

    fn in_context(
        &mut self,
        path: &Path,
        lookup: Lookup,
        check: impl Fn(TokenStream, TokenStream) -> TokenStream,
    ) -> Held {
        let known = FACTS.iter().find_map(|fact| Some((fact.kind, below(path, fact.names)?)));
        // The test of a single state supplies a context object of its own.
        let Some((kind, rest)) = known.filter(|_| !self.is_tested()) else {
            return self.in_whole_context(path, lookup, check);
        };
        let rest = Path { segments: rest.to_vec(), ..path.clone() };
        let function = |name: &str| Ident::new(name, Span::call_site());
        match kind {
            FactKind::Here(name) => {
                let (root, cx) = (function(name), self.context_cx());
                if rest.is_root() {
                    return Held::borrowed(quote!(#root(#cx)));
                }
                let hits = self.look_up(&rest, &quote!(#root(#cx)), lookup);
                Held::borrowed(self.or_say(&hits, check))
            }
            FactKind::Perhaps(name) => {
                let (fact, root, cx) =
                    (function(name), Ident::new("root", Span::mixed_site()), self.context_cx());
                let hits = if rest.is_root() {
                    quote!(#fact(#cx))
                } else {
                    let hits = self.look_up(&rest, &quote!(#root), lookup);
                    quote!(#fact(#cx).and_then(|#root| #hits))
                };
                Held::borrowed(self.or_say(&hits, check))
            }
            FactKind::PerhapsMade(name) if rest.is_root() => {
                let (fact, cx) = (function(name), self.context_cx());
                Held::made(self.or_say(&quote!(#fact(#cx)), check))
            }
            FactKind::OfRetried(name) if rest.is_root() && self.can_be_retried() => {
                let (fact, cx) = (function(name), self.context_cx());
                Held::made(quote!(#fact(#cx)))
            }
            FactKind::Made(name) if rest.is_root() => {
                let (fact, cx) = (function(name), self.context_cx());
                Held::made(quote!(#fact(#cx)))
            }
            FactKind::StateName if rest.is_root() => {
                let name = self.state_name();
                Held::free(quote!(Value::String(Text::new_static(#name))))
            }
            FactKind::MachineName if rest.is_root() => {
                Held::free(quote!(Value::String(Text::new_static(MACHINE.name))))
            }
            FactKind::Made(_)
            | FactKind::PerhapsMade(_)
            | FactKind::OfRetried(_)
            | FactKind::StateName
            | FactKind::MachineName => self.in_whole_context(path, lookup, check),
        }
    }

    fn in_whole_context(
        &mut self,
        path: &Path,
        lookup: Lookup,
        check: impl Fn(TokenStream, TokenStream) -> TokenStream,
    ) -> Held {
        let context = self.whole_context();
        self.below(path, &context, lookup, check)
    }

    /// `cx`, for a member of the context object.
    fn context_cx(&mut self) -> TokenStream {
        self.uses().context = true;
        self.cx()
    }

    /// The value found without the whole context object, which is only built for the cause of a
    /// failure.
    fn or_say(
        &mut self,
        hits: &TokenStream,
        check: impl Fn(TokenStream, TokenStream) -> TokenStream,
    ) -> TokenStream {
        let context = self.context_object();
        let missing = check(quote!(None), quote!(&#context));
        quote!(#hits.map_or_else(|| #missing, Ok)?)
    }

    /// The whole context object, built once in a function: an expression of type `&Value`.
    pub(super) fn whole_context(&mut self) -> TokenStream {
        if !self.has_context() {
            let object = self.context_object();
            self.make_context(&quote!(let whole_context = &#object;));
        }
        quote!(whole_context)
    }

    fn context_object(&mut self) -> TokenStream {
        let (cx, node) = (self.context_cx(), self.node_constant());
        if self.makes_task() {
            quote!(task_context(#cx, &MACHINE, #node))
        } else {
            quote!(context(#cx, &MACHINE, #node))
        }
    }
}

/// The rest of a definite path after these members.
fn below<'p>(path: &'p Path, names: &[&str]) -> Option<&'p [Segment]> {
    let (first, rest) = path.segments.split_at_checked(names.len())?;
    let is = |segment: &Segment, name: &str| matches!(segment.only(), Some(Selector::Name(found)) if found == name);
    let fits =
        first.iter().zip(names).all(|(segment, name)| is(segment, name)) && path.is_definite();
    fits.then_some(rest)
}
