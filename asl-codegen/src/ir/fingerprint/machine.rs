//! A hash that differs between machines whose executions could differ. Comments, spans and the
//! order of a state's fields do not change it. The order of states does, because it numbers the
//! nodes. A machine accepts snapshots of machines with the same hash.

use std::fmt::{self, Write};

use crate::ir::{
    Assignment, Await, Batch, Branch, Catcher, Comparison, Condition, Effect, End, ErrorHandler,
    Eval, EventDefinition, EventGroup, EventTransition, Exit, Expr, Fail, ForEach, Fork, Input,
    Instant, Invoke, Join, Limit, Machine, MapRun, Node, NodeKind, Output, Place, Query, Retrier,
    RetryPolicy, Rule, Selection, Sm4c, State, Store, Target, TaskCall, WaitFor,
};
use crate::options::Limits;
use asl_language::hash::Fnv1a;

/// The hash of a machine: FNV-1a over a text with all of its parts except for the names of Rust
/// types.
pub(super) fn of(machine: &Machine) -> u64 {
    of_text(|to| render(machine, to))
}

/// The hash of a text.
pub(super) fn of_text(write: impl FnOnce(&mut Fnv1a) -> fmt::Result) -> u64 {
    let mut hasher = Fnv1a::default();
    // Writing to `Fnv1a` cannot fail.
    let _ = write(&mut hasher);
    hasher.finish()
}

fn render(machine: &Machine, to: &mut impl Write) -> fmt::Result {
    writeln!(to, "machine 1 {:?} {:?}", machine.profile, machine.timeout_seconds)?;
    if machine.limits != Limits::None {
        writeln!(to, "limits {:?}", machine.limits)?;
    }
    for scope in &machine.scopes {
        write!(to, "scope {:?} ", scope.owner)?;
        target(&scope.start, to)?;
    }
    for State { name, kind, scope, entry, comment: _ } in &machine.states {
        writeln!(to, "state {:?} {kind:?} {} {}", name.value, scope.0, entry.0)?;
    }
    for task in &machine.tasks {
        writeln!(to, "task {:?}", task.resource.value)?;
    }
    machine.sm4c.iter().try_for_each(|tables| sm4c(tables, to))?;
    machine.nodes.iter().try_for_each(|node| self::node(node, to))
}

fn node(node: &Node, to: &mut impl Write) -> fmt::Result {
    write!(to, "node {} ", node.state.0)?;
    node.handlers.iter().try_for_each(|handler| self::handler(handler, to))?;
    match &node.kind {
        NodeKind::Eval(Eval { input, result, output, leave_for, exit }) => {
            write!(to, "eval {result:?}")?;
            leave_for.iter().try_for_each(|next| target(next, to))?;
            around(input, output, exit, to)
        }
        NodeKind::Invoke(Invoke { effect, input, output, exit, retry, catch }) => {
            self::effect(effect, to)?;
            around(input, output, exit, to)?;
            errors(retry, catch, to)
        }
        NodeKind::Branch(Branch { input, output, rules, default, assign }) => {
            write!(to, "branch")?;
            selection(input, to)?;
            selection(output, to)?;
            rules.iter().try_for_each(|rule| self::rule(rule, to))?;
            default.iter().try_for_each(|default| target(default, to))?;
            self::assign(assign, to)
        }
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
            write!(to, "fork {branches:?}")?;
            self::join(*join, to)?;
            if *window > 0 || keys.is_some() {
                write!(to, " {window} {keys:?}")?;
            }
            around(input, output, exit, to)?;
            errors(retry, catch, to)
        }
        NodeKind::ForEach(each) => for_each(each, to),
        NodeKind::Await(wait) => self::wait(wait, to),
        NodeKind::End(End { input, output }) => {
            write!(to, "end")?;
            selection(input, to)?;
            selection(output, to)
        }
        NodeKind::Fail(Fail { error, cause }) => {
            write!(to, "fail")?;
            maybe(error.as_ref(), to)?;
            maybe(cause.as_ref(), to)
        }
    }
}

fn handler(handler: &ErrorHandler, to: &mut impl Write) -> fmt::Result {
    let ErrorHandler { condition, merge, policy, span: _ } = handler;
    write!(to, "handler {policy:?}")?;
    for part in [condition, merge] {
        write!(to, " /")?;
        part.iter().try_for_each(|part| query(part, to))?;
    }
    Ok(())
}

fn for_each(each: &ForEach, to: &mut impl Write) -> fmt::Result {
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
    write!(to, "for each {body:?}")?;
    self::join(*join, to)?;
    collection.iter().try_for_each(|query| self::query(query, to))?;
    limit(window, to)?;
    items.iter().try_for_each(|path| write!(to, " {:?} {:?}", path.root, path.segments))?;
    maybe(selector.as_ref(), to)?;
    run.iter().try_for_each(|run| map_run(run, to))?;
    around(&Input { select: input.clone(), template: None }, output, exit, to)?;
    errors(retry, catch, to)
}

