//! `$sort` with a function that compares in place.

use proc_macro2::TokenStream;
use quote::quote;

use super::applied::{Applied, Argument, Use};
use crate::emit::emitter::Emitter;
use crate::emit::operator::is_plain;
use crate::emit::path::plain_name;
use crate::emit::reference::variable_name;
use crate::emit::value::emit_operand;
use crate::resolve::VariableId;
use crate::tree::{Kind, Node, Operator};

/// `$sort(array, function)`
pub(super) fn emit_sort(
    emitter: &mut Emitter<'_>,
    array: &Node,
    applied: &Applied<'_>,
) -> TokenStream {
    let array = emit_operand(emitter, array);
    if let Some(by_key) = emit_by_key(emitter, &array, applied) {
        return by_key;
    }
    let items = [quote!(first), quote!(second)].map(Argument::View);
    let (statements, truth) = applied.emit(emitter, &items, Use::JsTruth);
    quote! {
        functions::sort_with(cx, #array, &mut |first: View<'_>, second: View<'_>| {
            #statements
            Ok(#truth)
        })?
    }
}

/// A function that compares the same key of both items.
struct ByKey<'t> {
    between: TokenStream,
    /// True if the second item is on the left.
    is_turned: bool,
    parameter: VariableId,
    /// The names behind it.
    names: Vec<&'t str>,
    key: &'t Node,
}

fn emit_by_key(
    emitter: &mut Emitter<'_>,
    array: &TokenStream,
    applied: &Applied<'_>,
) -> Option<TokenStream> {
    let ByKey { between, is_turned, parameter, names, key } = by_key(emitter, applied)?;
    let key = applied.emit_key(emitter, key);
    let name = variable_name(emitter, parameter);
    let seen = if applied.has_level(emitter) {
        quote!(None)
    } else {
        quote!(path::seen(item, [#(#names),*]))
    };
    Some(quote! {
        functions::sort_by_key(
            cx,
            #array,
            functions::Between::#between,
            #is_turned,
            &mut |item| #seen,
            &mut |#name| #key,
        )?
    })
}

/// Finds `$a.name > $b.name`. Such a key never fails.
fn by_key<'t>(emitter: &Emitter<'_>, applied: &Applied<'t>) -> Option<ByKey<'t>> {
    let (node, lambda) = applied.written()?;
    let [first, second] = emitter.names.parameters.get(&node.place.start)?.as_slice() else {
        return None;
    };
    let Kind::Binary(operator, left, right) = &lambda.body.kind else { return None };
    let between = match operator {
        Operator::Greater => quote!(Greater),
        Operator::GreaterOrEqual => quote!(GreaterOrEqual),
        Operator::Less => quote!(Less),
        Operator::LessOrEqual => quote!(LessOrEqual),
        _ => return None,
    };
    let (on_left, names) = key(emitter, left)?;
    let (on_right, others) = key(emitter, right)?;
    let is_turned = (on_left, on_right) == (*second, *first);
    let is_key = is_turned || (on_left, on_right) == (*first, *second);
    let is_same = is_plain(&lambda.body) && is_key && names == others;
    is_same.then_some(ByKey { between, is_turned, parameter: on_left, names, key: left })
}

/// A variable, and the names of the path behind it.
fn key<'t>(emitter: &Emitter<'_>, node: &'t Node) -> Option<(VariableId, Vec<&'t str>)> {
    if let Some(id) = emitter.names.certain_variable(node) {
        return Some((id, Vec::new()));
    }
    let Kind::Path(path) = &node.kind else { return None };
    let (first, rest) = path.steps.split_first()?;
    let is_alone = is_plain(node) && !path.keeps_singleton && first.stages.is_empty();
    let id = emitter.names.certain_variable(&first.node).filter(|_| is_alone)?;
    let names = rest.iter().map(|step| plain_name(step).filter(|_| !step.is_tuple));
    Some((id, names.collect::<Option<_>>()?))
}
