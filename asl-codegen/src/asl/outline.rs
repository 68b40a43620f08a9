//! Lists every scope and every state of a definition with its id, before any of them is read.
//!
//! Ids follow the order of the definition, a Parallel before the states of its branches, so that
//! transitions can lead forward. A state of this language is one node: its two ids are the same
//! number. The reader of the text limits the nesting.

use std::collections::{HashMap, HashSet};

use super::Object;
use super::field::table::ObjectKind;
use crate::ir::{NodeId, ScopeId, StateId};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::{Json, Member, Node};
use asl_source::span::{Span, Spanned};

/// Maximum number of states of a machine, all scopes together.
const MAX_STATES: usize = 10_000;

/// All scopes and states of a definition.
#[derive(Default)]
pub(super) struct Outline<'a> {
    /// Scope 0 is the machine itself.
    pub(super) scopes: Vec<ScopeOutline<'a>>,
    pub(super) states: Vec<StateOutline<'a>>,
    /// The first state of each name, in any scope.
    pub(super) anywhere: HashMap<&'a str, StateId>,
}

/// A machine or branch, unread.
pub(super) struct ScopeOutline<'a> {
    /// The Parallel that holds it and the branch's index.
    pub(super) owner: Option<(NodeId, u32)>,
    /// The members of its object.
    pub(super) members: &'a [Member],
    pub(super) span: Span,
    pub(super) states: Vec<StateId>,
    /// Its states by name; the first wins.
    pub(super) names: HashMap<&'a str, StateId>,
    /// The variables that its states assign.
    assigned: HashSet<&'a str>,
}

/// A state, unread.
pub(super) struct StateOutline<'a> {
    pub(super) name: &'a Spanned<String>,
    /// Its value, normally an object.
    pub(super) body: &'a Node,
    pub(super) scope: ScopeId,
    /// The scopes in it, if it is a Parallel or Map.
    pub(super) branches: Vec<ScopeId>,
}

impl StateOutline<'_> {
    /// True for a Map, whose scope is a processor.
    pub(super) fn is_map(&self) -> bool {
        field(self.body, "Type").and_then(Node::as_str) == Some("Map")
    }

    /// True for a Map whose iterations are executions of their own.
    fn is_distributed(&self) -> bool {
        let processor = field(self.body, "ItemProcessor").or_else(|| field(self.body, "Iterator"));
        let config = processor.and_then(|processor| field(processor, "ProcessorConfig"));
        let mode = config.and_then(|config| field(config, "Mode")).and_then(Node::as_str);
        self.is_map() && mode == Some("DISTRIBUTED")
    }
}

impl<'a> Outline<'a> {
    /// True if a scope sees an assignment of a variable: its own, or one of a scope around it.
    pub(super) fn sees(&self, scope: ScopeId, name: &str) -> bool {
        let mut next = Some(scope);
        while let Some(scope) = next.and_then(|id| self.scopes.get(id.index())) {
            if scope.assigned.contains(name) {
                return true;
            }
            let owner = scope.owner.and_then(|(node, _)| self.states.get(node.index()));
            next = owner.filter(|owner| !owner.is_distributed()).map(|owner| owner.scope);
        }
        false
    }

    /// Lists the states of a definition. `None`: it is no object, or exceeds the limits.
    pub(super) fn new(tree: &'a Node, diagnostics: &mut Diagnostics) -> Option<Self> {
        let example = "{ \"StartAt\": \"First\", \"States\": { \"First\": { … } } }";
        let machine = Object::read_machine(tree, ObjectKind::Machine, example, diagnostics)?;
        let mut outline = Self::default();
        outline.scope(machine.members, tree.span, None, diagnostics)?;
        Some(outline)
    }

