//! The sources that a machine's functions read besides the data. An execution keeps only these.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The sources that one or more functions read.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own")]
pub(in crate::emit) struct Uses {
    /// The context object.
    pub(in crate::emit) context: bool,
    /// Variables.
    pub(in crate::emit) variables: bool,
    /// No source, but the machine has distributed Maps.
    pub(in crate::emit) runs: bool,
    /// Randomness.
    pub(in crate::emit) random: bool,
}

impl Uses {
    /// Adds the parts that another function reads.
    pub(in crate::emit) fn add(&mut self, other: Self) {
        self.context |= other.context;
        self.variables |= other.variables;
        self.runs |= other.runs;
        self.random |= other.random;
    }

    /// The field of the machine's row, unless no source is used.
    pub(in crate::emit) fn field(self) -> Option<TokenStream> {
        let Self { context, variables, runs, random } = self;
        let used =
            [(context, "context"), (variables, "variables"), (runs, "runs"), (random, "random")];
        let used: Vec<Ident> = used
            .into_iter()
            .filter(|(is_used, _)| *is_used)
            .map(|(_, name)| format_ident!("{name}"))
            .collect();
        (!used.is_empty()).then(|| quote!(uses: Uses::NONE #(.#used())*,))
    }
}
