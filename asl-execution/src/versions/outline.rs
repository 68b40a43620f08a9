//! Outlines of compiled machines.

use asl_language::versions::{NodeOutline, Outline, RetrierOutline, WorkOutline};

use crate::machine::for_each::EachRow;
use crate::machine::sm4c::Work;
use crate::machine::{Effect, Kind, Limits, Machine, Node, Profile, Retrier};

impl From<&'static Machine> for Outline {
    #[inline]
    fn from(machine: &'static Machine) -> Self {
        let nodes =
            (0..).zip(machine.nodes).map(|(number, node)| node_outline(machine, number, node));
        Self {
            source: machine.source.to_owned(),
            is_sm4c: machine.sm4c.is_some(),
            uses_context: machine.uses.context,
            uses_random: machine.uses.random,
            is_aws: machine.profile == Profile::Aws,
            has_quotas: machine.limits == Limits::Aws,
            time_limit: machine.time_limit(),
            start: machine.start.0,
            on_timeout: machine.sm4c.and_then(|row| row.on_timeout).map(|node| node.0),
            nodes: nodes.collect(),
        }
    }
}

#[inline]
fn node_outline(machine: &'static Machine, number: usize, node: &'static Node) -> NodeOutline {
    let action = node.sm4c.action.as_ref();
    let action = action.map(|action| NodeOutline::action(action.kind, action.name));
    let window = match (&node.kind, &node.sm4c.work) {
        (_, Work::Fork(row)) => Some(row.window),
        (Kind::ForEach(EachRow { window, .. }), _) => *window,
        (_, _) => None,
    };
    let work = match &node.kind {
        Kind::Invoke(Effect::Task(task)) => {
            WorkOutline::Task { resource: task.resource.to_owned() }
        }
        Kind::Invoke(Effect::Wait) => WorkOutline::Wait,
        Kind::Fork(starts) => WorkOutline::Fork(starts.iter().map(|node| node.0).collect()),
        Kind::ForEach(row) => WorkOutline::ForEach { body: row.body.0, window },
        Kind::Await => WorkOutline::Await,
        Kind::Eval | Kind::Branch | Kind::End | Kind::Fail => WorkOutline::Plain,
    };
    NodeOutline {
        state: node.state.to_owned(),
        state_kind: format!("{:?}", node.state_kind),
        scope: node.scope,
        place: node.source,
        work,
        print: machine.print(number),
        exits: node
            .transitions()
            .into_iter()
            .map(|transition| (transition.cause, transition.to.map(|node| node.0)))
            .collect(),
        retry: node.retry.iter().map(retrier).collect(),
        catch: node.catch.iter().map(|catcher| catcher.0.join(", ")).collect(),
        action,
    }
}

fn retrier(retrier: &Retrier) -> RetrierOutline {
    RetrierOutline {
        errors: retrier.errors.iter().map(|error| (*error).to_owned()).collect(),
        interval_seconds: retrier.interval_seconds,
        max_attempts: retrier.max_attempts,
        backoff_rate: retrier.backoff_rate,
        max_delay_seconds: retrier.max_delay_seconds,
        jitter: retrier.jitter,
    }
}
