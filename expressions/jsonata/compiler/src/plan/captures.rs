//! The locals around a function that it needs.

use crate::resolve::{TupleId, VariableId};
use asl_source::sorted::{SortedMap, SortedSet};

/// Functions of Rust that are declared together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct GroupId(pub(crate) usize);

/// A local of the code around a function, which the function needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Capture {
    Context,
    Input,
    Given(usize),
    Tuple(TupleId),
    Variable(VariableId),
    /// The context of the functions of Rust that are declared with this one.
    FunctionContext(VariableId),
    /// The captures of functions of Rust that it calls.
    Group(GroupId),
}

/// The captures of a function, each with the number of functions around it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Scope {
    pub(crate) captures: SortedMap<Capture, u32>,
    /// The number of functions around the function.
    pub(crate) level: u32,
}

/// Functions that are declared together while plans are made.
#[derive(Default, Debug)]
pub(super) struct GroupFacts {
    pub(super) first: Option<VariableId>,
    pub(super) scope: Scope,
    /// The parameters of the function that makes them, and the group of that.
    pub(super) made: Option<(Vec<VariableId>, GroupId)>,
}

/// Functions that are declared together.
#[derive(Default, Debug)]
pub(crate) struct Group {
    /// The locals that each of them is given, with the number of functions around these.
    pub(crate) captures: Vec<(Capture, u32)>,
    /// The variable that their context is named after, if they use it.
    pub(crate) context: Option<VariableId>,
}

impl Scope {
    /// The captures, with those of the functions that are called.
    pub(crate) fn resolved(&self, groups: &[Group]) -> SortedSet<Capture> {
        self.with_levels(groups).iter().map(|(capture, _)| *capture).collect()
    }

    fn with_levels(&self, groups: &[Group]) -> SortedMap<Capture, u32> {
        let mut resolved = SortedMap::default();
        for (capture, level) in &self.captures {
            let Capture::Group(id) = capture else {
                resolved.insert(*capture, *level);
                continue;
            };
            let called = groups.get(id.0).map_or(&[][..], |group| &group.captures);
            for (capture, level) in called.iter().filter(|(_, level)| *level <= self.level) {
                resolved.insert(*capture, *level);
            }
        }
        resolved
    }
}

/// The captures of all functions of Rust, in the order in which they are declared: each only calls
/// those that are declared before it.
pub(super) fn resolve(facts: Vec<GroupFacts>, level_of: impl Fn(VariableId) -> u32) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::with_capacity(facts.len());
    for GroupFacts { first, scope, made } in facts {
        let mut captures = scope.with_levels(&groups);
        let has_context = captures.remove(&Capture::Context).is_some();
        let (parameters, context) = match made {
            Some((parameters, maker)) => {
                (parameters, groups.get(maker.0).and_then(|maker| maker.context))
            }
            None => (Vec::new(), first),
        };
        for parameter in parameters {
            captures.remove(&Capture::Variable(parameter));
        }
        let context = context.filter(|_| has_context);
        captures.extend(context.map(|id| (Capture::FunctionContext(id), level_of(id))));
        groups.push(Group { captures: captures.into_iter().collect(), context });
    }
    groups
}
