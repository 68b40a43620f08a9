//! A state: the nodes that do its work, in the order of the specification (section 3).
//!
//! Filter, enter action, then the hub where transitions are looked at, an action for each
//! transition that has one, and the exit action, once, whatever leads to it. What a state does not
//! have is no node; so the graph is as large as the definition.

pub(crate) mod event_group;
pub(crate) mod exit_action;
pub(crate) mod transition;

use crate::ir::{
    Await, Branch, Condition, End, Eval, EventTransition, Exit, Expr, Fail, Input, Literal, Moment,
    NodeId, NodeKind, Output, Place, Query, Rule, ScopeId, Selection, Source, State, StateId,
    StateKind, Target,
};
use crate::sm4c::Object;
use crate::sm4c::action::{Slot, lower_action, report_idle};
use crate::sm4c::context::{Context, Home};
use crate::sm4c::expression::{Given, read_handler, read_query};
use crate::sm4c::graph::pass;
use crate::sm4c::state::event_group::read_event_groups;
use crate::sm4c::state::exit_action::{Behind, behind};
use crate::sm4c::state::transition::{Cause, Next, Transition, read_transitions};
use crate::sm4c::timespan::read_timespan;
use crate::source::Node;
use crate::span::Span;
use std::collections::HashMap;

/// The error of a state in which nothing can happen.
const NO_TRANSITION: (&str, &str) = ("NoTransition", "no transition can be triggered");

/// A state whose nodes are being put together.
pub(crate) struct Wiring<'a> {
    pub(crate) object: Object<'a>,
    pub(crate) home: Home<'a>,
    /// Its name.
    pub(crate) span: Span,
    /// The first node, until something stands in it.
    entry: Option<NodeId>,
    /// The exit action's node, as soon as something leads to it.
    pub(crate) exit: Option<NodeId>,
    /// Where the exit action leads.
    pub(crate) behind: Behind,
    /// Nodes that put down where the exit action is to lead, by state.
    pub(crate) leaves: HashMap<u32, NodeId>,
}

/// Lowers the state of an index.
pub(crate) fn lower_state<'a>(context: &mut Context<'a>, index: u32, object: &Object<'a>) -> State {
    let name = context.outline.states.name(index);
    let source = if object.has("inputFilter") { Source::Data } else { Source::Global };
    let home = Home { state: StateId(index), name: object.state, source };
    let transitions = read_transitions(context, object, home);
    let wiring = Wiring {
        object: *object,
        home,
        span: name.span,
        entry: Some(NodeId(index)),
        exit: None,
        behind: behind(object, &transitions),
        leaves: HashMap::new(),
    };
    wiring.wire(context, &transitions);
    State { name, kind: StateKind::State, scope: ScopeId(0), entry: NodeId(index), comment: None }
}

/// What becomes of an action's result, and whether somebody looks at it: `handler` merges it,
/// or it is dropped.
pub(crate) fn read_merged<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    action: &str,
    handler: &str,
) -> (Place, bool) {
    if !object.has(action) {
        report_idle(
            object,
            handler,
            &format!("there is no `{action}` whose result it could merge"),
            None,
            context.diagnostics,
        );
    }
    let is_used =
        object.get(handler).and_then(Node::as_str).is_some_and(|text| text.contains("$value"));
    (read_handler(context, object, handler).map_or(Place::Discard, Place::Merge), is_used)
}

