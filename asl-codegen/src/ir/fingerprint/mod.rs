//! A hash that differs between machines whose executions could differ, and fingerprints of nodes.
//!
//! Comments, spans and the order of a state's fields do not change the hash of a machine. The order
//! of states does, because it numbers the nodes. A machine accepts snapshots of machines with the
//! same hash.
//!
//! Fingerprints show if a node is the same in another version of its machine. They contain names
//! instead of numbers, so that other states do not change them. `asl_runtime::versions` compares
//! them.

mod data;
mod walk;

pub use asl_language::fingerprint::Fingerprint;

use self::walk::Hashes;
use super::{Machine, Node, NodeId, ScopeId};

/// The fingerprints of a node.
pub fn of_node(machine: &Machine, node: &Node) -> Fingerprint {
    let mut hashes = Hashes::default();
    // Writing to `Fnv1a` cannot fail.
    let _ = walk::node(machine, node, &mut hashes);
    let Hashes { call, input, limits, output, errors, .. } = hashes;
    Fingerprint {
        call: call.finish(),
        input: input.finish(),
        limits: limits.finish(),
        output: output.finish(),
        errors: errors.finish(),
    }
}

/// The hash of a machine: FNV-1a over a text with all of its parts except for the names of Rust
/// types.
pub fn of_machine(machine: &Machine) -> u64 {
    let mut hashes = Hashes::of_whole();
    let _ = walk::machine(machine, &mut hashes);
    hashes.whole.unwrap_or_default().finish()
}

/// The scope of each node. In SM4C a nested action is a scope of its own.
pub fn scopes(machine: &Machine) -> Vec<ScopeId> {
    let of_state = |node: &Node| {
        machine.states.get(node.state.index()).map_or(ScopeId(0), |state| state.scope)
    };
    let mut scopes: Vec<ScopeId> = machine.nodes.iter().map(of_state).collect();
    if machine.sm4c.is_none() {
        return scopes;
    }
    for (scope, inner) in (0..).map(ScopeId).zip(&machine.scopes).skip(1) {
        if let Some(slot) =
            inner.start.node.and_then(|NodeId(node)| scopes.get_mut(usize::try_from(node).ok()?))
        {
            *slot = scope;
        }
    }
    scopes
}
