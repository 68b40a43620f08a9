//! What a definition needs of the types at its borders, which only rustc knows: what its states
//! read of their values, and what it gives to them.

use std::collections::HashSet;

use super::fault::{Fault, Read};
use super::shape::Shape;
use super::solve::Flow;
use crate::ir::{Exit, Machine, NodeId, NodeKind};
use asl_source::span::Span;

/// The needs of a machine.
#[derive(Debug, Default)]
pub struct Needs {
    /// In the order of the states.
    pub reads: Vec<Read>,
    /// In the order of the states.
    pub gifts: Vec<Given>,
}

/// Values that a definition gives to a type.
#[derive(Debug)]
pub struct Given {
    /// The values.
    pub values: Shape,
    /// What takes them.
    pub to: Taker,
    /// The name of the state that gives them.
    pub span: Span,
}

/// What takes values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taker {
    /// The task that this node calls.
    Task(NodeId),
    /// The machine's output.
    Output,
}

impl Needs {
    /// The needs of a machine with this data flow.
    pub fn of(machine: &Machine, flow: &Flow) -> Self {
        let (mut needs, mut seen) = (Self::default(), HashSet::new());
        for (id, node) in (0..).map(NodeId).zip(&machine.nodes) {
            let raw = flow.input(id);
            if raw.is_never() {
                continue;
            }
            let passes = flow.passes(machine, id, &raw, &mut Vec::new());
            if let Some(own) = passes.first().filter(|own| !own.fails()) {
                let mut give = |values: &Option<Shape>, to: Taker| {
                    needs.gifts.extend(values.clone().map(|values| Given {
                        values,
                        to,
                        span: own.head,
                    }));
                };
                give(&own.request, Taker::Task(id));
                if flow.ends_machine(machine, id) && ends(&node.kind) {
                    give(&own.output, Taker::Output);
                }
            }
            let reads = passes.into_iter().flat_map(|pass| pass.faults).filter_map(Fault::read_of);
            needs.reads.extend(reads.filter(|read| seen.insert(read.clone())));
        }
        needs
    }
}

/// True if the scope ends with the output of a node.
fn ends(node: &NodeKind) -> bool {
    let exit = match node {
        NodeKind::End(_) => return true,
        NodeKind::Eval(eval) => &eval.exit,
        NodeKind::Invoke(invoke) => &invoke.exit,
        NodeKind::Fork(fork) => &fork.exit,
        NodeKind::ForEach(each) => &each.exit,
        NodeKind::Branch(_) | NodeKind::Await(_) | NodeKind::Fail(_) => return false,
    };
    matches!(exit, Exit::End)
}
