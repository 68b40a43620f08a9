//! The machine itself: names, time-out, and everything in it.

use super::action::Slot;
use super::attributes::{self, Entity};
use super::object::{Object, Read, first_byte};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{
    Exit, Machine, Moment, NodeId, Place, Scope, Sm4c, Source, State, StateId, StateKind, Target,
};
use crate::options::{Limits, Profile};
use crate::sm4c::context::{Context, Home, number};
use crate::span::Spanned;

/// Lowers the whole outline.
pub(super) fn lower(mut context: Context<'_>, source: &str) -> Machine {
    let outline = context.outline;
    let machine = &outline.machine;
    let name = context
        .required_string(machine, "name")
        .map(|name| name.value().to_owned())
        .unwrap_or_default();
    let version =
        context.required_string(machine, "version").map(|version| version.value().to_owned());
    let comment = context.string(machine, "description").map(|text| text.value().to_owned());
    let (events, policies) = (context.events(), context.policies());
    context.read_functions();
    let start = outline.start.map_or(Target { node: None, span: machine.head }, |start| Target {
        node: Some(NodeId(start.state)),
        span: start.span,
    });
    let ids = (0..number(outline.states.objects.len())).map(StateId).collect();
    context.scope(Scope { owner: None, start, states: ids, span: machine.head });
    let mut states: Vec<State> = (0..)
        .zip(&outline.states.objects)
        .map(|(index, object)| context.state(index, object))
        .collect();
    let (timeout_millis, on_timeout) = context.timeout(machine, &mut states);
    let options = context.options;
    let (nodes, tasks, scopes) = context.finish();
    let sm4c = Sm4c {
        name,
        version: version.unwrap_or_default(),
        timeout_millis,
        on_timeout,
        events,
        policies,
    };
    Machine {
        name: options.name.clone().unwrap_or_else(|| stem(source).to_owned()),
        source: source.to_owned(),
        comment,
        timeout_seconds: None,
        // Profiles and quotas are ASL's.
        profile: Profile::Spec,
        limits: Limits::None,
        express: false,
        scopes,
        states,
        nodes,
        tasks,
        sm4c: Some(Box::new(sm4c)),
    }
}

/// The file's name without folders and extensions: `machines/order.sm4c.json` is `order`.
fn stem(source: &str) -> &str {
    let file = source.rsplit(['/', '\\']).next().unwrap_or(source);
    file.split('.').find(|part| !part.is_empty()).unwrap_or("machine")
}

impl<'a> Context<'a> {
    /// `timeout`, which the original's program calls `execTimeout`: how long a run may take, and
    /// what is done when it took longer.
    fn timeout(
        &mut self,
        machine: &Object<'a>,
        states: &mut Vec<State>,
    ) -> (Option<u64>, Option<NodeId>) {
        let (timeout, other) = (machine.member("timeout"), machine.member("execTimeout"));
        if let (Some(timeout), Some(other)) = (timeout, other) {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::ExclusiveFields,
                    other.key.span,
                    "`timeout` and `execTimeout` are the same",
                )
                .label("remove one of the two")
                .related(timeout.key.span, "`timeout` stands here"),
            );
        }
        let Some(member) = timeout.or(other).filter(|member| !member.value.is_null()) else {
            return (None, None);
        };
        let Some(object) = self.object(&member.value, Entity::Timeout, "") else {
            return (None, None);
        };
        attributes::check(self, &object);
        let millis = self.required_timespan(&object, "duration");
        let Some(action) = object.get("action") else { return (millis, None) };
        let state = StateId(number(states.len()));
        let node = self.reserve();
        let span = first_byte(action.span);
        let start = Target { node: Some(node), span };
        let scope = self.scope(Scope { owner: None, start, states: vec![state], span });
        // The action is no state's; it has a state of its own, so that everything that runs is in
        // one.
        let name = Spanned::new(member.key.value.clone(), member.key.span);
        states.push(State { name, kind: StateKind::State, scope, entry: node, comment: None });
        let home = Home { state, name: "", source: Source::Global };
        self.action(
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
}
