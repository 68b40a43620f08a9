//! The conditions of a Choice over its variables: `ir::Condition` with each path resolved once.

use std::collections::HashMap;

use super::variable::{Moment, Variable, VariableId};
use crate::expr::jsonpath::Path;
use crate::ir::{self, Comparable, Comparison, Condition, Order};
use asl_source::options::Profile;
use asl_source::span::Span;

/// A condition.
#[derive(Debug)]
pub(super) enum Formula<'a> {
    And(Vec<Formula<'a>>),
    Or(Vec<Formula<'a>>),
    Not(Box<Formula<'a>>),
    Atom(Atom<'a>),
    /// A condition that could not be read, or that is not analysed.
    Unknown,
}

/// One comparison.
#[derive(Debug)]
pub(super) struct Atom<'a> {
    pub(super) path: &'a Path,
    /// The path's value. `None` if the path can reach several places.
    pub(super) value: Option<VariableId>,
    pub(super) test: Test<'a>,
}

/// The condition under which a comparison holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Test<'a> {
    Text(Order, &'a str),
    Number(Order, f64),
    Boolean(bool),
    Time(VariableId, Order, Moment),
    /// The value is of this kind. For timestamps, with the variable of the instant.
    Is(ir::Test, Option<VariableId>, bool),
    /// The value matches the pattern with these pieces; the variable is 1 if so.
    Matches(VariableId, &'a [String]),
    /// Compares with the value at another path; the first variable is 1 if it holds.
    Place(VariableId, Comparable, Order, Option<VariableId>),
    /// Holds if this variable is 1.
    Opaque(VariableId),
}

impl Atom<'_> {
    /// The span of the comparison's path.
    pub(super) fn span(&self) -> Span {
        self.path.span
    }

    /// The variables that the comparison depends on.
    pub(super) fn variables(&self) -> impl Iterator<Item = VariableId> {
        let (second, third) = match self.test {
            Test::Time(id, ..) | Test::Opaque(id) | Test::Matches(id, _) => (Some(id), None),
            Test::Place(id, _, _, other) => (Some(id), other),
            Test::Is(_, time, _) => (time, None),
            Test::Text(..) | Test::Number(..) | Test::Boolean(_) => (None, None),
        };
        self.value.into_iter().chain(second).chain(third)
    }
}

/// The variables of one Choice.
#[derive(Debug, Default)]
pub(super) struct Variables<'a> {
    profile: Profile,
    list: Vec<Variable>,
    ids: HashMap<String, VariableId>,
    /// The path of each value.
    pub(super) paths: Vec<(VariableId, &'a Path)>,
}

impl<'a> Variables<'a> {
    /// No variables.
    pub(super) fn new(profile: Profile) -> Self {
        Self { profile, ..Self::default() }
    }

    /// The variable with an id.
    pub(super) fn get(&self, id: VariableId) -> &Variable {
        let Some(variable) = self.list.get(id.0 as usize) else {
            unreachable!("ids come from this list")
        };
        variable
    }

    /// All variables.
    pub(super) fn iter(&self) -> impl Iterator<Item = (VariableId, &Variable)> {
        (0..).map(VariableId).zip(&self.list)
    }

    /// Sorts the constants, once all of them are known.
    pub(super) fn seal(&mut self) {
        for variable in &mut self.list {
            variable.seal();
        }
    }

    fn id(&mut self, key: String, new: impl FnOnce() -> Variable) -> VariableId {
        let list = &mut self.list;
        *self.ids.entry(key).or_insert_with(|| {
            list.push(new());
            VariableId(u32::try_from(list.len() - 1).unwrap_or(u32::MAX))
        })
    }

    fn value(&mut self, path: &'a Path) -> VariableId {
        let before = self.list.len();
        let id = self.id(key(path), Variable::value);
        if self.list.len() > before {
            self.paths.push((id, path));
        }
        id
    }

    /// Reads a condition and collects its constants.
    pub(super) fn read(&mut self, condition: &'a Condition) -> Formula<'a> {
        match condition {
            // An `And` or `Or` without rules was reported.
            Condition::And(inner) | Condition::Or(inner) if inner.is_empty() => Formula::Unknown,
            Condition::And(inner) => {
                Formula::And(inner.iter().map(|inner| self.read(inner)).collect())
            }
            Condition::Or(inner) => {
                Formula::Or(inner.iter().map(|inner| self.read(inner)).collect())
            }
            Condition::Not(inner) => Formula::Not(Box::new(self.read(inner))),
            Condition::Jq(_) | Condition::Jsonata(_) => Formula::Unknown,
            Condition::Compare { variable, comparison } => match self.profile {
                Profile::Spec => self.comparison_if_present(variable, comparison),
                Profile::Aws => Formula::Atom(self.atom(variable, comparison)),
            },
        }
    }

    /// In the specification a comparison whose path finds nothing does not match: it is an `And`
    /// after `IsPresent`.
    fn comparison_if_present(&mut self, path: &'a Path, comparison: &'a Comparison) -> Formula<'a> {
        let other = match comparison {
            Comparison::Is(ir::Test::Present, _) => {
                return Formula::Atom(self.atom(path, comparison));
            }
            Comparison::Place(_, _, other) => Some(&**other),
            Comparison::String(..)
            | Comparison::Numeric(..)
            | Comparison::Boolean(_)
            | Comparison::Timestamp(..)
            | Comparison::Matches(_)
            | Comparison::Is(..) => None,
        };
        let paths = std::iter::once(path).chain(other).filter(|path| path.is_definite());
        let mut all: Vec<_> = paths
            .map(|path| {
                let test = Test::Is(ir::Test::Present, None, true);
                Formula::Atom(Atom { path, value: Some(self.value(path)), test })
            })
            .collect();
        all.push(Formula::Atom(self.atom(path, comparison)));
        Formula::And(all)
    }

    fn atom(&mut self, path: &'a Path, comparison: &'a Comparison) -> Atom<'a> {
        if !path.is_definite() {
            return Atom { path, value: None, test: Test::Opaque(self.opaque(path, comparison)) };
        }
        let id = self.value(path);
        let test = self.test(path, comparison);
        if let Some(Variable::Value { numbers, texts }) = self.list.get_mut(id.0 as usize) {
            match test {
                Test::Text(_, text) => texts.push(text.to_owned()),
                Test::Number(_, number) => numbers.push(number),
                Test::Boolean(_)
                | Test::Time(..)
                | Test::Is(..)
                | Test::Matches(..)
                | Test::Place(..)
                | Test::Opaque(_) => {}
            }
        }
        Atom { path, value: Some(id), test }
    }

    fn test(&mut self, path: &'a Path, comparison: &'a Comparison) -> Test<'a> {
        match comparison {
            Comparison::String(order, text) => Test::Text(*order, text),
            // Zero has two signs and is one number.
            Comparison::Numeric(order, number) => Test::Number(*order, number + 0.0),
            Comparison::Boolean(value) => Test::Boolean(*value),
            Comparison::Timestamp(order, instant) => {
                let moment = (instant.seconds, instant.nanoseconds);
                let id = self.time(path);
                if let Some(Variable::Time(moments)) = self.list.get_mut(id.0 as usize) {
                    moments.push(moment);
                }
                Test::Time(id, *order, moment)
            }
            Comparison::Is(test, expected) => {
                let time = matches!(test, ir::Test::Timestamp).then(|| self.time(path));
                Test::Is(*test, time, *expected)
            }
            Comparison::Matches(pieces) => Test::Matches(self.opaque(path, comparison), pieces),
            Comparison::Place(what, order, other) => {
                let id = self.opaque(path, comparison);
                Test::Place(id, *what, *order, other.is_definite().then(|| self.value(other)))
            }
        }
    }

    /// The instant at a path.
    fn time(&mut self, path: &Path) -> VariableId {
        self.id(format!("time {}", key(path)), || Variable::Time(Vec::new()))
    }

    /// The variable of a comparison that is not analysed. The same comparison of the same path
    /// shares it.
    fn opaque(&mut self, path: &Path, comparison: &Comparison) -> VariableId {
        let what = match comparison {
            Comparison::Place(what, order, other) => format!("{what:?} {order:?} {}", key(other)),
            Comparison::String(..)
            | Comparison::Numeric(..)
            | Comparison::Boolean(_)
            | Comparison::Timestamp(..)
            | Comparison::Matches(_)
            | Comparison::Is(..) => format!("{comparison:?}"),
        };
        self.id(format!("whether {} {what}", key(path)), || Variable::Opaque)
    }
}

/// A key that is equal for paths to the same place, however they are written.
fn key(path: &Path) -> String {
    format!("{:?}{:?}", path.root, path.segments)
}
