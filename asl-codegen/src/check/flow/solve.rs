//! The shapes of the data that enter each node: the smallest ones that agree with all transitions,
//! computed as a fixpoint.
//!
//! Nodes are visited in the order in which data reach them, so a machine without loops takes one
//! visit per node. In a loop a shape may grow a few times; then it becomes "anything". The number
//! of visits is linear in the size of the graph.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::mem;

use super::border::Borders;
use super::condition;
use super::order::{Visit, ranks};
use super::over::{Narrowed, Variables};
use super::shape::Shape;
use super::sm4c;
use super::transfer::Pass;
use crate::check::variables::{assignments, read_names};
use crate::ir::{Catcher, End, Exit, Machine, Node, NodeId, NodeKind, ScopeId, Target};
use asl_source::span::Span;

/// Maximum number of changes of a shape after its first use. After them it becomes "anything".
const MOST_CHANGES: u8 = 3;

/// The result of the analysis.
#[derive(Debug)]
pub struct Flow {
    /// The data that enter each node.
    pub(super) inputs: Vec<Shape>,
    /// The narrowed variables at each node. `None`: nothing has reached it.
    narrowed: Vec<Option<Narrowed>>,
    /// The output of each scope.
    pub(super) ends: Vec<Shape>,
    /// The variables: the values of all assignments that are reached.
    pub(super) variables: Variables,
    /// Where values of Rust types enter.
    pub(super) borders: Borders,
    /// The states that are not analysed.
    unread: Vec<bool>,
    /// True in SM4C.
    pub(super) is_sm4c: bool,
    /// The scopes of nodes that are not in that of their state, which SM4C has.
    scopes: HashMap<NodeId, ScopeId>,
    /// The nodes around actions whose errors change the global data of SM4C at any time.
    unsettled: HashSet<NodeId>,
    /// Number of visits.
    pub(super) visits: usize,
}

struct Solver<'a> {
    machine: &'a Machine,
    flow: Flow,
    /// Position of each node's visits in the order: on entry and after its scopes.
    ranks: Vec<(u32, u32)>,
    open: BTreeSet<(u32, Visit)>,
    used: Vec<bool>,
    changes: Vec<u8>,
    narrowed_changes: Vec<u8>,
    end_changes: Vec<u8>,
    variable_changes: HashMap<String, u8>,
    /// The nodes that read each variable.
    readers: HashMap<&'a str, Vec<NodeId>>,
    /// The targets of SM4C's exit actions.
    noted: HashMap<NodeId, Vec<Target>>,
}

impl Flow {
    /// Analyses a machine. Outputs of unread states can be anything.
    pub fn new(machine: &Machine, unread: &[bool], borders: Borders) -> Self {
        let nodes = machine.nodes.len();
        let flow = Self {
            inputs: vec![Shape::never(); nodes],
            narrowed: vec![None; nodes],
            ends: vec![Shape::never(); machine.scopes.len()],
            variables: Variables::default(),
            borders,
            unread: unread.to_vec(),
            is_sm4c: machine.sm4c.is_some(),
            scopes: sm4c::inner_scopes(machine),
            unsettled: sm4c::unsettled(machine),
            visits: 0,
        };
        let mut solver = Solver {
            machine,
            flow,
            ranks: ranks(machine),
            open: BTreeSet::new(),
            used: vec![false; nodes],
            changes: vec![0; nodes],
            narrowed_changes: vec![0; nodes],
            end_changes: vec![0; machine.scopes.len()],
            variable_changes: HashMap::new(),
            readers: readers(machine),
            noted: sm4c::noted(machine),
        };
        if let Some(start) = machine.scopes.first().and_then(|scope| scope.start.node) {
            let input = solver.flow.borders.input();
            // A child of a distributed Map has an input of its own.
            let is_distributed =
                |node: &Node| matches!(&node.kind, NodeKind::ForEach(each) if each.run.is_some());
            if !machine.nodes.iter().any(is_distributed) {
                solver.flow.variables.execution_input = input.clone();
            }
            let mut variables = Variables::default();
            if machine.sm4c.is_some() {
                variables.set_global(sm4c::global(&input));
            }
            solver.deliver(start, &input, &variables.narrowed);
        }
        while let Some((_, visit)) = solver.open.pop_first() {
            solver.flow.visits += 1;
            solver.visit(visit);
        }
        solver.flow
    }

