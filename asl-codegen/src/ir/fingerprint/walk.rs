//! The walk over machines and nodes. Each text that it meets belongs to a part. The hash of a machine
//! is one over all texts in their order, and must stay as it is: snapshots have it.

use std::fmt::{self, Write};

use super::data::{
    assign, computed, condition, expression, limit, maybe, path, place, policy, query, selection,
    wait_for,
};
use crate::ir::{
    Await, Batch, Branch, Catcher, Effect, End, ErrorHandler, Eval, EventDefinition, EventGroup,
    EventTransition, Exit, Expr, Fail, ForEach, Fork, Input, Invoke, Join, Limit, Machine, MapRun,
    Node, NodeKind, Output, Query, Retrier, Sm4c, State, Store, Target, TaskCall, context,
};
use asl_language::hash::Fnv1a;
use asl_source::expression::context_object::Member;
use asl_source::options::Limits;

/// The parts that texts belong to.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Call,
    Input,
    Limits,
    Output,
    Errors,
    /// Numbers of nodes, states and tasks, which other states change, and other things that no part
    /// of a node's fingerprint contains.
    Numbers,
}

/// The hashes that a walk makes: one of each part, or one of all.
#[derive(Default)]
pub(super) struct Hashes {
    pub(super) call: Fnv1a,
    pub(super) input: Fnv1a,
    pub(super) limits: Fnv1a,
    pub(super) output: Fnv1a,
    pub(super) errors: Fnv1a,
    pub(super) whole: Option<Fnv1a>,
    unused: Fnv1a,
}

impl Hashes {
    /// One hash of all parts.
    pub(super) fn of_whole() -> Self {
        Self { whole: Some(Fnv1a::default()), ..Self::default() }
    }

    /// The hash of a part.
    fn to(&mut self, part: Part) -> &mut Fnv1a {
        match (&mut self.whole, part) {
            (Some(whole), _) => whole,
            (None, Part::Call) => &mut self.call,
            (None, Part::Input) => &mut self.input,
            (None, Part::Limits) => &mut self.limits,
            (None, Part::Output) => &mut self.output,
            (None, Part::Errors) => &mut self.errors,
            (None, Part::Numbers) => &mut self.unused,
        }
    }

    /// The hash of a part for names in place of [`Part::Numbers`]: a machine has them elsewhere.
    fn names(&mut self, part: Part) -> &mut Fnv1a {
        if self.whole.is_some() { &mut self.unused } else { self.to(part) }
    }

    fn numbers(&mut self) -> &mut Fnv1a {
        self.to(Part::Numbers)
    }
}

/// Walks a machine.
pub(super) fn machine(machine: &Machine, to: &mut Hashes) -> fmt::Result {
    let head = to.numbers();
    writeln!(head, "machine 1 {:?} {:?}", machine.profile, machine.timeout_seconds)?;
    if machine.limits != Limits::None {
        writeln!(head, "limits {:?}", machine.limits)?;
    }
    for scope in &machine.scopes {
        write!(to.numbers(), "scope {:?} ", scope.owner)?;
        target(&scope.start, to)?;
    }
    for State { name, kind, scope, entry, is_jsonata, comment: _ } in &machine.states {
        writeln!(to.numbers(), "state {:?} {kind:?} {} {}", name.value, scope.0, entry.0)?;
        if *is_jsonata {
            writeln!(to.numbers(), "jsonata")?;
        }
    }
    for task in &machine.tasks {
        writeln!(to.numbers(), "task {:?}", task.resource.value)?;
    }
    machine.sm4c.iter().try_for_each(|tables| sm4c(tables, to.numbers()))?;
    machine.nodes.iter().try_for_each(|node| self::node(machine, node, to))
}

