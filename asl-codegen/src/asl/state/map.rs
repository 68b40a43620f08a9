//! Map: runs a processor for each item. ASL (today's edition): "Map State".

use crate::asl::context::Context;
use crate::asl::field::table::Place;
use crate::asl::object::Object;
use crate::asl::state::distributed_map::Mode;
use crate::asl::state::{StateObject, unreadable};
use crate::diagnostics::{Code, Diagnostic};
use crate::expr::jsonpath::Path;
use crate::ir::{ForEach, Join, Limit, NodeKind};

/// Lowers a Map; its processor is a scope of its own.
pub(crate) fn lower<'a>(
    context: &mut Context<'a>,
    state: &StateObject<'a>,
    object: &Object<'a>,
) -> NodeKind {
    let mode = context.processor(object);
    let input = context.selection(object, "InputPath");
    let items = context.items_path(object);
    // `Parameters` is the old name of `ItemSelector`, and AWS takes either beside either name of
    // the processor.
    let old = if object.get("ItemSelector").is_some() {
        None
    } else {
        context.template(object, "Parameters")
    };
    let selector = context.template(object, "ItemSelector").or(old);
    let window = context.window(object);
    let run = context.map_run(object, mode);
    let output = context.output(object);
    let exit = context.exit(state);
    let (retry, catch) = (context.retriers(object), context.catchers(state));
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

impl<'a> Context<'a> {
    /// `ItemProcessor`, or `Iterator` as it was called before: its states are lowered with all
    /// others.
    fn processor(&mut self, object: &Object<'a>) -> Mode {
        let Some(node) = object.get("ItemProcessor").or_else(|| object.get("Iterator")) else {
            let title = format!("{} has no `ItemProcessor`", object.name());
            self.diagnostics.push(
                Diagnostic::new(Code::MissingField, object.head, title)
                    .label("a Map state needs `ItemProcessor`"),
            );
            return Mode::Inline;
        };
        let processor = self.object(node, Place::Processor, object.state);
        processor.map_or(Mode::Inline, |processor| self.mode(&processor))
    }

    fn mode(&mut self, processor: &Object<'a>) -> Mode {
        let Some(node) = processor.get("ProcessorConfig") else { return Mode::Inline };
        let Some(config) = self.object(node, Place::ProcessorConfig, processor.state) else {
            return Mode::Inline;
        };
        self.check_fields(&config);
        self.comment(&config);
        let mode = self.word(&config, "Mode", &["INLINE", "DISTRIBUTED"]);
        let execution = self.word(&config, "ExecutionType", &["STANDARD", "EXPRESS"]);
        match mode {
            Some("DISTRIBUTED") => Mode::Distributed { express: execution == Some("EXPRESS") },
            Some(_) | None => Mode::Inline,
        }
    }

    fn items_path(&mut self, object: &Object<'a>) -> Option<Path> {
        let path = self.string(object, "ItemsPath")?;
        self.single(path, "ItemsPath").filter(|path| !path.is_data())
    }

    fn window(&mut self, object: &Object<'a>) -> Limit<u32> {
        if let Some(path) = self.string(object, "MaxConcurrencyPath") {
            return self.number_path(path, "MaxConcurrencyPath").map_or(Limit::Fixed(0), Limit::At);
        }
        Limit::Fixed(
            self.integer(object, "MaxConcurrency", 0..=u32::MAX).map_or(0, |window| window.value),
        )
    }
}