    /// True if a node belongs to a state that is not analysed.
    pub(super) fn is_unread(&self, node: &Node) -> bool {
        self.unread.get(node.state.index()).copied().unwrap_or_default()
    }

    /// The data that enter a node.
    pub fn input(&self, node: NodeId) -> Shape {
        self.inputs.get(node.index()).cloned().unwrap_or(Shape::Any)
    }

    /// The variables that a node sees.
    pub(super) fn variables_at(&self, node: NodeId) -> Variables {
        let mut variables = self.variables.clone();
        variables.narrowed = self.narrowed.get(node.index()).cloned().flatten().unwrap_or_default();
        if self.unsettled.contains(&node) {
            variables.set_global(Shape::Any);
        }
        variables
    }

    /// The output of an End.
    pub(super) fn ended(&self, end: &End, pass: &mut Pass<'_>) -> Shape {
        if self.is_sm4c { pass.variables.global() } else { pass.end(end) }
    }

    /// True if the end of a node is that of the machine.
    pub(super) fn ends_machine(&self, machine: &Machine, id: NodeId) -> bool {
        let state = machine.nodes.get(id.index()).map(|node| node.state.index());
        let scope = state.and_then(|state| machine.states.get(state)).map(|state| state.scope);
        scope == Some(ScopeId(0)) && !self.scopes.contains_key(&id)
    }

    /// The machine's output.
    #[cfg(feature = "types")]
    pub fn output(&self) -> Shape {
        self.end(ScopeId(0))
    }

    /// The output of a scope.
    pub(super) fn end(&self, scope: ScopeId) -> Shape {
        self.ends.get(scope.index()).cloned().unwrap_or(Shape::Any)
    }
}

