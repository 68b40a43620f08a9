//! A state: the nodes that do its work, in the order of the specification (section 3).
//!
//! Filter, enter action, then the hub that evaluates the transitions, an action for each transition
//! that has one, and one exit action. Parts that a state does not have add no nodes, so the graph
//! is as large as the definition.

use std::collections::HashMap;

use super::exit_action::{ExitTarget, exit_target};
use super::transition::{Cause, Next, Transition, read_transitions};
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
use crate::sm4c::timespan::read_timespan;
use asl_source::source::Node;
use asl_source::span::Span;

/// The error and cause of a state in which no transition can be taken.
const NO_TRANSITION: (&str, &str) = ("NoTransition", "no transition can be triggered");

/// The nodes of a state under construction.
pub(crate) struct StateNodes<'a> {
    pub(crate) object: Object<'a>,
    pub(crate) home: Home<'a>,
    /// Its name.
    pub(crate) span: Span,
    /// The first node, until it is used.
    entry: Option<NodeId>,
    /// The exit action's node, once a node leads to it.
    pub(crate) exit: Option<NodeId>,
    /// The target of the exit action.
    pub(crate) exit_target: ExitTarget,
    /// Nodes that note the target of the exit action, by target.
    pub(crate) noted: HashMap<u32, NodeId>,
}

/// Lowers the state of an index.
pub(crate) fn lower_state<'a>(context: &mut Context<'a>, index: u32, object: &Object<'a>) -> State {
    let name = context.outline.states.name(index);
    let source = if object.has("inputFilter") { Source::Data } else { Source::Global };
    let home = Home { state: StateId(index), name: object.state, source };
    let transitions = read_transitions(context, object, home);
    let nodes = StateNodes {
        object: *object,
        home,
        span: name.span,
        entry: Some(NodeId(index)),
        exit: None,
        exit_target: exit_target(object, &transitions),
        noted: HashMap::new(),
    };
    nodes.lower(context, &transitions);
    State {
        name,
        kind: StateKind::State,
        scope: ScopeId(0),
        entry: NodeId(index),
        is_jsonata: false,
        comment: None,
    }
}

/// Reads the destination of an action's result (`handler` merges it, or it is dropped), and whether
/// a handler uses the result.
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