/// The join of children. [`Join::All`], the default, is omitted.
fn join(join: Join, to: &mut impl Write) -> fmt::Result {
    if join == Join::All { Ok(()) } else { write!(to, " {join:?}") }
}

pub(super) fn query(query: &Query, to: &mut impl Write) -> fmt::Result {
    write!(to, " {:?} {:?}", query.source, query.program.text)
}

fn wait(wait: &Await, to: &mut impl Write) -> fmt::Result {
    write!(to, "await")?;
    for EventTransition { groups, target } in &wait.transitions {
        for EventGroup { events, condition, merge, span: _ } in groups {
            write!(to, " {events:?}")?;
            for part in [condition, merge] {
                write!(to, " /")?;
                part.iter().try_for_each(|part| query(part, to))?;
            }
        }
        self::target(target, to)?;
    }
    wait.timeout.iter().try_for_each(|(milliseconds, target)| {
        write!(to, " {milliseconds}")?;
        self::target(target, to)
    })
}

/// The parts of machines in SM4C only.
fn sm4c(tables: &Sm4c, to: &mut impl Write) -> fmt::Result {
    let Sm4c { name: _, version: _, timeout_millis, on_timeout, events, policies } = tables;
    writeln!(to, "sm4c {timeout_millis:?} {:?}", on_timeout.map(|node| node.0))?;
    for EventDefinition { name, source, kind, correlation } in events {
        writeln!(to, "event {:?} {source:?} {kind:?} {correlation:?}", name.value)?;
    }
    policies.iter().try_for_each(|policy| self::policy(policy, to))
}

pub(super) fn policy(policy: &RetryPolicy, to: &mut impl Write) -> fmt::Result {
    let RetryPolicy { name, max_attempts, delay_millis, max_delay_millis, .. } = policy;
    write!(to, "policy {:?} {max_attempts} {delay_millis:?} {max_delay_millis:?}", name.value)?;
    writeln!(to, " {:?} {:?} {:?}", policy.increment_millis, policy.multiplier, policy.jitter)
}

fn around(input: &Input, output: &Output, exit: &Exit, to: &mut impl Write) -> fmt::Result {
    self::input(input, to)?;
    maybe(output.template.as_ref(), to)?;
    place(&output.place, to)?;
    selection(&output.select, to)?;
    assign(&output.assign, to)?;
    match exit {
        Exit::Next(next) => target(next, to),
        Exit::End => writeln!(to, " end"),
        Exit::Leave => writeln!(to, " leave"),
    }
}

pub(super) fn map_run(run: &MapRun, to: &mut impl Write) -> fmt::Result {
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
    write!(to, " run {express} {label:?}")?;
    tolerated_count.iter().try_for_each(|count| limit(count, to))?;
    write!(to, " /")?;
    tolerated_percentage.iter().try_for_each(|percentage| limit(percentage, to))?;
    if let Some(Batch { items, bytes, input }) = batch {
        write!(to, " batch")?;
        items.iter().try_for_each(|items| limit(items, to))?;
        write!(to, " /")?;
        bytes.iter().try_for_each(|bytes| limit(bytes, to))?;
        maybe(input.as_ref(), to)?;
    }
    for (word, store) in [("reader", reader), ("writer", writer)] {
        if let Some(Store { resource, config, parameters }) = store {
            write!(to, " {word} {resource:?} {config:?}")?;
            maybe(parameters.as_ref(), to)?;
        }
    }
    max_items.iter().try_for_each(|path| write!(to, " {:?} {:?}", path.root, path.segments))
}

pub(super) fn limit<T: fmt::Debug>(limit: &Limit<T>, to: &mut impl Write) -> fmt::Result {
    match limit {
        Limit::Fixed(number) => write!(to, " {number:?}"),
        Limit::At(path) => write!(to, " {:?} {:?}", path.root, path.segments),
    }
}

pub(super) fn input(input: &Input, to: &mut impl Write) -> fmt::Result {
    selection(&input.select, to)?;
    maybe(input.template.as_ref(), to)
}

fn errors(retry: &[Retrier], catch: &[Catcher], to: &mut impl Write) -> fmt::Result {
    for retrier in retry {
        let Retrier {
            errors,
            interval_seconds,
            max_attempts,
            backoff_rate,
            max_delay_seconds,
            jitter,
            span: _,
        } = retrier;
        write!(
            to,
            "retry {interval_seconds} {max_attempts} {backoff_rate:?} {max_delay_seconds:?} {jitter}"
        )?;
        errors.iter().try_for_each(|error| write!(to, " {:?}", error.value))?;
    }
    for Catcher { errors, target, place, assign, span: _ } in catch {
        write!(to, "catch")?;
        errors.iter().try_for_each(|error| write!(to, " {:?}", error.value))?;
        self::place(place, to)?;
        self::assign(assign, to)?;
        self::target(target, to)?;
    }
    Ok(())
}

pub(super) fn assign(assign: &[Assignment], to: &mut impl Write) -> fmt::Result {
    assign.iter().try_for_each(|Assignment { name, value }| {
        write!(to, " ${:?} =", name.value)?;
        expression(value, to)
    })
}

