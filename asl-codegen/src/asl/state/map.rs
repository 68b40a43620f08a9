//! Map: runs a processor for each item. ASL (today's edition): "Map State".

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::catch::read_catchers;
use crate::asl::field::check::check_fields;
use crate::asl::field::paths::{read_number_path, read_output, read_selection, read_single_path};
use crate::asl::field::payload::read_template;
use crate::asl::field::retry::read_retriers;
use crate::asl::field::table::ObjectKind;
use crate::asl::field::transition::read_exit;
use crate::asl::state::distributed_map::{Mode, read_map_run};
use crate::asl::state::{StateObject, unreadable};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::expr::jsonpath::Path;
use crate::ir::{Computed, ForEach, Join, Limit, NodeKind};

/// Lowers a Map; its processor is a scope of its own.
pub(crate) fn lower_map<'a>(
    context: &mut Context<'a>,
    state: &StateObject<'a>,
    object: &Object<'a>,
) -> NodeKind {
    let mode = read_processor(object, context.diagnostics);
    let input = read_selection(context, object, "InputPath");
    let items = read_items_path(context, object);
    // `Parameters` is the old name of `ItemSelector`, and AWS takes either beside either name of
    // the processor.
    let old = if object.get("ItemSelector").is_some() {
        None
    } else {
        read_template(context, object, "Parameters")
    };
    let selector = read_template(context, object, "ItemSelector").or(old);
    let window = read_max_concurrency(context, object);
    let run = read_map_run(context, object, mode);
    let output = read_output(context, object);
    let exit = read_exit(context, state);
    let (retry, catch) =
        (read_retriers(object, context.diagnostics), read_catchers(context, state));
    let Some(&body) = state.branches.first() else { return unreadable(object.head) };
    let (collection, join) = (None, Join::All);
    NodeKind::ForEach(ForEach {
        body,
        input,
        items,
        collection,
        join,
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
fn read_processor(object: &Object<'_>, diagnostics: &mut Diagnostics) -> Mode {
    let Some(node) = object.get("ItemProcessor").or_else(|| object.get("Iterator")) else {
        let title = format!("{} has no `ItemProcessor`", object.name());
        diagnostics.push(
            Diagnostic::new(Code::MissingField, object.head, title)
                .label("a Map state needs `ItemProcessor`"),
        );
        return Mode::Inline;
    };
    let processor = Object::read(node, ObjectKind::Processor, object.state, diagnostics);
    processor.map_or(Mode::Inline, |processor| read_mode(&processor, diagnostics))
}

fn read_mode(processor: &Object<'_>, diagnostics: &mut Diagnostics) -> Mode {
    let Some(node) = processor.get("ProcessorConfig") else { return Mode::Inline };
    let Some(config) =
        Object::read(node, ObjectKind::ProcessorConfig, processor.state, diagnostics)
    else {
        return Mode::Inline;
    };
    check_fields(&config, diagnostics);
    let mode = config.word("Mode", &["INLINE", "DISTRIBUTED"], diagnostics);
    let execution = config.word("ExecutionType", &["STANDARD", "EXPRESS"], diagnostics);
    match mode {
        Some("DISTRIBUTED") => Mode::Distributed { express: execution == Some("EXPRESS") },
        Some(_) | None => Mode::Inline,
    }
}

fn read_items_path<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Option<Path> {
    let path = object.string("ItemsPath", context.diagnostics)?;
    read_single_path(context, path, "ItemsPath").filter(|path| !path.is_data())
}

fn read_max_concurrency<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Limit<u32> {
    if let Some(path) = object.string("MaxConcurrencyPath", context.diagnostics) {
        return read_number_path(context, path, "MaxConcurrencyPath")
            .map_or(Limit::Fixed(0), |path| Limit::At(Computed::Path(path)));
    }
    Limit::Fixed(
        object
            .integer("MaxConcurrency", 0..=u32::MAX, context.diagnostics)
            .map_or(0, |window| window.value),
    )
}
