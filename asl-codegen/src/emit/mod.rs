//! Converts the flow graph to Rust tokens: one module per machine. `docs/internals/emitted-code.md`
//! shows an example.
//!
//! `node` emits the rows and functions of nodes, with one file per kind; `data` the statements that
//! move data through them; `paths` the roots of paths; `expressions` those in
//! JSONata, `queries` those in jq; `machine` the tables; `tasks` the trait that the user implements;
//! `typed` what is known of the user's types at run time;
//! `run` the ways to run; `state_functions` the states as functions of their own; `functions` the
//! descriptions of functions in documents. The work is linear in the size of the machine.

mod borders;
mod called;
mod context;
mod data;
mod docs;
mod error_constants;
mod error_enum;
mod expressions;
mod functions;
mod machine;
mod method_docs;
mod module_docs;
mod names;
mod nested;
mod node;
mod paths;
mod queries;
mod run;
#[cfg(feature = "aws-models")]
mod service_docs;
mod sm4c_row;
mod state_functions;
mod state_types;
mod tasks;
mod tasks_from;
mod type_checks;
mod typed;
mod types;

#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::quote;

pub use called::{CalledTask, called_tasks};

use crate::{ir, options::Options};
use asl_source::diagnostics::Diagnostics;
use asl_source::source::Sources;
use context::Context;

/// Checks the options for tasks against the definition.
pub fn check(machine: &ir::Machine, options: &Options, diagnostics: &mut Diagnostics) {
    names::check(machine, options, diagnostics);
    nested::check(machine, options, diagnostics);
    queries::check_size(machine, options, diagnostics);
}

/// Emits the module of a machine that passed all checks; `sources` are its files.
pub fn machine(machine: &ir::Machine, sources: &Sources, options: &Options) -> TokenStream {
    let context = Context::new(machine, sources, options);
    let (name, private, visibility) =
        (context.names.module(), context.names.private(), &options.visibility);
    let (doc, more) = (docs::machine(machine), module_docs::sections(&context));
    let lints = lints();
    let tasks = tasks::tasks(&context);
    let (types, checks) = (types::types(&context), type_checks::checks(&context));
    let errors = error_constants::errors(&context);
    let error = error_enum::error(&context);
    let described = functions::functions(&context);
    let functions = options.state_functions.then(|| state_functions::module(&context));
    let constants = machine::node_constants(&context);
    let nodes = node::nodes(&context);
    // Their documentation shows the expressions of the nodes.
    let states = machine::states(&context);
    let table = machine::machine(&context, &nodes);
    let sm4c = sm4c_row::row(&context, &nodes.sm4c_fields);
    let items = &nodes.items;
    let programs = context.programs.items();
    let expressions = context.expressions.module(&private);
    let fingerprints = machine::fingerprints(&context);
    quote! {
        #doc
        #more
        #lints
        #visibility mod #name {
            use #private::*;

            #states
            #tasks
            #types
            #checks
            #errors
            #error
            #described
            #functions
            #constants
            #table
            #sm4c
            #items
            #programs
            #expressions
            #fingerprints
        }
    }
}

/// Returns true if the code of a machine reads the context object.
pub fn uses_context(machine: &ir::Machine, sources: &Sources, options: &Options) -> bool {
    node::nodes(&Context::new(machine, sources, options)).uses.context
}

/// Returns true if a machine uses randomness.
pub fn uses_random(machine: &ir::Machine, sources: &Sources, options: &Options) -> bool {
    node::nodes(&Context::new(machine, sources, options)).uses.random
}

/// The path from which emitted code imports all names.
pub fn private(options: &Options) -> TokenStream {
    names::private(options)
}

/// The module's name for a definition's file.
pub fn module_of(definition: &str) -> String {
    names::module_of(definition)
}

/// Parses a Rust type.
pub fn type_from_text(text: &str) -> Option<TokenStream> {
    types::from_text(text)
}

/// Emits the module of a faulty machine: its tasks and the ways to run it, so that code that uses
/// the machine adds as few errors as possible to those of the definition.
pub fn outline(machine: Option<&ir::Machine>, sources: &Sources, options: &Options) -> TokenStream {
    let nothing =
        names::nothing(sources.files.first().map_or("", |file| file.shown.as_str()), options);
    let machine = machine.unwrap_or(&nothing);
    let context = Context::new(machine, sources, options);
    let (name, private, visibility) =
        (context.names.module(), context.names.private(), &options.visibility);
    let doc = docs::machine(machine);
    let tasks = tasks::outline(&context);
    let types = types::types(&context);
    let errors = error_constants::errors(&context);
    let error = error_enum::error(&context);
    let described = functions::functions(&context);
    quote! {
        #doc
        #[allow(unused, reason = "the machine has errors")]
        #visibility mod #name {
            use #private::*;

            #tasks
            #types
            #errors
            #error
            #described
        }
    }
}

/// The list of lints that the emitted code allows.
fn lints() -> TokenStream {
    quote! {
        #[allow(
            dead_code,
            unused_imports,
            unreachable_pub,
            unused_qualifications,
            missing_docs,
            clippy::pedantic,
            clippy::enum_variant_names,
            clippy::nonminimal_bool,
            clippy::overly_complex_bool_expr,
            reason = "a machine offers more than each program uses, and its names are its author's"
        )]
    }
}
