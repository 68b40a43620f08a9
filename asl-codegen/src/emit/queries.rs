//! Emits the compiled expressions of a machine in SM4C: each program once, however many nodes use
//! it.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::data::Body;
use super::names::Names;
use crate::expr::jq::{self, Arguments, Input as Dot, Outputs, Program};
use crate::ir::{
    Condition, Eval, Expr, ForEach, Fork, Input, Invoke, Machine, Node, NodeId, NodeKind, Output,
    Place, Query, Source,
};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::options::Options;

/// Maximum number of filters in all expressions of a machine.
const HEAVIEST: usize = 200_000;

/// Refuses a machine whose expressions would produce too much code.
pub(super) fn check_size(machine: &Machine, options: &Options, diagnostics: &mut Diagnostics) {
    let Some(first) = machine.states.first().filter(|_| machine.sm4c.is_some()) else { return };
    let weight = Programs::of(machine, &Names::new(machine, options)).weight();
    if weight > HEAVIEST {
        let title = "the expressions make too much code".to_owned();
        diagnostics.push(
            Diagnostic::new(Code::JqTooLong, first.name.span, title)
                .label(format!("{weight} filters in all states; {HEAVIEST} are allowed"))
                .help("split the machine"),
        );
    }
}

/// The programs by text and number of inputs, which identify a program within one definition.
#[derive(Default)]
pub(super) struct Programs {
    numbers: HashMap<(String, u32), usize>,
    all: Vec<Named>,
    /// The path of the runtime's `__private`.
    private: TokenStream,
}

struct Named {
    name: Ident,
    program: Arc<Program>,
    /// Its item and the path of its function, created on first use.
    code: OnceCell<(TokenStream, TokenStream)>,
}

/// The programs of a node while they are collected.
struct Gathering<'a> {
    programs: Programs,
    names: &'a Names,
    node: NodeId,
    /// Number of expressions in each slot of the node.
    slots: HashMap<&'static str, u32>,
}

impl Programs {
    /// The programs of a machine, each named after the first node that uses it.
    pub(super) fn of(machine: &Machine, names: &Names) -> Self {
        let mut gathering = Gathering {
            programs: Self { private: names.private(), ..Self::default() },
            names,
            node: NodeId(0),
            slots: HashMap::new(),
        };
        if machine.sm4c.is_some() {
            for (number, node) in (0..).zip(&machine.nodes) {
                (gathering.node, gathering.slots) = (NodeId(number), HashMap::new());
                gathering.node(node);
            }
        }
        gathering.programs
    }

    /// The total size of their code.
    fn weight(&self) -> usize {
        self.all.iter().map(|named| named.program.weight).sum()
    }

    /// The path of a program's function.
    fn path(&self, program: &Program) -> &TokenStream {
        let number = self.numbers.get(&(program.text.clone(), program.inputs));
        let named = number.and_then(|number| self.all.get(*number));
        let named = named.unwrap_or_else(|| unreachable!("all programs were gathered"));
        &self.code(named).1
    }

    fn code<'a>(&self, named: &'a Named) -> &'a (TokenStream, TokenStream) {
        let Named { name, program, code } = named;
        code.get_or_init(|| jq::emit_item(program, name, &self.private))
    }

    /// A module with an item for each.
    pub(super) fn items(&self) -> TokenStream {
        let private = &self.private;
        if self.all.is_empty() {
            return TokenStream::new();
        }
        let names = self.all.iter().map(|named| &named.name);
        let items = self.all.iter().map(|named| &self.code(named).0);
        quote! {
            needs_jq!("expressions in jq need the feature `jq` of asl-runtime");
            use queries::{#(#names),*};

            /// The expressions.
            #[allow(unused, clippy::all, reason = "the code does all that the program does")]
            mod queries {
                use #private::jq::*;

                #(#items)*
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
                if let Some(collection) = collection {
                    self.expression(collection, "items");
                }
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
                for (_, member) in members {
                    self.expression(member, slot);
                }
            }
            Expr::Array(items) => {
                for item in items {
                    self.expression(item, slot);
                }
            }
            Expr::Literal(_) | Expr::Path { .. } | Expr::Call { .. } | Expr::Jsonata(_) => {}
        }
    }

    fn query(&mut self, query: Option<&Query>, slot: &'static str) {
        let Some(Query { program, .. }) = query else { return };
        let key = (program.text.clone(), program.inputs);
        if self.programs.numbers.contains_key(&key) {
            return;
        }
        let number = self.slots.entry(slot).or_insert(0);
        *number += 1;
        let name = self.names.program(self.node, slot, *number);
        self.programs.numbers.insert(key, self.programs.all.len());
        let program = Arc::clone(program);
        self.programs.all.push(Named { name, program, code: OnceCell::new() });
    }
}

