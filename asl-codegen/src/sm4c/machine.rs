//! The machine itself: names, time-out, and everything in it.

use std::collections::BTreeSet;

use super::action::Slot;
use super::attributes::{self, ObjectKind};
use crate::ir::{
    Exit, GivenVariables, Machine, Moment, NodeId, Place, Scope, Sm4c, Source, State, StateId,
    StateKind, Target,
};
use crate::read::names::machine_name;
use crate::sm4c::Object;
use crate::sm4c::action::lower_action;
use crate::sm4c::context::{Context, Home};
use crate::sm4c::events::read_events;
use crate::sm4c::functions::read_functions;
use crate::sm4c::graph::to_index;
use crate::sm4c::retries::read_retry_policies;
use crate::sm4c::state::lower_state;
use crate::sm4c::timespan::read_required_timespan;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::options::{Limits, Profile};
use asl_source::span::Spanned;

/// Lowers the whole outline.
pub(super) fn lower_machine(mut context: Context<'_>, shown: &str) -> Machine {
    let outline = context.outline;
    let machine = &outline.machine;
    let name = machine
        .required_string("name", context.diagnostics)
        .map_or_else(String::new, |name| name.value().to_owned());
    let version = machine
        .required_string("version", context.diagnostics)
        .map(|version| version.value().to_owned());
    let comment = machine.text("description", context.diagnostics);
    let (events, policies) = (read_events(&mut context), read_retry_policies(&mut context));
    read_functions(&mut context);
    let start = outline.start.map_or(Target { node: None, span: machine.head }, |start| Target {
        node: Some(NodeId(start.state)),
        span: start.span,
    });
    let ids = (0..to_index(outline.states.objects.len())).map(StateId).collect();
    context.graph.add_scope(Scope { owner: None, start, states: ids, span: machine.head });
    let mut states: Vec<State> = (0..)
        .zip(&outline.states.objects)
        .map(|(index, object)| lower_state(&mut context, index, object))
        .collect();
    let (timeout_millis, on_timeout) = read_timeout(&mut context, machine, &mut states);
    context.global_names.check(context.diagnostics);
    let options = context.options;
    let (nodes, tasks, scopes) = context.graph.into_parts();
    let sm4c = Sm4c {
        name,
        version: version.unwrap_or_default(),
        timeout_millis,
        on_timeout,
        events,
        policies,
    };
    Machine {
        name: machine_name(options, shown),
        source: shown.to_owned(),
        comment,
        timeout_seconds: None,
        // Profiles and quotas are ASL's.
        profile: Profile::Spec,
        limits: Limits::None,
        express: false,
        given: GivenVariables::default(),
        mentioned: BTreeSet::new(),
        scopes,
        states,
        nodes,
        tasks,
        sm4c: Some(Box::new(sm4c)),
    }
}

/// `timeout`, which the original's program calls `execTimeout`: how long a run may take, and
/// what is done when it took longer.
fn read_timeout<'a>(
    context: &mut Context<'a>,
    machine: &Object<'a>,
    states: &mut Vec<State>,
) -> (Option<u64>, Option<NodeId>) {
    let (timeout, other) = (machine.member("timeout"), machine.member("execTimeout"));
    if let (Some(timeout), Some(other)) = (timeout, other) {
        context.diagnostics.push(
            Diagnostic::new(
                Code::ExclusiveFields,
                other.key.span,
                "`timeout` and `execTimeout` are the same",
            )
            .label("remove one of the two")
            .related(timeout.key.span, "`timeout` is here"),
        );
    }
    let Some(member) = timeout.or(other).filter(|member| !member.value.is_null()) else {
        return (None, None);
    };
    let Some(object) = Object::read(&member.value, ObjectKind::Timeout, "", context.diagnostics)
    else {
        return (None, None);
    };
    attributes::check_attributes(&object, context.diagnostics);
    let millis = read_required_timespan(&object, "duration", context.diagnostics);
    let Some(action) = object.get("action") else { return (millis, None) };
    let state = StateId(to_index(states.len()));
    let node = context.graph.reserve_node();
    let span = action.span.first_byte();
    let start = Target { node: Some(node), span };
    let scope = context.graph.add_scope(Scope { owner: None, start, states: vec![state], span });
    // The action is no state's; it has a state of its own, so that everything that runs is in
    // one.
    let name = Spanned::new(member.key.value.clone(), member.key.span);
    states.push(State {
        name,
        kind: StateKind::State,
        scope,
        entry: node,
        is_jsonata: false,
        comment: None,
    });
    let home = Home { state, name: "", source: Source::Global };
    lower_action(
        context,
        action,
        home,
        Slot {
            node,
            place: Place::Discard,
            exit: Exit::End,
            is_used: false,
            moment: Moment::Timeout,
        },
    );
    (millis, Some(node))
}
