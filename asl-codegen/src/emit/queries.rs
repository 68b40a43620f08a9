//! The compiled expressions of a machine: each program is emitted once, whoever uses it.

use std::collections::HashMap;
use std::sync::Arc;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Context;
use super::data::Body;
use super::names::Names;
use crate::expr::jq::{self, Arguments, Input as Dot, Program, Taking};
use crate::ir::{
    Condition, Eval, Expr, ForEach, Fork, Input, Invoke, Machine, Node, NodeId, NodeKind, Output,
    Place, Query, Source,
};

/// The programs by text and number of inputs, which say everything about them within one
/// definition.
#[derive(Default)]
pub(super) struct Programs {
    names: HashMap<(String, u32), Ident>,
    all: Vec<(Ident, Arc<Program>)>,
}

/// Programs being gathered from one node.
struct Gathering<'a> {
    programs: Programs,
    names: &'a Names,
    node: NodeId,
    /// How many of each slot the node has.
    slots: HashMap<&'static str, u32>,
}

impl Programs {
    /// Those of a machine, named after the first node that uses each.
    pub(super) fn of(machine: &Machine, names: &Names) -> Self {
        let mut gathering =
            Gathering { programs: Self::default(), names, node: NodeId(0), slots: HashMap::new() };
        if machine.sm4c.is_some() {
            for (number, node) in (0..).zip(&machine.nodes) {
                (gathering.node, gathering.slots) = (NodeId(number), HashMap::new());
                gathering.node(node);
            }
        }
        gathering.programs
    }

    /// The measure of the code of all of them.
    pub(super) fn weight(&self) -> usize {
        self.all.iter().map(|(_, program)| program.weight).sum()
    }

    fn name(&self, program: &Program) -> &Ident {
        let name = self.names.get(&(program.text.clone(), program.inputs));
        name.unwrap_or_else(|| unreachable!("all programs were gathered"))
    }

    /// A module with a module for each.
    pub(super) fn items(&self, private: &TokenStream) -> TokenStream {
        if self.all.is_empty() {
            return TokenStream::new();
        }
        let lints = jq::emit_lints();
        let names = self.all.iter().map(|(name, _)| name);
        let programs =
            self.all.iter().map(|(name, program)| jq::emit_inner_module(program, name, private));
        quote! {
            use queries::{#(#names),*};

            /// The expressions.
            #lints
            mod queries {
                #(#programs)*
            }
        }
    }
}

impl Gathering<'_> {
    fn node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Eval(Eval { input, output, .. }) => {
                self.input(input, if node.action.is_some() { "value" } else { "filter" });
                self.output(output);
            }
            NodeKind::Invoke(Invoke { input, output, .. })
            | NodeKind::Fork(Fork { input, output, .. }) => {
                self.input(input, "input");
                self.output(output);
            }
            NodeKind::ForEach(ForEach { collection, output, .. }) => {
                self.query(collection.as_ref(), "items");
                self.output(output);
            }
            NodeKind::Branch(branch) => {
                for rule in &branch.rules {
                    if let Condition::Jq(query) = &rule.condition {
                        self.query(Some(query), "condition");
                    }
                }
            }
            NodeKind::Await(wait) => {
                for group in wait.transitions.iter().flat_map(|transition| &transition.groups) {
                    self.query(group.condition.as_ref(), "event");
                    self.query(group.merge.as_ref(), "merge");
                }
            }
            NodeKind::End(_) | NodeKind::Fail(_) => {}
        }
        for handler in &node.handlers {
            self.query(handler.condition.as_ref(), "error");
            self.query(handler.merge.as_ref(), "handler");
        }
    }

    fn input(&mut self, input: &Input, slot: &'static str) {
        if let Some(template) = &input.template {
            self.expression(template, slot);
        }
    }

    fn output(&mut self, output: &Output) {
        if let Some(function) = &output.template {
            self.expression(function, "function");
        }
        if let Place::Merge(query) = &output.place {
            self.query(Some(query), "merge");
        }
    }

    fn expression(&mut self, expression: &Expr, slot: &'static str) {
        match expression {
            Expr::Jq(query) => self.query(Some(query), slot),
            Expr::Object(members) => {
                members.iter().for_each(|(_, member)| self.expression(member, slot))
            }
            Expr::Array(items) => items.iter().for_each(|item| self.expression(item, slot)),
            Expr::Literal(_) | Expr::Path { .. } | Expr::Call { .. } => {}
        }
    }

    fn query(&mut self, query: Option<&Query>, slot: &'static str) {
        let Some(Query { program, .. }) = query else { return };
        let key = (program.text.clone(), program.inputs);
        if self.programs.names.contains_key(&key) {
            return;
        }
        let number = self.slots.entry(slot).or_insert(0);
        *number += 1;
        let name = self.names.program(self.node, slot, *number);
        self.programs.names.insert(key, name.clone());
        self.programs.all.push((name, Arc::clone(program)));
    }
}

