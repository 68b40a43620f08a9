//! The state while plans are made: the functions around it, and what they capture.

use std::collections::{HashMap, HashSet};

use asl_language::jsonata::DEEPEST_LEVEL;

use super::captures::{self, Capture, Group, GroupFacts, GroupId, Scope};
use super::direct::Numbers;
use super::native::Native;
use super::op::{Op, Plan};
use crate::resolve::{Names, TupleId, VariableId};
use crate::shape::Shapes;
use crate::tree::{Kind, Lambda, Node};
use asl_source::sorted::SortedMap;

/// The kinds of functions around a place, by the form in which they have the locals around them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Around {
    /// A loop, which has the locals themselves.
    Loop,
    /// A function as a value, which has copies.
    Value,
    /// A function of Rust, which is given references.
    Direct,
}

/// A function of Rust where it is declared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declared {
    pub(super) group: GroupId,
    /// The kind of its context.
    is_sequence: bool,
    is_members: bool,
}

/// The state.
pub(super) struct Planner<'n> {
    pub(super) names: &'n Names,
    pub(super) shapes: &'n Shapes<'n>,
    /// The functions of the variables that are functions of Rust.
    bodies: &'n HashMap<VariableId, &'n Node>,
    /// The captures of the functions around this place, the outermost first.
    functions: Vec<(Around, SortedMap<Capture, u32>)>,
    /// The functions of Rust that are declared at this place.
    declared: HashMap<VariableId, Declared>,
    groups: Vec<GroupFacts>,
    /// Those of them that have a form for numbers.
    numbers: HashMap<VariableId, Numbers>,
    /// Those of them that are called with items.
    called: HashSet<VariableId>,
    /// The function around this place whose depth of calls is a parameter.
    depth_of: Option<VariableId>,
    /// The variables that are locals with a value of Rust, and those of the parameters around.
    natives: HashMap<VariableId, Native>,
    /// The number of functions around the local `context`.
    context_level: u32,
    /// True if the context may be a sequence, of which `$` takes the only item: that of the whole
    /// program, or of an array constructor that begins a path.
    is_sequence: bool,
    /// True if the context is the members of a group.
    pub(super) is_members: bool,
    /// The number of times that the context was used.
    context_uses: usize,
    /// The number of functions around the tuples in scope.
    tuple_levels: HashMap<TupleId, u32>,
    /// True if the levels of parts within each other are counted.
    counts_levels: bool,
    /// The level of the calls around this place whose functions stand in place of them.
    base_level: u16,
}

impl<'n> Planner<'n> {
    pub(super) fn new(
        names: &'n Names,
        shapes: &'n Shapes<'n>,
        bodies: &'n HashMap<VariableId, &'n Node>,
        counts_levels: bool,
    ) -> Self {
        Self {
            names,
            shapes,
            bodies,
            functions: Vec::new(),
            declared: HashMap::new(),
            groups: Vec::new(),
            numbers: HashMap::new(),
            called: HashSet::new(),
            depth_of: None,
            natives: HashMap::new(),
            context_level: 0,
            is_sequence: true,
            is_members: false,
            context_uses: 0,
            tuple_levels: HashMap::new(),
            counts_levels,
            base_level: 0,
        }
    }

    /// The level to which a node comes, if it must be checked.
    pub(super) fn checked_level(&self, node: &Node) -> Option<u16> {
        let level = node.level.checked.filter(|_| self.counts_levels)?;
        let level = level.saturating_add(self.base_level);
        // No call is around a part outside of functions.
        let is_outside = self.functions.iter().all(|(around, _)| *around == Around::Loop);
        (!is_outside || level > DEEPEST_LEVEL).then_some(level)
    }

    /// The level of a call that is noted for the functions which it calls.
    pub(super) fn at(&self, level: u16) -> Option<u16> {
        self.counts_levels.then(|| level.saturating_add(self.base_level))
    }

    /// Makes the body of a function in place of its call at this level.
    pub(super) fn in_place<T>(&mut self, level: u16, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.base_level;
        self.base_level = outer.saturating_add(level);
        let (made, _) = self.in_function(Around::Loop, make);
        self.base_level = outer;
        made
    }

    /// True if the level of a node is noted where it is evaluated.
    pub(super) fn has_level(&self, node: &Node) -> bool {
        self.counts_levels && node.level.checked.is_some()
    }