impl<'a> StateNodes<'a> {
    fn lower(mut self, context: &mut Context<'a>, transitions: &[Transition<'a>]) {
        let filter = self.object.get("inputFilter").map(|_| self.next_node(context));
        let query =
            read_query(context, &self.object, "inputFilter", Source::Global, Given::Nothing);
        let (place, is_used) =
            read_merged(context, &self.object, "enterAction", "enterResultHandler");
        let action = self.object.get("enterAction");
        let enter = action.map(|_| self.next_node(context));
        // At run time the first node marks that a state is entered again, and not looping.
        let stays = transitions.iter().any(|transition| transition.next == Next::Stay);
        let front = (self.entry.is_some() && stays).then(|| self.next_node(context));
        let hub = self.lower_transitions(context, transitions);
        if let Some(id) = front.or(self.entry.take()) {
            context.graph.fill_plain(
                id,
                self.home.state,
                self.span,
                pass(Exit::Next(hub.clone()), None),
            );
        }
        if let Some(id) = filter {
            let next = enter.map_or_else(|| hub.clone(), |node| self.own_target(node));
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
        self.lower_exit_action(context);
    }

    /// The next node: the first one is the state's entry.
    pub(crate) fn next_node(&mut self, context: &mut Context<'a>) -> NodeId {
        self.entry.take().unwrap_or_else(|| context.graph.reserve_node())
    }

    /// A node of the state as a target.
    pub(crate) fn own_target(&self, node: NodeId) -> Target {
        Target { node: Some(node), span: self.span }
    }

    /// Lowers the hub that evaluates the transitions.
    fn lower_transitions(
        &mut self,
        context: &mut Context<'a>,
        transitions: &[Transition<'a>],
    ) -> Target {
        if transitions.is_empty() {
            return self.lower_last(context);
        }
        if let Some(implicit) =
            transitions.iter().find(|transition| transition.cause == Cause::Implicit)
        {
            // An endless state was reported.
            let nowhere = Target { node: None, span: self.span };
            let target = self.lower_transition(context, implicit, &nowhere);
            transitions
                .iter()
                .filter(|other| other.cause != Cause::Implicit)
                .for_each(|other| self.check_unused(context, other));
            return target;
        }
        transitions
            .iter()
            .filter(|dead| dead.cause == Cause::Dead)
            .for_each(|dead| self.check_unused(context, dead));
        let has = |cause| transitions.iter().any(|transition| transition.cause == cause);
        let conditions = has(Cause::Condition).then(|| self.next_node(context));
        let waits = (has(Cause::Events) || has(Cause::Timeout)).then(|| self.next_node(context));
        // All transitions may be dead, which was reported.
        let hub = Target { node: conditions.or(waits), span: self.span };
        if let Some(id) = conditions {
            let default = match waits {
                Some(waits) => self.own_target(waits),
                None => self.add_no_transition(context),
            };
            let kind = self.branch_on_conditions(context, transitions, &hub, default);
            context.graph.fill_plain(id, self.home.state, self.span, kind);
        }
        if let Some(id) = waits {
            let kind = self.await_events(context, transitions, &hub);
            context.graph.fill_plain(id, self.home.state, self.span, kind);
        }
        hub
    }

    /// A state without transitions ends the machine after its exit action.
    fn lower_last(&mut self, context: &mut Context<'a>) -> Target {
        let id = if self.exit_target == ExitTarget::NoAction {
            self.add_end(context)
        } else {
            self.exit_node(context)
        };
        self.own_target(id)
    }

    /// The end of the machine.
    pub(crate) fn add_end(&mut self, context: &mut Context<'a>) -> NodeId {
        let id = self.next_node(context);
        let kind = NodeKind::End(End {
            input: Selection::Whole,
            output: Selection::Whole,
            output_value: None,
        });
        context.graph.fill_plain(id, self.home.state, self.span, kind);
        id
    }

    fn branch_on_conditions(
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
            let target = self.lower_transition(context, transition, hub);
            let Some(condition) = condition else { continue };
            let span = transition.object.head;
            rules.push(Rule {
                condition: Condition::Jq(condition),
                target,
                assign: Vec::new(),
                output_value: None,
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
            output_value: None,
        })
    }

    fn await_events(
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
                    let target = self.lower_transition(context, transition, hub);
                    wait.transitions.push(EventTransition { groups, target });
                }
                Cause::Timeout => {
                    let millis = read_timespan(&transition.object, "timeout", context.diagnostics);
                    let target = self.lower_transition(context, transition, hub);
                    wait.timeout = wait.timeout.or(Some((millis.unwrap_or_default(), target)));
                }
                Cause::Implicit | Cause::Condition | Cause::Dead => {}
            }
        }
        NodeKind::Await(wait)
    }

    /// Adds the node that fails a run in which no condition holds.
    fn add_no_transition(&mut self, context: &mut Context<'a>) -> Target {
        let text = |text: &str| Some(Expr::Literal(Literal::String(text.to_owned())));
        let (error, cause) = NO_TRANSITION;
        let id = self.next_node(context);
        let kind = NodeKind::Fail(Fail { error: text(error), cause: text(cause) });
        context.graph.fill_plain(id, self.home.state, self.span, kind);
        self.own_target(id)
    }

    /// Lowers a transition: its action, then out of the state or back to the hub.
    fn lower_transition(
        &mut self,
        context: &mut Context<'a>,
        transition: &Transition<'a>,
        hub: &Target,
    ) -> Target {
        let (place, is_used) = read_merged(context, &transition.object, "action", "resultHandler");
        let Some(action) = transition.object.get("action") else {
            return self.target_of(context, transition.next, hub);
        };
        let node = self.next_node(context);
        let exit = Exit::Next(self.target_of(context, transition.next, hub));
        lower_action(
            context,
            action,
            self.home,
            Slot { node, place, exit, is_used, moment: Moment::Transition },
        );
        Target { node: Some(node), span: transition.place() }
    }

    /// Checks a transition that is never taken; it adds nothing to the graph.
    fn check_unused(&self, context: &mut Context<'a>, transition: &Transition<'a>) {
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

/// The node that replaces the data by their filtered view.
fn view(query: Option<Query>, exit: Exit) -> NodeKind {
    let input = Input { template: query.map(Expr::Jq), ..Input::default() };
    NodeKind::Eval(Eval { input, result: None, output: Output::default(), leave_for: None, exit })
}
