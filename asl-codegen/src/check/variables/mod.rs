//! Variables: assigned before they are read, assigned in one scope only, named as the language
//! requires, and read at all.
//!
//! A branch or processor sees the variables of the scopes around it with their values at its start,
//! and cannot assign them ([`scopes`]). Processors of a distributed Map see none of them. For each variable the
//! check walks the graph twice: from the places where it may be assigned and from those where it
//! may not be. That takes O(variables × transitions), so variables beyond a budget are not checked.

mod guards;
mod reads;
mod scopes;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use reads::{Read, Reads};

use crate::ir::{Assignment, Catcher, Exit, Machine, Node, NodeId, NodeKind, ScopeId, Target};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, nearest};
#[cfg(feature = "types")]
use asl_source::span::Span;
use asl_source::span::Spanned;

/// Maximum number of transitions that are walked, for all variables together.
const MOST_STEPS: usize = 4_000_000;

/// Maximum number of unassigned variables for which similar names are searched.
const MOST_SUGGESTIONS: usize = 100;

/// Maximum number of characters of a name.
const MOST_CHARACTERS: usize = 80;

/// Checks all variables.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    let mut uses = Uses::new(machine);
    for assignment in uses.names.values().flat_map(|used| &used.assigned) {
        name(assignment.name, diagnostics);
    }
    uses.hiding(diagnostics);
    let graph = Graph::new(machine);
    let (mut steps, mut suggestions) = (MOST_STEPS, MOST_SUGGESTIONS);
    for (name, used) in &uses.names {
        scopes::check(machine, &graph, (name, used), &mut steps, diagnostics);
    }
    let mut meant = BTreeSet::new();
    let is_given = |name: &str| machine.given.names.iter().any(|given| given == name);
    let read = uses.names.iter().filter(|(name, used)| !used.read.is_empty() && !is_given(name));
    for (name, used) in read {
        let cost = graph.size();
        if steps < cost {
            break;
        }
        steps -= cost;
        meant.extend(uses.reads(&graph, name, &used.read, &mut suggestions, diagnostics));
    }
    // A read with a slip, in its name or without its delimiters, is a read.
    uses.names.retain(|name, _| !meant.contains(name) && !machine.mentioned.contains(*name));
    if !diagnostics.has_errors() {
        uses.unread(diagnostics);
    }
}

/// The variables that the expressions of each state read, by the names of the states: AWS's
/// `variableReferences`.
pub fn references(machine: &Machine) -> BTreeMap<String, BTreeSet<String>> {
    let mut references = BTreeMap::<String, BTreeSet<String>>::new();
    for node in &machine.nodes {
        let Some(state) = machine.states.get(node.state.index()) else { continue };
        for name in read_names(&node.kind) {
            references.entry(state.name.value.clone()).or_default().insert(name.to_owned());
        }
    }
    references
}

/// A place of a variable in a definition.
#[cfg(feature = "types")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariableUse<'m> {
    /// The name, without `$`.
    pub name: &'m str,
    /// The span of the key in `Assign`, or of the path or the name that reads it.
    pub span: Span,
    /// True in `Assign`.
    pub is_assigned: bool,
}

/// All places where variables are assigned or read.
#[cfg(feature = "types")]
pub fn variable_uses(machine: &Machine) -> Vec<VariableUse<'_>> {
    let mut found = Vec::new();
    for (name, used) in Uses::new(machine).names {
        let assigned = used.assigned.iter().map(|assigned| (assigned.name.span, true));
        let read = used.read.iter().map(|at| (at.read.span, false));
        found.extend(assigned.chain(read).map(|(span, is_assigned)| VariableUse {
            name,
            span,
            is_assigned,
        }));
    }
    found
}

