//! Paths.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::emitter::Emitter;
use super::group::emit_group;
use super::operator::is_plain as is_plain_node;
use super::outcome::emit_ok;
use super::value::{emit_number, emit_operand, emit_value};
use super::{passes, sort, tuple, tuple_loop};
use crate::tree::{Group, Kind, Node, Path, SortTerm, Stage, Step};

/// A path: an expression of type `Item`, perhaps a sequence that has not collapsed.
pub(super) fn emit_path(
    emitter: &mut Emitter<'_>,
    path: &Path,
    group: Option<&Group>,
) -> TokenStream {
    if path.steps.iter().any(|step| step.is_tuple) {
        return tuple::emit_path(emitter, path, group);
    }
    let mut value = match split_names(emitter, &path.steps) {
        Some((from, names)) => quote!(path::whole_names(cx, #from, &[#(#names),*])?),
        None => emit_steps(emitter, &path.steps),
    };
    if path.keeps_singleton {
        value = quote!(path::keep_singleton(#value)?);
    }
    match group {
        Some(group) => emit_group(emitter, &quote!(Item::view(&#value)), &group.entries),
        None => value,
    }
}

/// A path of nothing but names, perhaps behind a variable: where it begins, and the names.
fn split_names<'t>(
    emitter: &mut Emitter<'_>,
    steps: &'t [Step],
) -> Option<(TokenStream, Vec<&'t str>)> {
    let (first, rest) = steps.split_first()?;
    let is_variable = matches!(first.node.kind, Kind::Variable(_)) && is_plain(first);
    let steps = if is_variable { rest } else { steps };
    let names: Vec<&str> = steps.iter().map(plain_name).collect::<Option<_>>()?;
    if names.is_empty() {
        return None;
    }
    let from = if is_variable { emit_operand(emitter, &first.node) } else { emitter.context() };
    Some((from, names))
}

/// The steps of a path of nothing but names.
pub(super) fn plain_names(path: &Path) -> Option<Vec<&str>> {
    if path.keeps_singleton || path.steps.iter().any(|step| step.is_tuple) {
        return None;
    }
    path.steps.iter().map(plain_name).collect()
}

/// A value that the run is given, perhaps with a path of names behind it: its place, and the names.
pub(super) fn given_names<'t>(
    emitter: &Emitter<'_>,
    node: &'t Node,
) -> Option<(usize, Vec<&'t str>)> {
    let (first, rest) = match &node.kind {
        Kind::Path(path)
            if !path.keeps_singleton && path.steps.iter().all(|step| !step.is_tuple) =>
        {
            let (first, rest) = path.steps.split_first().filter(|(first, _)| is_plain(first))?;
            (&first.node, rest)
        }
        _ => (node, [].as_slice()),
    };
    let is_checked = !is_plain_node(node) || emitter.checked_level(node).is_some();
    let place = emitter.names.given(first).filter(|_| !is_checked)?;
    Some((place, rest.iter().map(plain_name).collect::<Option<_>>()?))
}

/// A path whose value is data that is there in most cases.
pub(super) struct Names {
    /// The name of the runtime's functions.
    pub(super) function: &'static str,
    /// Their arguments.
    pub(super) arguments: TokenStream,
}

/// A path of nothing but names, of which one may have a constant index.
pub(super) fn emit_names(emitter: &mut Emitter<'_>, path: &Path) -> Option<Names> {
    if path.keeps_singleton || path.steps.iter().any(|step| step.is_tuple) {
        return None;
    }
    if let Some((from, names)) = split_names(emitter, &path.steps) {
        return Some(Names { function: "names", arguments: quote!(cx, #from, [#(#names),*]) });
    }
    let place = path.steps.iter().position(|step| !step.stages.is_empty())?;
    let (before, rest) = path.steps.split_at_checked(place + 1)?;
    let rest: Vec<&str> = rest.iter().map(plain_name).collect::<Option<_>>()?;
    let (last, before) = before.split_last()?;
    let ([Stage::Filter(filter)], Kind::Name(name)) = (last.stages.as_slice(), &last.node.kind)
    else {
        return None;
    };
    let number = constant(filter).filter(|_| is_plain_node(&last.node))?;
    let number = emit_number(number);
    let (from, mut names) = if before.is_empty() {
        (emitter.context(), Vec::new())
    } else {
        split_names(emitter, before)?
    };
    names.push(name);
    let arguments = quote!(cx, #from, [#(#names),*], #number, [#(#rest),*]);
    Some(Names { function: "names_at", arguments })
}

/// The value of a path after it has collapsed, an expression of type `Item`, if that needs no list
/// for a single item.
pub(super) fn emit_collapsed(emitter: &mut Emitter<'_>, path: &Path) -> Option<TokenStream> {
    if let Some(Names { function, arguments }) = emit_names(emitter, path) {
        let function = format_ident!("item_of_{function}");
        return Some(quote!(path::#function(#arguments)?));
    }
    if !path.keeps_singleton && path.steps.iter().any(|step| step.is_tuple) {
        return tuple_loop::emit_path(emitter, path, &quote!(finish));
    }
    let is_loop = !path.keeps_singleton && passes::is_loop(&path.steps);
    is_loop.then(|| emit_loop(emitter, &path.steps, &quote!(finish)))
}

/// A path as a loop, whose results end in this way.
pub(super) fn emit_loop(
    emitter: &mut Emitter<'_>,
    steps: &[Step],
    end: &TokenStream,
) -> TokenStream {
    let walk = passes::emit_walk(emitter, steps, &format_ident!("results"));
    quote!({
        let mut results = path::Sequence::default();
        #walk
        results.#end()?
    })
}

/// True if a step is its node alone.
pub(super) fn is_plain(step: &Step) -> bool {
    step.stages.is_empty() && is_plain_node(&step.node)
}

pub(super) fn plain_name(step: &Step) -> Option<&str> {
    match &step.node.kind {
        Kind::Name(name) if is_plain(step) => Some(name),
        _ => None,
    }
}

fn emit_steps(emitter: &mut Emitter<'_>, steps: &[Step]) -> TokenStream {
    let Some((last, before)) = steps.split_last() else { return quote!(Item::Undefined) };
    if before.is_empty() && last.node.is_cons() {
        return emit_cons(emitter, last);
    }
    if before.is_empty() && matches!(last.node.kind, Kind::Variable(_)) {
        let value = emit_step(emitter, last);
        return quote!(path::only_result(cx, #value)?);
    }
    if let Some((first, rest)) = before.split_first()
        && first.node.is_cons()
    {
        return emit_constructed(emitter, first, rest, last);
    }
    if passes::is_loop(steps) {
        return emit_loop(emitter, steps, &quote!(whole));
    }
    if let Some(sorted) = emit_sorted_names(emitter, steps, "sort_step") {
        return sorted;
    }
    let items = emit_items(emitter, before);
    emit_last(emitter, last, &items)
}

/// A path that begins with an array constructor: if the array is empty, it is the result.
fn emit_constructed(
    emitter: &mut Emitter<'_>,
    first: &Step,
    rest: &[Step],
    last: &Step,
) -> TokenStream {
    let value = emit_cons(emitter, first);
    let items = quote!(path::items_of_array(first));
    let items = rest.iter().fold(items, |items, step| emit_next(emitter, step, &items));
    let result = emit_last(emitter, last, &items);
    quote!({
        let first = #value;
        if first.array_len() == Some(0) { first } else { #result }
    })
}

/// The items after the first steps of a path, an expression of type `Vec<Item>`.
pub(super) fn emit_items(emitter: &mut Emitter<'_>, steps: &[Step]) -> TokenStream {
    let Some((first, rest)) = steps.split_first() else {
        let context = emitter.context();
        return quote!(path::input_items(#context));
    };
    let items = if first.node.is_cons() {
        let value = emit_cons(emitter, first);
        quote!(path::items_of_array(#value))
    } else if matches!(first.node.kind, Kind::Variable(_)) {
        // A variable is evaluated once, whatever the context is.
        let value = emit_step(emitter, first);
        quote!(path::flat(cx, #value)?)
    } else {
        let context = emitter.context();
        emit_next(emitter, first, &quote!(path::input_items(#context)))
    };
    if rest.len() <= MOST_CALLS {
        return rest.iter().fold(items, |items, step| emit_next(emitter, step, &items));
    }
    let name = quote!(items);
    let next = rest.iter().map(|step| emit_next(emitter, step, &name));
    let next: Vec<TokenStream> = next.collect();
    quote!({ let items = #items; #(let items = #next;)* items })
}

/// Maximum number of steps that are calls within each other; more are statements, because code must
/// not nest as deep as a path is long.
const MOST_CALLS: usize = 8;

/// A sort behind names, which copies no items before they are sorted. `sort` is the name of the
/// runtime's function.
pub(super) fn emit_sorted_names(
    emitter: &mut Emitter<'_>,
    steps: &[Step],
    sort: &str,
) -> Option<TokenStream> {
    let (last, before) = steps.split_last()?;
    let Kind::Sort(terms) = &last.node.kind else { return None };
    if !last.stages.is_empty() {
        return None;
    }
    let (from, names) = split_names(emitter, before)?;
    let items = quote!(path::items_of_names(cx, #from, [#(#names),*], &mut Made::none())?);
    Some(sort::emit_sort(emitter, sort, &items, terms))
}

/// A first step that is an array constructor: it is evaluated once.
fn emit_cons(emitter: &mut Emitter<'_>, step: &Step) -> TokenStream {
    let (value, is_used) = emitter.in_sequence(|emitter| emit_step(emitter, step));
    if !is_used {
        return value;
    }
    let context = emitter.context();
    quote!({
        let items = path::input_sequence(#context)?;
        let context = items.view();
        #value
    })
}

/// The value of a step for one item, with its stages.
pub(super) fn emit_step(emitter: &mut Emitter<'_>, step: &Step) -> TokenStream {
    let value = emit_value(emitter, &step.node);
    emit_stages(emitter, value, &step.stages)
}

fn emit_stages(emitter: &mut Emitter<'_>, value: TokenStream, stages: &[Stage]) -> TokenStream {
    stages.iter().fold(value, |value, stage| match stage {
        Stage::Filter(filter) => emit_filter(emitter, &value, filter),
        // It makes the step one of tuples.
        Stage::Index(_) => value,
    })
}

/// The items after a step that is not the last one.
fn emit_next(emitter: &mut Emitter<'_>, step: &Step, items: &TokenStream) -> TokenStream {
    if let Kind::Sort(terms) = &step.node.kind {
        if step.stages.is_empty() {
            return sort::emit_sort(emitter, "sorted", items, terms);
        }
        let sorted = emit_sort(emitter, step, terms, items);
        return quote!(#sorted.into_items());
    }
    if let Some(name) = plain_name(step) {
        return quote!(path::step_name(cx, #items, #name)?);
    }
    let (value, _) = emitter.in_context(|emitter| emit_ok(&emit_step(emitter, step)));
    quote!(path::step(cx, #items, &mut |context: View<'_>| -> Outcome { #value })?)
}

fn emit_last(emitter: &mut Emitter<'_>, step: &Step, items: &TokenStream) -> TokenStream {
    if let Kind::Sort(terms) = &step.node.kind {
        return emit_sort(emitter, step, terms, items);
    }
    let (value, _) = emitter.in_context(|emitter| emit_ok(&emit_step(emitter, step)));
    quote!(path::last_step(cx, #items, &mut |context: View<'_>| -> Outcome { #value })?)
}

fn emit_sort(
    emitter: &mut Emitter<'_>,
    step: &Step,
    terms: &[SortTerm],
    items: &TokenStream,
) -> TokenStream {
    let sorted = sort::emit_sort(emitter, "sort_step", items, terms);
    emit_stages(emitter, sorted, &step.stages)
}

/// `value[filter]`
pub(super) fn emit_filter(
    emitter: &mut Emitter<'_>,
    value: &TokenStream,
    filter: &Node,
) -> TokenStream {
    if let Some(number) = constant(filter) {
        let number = emit_number(number);
        return quote!(path::at(Item::view(&#value), #number)?);
    }
    let (filter, _) = emitter.in_context(|emitter| emit_ok(&emit_value(emitter, filter)));
    quote!(path::filter(cx, #value, &mut |context: View<'_>| -> Outcome { #filter })?)
}

/// The number that a filter is.
pub(super) fn constant(filter: &Node) -> Option<f64> {
    match filter.kind {
        Kind::Number(number) if filter.predicates.is_empty() && filter.group.is_none() => {
            Some(number)
        }
        _ => None,
    }
}
