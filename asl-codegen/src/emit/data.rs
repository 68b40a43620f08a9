//! The statements that move data through a node: selections, templates, results in their place.
//!
//! What is only read is borrowed; what is kept is a cheap clone; what a result replaces is written in place.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::Context;
use super::literal::Statics;
use crate::expr::jsonpath::{
    Path, ReferencePath, ReferenceStep, Yield,
    emit::{find, find_or_null, steps},
};
use crate::ir::{Expr, Input, Literal, NodeId, Output, Place, Selection};
use crate::options::Profile;

/// How a function uses the data of its frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Access {
    /// Not at all.
    None,
    /// Borrowed.
    Read,
    /// Changed.
    Write,
}

/// An expression, and what holds its value.
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
    statements: TokenStream,
    statics: TokenStream,
    access: Access,
    takes: bool,
    cx: bool,
}

/// A finished body.
pub(super) struct Parts {
    /// Its statements.
    pub(super) statements: TokenStream,
    /// Statics that stand before the function.
    pub(super) statics: TokenStream,
    /// How it uses the data.
    pub(super) access: Access,
    /// Whether it uses the result, the event or the error.
    pub(super) takes: bool,
    /// Whether it uses `cx`.
    pub(super) cx: bool,
}

impl<'a> Body<'a> {
    /// An empty one.
    pub(super) fn new(context: &'a Context<'a>, node: NodeId) -> Self {
        let (statements, statics) = (TokenStream::new(), TokenStream::new());
        Self { context, node, statements, statics, access: Access::None, takes: false, cx: false }
    }

    /// What a function is made of.
    pub(super) fn into_parts(self) -> Parts {
        let Self { statements, statics, access, takes, cx, .. } = self;
        Parts { statements, statics, access, takes, cx }
    }