/// Reports a name that the language does not allow.
fn name(name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let text = name.value.as_str();
    let begins = text.chars().next().is_some_and(unicode_ident::is_xid_start);
    let goes_on = text.chars().all(unicode_ident::is_xid_continue);
    let why = if text == "states" {
        "`$states` belongs to the language"
    } else if text.chars().count() > MOST_CHARACTERS {
        "a name has 80 characters at most"
    } else if !begins {
        "a name begins with a letter"
    } else if text.ends_with(".$") {
        "in JSONata the name has no `.$`, and the value is an expression: `{% … %}`"
    } else if !goes_on {
        "a name has letters, digits and `_` only"
    } else {
        return;
    };
    let title = format!("a variable cannot be called `{text}`");
    diagnostics.push(Diagnostic::new(Code::VariableName, name.span, title).label(why));
}

/// An assignment and its scope.
struct Assigned<'a> {
    name: &'a Spanned<String>,
    scope: ScopeId,
}

/// A read and its node.
struct ReadAt<'a> {
    read: Read<'a>,
    node: NodeId,
    /// True if the node only tests that the variable has a value.
    is_guarded: bool,
}

/// Assignments and reads, by name.
struct Uses<'a> {
    names: BTreeMap<&'a str, Used<'a>>,
}

/// Assignments and reads of a name.
#[derive(Default)]
struct Used<'a> {
    assigned: Vec<Assigned<'a>>,
    read: Vec<ReadAt<'a>>,
}

impl<'a> Uses<'a> {
    fn new(machine: &'a Machine) -> Self {
        let mut uses = Self { names: BTreeMap::new() };
        for (id, node) in (0..).map(NodeId).zip(&machine.nodes) {
            let Some(state) = machine.states.get(node.state.index()) else { continue };
            for (_, assign) in ways(node) {
                for assignment in assign {
                    let assigned = Assigned { name: &assignment.name, scope: state.scope };
                    uses.names.entry(&assignment.name.value).or_default().assigned.push(assigned);
                }
            }
            let reads = Reads::of_node(&node.kind).list;
            let asked: HashSet<&str> =
                reads.iter().filter(|read| read.is_question).map(|read| read.name).collect();
            for read in reads {
                let is_guarded = asked.contains(read.name);
                let used = uses.names.entry(read.name).or_default();
                used.read.push(ReadAt { read, node: id, is_guarded });
            }
        }
        uses
    }

    /// Warns of variables that hide a function of JSONata.
    fn hiding(&self, diagnostics: &mut Diagnostics) {
        for (name, used) in &self.names {
            let is_jsonata = used.read.iter().any(|at| at.read.is_jsonata);
            let Some(first) = used.assigned.first().filter(|_| is_jsonata) else { continue };
            if asl_language::jsonata::find(name).is_none() {
                continue;
            }
            let title = format!("the variable `${name}` hides the function `${name}`");
            let label = format!("where it is visible, `${name}(…)` calls its value, and fails");
            diagnostics.push(
                Diagnostic::new(Code::HidesBuiltIn, first.name.span, title)
                    .label(label)
                    .help("give the variable another name"),
            );
        }
    }

    /// Reports reads of a variable that has no value at that point. Returns the variable that is
    /// probably meant.
    fn reads(
        &self,
        graph: &Graph<'_>,
        name: &str,
        reads: &[ReadAt<'_>],
        suggestions: &mut usize,
        diagnostics: &mut Diagnostics,
    ) -> Option<&'a str> {
        let mut meant = None;
        let (with, without) = (graph.assigned(name), graph.unassigned(name));
        let at = |list: &[bool], node: NodeId| list.get(node.index()).copied().unwrap_or_default();
        for ReadAt { read, node, is_guarded } in reads {
            if *is_guarded || read.is_question || !at(&without, *node) {
                continue;
            }
            let first = self.names.get(name).and_then(|used| used.assigned.first());
            let diagnostic = if at(&with, *node) {
                Diagnostic::new(
                    Code::MaybeUnassigned,
                    read.span,
                    format!("`${name}` may have no value here"),
                )
                .label("a way that leads here does not assign it")
            } else {
                let near = self.nearest(name, suggestions);
                meant = meant.or(near);
                let label = self.never(name, read.is_jsonata, near);
                // Step Functions accepts such an expression.
                let code = match read.is_jsonata {
                    true => Code::UndefinedVariable,
                    false if graph.may_be_given => Code::MaybeUnassigned,
                    false => Code::NeverAssigned,
                };
                let title = format!("`${name}` has no value here");
                Diagnostic::new(code, read.span, title).label(label)
            };
            diagnostics.push(match first {
                Some(first) => diagnostic.related(first.name.span, "it is assigned here"),
                None => diagnostic,
            });
        }
        meant
    }

