//! Flow graph → Rust tokens.

use proc_macro2::TokenStream;

use crate::{ir, options::Options};

/// The generated module of a machine that passed all checks.
pub fn machine(_machine: &ir::Machine, _options: &Options) -> TokenStream {
    TokenStream::new()
}
