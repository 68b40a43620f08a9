//! Emits each state as a typed async function: thin and generic, without machine code unless it is
//! called. A state with several exits has an enum of them. Where the data of a state are a value of
//! one of the user's types as a whole, the function takes or returns that type.
//!
//! They return a boxed future instead of being `async`, because a thousand opaque types cost rustc
//! twice as much as the rest of a machine (measured, `cargo check` of 1,000 states: 5.3 s with
//! async functions, 2.9 s with boxed futures).

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::state_types::StateTypes;
use super::{Context, docs};
use crate::ir::transitions;
use crate::ir::{NodeId, State, StateId};

/// `mod states`.
pub(super) fn module(context: &Context<'_>) -> TokenStream {
    let (exits, types) = (Exits::new(context), StateTypes::of(context));
    let functions = context.states().map(|(id, state)| {
        let of = Of { context, types: &types, id, state };
        let (exits, function) = match exits.of(id) {
            [exit] => (None, with_one_exit(&of, *exit)),
            exits => (Some(exits_enum(&of, exits)), with_exits(&of, exits)),
        };
        quote!(#exits #function)
    });
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

/// A state whose function is emitted.
struct Of<'a> {
    context: &'a Context<'a>,
    types: &'a StateTypes,
    id: StateId,
    state: &'a State,
}

impl Of<'_> {
    /// The type of an exit's data, if it has one.
    fn exit_type(&self, exit: Option<StateId>) -> Option<&TokenStream> {
        self.types.exit(self.id, exit.map(|to| entry_of(self.context, to)))
    }

    /// The types of these exits' data, each once.
    fn exit_types(&self, exits: &[Option<StateId>]) -> Vec<&TokenStream> {
        let mut seen = HashSet::new();
        let types = exits.iter().filter_map(|exit| self.exit_type(*exit));
        types.filter(|of| seen.insert(of.to_string())).collect()
    }

    /// The function, from its output, the calls that add its exits, and their types.
    fn function(
        &self,
        doc: &TokenStream,
        output: &TokenStream,
        calls: &TokenStream,
        types: &[&TokenStream],
    ) -> TokenStream {
        let names = &self.context.names;
        let (function, entry) = (names.state_function(self.id), names.node(self.state.entry));
        // A bound with a lifetime of its own is one of each call. rustc would check any other one
        // here, and refuse machines whose types lack what only calls of this function need.
        let bounds =
            (!types.is_empty()).then(|| quote!(where #(for<'de> #types: StateOutput<'de>),*));
        match self.types.input(self.id) {
            None => quote! {
                #doc
                pub fn #function(engine: &impl StateEngine, input: Value) -> StateRun<'_, #output> #bounds {
                    run_state(engine, &MACHINE, #entry, input) #calls
                }
            },
            Some(input) => quote! {
                #doc
                pub fn #function<Form>(
                    engine: &impl StateEngine,
                    input: impl StateInput<#input, Form>,
                ) -> StateRun<'_, #output> #bounds {
                    run_typed_state(engine, &MACHINE, #entry, input.into_input()) #calls
                }
            },
        }
    }
}

/// The function of a state with several exits, or none.
fn with_exits(of: &Of<'_>, exits: &[Option<StateId>]) -> TokenStream {
    let names = &of.context.names;
    let name = names.exits(of.id);
    let calls = exits.iter().map(|exit| {
        let variant = exit.map_or_else(|| names.end(), |to| names.variant(to));
        let is_typed = of.exit_type(*exit).is_some();
        match exit {
            Some(to) => {
                let node = names.node(entry_of(of.context, *to));
                let call = if is_typed { quote!(typed_exit) } else { quote!(exit) };
                quote!(.#call(#node, #name::#variant))
            }
            None if is_typed => quote!(.typed_end(#name::#variant)),
            None => quote!(.end(#name::#variant)),
        }
    });
    let calls = calls.collect();
    let doc = docs::state_function(of.context, of.state);
    of.function(&doc, &quote!(#name), &calls, &of.exit_types(exits))
}

/// The enum of a state's exits.
fn exits_enum(of: &Of<'_>, exits: &[Option<StateId>]) -> TokenStream {
    let names = &of.context.names;
    let name = names.exits(of.id);
    let doc = docs::line(&format!(
        "Where {} can lead, with its output.",
        docs::name(&of.state.name.value)
    ));
    let variant = |exit: &Option<StateId>| exit.map_or_else(|| names.end(), |to| names.variant(to));
    let variants = exits.iter().map(|exit| {
        let (variant, value) = (variant(exit), quote!(Value));
        let data = of.exit_type(*exit).unwrap_or(&value);
        quote!(#variant(#data))
    });
    let types = of.exit_types(exits);
    if types.is_empty() {
        return quote! {
            #doc
            #[derive(Debug)]
            pub enum #name {
                #(#variants),*
            }
        };
    }
    let shown = exits.iter().map(|exit| {
        let variant = variant(exit);
        let text = variant.to_string();
        quote!(Self::#variant(data) => f.debug_tuple(#text).field(&data).finish(),)
    });
    quote! {
        #doc
        pub enum #name {
            #(#variants),*
        }

        impl Debug for #name where #(for<'a> &'a #types: Debug),* {
            fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
                match self { #(#shown)* }
            }
        }
    }
}

/// The function of a state that always leads to the same place. It needs no enum of its exits: half
/// of what rustc needs for `mod states` is for these and their `Debug` (0.45 s of `cargo check` for
/// 1,000 states).
fn with_one_exit(of: &Of<'_>, exit: Option<StateId>) -> TokenStream {
    let typed = of.exit_type(exit);
    let (next, call) = match exit {
        None => {
            let call = if typed.is_some() { quote!(.ends_typed()) } else { quote!(.ends()) };
            ("Its output is that of the end.".to_owned(), call)
        }
        Some(to) => {
            let entry = entry_of(of.context, to);
            let (name, node) = (docs::state_name(of.context, entry), of.context.names.node(entry));
            let call = match typed {
                Some(_) => quote!(.leads_typed_to(#node)),
                None => quote!(.leads_to(#node)),
            };
            (format!("Its output goes to {name}."), call)
        }
    };
    let (doc, next) = (docs::state_function(of.context, of.state), docs::line(&next));
    let output = typed.cloned().unwrap_or_else(|| quote!(Value));
    of.function(&quote!(#doc #next), &output, &call, &of.exit_types(&[exit]))
}

fn entry_of(context: &Context<'_>, state: StateId) -> NodeId {
    context
        .machine
        .states
        .get(state.index())
        .map_or_else(|| unreachable!("exits are states"), |state| state.entry)
}