    /// The assigned variable whose name is nearest to one that nothing assigns.
    fn nearest(&self, name: &str, suggestions: &mut usize) -> Option<&'a str> {
        if self.is_assigned(name) || *suggestions == 0 {
            return None;
        }
        *suggestions = suggestions.saturating_sub(1);
        let assigned = self.names.iter().filter(|(_, used)| !used.assigned.is_empty());
        nearest(name, assigned.map(|(name, _)| *name))
    }

    fn is_assigned(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|used| !used.assigned.is_empty())
    }

    fn never(&self, name: &str, is_jsonata: bool, near: Option<&str>) -> String {
        if self.is_assigned(name) {
            return "no way from an assignment leads here".to_owned();
        }
        match near {
            Some(nearest) => format!("did you mean `${nearest}`?"),
            None => {
                let data = if is_jsonata { "$states.input" } else { "$" };
                format!("nothing assigns it; the data's member is `{data}.{name}`")
            }
        }
    }

    /// Warns of variables that are never read.
    fn unread(&self, diagnostics: &mut Diagnostics) {
        for (name, used) in self.names.iter().filter(|(_, used)| used.read.is_empty()) {
            if let Some(first) = used.assigned.first() {
                diagnostics.push(
                    Diagnostic::new(
                        Code::NeverRead,
                        first.name.span,
                        format!("`${name}` is never read"),
                    )
                    .label("assigned for nothing"),
                );
            }
        }
    }
}

/// True if the scopes of a node see none of its variables.
fn is_apart(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::ForEach(each) if each.run.is_some())
}

/// All assignments of a node.
pub(super) fn assignments(node: &Node) -> Vec<&Assignment> {
    ways(node).into_iter().flat_map(|(_, assign)| assign).collect()
}

/// The names of the variables that a node reads, each once.
pub(super) fn read_names(kind: &NodeKind) -> BTreeSet<&str> {
    Reads::of_node(kind).list.into_iter().map(|read| read.name).collect()
}

/// The expressions of a node in JSONata.
#[cfg(feature = "types")]
pub(super) fn expressions(kind: &NodeKind) -> Vec<&crate::ir::Jsonata> {
    Reads::of_node(kind).expressions
}

/// The transitions out of a node with the variables that each assigns, the end of a scope included.
fn ways(node: &Node) -> Vec<(Option<&Target>, &[Assignment])> {
    let (exit, assign, catch): (&Exit, &[Assignment], &[Catcher]) = match &node.kind {
        NodeKind::Eval(eval) => (&eval.exit, &eval.output.assign, &[]),
        NodeKind::Invoke(invoke) => (&invoke.exit, &invoke.output.assign, &invoke.catch),
        NodeKind::Fork(fork) => (&fork.exit, &fork.output.assign, &fork.catch),
        NodeKind::ForEach(each) => (&each.exit, &each.output.assign, &each.catch),
        NodeKind::Branch(branch) => {
            let rules =
                branch.rules.iter().map(|rule| (Some(&rule.target), rule.assign.as_slice()));
            return rules.chain([(branch.default.as_ref(), branch.assign.as_slice())]).collect();
        }
        NodeKind::Await(_) => {
            return node.kind.targets().into_iter().map(|target| (Some(target), &[][..])).collect();
        }
        NodeKind::End(_) | NodeKind::Fail(_) => return Vec::new(),
    };
    let caught = catch.iter().map(|catcher| (Some(&catcher.target), catcher.assign.as_slice()));
    caught.chain([(exit.target(), assign)]).collect()
}

/// A transition.
struct Edge<'a> {
    to: NodeId,
    assign: &'a [Assignment],
    /// Variables that a test on this transition has shown to have a value.
    present: BTreeSet<&'a str>,
}

