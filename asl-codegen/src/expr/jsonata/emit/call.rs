//! Calls, partial applications and `~>`.

use asl_language::jsonata::BuiltIn;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::emitter::Emitter;
use super::operator::is_plain;
use super::reference::function_name;
use super::value::{emit_operand, emit_unchecked_value, emit_value};
use super::{block, operator, passes};
use crate::expr::jsonata::tree::{Call, Kind, Node};

/// A call at a level, with the left side of `~>` as its first argument if there is one: of type
/// `&Item` for a built-in, `Item` for any other function.
pub(super) fn emit_call(
    emitter: &mut Emitter<'_>,
    call: &Call,
    first: Option<TokenStream>,
    level: u16,
) -> TokenStream {
    if let Some(built_in) = emitter.names.built_in(&call.callee) {
        if first.is_none()
            && let Some(pass) = emit_pass(emitter, call, None)
        {
            return pass;
        }
        let first_count = usize::from(first.is_some());
        let mut arguments = emit_operands(emitter, call, first);
        if built_in.takes_functions() {
            arguments = emitter.call_at(level, arguments);
        }
        let picture = literal_picture(built_in, call, first_count);
        let context = emitter.context();
        let native = function_name(built_in.function);
        if let Some((kind, picture)) = picture {
            let by = format_ident!("{}_by", built_in.function);
            return quote!({
                static PICTURE: LazyLock<picture::#kind> =
                    LazyLock::new(|| picture::#kind::new(#picture));
                call::by_picture(
                    cx,
                    &functions::#native,
                    functions::#by,
                    &*PICTURE,
                    #context,
                    #arguments,
                )?
            });
        }
        return quote!(call::native(cx, &functions::#native, #context, #arguments)?);
    }
    let name = called_name(&call.callee);
    let context = emitter.context();
    // The left side of `~>` is evaluated before the function.
    let (before, first) = match first {
        Some(first) => (quote!(let first = #first;), Some(quote!(first))),
        None => (TokenStream::new(), None),
    };
    let callee = emit_callee(emitter, &call.callee, "T1005");
    let arguments = emit_arguments(emitter, call, first);
    let arguments = emitter.call_at(level, arguments);
    let call = quote!(call::call(cx, #callee, #name, #context, #arguments)?);
    if before.is_empty() { call } else { quote!({ #before #call }) }
}

/// The picture of a call, if it is a literal, and the type of the pictures of its function: then it
/// is read once. The call has so many arguments before those that are written between the brackets.
fn literal_picture<'t>(
    built_in: &BuiltIn,
    call: &'t Call,
    before: usize,
) -> Option<(Ident, &'t str)> {
    let kind = match built_in.function {
        "from_millis" | "to_millis" => "DatePicture",
        "format_integer" | "parse_integer" => "WholePicture",
        // Options change the meaning of its picture.
        "format_number" if call.arguments.len() + before == 2 => "NumberPicture",
        _ => return None,
    };
    let place = built_in.parameters.iter().position(|name| *name == "picture")?;
    let picture = call.arguments.get(place.checked_sub(before)?)?;
    match &picture.kind {
        Kind::String(text) if is_plain(picture) => Some((format_ident!("{kind}"), text)),
        _ => None,
    }
}

/// A call of a built-in as a loop.
fn emit_pass(emitter: &mut Emitter<'_>, call: &Call, first: Option<&Node>) -> Option<TokenStream> {
    let function = emitter.names.built_in(&call.callee)?.function;
    let arguments: Vec<&Node> = first.into_iter().chain(&call.arguments).collect();
    passes::emit_call(emitter, function, &arguments)
}

/// The function that is called, of type `&Item`.
fn emit_callee(emitter: &mut Emitter<'_>, callee: &Node, code: &str) -> TokenStream {
    let operand = emit_operand(emitter, callee);
    match emitter.names.without_dollar.get(&callee.place.start) {
        Some(name) => quote!(call::member(#operand, #code, #name)?),
        None => operand,
    }
}

/// The name that errors show.
fn called_name(callee: &Node) -> &str {
    match &callee.kind {
        Kind::Variable(name) => name,
        Kind::Path(path) => match path.steps.first().map(|step| &step.node.kind) {
            Some(Kind::Name(name) | Kind::Variable(name)) => name,
            _ => "",
        },
        _ => "",
    }
}

/// The arguments of a built-in, which borrows them: an expression of type `[&Item; N]`.
fn emit_operands(
    emitter: &mut Emitter<'_>,
    call: &Call,
    first: Option<TokenStream>,
) -> TokenStream {
    let mut arguments: Vec<TokenStream> = first.into_iter().collect();
    arguments.extend(call.arguments.iter().map(|argument| emit_operand(emitter, argument)));
    quote!([#(#arguments),*])
}

fn emit_arguments(
    emitter: &mut Emitter<'_>,
    call: &Call,
    first: Option<TokenStream>,
) -> TokenStream {
    let mut arguments: Vec<TokenStream> = first.into_iter().collect();
    arguments.extend(call.arguments.iter().map(|argument| emit_value(emitter, argument)));
    quote!(Vec::from([#(#arguments),*]))
}

/// `callee(argument, ?)`
pub(super) fn emit_partial(
    emitter: &mut Emitter<'_>,
    callee: &Node,
    arguments: &[Option<Node>],
) -> TokenStream {
    let arguments: Vec<TokenStream> = arguments
        .iter()
        .map(|argument| match argument {
            Some(argument) => {
                let value = emit_value(emitter, argument);
                quote!(Some(#value))
            }
            None => quote!(None),
        })
        .collect();
    let name = called_name(callee);
    let callee = emit_callee(emitter, callee, "T1007");
    quote!({
        let arguments = Vec::from([#(#arguments),*]);
        call::partial(cx, #callee, #name, arguments)?
    })
}

/// `left ~> right`
pub(super) fn emit_apply(
    emitter: &mut Emitter<'_>,
    node: &Node,
    left: &Node,
    right: &Node,
) -> TokenStream {
    if let Kind::Call(call) = &right.kind {
        if let Some(pass) = emit_pass(emitter, call, Some(left)) {
            return pass;
        }
        let first = match emitter.names.built_in(&call.callee) {
            Some(_) => emit_operand(emitter, left),
            None => emit_value(emitter, left),
        };
        return emit_call(emitter, call, Some(first), right.level.of_calls());
    }
    let left = emit_operand(emitter, left);
    let right = emit_operand(emitter, right);
    let right = emitter.call_at(node.level.of_calls(), right);
    quote!(call::apply(cx, #left, #right)?)
}

/// The end of a function, an expression of type `Result<Tail, Fault>`.
pub(super) fn emit_tail(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    let end = emit_unchecked_tail(emitter, node);
    match emitter.level_check(node) {
        Some(check) => quote!({ #check #end }),
        None => end,
    }
}

fn emit_unchecked_tail(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    let is_plain = node.predicates.is_empty() && node.group.is_none() && !node.keeps_array;
    match &node.kind {
        // jsonata-js collapses a sequence where the function was called, if an expression did.
        Kind::Call(call)
            if is_plain && call.is_tail && emitter.names.built_in(&call.callee).is_some() =>
        {
            let result = emit_call(emitter, call, None, node.level.of_calls());
            quote!(Ok(Tail::Done(#result)))
        }
        Kind::Call(call) if is_plain && call.is_tail => {
            let name = called_name(&call.callee);
            let callee = emit_callee(emitter, &call.callee, "T1005");
            let arguments = emit_arguments(emitter, call, None);
            quote!(call::tail(cx, #callee, #name, #arguments))
        }
        Kind::Condition(condition, then, otherwise) if is_plain => {
            let branches = (then.as_ref(), otherwise.as_deref());
            operator::emit_tail_condition(emitter, condition, branches, &mut emit_tail)
        }
        Kind::Block { expressions, .. } if is_plain => {
            block::emit_statements(emitter, node, expressions, &mut emit_tail)
                .unwrap_or_else(|| quote!(Ok(Tail::Done(Item::Undefined))))
        }
        _ => {
            let value = emit_unchecked_value(emitter, node);
            quote!(Ok(Tail::Done(#value)))
        }
    }
}
