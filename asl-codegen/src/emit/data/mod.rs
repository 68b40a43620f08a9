//! The statements that move data through a node: selections, templates, results in their place.
//!
//! What is only read is borrowed; what is kept is a cheap clone; what a result replaces is written
//! in place.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

mod calls;
mod literal;
mod template;
mod uses;

pub(super) use uses::Uses;

use super::Context;
use super::paths::Lookup;
use crate::expr::jsonpath::{Path, ReferencePath, ReferenceStep, Root, Yield, emit::steps};
use crate::ir::{Expr, Input, Literal, NodeId, Output, Place, Selection, State, StateKind};
use crate::options::Profile;
use literal::Statics;

/// A function's use of its frame's data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Access {
    /// Not at all.
    None,
    /// Borrowed.
    Read,
    /// Changed.
    Write,
}

impl Access {
    /// The parameter `cx` of a function that uses it so.
    pub(super) fn parameter(self) -> Option<TokenStream> {
        match self {
            Self::None => None,
            Self::Read => Some(quote!(cx: &Cx<'_>)),
            Self::Write => Some(quote!(cx: &mut Cx<'_>)),
        }
    }
}

/// An expression, and what holds its value.
#[derive(Clone)]
pub(super) struct Held {
    tokens: TokenStream,
    by: Holder,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    /// A reference into the frame's data.
    Data,
    /// The expression itself makes the value, from the data.
    Made,
    /// The same, by a template.
    Template,
    /// A local variable or a constant: needs the data no more.
    Free,
}

impl Held {
    /// A reference into the frame's data.
    pub(super) fn borrowed(tokens: TokenStream) -> Self {
        Self { tokens, by: Holder::Data }
    }

    /// A value that a template makes from the frame's data.
    pub(super) fn template(tokens: TokenStream) -> Self {
        Self { tokens, by: Holder::Template }
    }

    /// The same with other tokens around it.
    pub(super) fn wrapped(self, around: impl FnOnce(TokenStream) -> TokenStream) -> Self {
        Self { tokens: around(self.tokens), by: self.by }
    }

    /// A value made from the frame's data.
    pub(super) fn made(tokens: TokenStream) -> Self {
        Self { tokens, by: Holder::Made }
    }

    /// A local variable's value or a constant.
    pub(super) fn free(tokens: TokenStream) -> Self {
        Self { tokens, by: Holder::Free }
    }

    /// As a value: cloned if it is the data's.
    pub(super) fn value(self) -> TokenStream {
        let tokens = self.tokens;
        if self.by == Holder::Data { quote!(#tokens.clone()) } else { tokens }
    }

    /// As a value for a place that takes anything: what a template made may be too deep.
    pub(super) fn shallow(self) -> TokenStream {
        let is_template = self.by == Holder::Template;
        let value = self.value();
        if is_template { quote!(shallow(#value)?) } else { value }
    }

    /// As a reference.
    pub(super) fn reference(self) -> TokenStream {
        let tokens = self.tokens;
        if self.by == Holder::Data { tokens } else { quote!(&#tokens) }
    }
}

/// The body of one function as it grows.
pub(super) struct Body<'a> {
    context: &'a Context<'a>,
    node: NodeId,
    /// The context object, where all of it is needed: made before anything else.
    context_object: TokenStream,
    statements: TokenStream,
    statics: TokenStream,
    access: Access,
    takes: bool,
    cx: Access,
    uses: Uses,
    /// True if the function makes the input of a task, where the context object has its token.
    makes_task: bool,
    /// Values shown to tests so far.
    notes: u32,
}

/// A finished body.
pub(super) struct Parts {
    /// Its statements.
    pub(super) statements: TokenStream,
    /// Statics that stand before the function.
    pub(super) statics: TokenStream,
    /// Use of the data.
    pub(super) access: Access,
    /// True if it uses the result, the event or the error.
    pub(super) takes: bool,
    /// Use of `cx`.
    pub(super) cx: Access,
    /// The sources that it reads besides the data.
    pub(super) uses: Uses,
}

impl<'a> Body<'a> {
    /// An empty one.
    pub(super) fn new(context: &'a Context<'a>, node: NodeId) -> Self {
        Self {
            context,
            node,
            context_object: TokenStream::new(),
            statements: TokenStream::new(),
            statics: TokenStream::new(),
            access: Access::None,
            takes: false,
            cx: Access::None,
            uses: Uses::default(),
            makes_task: false,
            notes: 0,
        }
    }

    /// The parts of a function.
    pub(super) fn into_parts(self) -> Parts {
        let Self { context_object, statements, statics, access, takes, cx, uses, .. } = self;
        Parts { statements: quote!(#context_object #statements), statics, access, takes, cx, uses }
    }

    /// What the machine knows besides the data: when the state was entered, the context object,
    /// variables.
    pub(super) fn cx(&mut self) -> TokenStream {
        self.cx = self.cx.max(Access::Read);
        quote!(cx)
    }

    /// The same, to set variables.
    pub(super) fn cx_mut(&mut self) -> TokenStream {
        self.cx = Access::Write;
        self.uses.variables = true;
        quote!(cx)
    }

    /// The same, to change what else it holds.
    pub(super) fn cx_to_change(&mut self) -> TokenStream {
        self.cx = Access::Write;
        quote!(cx)
    }

    /// From here on the function makes the input of a task.
    pub(super) fn make_task(&mut self) {
        self.makes_task = true;
    }

    /// True if the function makes the input of a task.
    pub(super) fn makes_task(&self) -> bool {
        self.makes_task
    }

    /// The frame's data, to be replaced.
    pub(super) fn data_to_change(&mut self) -> TokenStream {
        self.access = Access::Write;
        quote!(data)
    }

    /// The context of names and expressions.
    pub(super) fn context(&self) -> &'a Context<'a> {
        self.context
    }

    /// Takes note of what the function looks at.
    pub(super) fn uses(&mut self) -> &mut Uses {
        &mut self.uses
    }

    /// True if the whole context object was made.
    pub(super) fn has_context(&self) -> bool {
        !self.context_object.is_empty()
    }

    /// Makes the whole context object.
    pub(super) fn make_context(&mut self, statement: &TokenStream) {
        self.context_object = statement.clone();
    }

    /// The comparison results that decide.
    pub(super) fn profile(&self) -> Profile {
        self.context.machine.profile
    }

    /// The name of the state.
    pub(super) fn state_name(&self) -> &'a str {
        self.state().map_or("", |state| &state.name.value)
    }

    /// True if the state may have retriers.
    pub(super) fn can_be_retried(&self) -> bool {
        self.state().is_some_and(|state| {
            matches!(state.kind, StateKind::Task | StateKind::Parallel | StateKind::Map)
        })
    }

    fn state(&self) -> Option<&'a State> {
        self.context.state_of(self.node)
    }

    /// The name of the node in emitted code.
    pub(super) fn node_constant(&self) -> TokenStream {
        self.context.names.node(self.node)
    }

    /// Adds statements that use neither data nor result.
    pub(super) fn push(&mut self, statements: TokenStream) {
        self.statements.extend(statements);
    }

    /// The frame's data, borrowed.
    pub(super) fn data(&mut self) -> TokenStream {
        self.access = self.access.max(Access::Read);
        quote!(data)
    }

    /// The same, if a path looks at it.
    pub(super) fn data_for(&mut self, path: &Path) -> TokenStream {
        if path.root == Root::Data { self.data() } else { TokenStream::new() }
    }

    /// Takes the result, the event or the error by its name.
    pub(super) fn taken(&mut self, name: &str) -> TokenStream {
        self.takes = true;
        let name = format_ident!("{name}");
        quote!(#name)
    }

    /// The node of the function.
    pub(super) fn node(&self) -> NodeId {
        self.node
    }

    /// Adds items that stand before the function.
    pub(super) fn add_items(&mut self, items: TokenStream) {
        self.statics.extend(items);
    }

    /// The value of a selection of the frame's data.
    pub(super) fn selected(&mut self, selection: &Selection) -> Held {
        match selection {
            Selection::Whole => Held::borrowed(self.data()),
            Selection::Nothing => Held::free(quote!(Value::Object(Object::Static(&[])))),
            Selection::Path(path) => {
                let root = self.data_for(path);
                self.found(path, &root)
            }
        }
    }

    /// The value at a path of InputPath or OutputPath.
    pub(super) fn found(&mut self, path: &Path, root: &TokenStream) -> Held {
        let (text, steps) = (&path.text, steps(path));
        self.found_by(
            path,
            root,
            Lookup::Plain,
            |hits, root| quote!(found(#hits, #text, #steps, #root)),
        )
    }

    /// True if tests want to see what each stage makes. Single states of SM4C cannot be tested.
    pub(super) fn inspects(&self) -> bool {
        self.context.options.inspect && !self.context.is_sm4c()
    }

    /// Shows a value to tests, if they want to see it: it gets a local for that, so that it is made
    /// once.
    pub(super) fn noted(&mut self, stage: &str, value: Held) -> Held {
        if !self.inspects() {
            return value;
        }
        // A name of its own: an earlier note may be read once more behind a later one.
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

    /// Shows the data to tests, if they want to see it.
    pub(super) fn note_data(&mut self, stage: &str) {
        if self.inspects() {
            let (stage, data) = (format_ident!("{stage}"), self.data());
            self.push(quote!(note(Stage::#stage, #data);));
        }
    }

    /// The selection that a node works on.
    pub(super) fn input_path(&mut self, selection: &Selection) -> Held {
        let selected = self.selected(selection);
        self.noted("AfterInputPath", selected)
    }

    /// The input of a node's work: the selection, and the template over it.
    pub(super) fn input(&mut self, input: &Input) -> Held {
        let made = self.parameters(input);
        self.noted("AfterParameters", made)
    }

    fn parameters(&mut self, input: &Input) -> Held {
        let Some(template) = &input.template else { return self.input_path(&input.select) };
        if !template.reads_data() {
            self.require_input(&input.select);
            return self.template(template, "PARAMETERS", &TokenStream::new());
        }
        if matches!(input.select, Selection::Whole) && !self.inspects() {
            let data = self.data();
            return self.template(template, "PARAMETERS", &data);
        }
        let selected = self.input_path(&input.select).reference();
        self.push(quote!(let input = #selected;));
        self.template(template, "PARAMETERS", &quote!(input))
    }

    /// The same of `InputPath`, which tests may want to see.
    pub(super) fn require_input(&mut self, selection: &Selection) {
        if self.inspects() {
            self.input_path(selection);
        } else {
            self.require(selection);
        }
    }

    /// A path that finds nothing fails even though nobody reads what it would find.
    pub(super) fn require(&mut self, selection: &Selection) {
        if let Selection::Path(path) = selection
            && path.yields() != Yield::Hits
            && !path.is_data()
        {
            let found = self.selected(selection).reference();
            self.push(quote!(#found;));
        }
    }

    /// Evaluates the input of a node's work, which may fail, and drops it.
    pub(super) fn discard(&mut self, input: &Input) {
        match &input.template {
            None | Some(Expr::Literal(_)) if !self.inspects() => self.require(&input.select),
            None
            | Some(
                Expr::Literal(_)
                | Expr::Path { .. }
                | Expr::Call { .. }
                | Expr::Jq(_)
                | Expr::Object(_)
                | Expr::Array(_),
            ) => {
                let value = self.input(input).value();
                self.push(quote!(let _ = #value;));
            }
        }
    }

    /// A constant; its containers become statics.
    pub(super) fn literal(&mut self, literal: &Literal, slot: &'static str) -> TokenStream {
        let mut statics = self.statics_of(slot);
        let value = statics.value(literal);
        self.add_statics(statics);
        value
    }

    /// The statics of a part of the state, none yet.
    pub(super) fn statics_of(&self, slot: &'static str) -> Statics<'a> {
        Statics::new(&self.context.names, self.node, slot)
    }

    /// Adds statics that stand before the function.
    pub(super) fn add_statics(&mut self, statics: Statics<'a>) {
        self.statics.extend(statics.into_items());
    }

    /// A value that is needed more than once: it gets a local, unless it is one or a constant.
    pub(super) fn kept(&mut self, value: Held) -> Held {
        if value.by == Holder::Free {
            return value;
        }
        let tokens = value.tokens;
        let kind = (value.by == Holder::Data).then(|| quote!(: &Value));
        self.push(quote!(let result #kind = #tokens;));
        Held { tokens: quote!(result), by: value.by }
    }

    /// Puts a constant into its place and selects what is handed on. An object for one key, which
    /// is what most of them are, goes as a reference to its static: handed over as a `Value` it
    /// would be written to memory and read back, 5 ns more.
    pub(super) fn constant(&mut self, result: &Literal, output: &Output) {
        let value = self.literal(result, "RESULT");
        if self.inspects() {
            let value = self.noted("Result", Held::free(value));
            return self.output(output, Some(value));
        }
        let (Literal::Object(entries), None, Place::At(path), []) =
            (result, &output.template, &output.place, output.assign.as_slice())
        else {
            return self.output(output, Some(Held::free(value)));
        };
        let [ReferenceStep::Key(key)] = path.steps.as_slice() else {
            return self.output(output, Some(Held::free(value)));
        };
        let name = self.context.names.constant(self.node, "RESULT", 0);
        let entries = if entries.is_empty() { quote!(&[]) } else { quote!(&#name) };
        self.access = Access::Write;
        self.push(quote!(put_constant(data, #key, #entries)?;));
        self.select(&output.select);
    }

    /// Puts a result into its place and selects what is handed on. `result` is an expression of
    /// type `Value`, or `None` where the result is the data as it is.
    pub(super) fn output(&mut self, output: &Output, result: Option<Held>) {
        let reads = output.assign.iter().any(|assignment| assignment.value.reads_data());
        let is_dropped =
            matches!(output.place, Place::Discard) && output.template.is_none() && !reads;
        let result = match result {
            // Nobody looks at it, but it may fail.
            Some(result) if is_dropped && !output.assign.is_empty() && !self.inspects() => {
                if result.by != Holder::Free {
                    let result = result.value();
                    self.push(quote!(let _ = #result;));
                }
                None
            }
            result => result,
        };
        let result = self.compute_assigned(&output.assign, result);
        let result = match &output.template {
            None => result,
            Some(template) => Some(self.selector(template, result, &output.place)),
        };
        let result = if self.inspects() { Some(self.result_for_tests(result)) } else { result };
        self.put(&output.place, result);
        self.note_data("AfterResultPath");
        self.select(&output.select);
        self.assign_computed(&output.assign);
    }

    fn result_for_tests(&mut self, result: Option<Held>) -> Held {
        let result = result.unwrap_or_else(|| Held::borrowed(self.data()));
        self.noted("AfterResultSelector", result)
    }

    /// `ResultSelector`: a template over the result. Even where nothing is kept of it, it may fail.
    fn selector(&mut self, template: &Expr, result: Option<Held>, place: &Place) -> Held {
        if !template.reads_data() {
            let selected = self.template(template, "SELECTOR", &TokenStream::new());
            return self.select_from(selected, place);
        }
        let raw = match result {
            Some(held) => held.reference(),
            None => self.data(),
        };
        self.push(quote!(let raw = #raw;));
        let selected = self.template(template, "SELECTOR", &quote!(raw));
        self.select_from(selected, place)
    }

    /// What a `ResultSelector` has made, as a local that the data is not needed for any more.
    fn select_from(&mut self, selected: Held, place: &Place) -> Held {
        if selected.by == Holder::Free {
            return selected;
        }
        let selected =
            if matches!(place, Place::Whole) { selected.shallow() } else { selected.value() };
        match place {
            Place::Discard if !self.inspects() => self.push(quote!(#selected;)),
            Place::Discard | Place::Whole | Place::At(_) | Place::Merge(_) => {
                self.push(quote!(let selected = #selected;));
            }
        }
        Held::free(quote!(selected))
    }

    /// Writes a value to its place in the frame's data.
    pub(super) fn put(&mut self, place: &Place, value: Option<Held>) {
        match (place, value) {
            (Place::Whole, None) | (Place::Discard, _) => {}
            (Place::Whole, Some(value)) => {
                self.access = Access::Write;
                let value = value.shallow();
                self.push(quote!(*data = #value;));
            }
            (Place::Merge(_), _) => unreachable!("only machines in SM4C have it"),
            (Place::At(path), value) => {
                self.access = Access::Write;
                self.push(put_at(path, value.unwrap_or_else(|| Held::borrowed(quote!(data)))));
            }
        }
    }

    /// Keeps only what a selection yields of the frame's data.
    pub(super) fn select(&mut self, selection: &Selection) {
        if matches!(selection, Selection::Whole) {
            return;
        }
        let value = self.selected(selection).shallow();
        self.access = Access::Write;
        self.push(quote!(*data = #value;));
    }
}

/// A value written to a Reference Path. Whatever needs the data is computed before the data is
/// borrowed for writing.
fn put_at(path: &ReferencePath, value: Held) -> TokenStream {
    let (before, value) = if value.by == Holder::Free {
        (TokenStream::new(), value.tokens)
    } else {
        let value = value.value();
        (quote!(let result = #value;), quote!(result))
    };
    match path.steps.as_slice() {
        [] => quote!(#before *data = #value;),
        [ReferenceStep::Key(key)] => quote!(#before put(data, #key, #value)?;),
        steps => {
            let steps = steps.iter().map(|step| match step {
                ReferenceStep::Key(key) => quote!(Seg::Key(#key)),
                ReferenceStep::Index(index) => {
                    let index = proc_macro2::Literal::u32_unsuffixed(*index);
                    quote!(Seg::Index(#index))
                }
            });
            quote!(#before put_at(data, &[#(#steps),*], #value)?;)
        }
    }
}
