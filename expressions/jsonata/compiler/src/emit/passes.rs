//! Passes over sequences as loops, without lists between them.
//!
//! The local that takes the results has methods `add`, which flattens, and `push`.

mod aggregate;
mod applied;
pub(super) mod failure;
mod merged;
mod sort;

use asl_language::jsonata::Fusion;
use asl_language::jsonata::signature::Types;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

pub(super) use self::aggregate::emit_native_aggregate;
use self::applied::{Applied, Argument, Use};
use self::failure::can_fail;
use super::call;
use super::emitter::Emitter;
use super::native::{Native, emit_as, emit_native, native_of};
use super::operator::{emit_truth, is_plain};
use super::path::{constant, emit_filter, emit_items, emit_sorted_names, plain_name, plain_names};
use super::value::{emit_number, emit_operand, emit_result, emit_value};
use crate::tree::{Kind, Node, Path, Stage, Step};

/// True if the steps of a path can be one loop.
pub(super) fn is_loop(steps: &[Step]) -> bool {
    let Some(first) = steps.first() else { return false };
    let is_alone = steps.len() == 1 && matches!(first.node.kind, Kind::Variable(_));
    !first.node.is_cons()
        && !is_alone
        && !steps.last().is_some_and(is_sort)
        && steps.iter().all(|step| !step.is_tuple)
}

fn is_sort(step: &Step) -> bool {
    matches!(step.node.kind, Kind::Sort(_))
}

/// Maximum number of loops for the names at the begin of a path.
const MOST_LOOPS: usize = 6;

/// True if names are one loop over the inputs of the context.
pub(super) fn is_one_loop(names: &[&str]) -> bool {
    names.len() <= MOST_LOOPS
}

