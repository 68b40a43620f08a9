//! Emits payload templates and assignments to variables.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::calls::emit_call;
use super::literal::Statics;
use super::{Body, Held, jsonata};
use crate::emit::paths::Lookup;
use crate::expr::jsonpath::Path;
use crate::ir::{Assignment, Expr};

impl Body<'_> {
    /// A template over a root, which is an expression of type `&Value`.
    pub(in crate::emit) fn template(
        &mut self,
        template: &Expr,
        slot: &'static str,
        root: &TokenStream,
    ) -> Held {
        let mut statics = self.statics_of(slot);
        let value = self.expression(template, root, &mut statics);
        self.add_statics(statics);
        if matches!(template, Expr::Literal(_)) { Held::free(value) } else { Held::template(value) }
    }

    /// A computed value over the frame's data.
    pub(in crate::emit) fn computed(
        &mut self,
        expression: &Expr,
        slot: &'static str,
    ) -> TokenStream {
        let root = if expression.reads_data() { self.data() } else { TokenStream::new() };
        self.template(expression, slot, &root).value()
    }

    /// Computes the values of an `Assign` over a result (`None`: the unchanged data), with the
    /// variables unchanged. Returns the result for further use.
    pub(in crate::emit) fn compute_assigned(
        &mut self,
        assign: &[Assignment],
        result: Option<Held>,
    ) -> Option<Held> {
        if assign.is_empty() {
            return result;
        }
        let reads = assign.iter().any(|assignment| self.reads_result(&assignment.value));
        let is_constant =
            assign.iter().all(|assignment| matches!(assignment.value, Expr::Literal(_)));
        let (root, result) = match result {
            _ if is_constant => (TokenStream::new(), result),
            // Faults of the result are reported first.
            result if !reads => (TokenStream::new(), result.map(|result| self.kept(result))),
            None => (self.data(), None),
            Some(result) => {
                let result = self.kept(result);
                let raw = result.clone().reference();
                self.push(quote!(let raw = #raw;));
                (quote!(raw), Some(result))
            }
        };
        let values = self.assigned_values(assign, &root);
        self.push(values);
        result
    }

    /// A statement that computes the values of an `Assign` over the frame's data, and assigns them.
    pub(in crate::emit) fn assign_now(&mut self, assign: &[Assignment]) -> TokenStream {
        if assign.is_empty() {
            return TokenStream::new();
        }
        let reads = assign.iter().any(|assignment| self.reads_result(&assignment.value));
        let root = if reads { self.data() } else { TokenStream::new() };
        let (values, cx) = (self.assigned_values(assign, &root), self.cx_mut());
        // All values are computed before any is assigned, because they may read variables.
        quote!(#values assign(#cx, variables)?;)
    }

    /// A local with an object of the assigned values by name. Its statics are beside it, because a
    /// state can have several.
    fn assigned_values(&mut self, assign: &[Assignment], root: &TokenStream) -> TokenStream {
        let mut statics = self.statics_of("ASSIGN");
        let members =
            assign.iter().map(|assignment| (assignment.name.value.as_str(), &assignment.value));
        let object = self.object(members, root, &mut statics);
        let statics = statics.into_items();
        quote!(#statics let variables = #object;)
    }

    /// A template as an expression of type `Value`.
    fn expression(
        &mut self,
        template: &Expr,
        root: &TokenStream,
        statics: &mut Statics<'_>,
    ) -> TokenStream {
        match template {
            Expr::Literal(literal) => statics.value(literal),
            Expr::Path { field, path } => self.member(field, path, root),
            Expr::Call { field: _, call } => emit_call(self, call, root, statics),
            Expr::Jq(query) => self.query(query),
            Expr::Jsonata(expression) => jsonata::value(self, expression, root),
            Expr::Object(members) => {
                let members = members.iter().map(|(key, value)| (key.as_str(), value));
                self.object(members, root, statics)
            }
            Expr::Array(items) => {
                let items: Vec<TokenStream> =
                    items.iter().map(|item| self.expression(item, root, statics)).collect();
                in_parts(&quote!(array), &items)
            }
        }
    }

    fn object<'e>(
        &mut self,
        members: impl Iterator<Item = (&'e str, &'e Expr)>,
        root: &TokenStream,
        statics: &mut Statics<'_>,
    ) -> TokenStream {
        let members = members.map(|(key, value)| {
            let value = self.expression(value, root, statics);
            quote!((#key, #value))
        });
        let members: Vec<TokenStream> = members.collect();
        in_parts(&quote!(object), &members)
    }

    /// The value at a path of a payload template.
    fn member(&mut self, field: &str, path: &Path, root: &TokenStream) -> TokenStream {
        let text = &path.text;
        let check = |hits, root| quote!(member(#hits, #text, #field, #root));
        self.found_by(path, root, Lookup::Template, &check).value()
    }
}

/// Maximum members or items in one expression. Each of them may fail, and the bookkeeping of rustc
/// for the others grows with the square of their number: 6,000 in one expression took 22 GB.
const MOST_AT_ONCE: usize = 64;

/// An object or array of these members or items. A large one is built in parts, each in a closure,
/// which rustc treats as a function of its own.
fn in_parts(make: &TokenStream, elements: &[TokenStream]) -> TokenStream {
    if elements.len() <= MOST_AT_ONCE {
        return quote!(#make([#(#elements),*]));
    }
    let (made, part) =
        (Ident::new("made", Span::mixed_site()), Ident::new("part", Span::mixed_site()));
    let parts = elements.chunks(MOST_AT_ONCE).map(|elements| {
        quote! {
            let #part = || -> Result<Value, Failed> { Ok(#make([#(#elements),*])) };
            append(&mut #made, #part()?);
        }
    });
    quote!({ let mut #made = #make([]); #(#parts)* #made })
}
