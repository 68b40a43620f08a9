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
    let run = quote! {
        pub(super) fn run(cx: &Cx, input: View<'_> #(, #given: View<'_>)*) -> Outcome {
            let mut root = Made::none();
            let context = path::root(input, &mut root)?;
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

/// An expression in a field of a state.
pub struct FieldProgram {
    /// One item, a module with the constant `FIELD`, and `run`, which has no input.
    pub module: TokenStream,
    name: Ident,
    is_random: bool,
    /// True if the result is a view, and `run` is given the place of a value that it makes.
    is_view: bool,
}

/// The module `name` of an expression. `path` is the place of the expression in its state.
pub fn emit_field(
    program: &Program,
    name: &Ident,
    path: &str,
    private: &TokenStream,
) -> FieldProgram {
    let (given, body) = with_emitter(program, block::emit_field_root);
    let text = &program.expression.text;
    let is_view = matches!(body.result, ResultType::View);
    let parameters = if is_view {
        quote!(cx: &Cx #(, #given: View<'v>)*, made: &'v mut Item)
    } else {
        quote!(cx: &Cx #(, #given: View<'_>)*)
    };
    let lifetime = is_view.then(|| quote!(<'v>));
    let result = match body.result {
        ResultType::Item => quote!(Outcome),
        ResultType::View => quote!(Result<View<'v>, Fault>),
        ResultType::Native(native) => {
            let native = native.rust_type();
            quote!(Result<#native, Fault>)
        }
    };
    let statements = body.statements;
    let items = quote! {
        pub(super) const FIELD: Field = Field::new(#path, #text);

        pub(super) fn run #lifetime (#parameters) -> #result {
            let context = View::Undefined;
            #statements
        }
    };
    let module = module(program, name, private, &items);
    FieldProgram { module, name: name.clone(), is_random: program.is_random(), is_view }
}

impl FieldProgram {
    /// An expression of a `Result` that runs it, where its module is in scope, `cx` is a reference to
    /// the machine's `Cx`, and `runs` the runs of the state. The variables are expressions of type
    /// `View`.
    pub fn emit_run(
        &self,
        cx: &TokenStream,
        runs: &TokenStream,
        variables: &[TokenStream],
    ) -> TokenStream {
        let name = &self.name;
        let begin = if self.is_random {
            quote!(evaluate::begin_random(#cx, &#name::FIELD, &#runs))
        } else {
            quote!(#runs.begin())
        };
        let made = self.is_view.then(|| quote!(, &mut evaluate::none()));
        quote!(#name::run(#begin #(, #variables)* #made))
    }
}

/// The type of the result of a field's expression.
enum ResultType {
    Item,
    View,
    Native(native::Native),
}

/// The body of a field's expression.
struct FieldBody {
    statements: TokenStream,
    result: ResultType,
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