/// Walks a node.
pub(super) fn node(machine: &Machine, node: &Node, to: &mut Hashes) -> fmt::Result {
    write!(to.numbers(), "node {} ", node.state.0)?;
    // Without fields, a state has the same expressions in both languages, but not the same stages
    // in `TestState`.
    if machine.states.get(node.state.index()).is_some_and(|state| state.is_jsonata) {
        write!(to.names(Part::Output), "jsonata")?;
    }
    node.handlers.iter().try_for_each(|handler| self::handler(machine, handler, to))?;
    match &node.kind {
        NodeKind::Eval(Eval { input, result, output, leave_for, exit }) => {
            write!(to.to(Part::Call), "eval {result:?}")?;
            write!(to.names(Part::Call), " {}", leave_for.is_some())?;
            leave_for.iter().try_for_each(|next| target(next, to))?;
            around(input, output, exit, to)
        }
        NodeKind::Invoke(invoke) => {
            if sends_name(invoke) {
                let name = machine.states.get(node.state.index()).map(|state| &state.name.value);
                write!(to.names(Part::Input), "{name:?}")?;
            }
            self::invoke(machine, invoke, to)
        }
        NodeKind::Branch(branch) => self::branch(branch, to),
        NodeKind::Fork(Fork {
            branches,
            join,
            window,
            keys,
            input,
            output,
            exit,
            retry,
            catch,
        }) => {
            write!(to.numbers(), "fork {branches:?}")?;
            write!(to.names(Part::Call), "fork {}", branches.len())?;
            self::join(*join, to)?;
            if *window > 0 || keys.is_some() {
                write!(to.to(Part::Call), " {window} {keys:?}")?;
            }
            around(input, output, exit, to)?;
            errors(retry, catch, to)
        }
        NodeKind::ForEach(each) => for_each(each, to),
        NodeKind::Await(wait) => self::wait(machine, wait, to),
        NodeKind::End(End { input, output, output_value }) => {
            write!(to.to(Part::Call), "end")?;
            selection(input, to.to(Part::Input))?;
            selection(output, to.to(Part::Output))?;
            output_value.iter().try_for_each(|value| expression(value, to.to(Part::Output)))
        }
        NodeKind::Fail(Fail { error, cause }) => {
            let call = to.to(Part::Call);
            write!(call, "fail")?;
            maybe(error.as_ref(), call)?;
            maybe(cause.as_ref(), call)
        }
    }
}

fn invoke(machine: &Machine, invoke: &Invoke, to: &mut Hashes) -> fmt::Result {
    let Invoke { effect, input, output, exit, retry, catch } = invoke;
    match effect {
        Effect::Task(call) => task(machine, call, to)?,
        Effect::Wait(wait) => wait_for(wait, to.to(Part::Call))?,
    }
    around(input, output, exit, to)?;
    errors(retry, catch, to)
}

/// True if a task gets the name of its state, so that under another name it would get another input.
fn sends_name(invoke: &Invoke) -> bool {
    let name = Member::StateName;
    let has_name = |credentials: &Expr| context::reads(credentials, name);
    let credentials = match &invoke.effect {
        Effect::Task(call) => call.credentials.as_ref(),
        Effect::Wait(_) => None,
    };
    context::sends(invoke, name) || credentials.is_some_and(has_name)
}

fn handler(machine: &Machine, handler: &ErrorHandler, to: &mut Hashes) -> fmt::Result {
    let ErrorHandler { condition, merge, policy, span: _ } = handler;
    write!(to.numbers(), "handler {policy:?}")?;
    write!(to.names(Part::Errors), "handler")?;
    queries([condition, merge], to.to(Part::Errors))?;
    let policies = machine.sm4c.as_ref().map_or(&[][..], |tables| &tables.policies);
    let policy = policy.and_then(|policy| policies.get(usize::try_from(policy).ok()?));
    policy.iter().try_for_each(|policy| self::policy(policy, to.names(Part::Errors)))
}

fn queries(parts: [&Option<Query>; 2], to: &mut Fnv1a) -> fmt::Result {
    for part in parts {
        write!(to, " /")?;
        part.iter().try_for_each(|part| query(part, to))?;
    }
    Ok(())
}