    /// What the machine knows besides the data: when the state was entered.
    pub(super) fn cx(&mut self) -> TokenStream {
        self.cx = true;
        quote!(cx)
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

    /// Takes the result, the event or the error by its name.
    pub(super) fn taken(&mut self, name: &TokenStream) -> TokenStream {
        self.takes = true;
        name.clone()
    }

    /// What a selection yields of the frame's data.
    pub(super) fn selected(&mut self, selection: &Selection) -> Held {
        match selection {
            Selection::Whole => Held::borrowed(self.data()),
            Selection::Nothing => Held::free(quote!(Value::Object(Object::Static(&[])))),
            Selection::Path(path) => {
                let root = self.data();
                found(path, &root)
            }
        }
    }

    /// Whether tests want to see what each stage makes.
    pub(super) fn inspects(&self) -> bool {
        self.context.options.inspect
    }

    /// Shows a value to tests, if they want to see it: it gets a local for that, so that it is made once.
    pub(super) fn noted(&mut self, stage: &str, value: Held) -> Held {
        if !self.inspects() {
            return value;
        }
        let (stage, local) = (format_ident!("{stage}"), Ident::new("noted", Span::mixed_site()));
        let tokens = value.tokens;
        self.push(match value.by {
            Holder::Data => quote!(let #local: &Value = #tokens; note(Stage::#stage, #local);),
            Holder::Made | Holder::Template | Holder::Free => {
                quote!(let #local = #tokens; note(Stage::#stage, &#local);)
            }
        });
        Held { tokens: quote!(#local), by: if value.by == Holder::Made { Holder::Free } else { value.by } }
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

    /// What a node works on: the selection, and the template over it.
    pub(super) fn input(&mut self, input: &Input) -> Held {
        let made = self.parameters(input);
        self.noted("AfterParameters", made)
    }

    fn parameters(&mut self, input: &Input) -> Held {
        let Some(template) = &input.template else { return self.input_path(&input.select) };
        if matches!(template, Expr::Literal(_)) {
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
            && !path.is_root()
        {
            let found = self.selected(selection).reference();
            self.push(quote!(#found;));
        }
    }

    /// What a node works on, of which nothing is kept; it may fail all the same.
    pub(super) fn discard(&mut self, input: &Input) {
        match &input.template {
            None | Some(Expr::Literal(_)) if !self.inspects() => self.require(&input.select),
            None
            | Some(Expr::Literal(_) | Expr::Path { .. } | Expr::Call { .. } | Expr::Object(_) | Expr::Array(_)) => {
                let value = self.input(input).value();
                self.push(quote!(let _ = #value;));
            }
        }
    }

    /// A template over a root, which is an expression of type `&Value`.
    pub(super) fn template(&mut self, template: &Expr, slot: &'static str, root: &TokenStream) -> Held {
        let mut statics = Statics::new(&self.context.names, self.node, slot);
        let value = expression(template, root, self.context.machine.profile, &mut statics);
        self.statics.extend(statics.into_items());
        if matches!(template, Expr::Literal(_)) {
            Held::free(value)
        } else {
            Held { tokens: value, by: Holder::Template }
        }
    }

    /// A computed value over the frame's data.
    pub(super) fn computed(&mut self, expression: &Expr, slot: &'static str) -> TokenStream {
        let root = if matches!(expression, Expr::Literal(_)) { TokenStream::new() } else { self.data() };
        self.template(expression, slot, &root).value()
    }

    /// A constant; its containers become statics.
    pub(super) fn literal(&mut self, literal: &Literal, slot: &'static str) -> TokenStream {
        let mut statics = Statics::new(&self.context.names, self.node, slot);
        let value = statics.value(literal);
        self.statics.extend(statics.into_items());
        value
    }

    /// Puts a constant into its place and selects what is handed on. An object for one key, which is what most of them are,
    /// goes as a reference to its static: handed over as a `Value` it would be written to memory and read back, 5 ns more.
    pub(super) fn constant(&mut self, result: &Literal, output: &Output) {
        let value = self.literal(result, "RESULT");
        if self.inspects() {
            let value = self.noted("Result", Held::free(value));
            return self.output(output, Some(value));
        }
        let (Literal::Object(entries), None, Place::At(path)) = (result, &output.template, &output.place) else {
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

    /// Puts a result into its place and selects what is handed on. `result` is an expression of type `Value`, or `None`
    /// where the result is the data as it is.
    pub(super) fn output(&mut self, output: &Output, result: Option<Held>) {
        let result = match &output.template {
            None => result,
            Some(template) => Some(self.selector(template, result, &output.place)),
        };
        let result = if self.inspects() { Some(self.result_for_tests(result)) } else { result };
        self.put(&output.place, result);
        self.note_data("AfterResultPath");
        self.select(&output.select);
    }

    fn result_for_tests(&mut self, result: Option<Held>) -> Held {
        let result = result.unwrap_or_else(|| Held::borrowed(self.data()));
        self.noted("AfterResultSelector", result)
    }

    /// `ResultSelector`: a template over the result. Even where nothing is kept of it, it may fail.
    fn selector(&mut self, template: &Expr, result: Option<Held>, place: &Place) -> Held {
        if matches!(template, Expr::Literal(_)) {
            return self.template(template, "SELECTOR", &TokenStream::new());
        }
        let raw = match result {
            Some(held) => held.reference(),
            None => self.data(),
        };
        self.push(quote!(let raw = #raw;));
        let selected = self.template(template, "SELECTOR", &quote!(raw));
        let selected = if matches!(place, Place::Whole) { selected.shallow() } else { selected.value() };
        match place {
            Place::Discard if !self.inspects() => self.push(quote!(#selected;)),
            Place::Discard | Place::Whole | Place::At(_) => self.push(quote!(let selected = #selected;)),
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

/// A value written to a Reference Path. Whatever needs the data is computed before the data is borrowed for writing.
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

/// What a path of InputPath or OutputPath finds.
pub(super) fn found(path: &Path, root: &TokenStream) -> Held {
    if path.is_root() {
        return Held::borrowed(root.clone());
    }
    let (hits, text, steps) = (find(path, root), &path.text, steps(path));
    match path.yields() {
        Yield::Place => Held::borrowed(quote!(found(#hits, #text, #steps, #root)?)),
        Yield::Members => Held::made(quote!(found(#hits, #text, #steps, #root)?)),
        Yield::Hits => Held::made(hits),
    }
}

/// A template as an expression of type `Value`.
fn expression(template: &Expr, root: &TokenStream, profile: Profile, statics: &mut Statics<'_>) -> TokenStream {
    match template {
        Expr::Literal(literal) => statics.value(literal),
        Expr::Path { field, path } => member(field, path, root, profile),
        Expr::Call { .. } => unreachable!("the front-end refuses them so far"),
        Expr::Object(members) => {
            let members = members.iter().map(|(key, value)| {
                let value = expression(value, root, profile, statics);
                quote!((#key, #value))
            });
            let members: Vec<TokenStream> = members.collect();
            in_parts(&quote!(object), &members)
        }
        Expr::Array(items) => {
            let items: Vec<TokenStream> = items.iter().map(|item| expression(item, root, profile, statics)).collect();
            in_parts(&quote!(array), &items)
        }
    }
}

/// Most members or items that are made in one expression. Each may be the one that fails, and what rustc notes of all the
/// others then grows with the square of their number: 6,000 in one expression took it 22 GB.
const MOST_AT_ONCE: usize = 64;

/// An object or array of these members or items; a large one part by part, each in a closure: a function of its own to rustc.
fn in_parts(make: &TokenStream, elements: &[TokenStream]) -> TokenStream {
    if elements.len() <= MOST_AT_ONCE {
        return quote!(#make([#(#elements),*]));
    }
    let (made, part) = (Ident::new("made", Span::mixed_site()), Ident::new("part", Span::mixed_site()));
    let parts = elements.chunks(MOST_AT_ONCE).map(|elements| {
        quote! {
            let #part = || -> Result<Value, Failed> { Ok(#make([#(#elements),*])) };
            append(&mut #made, #part()?);
        }
    });
    quote!({ let mut #made = #make([]); #(#parts)* #made })
}

/// What a path of a payload template finds.
fn member(field: &str, path: &Path, root: &TokenStream, profile: Profile) -> TokenStream {
    let hits = match profile {
        Profile::Spec => find(path, root),
        Profile::Aws => find_or_null(path, root),
    };
    if path.is_root() {
        return quote!(#root.clone());
    }
    let text = &path.text;
    match path.yields() {
        Yield::Place => quote!(member(#hits, #text, #field, #root)?.clone()),
        Yield::Members => quote!(member(#hits, #text, #field, #root)?),
        Yield::Hits => hits,
    }
}