/// Statements that add the results of a path's last step for each of its items.
pub(super) fn emit_walk(emitter: &mut Emitter<'_>, steps: &[Step], results: &Ident) -> TokenStream {
    let (before, rest) = steps.split_at_checked(split(steps)).unwrap_or((steps, &[]));
    if !before.is_empty() {
        let items = emit_sorted_names(emitter, before, "sorted")
            .unwrap_or_else(|| emit_items(emitter, before));
        let (body, _) = emitter.in_context(|emitter| emit_rest(emitter, rest, results));
        return quote! {
            for context in &#items {
                let context = context.view();
                cx.spend(1)?;
                #body
            }
        };
    }
    if let Some((first, rest)) = steps.split_first()
        && matches!(first.node.kind, Kind::Variable(_))
    {
        return emit_from_variable(emitter, first, rest, results);
    }
    let context = emitter.context();
    let names: Vec<&str> = steps.iter().map_while(plain_name).collect();
    let many = names.len().saturating_sub(MOST_LOOPS);
    let (first_names, _) = names.split_at_checked(many).unwrap_or((&names, &[]));
    let rest = steps.get(many..).unwrap_or_default();
    let inputs = if first_names.is_empty() {
        quote!(#context.inputs())
    } else {
        let found = quote!(path::whole_names(cx, #context, &[#(#first_names),*])?);
        quote!(path::each(Item::view(&#found)))
    };
    let (body, _) = emitter.in_context(|emitter| emit_rest(emitter, rest, results));
    quote! {
        for context in #inputs {
            cx.spend(1)?;
            #body
        }
    }
}

/// A first step that is a variable is evaluated once, whatever the context is.
fn emit_from_variable(
    emitter: &mut Emitter<'_>,
    first: &Step,
    rest: &[Step],
    results: &Ident,
) -> TokenStream {
    let items = emit_step_items(emitter, first);
    let (body, _) = emitter.in_context(|emitter| {
        if rest.is_empty() {
            return quote!(#results.push(cx, context)?;);
        }
        emit_rest(emitter, rest, results)
    });
    emit_each(&items, &body)
}

/// The items that come out of a step.
struct StepItems {
    /// An iterator over them.
    items: TokenStream,
    /// Their test, an expression of type `bool`.
    test: Option<TokenStream>,
}

/// The loop over the items of a step.
fn emit_each(items: &StepItems, body: &TokenStream) -> TokenStream {
    let StepItems { items, test } = items;
    let body = match test {
        Some(test) => quote!(if #test { #body }),
        None => body.clone(),
    };
    quote! {
        for context in #items {
            cx.spend(1)?;
            #body
        }
    }
}

fn emit_step_items(emitter: &mut Emitter<'_>, step: &Step) -> StepItems {
    let Some((last, before)) = step.stages.split_last() else {
        let operand = emit_operand(emitter, &step.node);
        return StepItems { items: quote!(path::each(#operand)), test: None };
    };
    let operand = emit_staged(emitter, step, before);
    match last_stage(emitter, last) {
        LastStage::At(number) => {
            StepItems { items: quote!(path::each(path::item_at(#operand, #number))), test: None }
        }
        LastStage::Test(test) => {
            StepItems { items: quote!(path::each_tested(#operand)), test: Some(test) }
        }
        LastStage::Other(filter) => {
            let value = emit_filter(emitter, &quote!(#operand.to_item()), filter);
            StepItems { items: quote!(path::each(Item::view(&#value))), test: None }
        }
        LastStage::None => StepItems { items: quote!(path::each(#operand)), test: None },
    }
}

/// The value of a step after some stages, an expression of type `View`.
fn emit_staged(emitter: &mut Emitter<'_>, step: &Step, stages: &[Stage]) -> TokenStream {
    if stages.is_empty() {
        return emit_operand(emitter, &step.node);
    }
    let mut value = emit_value(emitter, &step.node);
    for stage in stages {
        if let Stage::Filter(filter) = stage {
            value = emit_filter(emitter, &value, filter);
        }
    }
    quote!(Item::view(&#value))
}

/// The last filter of a step.
enum LastStage<'t> {
    /// The number of a constant index.
    At(TokenStream),
    /// A filter that is certainly true or false, an expression of type `bool`.
    Test(TokenStream),
    Other(&'t Node),
    None,
}

fn last_stage<'t>(emitter: &mut Emitter<'_>, stage: &'t Stage) -> LastStage<'t> {
    let Stage::Filter(filter) = stage else { return LastStage::None };
    if let Some(number) = constant(filter) {
        return LastStage::At(emit_number(number));
    }
    if !emitter.shapes.of(filter).is(Types::BOOLEAN.and(Types::MISSING)) {
        return LastStage::Other(filter);
    }
    let (test, _) = emitter.in_context(|emitter| emit_truth(emitter, filter));
    LastStage::Test(test)
}

/// The step from which on all is one loop: behind a sort. jsonata-js evaluates a step for all items
/// before the next one: two steps that can fail stay apart, so that the right fault is found.
fn split(steps: &[Step]) -> usize {
    let mut failing = 0;
    for (index, step) in steps.iter().enumerate().rev() {
        if is_sort(step) {
            return index + 1;
        }
        failing += usize::from(can_fail(&step.node));
        failing += step.stages.iter().filter(|stage| can_stage_fail(stage)).count();
        if failing > 1 && index + 1 < steps.len() {
            return index + 1;
        }
    }
    0
}

fn can_stage_fail(stage: &Stage) -> bool {
    matches!(stage, Stage::Filter(filter) if can_fail(filter))
}

/// The statements for the local `context`, an item that the first of the steps is evaluated for.
fn emit_rest(emitter: &mut Emitter<'_>, steps: &[Step], results: &Ident) -> TokenStream {
    let Some((step, rest)) = steps.split_first() else { return TokenStream::new() };
    if rest.is_empty() {
        return emit_last(emitter, step, results);
    }
    if let [last] = rest
        && step.stages.is_empty()
        && let Some(name) = plain_name(last)
        && let Some(members) = call::emit_match_members(emitter, &step.node, name, results)
    {
        return members;
    }
    let items = emit_step_items(emitter, step);
    let (body, _) = emitter.in_context(|emitter| emit_rest(emitter, rest, results));
    emit_each(&items, &body)
}

/// The statements that add the results of the last step.
fn emit_last(emitter: &mut Emitter<'_>, step: &Step, results: &Ident) -> TokenStream {
    let Some((last, before)) = step.stages.split_last() else {
        if results == merged::RESULTS
            && let Some(member) = merged::emit_member(emitter, &step.node)
        {
            return member;
        }
        if results == aggregate::NUMBERS
            && let Some((_, number)) = emit_native(emitter, &step.node)
        {
            return quote!(#results.add_number(#number););
        }
        let result = emit_result(emitter, &step.node);
        return quote!(#results.add(cx, #result)?;);
    };
    let operand = emit_staged(emitter, step, before);
    match last_stage(emitter, last) {
        LastStage::At(number) => quote!(#results.add_at(cx, #operand, #number)?;),
        LastStage::Test(test) => {
            let items = StepItems { items: quote!(path::each_tested(#operand)), test: Some(test) };
            emit_each(&items, &quote!(#results.push(cx, context)?;))
        }
        LastStage::Other(filter) => {
            let value = emit_filter(emitter, &quote!(#operand.to_item()), filter);
            quote!(#results.add(cx, #value)?;)
        }
        LastStage::None => quote!(#results.add(cx, #operand)?;),
    }
}

/// A call of a built-in at a level that takes a sequence item by item, if that needs no list. `end`
/// ends a sequence: collapsed or as a whole.
pub(super) fn emit_call(
    emitter: &mut Emitter<'_>,
    fusion: Fusion,
    arguments: &[&Node],
    (level, end): (u16, &TokenStream),
) -> Option<TokenStream> {
    match (fusion, arguments) {
        (Fusion::Map | Fusion::Filter, [array, function]) => {
            let applied = Applied::new(emitter, function, 1, level)?;
            let results = format_ident!("results");
            let pass = emit_function(emitter, fusion, array, &applied, &results);
            // An empty array gives an empty sequence, but no value gives nothing.
            Some(quote!({
                let mut results = path::Sequence::default();
                let has_value = { #pass };
                if has_value { results.#end()? } else { Item::Undefined }
            }))
        }
        (Fusion::Reduce, [array, function, rest @ ..]) => {
            let applied = Applied::new(emitter, function, 2, level)?;
            if let [init] = rest
                && !can_fail(init)
                && let Some(total) = emit_reduce_number(emitter, array, &applied, init)
            {
                return Some(total);
            }
            let init = match rest {
                [] => quote!(Item::Undefined),
                [init] if !can_fail(init) => emit_value(emitter, init),
                _ => return None,
            };
            Some(emit_reduce(emitter, array, &applied, &init))
        }
        (Fusion::Sort, [array, function]) => {
            let applied = Applied::new(emitter, function, 2, level)?;
            Some(sort::emit_sort(emitter, array, &applied))
        }
        (Fusion::Join, [array, separator @ ..]) if is_source(emitter, array) => {
            merged::emit_join(emitter, array, separator)
        }
        (Fusion::Merge, [array]) if is_source(emitter, array) => {
            Some(merged::emit_merge(emitter, array))
        }
        (_, [array]) if fusion.is_aggregate() && is_source(emitter, array) => {
            Some(aggregate::emit_aggregate(emitter, fusion, array))
        }
        _ => None,
    }
}

/// True for an aggregate of names, which reads nothing but the inputs of the context.
pub(super) fn is_aggregate_of_names(emitter: &Emitter<'_>, node: &Node) -> bool {
    let Kind::Call(call) = &node.kind else { return false };
    let [array] = call.arguments.as_slice() else { return false };
    let fusion = emitter.names.built_in(&call.callee).and_then(|built_in| built_in.fusion);
    let is_aggregate = fusion.is_some_and(Fusion::is_aggregate);
    let Kind::Path(path) = &array.kind else { return false };
    is_aggregate
        && is_plain(node)
        && is_source(emitter, array)
        && plain_names(path).is_some_and(|names| is_one_loop(&names))
}

/// True if the items of a node come from a loop.
fn is_source(emitter: &Emitter<'_>, node: &Node) -> bool {
    if !is_plain(node) || emitter.has_level(node) {
        return false;
    }
    match &node.kind {
        Kind::Path(path) => is_source_path(path),
        _ => source_call(emitter, node).is_some(),
    }
}

fn is_source_path(path: &Path) -> bool {
    !path.keeps_singleton && is_loop(&path.steps)
}

/// A call of `$map` or `$filter` with a function that can stand in a loop: the built-in, the
/// array, and the function.
fn source_call<'t>(
    emitter: &Emitter<'_>,
    node: &'t Node,
) -> Option<(Fusion, &'t Node, Applied<'t>)> {
    let (call, first, level) = match &node.kind {
        Kind::Call(call) => (call, None, node.level),
        Kind::Apply(left, right) => match &right.kind {
            Kind::Call(call) if is_plain(right) => (call, Some(left.as_ref()), right.level),
            _ => return None,
        },
        _ => return None,
    };
    let fusion = emitter.names.built_in(&call.callee)?.fusion?;
    let arguments: Vec<&Node> = first.into_iter().chain(&call.arguments).collect();
    let [array, last] = arguments.as_slice() else { return None };
    let applied = Applied::new(emitter, last, 1, level.of_calls())?;
    matches!(fusion, Fusion::Map | Fusion::Filter).then_some((fusion, array, applied))
}

/// Statements that give the items of a node to the results.
fn emit_feed(emitter: &mut Emitter<'_>, node: &Node, results: &Ident) -> TokenStream {
    if is_source(emitter, node) {
        if let Kind::Path(path) = &node.kind {
            if let [step] = path.steps.as_slice()
                && plain_name(step).is_some()
                && !emitter.is_members
                && results != merged::RESULTS
                && results != aggregate::NUMBERS
            {
                let items = emit_operand(emitter, node);
                return quote!(#results.take_all(cx, #items)?;);
            }
            return emit_walk(emitter, &path.steps, results);
        }
        if let Some((fusion, array, applied)) = source_call(emitter, node) {
            let pass = emit_function(emitter, fusion, array, &applied, results);
            return quote!(#pass;);
        }
    }
    let value = emit_result(emitter, node);
    quote!(#results.set(cx, #value)?;)
}

/// Statements of `$map` or `$filter`, which add their results, and an expression that is true if there
/// was a value.
fn emit_function(
    emitter: &mut Emitter<'_>,
    fusion: Fusion,
    array: &Node,
    applied: &Applied<'_>,
    results: &Ident,
) -> TokenStream {
    let item = Argument::View(quote!(item));
    let name = if fusion == Fusion::Map { "map" } else { "filter" };
    let body = if fusion == Fusion::Map {
        let (statements, value) = applied.emit(emitter, &[item], Use::Value);
        quote!(#statements #results.push_result(cx, #value))
    } else {
        let (statements, truth) = applied.emit(emitter, &[item], Use::Truth);
        quote!(#statements if #truth { #results.push(cx, item) } else { Ok(()) })
    };
    let inner = format_ident!("{results}_of_{name}");
    let feed = emit_feed(emitter, array, &inner);
    quote! {
        let mut #inner = path::Results::new(#name, |item: View<'_>, index: usize| {
            cx.spend(1)?;
            #body
        });
        #feed
        #inner.finish()?
    }
}

/// `$reduce` from a number to numbers.
fn emit_reduce_number(
    emitter: &mut Emitter<'_>,
    array: &Node,
    applied: &Applied<'_>,
    init: &Node,
) -> Option<TokenStream> {
    let is_number = native_of(emitter, init).is_some_and(Native::is_certain_number);
    if !is_number || !applied.keeps_number(emitter) {
        return None;
    }
    let init = emit_as(emitter, init, Native::MaybeNumber)?;
    let values =
        [Argument::Native(Native::MaybeNumber, quote!(result)), Argument::View(quote!(item))];
    let (statements, value) = applied.emit(emitter, &values, Use::Number);
    let feed = emit_feed(emitter, array, &format_ident!("results"));
    Some(quote!({
        let mut result = #init;
        let mut results = path::Results::new("reduce", |item: View<'_>, index: usize| {
            cx.spend(1)?;
            #statements
            result = #value;
            Ok(())
        });
        #feed
        if results.finish()? { Item::from(result) } else { Item::Undefined }
    }))
}

fn emit_reduce(
    emitter: &mut Emitter<'_>,
    array: &Node,
    applied: &Applied<'_>,
    init: &TokenStream,
) -> TokenStream {
    let values = [Argument::Item(quote!(result.take())), Argument::View(quote!(item))];
    let (statements, value) = applied.emit(emitter, &values, Use::Value);
    let feed = emit_feed(emitter, array, &format_ident!("results"));
    quote!({
        let mut result = #init;
        let mut results = path::Results::new("reduce", |item: View<'_>, index: usize| {
            if index == 0 && result.is_undefined() {
                result = item.to_item();
                return Ok(());
            }
            cx.spend(1)?;
            #statements
            result = #value;
            Ok(())
        });
        #feed
        if results.finish()? { result } else { Item::Undefined }
    })
}
