//! Actions: the file of its type reads each of them; all have a name and error handlers.
//!
//! An action of a state is one node of the machine's scope. An action within an action is a scope
//! of its own with one node, whose result is the scope's output.

pub(crate) mod arguments;
mod delay;
mod error_handler;
mod for_each;
mod inject_data;
mod invoke;
mod parallel;
mod send_event;

use crate::ir::{Action, ActionKind, Exit, Moment, Node, NodeId, NodeKind, Output, Place};
use crate::read::object::report_unknown_word;
use crate::sm4c::Object;
use crate::sm4c::action::error_handler::read_error_handlers;
use crate::sm4c::attributes::{self, ACTIONS, ObjectKind};
use crate::sm4c::context::{Context, Home};
use crate::sm4c::graph::pass;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::Node as JsonNode;

/// The place of an action in the graph.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) node: NodeId,
    /// The destination of its result.
    pub(crate) place: Place,
    pub(crate) exit: Exit,
    /// True if a handler uses its result.
    pub(crate) is_used: bool,
    pub(crate) moment: Moment,
}

impl Slot {
    /// The output of its node.
    pub(crate) fn output(&self) -> Output {
        Output { place: self.place.clone(), ..Output::default() }
    }
}

/// An action being read.
pub(crate) struct ActionObject<'a> {
    pub(crate) object: Object<'a>,
    pub(crate) home: Home<'a>,
    pub(crate) slot: Slot,
}

/// Lowers an action into its slot.
pub(crate) fn lower_action<'a>(
    context: &mut Context<'a>,
    node: &'a JsonNode,
    home: Home<'a>,
    slot: Slot,
) {
    let id = slot.node;
    let span = node.span.first_byte();
    let Some((object, kind)) = read_action_type(node, home, context.diagnostics) else {
        // The faulty action continues, so that the nodes after it are not reported as unreachable.
        context.graph.fill_plain(id, home.state, span, pass(slot.exit, None));
        return;
    };
    attributes::check_attributes(&object, context.diagnostics);
    let name = object
        .string("name", context.diagnostics)
        .map(|name| name.value().to_owned())
        .filter(|name| !name.is_empty());
    let handlers = read_error_handlers(context, &object);
    let moment = slot.moment;
    let work = lower_kind(context, &ActionObject { object, home, slot }, kind);
    let action = Some(Action { moment, name, kind });
    context.graph.fill_node(id, Node { state: home.state, span, kind: work, handlers, action });
}

fn lower_kind<'a>(
    context: &mut Context<'a>,
    action: &ActionObject<'a>,
    kind: ActionKind,
) -> NodeKind {
    match kind {
        ActionKind::Delay => delay::lower_delay(action, context.diagnostics),
        ActionKind::ForEach => for_each::lower_for_each(context, action),
        ActionKind::InjectData => inject_data::lower_inject_data(context, action),
        ActionKind::InvokeFunction => invoke::lower_function(context, action),
        ActionKind::InvokeSubflow => invoke::lower_subflow(context, action),
        ActionKind::Parallel => parallel::lower_parallel(context, action),
        ActionKind::SendEvent => send_event::lower_send_event(context, action),
        ActionKind::Sequence => parallel::lower_sequence(context, action),
    }
}

/// The object of an action and its type, which is matched ignoring case.
fn read_action_type<'a>(
    node: &'a JsonNode,
    home: Home<'a>,
    diagnostics: &mut Diagnostics,
) -> Option<(Object<'a>, ActionKind)> {
    let object = Object::read(node, ObjectKind::AnyAction, home.name, diagnostics)?;
    let Some(word) = object.required_string("type", diagnostics) else {
        attributes::check_attributes(&object, diagnostics);
        return None;
    };
    let known = ACTIONS.into_iter().find(|kind| kind.word().eq_ignore_ascii_case(word.value()));
    let Some(kind) = known else {
        attributes::check_attributes(&object, diagnostics);
        let words = ACTIONS.map(ActionKind::word);
        report_unknown_word(
            Code::UnknownAction,
            word,
            "type of actions called",
            &words,
            diagnostics,
        );
        return None;
    };
    Some((Object { kind: ObjectKind::Action(kind), ..object }, kind))
}

/// Reports an attribute that has no effect in its place.
pub(crate) fn report_idle(
    object: &Object<'_>,
    name: &str,
    why: &str,
    help: Option<&str>,
    diagnostics: &mut Diagnostics,
) {
    let Some(member) = object.member(name) else { return };
    let title = format!("`{name}` has no effect");
    let diagnostic = Diagnostic::new(Code::IgnoredAttribute, member.key.span, title).label(why);
    diagnostics.push(match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    });
}