fn task(machine: &Machine, call: &TaskCall, to: &mut Hashes) -> fmt::Result {
    let TaskCall {
        task,
        timeout_seconds,
        timeout_given,
        heartbeat_seconds,
        timeout_at,
        heartbeat_at,
        credentials,
        null_after,
        detached,
    } = call;
    let named = machine.tasks.get(task.index());
    let named = named.map(|task| (task.resource.value.as_str(), task.form, &task.function));
    write!(to.names(Part::Call), "task {named:?}")?;
    write!(to.numbers(), "task {}", task.0)?;
    write!(to.to(Part::Limits), " {timeout_seconds}")?;
    write!(to.numbers(), " {timeout_given}")?;
    write!(to.to(Part::Limits), " {heartbeat_seconds:?}")?;
    for limit in [timeout_at, heartbeat_at] {
        write!(to.names(Part::Limits), " /")?;
        limit.iter().try_for_each(|limit| computed(limit, to.to(Part::Limits)))?;
    }
    write!(to.names(Part::Input), "{}", credentials.is_some())?;
    credentials.iter().try_for_each(|value| expression(value, to.to(Part::Input)))?;
    if *detached || null_after.is_some() {
        write!(to.to(Part::Call), " {detached}")?;
        write!(to.names(Part::Call), " {}", null_after.is_some())?;
        write!(to.to(Part::Limits), " {null_after:?}")?;
    }
    Ok(())
}

fn branch(branch: &Branch, to: &mut Hashes) -> fmt::Result {
    let Branch { input, output, rules, default, assign, output_value } = branch;
    write!(to.to(Part::Call), "branch")?;
    selection(input, to.to(Part::Input))?;
    selection(output, to.to(Part::Output))?;
    for rule in rules {
        condition(&rule.condition, to.to(Part::Call))?;
        self::assign(&rule.assign, to.to(Part::Call))?;
        rule.output_value.iter().try_for_each(|value| expression(value, to.to(Part::Call)))?;
        target(&rule.target, to)?;
    }
    default.iter().try_for_each(|default| target(default, to))?;
    output_value.iter().try_for_each(|value| expression(value, to.to(Part::Call)))?;
    self::assign(assign, to.to(Part::Call))
}

fn for_each(each: &ForEach, to: &mut Hashes) -> fmt::Result {
    let ForEach {
        body,
        input,
        items,
        collection,
        join,
        selector,
        window,
        run,
        output,
        exit,
        retry,
        catch,
    } = each;
    write!(to.numbers(), "for each {body:?}")?;
    write!(to.names(Part::Call), "for each")?;
    self::join(*join, to)?;
    collection.iter().try_for_each(|items| expression(items, to.to(Part::Input)))?;
    let window_part = if matches!(window, Limit::At(_)) { Part::Input } else { Part::Numbers };
    limit(window, to.to(window_part))?;
    items.iter().try_for_each(|items| path(items, to.to(Part::Input)))?;
    maybe(selector.as_ref(), to.to(Part::Input))?;
    run.iter().try_for_each(|run| map_run(run, to))?;
    around(&Input { select: input.clone(), template: None }, output, exit, to)?;
    errors(retry, catch, to)
}

/// The join of children. [`Join::All`], the default, is omitted.
fn join(join: Join, to: &mut Hashes) -> fmt::Result {
    if join == Join::All { Ok(()) } else { write!(to.to(Part::Call), " {join:?}") }
}

fn wait(machine: &Machine, wait: &Await, to: &mut Hashes) -> fmt::Result {
    write!(to.to(Part::Call), "await")?;
    let tables = machine.sm4c.as_ref();
    for EventTransition { groups, target } in &wait.transitions {
        write!(to.names(Part::Call), " or")?;
        for EventGroup { events, condition, merge, span: _ } in groups {
            write!(to.numbers(), " {events:?}")?;
            let found =
                events.iter().filter_map(|at| tables?.events.get(usize::try_from(*at).ok()?));
            for event in found {
                self::event(event, to.names(Part::Call))?;
            }
            queries([condition, merge], to.to(Part::Call))?;
        }
        self::target(target, to)?;
    }
    wait.timeout.iter().try_for_each(|(milliseconds, target)| {
        write!(to.to(Part::Call), " {milliseconds}")?;
        self::target(target, to)
    })
}

