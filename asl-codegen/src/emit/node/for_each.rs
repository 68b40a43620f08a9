//! `ForEach`: runs a scope for each item. Map; in SM4C `forEach`.

use proc_macro2::{Literal as Token, TokenStream};
use quote::{format_ident, quote};

use super::fork;
use super::function::{Function, Role};
use crate::emit::data::{Body, Held, jsonata};
use crate::emit::{Context, docs};
use crate::expr::jsonpath::{Path, Root};
use crate::ir::{Batch, Computed, Expr, ForEach, Limit, MapRun, NodeId, Selection, Store};
use asl_source::expression::tokens;

/// Enters the node: its items, and the maximum number of concurrent iterations.
pub(super) fn enter(body: &mut Body<'_>, node: &ForEach) -> TokenStream {
    if let Some(Expr::Jq(query)) = node.collection.as_deref() {
        let (items, window) = (body.query(query), Token::u32_unsuffixed(fixed(&node.window)));
        return quote!(Ok(Step::ForEach(iterate(elements(#items)?, #window))));
    }
    let is_read = node.run.as_ref().is_some_and(|run| run.reader.is_some());
    let input = effective_input(body, &node.input, reads_data(node, is_read));
    let items = if is_read { quote!(Value::Null) } else { items(body, node, &input) };
    let window = window(body, &node.window, &input);
    let Some(run) = &node.run else { return quote!(Ok(Step::ForEach(iterate(#items, #window)))) };
    body.uses().runs = true;
    let run = map_run(body, run, &input);
    // Its faults are found after the state has reported its start.
    body.push(quote!(let run = || -> Result<Run, Failed> { Ok(#run) };));
    quote!(Ok(Step::ForEach(distribute(#items, #window, run()))))
}

/// Returns true if the data is read when the Map is entered.
fn reads_data(node: &ForEach, is_read: bool) -> bool {
    let on_data = |path: &Path| path.root == Root::Data;
    let template = |template: &Option<Expr>| template.as_ref().is_some_and(Expr::reads_data);
    let limit =
        |limit: &Option<Limit<u32>>| matches!(limit, Some(Limit::At(at)) if at.reads_data());
    let items = !is_read && node.collection.is_none() && node.items.as_ref().is_none_or(on_data);
    let run = node.run.as_ref().is_some_and(|run| {
        let batch = run.batch.as_ref();
        limit(&run.tolerated_count)
            || matches!(&run.tolerated_percentage, Some(Limit::At(at)) if at.reads_data())
            || batch.is_some_and(|batch| {
                limit(&batch.items) || limit(&batch.bytes) || template(&batch.input)
            })
            || run.max_items.as_ref().is_some_and(Computed::reads_data)
            || [&run.reader, &run.writer]
                .into_iter()
                .flatten()
                .any(|store| template(&store.parameters))
    });
    items || run || matches!(&node.window, Limit::At(at) if at.reads_data())
}

fn items(body: &mut Body<'_>, node: &ForEach, input: &TokenStream) -> TokenStream {
    if let Some(collection) = &node.collection {
        let made = jsonata::items(body, collection, node.run.is_some());
        return body.noted("AfterItemsPath", Held::made(made)).value();
    }
    let (found, path) = match &node.items {
        None if body.is_jsonata() => {
            let data = body.data();
            return quote!(evaluate::whole_input(#data)?.clone());
        }
        None => (input.clone(), "$"),
        Some(path) => (body.found(path, input).reference(), path.text.as_str()),
    };
    let checked = if node.run.is_some() {
        quote!(items_or_members(#found, #path)?)
    } else {
        quote!(items(#found, #path)?)
    };
    body.noted("AfterItemsPath", Held::borrowed(checked)).value()
}

/// The start parameters of a distributed Map, as an expression of type `Run`.
fn map_run(body: &mut Body<'_>, run: &MapRun, input: &TokenStream) -> TokenStream {
    let tolerated =
        limit(body, run.tolerated_count.as_ref(), "not_negative", "ToleratedFailureCount", input);
    let percentage = match &run.tolerated_percentage {
        None => quote!(None),
        Some(Limit::Fixed(number)) => {
            let number = tokens::float(*number);
            quote!(Some(#number))
        }
        Some(Limit::At(computed)) => {
            let read = at(body, "percentage", computed, input);
            quote!(Some(#read))
        }
    };
    let batch =
        run.batch.as_ref().map_or_else(|| quote!(None), |batch| self::batch(body, batch, input));
    let max_items = match &run.max_items {
        None => quote!(None),
        Some(Computed::Jsonata(expression)) => {
            let read = jsonata::field(body, expression, "max_items");
            quote!(Some(#read))
        }
        Some(Computed::Path(path)) => {
            let (found, text) = (body.found(path, input).reference(), &path.text);
            quote!(Some(integer(#found, "MaxItemsPath", #text)?))
        }
    };
    let reader = parameters(body, run.reader.as_ref(), "READER", input);
    let writer = parameters(body, run.writer.as_ref(), "WRITER", input);
    quote! {
        Run {
            tolerated_count: #tolerated,
            tolerated_percentage: #percentage,
            batch: #batch,
            reader: #reader,
            max_items: #max_items,
            writer: #writer,
        }
    }
}

fn batch(body: &mut Body<'_>, batch: &Batch, input: &TokenStream) -> TokenStream {
    let items = limit(body, batch.items.as_ref(), "positive", "MaxItemsPerBatch", input);
    let bytes = limit(body, batch.bytes.as_ref(), "positive", "MaxInputBytesPerBatch", input);
    let made = match &batch.input {
        None => quote!(Value::Null),
        Some(template) => body.template(template, "BATCH", input).value(),
    };
    quote!(Some(Batch { items: #items, bytes: #bytes, input: #made }))
}

/// The evaluated `Parameters` of an `ItemReader` or `ResultWriter`.
fn parameters(
    body: &mut Body<'_>,
    store: Option<&Store>,
    slot: &'static str,
    input: &TokenStream,
) -> TokenStream {
    match store.and_then(|store| store.parameters.as_ref()) {
        None => quote!(Value::Null),
        Some(template) => body.template(template, slot, input).value(),
    }
}

/// A number or the value at a path, as an expression of type `Option<u64>`. `name` is the name of
/// the field without `Path`.
fn limit(
    body: &mut Body<'_>,
    limit: Option<&Limit<u32>>,
    read: &str,
    name: &str,
    input: &TokenStream,
) -> TokenStream {
    match limit {
        None => quote!(None),
        Some(Limit::Fixed(number)) => {
            let number = Token::u32_unsuffixed(*number);
            quote!(Some(#number))
        }
        Some(Limit::At(Computed::Jsonata(expression))) => {
            let read = jsonata::field(body, expression, read);
            quote!(Some(#read))
        }
        Some(Limit::At(Computed::Path(path))) => {
            let (found, text) = (body.found(path, input).reference(), &path.text);
            let read = format_ident!("{read}");
            quote!(Some(#read(#found, #name, #text)?))
        }
    }
}

/// The fields of the row that only a `ForEach` has, and their statics.
pub(super) fn row(context: &Context<'_>, id: NodeId, node: &ForEach) -> (TokenStream, TokenStream) {
    let body = context.start(node.body);
    let window = match &node.window {
        Limit::Fixed(window) => {
            let window = Token::u32_unsuffixed(*window);
            quote!(Some(#window))
        }
        Limit::At(_) => quote!(None),
    };
    let selects = node.selector.is_some().then(|| quote!(.selects_items()));
    let (run, statics) = node.run.as_ref().map(|run| run_row(context, id, run)).unzip();
    let children = context.is_sm4c().then(|| fork::children(node.join, fixed(&node.window)));
    (quote!(.body(#body, #window) #selects #run #children), statics.unwrap_or_default())
}

/// The maximum number of concurrent iterations of a `forEach` in SM4C.
fn fixed(window: &Limit<u32>) -> u32 {
    match window {
        Limit::Fixed(window) => *window,
        Limit::At(_) => unreachable!("in SM4C the definition gives the window"),
    }
}

fn run_row(context: &Context<'_>, id: NodeId, run: &MapRun) -> (TokenStream, TokenStream) {
    let state = context.state_of(id).map(|state| &state.name);
    let label = run.label.as_ref().or(state).map(|name| name.value.as_str()).unwrap_or_default();
    let (reader, mut statics) =
        store_row(context, id, run.reader.as_ref(), "READER_CONFIG", "open_items");
    let (writer, more) =
        store_row(context, id, run.writer.as_ref(), "WRITER_CONFIG", "write_results");
    statics.extend(more);
    (quote!(.distributed(RunRow { label: #label, reader: #reader, writer: #writer })), statics)
}

fn store_row(
    context: &Context<'_>,
    id: NodeId,
    store: Option<&Store>,
    slot: &'static str,
    access: &str,
) -> (TokenStream, TokenStream) {
    let Some(store) = store else { return (quote!(None), TokenStream::new()) };
    let mut body = Body::new(context, id);
    let config = body.literal(&store.config, slot);
    let statics = body.into_parts().statics;
    // The names of the configuration's statics end in numbers, if it has any.
    let name = format_ident!("{}_{slot}_VALUE", context.names.node_constant(id));
    let doc = docs::line(&format!("Configuration of {}.", docs::state_name(context, id)));
    let (resource, access) = (&store.resource, format_ident!("{access}"));
    (
        quote!(Some(StoreRow { resource: #resource, config: &#name, access: #access })),
        quote!(#statics #doc static #name: Value = #config;),
    )
}

/// The value of `InputPath`, as an expression of type `&Value` that may be repeated; `None` if
/// nothing `reads` it.
pub(super) fn effective_input(body: &mut Body<'_>, select: &Selection, reads: bool) -> TokenStream {
    if !reads {
        body.require_input(select);
        return TokenStream::new();
    }
    let selected = body.input_path(select).reference();
    if matches!(select, Selection::Whole) {
        return selected;
    }
    body.push(quote!(let input = #selected;));
    quote!(input)
}

fn window(body: &mut Body<'_>, window: &Limit<u32>, input: &TokenStream) -> TokenStream {
    match window {
        Limit::Fixed(window) => {
            let window = Token::u32_unsuffixed(*window);
            quote!(#window)
        }
        Limit::At(computed) => at(body, "window", computed, input),
    }
}

/// A value of the data, converted by a function of the runtime.
fn at(body: &mut Body<'_>, read: &str, computed: &Computed, input: &TokenStream) -> TokenStream {
    let path = match computed {
        Computed::Jsonata(expression) => return jsonata::field(body, expression, read),
        Computed::Path(path) => path,
    };
    let read = format_ident!("{read}");
    let (found, text) = (body.found(path, input).reference(), &path.text);
    quote!(#read(#found, #text)?)
}

/// The function that makes the input of an iteration, if the definition has a template for it.
pub(super) fn item(context: &Context<'_>, id: NodeId, node: &ForEach) -> Option<Function> {
    let selector = node.selector.as_ref()?;
    let mut body = Body::new(context, id);
    let input = effective_input(&mut body, &node.input, selector.reads_data());
    let mut made = body.template(selector, "SELECTOR", &input).value();
    if matches!(selector, Expr::Jsonata(_)) {
        // An expression alone ends in `?`, which clippy refuses within `Ok(..)`.
        body.push(quote!(let item = #made;));
        made = quote!(item);
    }
    let (pattern, name) = (context.names.node(id), context.names.item(id));
    Some(Function::new(Role::Item, pattern, name, body, &quote!(Ok(#made))))
}
