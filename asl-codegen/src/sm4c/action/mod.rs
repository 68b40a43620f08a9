//! Actions: their type decides which file reads them; name and error handlers all have.
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

use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Action, ActionKind, Exit, Moment, Node, NodeId, NodeKind, Output, Place};
use crate::sm4c::attributes::{self, ACTIONS, Entity};
use crate::sm4c::context::{Context, Home, pass};
use crate::sm4c::object::{Object, Read};
use crate::source::Node as JsonNode;

/// The place of an action in the graph.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    /// Its node.
    pub(crate) node: NodeId,
    /// What becomes of its result.
    pub(crate) place: Place,
    /// Where it leads.
    pub(crate) exit: Exit,
    /// Whether somebody looks at its result.
    pub(crate) is_used: bool,
    /// When it is run.
    pub(crate) moment: Moment,
}

impl Slot {
    /// What becomes of the result, as nodes have it.
    pub(crate) fn output(&self) -> Output {
        Output { place: self.place.clone(), ..Output::default() }
    }
}

/// An action being read: its object, what it looks at, and its place in the graph.
pub(crate) struct ActionObject<'a> {
    /// Its attributes.
    pub(crate) object: Object<'a>,
    /// Where it stands.
    pub(crate) home: Home<'a>,
    /// Its place in the graph.
    pub(crate) slot: Slot,
}

impl<'a> Context<'a> {
    /// Lowers an action into its slot.
    pub(crate) fn action(&mut self, node: &'a JsonNode, home: Home<'a>, slot: Slot) {
        let id = slot.node;
        let span = crate::sm4c::object::first_byte(node.span);
        let Some((object, kind)) = self.typed(node, home) else {
            // It goes on, so that nothing behind it is said to be unreachable.
            self.fill_plain(id, home, span, pass(slot.exit, None));
            return;
        };
        attributes::check(self, &object);
        let name = self
            .string(&object, "name")
            .map(|name| name.value().to_owned())
            .filter(|name| !name.is_empty());
        let handlers = self.error_handlers(&object);
        let moment = slot.moment;
        let work = self.work(&ActionObject { object, home, slot }, kind);
        let action = Some(Action { moment, name, kind });
        self.fill(id, Node { state: home.state, span, kind: work, handlers, action });
    }

    fn work(&mut self, action: &ActionObject<'a>, kind: ActionKind) -> NodeKind {
        match kind {
            ActionKind::Delay => delay::lower(self, action),
            ActionKind::ForEach => for_each::lower(self, action),
            ActionKind::InjectData => inject_data::lower(self, action),
            ActionKind::InvokeFunction => invoke::function(self, action),
            ActionKind::InvokeSubflow => invoke::subflow(self, action),
            ActionKind::Parallel => parallel::parallel(self, action),
            ActionKind::SendEvent => send_event::lower(self, action),
            ActionKind::Sequence => parallel::sequence(self, action),
        }
    }

    /// The object of an action and its type, which is matched ignoring case.
    fn typed(&mut self, node: &'a JsonNode, home: Home<'a>) -> Option<(Object<'a>, ActionKind)> {
        let object = self.object(node, Entity::AnyAction, home.name)?;
        let Some(word) = self.required_string(&object, "type") else {
            attributes::check(self, &object);
            return None;
        };
        let known = ACTIONS.into_iter().find(|kind| kind.word().eq_ignore_ascii_case(word.value()));
        let Some(kind) = known else {
            attributes::check(self, &object);
            let words = ACTIONS.map(ActionKind::word);
            self.unknown_word(Code::UnknownAction, word, "type of actions called", &words);
            return None;
        };
        Some((Object { entity: Entity::Action(kind), ..object }, kind))
    }

    /// Reports an attribute that has no effect where it stands.
    pub(crate) fn idle(&mut self, object: &Object<'a>, name: &str, why: &str, help: Option<&str>) {
        let Some(member) = object.member(name) else { return };
        let title = format!("`{name}` has no effect");
        let diagnostic = Diagnostic::new(Code::IgnoredAttribute, member.key.span, title).label(why);
        self.diagnostics.push(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
    }
}