fn effect(effect: &Effect, to: &mut impl Write) -> fmt::Result {
    match effect {
        Effect::Task(call) => {
            let TaskCall { task, timeout_seconds, timeout_given, heartbeat_seconds, .. } = &**call;
            write!(to, "task {} {timeout_seconds} {timeout_given} {heartbeat_seconds:?}", task.0)?;
            for path in [&call.timeout_at, &call.heartbeat_at].into_iter().flatten() {
                write!(to, " {:?} {:?}", path.root, path.segments)?;
            }
            call.credentials.iter().try_for_each(|credentials| expression(credentials, to))?;
            if call.detached || call.null_after.is_some() {
                write!(to, " {} {:?}", call.detached, call.null_after)?;
            }
            Ok(())
        }
        Effect::Wait(wait) => wait_for(wait, to),
    }
}

pub(super) fn wait_for(wait: &WaitFor, to: &mut impl Write) -> fmt::Result {
    match wait {
        WaitFor::Seconds(seconds) => write!(to, "wait {seconds}"),
        WaitFor::Milliseconds(milliseconds) => write!(to, "wait {milliseconds} ms"),
        WaitFor::Until(instant) => moment(instant, to),
        WaitFor::SecondsAt(path) => write!(to, "wait {:?} {:?}", path.root, path.segments),
        WaitFor::UntilAt(path) => write!(to, "until {:?} {:?}", path.root, path.segments),
    }
}

fn rule(rule: &Rule, to: &mut impl Write) -> fmt::Result {
    condition(&rule.condition, to)?;
    assign(&rule.assign, to)?;
    target(&rule.target, to)
}

pub(super) fn condition(condition: &Condition, to: &mut impl Write) -> fmt::Result {
    let list = |word: &str, inner: &[Condition], to: &mut dyn Write| -> fmt::Result {
        write!(to, " {word}(")?;
        let mut to = to;
        inner.iter().try_for_each(|inner| self::condition(inner, &mut to))?;
        write!(to, ")")
    };
    match condition {
        Condition::And(inner) => list("and", inner, to),
        Condition::Or(inner) => list("or", inner, to),
        Condition::Not(inner) => list("not", std::slice::from_ref(&**inner), to),
        Condition::Jq(condition) => query(condition, to),
        Condition::Compare { variable, comparison } => {
            write!(to, " {:?} {:?} ", variable.root, variable.segments)?;
            match comparison {
                Comparison::String(order, text) => write!(to, "string {order:?} {text:?}"),
                Comparison::Numeric(order, number) => write!(to, "number {order:?} {number:?}"),
                Comparison::Boolean(value) => write!(to, "boolean {value}"),
                Comparison::Timestamp(order, instant) => {
                    write!(to, "time {order:?} ")?;
                    moment(instant, to)
                }
                Comparison::Place(what, order, path) => {
                    write!(to, "place {what:?} {order:?} {:?} {:?}", path.root, path.segments)
                }
                Comparison::Matches(pieces) => write!(to, "matches {pieces:?}"),
                Comparison::Is(test, expected) => write!(to, "is {test:?} {expected}"),
            }
        }
    }
}

fn moment(instant: &Instant, to: &mut impl Write) -> fmt::Result {
    write!(to, "at {} {}", instant.seconds, instant.nanoseconds)
}

pub(super) fn selection(selection: &Selection, to: &mut impl Write) -> fmt::Result {
    match selection {
        Selection::Whole => write!(to, " whole"),
        Selection::Nothing => write!(to, " nothing"),
        Selection::Path(path) => write!(to, " {:?} {:?}", path.root, path.segments),
    }
}

pub(super) fn place(place: &Place, to: &mut impl Write) -> fmt::Result {
    match place {
        Place::Whole => write!(to, " whole"),
        Place::Discard => write!(to, " discard"),
        Place::At(path) => write!(to, " {:?}", path.steps),
        Place::Merge(handler) => {
            write!(to, " merge")?;
            query(handler, to)
        }
    }
}

fn target(target: &Target, to: &mut impl Write) -> fmt::Result {
    writeln!(to, " -> {:?}", target.node.map(|node| node.0))
}

pub(super) fn maybe(expression: Option<&Expr>, to: &mut impl Write) -> fmt::Result {
    match expression {
        None => write!(to, " -"),
        Some(expression) => self::expression(expression, to),
    }
}

fn expression(expression: &Expr, to: &mut impl Write) -> fmt::Result {
    match expression {
        Expr::Literal(literal) => write!(to, " {literal:?}"),
        Expr::Path { field: _, path } => write!(to, " {:?} {:?}", path.root, path.segments),
        Expr::Call { field: _, call } => write!(to, " {}", call.text),
        Expr::Jq(query) => self::query(query, to),
        Expr::Object(members) => members.iter().try_for_each(|(key, value)| {
            write!(to, " {key:?}:")?;
            self::expression(value, to)
        }),
        Expr::Array(items) => {
            write!(to, " [")?;
            items.iter().try_for_each(|item| self::expression(item, to))?;
            write!(to, "]")
        }
    }
}
