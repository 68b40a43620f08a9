//! The walk through an expression in the order of its evaluation.

use std::collections::{BTreeSet, HashMap};

use asl_language::jsonata;

use super::bound::bindings;
use super::children::{Child, children};
use super::direct::bound_lambda;
use super::frame::{Frame, Frames};
use super::paths::{
    frame_key, inner_names, is_tuple, parent_name, path_of_filters, tuple_id, tuple_names,
};
use super::{Meaning, Names, Reference, TupleId, VariableId};
use crate::FreeVariable;
use crate::tree::{
    Expression, Group, Kind, Lambda, Node, ParentId, Path, Place, Stage, Step, Transform,
};

/// The state of the walk.
struct Walk<'t> {
    expression: &'t Expression,
    given: &'t [&'t str],
    names: Names,
    frames: Frames,
    /// The slots of the path whose step is being resolved, if a path in it gives tuples to it.
    outer: Option<TupleId>,
}

pub(super) fn walk(expression: &Expression, given: &[&str]) -> Names {
    let mut walk =
        Walk { expression, given, names: Names::default(), frames: Frames::default(), outer: None };
    walk.names.root = walk.frame([&expression.body], &[], false);
    walk.node(&expression.body);
    walk.names
}

impl Walk<'_> {
    /// Begins a frame of statements, with these parameters first.
    fn frame<'n>(
        &mut self,
        statements: impl IntoIterator<Item = &'n Node>,
        parameters: &[String],
        is_function: bool,
    ) -> Vec<VariableId> {
        let bindings = bindings(statements);
        let mut by_name = HashMap::new();
        let mut ids = Vec::new();
        let level = self.frames.level() + u32::from(is_function);
        for name in parameters {
            let bound = bindings.get(name);
            let id = self.frames.declare(&mut self.names, name, bound, Some(level));
            by_name.insert(name.clone(), id);
            ids.push(id);
        }
        for (name, bound) in &bindings {
            if !parameters.contains(name) {
                let id = self.frames.declare(&mut self.names, name, Some(bound), None);
                if is_function && let Some(variable) = self.names.variables.get_mut(id.0 as usize) {
                    variable.level = level;
                }
                by_name.insert(name.clone(), id);
                ids.push(id);
            }
        }
        self.frames.push(Frame::Variables { by_name, is_function });
        ids
    }

    fn find(&mut self, name: &str) -> Reference {
        let mut reference = self.frames.find(&mut self.names, name);
        if reference.end == Meaning::Undefined {
            reference.end = self.global(name);
        }
        reference
    }

    fn global(&self, name: &str) -> Meaning {
        if let Some(place) = self.given.iter().position(|given| *given == name) {
            return Meaning::Given(place);
        }
        match jsonata::find(name) {
            _ if name == "$" => Meaning::Input,
            Some(built_in) => Meaning::BuiltIn(built_in),
            None => Meaning::Undefined,
        }
    }

    fn note_free(&mut self, name: &str, place: &Place, reference: &Reference) {
        let is_free = match reference.end {
            Meaning::Given(_) => true,
            Meaning::Undefined => reference.maybe.is_empty(),
            Meaning::Variable(_) | Meaning::Tuple(..) | Meaning::Input | Meaning::BuiltIn(_) => {
                false
            }
        };
        if is_free {
            // The node's place may include its predicates.
            let length = u32::try_from(1 + name.len()).unwrap_or(u32::MAX);
            let place = place.start..place.end.min(place.start.saturating_add(length));
            let free = FreeVariable { name: name.to_owned(), place, is_tested: false };
            self.names.free.insert(free.place.start, free);
        }
    }

    fn node(&mut self, node: &Node) {
        match &node.kind {
            Kind::Variable(name) if !name.is_empty() => {
                let reference = self.find(name);
                self.note_free(name, &node.place, &reference);
                self.names.references.insert(node.place.start, reference);
            }
            Kind::Parent(id) => {
                let reference = self.parent(*id);
                self.names.references.insert(node.place.start, reference);
            }
            Kind::Block { expressions, .. } => self.block(node, expressions),
            Kind::Lambda(lambda) => self.lambda(node, lambda),
            Kind::Transform(transform) => self.transform(node, transform),
            Kind::Call(call) => self.note_member(&call.callee),
            Kind::Partial(callee, _) => self.note_member(callee),
            _ => {}
        }
        for child in children(node) {
            self.child(child);
        }
        if let Kind::Bind(name, _) = &node.kind
            && let Some(id) = self.names.binds.get(&name.place.start)
        {
            self.frames.bind(*id);
        }
        if let Kind::Path(path) = &node.kind
            && is_tuple(path)
        {
            self.tuples(path, node.group.as_ref());
        }
        if let Some(path) = path_of_filters(node) {
            self.filters_of_tuples(node, path);
        }
    }

    /// The predicates and the group of a node that gives tuples.
    fn filters_of_tuples(&mut self, node: &Node, path: &Path) {
        let (id, known) = (tuple_id(path), tuple_names(path));
        for predicate in &node.predicates {
            self.in_tuple(id, &known, predicate);
        }
        if let Some(group) = node.group.as_ref().filter(|_| !matches!(node.kind, Kind::Path(_))) {
            self.group_of_tuples(id, &known, group);
        }
    }

    fn group_of_tuples(&mut self, id: TupleId, known: &BTreeSet<String>, group: &Group) {
        for (key, value) in &group.entries {
            self.in_tuple(id, known, key);
            self.in_tuple(id, known, value);
        }
    }

    fn child(&mut self, child: Child<'_>) {
        let mark = self.frames.mark();
        self.node(child.node());
        if !matches!(child, Child::Once(_)) {
            self.frames.doubt_since(mark);
        }
    }

    fn parent(&mut self, id: ParentId) -> Reference {
        let label = self.expression.parents.get(id.0 as usize).copied().flatten();
        match label {
            Some(label) => self.frames.find(&mut self.names, &parent_name(label)),
            None => Reference { maybe: Vec::new(), end: Meaning::Undefined },
        }
    }

    fn block(&mut self, node: &Node, expressions: &[Node]) {
        let outer = self.outer.take();
        let ids = self.frame(expressions, &[], false);
        self.names.frames.insert(node.place.start, ids);
        for (index, expression) in expressions.iter().enumerate() {
            // Only the last expression can give tuples.
            self.outer = outer.filter(|_| index + 1 == expressions.len());
            let before = index.checked_sub(1).and_then(|before| expressions.get(before));
            if before.and_then(bound_lambda).is_none() {
                self.bind_ahead(expressions.get(index..).unwrap_or_default());
            }
            self.node(expression);
        }
        self.frames.pop();
        self.outer = None;
    }

    /// Notes the functions that are bound one after the other from here on: none of them can be
    /// called before all are bound.
    fn bind_ahead(&mut self, expressions: &[Node]) {
        for (name, _) in expressions.iter().map_while(bound_lambda) {
            if let Some(id) = self.names.binds.get(&name.place.start) {
                self.frames.bind_ahead(*id);
            }
        }
    }

    fn lambda(&mut self, node: &Node, lambda: &Lambda) {
        let outer = self.outer.take();
        let names: Vec<String> = lambda.parameters.iter().map(|name| name.text.clone()).collect();
        let ids = self.frame([&lambda.body], &names, true);
        let (parameters, variables) = ids.split_at(names.len().min(ids.len()));
        self.names.parameters.insert(node.place.start, parameters.to_vec());
        self.names.frames.insert(node.place.start, variables.to_vec());
        let mark = self.frames.mark();
        self.node(&lambda.body);
        self.frames.doubt_since(mark);
        self.frames.pop();
        self.outer = outer;
    }

    fn transform(&mut self, node: &Node, transform: &Transform) {
        let clone = self.find("clone");
        self.names.clones.insert(node.place.start, clone);
        let parts = [Some(&transform.pattern), Some(&transform.update), transform.delete.as_ref()];
        let parts: Vec<&Node> = parts.into_iter().flatten().collect();
        let ids = self.frame(parts.iter().copied(), &[], true);
        self.names.frames.insert(node.place.start, ids);
        let mark = self.frames.mark();
        for part in parts {
            self.node(part);
        }
        self.frames.doubt_since(mark);
        self.frames.pop();
    }

    /// Notes `name(..)` where `$name` exists: jsonata-js says so if there is no such member.
    fn note_member(&mut self, callee: &Node) {
        let Kind::Path(path) = &callee.kind else { return };
        let Some(Kind::Name(name)) = path.steps.first().map(|step| &step.node.kind) else { return };
        let reference = self.find(name);
        if reference.end != Meaning::Undefined || !reference.maybe.is_empty() {
            self.names.without_dollar.insert(callee.place.start, name.clone());
        }
    }

    /// The steps of a path from the first one with variables on, and its group.
    fn tuples(&mut self, path: &Path, group: Option<&Group>) {
        let Some(first) = path.steps.iter().position(|step| step.is_tuple) else { return };
        let steps = path.steps.get(first..).unwrap_or_default();
        let id = tuple_id(path);
        let shared = self.outer.take().filter(|_| path.gives_tuples);
        // A path inside of a step uses the same slots for the same names.
        let slots = shared.and_then(|outer| self.names.tuples.get(&outer).cloned());
        self.names.tuples.insert(id, slots.unwrap_or_default());
        let mut known = BTreeSet::new();
        for step in steps {
            self.tuple_step(id, step, &mut known);
        }
        if let Some(group) = group {
            self.group_of_tuples(id, &known, group);
        }
        if let Some(outer) = shared {
            let slots = self.names.tuples.get(&id).cloned().unwrap_or_default();
            self.names.tuples.insert(outer, slots);
        }
    }

    fn tuple_step(&mut self, id: TupleId, step: &Step, known: &mut BTreeSet<String>) {
        self.outer = Some(id);
        if let Kind::Sort(terms) = &step.node.kind {
            self.outer = None;
            for term in terms {
                self.in_tuple(id, known, &term.key);
            }
        } else {
            self.in_tuple(id, known, &step.node);
        }
        self.outer = None;
        known.extend(inner_names(&step.node));
        let parent = step.label.map(parent_name);
        for name in [step.focus.clone(), step.index.clone(), parent].into_iter().flatten() {
            self.add_slot(id, name, known);
        }
        // The names of the inner paths have slots already, and are known from here on.
        let inner: Vec<String> = known.iter().cloned().collect();
        for name in inner {
            self.add_slot(id, name, known);
        }
        for stage in &step.stages {
            match stage {
                Stage::Filter(filter) => self.in_tuple(id, known, filter),
                Stage::Index(name) => self.add_slot(id, name.text.clone(), known),
            }
        }
    }

    fn add_slot(&mut self, id: TupleId, name: String, known: &mut BTreeSet<String>) {
        let slots = self.names.tuples.entry(id).or_default();
        let next = slots.len();
        slots.entry(name.clone()).or_insert(next);
        known.insert(name);
    }

    /// A part that is evaluated for each tuple, in a frame of its own.
    fn in_tuple(&mut self, path: TupleId, known: &BTreeSet<String>, node: &Node) {
        let names = known.clone();
        self.frames.push(Frame::Tuple { path, names });
        let ids = self.frame([node], &[], false);
        self.names.frames.entry(frame_key(node)).or_insert(ids);
        let mark = self.frames.mark();
        self.node(node);
        self.frames.doubt_since(mark);
        self.frames.pop();
        self.frames.pop();
    }
}
