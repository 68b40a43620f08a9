//! Emits each state as a typed async function: thin and generic, without machine code unless it is
//! called. A state with several exits has an enum of them.
//!
//! They return a boxed future instead of being `async`, because a thousand opaque types cost rustc
//! twice as much as the rest of a machine (measured, `cargo check` of 1,000 states: 5.3 s with
//! async functions, 2.9 s with boxed futures).

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, docs};
use crate::ir::transitions;
use crate::ir::{NodeId, State, StateId};

/// `mod states`.
pub(super) fn module(context: &Context<'_>) -> TokenStream {
    let exits = Exits::new(context);
    let functions = context.states().map(|(id, state)| function(context, &exits, id, state));
    quote! {
        /// Each state as a function of its own.
        pub mod states {
            use super::*;

            #(#functions)*
        }
    }
}

/// The exits of states.
struct Exits {
    /// By state; `None` is the end.
    exits: Vec<Vec<Option<StateId>>>,
}

impl Exits {
    fn new(context: &Context<'_>) -> Self {
        let mut seen: HashSet<(StateId, Option<StateId>)> = HashSet::new();
        let mut exits = vec![Vec::new(); context.machine.states.len()];
        for (id, node) in (0..).map(NodeId).zip(&context.machine.nodes) {
            let Some(of_state) = exits.get_mut(node.state.index()) else { continue };
            for to in
                transitions::out_of(&context.inner, id, &node.kind).into_iter().map(|(to, _)| to)
            {
                let exit = match to {
                    None => None,
                    Some(to) => {
                        let Some(state) = entered(context, to) else { continue };
                        Some(state)
                    }
                };
                if seen.insert((node.state, exit)) {
                    of_state.push(exit);
                }
            }
        }
        Self { exits }
    }

    fn of(&self, state: StateId) -> &[Option<StateId>] {
        self.exits.get(state.index()).map_or(&[], Vec::as_slice)
    }
}

/// The state that a transition enters; `None` if it stays within its own state.
fn entered(context: &Context<'_>, to: NodeId) -> Option<StateId> {
    let state = context.machine.nodes.get(to.index())?.state;
    let entry = context.state_of(to)?.entry;
    (entry == to).then_some(state)
}

fn function(context: &Context<'_>, exits: &Exits, id: StateId, state: &State) -> TokenStream {
    let names = &context.names;
    let (function, entry) = (names.state_function(id), names.node(state.entry));
    let doc = docs::state_function(context, state);
    if let [exit] = exits.of(id) {
        let (next, call) = only_exit(context, *exit);
        return quote! {
            #doc
            #next
            pub fn #function(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
                run_state(engine, &MACHINE, #entry, input) #call
            }
        };
    }
    let exits_name = names.exits(id);
    let exits_doc =
        docs::line(&format!("Where {} can lead, with its output.", docs::name(&state.name.value)));
    let (variants, calls): (Vec<TokenStream>, Vec<TokenStream>) = exits
        .of(id)
        .iter()
        .map(|exit| match exit {
            Some(to) => {
                let (variant, node) = (names.variant(*to), names.node(entry_of(context, *to)));
                (quote!(#variant(Value)), quote!(.exit(#node, #exits_name::#variant)))
            }
            None => {
                let end = names.end();
                (quote!(#end(Value)), quote!(.end(#exits_name::#end)))
            }
        })
        .unzip();
    quote! {
        #exits_doc
        #[derive(Debug)]
        pub enum #exits_name {
            #(#variants),*
        }

        #doc
        pub fn #function(engine: &impl StateEngine, input: Value) -> StateRun<'_, #exits_name> {
            run_state(engine, &MACHINE, #entry, input) #(#calls)*
        }
    }
}

/// The documentation and the call for a state that always leads to the same place. It needs no enum
/// of its exits: half of what rustc needs for `mod states` is for these and their `Debug` (0.45 s of
/// `cargo check` for 1,000 states).
fn only_exit(context: &Context<'_>, exit: Option<StateId>) -> (TokenStream, TokenStream) {
    let Some(to) = exit else {
        return (docs::line("Its output is that of the end."), quote!(.ends()));
    };
    let entry = entry_of(context, to);
    let (name, node) = (docs::state_name(context, entry), context.names.node(entry));
    (docs::line(&format!("Its output goes to {name}.")), quote!(.leads_to(#node)))
}

fn entry_of(context: &Context<'_>, state: StateId) -> NodeId {
    context
        .machine
        .states
        .get(state.index())
        .map_or_else(|| unreachable!("exits are states"), |state| state.entry)
}
