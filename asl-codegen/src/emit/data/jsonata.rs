//! Emits runs of JSONata expressions over what each reads: `$states` and variables.

use proc_macro2::TokenStream;
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
    let emitted = body.context().expression(body.node(), expression);
    let (cx, field, read) = (body.cx(), &emitted.field, format_ident!("{read}"));
    let given: Vec<TokenStream> =
        program.given().map(|name| given(body, name, root, field)).collect();
    let call = emitted.emit_run(&cx, || body.runs(), &given);
    quote!(evaluate::#read(#cx, &#field, #call)?)
}

/// A value that a program is given, of type `View`.
fn given(body: &mut Body<'_>, name: &str, root: &TokenStream, field: &TokenStream) -> TokenStream {
    if let Some(member) = jsonata::context_member(name) {
        return body.context_view(member, field);
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
