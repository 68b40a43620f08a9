//! Leaving a state: through its exit action, if it has one, to the target of the transition.
//!
//! The exit action is one node for all transitions. If they lead to several states, each notes its
//! target first, and the exit action leads to the noted target.

use super::transition::{Cause, Next, Transition};
use crate::ir::{Exit, Moment, NodeId, Target};
use crate::sm4c::Object;
use crate::sm4c::action::{Slot, lower_action};
use crate::sm4c::context::Context;
use crate::sm4c::graph::pass;
use crate::sm4c::state::nodes::{StateNodes, read_merged};

/// The target of a state's exit action.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExitTarget {
    /// The state has no exit action.
    NoAction,
    /// The one target of all transitions; `None`: no transition leaves the state, and the machine
    /// ends.
    Fixed(Option<Next>),
    /// One of several states, noted before the exit action.
    Noted,
}

/// Finds the target of a state's exit action.
pub(crate) fn exit_target(object: &Object<'_>, transitions: &[Transition<'_>]) -> ExitTarget {
    if object.get("exitAction").is_none() {
        return ExitTarget::NoAction;
    }
    let implicit = transitions.iter().find(|transition| transition.cause == Cause::Implicit);
    let taken = implicit.map_or(transitions, std::slice::from_ref);
    let leaving =
        || taken.iter().map(|transition| transition.next).filter(|next| *next != Next::Stay);
    let state = |next| match next {
        Next::To(state, _) => Some(state),
        Next::Stay | Next::Unknown(_) => None,
    };
    let first = leaving().next().map(state);
    if leaving().any(|next| first != Some(state(next))) {
        ExitTarget::Noted
    } else {
        ExitTarget::Fixed(leaving().next())
    }
}

impl<'a> StateNodes<'a> {
    /// The target of a transition after its action.
    pub(crate) fn target_of(
        &mut self,
        context: &mut Context<'a>,
        next: Next,
        hub: &Target,
    ) -> Target {
        let (state, target) = match next {
            Next::Stay => return hub.clone(),
            Next::Unknown(span) => return Target { node: None, span },
            Next::To(state, span) => (state, Target { node: Some(NodeId(state)), span }),
        };
        let span = target.span;
        match self.exit_target {
            ExitTarget::NoAction => target,
            ExitTarget::Fixed(_) => Target { node: Some(self.exit_node(context)), span },
            ExitTarget::Noted => {
                Target { node: Some(self.note_target(context, state, target)), span }
            }
        }
    }

    /// The node that notes the target of the exit action.
    fn note_target(&mut self, context: &mut Context<'a>, state: u32, target: Target) -> NodeId {
        if let Some(id) = self.noted.get(&state) {
            return *id;
        }
        let id = self.next_node(context);
        self.noted.insert(state, id);
        let exit = Exit::Next(Target { node: Some(self.exit_node(context)), span: target.span });
        context.graph.fill_plain(id, self.home.state, self.span, pass(exit, Some(target)));
        id
    }

    /// The node of the exit action.
    pub(crate) fn exit_node(&mut self, context: &mut Context<'a>) -> NodeId {
        if let Some(id) = self.exit {
            return id;
        }
        let id = self.next_node(context);
        self.exit = Some(id);
        id
    }

    /// Lowers the exit action.
    pub(crate) fn lower_exit_action(mut self, context: &mut Context<'a>) {
        let (place, is_used) =
            read_merged(context, &self.object, "exitAction", "exitResultHandler");
        let Some(action) = self.object.get("exitAction") else { return };
        let node = self.exit_node(context);
        let exit = match self.exit_target {
            ExitTarget::Noted | ExitTarget::NoAction => Exit::Leave,
            ExitTarget::Fixed(Some(Next::To(state, span))) => {
                Exit::Next(Target { node: Some(NodeId(state)), span })
            }
            ExitTarget::Fixed(Some(Next::Unknown(span))) => Exit::Next(Target { node: None, span }),
            ExitTarget::Fixed(Some(Next::Stay) | None) => {
                let end = self.add_end(context);
                Exit::Next(self.own_target(end))
            }
        };
        lower_action(
            context,
            action,
            self.home,
            Slot { node, place, exit, is_used, moment: Moment::Exit },
        );
    }
}