    /// True if the levels of functions are counted.
    pub(super) fn counts_levels(&self) -> bool {
        self.counts_levels
    }

    /// True if a block or a function binds no variables of its own.
    pub(super) fn has_no_variables(&self, node: &Node) -> bool {
        self.names.frames.get(&node.place.start).is_none_or(Vec::is_empty)
    }

    pub(super) fn level(&self) -> u32 {
        u32::try_from(self.functions.len()).unwrap_or(u32::MAX)
    }

    /// Notes that a local is used which so many functions are around.
    pub(super) fn capture(&mut self, capture: Capture, level: u32) {
        for (_, captures) in self.functions.iter_mut().skip(level as usize) {
            captures.insert(capture, level);
        }
    }

    /// Declares functions of Rust, whose captures are not known yet.
    pub(super) fn declare(
        &mut self,
        ids: &[VariableId],
        made: Option<(Vec<VariableId>, GroupId)>,
    ) -> GroupId {
        let group = GroupId(self.groups.len());
        let facts = GroupFacts { first: ids.first().copied(), made, ..GroupFacts::default() };
        self.groups.push(facts);
        let (is_sequence, is_members) = (self.is_sequence, self.is_members);
        let declared = Declared { group, is_sequence, is_members };
        self.declared.extend(ids.iter().map(|id| (*id, declared)));
        group
    }

    /// Adds what one of the functions of a group captures.
    pub(super) fn add_captures(&mut self, group: GroupId, scope: Scope) {
        if let Some(facts) = self.groups.get_mut(group.0) {
            facts.scope.level = scope.level;
            let others = scope.captures.into_iter();
            facts
                .scope
                .captures
                .extend(others.filter(|(other, _)| *other != Capture::Group(group)));
        }
    }

    /// Notes that functions of a group are called.
    pub(super) fn capture_group(&mut self, id: VariableId, group: GroupId) {
        let level = self.names.variable(id).map_or(0, |variable| variable.level);
        self.capture(Capture::Group(group), level);
    }

    /// All functions of Rust.
    pub(super) fn into_groups(self) -> Vec<Group> {
        let names = self.names;
        captures::resolve(self.groups, |id| names.variable(id).map_or(0, |variable| variable.level))
    }

    pub(super) fn declared(&self, id: VariableId) -> Option<Declared> {
        self.declared.get(&id).copied()
    }

    /// The function that a variable is which is a function of Rust.
    pub(super) fn function(&self, id: VariableId) -> Option<(&'n Node, &'n Lambda)> {
        let node = *self.bodies.get(&id)?;
        match &node.kind {
            Kind::Lambda(lambda) => Some((node, lambda)),
            _ => None,
        }
    }

    /// Makes code whose context is that of functions which are declared elsewhere.
    pub(super) fn in_context_of<T>(
        &mut self,
        declared: Declared,
        make: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let (is_sequence, is_members) = (self.is_sequence, self.is_members);
        (self.is_sequence, self.is_members) = (declared.is_sequence, declared.is_members);
        let made = make(self);
        (self.is_sequence, self.is_members) = (is_sequence, is_members);
        made
    }

    /// The form of a function for numbers.
    pub(super) fn numbers(&self, id: VariableId) -> Option<&Numbers> {
        self.numbers.get(&id)
    }

    /// Notes the form of a function for numbers, or that there is none.
    pub(super) fn set_numbers(&mut self, id: VariableId, numbers: Option<Numbers>) {
        match numbers {
            Some(numbers) => drop(self.numbers.insert(id, numbers)),
            None => drop(self.numbers.remove(&id)),
        }
    }

    /// Notes a call of a function with items.
    pub(super) fn note_call(&mut self, id: VariableId) {
        self.called.insert(id);
    }

    /// True if there is such a call.
    pub(super) fn has_calls(&self, id: VariableId) -> bool {
        self.called.contains(&id)
    }

    /// Forgets the calls of a function that are in no emitted code, or in its own.
    pub(super) fn forget_calls(&mut self, id: VariableId) {
        self.called.remove(&id);
    }

