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

use super::syntax::{DefinitionId, Filter, Program};

pub(super) use free::{Free, free, variables};
pub(super) use inline::{callees_first, consumes};
pub use outputs::Outputs;
pub(super) use outputs::ParameterId;
use outputs::{Callees, Sum, sum};
pub(super) use tail::{goes_on, loops};
pub(super) use walk::{calls, may_compute, size};

/// The facts about all definitions, by id.
pub(super) struct Analysis {
    facts: Vec<Facts>,
    sums: Vec<Sum>,
    inline: Vec<bool>,
}

/// The facts about one definition.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct Facts {
    /// True if its code is part of its callers', by size and calls.
    pub(super) is_inline: bool,
    /// True if all calls of itself are the last thing that it does.
    pub(super) is_loop: bool,
    /// The number of outputs, if nothing is known of the parameters.
    pub(super) outputs: Outputs,
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
        let sums = outputs::sums(program, &inline);
        let mut free = free(program);
        let uses_paths = walk::reaching(program, walk::looks_for_paths);
        let consumes = inline::consuming(program);
        let uses = inline::uses(program, &inline);
        let facts = sums.iter().enumerate().map(|(at, sum)| Facts {
            is_inline: inline.get(at).copied().unwrap_or_default(),
            is_loop: loops.get(at).copied().unwrap_or_default(),
            outputs: sum.closed(),
            free: free.get_mut(at).map(std::mem::take).unwrap_or_default(),
            uses: uses.get(at).cloned().unwrap_or_default(),
            uses_paths: uses_paths.get(at).copied().unwrap_or_default(),
            consumes: consumes.get(at).copied().unwrap_or_default(),
        });
        Self { facts: facts.collect(), sums, inline }
    }

    /// The number of outputs of a filter, given those of filter parameters.
    pub(super) fn outputs(
        &self,
        program: &Program,
        filter: &Filter,
        parameter: &dyn Fn(ParameterId) -> Outputs,
    ) -> Outputs {
        let callees = Callees { program, sums: &self.sums, inline: &self.inline };
        sum(filter, &callees).resolved(parameter)
    }

    /// The facts about one of them.
    pub(super) fn of(&self, definition: DefinitionId) -> &Facts {
        match self.facts.get(definition.0 as usize) {
            Some(facts) => facts,
            None => unreachable!("a call of a definition that the program does not have"),
        }
    }
}
