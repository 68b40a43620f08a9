//! The machines of an endpoint by name. Each is a Restate service, possibly in several versions.

use std::collections::BTreeMap;

use asl_runtime::Compiled;
use asl_runtime::engine::remote::RemoteTasks;
use asl_runtime::machine::{Effect, Form, Kind, Machine, Node, Retrier};
use asl_runtime::value::Text;

/// The machines of an endpoint.
#[derive(Debug, Default)]
pub(crate) struct Directory {
    services: BTreeMap<Text, Vec<Version>>,
}

/// A version of a machine.
#[derive(Clone, Debug)]
pub(crate) struct Version {
    pub(crate) compiled: Compiled,
    pub(crate) tasks: RemoteTasks,
}

impl Directory {
    /// Adds a version. Returns false if it exists already.
    pub(crate) fn add(&mut self, service: Text, compiled: Compiled) -> bool {
        let versions = self.services.entry(service).or_default();
        if versions.iter().any(|version| version.compiled.machine().hash == compiled.machine().hash)
        {
            return false;
        }
        versions.push(Version { tasks: RemoteTasks::new(compiled.clone()), compiled });
        true
    }

    /// The names of all services.
    pub(crate) fn names(&self) -> impl Iterator<Item = &Text> {
        self.services.keys()
    }

    /// The service of a machine with this name or ARN, for calls by another machine.
    pub(crate) fn find(&self, name: &str) -> Option<Text> {
        let found = self.services.get_key_value(name).or_else(|| {
            let by_machine = |versions: &[Version]| {
                versions.iter().any(|version| version.compiled.machine().name == name)
            };
            self.services.iter().find(|(_, versions)| by_machine(versions))
        });
        found.map(|(name, _)| name.clone())
    }

    /// The version with this hash.
    pub(crate) fn version(&self, service: &str, hash: u64) -> Option<&Version> {
        self.services.get(service)?.iter().find(|version| version.compiled.machine().hash == hash)
    }

    /// The hashes of all versions.
    pub(crate) fn hashes(&self, service: &str) -> Vec<u64> {
        let versions = self.services.get(service).into_iter().flatten();
        versions.map(|version| version.compiled.machine().hash).collect()
    }

    /// True if executions of any version accept messages.
    pub(crate) fn listens(&self, service: &str) -> bool {
        let mut versions = self.services.get(service).into_iter().flatten();
        versions.any(|version| listens(version.compiled.machine()))
    }

    /// True if executions of any version run their tasks in place.
    pub(crate) fn runs_in_place(&self, service: &str) -> bool {
        let mut versions = self.services.get(service).into_iter().flatten();
        versions.any(|version| runs_in_place(version.compiled.machine()))
    }

    /// The version for new executions: the one registered last.
    pub(crate) fn latest(&self, service: &str) -> Option<&Version> {
        self.services.get(service)?.last()
    }
}

/// True if executions of this machine accept messages.
pub(crate) fn listens(machine: &Machine) -> bool {
    machine.nodes.iter().any(|node| {
        if let Kind::Invoke(Effect::Task(task)) = &node.kind {
            return matches!(task.form, Form::Token | Form::Activity | Form::Sync | Form::Sync2);
        }
        matches!(node.kind, Kind::Await)
    })
}

/// Longest back-off in seconds of a machine whose tasks run in place.
const LONGEST_BACKOFF: f64 = 60.0;

/// True if executions of this machine wait for nothing but one task at a time, which no time-out of
/// the definition interrupts. The tasks then run in the invocation that drives the execution. This
/// invocation is never suspended, because a task would end with it. So a machine that may wait for
/// long without a task is not among them.
pub(crate) fn runs_in_place(machine: &Machine) -> bool {
    machine.timeout_seconds.is_none() && machine.nodes.iter().all(waits_for_a_task_only)
}

fn waits_for_a_task_only(node: &Node) -> bool {
    match &node.kind {
        Kind::Invoke(Effect::Task(task)) => {
            let is_plain = matches!(task.form, Form::Answer | Form::Rest | Form::Rpc);
            let has_limit = task.timeout_given || task.heartbeat_seconds.is_some();
            is_plain && !has_limit && node.retry.iter().all(has_short_backoff)
        }
        Kind::Eval | Kind::Branch | Kind::End | Kind::Fail => true,
        Kind::Invoke(Effect::Wait) | Kind::Fork(_) | Kind::ForEach(_) | Kind::Await => false,
    }
}

fn has_short_backoff(retrier: &Retrier) -> bool {
    let steps = f64::from(retrier.max_attempts.saturating_sub(1));
    let last = f64::from(retrier.interval_seconds) * retrier.backoff_rate.max(1.0).powf(steps);
    retrier.max_delay_seconds.map_or(last, |most| last.min(f64::from(most))) <= LONGEST_BACKOFF
}
