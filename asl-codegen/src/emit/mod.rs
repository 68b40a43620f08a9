//! Flow graph → Rust tokens: one module per machine. `docs/internals/emitted-code.md` shows what
//! comes out.
//!
//! Part by part: `node` makes the functions of a node, by kind; `data` the statements that move
//! data through it, `paths` what its paths begin at, `queries` its jq expressions; `table` its row;
//! `tasks` the trait that the user implements and the ways to run; `state_functions` the states as
//! functions of their own. Everything is linear in the size of the machine.

mod condition;
mod data;
mod docs;
mod enter;
mod functions;
mod map;
mod names;
mod node;
mod paths;
mod queries;
mod sm4c;
mod state_functions;
mod table;
mod tasks;
mod types;
mod uses;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::quote;

use crate::diagnostics::Diagnostics;
use crate::ir::transitions;
use crate::source::Sources;
use crate::{ir, options::Options};
use names::Names;
use queries::Programs;

/// What the parts of the emission look things up in.
struct Context<'a> {
    machine: &'a ir::Machine,
    options: &'a Options,
    names: Names,
    sources: &'a Sources,
    /// Compiled jq expressions; none in ASL.
    programs: Programs,
    /// SM4C: the nodes of actions within actions, and of the time-out; none in ASL.
    inner: HashSet<ir::NodeId>,
    /// The first nodes of the states.
    entries: HashSet<ir::NodeId>,
    /// The scopes of the nodes.
    scopes: Vec<ir::ScopeId>,
}

impl<'a> Context<'a> {
    fn new(machine: &'a ir::Machine, sources: &'a Sources, options: &'a Options) -> Self {
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
        Self { machine, options, names, sources, programs, inner, entries, scopes }
    }

    /// The states that people know: not what the time-out of a machine in SM4C stands for.
    fn states(&self) -> impl Iterator<Item = (ir::StateId, &'a ir::State)> {
        let is_sm4c = self.machine.sm4c.is_some();
        let states = (0..).map(ir::StateId).zip(&self.machine.states);
        states.filter(move |(_, state)| !is_sm4c || state.scope == ir::ScopeId(0))
    }
}

/// Checks what the options say about tasks against the definition.
pub fn check(machine: &ir::Machine, options: &Options, diagnostics: &mut Diagnostics) {
    names::check(machine, options, diagnostics);
    sm4c::check_size(machine, options, diagnostics);
}

/// The generated module of a machine that passed all checks; `sources` are the files it was read
/// from.
pub fn machine(machine: &ir::Machine, sources: &Sources, options: &Options) -> TokenStream {
    let context = Context::new(machine, sources, options);
    let (name, private, visibility) =
        (context.names.module(), context.names.private(), &options.visibility);
    let doc = docs::machine(machine);
    let lints = lints();
    let states = table::states(&context);
    let tasks = tasks::tasks(&context);
    let types = types::types(&context);
    let described = functions::functions(&context);
    let functions = options.state_functions.then(|| state_functions::module(&context));
    let nodes = table::node_constants(&context);
    let (node_code, uses) = node::nodes(&context);
    let table = table::machine(&context, uses);
    let (sm4c, programs) = (sm4c::tables(&context), context.programs.items(&private));
    quote! {
        #doc
        #lints
        #visibility mod #name {
            use #private::*;

            #states
            #tasks
            #types
            #described
            #functions
            #nodes
            #table
            #sm4c
            #node_code
            #programs
        }
    }
}

/// Whether the code of a machine looks at the context object.
pub fn uses_context(machine: &ir::Machine, sources: &Sources, options: &Options) -> bool {
    node::nodes(&Context::new(machine, sources, options)).1.context
}

/// What emitted code imports everything from.
pub fn private(options: &Options) -> TokenStream {
    names::private(options)
}

/// The module's name for a definition's file.
pub fn module_of(definition: &str) -> String {
    names::module_of(definition)
}

/// A type of Rust written as text.
pub fn type_from_text(text: &str) -> Option<TokenStream> {
    types::from_text(text)
}

/// In place of a faulty machine: a module with its tasks and the ways into it, so that the code
/// that uses the machine adds as few errors as possible to those of the definition.
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
    let described = functions::functions(&context);
    quote! {
        #doc
        #[allow(unused, reason = "the machine has errors")]
        #visibility mod #name {
            use #private::*;

            #tasks
            #types
            #described
        }
    }
}

/// The one list of lints that the code is let off.
fn lints() -> TokenStream {
    quote! {
        #[allow(
            dead_code,
            unused_imports,
            unreachable_pub,
            unused_qualifications,
            clippy::pedantic,
            clippy::enum_variant_names,
            clippy::nonminimal_bool,
            clippy::overly_complex_bool_expr,
            reason = "a machine offers more than each program uses, and its names are its author's"
        )]
    }
}
