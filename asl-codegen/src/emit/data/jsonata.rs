//! Emits JSONata expressions of a definition: a module with the program before the function, and
//! its run over what the expression reads: `$states` and variables.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Body;
use crate::expr::jsonata;
use crate::ir::{Expr, Jsonata, Literal};

/// The value of an expression, of type `Value`. `root` is the result or the Error Output, an
/// expression of type `&Value`; empty if there is none.
pub(in crate::emit) fn value(
    body: &mut Body<'_>,
    expression: &Jsonata,
    root: &TokenStream,
) -> TokenStream {
    run(body, expression, "value", root)
}

/// The value of a field with a type of its own, as the runtime's function `read` checks it.
pub(in crate::emit) fn field(body: &mut Body<'_>, expression: &Jsonata, read: &str) -> TokenStream {
    run(body, expression, read, &TokenStream::new())
}

/// `Items`: an expression of type `Value`. The members of an object are items only of a distributed
/// Map.
pub(in crate::emit) fn items(
    body: &mut Body<'_>,
    items: &Expr,
    is_distributed: bool,
) -> TokenStream {
    if let Some(expression) = items.as_jsonata() {
        let function = if is_distributed { "items_or_members" } else { "items" };
        return field(body, expression, function);
    }
    let made = body.template(items, "ITEMS", &TokenStream::new()).value();
    let is_object = matches!(items, Expr::Literal(Literal::Object(_)) | Expr::Object(_));
    if is_object && !is_distributed { quote!(evaluate::no_items(&#made)?) } else { made }
}

/// A run of an expression, whose result a function of the runtime checks.
fn run(body: &mut Body<'_>, expression: &Jsonata, read: &str, root: &TokenStream) -> TokenStream {
    let program = &expression.program;
    body.uses().random |= program.is_random();
    let (name, emitted) = add_program(body, expression);
    let (cx, runs, read) = (body.cx(), body.runs(), format_ident!("{read}"));
    let reading = Reading { field: quote!(&#name::FIELD), runs };
    let given: Vec<TokenStream> =
        program.given().map(|name| given(body, name, root, &reading)).collect();
    let call = emitted.emit_run(&cx, &reading.runs, &given);
    quote!(evaluate::#read(#cx, &#name::FIELD, #call)?)
}

/// An expression that reads what it is given.
pub(in crate::emit) struct Reading {
    /// Its field.
    pub(in crate::emit) field: TokenStream,
    /// The runs of its state.
    pub(in crate::emit) runs: TokenStream,
}

/// Adds the module of a program; returns its name.
fn add_program(body: &mut Body<'_>, expression: &Jsonata) -> (Ident, jsonata::FieldProgram) {
    let Jsonata { program, field: path, .. } = expression;
    body.context().add_expression(body.node(), expression);
    let names = &body.context().names;
    let name = names.expression(body.node(), path);
    let emitted = jsonata::emit_field(program, &name, path, &names.private());
    body.add_items(emitted.module.clone());
    (name, emitted)
}

/// A value that a program is given, of type `View`.
fn given(body: &mut Body<'_>, name: &str, root: &TokenStream, reading: &Reading) -> TokenStream {
    if let Some(member) = jsonata::context_member(name) {
        return body.context_view(member, reading);
    }
    match name.strip_prefix("states.") {
        Some("input") => {
            let data = body.data();
            quote!(evaluate::given(#data))
        }
        Some("context") => {
            let context = body.whole_context();
            quote!(evaluate::given(#context))
        }
        Some(_) => quote!(evaluate::given(#root)),
        None if name == jsonata::STATES => all_of_states(body, root),
        None => {
            let cx = body.cx();
            body.uses().variables = true;
            quote!(evaluate::variable(#cx, #name))
        }
    }
}

/// The whole object `$states`.
fn all_of_states(body: &mut Body<'_>, root: &TokenStream) -> TokenStream {
    let (input, context) = (body.data(), body.whole_context());
    let member = if body.takes_error() { "errorOutput" } else { "result" };
    let last = body.takes().then(|| quote!(, (#member, #root)));
    quote!(evaluate::states([("input", #input), ("context", #context) #last]).view())
}
