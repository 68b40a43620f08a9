//! The way out of a state: through its exit action, if it has one, to the state that the transition
//! names.
//!
//! The exit action is one node, however many transitions lead to it. Where they lead to several
//! states, each puts its target down first, and the exit action goes on there.

use crate::ir::{Exit, Moment, NodeId, Target};
use crate::sm4c::Object;
use crate::sm4c::action::{Slot, lower_action};
use crate::sm4c::context::Context;
use crate::sm4c::graph::pass;
use crate::sm4c::state::transition::{Cause, Next, Transition};
use crate::sm4c::state::{Wiring, read_merged};
use std::collections::BTreeSet;

/// Where a state's exit action leads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Behind {
    /// There is none.
    NoAction,
    /// Where every transition leads that leaves the state; none does: to the end.
    Fixed(Option<Next>),
    /// To one of several states.
    Noted,
}

/// Where the exit action of a state will lead.
pub(crate) fn behind(object: &Object<'_>, transitions: &[Transition<'_>]) -> Behind {
    if object.get("exitAction").is_none() {
        return Behind::NoAction;
    }
    let implicit = transitions.iter().find(|transition| transition.cause == Cause::Implicit);
    let taken = implicit.map_or(transitions, std::slice::from_ref);
    let leaving =
        || taken.iter().map(|transition| transition.next).filter(|next| *next != Next::Stay);
    let state = |next| match next {
        Next::To(state, _) => Some(state),
        Next::Stay | Next::Unknown(_) => None,
    };
    if leaving().map(state).collect::<BTreeSet<_>>().len() > 1 {
        Behind::Noted
    } else {
        Behind::Fixed(leaving().next())
    }
}

impl<'a> Wiring<'a> {
    /// Where a transition leads behind its action.
    pub(crate) fn leave(&mut self, context: &mut Context<'a>, next: Next, hub: &Target) -> Target {
        let (state, target) = match next {
            Next::Stay => return hub.clone(),
            Next::Unknown(span) => return Target { node: None, span },
            Next::To(state, span) => (state, Target { node: Some(NodeId(state)), span }),
        };
        let span = target.span;
        match self.behind {
            Behind::NoAction => target,
            Behind::Fixed(_) => Target { node: Some(self.exit(context)), span },
            Behind::Noted => Target { node: Some(self.note(context, state, target)), span },
        }
    }

    /// The node that puts down where the exit action is to lead.
    fn note(&mut self, context: &mut Context<'a>, state: u32, target: Target) -> NodeId {
        if let Some(id) = self.leaves.get(&state) {
            return *id;
        }
        let id = self.place(context);
        self.leaves.insert(state, id);
        let exit = Exit::Next(Target { node: Some(self.exit(context)), span: target.span });
        context.graph.fill_plain(id, self.home.state, self.span, pass(exit, Some(target)));
        id
    }

    /// The node of the exit action.
    pub(crate) fn exit(&mut self, context: &mut Context<'a>) -> NodeId {
        if let Some(id) = self.exit {
            return id;
        }
        let id = self.place(context);
        self.exit = Some(id);
        id
    }

    /// Lowers the exit action.
    pub(crate) fn exit_action(mut self, context: &mut Context<'a>) {
        let (place, is_used) =
            read_merged(context, &self.object, "exitAction", "exitResultHandler");
        let Some(action) = self.object.get("exitAction") else { return };
        let node = self.exit(context);
        let exit = match self.behind {
            Behind::Noted | Behind::NoAction => Exit::Leave,
            Behind::Fixed(Some(Next::To(state, span))) => {
                Exit::Next(Target { node: Some(NodeId(state)), span })
            }
            Behind::Fixed(Some(Next::Unknown(span))) => Exit::Next(Target { node: None, span }),
            Behind::Fixed(Some(Next::Stay) | None) => {
                let end = self.end(context);
                Exit::Next(self.target(end))
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
