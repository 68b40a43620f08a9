//! Names → what they refer to: a variable of the expression, one that the run is given, a built-in,
//! or nothing.
//!
//! A block, a function and a step of a path with variables have frames of their own. `:=` binds in
//! the nearest one. A name refers to the innermost frame in which it has been bound by then. Most
//! names are certain when the program is compiled. Those that are not are decided by the program:
//! see [`Reference::maybe`].
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "nodes that a special case is not for are treated as all others; `children` lists every kind"
)]

mod bound;
mod children;
mod closure;
mod direct;
mod frame;
pub(super) mod paths;
mod walk;

use std::collections::HashMap;

use asl_language::jsonata::{BuiltIn, BuiltInId};

pub(super) use self::closure::{Closure, bodies, bound_call};
pub(super) use self::direct::bound_lambda;
use super::FreeVariable;
use super::tree::{Expression, Kind, Node};
use asl_source::sorted::SortedMap;

/// A variable of the expression, an index into [`Names::variables`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(super) struct VariableId(pub(super) u32);

/// A path whose steps have variables: the place where the node of its first such step begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(super) struct TupleId(pub(super) u32);

/// A variable that `:=` or a parameter binds.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) storage: Storage,
    /// The number of functions around it.
    pub(super) level: u32,
}

/// The way in which a variable is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Storage {
    /// A local that is bound once, by a statement of a block or as a parameter.
    Local,
    /// A local that may be bound later, several times, or never.
    Mutable,
    /// Shared with functions, which see later bindings.
    Slot,
    /// A function of Rust: a function that is bound once, called, and no value otherwise.
    Function,
}

/// The meaning of a name.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Reference {
    /// Variables that are meant if they have been bound, the innermost first.
    pub(super) maybe: Vec<VariableId>,
    /// The meaning if none of them has been.
    pub(super) end: Meaning,
}

/// The certain meaning of a name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Meaning {
    /// A variable that has been bound.
    Variable(VariableId),
    /// A variable or parent of the tuples of a path.
    Tuple(TupleId, usize),
    /// A variable that the run is given, by its place.
    Given(usize),
    /// `$$`
    Input,
    BuiltIn(&'static BuiltIn),
    /// Nothing.
    Undefined,
}

/// The meanings of the names in an expression. Keys are the places where names begin.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) variables: Vec<Variable>,
    /// By the places of variables and parents.
    pub(super) references: HashMap<u32, Reference>,
    /// `$clone` in transforms, by their places.
    pub(super) clones: HashMap<u32, Reference>,
    /// The variables that `:=` binds, by the places of their names there.
    pub(super) binds: HashMap<u32, VariableId>,
    /// The variables of blocks and functions, by their places; those of the whole expression are
    /// in `root`.
    pub(super) frames: HashMap<u32, Vec<VariableId>>,
    pub(super) root: Vec<VariableId>,
    /// The parameters of functions, by their places.
    pub(super) parameters: HashMap<u32, Vec<VariableId>>,
    /// The variables that are functions of Rust, with the numbers of their parameters.
    pub(super) functions: HashMap<VariableId, usize>,
    /// Those of them that another of them makes.
    pub(super) closures: HashMap<VariableId, Closure>,
    /// The slots of the variables and parents of a path of tuples.
    pub(super) tuples: HashMap<TupleId, HashMap<String, usize>>,
    /// Members that are called where a variable of that name exists, by their places.
    pub(super) without_dollar: HashMap<u32, String>,
    /// The variables that the expression reads and does not bind, by their places.
    pub(super) free: SortedMap<u32, FreeVariable>,
}

/// Resolves the names of an expression. `given` are the names of the variables that a run is given.
pub(super) fn resolve(expression: &Expression, given: &[&str]) -> Names {
    let mut names = walk::walk(expression, given);
    direct::find(expression, &mut names);
    names
}

impl Names {
    pub(super) fn variable(&self, id: VariableId) -> Option<&Variable> {
        self.variables.get(id.0 as usize)
    }

    /// True if a name is that of a built-in that draws random numbers.
    pub(super) fn is_random(&self) -> bool {
        self.has_built_in(&[BuiltInId::Random, BuiltInId::Shuffle, BuiltInId::Uuid])
    }

    /// True if a name is that of a built-in that reads the time.
    pub(super) fn is_timed(&self) -> bool {
        self.has_built_in(&[BuiltInId::Millis, BuiltInId::Now])
    }

    fn has_built_in(&self, ids: &[BuiltInId]) -> bool {
        self.references.values().any(|reference| match reference.end {
            Meaning::BuiltIn(built_in) => ids.contains(&built_in.id),
            _ => false,
        })
    }

    /// The built-in that a node certainly is.
    pub(super) fn built_in(&self, node: &Node) -> Option<&'static BuiltIn> {
        if !matches!(node.kind, Kind::Variable(_)) || !node.predicates.is_empty() {
            return None;
        }
        let reference = self.references.get(&node.place.start)?;
        match reference.end {
            Meaning::BuiltIn(built_in) if reference.maybe.is_empty() => Some(built_in),
            _ => None,
        }
    }

    /// The function of Rust that a node certainly is.
    pub(super) fn direct_function(&self, node: &Node) -> Option<VariableId> {
        self.certain_variable(node).filter(|id| self.functions.contains_key(id))
    }

    /// The bound variable that a node certainly is, and nothing else.
    pub(super) fn certain_variable(&self, node: &Node) -> Option<VariableId> {
        let is_alone = node.predicates.is_empty() && node.group.is_none() && !node.keeps_array;
        if !matches!(node.kind, Kind::Variable(_)) || !is_alone {
            return None;
        }
        let reference = self.references.get(&node.place.start)?;
        match reference.end {
            Meaning::Variable(id) if reference.maybe.is_empty() => Some(id),
            _ => None,
        }
    }

    /// The place of the variable that a node certainly is, among those that the run is given.
    pub(super) fn given(&self, node: &Node) -> Option<usize> {
        let reference = self.references.get(&node.place.start)?;
        match reference.end {
            Meaning::Given(place)
                if reference.maybe.is_empty() && matches!(node.kind, Kind::Variable(_)) =>
            {
                Some(place)
            }
            _ => None,
        }
    }

    /// The slot of a name in the tuples of a path.
    pub(super) fn slot(&self, tuple: TupleId, name: &str) -> Option<usize> {
        self.tuples.get(&tuple)?.get(name).copied()
    }
}
