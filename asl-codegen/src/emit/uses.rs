//! What the functions of a machine look at besides the data: an execution keeps only what is asked
//! for.

use proc_macro2::TokenStream;
use quote::quote;

/// What a function, or all functions together, look at.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own")]
pub(super) struct Uses {
    /// The context object.
    pub(super) context: bool,
    /// Variables.
    pub(super) variables: bool,
    /// Nothing, but it has distributed Maps.
    pub(super) runs: bool,
    /// Randomness.
    pub(super) random: bool,
}

impl Uses {
    /// Adds what another function looks at.
    pub(super) fn add(&mut self, other: Self) {
        self.context |= other.context;
        self.variables |= other.variables;
        self.runs |= other.runs;
        self.random |= other.random;
    }

    /// As the machine's table says it.
    pub(super) fn table(self) -> TokenStream {
        let Self { context, variables, runs, random } = self;
        quote!(Uses { context: #context, variables: #variables, runs: #runs, random: #random })
    }
}
