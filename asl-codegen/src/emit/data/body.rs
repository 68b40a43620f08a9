//! The body of a function under construction: its statements, and the sources that it uses.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::held::Holder;
use super::literal::Statics;
use super::{Access, Held, Uses};
use crate::emit::Context;
use crate::expr::jsonpath::{Path, Root};
use crate::ir::{Effect, Expr, Form, Invoke, Literal, NodeId, NodeKind, State, StateKind};
use asl_source::options::Profile;

/// The body of a function under construction.
pub(in crate::emit) struct Body<'a> {
    context: &'a Context<'a>,
    node: NodeId,
    /// The statement that prepares the runs of expressions in JSONata, if there are any. It comes
    /// first.
    runs: TokenStream,
    /// The statement that makes the context object, if all of it is needed.
    context_object: TokenStream,
    statements: TokenStream,
    statics: TokenStream,
    access: Access,
    takes: bool,
    cx: Access,
    uses: Uses,
    /// True if the value that the function takes is an error.
    takes_error: bool,
    /// True if the function makes the input of a task, whose context object has a task token.
    makes_task: bool,
    /// Values shown to tests so far.
    notes: u32,
}

/// A finished body.
pub(in crate::emit) struct Parts {
    /// Its statements.
    pub(in crate::emit) statements: TokenStream,
    /// Statics before the function.
    pub(in crate::emit) statics: TokenStream,
    /// Use of the data.
    pub(in crate::emit) access: Access,
    /// True if it uses the result, the event or the error.
    pub(in crate::emit) takes: bool,
    /// Use of `cx`.
    pub(in crate::emit) cx: Access,
    /// The sources that it reads besides the data.
    pub(in crate::emit) uses: Uses,
}

impl<'a> Body<'a> {
    /// An empty body.
    pub(in crate::emit) fn new(context: &'a Context<'a>, node: NodeId) -> Self {
        Self {
            context,
            node,
            runs: TokenStream::new(),
            context_object: TokenStream::new(),
            statements: TokenStream::new(),
            statics: TokenStream::new(),
            access: Access::None,
            takes: false,
            takes_error: false,
            cx: Access::None,
            uses: Uses::default(),
            makes_task: false,
            notes: 0,
        }
    }

