//! The kinds of nodes.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::emitter::Emitter;
use super::native::emit_native;
use super::operator::is_plain;
use super::path::Names;
use super::reference::{emit_local, emit_reference};
use super::{block, call, construct, function, group, operator, path, tuple};
use crate::resolve::paths::{inner_path, tuple_id};
use crate::shape::Cardinality;
use crate::tree::{Group, Kind, Node};

/// The value of a node, an expression of type `Item`.
pub(super) fn emit_value(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    let value = emit_unchecked_value(emitter, node);
    match emitter.level_check(node) {
        Some(check) => quote!({ #check #value }),
        None => value,
    }
}

/// The same without a check of its level.
pub(super) fn emit_unchecked_value(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    if let Some(path) = inner_path(node)
        && (!node.predicates.is_empty() || node.group.is_some())
    {
        let value = tuple::emit_filtered(emitter, node, tuple_id(path));
        return quote!(path::collapse(#value));
    }
    if let Kind::Path(path) = &node.kind
        && is_plain(node)
        && let Some(value) = path::emit_collapsed(emitter, path)
    {
        return value;
    }
    if is_plain(node)
        && let Some(value) = call::emit_collapsed(emitter, node)
    {
        return value;
    }
    let mut value = emit_kind(emitter, node);
    for predicate in &node.predicates {
        value = path::emit_filter(emitter, &value, predicate);
    }
    if let Some(Group { entries, .. }) =
        node.group.as_ref().filter(|_| !matches!(node.kind, Kind::Path(_)))
    {
        value = group::emit_group(emitter, &quote!(Item::view(&#value)), entries);
    }
    if node.keeps_array {
        quote!(path::keep_array(#value))
    } else if (!node.predicates.is_empty() || gives_sequence(&node.kind))
        && emitter.shapes.of(node).cardinality() == Cardinality::Sequence
    {
        quote!(path::collapse(#value))
    } else {
        value
    }
}

/// True if the value may be a sequence of one item or of none.
fn gives_sequence(kind: &Kind) -> bool {
    if let Kind::Binary(operator, ..) = kind {
        return operator::gives_sequence(*operator);
    }
    matches!(
        kind,
        Kind::Path(_)
            | Kind::Wildcard
            | Kind::Descendants
            | Kind::Call(_)
            | Kind::Apply(..)
            | Kind::Sort(_)
    )
}

fn emit_kind(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    match &node.kind {
        Kind::Null => quote!(construct::null()),
        Kind::Bool(value) => quote!(construct::boolean(#value)),
        Kind::Number(value) => {
            let number = emit_number(*value);
            quote!(construct::number(#number))
        }
        Kind::String(text) => quote!(construct::text(#text)),
        Kind::Regex(regex) => {
            let regex = function::emit_regex(regex);
            quote!(Item::clone(#regex))
        }
        Kind::Name(name) => {
            let context = emitter.context();
            quote!(path::item_of_name(cx, #context, #name)?)
        }
        Kind::Variable(name) if name.is_empty() => {
            let context = emitter.context_value();
            quote!(#context.to_item())
        }
        Kind::Variable(_) | Kind::Parent(_) => {
            match emitter.names.references.get(&node.place.start) {
                Some(reference) => emit_reference(emitter, &reference.clone()),
                None => quote!(Item::Undefined),
            }
        }
        Kind::Wildcard => {
            let context = emitter.context();
            quote!(path::wildcard(cx, #context)?)
        }
        Kind::Descendants => {
            let context = emitter.context();
            quote!(path::descendants(cx, #context)?)
        }
        Kind::Path(path) => path::emit_path(emitter, path, node.group.as_ref()),
        Kind::Negate(operand) => {
            let negation = operator::emit_negation(emitter, operand);
            quote!(Item::from(#negation))
        }
        Kind::Binary(operator, left, right) => {
            operator::emit_binary(emitter, *operator, left, right)
        }
        Kind::Coalesce(left, right) => operator::emit_coalesce(emitter, left, right),
        Kind::Default(left, right) => operator::emit_default(emitter, left, right),
        Kind::Apply(left, right) => call::emit_apply(emitter, node, left, right),
        Kind::Array { items, is_cons } => construct::emit_array(emitter, items, *is_cons),
        Kind::Object(entries) => construct::emit_object(emitter, entries),
        Kind::Condition(condition, then, otherwise) => {
            operator::emit_condition(emitter, condition, then, otherwise.as_deref())
        }
        Kind::Block { expressions, .. } => block::emit_block(emitter, node, expressions),
        Kind::Bind(name, value) => block::emit_bind(emitter, name, value),
        Kind::Lambda(lambda) => function::emit_lambda(emitter, node, lambda),
        Kind::Call(call) => call::emit_call(emitter, call, None, node.level.of_calls()),
        Kind::Partial(callee, arguments) => call::emit_partial(emitter, callee, arguments),
        Kind::Transform(transform) => function::emit_transform(emitter, node, transform),
        // Sorts are only ever steps, and an expression with wrong text is not emitted.
        Kind::Sort(_) | Kind::Wrong => quote!(Item::Undefined),
    }
}

/// The value of a node, an expression of type `View`: a value that exists is not copied.
pub(super) fn emit_operand(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    emit_view_into(emitter, node, &quote!(&mut Made::none())).unwrap_or_else(|| {
        let value = emit_value(emitter, node);
        quote!(Item::view(&#value))
    })
}

/// The same for a value that exists in most cases; otherwise it is put into `made`, an expression
/// of type `&mut Item`.
pub(super) fn emit_view_into(
    emitter: &mut Emitter<'_>,
    node: &Node,
    made: &TokenStream,
) -> Option<TokenStream> {
    Some(match emit_seen(emitter, node)? {
        Seen::View(view) => view,
        Seen::Names(Names { function, arguments }) => {
            let function = format_ident!("view_{function}");
            quote!(path::#function(#arguments, #made)?)
        }
    })
}

/// The value of a node as the results of a path take it: an expression of type `View`, `Found` or
/// `Item`.
pub(super) fn emit_result(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    match emit_native(emitter, node) {
        Some((_, value)) => quote!(Item::view(&Item::from(#value))),
        None => emit_member(emitter, node),
    }
}

/// The statement that adds the value of a node to the local `entries`.
pub(super) fn emit_entry(emitter: &mut Emitter<'_>, key: &str, node: &Node) -> TokenStream {
    match emit_view_into(emitter, node, &quote!(&mut Made::none())) {
        Some(view) => quote!(entries.add(#key, #view);),
        None => {
            let value = emit_value(emitter, node);
            quote!(entries.add_new(#key, #value);)
        }
    }
}

/// The value of a node that is no number or Boolean of Rust: an expression of type `View`, `Found`
/// or `Item`.
pub(super) fn emit_member(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    match emit_seen(emitter, node) {
        Some(Seen::View(view)) => view,
        Some(Seen::Names(names)) => {
            let found = emit_found_names(&names);
            quote!(#found?)
        }
        None => emit_value(emitter, node),
    }
}

/// The key of an item for its sort, an expression of a `Result` of `Found`.
pub(super) fn emit_found(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    emit_names_of_context(emitter, node).unwrap_or_else(|| {
        let value = emit_value(emitter, node);
        quote!(Ok(Found::Made(#value)))
    })
}

/// Names behind the context, an expression of a `Result` of `Found`: data of the context is not
/// copied.
pub(super) fn emit_names_of_context(emitter: &mut Emitter<'_>, node: &Node) -> Option<TokenStream> {
    let is_of_context = match &node.kind {
        Kind::Name(_) => true,
        Kind::Path(path) => {
            path.steps.first().is_some_and(|step| matches!(step.node.kind, Kind::Name(_)))
        }
        _ => false,
    };
    if !is_of_context {
        return None;
    }
    match emit_seen(emitter, node)? {
        Seen::Names(names) => Some(emit_found_names(&names)),
        Seen::View(_) => None,
    }
}

fn emit_found_names(names: &Names) -> TokenStream {
    let Names { function, arguments } = names;
    let function = format_ident!("{function}");
    quote!(path::#function(#arguments))
}

/// A value that is there already.
enum Seen {
    /// An expression of type `View`.
    View(TokenStream),
    /// A name, or a path of names.
    Names(Names),
}

fn emit_seen(emitter: &mut Emitter<'_>, node: &Node) -> Option<Seen> {
    if !is_plain(node) || emitter.level_check(node).is_some() {
        return None;
    }
    match &node.kind {
        Kind::Null => Some(Seen::View(emit_constant(&quote!(Value::Null)))),
        Kind::Bool(value) => Some(Seen::View(emit_constant(&quote!(Value::Bool(#value))))),
        Kind::Number(value) => Some(Seen::View(emit_constant(&emit_constant_number(*value)))),
        Kind::String(text) => {
            let text = quote!(Value::String(Text::new_static(#text)));
            Some(Seen::View(emit_constant(&text)))
        }
        Kind::Variable(name) if name.is_empty() => Some(Seen::View(emitter.context_value())),
        Kind::Variable(_) => {
            let reference = emitter.names.references.get(&node.place.start)?.clone();
            emit_local(emitter, &reference).map(Seen::View)
        }
        Kind::Name(name) => {
            let context = emitter.context();
            Some(Seen::Names(Names { function: "name", arguments: quote!(cx, #context, #name) }))
        }
        Kind::Regex(regex) => {
            let regex = function::emit_regex(regex);
            Some(Seen::View(quote!(Item::view(#regex))))
        }
        Kind::Path(path) => path::emit_names(emitter, path).map(Seen::Names),
        Kind::Block { expressions, .. } => match expressions.as_slice() {
            [only] if emitter.has_no_variables(node) => emit_seen(emitter, only),
            _ => None,
        },
        _ => None,
    }
}

/// A view of a constant, which is made once.
fn emit_constant(value: &TokenStream) -> TokenStream {
    quote!({
        static CONSTANT: Value = #value;
        View::Value(&CONSTANT)
    })
}

/// A number as data has it: an integer if it is whole and below 2^53.
fn emit_constant_number(number: f64) -> TokenStream {
    #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and small")]
    let int = number as i64;
    if number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0 {
        let int = Literal::i64_unsuffixed(int);
        return quote!(Value::Int(#int));
    }
    let number = emit_number(number);
    quote!(Value::Float(#number))
}

/// A number as it is written in Rust.
pub(super) fn emit_number(value: f64) -> TokenStream {
    let digits = Literal::f64_unsuffixed(value.abs());
    if value.is_sign_negative() { quote!(-#digits) } else { quote!(#digits) }
}