    /// Makes the body of a function; if the depth of calls is a parameter of it, it is given.
    pub(super) fn with_depth_of<T>(
        &mut self,
        id: Option<VariableId>,
        make: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.depth_of, id);
        let made = make(self);
        self.depth_of = outer;
        made
    }

    /// True if the depth of calls is a parameter of the function around this place, which is that.
    pub(super) fn has_depth_of(&self, id: VariableId) -> bool {
        self.depth_of == Some(id)
    }

    /// The type of a variable that is a local with a value of Rust.
    pub(super) fn native(&self, id: VariableId) -> Option<Native> {
        self.natives.get(&id).copied()
    }

    /// Notes the type of a local; none if it is an item.
    pub(super) fn set_native(&mut self, id: VariableId, native: Option<Native>) {
        match native {
            Some(native) => self.natives.insert(id, native),
            None => self.natives.remove(&id),
        };
    }

    /// Makes code in which these variables, and no others of its own, are such locals.
    pub(super) fn with_natives<T>(
        &mut self,
        natives: &[(VariableId, Native)],
        make: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = self.natives.clone();
        self.natives.extend(natives.iter().copied());
        let made = make(self);
        self.natives = outer;
        made
    }

    /// The local that is the context.
    pub(super) fn context(&mut self) -> Plan {
        self.context_uses += 1;
        self.capture(Capture::Context, self.context_level);
        Plan::view(Op::Context { is_sequence: false })
    }

    /// True if the local that is the context is used here.
    pub(super) fn uses_context(&self) -> bool {
        self.context_uses > 0
    }

    /// The value of `$`.
    pub(super) fn context_value(&mut self) -> Plan {
        let is_sequence = self.is_sequence;
        Plan { op: Box::new(Op::Context { is_sequence }), ..self.context() }
    }

    /// Makes code in which a new local, a sequence, is the context; tells if it is used.
    pub(super) fn in_sequence<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        self.in_context(|planner| {
            planner.is_sequence = true;
            make(planner)
        })
    }

    /// Makes code in which the context is the members of a group.
    pub(super) fn in_members<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        self.is_members = true;
        let made = make(self);
        self.is_members = false;
        made
    }

    /// The tuple of a path, a local.
    pub(super) fn tuple(&mut self, id: TupleId) {
        let level = self.tuple_levels.get(&id).copied().unwrap_or(0);
        self.capture(Capture::Tuple(id), level);
    }

    /// Makes code in which a new local is the context; tells if it is used.
    pub(super) fn in_context<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let (level, is_sequence) = (self.context_level, self.is_sequence);
        let is_members = std::mem::take(&mut self.is_members);
        let uses = std::mem::take(&mut self.context_uses);
        self.context_level = self.level();
        self.is_sequence = false;
        let made = make(self);
        let is_used = self.context_uses > 0;
        self.context_uses = uses;
        (self.context_level, self.is_sequence) = (level, is_sequence);
        self.is_members = is_members;
        (made, is_used)
    }

    /// Makes code for each tuple of a path.
    pub(super) fn in_tuple<T>(&mut self, id: TupleId, make: impl FnOnce(&mut Self) -> T) -> T {
        let level = self.level();
        let outer = self.tuple_levels.insert(id, level);
        let (made, _) = self.in_context(make);
        match outer {
            Some(outer) => self.tuple_levels.insert(id, outer),
            None => self.tuple_levels.remove(&id),
        };
        made
    }

    /// Makes a part of a function's body; gives also what the function captures for it.
    pub(super) fn in_part<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> (T, Scope) {
        let innermost = self.functions.last_mut();
        let others = innermost.map(|(_, captures)| std::mem::take(captures)).unwrap_or_default();
        let made = make(self);
        let level = self.level().saturating_sub(1);
        let Some((_, captures)) = self.functions.last_mut() else {
            return (made, Scope::default());
        };
        let found = captures.clone();
        captures.extend(others);
        (made, Scope { captures: found, level })
    }

    /// Makes the body of a function; gives also what it captures.
    pub(super) fn in_function<T>(
        &mut self,
        around: Around,
        make: impl FnOnce(&mut Self) -> T,
    ) -> (T, Scope) {
        let level = self.level();
        self.functions.push((around, SortedMap::default()));
        let is_loop = around == Around::Loop;
        let base_level = if is_loop { self.base_level } else { 0 };
        let base_level = std::mem::replace(&mut self.base_level, base_level);
        let made = make(self);
        self.base_level = base_level;
        let captures = self.functions.pop().map(|(_, captures)| captures).unwrap_or_default();
        (made, Scope { captures, level })
    }
}
