//! Emits the static part of a machine: the states, the node numbers, the transition table.

use proc_macro2::{Literal as Token, TokenStream};
use quote::{format_ident, quote};

use super::node::Nodes;
use super::{Context, docs, typed};
#[cfg(feature = "diagram")]
use crate::diagram;
use crate::ir::fingerprint::{self, Fingerprint};
use crate::ir::{NodeId, ScopeId};
use asl_source::diagnostics::Diagnostics;
use asl_source::options::{Limits, Profile};
use asl_source::source::{FileId, Notation, json};

/// `enum State`. Its `Debug` is that of `state_methods!`: a derive for 10,000 variants takes rustc 2.4 GB.
/// Only discriminants that are not the next number are written out, because each is a constant that
/// rustc evaluates (0.35 s of `cargo check` for 1,000 states). Variants are found by `Self::` in a
/// search through all of them, by `State::` in a table.
pub(super) fn states(context: &Context<'_>) -> TokenStream {
    let states = || context.states();
    let mut next = 0;
    let variants = states().map(|(id, state)| {
        let (doc, variant) = (docs::variant(context, id, state), context.names.variant(id));
        let NodeId(entry) = state.entry;
        let number = (entry != next).then(|| {
            let number = Token::u32_unsuffixed(entry);
            quote!(= #number)
        });
        next = entry + 1;
        quote!(#doc #variant #number)
    });
    let all = states().map(|(id, _)| context.names.variant(id));
    quote! {
        /// The states.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u32)]
        pub enum State {
            #(#variants),*
        }

        state_methods! { State of MACHINE: [#(State::#all),*] }
    }
}

/// `mod node`: the constants of the nodes.
pub(super) fn node_constants(context: &Context<'_>) -> TokenStream {
    let private = context.names.private();
    let constants = context.nodes().map(|(id, _)| {
        let (name, number) = (context.names.node_constant(id), Token::u32_unsuffixed(id.0));
        quote!(pub(super) const #name: NodeId = NodeId(#number);)
    });
    quote! {
        mod node {
            use #private::NodeId;
            #(#constants)*
        }
    }
}

/// `MACHINE` and the table of its rows.
pub(super) fn machine(context: &Context<'_>, nodes: &Nodes) -> TokenStream {
    let fields = &nodes.fields;
    let machine = context.machine;
    let (name, source) = (&machine.name, &machine.source);
    let hash = hex(fingerprint::of_machine(machine));
    let profile = (machine.profile == Profile::Spec).then(|| quote!(profile: Profile::Spec,));
    let limits = (machine.limits == Limits::Aws).then(|| quote!(limits: Limits::Aws,));
    let timeout = machine.timeout_seconds.map(|seconds| {
        let seconds = Token::u32_unsuffixed(seconds);
        quote!(timeout_seconds: Some(#seconds),)
    });
    let uses = nodes.uses.field();
    let start = context.start(ScopeId(0));
    let types = typed::field(context);
    let picture = picture(context);
    let definition = definition(context);
    let sm4c = context.is_sm4c().then(|| quote!(sm4c: Some(&SM4C),));
    let rows = rows(&nodes.rows);
    quote! {
        /// The static transition table.
        pub static MACHINE: Machine = Machine {
            name: #name,
            source: #source,
            #definition
            hash: #hash,
            #profile
            #limits
            #timeout
            #uses
            start: #start,
            nodes: &NODES,
            fingerprints: &FINGERPRINTS,
            #fields
            #sm4c
            #types
            #picture
            ..Machine::EMPTY
        };

        #rows
    }
}

/// Rows of one initializer. A row of its own constant takes rustc twice as long (0.2 s of `cargo
/// check` for 1,000 states); in one big initializer it checks the borrows of all rows against each
/// other (26 s more for 10,000 states).
const PART: usize = 100;

/// The rows, in parts if they are many.
fn rows(rows: &[TokenStream]) -> TokenStream {
    let count = Token::usize_unsuffixed(rows.len());
    if rows.len() <= PART {
        return quote!(static NODES: [Node; #count] = [#(#rows),*];);
    }
    let names: Vec<_> =
        (0..rows.len().div_ceil(PART)).map(|n| format_ident!("NODES_{n}")).collect();
    let parts = names
        .iter()
        .zip(rows.chunks(PART))
        .map(|(name, rows)| quote!(const #name: &[Node] = &[#(#rows),*];));
    quote! {
        static NODES: [Node; #count] = joined_rows(&[#(#names),*]);
        #(#parts)*
    }
}

/// The text of the definition, if it is wanted and the file has nothing else. rustc reads the file
/// for its changes anyway.
fn definition(context: &Context<'_>) -> Option<TokenStream> {
    if !context.options.definition || !context.options.substitute.is_empty() {
        return None;
    }
    let file = context.sources.files.first()?;
    let path = file.path.as_deref()?.to_str()?;
    if file.notation() != Notation::Json {
        return None;
    }
    let tree = json::parse(&file.text, FileId(0), &mut Diagnostics::default())?;
    let is_whole = tree.get("States").or_else(|| tree.get("states")).is_some();
    is_whole.then(|| quote!(definition: include_str!(#path),))
}

/// The picture of the machine, if it is wanted.
#[cfg(feature = "diagram")]
fn picture(context: &Context<'_>) -> Option<TokenStream> {
    if !context.options.picture {
        return None;
    }
    let svg = diagram::svg(context.machine);
    let places = diagram::places(context.machine, context.sources);
    let places = places.iter().map(|(name, place)| quote!((#name, #place)));
    Some(quote!(picture: Some(&Picture { svg: #svg, places: &[#(#places),*] }),))
}

/// Without the feature `diagram` there is no picture.
#[cfg(not(feature = "diagram"))]
fn picture(_: &Context<'_>) -> Option<TokenStream> {
    None
}

/// The fingerprints of all nodes, by which another version is compared.
pub(super) fn fingerprints(context: &Context<'_>) -> TokenStream {
    let numbers = context.nodes().flat_map(|(_, node)| {
        let Fingerprint { call, input, limits, output, errors } =
            fingerprint::of_node(context.machine, node);
        [call, input, limits, output, errors].map(hex)
    });
    let count = Token::usize_unsuffixed(context.machine.nodes.len() * 5);
    quote! {
        /// Five for each node: its call, input, limits, output and errors.
        static FINGERPRINTS: [u64; #count] = [#(#numbers),*];
    }
}

fn hex(number: u64) -> Token {
    let text = format!("{number:#018x}");
    text.parse().unwrap_or_else(|_| Token::u64_unsuffixed(number))
}
