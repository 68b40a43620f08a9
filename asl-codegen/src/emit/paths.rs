//! The roots of paths: the data, the context object, variables.
//!
//! Members of the context object that definitions often read are fetched one by one, without
//! building the whole object. The whole one is a local of the function, built once.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::data::{Body, Held};
use crate::expr::jsonpath::emit::{find, find_or_null};
use crate::expr::jsonpath::{Path, Root, Segment, Selector, Yield};
use asl_source::expression::context_object::Member;
use asl_source::options::Profile;

/// The rules of a lookup below a path's root.
#[derive(Clone, Copy)]
pub(super) enum Lookup {
    /// The usual rules.
    Plain,
    /// The rules of payload templates, where AWS finds `null` past the end of an array.
    Template,
}

/// The source of a member of the context object.
enum MemberSource {
    /// A function of `cx` that yields `&Value`.
    Here(&'static str),
    /// A function of `cx` that yields `Option<&Value>`.
    Perhaps(&'static str),
    /// A function of `cx` that yields `Value`.
    Made(&'static str),
    /// A function of `cx` that yields `Option<Value>`.
    PerhapsMade(&'static str),
    /// A text that is known at compile time.
    Name(TokenStream),
}

impl Body<'_> {
    /// The value at a path, with `data` as `$`. A path that may have no result goes through
    /// `check`, which converts the hit (`Option<&Value>` or `Option<Value>`) and the root
    /// (`&Value`) to a `Result` of the value.
    pub(super) fn found_by(
        &mut self,
        path: &Path,
        data: &TokenStream,
        lookup: Lookup,
        check: &dyn Fn(TokenStream, TokenStream) -> TokenStream,
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
            Root::Variable(name) => {
                let (cx, root) = (self.cx(), Ident::new("root", Span::mixed_site()));
                self.uses().variables = true;
                if path.is_root() {
                    return quote!(if_assigned(#cx, #name));
                }
                let hits = find(path, &quote!(#root));
                match path.yields() {
                    Yield::Hits => quote! {
                        match if_assigned(#cx, #name) { Some(#root) => #hits, None => Value::Null }
                    },
                    Yield::Place | Yield::Members => {
                        quote!(if_assigned(#cx, #name).and_then(|#root| #hits))
                    }
                }
            }
        }
    }

    /// As [`Self::found_by`], if a missing value is not the failure of a path: an expression of
    /// type `Option<&Value>`.
    pub(super) fn hit(&mut self, path: &Path, data: &TokenStream) -> TokenStream {
        let hits = match &path.root {
            // The failure is the unassigned variable.
            Root::Variable(name) if path.yields() == Yield::Hits => {
                let (variable, root) =
                    (self.variable(name), Ident::new("root", Span::mixed_site()));
                let hits = find(path, &quote!(#root));
                quote!({ let #root = #variable; #hits })
            }
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
        check: &dyn Fn(TokenStream, TokenStream) -> TokenStream,
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
        check: &dyn Fn(TokenStream, TokenStream) -> TokenStream,
    ) -> Held {
        let known = Member::ALL.iter().find_map(|member| {
            let rest = below(path, member.names())?;
            Some((self.member_source(*member)?, rest))
        });
        let Some((source, rest)) = known else {
            return self.in_whole_context(path, lookup, check);
        };
        let rest = Path { segments: rest.to_vec(), ..path.clone() };
        let function = |name: &str| Ident::new(name, Span::call_site());
        match source {
            MemberSource::Here(name) => {
                let (root, cx) = (function(name), self.context_cx());
                if rest.is_root() {
                    return Held::borrowed(quote!(#root(#cx)));
                }
                let hits = self.look_up(&rest, &quote!(#root(#cx)), lookup);
                Held::borrowed(self.or_say(&hits, check))
            }
            MemberSource::Perhaps(name) => {
                let (member, root, cx) =
                    (function(name), Ident::new("root", Span::mixed_site()), self.context_cx());
                let hits = if rest.is_root() {
                    quote!(#member(#cx))
                } else {
                    let hits = self.look_up(&rest, &quote!(#root), lookup);
                    quote!(#member(#cx).and_then(|#root| #hits))
                };
                Held::borrowed(self.or_say(&hits, check))
            }
            MemberSource::PerhapsMade(name) if rest.is_root() => {
                let (member, cx) = (function(name), self.context_cx());
                Held::made(self.or_say(&quote!(#member(#cx)), check))
            }
            MemberSource::Made(name) if rest.is_root() => {
                let (member, cx) = (function(name), self.context_cx());
                Held::made(quote!(#member(#cx)))
            }
            MemberSource::Name(name) if rest.is_root() => {
                Held::free(quote!(Value::String(Text::new_static(#name))))
            }
            MemberSource::Made(_) | MemberSource::PerhapsMade(_) | MemberSource::Name(_) => {
                self.in_whole_context(path, lookup, check)
            }
        }
    }

    /// A member of the context object for an expression in JSONata, of type `View`. `field` is the
    /// constant of its field.
    pub(super) fn context_view(&mut self, member: Member, field: &TokenStream) -> TokenStream {
        let Some(source) = self.member_source(member) else {
            let (context, names) = (self.whole_context(), member.names());
            let (cx, runs) = (self.cx(), self.runs());
            return quote! {
                evaluate::member(#cx, &#field, &#runs, #context, &[#(#names),*])?.view()
            };
        };
        let function = |name: &str| Ident::new(name, Span::call_site());
        match source {
            MemberSource::Here(name) => {
                let (member, cx) = (function(name), self.context_cx());
                quote!(evaluate::given(#member(#cx)))
            }
            MemberSource::Perhaps(name) => {
                let (member, cx) = (function(name), self.context_cx());
                quote!(evaluate::perhaps(#member(#cx)))
            }
            MemberSource::Made(name) => {
                let (member, cx) = (function(name), self.context_cx());
                quote!(evaluate::given(&#member(#cx)))
            }
            MemberSource::PerhapsMade(name) => {
                let (member, cx) = (function(name), self.context_cx());
                quote!(evaluate::perhaps(#member(#cx).as_ref()))
            }
            MemberSource::Name(name) => {
                quote!(evaluate::given(&Value::String(Text::new_static(#name))))
            }
        }
    }

    /// The source of a member. `None`: it is a part of the whole context object.
    fn member_source(&self, member: Member) -> Option<MemberSource> {
        // The test of a single state supplies a context object of its own.
        if self.is_tested() {
            return None;
        }
        Some(match member {
            Member::ExecutionId => MemberSource::Made("execution_id"),
            Member::ExecutionInput => MemberSource::Here("execution_input"),
            Member::ExecutionName => MemberSource::Made("execution_name"),
            Member::RoleArn => MemberSource::Made("role_arn"),
            Member::StartTime => MemberSource::Made("start_time"),
            Member::MachineId => MemberSource::Made("machine_id"),
            Member::MachineName => MemberSource::Name(quote!(MACHINE.name)),
            Member::StateName => {
                let name = self.state_name();
                MemberSource::Name(quote!(#name))
            }
            Member::EnteredTime => MemberSource::Made("entered_time"),
            Member::RetryCount if self.can_be_retried() => MemberSource::Made("retry_count"),
            Member::TaskToken if self.has_token() => MemberSource::Made("task_token"),
            Member::RetryCount | Member::TaskToken => return None,
            Member::ItemIndex => MemberSource::PerhapsMade("item_index"),
            Member::ItemKey => MemberSource::PerhapsMade("item_key"),
            Member::ItemSource => MemberSource::PerhapsMade("item_source"),
            Member::ItemValue => MemberSource::Perhaps("item_value"),
        })
    }

    fn in_whole_context(
        &mut self,
        path: &Path,
        lookup: Lookup,
        check: &dyn Fn(TokenStream, TokenStream) -> TokenStream,
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
        check: &dyn Fn(TokenStream, TokenStream) -> TokenStream,
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
        if self.has_token() {
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