/// A call of the runtime's function `names` (by the number of outputs), with a closure that runs a
/// program: `one(cx, |jq| pay_value::run(jq, data))`.
fn call(
    body: &Body<'_>,
    query: &Query,
    dot: Dot,
    value: Option<TokenStream>,
    (names, cx, parameters): ([&str; 3], TokenStream, TokenStream),
) -> TokenStream {
    let program = &query.program;
    let variables = value.into_iter().filter(|_| program.inputs > 0).collect();
    let arguments = Arguments { cx: quote!(jq), input: dot, variables };
    let (outputs, run) = jq::emit_run(program, body.context().programs.path(program), &arguments);
    let [one, maybe, many] = names.map(|name| format_ident!("{name}"));
    match outputs {
        Outputs::One => quote!(#one(#cx, |jq #parameters| #run)),
        Outputs::Maybe => quote!(#maybe(#cx, |jq #parameters| #run)),
        Outputs::Many => quote!(#many(#cx, |jq #parameters, emit| #run)),
    }
}

const VALUE: [&str; 3] = ["one", "one_or_empty", "one_or_array"];
const CONDITION: [&str; 3] = ["holds", "holds_if_any", "holds_alone"];
const MERGE: [&str; 3] = ["merge", "merge_if_any", "merge_at_most_one"];

impl Body<'_> {
    /// The input of a query.
    fn dot(&mut self, source: Source) -> Dot {
        Dot::Borrowed(match source {
            Source::Data => self.data(),
            Source::Global => {
                let cx = self.cx();
                quote!(&#cx.global)
            }
        })
    }

    /// The value of a query: an expression of type `Value`.
    pub(super) fn query(&mut self, query: &Query) -> TokenStream {
        let dot = self.dot(query.source);
        self.query_of(query, dot)
    }

    /// The value of a query with `value` as its input, an expression of type `&Value`.
    pub(super) fn query_over(&mut self, query: &Query, value: TokenStream) -> TokenStream {
        self.query_of(query, Dot::Borrowed(value))
    }

    fn query_of(&mut self, query: &Query, dot: Dot) -> TokenStream {
        let cx = self.cx();
        let call = call(self, query, dot, None, (VALUE, cx, TokenStream::new()));
        quote!(#call?)
    }

    /// The truth of a query: an expression of type `bool`. `value` is its variable.
    pub(super) fn holds(&mut self, query: &Query, value: Option<TokenStream>) -> TokenStream {
        let held = self.held(query, value);
        quote!(#held?)
    }

    /// The truth of a query: an expression of type `Result<bool, Failed>`.
    pub(super) fn held(&mut self, query: &Query, value: Option<TokenStream>) -> TokenStream {
        let (cx, dot) = (self.cx(), self.dot(query.source));
        call(self, query, dot, value, (CONDITION, cx, TokenStream::new()))
    }

    /// The truth of a condition over an error: an expression of type `Result<bool, Failed>`.
    pub(super) fn holds_of(&mut self, query: &Query, error: &TokenStream) -> TokenStream {
        let (cx, dot) = (self.cx(), Dot::Borrowed(error.clone()));
        let held = call(self, query, dot, None, (CONDITION, cx, TokenStream::new()));
        quote!(#held?)
    }

    /// A statement that replaces the global data by the output of a result handler. `value`, an
    /// expression of type `&Value`, is inserted where the handler reads it.
    pub(super) fn merge(
        &mut self,
        query: &Query,
        value: impl FnOnce(&mut Self) -> TokenStream,
    ) -> TokenStream {
        let value = (query.program.inputs > 0).then(|| value(self));
        let (cx, global) = (self.cx_to_change(), quote!(global));
        let is_single = query.program.has_one_output();
        let dot = if is_single { Dot::Owned(global) } else { Dot::Borrowed(global) };
        let merge = call(self, query, dot, value, (MERGE, cx, quote!(, global)));
        quote!(#merge?;)
    }
}
