//! Map: runs a processor for each item. ASL (today's edition): "Map State".

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::allowed::{check_fields, report_needed};
use crate::asl::field::catch::read_catchers;
use crate::asl::field::flow::{read_input_value, read_output, read_path_selection};
use crate::asl::field::number::{is_computed, read_count};
use crate::asl::field::paths::{read_number_path, read_single_path};
use crate::asl::field::retry::read_retriers;
use crate::asl::field::table::ObjectKind;
use crate::asl::field::transition::read_exit;
use crate::asl::query_language::QueryLanguage;
use crate::asl::state::distributed_map::{Mode, read_map_run};
use crate::asl::state::{StateObject, unreadable};
use crate::expr::jsonpath::Path;
use crate::ir::{Expr, ForEach, Join, Limit, NodeKind};
use crate::read::object::report_type;
use asl_source::options::Profile;
use asl_source::source::Json;

/// Lowers a Map; its processor is a scope of its own.
pub(crate) fn lower_map<'a>(
    context: &mut Context<'a>,
    state: &StateObject<'a>,
    object: &Object<'a>,
) -> NodeKind {
    let mode = read_processor(context, object);
    let input = read_path_selection(context, object, "InputPath");
    let (items, collection) = match context.language {
        QueryLanguage::JsonPath => (read_items_path(context, object), None),
        QueryLanguage::Jsonata => (None, read_items(context, object)),
    };
    // `Parameters` is the old name of `ItemSelector`, and AWS takes either beside either name of
    // the processor.
    let has_old = context.language == QueryLanguage::JsonPath && !object.has("ItemSelector");
    let name = if has_old { "Parameters" } else { "ItemSelector" };
    let selector = read_input_value(context, object, name);
    let window = read_count(context, object, "MaxConcurrency", 0..=u32::MAX, read_number_path)
        .unwrap_or(Limit::Fixed(0));
    let run = read_map_run(context, object, mode);
    let output = read_output(context, object);
    let exit = read_exit(context, state);
    let (retry, catch) = (read_retriers(context, object), read_catchers(context, state));
    let Some(&body) = state.branches.first() else { return unreadable(object.head) };
    NodeKind::ForEach(ForEach {
        body,
        input,
        items,
        collection: collection.map(Box::new),
        join: Join::All,
        selector,
        window,
        run,
        output,
        exit,
        retry,
        catch,
    })
}

/// `ItemProcessor`, or `Iterator` as it was called before: its states are lowered with all
/// others.
fn read_processor<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Mode {
    let Some(node) = object.get("ItemProcessor").or_else(|| object.get("Iterator")) else {
        let why = "a Map state needs `ItemProcessor`";
        report_needed(object, "ItemProcessor", why, context.diagnostics);
        return Mode::Inline;
    };
    let processor = Object::read(node, ObjectKind::Processor, object.state, context.diagnostics);
    processor.map_or(Mode::Inline, |processor| read_mode(context, &processor))
}

fn read_mode<'a>(context: &mut Context<'a>, processor: &Object<'a>) -> Mode {
    let Some(node) = processor.get("ProcessorConfig") else { return Mode::Inline };
    let Some(config) =
        Object::read(node, ObjectKind::ProcessorConfig, processor.state, context.diagnostics)
    else {
        return Mode::Inline;
    };
    check_fields(context, &config);
    let diagnostics = &mut *context.diagnostics;
    let mode = config.word("Mode", &["INLINE", "DISTRIBUTED"], diagnostics);
    let execution = config.word("ExecutionType", &["STANDARD", "EXPRESS"], diagnostics);
    if mode == Some("DISTRIBUTED") {
        check_execution_type(context, &config);
    }
    match mode {
        Some("DISTRIBUTED") => Mode::Distributed { express: execution == Some("EXPRESS") },
        Some(_) | None => Mode::Inline,
    }
}

/// Reports a distributed processor that does not say what its child executions are. AWS has no
/// default.
fn check_execution_type(context: &mut Context<'_>, config: &Object<'_>) {
    if context.options.profile == Profile::Aws && !config.has("ExecutionType") {
        let why = "a distributed Map needs `\"STANDARD\"` or `\"EXPRESS\"`";
        report_needed(config, "ExecutionType", why, context.diagnostics);
    }
}

fn read_items_path<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Option<Path> {
    let path = object.string("ItemsPath", context.diagnostics)?;
    read_single_path(context, path, "ItemsPath").filter(|path| !path.is_data())
}

/// Reads `Items`: an expression, or an array or object that may have expressions.
fn read_items<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Option<Expr> {
    let node = object.get("Items")?;
    let is_expression = is_computed(context, object, "Items");
    if !is_expression && !matches!(node.value, Json::Array(_) | Json::Object(_)) {
        report_type(node, "`Items`", "an array, or an expression", context.diagnostics);
        return None;
    }
    read_input_value(context, object, "Items")
}