    /// The parts of a function.
    pub(in crate::emit) fn into_parts(self) -> Parts {
        let Self { runs, context_object, statements, statics, access, takes, cx, uses, .. } = self;
        let statements = quote!(#runs #context_object #statements);
        Parts { statements, statics, access, takes, cx, uses }
    }

    /// The machine's information besides the data: the time of entry, the context object,
    /// variables.
    pub(in crate::emit) fn cx(&mut self) -> TokenStream {
        self.cx = self.cx.max(Access::Read);
        quote!(cx)
    }

    /// `cx`, to set variables.
    pub(in crate::emit) fn cx_mut(&mut self) -> TokenStream {
        self.cx = Access::Write;
        self.uses.variables = true;
        quote!(cx)
    }

    /// `cx`, to change other contents of it.
    pub(in crate::emit) fn cx_to_change(&mut self) -> TokenStream {
        self.cx = Access::Write;
        quote!(cx)
    }

    /// Notes that the rest of the function makes the input of a task.
    pub(in crate::emit) fn make_task(&mut self) {
        self.makes_task = true;
    }

    /// Returns true if the function makes the input of a task.
    pub(in crate::emit) fn makes_task(&self) -> bool {
        self.makes_task
    }

    /// The runs of the expressions in JSONata, a local.
    pub(in crate::emit) fn runs(&mut self) -> TokenStream {
        let cx = self.cx();
        self.runs = quote!(let runs = evaluate::runs(#cx););
        quote!(runs)
    }

    /// The frame's data, to be replaced.
    pub(in crate::emit) fn data_to_change(&mut self) -> TokenStream {
        self.access = Access::Write;
        quote!(data)
    }

    /// The context of names and expressions.
    pub(in crate::emit) fn context(&self) -> &'a Context<'a> {
        self.context
    }

    /// The sources that the function reads.
    pub(in crate::emit) fn uses(&mut self) -> &mut Uses {
        &mut self.uses
    }

    /// Returns true if the whole context object was made.
    pub(in crate::emit) fn has_context(&self) -> bool {
        !self.context_object.is_empty()
    }

    /// Makes the whole context object.
    pub(in crate::emit) fn make_context(&mut self, statement: &TokenStream) {
        self.context_object = statement.clone();
    }

    /// The profile whose comparisons apply.
    pub(in crate::emit) fn profile(&self) -> Profile {
        self.context.machine.profile
    }

    /// The name of the state.
    pub(in crate::emit) fn state_name(&self) -> &'a str {
        self.state().map_or("", |state| &state.name.value)
    }

    /// Returns true if the query language of the state is JSONata.
    pub(in crate::emit) fn is_jsonata(&self) -> bool {
        self.state().is_some_and(|state| state.is_jsonata)
    }

    /// Returns true if the state may have retriers.
    pub(in crate::emit) fn can_be_retried(&self) -> bool {
        self.state().is_some_and(|state| {
            matches!(state.kind, StateKind::Task | StateKind::Parallel | StateKind::Map)
        })
    }

    /// True if the context object has the token of a task here. In JSONPath, as recorded, the input
    /// of every task sees it; in JSONata, as measured, all fields of a task that ends by a report or
    /// with a job.
    pub(in crate::emit) fn has_token(&self) -> bool {
        if !self.is_jsonata() {
            return self.makes_task;
        }
        let machine = self.context.machine;
        let node = machine.nodes.get(self.node.index()).map(|node| &node.kind);
        let Some(NodeKind::Invoke(Invoke { effect: Effect::Task(call), .. })) = node else {
            return false;
        };
        let task = machine.tasks.get(call.task.index());
        task.is_some_and(|task| matches!(task.form, Form::Token | Form::Sync | Form::Sync2))
    }

    fn state(&self) -> Option<&'a State> {
        self.context.state_of(self.node)
    }

    /// The name of the node in emitted code.
    pub(in crate::emit) fn node_constant(&self) -> TokenStream {
        self.context.names.node(self.node)
    }

    /// Adds statements that use neither data nor result.
    pub(in crate::emit) fn push(&mut self, statements: TokenStream) {
        self.statements.extend(statements);
    }

    /// The frame's data, borrowed.
    pub(in crate::emit) fn data(&mut self) -> TokenStream {
        self.access = self.access.max(Access::Read);
        quote!(data)
    }

    /// The frame's data, borrowed if a path reads it.
    pub(in crate::emit) fn data_for(&mut self, path: &Path) -> TokenStream {
        if path.root == Root::Data { self.data() } else { TokenStream::new() }
    }

    /// Takes the result, the event or the error by its name.
    pub(in crate::emit) fn taken(&mut self, name: &str) -> TokenStream {
        self.takes = true;
        self.takes_error = name == "error";
        let name = format_ident!("{name}");
        quote!(#name)
    }

    /// Returns true if the function takes a result, an event or an error.
    pub(in crate::emit) fn takes(&self) -> bool {
        self.takes
    }

    /// Returns true if an expression reads the value that a function takes, or in JSONPath the data
    /// in its place. In JSONata only that is the result.
    pub(in crate::emit) fn reads_result(&self, expression: &Expr) -> bool {
        expression.reads_data() && (self.takes || !self.is_jsonata())
    }

    /// Returns true if the function takes an error.
    pub(in crate::emit) fn takes_error(&self) -> bool {
        self.takes_error
    }

    /// The node of the function.
    pub(in crate::emit) fn node(&self) -> NodeId {
        self.node
    }

    /// Adds items before the function.
    pub(in crate::emit) fn add_items(&mut self, items: TokenStream) {
        self.statics.extend(items);
    }

    /// Returns true if tests record the values of all stages, which are those of JSONPath.
    pub(in crate::emit) fn inspects(&self) -> bool {
        self.is_tested() && !self.is_jsonata()
    }

    /// Returns true if tests can run the state alone. Single states of SM4C cannot be tested.
    pub(in crate::emit) fn is_tested(&self) -> bool {
        self.context.options.inspect && !self.context.is_sm4c()
    }

    /// Shows a value to tests, if they record it.
    pub(in crate::emit) fn noted(&mut self, stage: &str, value: Held) -> Held {
        if self.inspects() { self.shown(stage, value) } else { value }
    }

    /// Shows a value to tests. It becomes a local for that, so that it is made once.
    pub(in crate::emit) fn shown(&mut self, stage: &str, value: Held) -> Held {
        // Use a new name: an earlier note may be read again after a later one.
        self.notes += 1;
        let (stage, name) = (format_ident!("{stage}"), format!("noted_{}", self.notes));
        let local = Ident::new(&name, Span::mixed_site());
        let tokens = value.tokens;
        self.push(match value.by {
            Holder::Data => quote!(let #local: &Value = #tokens; note(Stage::#stage, #local);),
            Holder::Made | Holder::Template | Holder::Free => {
                quote!(let #local = #tokens; note(Stage::#stage, &#local);)
            }
        });
        Held {
            tokens: quote!(#local),
            by: if value.by == Holder::Made { Holder::Free } else { value.by },
        }
    }

    /// Shows the state's input to tests, if they record it.
    pub(in crate::emit) fn note_input(&mut self) {
        if self.is_tested() {
            self.show_data("Input");
        }
    }

    /// Shows the data to tests, if they record it.
    pub(in crate::emit) fn note_data(&mut self, stage: &str) {
        if self.inspects() {
            self.show_data(stage);
        }
    }

    fn show_data(&mut self, stage: &str) {
        let (stage, data) = (format_ident!("{stage}"), self.data());
        self.push(quote!(note(Stage::#stage, #data);));
    }

    /// A constant; its containers become statics.
    pub(in crate::emit) fn literal(
        &mut self,
        literal: &Literal,
        slot: &'static str,
    ) -> TokenStream {
        let mut statics = self.statics_of(slot);
        let value = statics.value(literal);
        self.add_statics(statics);
        value
    }

    /// New statics of a part of the state.
    pub(in crate::emit) fn statics_of(&self, slot: &'static str) -> Statics<'a> {
        Statics::new(&self.context.names, self.node, slot)
    }

    /// Adds statics before the function.
    pub(in crate::emit) fn add_statics(&mut self, statics: Statics<'a>) {
        self.statics.extend(statics.into_items());
    }

    /// A value that is used more than once. It becomes a local, unless it is a local or a constant
    /// already.
    pub(in crate::emit) fn kept(&mut self, value: Held) -> Held {
        if value.by == Holder::Free {
            return value;
        }
        let tokens = value.tokens;
        let kind = (value.by == Holder::Data).then(|| quote!(: &Value));
        self.push(quote!(let result #kind = #tokens;));
        Held { tokens: quote!(result), by: value.by }
    }
}
