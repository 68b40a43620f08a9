//! Fingerprints of nodes, which show if a node is the same in another version of its machine. They
//! contain names instead of numbers, so that other states do not change them.
//! `asl_runtime::versions` compares them.

use std::fmt::{self, Write};

mod machine;

pub use asl_language::fingerprint::Fingerprint;
use asl_language::hash::Fnv1a;
use machine::{self as hash, of_text};

use super::{
    Batch, Catcher, Effect, End, ErrorHandler, EventGroup, Fail, ForEach, Fork, Invoke, Limit,
    Machine, MapRun, Node, NodeId, NodeKind, Output, ScopeId, Store, TaskCall,
};

/// The fingerprints of a node.
pub fn of_node(machine: &Machine, node: &Node) -> Fingerprint {
    Fingerprint {
        call: of_text(|to| call(machine, node, to)),
        input: of_text(|to| input(node, to)),
        limits: of_text(|to| limits(node, to)),
        output: of_text(|to| output(node, to)),
        errors: of_text(|to| errors(machine, node, to)),
    }
}

/// The hash of a machine.
pub fn of_machine(machine: &Machine) -> u64 {
    hash::of(machine)
}

/// The scope of each node. In SM4C a nested action is a scope of its own.
pub fn scopes(machine: &Machine) -> Vec<ScopeId> {
    let of_state = |node: &Node| {
        machine.states.get(node.state.index()).map_or(ScopeId(0), |state| state.scope)
    };
    let mut scopes: Vec<ScopeId> = machine.nodes.iter().map(of_state).collect();
    if machine.sm4c.is_none() {
        return scopes;
    }
    for (scope, inner) in (0..).map(ScopeId).zip(&machine.scopes).skip(1) {
        if let Some(slot) =
            inner.start.node.and_then(|NodeId(node)| scopes.get_mut(usize::try_from(node).ok()?))
        {
            *slot = scope;
        }
    }
    scopes
}

fn call(machine: &Machine, node: &Node, to: &mut Fnv1a) -> fmt::Result {
    match &node.kind {
        NodeKind::Eval(eval) => write!(to, "eval {:?} {}", eval.result, eval.leave_for.is_some()),
        NodeKind::Invoke(Invoke { effect: Effect::Task(call), .. }) => {
            let task = machine.tasks.get(call.task.index());
            let told = task.map(|task| (task.resource.value.as_str(), task.form, &task.function));
            write!(to, "task {told:?} {} {}", call.detached, call.null_after.is_some())
        }
        NodeKind::Invoke(Invoke { effect: Effect::Wait(wait), .. }) => hash::wait_for(wait, to),
        NodeKind::Branch(branch) => {
            write!(to, "branch")?;
            branch.rules.iter().try_for_each(|rule| {
                hash::condition(&rule.condition, to)?;
                hash::assign(&rule.assign, to)
            })?;
            hash::assign(&branch.assign, to)
        }
        NodeKind::Fork(Fork { branches, join, window, keys, .. }) => {
            write!(to, "fork {} {join:?} {window} {keys:?}", branches.len())
        }
        NodeKind::ForEach(each) => {
            write!(to, "for each {:?}", each.join)?;
            each.run.iter().try_for_each(|run| processor(run, to))
        }
        NodeKind::Await(wait) => {
            write!(to, "await {:?}", wait.timeout.as_ref().map(|(millis, _)| millis))?;
            wait.transitions.iter().try_for_each(|way| {
                write!(to, " or")?;
                way.groups.iter().try_for_each(|group| events(machine, group, to))
            })
        }
        NodeKind::End(_) => write!(to, "end"),
        NodeKind::Fail(Fail { error, cause }) => {
            write!(to, "fail")?;
            hash::maybe(error.as_ref(), to)?;
            hash::maybe(cause.as_ref(), to)
        }
    }
}

/// The source of items, the target of results, and the kind of executions for items.
fn processor(run: &MapRun, to: &mut Fnv1a) -> fmt::Result {
    let MapRun {
        express,
        label,
        batch,
        reader,
        max_items,
        writer,
        tolerated_count: _,
        tolerated_percentage: _,
    } = run;
    write!(to, " run {express} {label:?}")?;
    if let Some(Batch { items, bytes, input }) = batch {
        write!(to, " batch")?;
        items.iter().try_for_each(|items| hash::limit(items, to))?;
        write!(to, " /")?;
        bytes.iter().try_for_each(|bytes| hash::limit(bytes, to))?;
        hash::maybe(input.as_ref(), to)?;
    }
    for (word, store) in [("reader", reader), ("writer", writer)] {
        if let Some(Store { resource, config, parameters }) = store {
            write!(to, " {word} {resource:?} {config:?}")?;
            hash::maybe(parameters.as_ref(), to)?;
        }
    }
    max_items.iter().try_for_each(|path| write!(to, " {:?} {:?}", path.root, path.segments))
}

