//! Facts about a program's definitions before code is emitted: their numbers of outputs, which
//! become part of their callers, which are loops, and which enclosing filters they use.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "most questions are about few kinds of filters; `walk` and `outputs` list every kind"
)]

mod free;
mod inline;
mod members;
mod outputs;
mod tail;
mod walk;

use super::syntax::{DefinitionId, Program};

pub(super) use free::{Free, free, variables};
pub(super) use inline::{callees_first, consumes};
pub use outputs::Outputs;
pub(super) use outputs::{Callees, ParameterId, Sum, sum};
pub(super) use tail::{goes_on, loops};
pub(super) use walk::{calls, may_compute, size};

/// The facts about all definitions, by id.
pub(super) struct Analysis {
    facts: Vec<Facts>,
    by_value: Vec<Vec<bool>>,
}

/// The facts about one definition.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct Facts {
    /// True if its code is part of its callers', by size and calls.
    pub(super) is_inline: bool,
    /// True if all calls of itself are the last thing that it does.
    pub(super) is_loop: bool,
    /// The number of outputs.
    pub(super) sum: Sum,
    /// Its free names.
    pub(super) free: Free,
    /// The number of uses of each parameter.
    pub(super) uses: Vec<u32>,
    /// True if it looks for paths, itself or through what it calls: its filter parameters are then
    /// run in path mode.
    pub(super) uses_paths: bool,
    /// True if it can make use of an input that nothing else needs.
    pub(super) consumes: bool,
}

impl Analysis {
    /// Analyses all definitions of a program.
    pub(super) fn new(program: &Program) -> Self {
        let loops = loops(program);
        let inline = inline::inline(program, &loops);
        let by_value = by_value(program);
        let sums = outputs::sums(program, &inline, &by_value);
        let mut free = free(program);
        let uses_paths = walk::reaching(program, walk::looks_for_paths);
        let consumes = inline::consuming(program);
        let uses = inline::uses(program, &inline);
        let facts = sums.into_iter().enumerate().map(|(at, sum)| Facts {
            is_inline: inline.get(at).copied().unwrap_or_default(),
            is_loop: loops.get(at).copied().unwrap_or_default(),
            sum,
            free: free.get_mut(at).map(std::mem::take).unwrap_or_default(),
            uses: uses.get(at).cloned().unwrap_or_default(),
            uses_paths: uses_paths.get(at).copied().unwrap_or_default(),
            consumes: consumes.get(at).copied().unwrap_or_default(),
        });
        Self { facts: facts.collect(), by_value }
    }

    /// The facts about one of them.
    pub(super) fn of(&self, definition: DefinitionId) -> &Facts {
        match self.facts.get(definition.0 as usize) {
            Some(facts) => facts,
            None => unreachable!("a call of a definition that the program does not have"),
        }
    }
}

impl Callees for Analysis {
    fn sum(&self, definition: DefinitionId) -> (&Sum, bool) {
        let facts = self.of(definition);
        (&facts.sum, facts.is_inline)
    }

    fn by_value(&self, definition: DefinitionId) -> &[bool] {
        self.by_value.get(definition.0 as usize).map_or(&[], Vec::as_slice)
    }
}

/// Marks the `$` parameters of each definition.
fn by_value(program: &Program) -> Vec<Vec<bool>> {
    let each = program.definitions.iter();
    each.map(|definition| {
        definition.parameters.iter().map(|parameter| parameter.variable.is_some()).collect()
    })
    .collect()
}
