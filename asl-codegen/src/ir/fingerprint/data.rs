//! The texts of data, conditions and waits that are hashed.

use std::fmt::{self, Write};

use crate::expr::jsonpath::Path;
use crate::ir::{
    Assignment, Comparison, Computed, Condition, Expr, Instant, Jsonata, Limit, Place, Query,
    RetryPolicy, Selection, WaitFor,
};
use asl_language::hash::Fnv1a;

pub(super) fn query(query: &Query, to: &mut Fnv1a) -> fmt::Result {
    write!(to, " {:?} {:?}", query.source, query.program.text)
}

/// JSONata.
fn jsonata(expression: &Jsonata, to: &mut Fnv1a) -> fmt::Result {
    write!(to, " jsonata {:?}", expression.program.text())?;
    // A test of a single state may give variables that nothing assigns. A program that knows them
    // is another one than a program in which they are undefined.
    let names = expression.reads.iter().map(|read| read.name.value.as_str());
    for name in names.filter(|name| expression.program.given().all(|given| given != *name)) {
        write!(to, " undefined {name:?}")?;
    }
    Ok(())
}

pub(super) fn computed(computed: &Computed, to: &mut Fnv1a) -> fmt::Result {
    match computed {
        Computed::Path(path) => self::path(path, to),
        Computed::Jsonata(expression) => jsonata(expression, to),
    }
}

pub(super) fn policy(policy: &RetryPolicy, to: &mut Fnv1a) -> fmt::Result {
    let RetryPolicy {
        name,
        max_attempts,
        delay_millis,
        max_delay_millis,
        increment_millis,
        multiplier,
        jitter,
    } = policy;
    write!(to, "policy {:?} {max_attempts} {delay_millis:?} {max_delay_millis:?}", name.value)?;
    writeln!(to, " {increment_millis:?} {multiplier:?} {jitter:?}")
}

pub(super) fn limit<T: fmt::Debug>(limit: &Limit<T>, to: &mut Fnv1a) -> fmt::Result {
    match limit {
        Limit::Fixed(number) => write!(to, " {number:?}"),
        Limit::At(computed) => self::computed(computed, to),
    }
}

pub(super) fn assign(assign: &[Assignment], to: &mut Fnv1a) -> fmt::Result {
    assign.iter().try_for_each(|Assignment { name, value }| {
        write!(to, " ${:?} =", name.value)?;
        expression(value, to)
    })
}

pub(super) fn wait_for(wait: &WaitFor, to: &mut Fnv1a) -> fmt::Result {
    match wait {
        WaitFor::Seconds(seconds) => write!(to, "wait {seconds}"),
        WaitFor::Milliseconds(milliseconds) => write!(to, "wait {milliseconds} ms"),
        WaitFor::Until(instant) => moment(instant, to),
        WaitFor::SecondsAt(at) => {
            write!(to, "wait")?;
            computed(at, to)
        }
        WaitFor::UntilAt(at) => {
            write!(to, "until")?;
            computed(at, to)
        }
    }
}

pub(super) fn condition(condition: &Condition, to: &mut Fnv1a) -> fmt::Result {
    let list = |word: &str, inner: &[Condition], to: &mut Fnv1a| -> fmt::Result {
        write!(to, " {word}(")?;
        inner.iter().try_for_each(|inner| self::condition(inner, to))?;
        write!(to, ")")
    };
    match condition {
        Condition::And(inner) => list("and", inner, to),
        Condition::Or(inner) => list("or", inner, to),
        Condition::Not(inner) => list("not", std::slice::from_ref(&**inner), to),
        Condition::Jq(condition) => query(condition, to),
        Condition::Jsonata(condition) => jsonata(condition, to),
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

fn moment(instant: &Instant, to: &mut Fnv1a) -> fmt::Result {
    write!(to, "at {} {}", instant.seconds, instant.nanoseconds)
}

pub(super) fn selection(selection: &Selection, to: &mut Fnv1a) -> fmt::Result {
    match selection {
        Selection::Whole => write!(to, " whole"),
        Selection::Nothing => write!(to, " nothing"),
        Selection::Path(path) => self::path(path, to),
    }
}

pub(super) fn place(place: &Place, to: &mut Fnv1a) -> fmt::Result {
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

pub(super) fn maybe(expression: Option<&Expr>, to: &mut Fnv1a) -> fmt::Result {
    match expression {
        None => write!(to, " -"),
        Some(expression) => self::expression(expression, to),
    }
}

pub(super) fn expression(expression: &Expr, to: &mut Fnv1a) -> fmt::Result {
    match expression {
        Expr::Literal(literal) => write!(to, " {literal:?}"),
        Expr::Path { field: _, path } => self::path(path, to),
        Expr::Call { field: _, call } => write!(to, " {}", call.text),
        Expr::Jq(query) => self::query(query, to),
        Expr::Jsonata(expression) => jsonata(expression, to),
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

pub(super) fn path(path: &Path, to: &mut Fnv1a) -> fmt::Result {
    write!(to, " {:?} {:?}", path.root, path.segments)
}
