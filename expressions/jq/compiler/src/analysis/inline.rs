//! Selects the definitions that become part of their callers. All emitted code stays within a
//! constant times the program: a definition with several callers is inlined only if it is small
//! together with everything that is inlined into it.

use asl_language::jq::{BuiltInId, Special};

use super::walk::{all, calls, fixpoint, size};
use crate::syntax::{Arithmetic, Callee, DefinitionId, Filter, Kind, Program};

/// Filters of a definition, those inlined into it included, up to which it is inlined wherever it
/// is called.
const SMALL: usize = 24;

/// The limit for a definition that is called from one place.
const LARGE: usize = 400;

/// Maximum depth of inlining.
const HIGHEST: usize = 16;

#[derive(Clone, Copy, Default)]
struct Cost {
    size: usize,
    height: usize,
    is_inline: bool,
}

/// Selects the definitions that are inlined.
pub(super) fn inline(program: &Program, loops: &[bool]) -> Vec<bool> {
    let called = called(program);
    let mut costs = vec![Cost::default(); program.definitions.len()];
    for at in callees_first(program) {
        let Some(definition) = program.definitions.get(at) else { continue };
        let mut cost = Cost { size: size(&definition.body), height: 1, is_inline: false };
        for callee in calls(&definition.body) {
            let callee = costs
                .get(callee.0 as usize)
                .copied()
                .filter(|callee| callee.is_inline)
                .unwrap_or_default();
            cost.size = cost.size.saturating_add(callee.size);
            cost.height = cost.height.max(callee.height + 1);
        }
        let may_be =
            !definition.is_apart && (!definition.is_recursive || loops.get(at) == Some(&true));
        let is_small = cost.size <= SMALL || (cost.size <= LARGE && called.get(at) == Some(&1));
        cost.is_inline = may_be && is_small && cost.height <= HIGHEST;
        if let Some(slot) = costs.get_mut(at) {
            *slot = cost;
        }
    }
    costs.into_iter().map(|cost| cost.is_inline).collect()
}

/// From how many places each definition is called, itself apart.
fn called(program: &Program) -> Vec<u32> {
    let mut called = vec![0; program.definitions.len()];
    let bodies = program.definitions.iter().map(|definition| &definition.body).zip(0_usize..);
    for (body, at) in bodies.chain([(&program.body, usize::MAX)]) {
        for callee in
            calls(body).into_iter().map(|callee| callee.0 as usize).filter(|callee| *callee != at)
        {
            if let Some(count) = called.get_mut(callee) {
                *count += 1;
            }
        }
    }
    called
}

/// All definitions, each after those it calls if there is such an order.
pub(crate) fn callees_first(program: &Program) -> Vec<usize> {
    let mut order = Vec::with_capacity(program.definitions.len());
    let mut seen = vec![false; program.definitions.len()];
    for start in 0..program.definitions.len() {
        // Not by recursion: definitions may call each other in a chain of any length.
        let mut open = vec![(start, false)];
        while let Some((at, is_done)) = open.pop() {
            if is_done {
                order.push(at);
                continue;
            }
            let Some(seen) = seen.get_mut(at).filter(|seen| !**seen) else { continue };
            *seen = true;
            open.push((at, true));
            let callees = program
                .definitions
                .get(at)
                .map(|definition| calls(&definition.body))
                .unwrap_or_default();
            open.extend(callees.into_iter().map(|callee| (callee.0 as usize, false)));
        }
    }
    order
}

/// The number of uses of each parameter of each definition in its code; 2 means any number
/// above.
pub(super) fn uses(program: &Program, inline: &[bool]) -> Vec<Vec<u32>> {
    let called = called(program);
    let mut uses: Vec<Vec<u32>> =
        program.definitions.iter().map(|definition| vec![0; definition.parameters.len()]).collect();
    for (definition, at) in program.definitions.iter().zip(0..) {
        all(&definition.body, &mut |filter| {
            let Kind::Call(Callee::Parameter(owner, index), _) = filter.kind else { return };
            let times = copies(program, inline, &called, DefinitionId(at), owner);
            if let Some(count) =
                uses.get_mut(owner.0 as usize).and_then(|uses| uses.get_mut(index as usize))
            {
                *count = (*count + times).min(2);
            }
        });
    }
    uses
}

/// The number of copies of a definition in the code of one around it; 2 means any number
/// above.
fn copies(
    program: &Program,
    inline: &[bool],
    called: &[u32],
    mut inner: DefinitionId,
    outer: DefinitionId,
) -> u32 {
    let mut copies = 1_u32;
    while inner != outer {
        let at = inner.0 as usize;
        if inline.get(at) == Some(&true) {
            copies = copies.saturating_mul(called.get(at).copied().unwrap_or(2).max(1)).min(2);
        }
        match program.definitions.get(at).and_then(|definition| definition.parent) {
            Some(parent) => inner = parent,
            None => return copies,
        }
    }
    copies
}

/// Finds the definitions that can use an input that nothing else needs.
pub(super) fn consuming(program: &Program) -> Vec<bool> {
    fixpoint(program, &false, &|consuming, body| {
        consumes(body, &|callee| consuming.get(callee.0 as usize) == Some(&true))
    })
}

/// True if a filter can use an input that nothing else needs: it updates it in place.
pub(crate) fn consumes(filter: &Filter, definition: &dyn Fn(DefinitionId) -> bool) -> bool {
    let passes =
        |filter: &Filter| matches!(filter.kind, Kind::Identity) || consumes(filter, definition);
    match &filter.kind {
        Kind::Assign(..) => true,
        Kind::Arithmetic(Arithmetic::Add, left, _) => passes(left),
        Kind::Pipe(left, right) => {
            consumes(left, definition)
                || (matches!(left.kind, Kind::Identity) && consumes(right, definition))
        }
        Kind::Comma(_, right) => consumes(right, definition),
        Kind::If(branches, otherwise) => {
            branches.iter().any(|(_, branch)| consumes(branch, definition))
                || otherwise.iter().any(|branch| consumes(branch, definition))
        }
        Kind::Bind { body, .. } => consumes(body, definition),
        Kind::Call(Callee::Definition(callee), _) => definition(*callee),
        Kind::Call(Callee::Native(native), _) => {
            matches!(native.id, Some(BuiltInId::SetPath | BuiltInId::DeletePaths))
        }
        Kind::Call(Callee::Special(special), _) => *special == Special::Delete,
        _ => false,
    }
}