fn events(machine: &Machine, group: &EventGroup, to: &mut Fnv1a) -> fmt::Result {
    let EventGroup { events, condition, merge, span: _ } = group;
    let tables = machine.sm4c.as_ref();
    for event in events {
        let event = usize::try_from(*event).ok().and_then(|event| tables?.events.get(event));
        if let Some(event) = event {
            write!(
                to,
                " {:?} {:?} {:?} {:?}",
                event.name.value, event.source, event.kind, event.correlation
            )?;
        }
    }
    for part in [condition, merge] {
        write!(to, " /")?;
        part.iter().try_for_each(|part| hash::query(part, to))?;
    }
    Ok(())
}

fn input(node: &Node, to: &mut Fnv1a) -> fmt::Result {
    match &node.kind {
        NodeKind::Eval(eval) => hash::input(&eval.input, to),
        NodeKind::Invoke(Invoke { effect, input, .. }) => {
            hash::input(input, to)?;
            let Effect::Task(call) = effect else { return Ok(()) };
            hash::maybe(call.credentials.as_ref(), to)
        }
        NodeKind::Branch(branch) => hash::selection(&branch.input, to),
        NodeKind::Fork(fork) => hash::input(&fork.input, to),
        NodeKind::ForEach(ForEach { input, items, collection, selector, window, .. }) => {
            hash::selection(input, to)?;
            items.iter().try_for_each(|path| write!(to, " {:?} {:?}", path.root, path.segments))?;
            collection.iter().try_for_each(|query| hash::query(query, to))?;
            hash::maybe(selector.as_ref(), to)?;
            let Limit::At(path) = window else { return Ok(()) };
            write!(to, " {:?} {:?}", path.root, path.segments)
        }
        NodeKind::End(End { input, .. }) => hash::selection(input, to),
        NodeKind::Await(_) | NodeKind::Fail(_) => Ok(()),
    }
}

fn limits(node: &Node, to: &mut Fnv1a) -> fmt::Result {
    match &node.kind {
        NodeKind::Invoke(Invoke { effect: Effect::Task(call), .. }) => {
            let TaskCall {
                timeout_seconds,
                heartbeat_seconds,
                timeout_at,
                heartbeat_at,
                null_after,
                ..
            } = &**call;
            write!(to, "{timeout_seconds} {heartbeat_seconds:?} {null_after:?}")?;
            for path in [timeout_at, heartbeat_at] {
                write!(to, " /")?;
                path.iter()
                    .try_for_each(|path| write!(to, " {:?} {:?}", path.root, path.segments))?;
            }
            Ok(())
        }
        NodeKind::ForEach(ForEach { run: Some(run), .. }) => {
            // None, as for a Map that is not distributed.
            run.tolerated_count.iter().try_for_each(|count| hash::limit(count, to))?;
            run.tolerated_percentage.iter().try_for_each(|percentage| {
                write!(to, " /")?;
                hash::limit(percentage, to)
            })
        }
        NodeKind::Eval(_)
        | NodeKind::Invoke(_)
        | NodeKind::Branch(_)
        | NodeKind::Fork(_)
        | NodeKind::ForEach(_)
        | NodeKind::Await(_)
        | NodeKind::End(_)
        | NodeKind::Fail(_) => Ok(()),
    }
}

fn output(node: &Node, to: &mut Fnv1a) -> fmt::Result {
    match &node.kind {
        NodeKind::Eval(eval) => result(&eval.output, to),
        NodeKind::Invoke(invoke) => result(&invoke.output, to),
        NodeKind::Fork(fork) => result(&fork.output, to),
        NodeKind::ForEach(each) => result(&each.output, to),
        NodeKind::Branch(branch) => hash::selection(&branch.output, to),
        NodeKind::End(End { output, .. }) => hash::selection(output, to),
        NodeKind::Await(_) | NodeKind::Fail(_) => Ok(()),
    }
}

fn result(output: &Output, to: &mut Fnv1a) -> fmt::Result {
    hash::maybe(output.template.as_ref(), to)?;
    hash::place(&output.place, to)?;
    hash::selection(&output.select, to)?;
    hash::assign(&output.assign, to)
}

fn errors(machine: &Machine, node: &Node, to: &mut Fnv1a) -> fmt::Result {
    for Catcher { place, assign, .. } in node.kind.catchers() {
        write!(to, "catch")?;
        hash::place(place, to)?;
        hash::assign(assign, to)?;
    }
    for ErrorHandler { condition, merge, policy, span: _ } in &node.handlers {
        write!(to, "handler")?;
        for part in [condition, merge] {
            write!(to, " /")?;
            part.iter().try_for_each(|part| hash::query(part, to))?;
        }
        let policies = machine.sm4c.as_ref().map_or(&[][..], |tables| &tables.policies);
        if let Some(policy) = policy.and_then(|policy| policies.get(usize::try_from(policy).ok()?))
        {
            hash::policy(policy, to)?;
        }
    }
    Ok(())
}
