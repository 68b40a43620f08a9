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
mod group;
mod members;
mod native;
mod operator;
mod outcome;
mod passes;
mod path;
mod reference;
mod sort;
mod tuple;
mod tuple_loop;
mod value;
mod words;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Program;
use super::resolve::{bodies, resolve};
use super::shape::Shapes;
use super::tree::Node;
use asl_source::expression::program::{doc, emit_lints};
use emitter::Emitter;

/// One item, a module `name` with a function `run`; `private` is the path of the runtime's
/// `__private`.
pub fn emit_module(program: &Program, name: &Ident, private: &TokenStream) -> TokenStream {
    let (given, body) = with_emitter(program, block::emit_root);
    let (doc, lints) = (doc(&program.expression.text), emit_lints());
    quote! {
        #[doc = #doc]
        #lints
        mod #name {
            use #private::jsonata::*;

            pub(super) fn run(cx: &Cx, input: View<'_> #(, #given: View<'_>)*) -> Outcome {
                let mut root = Made::none();
                let context = path::root(input, &mut root)?;
                #body
            }
        }
    }
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

/// An expression in a field of a state.
pub struct FieldProgram {
    /// The items of the module of expressions: the constant of the field and, if the expression is
    /// more than a path of names, the function that runs it.
    pub items: TokenStream,
    /// The constant of the field.
    pub field: TokenStream,
    function: TokenStream,
    is_random: bool,
    /// The place of a value that the run is given, and the names of a path behind it.
    names: Option<(usize, Vec<String>)>,
}

/// The items `name` of an expression in the module `module`, which imports the runtime's names.
/// `path` is the place of the expression in its state.
pub fn emit_field(program: &Program, module: &Ident, name: &Ident, path: &str) -> FieldProgram {
    let (given, body) = with_emitter(program, block::emit_field_root);
    let text = &program.expression.text;
    let constant = Ident::new(&name.to_string().to_ascii_uppercase(), name.span());
    let mut items = quote!(pub(super) const #constant: Field = Field::new(#path, #text););
    let names = match body {
        FieldBody::Names(place, names) => Some((place, names)),
        FieldBody::Function { statements, output } => {
            items.extend(quote! {
                pub(super) fn #name(cx: &Cx #(, #given: View<'_>)*) -> #output { #statements }
            });
            None
        }
    };
    let (field, function) = (quote!(#module::#constant), quote!(#module::#name));
    FieldProgram { items, field, function, is_random: program.is_random(), names }
}

impl FieldProgram {
    /// An expression of a `Result` that runs it, where its module is in scope and `cx` is a
    /// reference to the machine's `Cx`. `runs` makes the runs of the state, and the variables are
    /// expressions of type `View`.
    pub fn emit_run(
        &self,
        cx: &TokenStream,
        runs: impl FnOnce() -> TokenStream,
        variables: &[TokenStream],
    ) -> TokenStream {
        let Self { field, function, .. } = self;
        if let Some((place, names)) = &self.names {
            let value = variables.get(*place);
            return if names.is_empty() {
                quote!(Ok(#value))
            } else {
                let runs = runs();
                quote!(evaluate::names(#runs.begin(), #value, [#(#names),*], &mut evaluate::none()))
            };
        }
        let runs = runs();
        let begin = if self.is_random {
            quote!(evaluate::begin_random(#cx, &#field, &#runs))
        } else {
            quote!(#runs.begin())
        };
        quote!(#function(#begin #(, #variables)*))
    }
}

/// The body of a field's expression.
enum FieldBody {
    /// A path of names behind a value that the run is given, by its place.
    Names(usize, Vec<String>),
    Function {
        statements: TokenStream,
        /// The type of its result.
        output: TokenStream,
    },
}

/// The names of the values that a run is given, and the body of its function.
fn with_emitter<T>(
    program: &Program,
    emit: impl FnOnce(&mut Emitter<'_>, &Node) -> T,
) -> (Vec<Ident>, T) {
    let given: Vec<&str> = program.given.iter().map(String::as_str).collect();
    let names = resolve(&program.expression, &given);
    let shapes = Shapes::new(&program.expression, &names);
    let bodies = bodies(&program.expression, &names);
    let mut emitter = Emitter::new(&names, &shapes, &bodies, program.level.is_some());
    let body = emit(&mut emitter, &program.expression.body);
    ((0..given.len()).map(reference::given_name).collect(), body)
}
