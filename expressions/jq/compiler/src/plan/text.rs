//! The printed form of decisions: one a line, for tests and for `explain`.

use std::fmt::{self, Display, Formatter};

use super::{Aggregate, Closure, Key, Keys, NativeCall, Place, Source, Stage, Taker, Term, View};
use crate::syntax::Arithmetic;

impl Display for Stage<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Aggregate(Aggregate { taker, .. }) => {
                let taken = match taker {
                    Taker::Count => "counted",
                    Taker::Sum => "added up",
                    Taker::Joined(_) => "joined",
                    Taker::Entries => "members of one object",
                    Taker::Any | Taker::All => "tested",
                };
                write!(f, "no array: its items are {taken}")
            }
            Self::View(View { source: Source::Members, .. }) => {
                f.write_str("no array: a list of members")
            }
            Self::View(View { source: Source::Keyed { keys, .. }, list, .. }) => {
                write!(f, "no array: a list of {list:?} by {keys}")
            }
            Self::One => f.write_str("statements one after the other"),
            Self::Loop => f.write_str("a loop around the rest"),
        }
    }
}

impl Display for Keys<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_borrowed { "borrowed keys" } else { "computed keys" })
    }
}

impl Display for NativeCall<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keyed(keys) => write!(f, "sorted by {keys}"),
            Self::Search(_) => f.write_str("a constant pattern"),
            Self::ListLength => f.write_str("the length of a list"),
            Self::InPlace => f.write_str("changes its input in place"),
            Self::Plain => f.write_str("a call"),
        }
    }
}

impl Display for Term<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operand { constant: Some(number), .. } => write!(f, "{number}"),
            Self::Operand { is_input: true, .. } => f.write_str("input"),
            Self::Operand { .. } => f.write_str("number"),
            Self::Operator(operator, left, right) => {
                let mark = match operator {
                    Arithmetic::Add => "+",
                    Arithmetic::Subtract => "-",
                    Arithmetic::Multiply => "*",
                    Arithmetic::Divide => "/",
                    Arithmetic::Modulo => "%",
                };
                write!(f, "({left} {mark} {right})")
            }
        }
    }
}

impl Display for Place<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Here => Ok(()),
            Self::Field(target, name) => write!(f, "{target}.{name}"),
            Self::Each(target) => write!(f, "{target}[]"),
            Self::Index(target, key) => write!(f, "{target}[{key}]"),
            Self::Slice(target, bounds) => {
                let [from, to] =
                    bounds.map(|bound| bound.map_or(String::new(), |key| key.to_string()));
                write!(f, "{target}[{from}:{to}]")
            }
            Self::Pipe(left, right) => write!(f, "{left}{right}"),
            Self::Parts(parts) => {
                let parts: Vec<String> = parts.iter().map(Self::to_string).collect();
                write!(f, "({})", parts.join(", "))
            }
            Self::Optional(inner) => write!(f, "{inner}?"),
            Self::Ways { ways, otherwise, .. } => {
                let ways: Vec<String> = ways.iter().map(|(_, way)| format!("{way} or ")).collect();
                write!(f, " if ({}{otherwise})", ways.concat())
            }
            Self::Within(_, inner) => inner.fmt(f),
            Self::Nowhere => f.write_str("nowhere"),
        }
    }
}

impl Display for Key<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if matches!(self, Self::Known(_)) { "known" } else { "computed" })
    }
}

impl Display for Closure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "a closure that gives its output back",
            Self::Many => "a closure that hands its outputs over",
            Self::Paths => "a closure that hands paths over",
        })
    }
}
