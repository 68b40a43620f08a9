//! A state: its type decides which file reads it.

mod choice;
pub(crate) mod choice_rule;
mod distributed_map;
mod fail;
mod item_reader;
mod map;
mod parallel;
mod pass;
mod succeed;
pub(crate) mod task;
mod unsupported;
mod wait;

use crate::asl::context::Context;
use crate::asl::field::table::Place;
use crate::asl::node_of;
use crate::asl::object::Object;
use crate::asl::outline::StateOutline;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{
    Eval, Exit, Input, Node, NodeKind, Output, ScopeId, State, StateId, StateKind, Target,
};
use crate::source::{Json, Node as JsonNode};
use crate::span::Span;

/// A state being read: its object and where it lives.
#[derive(Clone, Copy)]
pub(crate) struct StateObject<'a> {
    /// Its fields.
    pub(crate) object: Object<'a>,
    /// Its scope: where its transitions may lead.
    pub(crate) scope: ScopeId,
    /// The scopes of its branches.
    pub(crate) branches: &'a [ScopeId],
}

/// The types by the names they have in definitions.
const TYPES: [(&str, Place, StateKind); 8] = [
    ("Pass", Place::Pass, StateKind::Pass),
    ("Task", Place::Task, StateKind::Task),
    ("Choice", Place::Choice, StateKind::Choice),
    ("Wait", Place::Wait, StateKind::Wait),
    ("Succeed", Place::Succeed, StateKind::Succeed),
    ("Fail", Place::Fail, StateKind::Fail),
    ("Parallel", Place::Parallel, StateKind::Parallel),
    ("Map", Place::Map, StateKind::Map),
];

impl<'a> Context<'a> {
    /// Reads a state. `None` only for an id that is not in the outline.
    pub(crate) fn state(&mut self, id: StateId) -> Option<(State, Node)> {
        let outline = self.outline;
        let state = outline.states.get(id.index())?;
        let (kind, comment, node) = self.body(state);
        let entry = node_of(id);
        let span = state.name.span;
        let named = State { name: state.name.clone(), kind, scope: state.scope, entry, comment };
        Some((named, Node { state: id, span, kind: node, handlers: Vec::new(), action: None }))
    }

    fn body(&mut self, state: &'a StateOutline<'a>) -> (StateKind, Option<String>, NodeKind) {
        let broken = (StateKind::Pass, None, unreadable(state.name.span));
        let Json::Object(members) = &state.body.value else {
            self.wrong_type(state.body, &format!("state `{}`", state.name.value), "an object");
            return broken;
        };
        let Some((place, kind)) = self.state_type(state, members) else { return broken };
        let name = state.name.value.as_str();
        let object = Object { members, place, state: name, head: state.name.span };
        let covered = self.speaks_jsonpath(&object);
        let comment = self.comment(&object);
        let state = StateObject { object, scope: state.scope, branches: &state.branches };
        let node = if covered {
            self.covered(&state, kind)
        } else {
            unsupported::lower(self, &state, kind)
        };
        (kind, comment, node)
    }

    fn covered(&mut self, state: &StateObject<'a>, kind: StateKind) -> NodeKind {
        self.check_fields(&state.object);
        match kind {
            StateKind::Pass => pass::lower(self, state),
            StateKind::Task => task::lower(self, state),
            StateKind::Choice => choice::lower(self, state),
            StateKind::Wait => wait::lower(self, state),
            StateKind::Succeed => succeed::lower(self, state),
            StateKind::Fail => fail::lower(self, state),
            StateKind::Parallel => parallel::lower(self, state),
            StateKind::Map => map::lower(self, state, &state.object),
            StateKind::State => unreachable!("no type of ASL"),
        }
    }

    fn state_type(
        &mut self,
        state: &'a StateOutline<'a>,
        members: &'a [crate::source::Member],
    ) -> Option<(Place, StateKind)> {
        let name = &state.name.value;
        let Some(node) = crate::asl::outline::find(members, "Type") else {
            let title = format!("state `{name}` has no `Type`");
            self.diagnostics.push(
                Diagnostic::new(Code::MissingField, state.name.span, title)
                    .label("every state needs a `Type`"),
            );
            return None;
        };
        let text = self.as_string(node, "`Type`")?;
        let Some((_, place, kind)) = TYPES.iter().find(|(word, ..)| *word == text.text.value)
        else {
            self.unknown_type(node, &text.text.value);
            return None;
        };
        Some((*place, *kind))
    }

    fn unknown_type(&mut self, node: &JsonNode, word: &str) {
        let same =
            TYPES.iter().map(|(name, ..)| *name).find(|name| name.eq_ignore_ascii_case(word));
        let nearest = same.or_else(|| self.nearest(word, TYPES.iter().map(|(name, ..)| *name)));
        let diagnostic = Diagnostic::new(
            Code::UnknownStateType,
            node.span,
            format!("there is no state type `{word}`"),
        );
        self.diagnostics.push(match nearest {
            Some(nearest) => diagnostic.label(format!("did you mean `{nearest}`?")),
            None => diagnostic
                .help("the types are Pass, Task, Choice, Wait, Succeed, Fail, Parallel and Map"),
        });
    }
}

/// Stands for a state that could not be read: nobody knows where it leads.
pub(crate) fn unreadable(span: Span) -> NodeKind {
    let exit = Exit::Next(Target { node: None, span });
    NodeKind::Eval(Eval {
        input: Input::default(),
        result: None,
        output: Output::default(),
        leave_for: None,
        exit,
    })
}
