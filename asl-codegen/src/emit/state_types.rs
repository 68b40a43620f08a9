//! The data of states that are values of the user's types as a whole: state functions take and
//! return these types.

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

use super::Context;
use super::names::{Entry, Method};
use crate::check::flow::{Origin, Shape, Step};
use crate::ir::{Effect, Form, Invoke, NodeId, NodeKind, Place, ScopeId, State, StateId};
use asl_source::options::RustType;

/// The types of the inputs and exits of states. In SM4C the data are always values.
pub(super) struct StateTypes {
    /// By state.
    inputs: Vec<Option<TokenStream>>,
    /// By state and the entry of the next one; `None` is the end.
    exits: HashMap<(StateId, Option<NodeId>), TokenStream>,
}

impl StateTypes {
    pub(super) fn of(context: &Context<'_>) -> Self {
        let mut types = Self { inputs: Vec::new(), exits: HashMap::new() };
        if context.is_sm4c() || !context.has_types() {
            return types;
        }
        for (id, state) in context.states() {
            let came = whole(context, &context.flow().input(state.entry));
            let input = came.or_else(|| taken(context, state));
            types.inputs.push(input.map(|named| named.alias));
            types.add_exits(context, id, state);
        }
        types
    }

    /// The type of a state's input, if it has one.
    pub(super) fn input(&self, state: StateId) -> Option<&TokenStream> {
        self.inputs.get(state.index()).and_then(Option::as_ref)
    }

    /// The type of the data with which a state leads to another, or to the end.
    pub(super) fn exit(&self, state: StateId, to: Option<NodeId>) -> Option<&TokenStream> {
        self.exits.get(&(state, to))
    }

    fn add_exits(&mut self, context: &Context<'_>, id: StateId, state: &State) {
        // Data without a type mark their exit, too: another transition may lead there with one.
        let mut found: Vec<(Option<NodeId>, Option<Named>)> = Vec::new();
        for (to, data) in context.flow().departures(context.machine, state.entry) {
            let of = whole(context, &data);
            match found.iter_mut().find(|(known, _)| *known == to) {
                Some((_, known)) if written(known.as_ref()) != written(of.as_ref()) => {
                    *known = None;
                }
                Some(_) => {}
                None => found.push((to, of)),
            }
        }
        let output = Named::new(context.options.output.as_ref(), context.names.output());
        if output.is_some() && state.scope == ScopeId(0) {
            found.retain(|(to, _)| to.is_some());
            found.push((None, output));
        }
        let typed = found.into_iter().filter_map(|(to, of)| Some(((id, to), of?.alias)));
        self.exits.extend(typed);
    }
}

fn written(of: Option<&Named>) -> Option<&str> {
    of.map(|named| named.written.as_str())
}

/// The type of which all data of a shape are.
fn whole(context: &Context<'_>, shape: &Shape) -> Option<Named> {
    let Shape::Border(border) = shape else { return None };
    let mut places = border.places().map(|place| {
        // A Choice that has found out something of the value leaves it a value of its type.
        let is_whole = place.steps.iter().all(Step::narrows);
        is_whole.then(|| named_at(context, place.origin)).flatten()
    });
    let first = places.next().flatten()?;
    let is_first = |named: Option<Named>| named.is_some_and(|named| named.written == first.written);
    places.all(is_first).then_some(first)
}

/// The type of the values that enter at a border.
fn named_at(context: &Context<'_>, origin: Origin) -> Option<Named> {
    match origin {
        Origin::Input => Named::new(context.options.input.as_ref(), context.names.input()),
        Origin::Result(node) => {
            let method = method_of(context, entry_at(context, node)?);
            if method.answer.is_some() {
                return Named::new(method.answer.as_ref(), &context.names.task_answer(method));
            }
            let (_, output) = context.names.task_types(method);
            Named::new(method.types.as_ref().map(|(_, output)| output), &output)
        }
    }
}

/// A type that the user named.
#[derive(Clone)]
struct Named {
    /// As the user wrote it: the same text is the same type.
    written: String,
    /// Its alias.
    alias: TokenStream,
}

impl Named {
    /// Data of a type that is called `Value` are values.
    fn new(of: Option<&RustType>, alias: &Ident) -> Option<Self> {
        let of = of?;
        let last = of.clone().into_iter().last();
        let is_value = matches!(last, Some(TokenTree::Ident(name)) if name == "Value");
        (!is_value).then(|| Self { written: of.to_string(), alias: quote!(types::#alias) })
    }
}

/// The type of a task that takes the whole data of its state, and whose result takes their place.
fn taken(context: &Context<'_>, state: &State) -> Option<Named> {
    let node = context.machine.nodes.get(state.entry.index())?;
    let NodeKind::Invoke(Invoke { effect: Effect::Task(call), input, output, .. }) = &node.kind
    else {
        return None;
    };
    let task = context.machine.tasks.get(call.task.index())?;
    if !input.is_whole() || output.place != Place::Whole || task.form == Form::Activity {
        return None;
    }
    let entry = entry_at(context, state.entry).filter(|entry| !entry.has_envelope)?;
    let method = method_of(context, entry);
    let (input, _) = context.names.task_types(method);
    Named::new(method.types.as_ref().map(|(input, _)| input), &input)
}

/// The way in which a node calls its task.
fn entry_at(context: &Context<'_>, node: NodeId) -> Option<Entry> {
    let methods = context.names.methods();
    methods.entries.get(methods.entry_of(node)).copied()
}

fn method_of<'a>(context: &'a Context<'_>, entry: Entry) -> &'a Method {
    context.names.methods().method(entry)
}