fn event(event: &EventDefinition, to: &mut Fnv1a) -> fmt::Result {
    let EventDefinition { name, source, kind, correlation } = event;
    writeln!(to, "event {:?} {source:?} {kind:?} {correlation:?}", name.value)
}

/// The parts of machines in SM4C only.
fn sm4c(tables: &Sm4c, to: &mut Fnv1a) -> fmt::Result {
    let Sm4c { name: _, version: _, timeout_millis, on_timeout, events, policies } = tables;
    writeln!(to, "sm4c {timeout_millis:?} {:?}", on_timeout.map(|node| node.0))?;
    events.iter().try_for_each(|event| self::event(event, to))?;
    policies.iter().try_for_each(|policy| self::policy(policy, to))
}

fn around(input: &Input, output: &Output, exit: &Exit, to: &mut Hashes) -> fmt::Result {
    selection(&input.select, to.to(Part::Input))?;
    maybe(input.template.as_ref(), to.to(Part::Input))?;
    let part = to.to(Part::Output);
    maybe(output.template.as_ref(), part)?;
    place(&output.place, part)?;
    selection(&output.select, part)?;
    assign(&output.assign, part)?;
    match exit {
        Exit::Next(next) => target(next, to),
        Exit::End => writeln!(to.numbers(), " end"),
        Exit::Leave => writeln!(to.numbers(), " leave"),
    }
}

fn map_run(run: &MapRun, to: &mut Hashes) -> fmt::Result {
    let MapRun {
        express,
        label,
        tolerated_count,
        tolerated_percentage,
        batch,
        reader,
        max_items,
        writer,
    } = run;
    let label = label.as_ref().map(|label| &label.value);
    write!(to.to(Part::Call), " run {express} {label:?}")?;
    tolerated_count.iter().try_for_each(|count| limit(count, to.to(Part::Limits)))?;
    // Without limits that part is empty, as of a Map that is not distributed.
    write!(to.to(if tolerated_percentage.is_some() { Part::Limits } else { Part::Numbers }), " /")?;
    let mut percentage = tolerated_percentage.iter();
    percentage.try_for_each(|percentage| limit(percentage, to.to(Part::Limits)))?;
    let call = to.to(Part::Call);
    if let Some(Batch { items, bytes, input }) = batch {
        write!(call, " batch")?;
        items.iter().try_for_each(|items| limit(items, call))?;
        write!(call, " /")?;
        bytes.iter().try_for_each(|bytes| limit(bytes, call))?;
        maybe(input.as_ref(), call)?;
    }
    for (word, store) in [("reader", reader), ("writer", writer)] {
        if let Some(Store { resource, config, parameters }) = store {
            write!(call, " {word} {resource:?} {config:?}")?;
            maybe(parameters.as_ref(), call)?;
        }
    }
    max_items.iter().try_for_each(|items| computed(items, call))
}

fn errors(retry: &[Retrier], catch: &[Catcher], to: &mut Hashes) -> fmt::Result {
    for retrier in retry {
        let Retrier {
            errors,
            interval_seconds,
            max_attempts,
            backoff_rate,
            max_delay_seconds: limit,
            jitter,
            span: _,
        } = retrier;
        write!(
            to.numbers(),
            "retry {interval_seconds} {max_attempts} {backoff_rate:?} {limit:?} {jitter}"
        )?;
        errors.iter().try_for_each(|error| write!(to.numbers(), " {:?}", error.value))?;
    }
    for Catcher { errors, target, place, assign, output_value, span: _ } in catch {
        write!(to.to(Part::Errors), "catch")?;
        errors.iter().try_for_each(|error| write!(to.numbers(), " {:?}", error.value))?;
        self::place(place, to.to(Part::Errors))?;
        self::assign(assign, to.to(Part::Errors))?;
        output_value.iter().try_for_each(|value| expression(value, to.to(Part::Errors)))?;
        self::target(target, to)?;
    }
    Ok(())
}

fn target(target: &Target, to: &mut Hashes) -> fmt::Result {
    writeln!(to.numbers(), " -> {:?}", target.node.map(|node| node.0))
}
