//! Blocks, and variables that `:=` binds.

use proc_macro2::TokenStream;
use quote::quote;

use super::FieldBody;
use super::direct;
use super::emitter::Emitter;
use super::native::emit_native;
use super::outcome::emit_ok;
use super::path::given_names;
use super::reference::{storage, variable_name};
use super::value::emit_value;
use crate::resolve::{Storage, VariableId, bound_call, bound_lambda};
use crate::tree::{Kind, Name, Node};

/// The whole expression, an expression of type `Outcome`.
pub(super) fn emit_root(emitter: &mut Emitter<'_>, body: &Node) -> TokenStream {
    let declarations = emit_declarations(emitter, &emitter.names.root.clone());
    let value = emit_ok(&emit_value(emitter, body));
    quote!(#declarations #value)
}

/// The whole expression of a field, an expression of a `Result`.
pub(super) fn emit_field_root(emitter: &mut Emitter<'_>, body: &Node) -> FieldBody {
    if let Some((place, names)) = given_names(emitter, body) {
        return FieldBody::Names(place, names.into_iter().map(str::to_owned).collect());
    }
    let declarations = emit_declarations(emitter, &emitter.names.root.clone());
    let (value, output) = match emit_native(emitter, body) {
        Some((native, value)) => {
            let native = native.rust_type();
            (value, quote!(Result<#native, Fault>))
        }
        None => (emit_value(emitter, body), quote!(Outcome)),
    };
    let value = emit_ok(&value);
    let context = emitter.uses_context().then(|| quote!(let context = View::Undefined;));
    FieldBody::Function { statements: quote!(#context #declarations #value), output }
}

/// The variables of a frame that cannot be declared where they are bound.
pub(super) fn emit_declarations(emitter: &Emitter<'_>, ids: &[VariableId]) -> TokenStream {
    let declarations = ids.iter().map(|id| {
        let name = variable_name(emitter, *id);
        match storage(emitter, *id) {
            Storage::Local | Storage::Function => TokenStream::new(),
            Storage::Mutable => quote!(let mut #name: Option<Item> = None;),
            Storage::Slot => quote!(let #name = cx.slot()?;),
        }
    });
    declarations.collect()
}

/// The variables of the frame of a node.
pub(super) fn emit_frame(emitter: &Emitter<'_>, key: u32) -> TokenStream {
    let ids = emitter.names.frames.get(&key).cloned().unwrap_or_default();
    emit_declarations(emitter, &ids)
}

/// `(first; second)`
pub(super) fn emit_block(
    emitter: &mut Emitter<'_>,
    node: &Node,
    expressions: &[Node],
) -> TokenStream {
    let block = emit_statements(emitter, node, expressions, &mut emit_value);
    block.unwrap_or_else(|| quote!(Item::Undefined))
}

/// The statements of a block, and its end as `emit_last` makes it; nothing for an empty block.
pub(super) fn emit_statements(
    emitter: &mut Emitter<'_>,
    node: &Node,
    expressions: &[Node],
    emit_last: &mut dyn FnMut(&mut Emitter<'_>, &Node) -> TokenStream,
) -> Option<TokenStream> {
    let (last, before) = expressions.split_last()?;
    let declarations = emit_frame(emitter, node.place.start);
    let mut statements = Vec::new();
    let mut is_behind_function = false;
    for (index, statement) in before.iter().enumerate() {
        let is_function = bound_lambda(statement).is_some();
        if is_function && !is_behind_function {
            let functions = before.get(index..).unwrap_or_default();
            statements.push((None, direct::declare(emitter, functions)));
        }
        is_behind_function = is_function;
        statements.extend(emit_statement(emitter, statement));
    }
    let value = emit_last(emitter, last);
    if declarations.is_empty() && before.is_empty() {
        return Some(value);
    }
    let statements = statements
        .into_iter()
        .filter(|(function, _)| function.is_none_or(|id| emitter.has_calls(id)))
        .map(|(_, statement)| statement);
    Some(quote!({ #declarations #(#statements)* #value }))
}

/// A statement, and perhaps the function that it declares: it is needed only if that has calls.
type Statement = (Option<VariableId>, TokenStream);

fn emit_statement(emitter: &mut Emitter<'_>, node: &Node) -> Vec<Statement> {
    if let Some((name, value)) = bound_lambda(node)
        && let Kind::Lambda(lambda) = &value.kind
        && let Some(id) = emitter.names.binds.get(&name.place.start).copied()
        && storage(emitter, id) == Storage::Function
    {
        let of_numbers = direct::emit_function_of_numbers(emitter, id, value, lambda);
        let of_items = direct::emit_function(emitter, id, value, lambda);
        return vec![(None, of_numbers), (Some(id), of_items)];
    }
    if let Some((id, call)) = bound_call(emitter.names, node)
        && emitter.names.closures.contains_key(&id)
    {
        let kept = direct::emit_kept_arguments(emitter, id, node, call);
        return vec![(None, kept), (Some(id), direct::emit_closure(emitter, id))];
    }
    if let Kind::Bind(name, value) = &node.kind
        && node.predicates.is_empty()
        && node.group.is_none()
        && let Some(id) = emitter.names.binds.get(&name.place.start).copied()
    {
        return vec![(None, emit_bound(emitter, id, value))];
    }
    let value = emit_value(emitter, node);
    vec![(None, quote!(let _ = #value;))]
}

/// The statement that binds a variable.
pub(super) fn emit_bound(emitter: &mut Emitter<'_>, id: VariableId, value: &Node) -> TokenStream {
    let name = variable_name(emitter, id);
    let is_local = storage(emitter, id) == Storage::Local;
    let native = if is_local { emit_native(emitter, value) } else { None };
    emitter.set_native(id, native.as_ref().map(|(native, _)| *native));
    if let Some((_, value)) = native {
        return quote!(let #name = #value;);
    }
    let value = emit_value(emitter, value);
    match storage(emitter, id) {
        Storage::Local | Storage::Function => quote!(let #name = #value;),
        Storage::Mutable => quote!(#name = Some(#value);),
        Storage::Slot => quote!(#name.set(#value);),
    }
}

/// `$name := value` where its value is used.
pub(super) fn emit_bind(emitter: &mut Emitter<'_>, name: &Name, value: &Node) -> TokenStream {
    let value = emit_value(emitter, value);
    let Some(id) = emitter.names.binds.get(&name.place.start).copied() else { return value };
    let name = variable_name(emitter, id);
    match storage(emitter, id) {
        // It is the last part of its frame: nothing refers to it.
        Storage::Local | Storage::Function => value,
        Storage::Mutable => quote!({ let item = #value; #name = Some(item.clone()); item }),
        Storage::Slot => quote!({ let item = #value; #name.set(item.clone()); item }),
    }
}
