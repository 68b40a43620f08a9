//! Expressions → Rust: one function, in which each node is an expression of type `Item`.
//!
//! `emitter` has the state, `value` the kinds of nodes, with `path`, `tuple`, `operator`,
//! `construct`, `block`, `call`, `function` and `direct` for the larger ones; `reference` makes what names
//! refer to.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "nodes that a special case is not for are treated as all others; `emit_kind` lists every kind"
)]

mod block;
mod call;
mod construct;
mod direct;
mod emitter;
mod function;
mod operator;
mod passes;
mod path;
mod reference;
mod tuple;
mod tuple_loop;
mod value;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Program;
use super::resolve::resolve;
use super::shape::Shapes;
use crate::expr::program::{doc, emit_lints};
use emitter::Emitter;

/// One item, a module `name` with a function `run`; `private` is the path of the runtime's
/// `__private`.
pub fn emit_module(program: &Program, name: &Ident, private: &TokenStream) -> TokenStream {
    let (given, body) = parts(program);
    let run = quote! {
        pub(super) fn run(cx: &Cx, input: View<'_> #(, #given: View<'_>)*) -> Outcome {
            let root = path::root(input)?;
            let context = root.view();
            #body
        }
    };
    module(program, name, private, &run)
}

/// An expression of type `Outcome` that runs a program whose [module](emit_module) is in scope.
/// `cx`, `input` and the variables are expressions of type `&Cx` and `View`.
pub fn emit_call(
    name: &Ident,
    cx: &TokenStream,
    input: &TokenStream,
    variables: &[TokenStream],
) -> TokenStream {
    quote!(#name::run(#cx, #input #(, #variables)*))
}

/// One item, a module `name` for an expression in a field of a state: the constant `FIELD`, and
/// `run`, which has no input. `path` is the place of the expression in its state.
pub(crate) fn emit_field(
    program: &Program,
    name: &Ident,
    path: &str,
    private: &TokenStream,
) -> TokenStream {
    let (given, body) = parts(program);
    let (text, new) = (&program.expression.text, field_constructor(program));
    let items = quote! {
        pub(super) const FIELD: Field = Field::#new(#path, #text);

        pub(super) fn run(cx: &Cx #(, #given: View<'_>)*) -> Outcome {
            let context = View::Undefined;
            #body
        }
    };
    module(program, name, private, &items)
}

/// An expression of type `Outcome` that runs an expression whose [module](emit_field) is in scope.
pub(crate) fn emit_field_run(
    name: &Ident,
    cx: &TokenStream,
    variables: &[TokenStream],
) -> TokenStream {
    quote!(#name::run(#cx #(, #variables)*))
}

fn field_constructor(program: &Program) -> Ident {
    format_ident!("{}", if program.is_random() { "random" } else { "new" })
}

/// The names of the values that a run is given, and the body of its function.
fn parts(program: &Program) -> (Vec<Ident>, TokenStream) {
    let given: Vec<&str> = program.given.iter().map(String::as_str).collect();
    let names = resolve(&program.expression, &given);
    let shapes = Shapes::new(&program.expression, &names);
    let mut emitter = Emitter::new(&names, &shapes, program.level.is_some());
    let body = block::emit_root(&mut emitter, &program.expression.body);
    ((0..given.len()).map(reference::given_name).collect(), body)
}

fn module(
    program: &Program,
    name: &Ident,
    private: &TokenStream,
    items: &TokenStream,
) -> TokenStream {
    let (doc, lints) = (doc(&program.expression.text), emit_lints());
    quote! {
        #[doc = #doc]
        #lints
        mod #name {
            use #private::jsonata::*;

            #items
        }
    }
}