impl<'a> Wiring<'a> {
    fn wire(mut self, context: &mut Context<'a>, transitions: &[Transition<'a>]) {
        let filter = self.object.get("inputFilter").map(|_| self.place(context));
        let query =
            read_query(context, &self.object, "inputFilter", Source::Global, Given::Nothing);
        let (place, is_used) =
            read_merged(context, &self.object, "enterAction", "enterResultHandler");
        let action = self.object.get("enterAction");
        let enter = action.map(|_| self.place(context));
        // The run tells a state that is entered again from one that goes round by its first node.
        let stays = transitions.iter().any(|transition| transition.next == Next::Stay);
        let front = (self.entry.is_some() && stays).then(|| self.place(context));
        let hub = self.hub(context, transitions);
        if let Some(id) = front.or(self.entry.take()) {
            context.graph.fill_plain(
                id,
                self.home.state,
                self.span,
                pass(Exit::Next(hub.clone()), None),
            );
        }
        if let Some(id) = filter {
            let next = enter.map_or_else(|| hub.clone(), |node| self.target(node));
            context.graph.fill_plain(id, self.home.state, self.span, view(query, Exit::Next(next)));
        }
        if let (Some(action), Some(node)) = (action, enter) {
            lower_action(
                context,
                action,
                self.home,
                Slot { node, place, exit: Exit::Next(hub), is_used, moment: Moment::Enter },
            );
        }
        self.exit_action(context);
    }

    /// The next node: the first one is the state's entry.
    pub(crate) fn place(&mut self, context: &mut Context<'a>) -> NodeId {
        self.entry.take().unwrap_or_else(|| context.graph.reserve_node())
    }

    /// A node of the state as a target.
    pub(crate) fn target(&self, node: NodeId) -> Target {
        Target { node: Some(node), span: self.span }
    }

    /// Where transitions are looked at.
    fn hub(&mut self, context: &mut Context<'a>, transitions: &[Transition<'a>]) -> Target {
        if transitions.is_empty() {
            return self.last(context);
        }
        if let Some(implicit) =
            transitions.iter().find(|transition| transition.cause == Cause::Implicit)
        {
            // That it stays for ever was reported.
            let nowhere = Target { node: None, span: self.span };
            let way = self.way(context, implicit, &nowhere);
            transitions
                .iter()
                .filter(|other| other.cause != Cause::Implicit)
                .for_each(|other| self.unused(context, other));
            return way;
        }
        transitions
            .iter()
            .filter(|dead| dead.cause == Cause::Dead)
            .for_each(|dead| self.unused(context, dead));
        let has = |cause| transitions.iter().any(|transition| transition.cause == cause);
        let conditions = has(Cause::Condition).then(|| self.place(context));
        let waits = (has(Cause::Events) || has(Cause::Timeout)).then(|| self.place(context));
        // All transitions may be dead, which was reported.
        let hub = Target { node: conditions.or(waits), span: self.span };
        if let Some(id) = conditions {
            let default = match waits {
                Some(waits) => self.target(waits),
                None => self.stuck(context),
            };
            let kind = self.choose(context, transitions, &hub, default);
            context.graph.fill_plain(id, self.home.state, self.span, kind);
        }
        if let Some(id) = waits {
            let kind = self.wait(context, transitions, &hub);
            context.graph.fill_plain(id, self.home.state, self.span, kind);
        }
        hub
    }

    /// A state without transitions ends the machine, behind its exit action.
    fn last(&mut self, context: &mut Context<'a>) -> Target {
        let id =
            if self.behind == Behind::NoAction { self.end(context) } else { self.exit(context) };
        self.target(id)
    }

    /// The end of the machine.
    pub(crate) fn end(&mut self, context: &mut Context<'a>) -> NodeId {
        let id = self.place(context);
        let kind = NodeKind::End(End { input: Selection::Whole, output: Selection::Whole });
        context.graph.fill_plain(id, self.home.state, self.span, kind);
        id
    }

    fn choose(
        &mut self,
        context: &mut Context<'a>,
        transitions: &[Transition<'a>],
        hub: &Target,
        default: Target,
    ) -> NodeKind {
        let mut rules = Vec::new();
        for transition in
            transitions.iter().filter(|transition| transition.cause == Cause::Condition)
        {
            let condition = read_query(
                context,
                &transition.object,
                "condition",
                self.home.source,
                Given::Nothing,
            );
            let target = self.way(context, transition, hub);
            let Some(condition) = condition else { continue };
            let span = transition.object.head;
            rules.push(Rule {
                condition: Condition::Jq(condition),
                target,
                assign: Vec::new(),
                span,
            });
        }
        let (input, output) = (Selection::Whole, Selection::Whole);
        NodeKind::Branch(Branch {
            input,
            output,
            rules,
            default: Some(default),
            assign: Vec::new(),
        })
    }

    fn wait(
        &mut self,
        context: &mut Context<'a>,
        transitions: &[Transition<'a>],
        hub: &Target,
    ) -> NodeKind {
        let mut wait = Await { transitions: Vec::new(), timeout: None };
        for transition in transitions {
            match transition.cause {
                Cause::Events => {
                    let groups = read_event_groups(context, &transition.object, self.home);
                    let target = self.way(context, transition, hub);
                    wait.transitions.push(EventTransition { groups, target });
                }
                Cause::Timeout => {
                    let millis = read_timespan(&transition.object, "timeout", context.diagnostics);
                    let target = self.way(context, transition, hub);
                    wait.timeout = wait.timeout.or(Some((millis.unwrap_or_default(), target)));
                }
                Cause::Implicit | Cause::Condition | Cause::Dead => {}
            }
        }
        NodeKind::Await(wait)
    }

    /// Where a run fails in which no condition holds.
    fn stuck(&mut self, context: &mut Context<'a>) -> Target {
        let text = |text: &str| Some(Expr::Literal(Literal::String(text.to_owned())));
        let (error, cause) = NO_TRANSITION;
        let id = self.place(context);
        let kind = NodeKind::Fail(Fail { error: text(error), cause: text(cause) });
        context.graph.fill_plain(id, self.home.state, self.span, kind);
        self.target(id)
    }

    /// The way from a transition that is taken: its action, then out of the state, or back to the
    /// hub.
    fn way(
        &mut self,
        context: &mut Context<'a>,
        transition: &Transition<'a>,
        hub: &Target,
    ) -> Target {
        let (place, is_used) = read_merged(context, &transition.object, "action", "resultHandler");
        let Some(action) = transition.object.get("action") else {
            return self.leave(context, transition.next, hub);
        };
        let node = self.place(context);
        let exit = Exit::Next(self.leave(context, transition.next, hub));
        lower_action(
            context,
            action,
            self.home,
            Slot { node, place, exit, is_used, moment: Moment::Transition },
        );
        Target { node: Some(node), span: transition.place() }
    }

    /// Reads a transition that is never taken, for its faults alone.
    fn unused(&self, context: &mut Context<'a>, transition: &Transition<'a>) {
        let (object, home) = (transition.object, self.home);
        let size = context.graph.size();
        read_query(context, &object, "condition", home.source, Given::Nothing);
        read_event_groups(context, &object, home);
        read_timespan(&object, "timeout", context.diagnostics);
        let (place, is_used) = read_merged(context, &object, "action", "resultHandler");
        if let Some(action) = object.get("action") {
            let node = context.graph.reserve_node();
            lower_action(
                context,
                action,
                home,
                Slot { node, place, exit: Exit::End, is_used, moment: Moment::Transition },
            );
        }
        context.graph.truncate(size);
    }
}

/// The filtered view of the data becomes the data.
fn view(query: Option<Query>, exit: Exit) -> NodeKind {
    let input = Input { template: query.map(Expr::Jq), ..Input::default() };
    NodeKind::Eval(Eval { input, result: None, output: Output::default(), leave_for: None, exit })
}
