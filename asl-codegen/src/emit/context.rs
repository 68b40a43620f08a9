//! The lookups of one machine.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use proc_macro2::TokenStream;

use super::borders::borders;
use super::expressions::Expressions;
use super::names::Names;
use super::nested;
use super::queries::Programs;
use crate::check::flow::Flow;
use crate::ir::{self, NodeId, transitions};
use asl_source::options::{MachineTypes, Options, RustType};
use asl_source::source::Sources;

/// The machine, and the lookup tables of the emission.
pub(super) struct Context<'a> {
    pub(super) machine: &'a ir::Machine,
    pub(super) options: &'a Options,
    pub(super) names: Names,
    pub(super) sources: &'a Sources,
    /// Compiled jq expressions; none in ASL.
    pub(super) programs: Programs,
    /// SM4C: the nodes of actions within actions, and of the time-out; none in ASL.
    pub(super) inner: HashSet<NodeId>,
    /// The first nodes of the states.
    pub(super) entries: HashSet<NodeId>,
    /// The scopes of the nodes.
    pub(super) scopes: Vec<ir::ScopeId>,
    /// The expressions in JSONata that were emitted.
    pub(super) expressions: Expressions,
    /// The nodes that start executions of machines of the option `machines`.
    nested: HashMap<NodeId, usize>,
    flow: OnceCell<Flow>,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        machine: &'a ir::Machine,
        sources: &'a Sources,
        options: &'a Options,
    ) -> Self {
        let names = Names::new(machine, options);
        let programs = Programs::of(machine, &names);
        let inner = transitions::inner_nodes(machine);
        let entries = machine
            .states
            .iter()
            .map(|state| state.entry)
            .filter(|entry| !inner.contains(entry))
            .collect();
        let scopes = ir::fingerprint::scopes(machine);
        let (expressions, nested) = (Expressions::default(), nested::started(machine, options));
        Self {
            machine,
            options,
            names,
            sources,
            programs,
            inner,
            entries,
            scopes,
            expressions,
            nested,
            flow: OnceCell::new(),
        }
    }

    /// The data flow from the user's types.
    pub(super) fn flow(&self) -> &Flow {
        self.flow.get_or_init(|| Flow::new(self.machine, &[], borders(self)))
    }

    /// The states of the definition, without the state that represents the time-out in SM4C.
    pub(super) fn states(&self) -> impl Iterator<Item = (ir::StateId, &'a ir::State)> {
        let is_sm4c = self.machine.sm4c.is_some();
        let states = (0..).map(ir::StateId).zip(&self.machine.states);
        states.filter(move |(_, state)| !is_sm4c || state.scope == ir::ScopeId(0))
    }

    /// All nodes with their numbers.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (NodeId, &'a ir::Node)> + use<'a> {
        (0..).map(NodeId).zip(&self.machine.nodes)
    }

    /// The state to which a node belongs.
    pub(super) fn state_of(&self, node: NodeId) -> Option<&'a ir::State> {
        let node = self.machine.nodes.get(node.index())?;
        self.machine.states.get(node.state.index())
    }

    /// True if the machine is in SM4C.
    pub(super) fn is_sm4c(&self) -> bool {
        self.machine.sm4c.is_some()
    }

    /// True if the user named a type.
    pub(super) fn has_types(&self) -> bool {
        let methods = &self.names.methods().list;
        self.options.input.is_some()
            || self.options.output.is_some()
            || methods.iter().any(|method| method.types.is_some() || method.answer.is_some())
    }

    /// The module of the machine of which a node starts an execution, with its index in the option, if
    /// the method of the node has no types.
    pub(super) fn nested_module(&self, node: NodeId) -> Option<(usize, &'a RustType)> {
        let index = *self.nested.get(&node)?;
        let is_free = self.names.methods().method_of(node).types.is_none();
        Some((index, self.module(index)?)).filter(|_| is_free)
    }

    /// The module of the machine of this index in the option.
    pub(super) fn module(&self, index: usize) -> Option<&'a RustType> {
        match &self.options.machines.get(index)?.types {
            MachineTypes::Module(module) => Some(module),
            MachineTypes::Schemas(_) => None,
        }
    }

    /// The constant of the node at which a scope starts.
    pub(super) fn start(&self, scope: ir::ScopeId) -> TokenStream {
        let start = self.machine.scopes.get(scope.index()).and_then(|scope| scope.start.node);
        let node = start.unwrap_or_else(|| unreachable!("checked: every scope has a start"));
        self.names.node(node)
    }
}