    /// Adds a scope and all scopes within. `None`: they exceed the limits.
    fn scope(
        &mut self,
        members: &'a [Member],
        span: Span,
        owner: Option<(NodeId, u32)>,
        diagnostics: &mut Diagnostics,
    ) -> Option<ScopeId> {
        let id = ScopeId(number(self.scopes.len()));
        self.scopes.push(ScopeOutline {
            owner,
            members,
            span,
            states: Vec::new(),
            names: HashMap::new(),
            assigned: HashSet::new(),
        });
        let states = match find(members, "States") {
            Some(Node { value: Json::Object(states), .. }) => states.as_slice(),
            Some(_) | None => &[],
        };
        for state in states {
            self.state(state, id, diagnostics)?;
        }
        Some(id)
    }

    /// Adds a state and its scopes.
    fn state(
        &mut self,
        member: &'a Member,
        scope: ScopeId,
        diagnostics: &mut Diagnostics,
    ) -> Option<()> {
        if self.states.len() >= MAX_STATES {
            diagnostics.push(
                Diagnostic::new(
                    Code::TooManyStates,
                    member.key.span,
                    format!("more than {MAX_STATES} states"),
                )
                .label(format!("state {} of the machine", MAX_STATES + 1))
                .help("split the machine, and let a task start the other part"),
            );
            return None;
        }
        let id = StateId(number(self.states.len()));
        self.states.push(StateOutline {
            name: &member.key,
            body: &member.value,
            scope,
            branches: Vec::new(),
        });
        self.anywhere.entry(&member.key.value).or_insert(id);
        if let Some(home) = self.scopes.get_mut(scope.index()) {
            home.states.push(id);
            home.names.entry(&member.key.value).or_insert(id);
            home.assigned.extend(assigned_in(&member.value));
        }
        for (index, branch) in inner_scopes(&member.value).into_iter().enumerate() {
            self.branch(branch, id, index, diagnostics)?;
        }
        Some(())
    }

    /// Adds a branch of the state `parent`. The Parallel reports a branch that is no object.
    fn branch(
        &mut self,
        branch: &'a Node,
        parent: StateId,
        index: usize,
        diagnostics: &mut Diagnostics,
    ) -> Option<()> {
        let Json::Object(members) = &branch.value else { return Some(()) };
        let owner = (NodeId(parent.0), number(index));
        let scope = self.scope(members, branch.span, Some(owner), diagnostics)?;
        if let Some(state) = self.states.get_mut(parent.index()) {
            state.branches.push(scope);
        }
        Some(())
    }
}

/// The variables that a state assigns, at its own end, in a choice rule or in a catcher.
fn assigned_in(body: &Node) -> impl Iterator<Item = &str> {
    let lists = ["Choices", "Catch"].into_iter().filter_map(|list| field(body, list)?.as_array());
    let assigns = std::iter::once(body).chain(lists.flatten()).filter_map(|it| field(it, "Assign"));
    let names = assigns.filter_map(Node::as_object).flatten().map(|member| &member.key.value);
    names.map(|name| name.strip_suffix(".$").unwrap_or(name))
}

fn field<'a>(node: &'a Node, name: &str) -> Option<&'a Node> {
    find(node.as_object()?, name)
}

/// The scopes in a state: the branches of a Parallel, the processor of a Map.
fn inner_scopes(body: &Node) -> Vec<&Node> {
    let Json::Object(members) = &body.value else { return Vec::new() };
    match find(members, "Type").and_then(Node::as_str) {
        Some("Parallel") => {
            find(members, "Branches").and_then(Node::as_array).unwrap_or_default().iter().collect()
        }
        Some("Map") => find(members, "ItemProcessor")
            .or_else(|| find(members, "Iterator"))
            .into_iter()
            .collect(),
        Some(_) | None => Vec::new(),
    }
}

/// The first member of a name: the reader of the text reports a second one.
pub(super) fn find<'a>(members: &'a [Member], name: &str) -> Option<&'a Node> {
    members.iter().find(|member| member.key.value == name).map(|member| &member.value)
}

/// A count as an id: bounded, because a text has at most 1 MiB.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
