//! The outline of a definition: the contents of the machine's table, as the runtime outlines it.

use asl_language::versions::{NodeOutline, Outline, RetrierOutline, WorkOutline};
use asl_source::options::{Limits, Options, Profile};
use asl_source::source::{Sources, Spanned};

use crate::emit;
use crate::ir::{
    Catcher, Effect, ForEach, Fork, Invoke, Limit, Machine, Node, NodeId, NodeKind, Retrier,
    ScopeId,
};
use crate::ir::{fingerprint, transitions};

/// The outline of a definition without errors.
pub fn outline(machine: &Machine, sources: &Sources, options: &Options) -> Outline {
    let scopes = fingerprint::scopes(machine);
    let transitions = transitions::all(machine);
    let nodes = machine.nodes.iter().zip(&scopes).zip(&transitions);
    let tables = machine.sm4c.as_ref();
    let millis = machine.timeout_seconds.map(|seconds| u64::from(seconds) * 1000);
    Outline {
        source: machine.source.clone(),
        is_sm4c: tables.is_some(),
        uses_context: emit::uses_context(machine, sources, options),
        uses_random: emit::uses_random(machine, sources, options),
        is_aws: machine.profile == Profile::Aws,
        has_quotas: machine.limits == Limits::Aws,
        time_limit: millis.or(tables.and_then(|tables| tables.timeout_millis)),
        start: start(machine, ScopeId(0)),
        on_timeout: tables.and_then(|tables| tables.on_timeout).map(|node| node.0),
        nodes: nodes
            .map(|((node, scope), transitions)| {
                self::node(machine, sources, node, *scope, transitions)
            })
            .collect(),
    }
}

fn start(machine: &Machine, scope: ScopeId) -> u32 {
    let start = machine.scopes.get(scope.index()).and_then(|scope| scope.start.node);
    start.map_or(u32::MAX, |NodeId(node)| node)
}

fn node(
    machine: &Machine,
    sources: &Sources,
    node: &Node,
    scope: ScopeId,
    transitions: &[transitions::Transition],
) -> NodeOutline {
    let state = machine.states.get(node.state.index());
    let place = state.map(|state| sources.position(state.name.span));
    let (retry, catch) = handlers(&node.kind);
    let errors_of = |errors: &[Spanned<String>]| -> Vec<String> {
        errors.iter().map(|error| error.value.clone()).collect()
    };
    let retrier = |retrier: &Retrier| RetrierOutline {
        errors: errors_of(&retrier.errors),
        interval_seconds: retrier.interval_seconds,
        max_attempts: retrier.max_attempts,
        backoff_rate: retrier.backoff_rate,
        max_delay_seconds: retrier.max_delay_seconds,
        jitter: retrier.jitter,
    };
    NodeOutline {
        state: state.map(|state| state.name.value.clone()).unwrap_or_default(),
        state_kind: state.map(|state| format!("{:?}", state.kind)).unwrap_or_default(),
        scope: scope.0,
        place: place.map_or((0, 0), |place| (place.line, place.column)),
        work: work(machine, &node.kind),
        print: fingerprint::of_node(machine, node),
        exits: transitions.iter().map(|(to, cause)| (*cause, to.map(|node| node.0))).collect(),
        retry: retry.iter().map(retrier).collect(),
        catch: catch.iter().map(|catcher| errors_of(&catcher.errors).join(", ")).collect(),
        action: node
            .action
            .as_ref()
            .map(|action| NodeOutline::action(action.kind.word(), action.name.as_deref())),
    }
}

fn work(machine: &Machine, kind: &NodeKind) -> WorkOutline {
    match kind {
        NodeKind::Invoke(Invoke { effect: Effect::Task(call), .. }) => {
            let resource =
                machine.tasks.get(call.task.index()).map(|task| task.resource.value.clone());
            WorkOutline::Task { resource: resource.unwrap_or_default() }
        }
        NodeKind::Invoke(Invoke { effect: Effect::Wait(_), .. }) => WorkOutline::Wait,
        NodeKind::Fork(Fork { branches, .. }) => {
            WorkOutline::Fork(branches.iter().map(|scope| start(machine, *scope)).collect())
        }
        NodeKind::ForEach(ForEach { body, window, .. }) => {
            let window = if let Limit::Fixed(window) = window { Some(*window) } else { None };
            WorkOutline::ForEach { body: start(machine, *body), window }
        }
        NodeKind::Await(_) => WorkOutline::Await,
        NodeKind::Eval(_) | NodeKind::Branch(_) | NodeKind::End(_) | NodeKind::Fail(_) => {
            WorkOutline::Plain
        }
    }
}

fn handlers(kind: &NodeKind) -> (&[Retrier], &[Catcher]) {
    match kind {
        NodeKind::Invoke(Invoke { retry, catch, .. })
        | NodeKind::Fork(Fork { retry, catch, .. })
        | NodeKind::ForEach(ForEach { retry, catch, .. }) => (retry, catch),
        NodeKind::Eval(_)
        | NodeKind::Branch(_)
        | NodeKind::Await(_)
        | NodeKind::End(_)
        | NodeKind::Fail(_) => (&[], &[]),
    }
}