/// How an expression is run: what it is run on, and its variable.
struct Run<'q> {
    query: &'q Query,
    taking: Taking,
    jq: TokenStream,
    dot: Dot,
    value: Option<TokenStream>,
}

impl Run<'_> {
    /// An expression of type `Result<.., Exit>`.
    fn call(self, context: &Context<'_>) -> TokenStream {
        let program = &self.query.program;
        let variables = self.value.into_iter().filter(|_| program.inputs > 0).collect();
        let arguments = Arguments { cx: self.jq, input: self.dot, variables };
        jq::emit_call(program, context.programs.name(program), self.taking, &arguments)
    }
}

impl Body<'_> {
    /// What a query looks at.
    fn dot(&mut self, source: Source) -> Dot {
        Dot::Borrowed(match source {
            Source::Data => self.data(),
            Source::Global => {
                let cx = self.cx();
                quote!(&#cx.global)
            }
        })
    }

    /// What a query makes: an expression of type `Value`.
    pub(super) fn query(&mut self, query: &Query) -> TokenStream {
        let dot = self.dot(query.source);
        self.query_of(query, dot)
    }

    /// The value that a query makes of `value`, an expression of type `&Value`.
    pub(super) fn query_over(&mut self, query: &Query, value: TokenStream) -> TokenStream {
        self.query_of(query, Dot::Borrowed(value))
    }

    fn query_of(&mut self, query: &Query, dot: Dot) -> TokenStream {
        let cx = self.cx();
        let run =
            Run { query, taking: Taking::OneOrArray, jq: quote!(&jq_at(#cx)), dot, value: None };
        let call = run.call(self.context());
        quote!(#call.map_err(lost)?)
    }

    /// Whether a query holds: an expression of type `bool`. `value` is its variable.
    pub(super) fn holds(&mut self, query: &Query, value: Option<TokenStream>) -> TokenStream {
        let held = self.held(query, value);
        quote!(#held?)
    }

    /// The same as an expression of type `Result<bool, Failed>`.
    pub(super) fn held(&mut self, query: &Query, value: Option<TokenStream>) -> TokenStream {
        let (cx, dot) = (self.cx(), self.dot(query.source));
        let run = Run { query, taking: Taking::IsTrue, jq: quote!(&jq_at(#cx)), dot, value };
        let call = run.call(self.context());
        quote!(#call.map_err(lost))
    }

    /// The same of a condition over an error.
    pub(super) fn holds_of(&mut self, query: &Query, error: &TokenStream) -> TokenStream {
        let (cx, dot) = (self.cx(), Dot::Borrowed(error.clone()));
        let run = Run { query, taking: Taking::IsTrue, jq: quote!(&jq_at(#cx)), dot, value: None };
        let call = run.call(self.context());
        quote!(#call.map_err(lost)?)
    }

    /// A statement that makes the global data what a result handler makes of it. `value`, an
    /// expression of type `&Value`, is asked for where the handler looks at it.
    pub(super) fn merge(
        &mut self,
        query: &Query,
        value: impl FnOnce(&mut Self) -> TokenStream,
    ) -> TokenStream {
        let value = (query.program.inputs > 0).then(|| value(self));
        let cx = self.cx_to_change();
        let (global, jq) = (format_ident!("global"), format_ident!("jq"));
        let is_single = query.program.has_one_output();
        let dot =
            if is_single { Dot::Owned(quote!(#global)) } else { Dot::Borrowed(quote!(#global)) };
        let call = Run { query, taking: Taking::AtMostOne, jq: quote!(#jq), dot, value }
            .call(self.context());
        let function = format_ident!("{}", if is_single { "merge" } else { "merge_kept" });
        quote!(#function(#cx, |#jq, #global| #call)?;)
    }
}