impl Solver<'_> {
    fn visit(&mut self, visit: Visit) {
        let (Visit::Enter(id) | Visit::Join(id)) = visit;
        let machine = self.machine;
        let Some(node) = machine.nodes.get(id.index()) else { return };
        let raw = self.flow.input(id);
        let mut pass = Pass::new(&raw, Span::default(), self.flow.variables_at(id));
        pass.handle(&node.handlers);
        match visit {
            Visit::Enter(_) => {
                if let Some(used) = self.used.get_mut(id.index()) {
                    *used = true;
                }
                if self.flow.is_unread(node) {
                    pass.assigned = anything_assigned(node);
                    self.anything(id, node);
                } else {
                    self.enter(id, node, &mut pass);
                }
            }
            Visit::Join(_) if self.flow.is_unread(node) => {}
            Visit::Join(_) => self.join(id, node, &mut pass),
        }
        let assigned = mem::take(&mut pass.assigned);
        // Then the map of variables has one owner.
        drop(pass);
        for (name, shape) in assigned {
            self.assign(name, &shape);
        }
    }

    /// Adds a value of a variable.
    fn assign(&mut self, name: String, shape: &Shape) {
        // A test may give another value than any state assigns.
        if self.machine.given.names.contains(&name) {
            return;
        }
        let before = self.flow.variables.get(&name);
        let mut joined = before.map_or_else(|| shape.clone(), |before| before.or(shape));
        if before == Some(&joined) {
            return;
        }
        // As for the outputs of scopes: each assignment changes a variable once.
        let changes = self.variable_changes.entry(name.clone()).or_default();
        *changes = changes.saturating_add(1);
        if *changes > MOST_CHANGES * 8 {
            joined = Shape::Any;
        }
        for reader in self.readers.get(name.as_str()).cloned().unwrap_or_default() {
            if self.used.get(reader.index()).copied().unwrap_or_default() {
                self.queue(Visit::Enter(reader));
                self.queue(Visit::Join(reader));
            }
        }
        self.flow.variables.insert(name, joined);
    }

    fn enter(&mut self, id: NodeId, node: &Node, pass: &mut Pass<'_>) {
        match &node.kind {
            NodeKind::Eval(eval) => {
                let output = pass.eval(eval);
                self.leave(id, node, &eval.exit, pass, &output);
            }
            NodeKind::Invoke(invoke) => {
                let output = pass.invoke(invoke, self.flow.borders.result(id));
                self.catch(&invoke.catch, pass);
                self.leave(id, node, &invoke.exit, pass, &output);
            }
            NodeKind::Branch(branch) => {
                let input = pass.choice_input(branch);
                pass.faults.extend(condition::first(branch, &input, self.machine.profile));
                pass.choice_output(branch, &input.data);
                if !pass.fails() {
                    for exit in condition::exits(branch, &input, self.machine.profile) {
                        if let Some((own, narrowed)) = pass.rule_output(branch, &exit) {
                            self.go(exit.target, &own, &narrowed);
                        }
                    }
                }
            }
            NodeKind::Fork(fork) => {
                let input = pass.fork(fork);
                self.catch(&fork.catch, pass);
                if !pass.fails() {
                    fork.branches
                        .iter()
                        .for_each(|branch| self.start(*branch, &input, &pass.variables.narrowed));
                    self.queue(Visit::Join(id));
                }
            }
            NodeKind::ForEach(each) => {
                let item = pass.item(each);
                self.catch(&each.catch, pass);
                if !pass.fails() {
                    self.start(each.body, &item, &pass.variables.narrowed);
                    self.queue(Visit::Join(id));
                }
            }
            NodeKind::Await(wait) => {
                for transition in &wait.transitions {
                    let variables = pass.event(transition);
                    self.go(&transition.target, pass.raw, &variables.narrowed);
                }
                if let Some((_, target)) = &wait.timeout {
                    self.go(target, pass.raw, &pass.variables.narrowed);
                }
            }
            NodeKind::End(end) => {
                let output = self.flow.ended(end, pass);
                if !pass.fails() {
                    self.end(id, node, &output);
                }
            }
            NodeKind::Fail(_) => {}
        }
    }

    /// Visits a node whose output can be anything.
    fn anything(&mut self, id: NodeId, node: &Node) {
        node.kind
            .targets()
            .into_iter()
            .for_each(|target| self.go(target, &Shape::Any, &Narrowed::new()));
        let scopes = match &node.kind {
            NodeKind::Fork(fork) => fork.branches.clone(),
            NodeKind::ForEach(each) => vec![each.body],
            NodeKind::Eval(_)
            | NodeKind::Invoke(_)
            | NodeKind::Branch(_)
            | NodeKind::Await(_)
            | NodeKind::End(_)
            | NodeKind::Fail(_) => Vec::new(),
        };
        for scope in scopes {
            self.start(scope, &Shape::Any, &Narrowed::new());
        }
        if node.kind.is_terminal() && !matches!(node.kind, NodeKind::Fail(_)) {
            self.end(id, node, &Shape::Any);
        }
    }

    fn join(&mut self, id: NodeId, node: &Node, pass: &mut Pass<'_>) {
        let (output, exit) = match &node.kind {
            NodeKind::Fork(fork) => (pass.joined(fork, |scope| self.flow.end(scope)), &fork.exit),
            NodeKind::ForEach(each) => (pass.gathered(each, self.flow.end(each.body)), &each.exit),
            NodeKind::Eval(_)
            | NodeKind::Invoke(_)
            | NodeKind::Branch(_)
            | NodeKind::Await(_)
            | NodeKind::End(_)
            | NodeKind::Fail(_) => return,
        };
        self.leave(id, node, exit, pass, &output);
    }

    fn leave(&mut self, id: NodeId, node: &Node, exit: &Exit, pass: &Pass<'_>, output: &Shape) {
        if pass.fails() || output.is_never() {
            return;
        }
        match exit {
            Exit::Next(target) => self.go(target, output, &pass.variables.kept(&pass.assigned)),
            Exit::End => self.end(id, node, output),
            Exit::Leave => {
                for target in self.noted.get(&id).cloned().unwrap_or_default() {
                    self.go(&target, output, &pass.variables.narrowed);
                }
            }
        }
    }

    fn catch(&mut self, catchers: &[Catcher], pass: &mut Pass<'_>) {
        for catcher in catchers {
            let mut caught = Pass::new(pass.raw, Span::default(), pass.variables.clone());
            let output = caught.caught(catcher);
            if !caught.fails() {
                self.go(&catcher.target, &output, &caught.variables.kept(&caught.assigned));
                pass.assigned.append(&mut caught.assigned);
            }
        }
    }

    fn go(&mut self, target: &Target, shape: &Shape, narrowed: &Narrowed) {
        if let Some(node) = target.node {
            self.deliver(node, shape, narrowed);
        }
    }

    fn start(&mut self, scope: ScopeId, shape: &Shape, narrowed: &Narrowed) {
        if let Some(scope) = self.machine.scopes.get(scope.index()) {
            self.go(&scope.start, shape, narrowed);
        }
    }

    fn deliver(&mut self, node: NodeId, shape: &Shape, narrowed: &Narrowed) {
        self.deliver_narrowed(node, narrowed);
        let Some(input) = self.flow.inputs.get_mut(node.index()) else { return };
        let mut joined = input.or(shape);
        if joined == *input {
            return;
        }
        let used = self.used.get(node.index()).copied().unwrap_or_default();
        if let Some(changes) = self.changes.get_mut(node.index()).filter(|_| used) {
            *changes += 1;
            if *changes > MOST_CHANGES {
                joined = Shape::Any;
            }
        }
        *input = joined;
        self.queue(Visit::Enter(node));
    }

    /// Keeps of the narrowed variables those that are so on every way to a node.
    fn deliver_narrowed(&mut self, node: NodeId, narrowed: &Narrowed) {
        let Some(before) = self.flow.narrowed.get_mut(node.index()) else { return };
        let Some(known) = before else {
            *before = Some(narrowed.clone());
            return;
        };
        let both = known.iter().filter_map(|(name, shape)| {
            narrowed.get(name).map(|other| (name.clone(), shape.or(other)))
        });
        let mut joined: Narrowed = both.collect();
        if joined == *known {
            return;
        }
        let used = self.used.get(node.index()).copied().unwrap_or_default();
        if let Some(changes) = self.narrowed_changes.get_mut(node.index()).filter(|_| used) {
            *changes = changes.saturating_add(1);
            if *changes > MOST_CHANGES {
                joined.clear();
            }
        }
        *known = joined;
        if used {
            self.queue(Visit::Enter(node));
        }
    }

    fn end(&mut self, id: NodeId, node: &Node, shape: &Shape) {
        let Some(state) = self.machine.states.get(node.state.index()) else { return };
        let scope = self.flow.scopes.get(&id).copied().unwrap_or(state.scope);
        let Some(end) = self.flow.ends.get_mut(scope.index()) else { return };
        let mut joined = end.or(shape);
        if joined == *end {
            return;
        }
        // Each terminal state changes a scope's output once, so such changes count less.
        if let Some(changes) = self.end_changes.get_mut(scope.index()) {
            *changes = changes.saturating_add(1);
            if *changes > MOST_CHANGES * 8 {
                joined = Shape::Any;
            }
        }
        *end = joined;
        let owner = self.machine.scopes.get(scope.index()).and_then(|scope| scope.owner);
        if let Some((owner, _)) = owner {
            self.queue(Visit::Join(owner));
        }
    }

    fn queue(&mut self, visit: Visit) {
        let (Visit::Enter(id) | Visit::Join(id)) = visit;
        let Some((enter, join)) = self.ranks.get(id.index()) else { return };
        let rank = if matches!(visit, Visit::Enter(_)) { *enter } else { *join };
        self.open.insert((rank, visit));
    }
}

/// The variables that a node assigns, whose values can be anything.
fn anything_assigned(node: &Node) -> Vec<(String, Shape)> {
    let assigned = assignments(node).into_iter();
    assigned.map(|assignment| (assignment.name.value.clone(), Shape::Any)).collect()
}

/// The nodes that read each variable.
fn readers(machine: &Machine) -> HashMap<&str, Vec<NodeId>> {
    let mut readers: HashMap<&str, Vec<NodeId>> = HashMap::new();
    for (id, node) in (0..).map(NodeId).zip(&machine.nodes) {
        for name in read_names(&node.kind) {
            readers.entry(name).or_default().push(id);
        }
    }
    readers
}