/// The transitions of a machine, into its scopes too.
struct Graph<'a> {
    edges: Vec<Vec<Edge<'a>>>,
    /// The nodes at which no variable has a value.
    starts: Vec<NodeId>,
    size: usize,
    /// True if a test may give variables that nothing assigns.
    may_be_given: bool,
}

impl<'a> Graph<'a> {
    fn new(machine: &'a Machine) -> Self {
        let mut edges: Vec<Vec<Edge<'_>>> = Vec::with_capacity(machine.nodes.len());
        for node in &machine.nodes {
            let ways = ways(node).into_iter();
            // The transitions of a Choice are in the same order.
            let mut guards = match &node.kind {
                NodeKind::Branch(branch) => guards::ways(branch),
                NodeKind::Eval(_)
                | NodeKind::Invoke(_)
                | NodeKind::Fork(_)
                | NodeKind::ForEach(_)
                | NodeKind::Await(_)
                | NodeKind::End(_)
                | NodeKind::Fail(_) => Vec::new(),
            }
            .into_iter();
            let ways =
                ways.map(|(target, assign)| (target, assign, guards.next().unwrap_or_default()));
            let edge = |(target, assign, present): (Option<&Target>, _, _)| {
                Some(Edge { to: target?.node?, assign, present })
            };
            edges.push(ways.filter_map(edge).collect());
        }
        let mut starts = Vec::new();
        for scope in &machine.scopes {
            let Some(start) = scope.start.node else { continue };
            let owner =
                scope.owner.and_then(|(owner, _)| Some((owner, machine.nodes.get(owner.index())?)));
            match owner.filter(|(_, node)| !is_apart(node)) {
                Some((owner, _)) => {
                    if let Some(edges) = edges.get_mut(owner.index()) {
                        edges.push(Edge { to: start, assign: &[], present: BTreeSet::new() });
                    }
                }
                None => starts.push(start),
            }
        }
        let size = edges
            .iter()
            .map(|edges| 1 + edges.iter().map(|edge| 1 + edge.assign.len()).sum::<usize>())
            .sum();
        Self { edges, starts, size, may_be_given: machine.given.may_be_others }
    }

    fn size(&self) -> usize {
        self.size
    }

    /// Nodes that a transition with an assignment of a variable reaches.
    fn assigned(&self, name: &str) -> Vec<bool> {
        let assigning =
            self.edges.iter().flatten().filter(|edge| assigns(edge, name)).map(|edge| edge.to);
        self.reach(assigning.collect(), |_| true)
    }

    /// Nodes that a transition with an assignment of a variable reaches, from one scope.
    fn assigned_in(&self, machine: &Machine, scope: ScopeId, name: &str) -> Vec<bool> {
        let is_in = |node: &Node| {
            machine.states.get(node.state.index()).is_some_and(|state| state.scope == scope)
        };
        let nodes = self.edges.iter().zip(&machine.nodes).filter(|(_, node)| is_in(node));
        let edges = nodes.flat_map(|(edges, _)| edges);
        let assigning = edges.filter(|edge| assigns(edge, name)).map(|edge| edge.to);
        self.reach(assigning.collect(), |_| true)
    }

    /// Nodes that a transition without an assignment of a variable reaches.
    fn unassigned(&self, name: &str) -> Vec<bool> {
        self.reach(self.starts.clone(), |edge| !assigns(edge, name) && !edge.present.contains(name))
    }

    fn reach(&self, mut open: Vec<NodeId>, takes: impl Fn(&Edge<'_>) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.edges.len()];
        while let Some(node) = open.pop() {
            let Some(seen) = reached.get_mut(node.index()) else { continue };
            if std::mem::replace(seen, true) {
                continue;
            }
            let edges = self.edges.get(node.index()).into_iter().flatten();
            open.extend(edges.filter(|edge| takes(edge)).map(|edge| edge.to));
        }
        reached
    }
}

fn assigns(edge: &Edge<'_>, name: &str) -> bool {
    edge.assign.iter().any(|assignment| assignment.name.value == name)
}
