//! The state of an emission, and its operations for all kinds of filters.
//!
//! Code is built in continuation passing style: [`emit_filter`] builds the code of a filter around
//! the code that takes its outputs. That code is built exactly once, for any number of outputs;
//! code that is needed twice becomes a local closure first, see [`Emitter::shared`]. So nested
//! generators become nested loops, and the code stays linear in the program.

use std::cell::{Cell, RefCell};
use std::fmt::Display;

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::functions::Functions;
use super::literal::Statics;
use super::operand::Operand;
use super::value::{emit_each, emit_filter};
use crate::analysis::Outputs;
use crate::plan::{Facts, Scope, Site, Value};
use crate::syntax::{Filter, Program, VariableId};

/// The state of one emission. All functions share it, so what they change is in cells.
pub(super) struct Emitter<'p> {
    pub(super) facts: Facts<'p>,
    pub(super) statics: RefCell<Statics>,
    pub(super) functions: RefCell<Functions>,
    /// Values of variables.
    values: RefCell<Vec<Operand>>,
    names: Cell<u32>,
    /// Decisions, where they are asked for.
    pub(super) notes: Option<RefCell<Vec<String>>>,
}

/// A point of the program: what is the input there, and what names mean.
#[derive(Clone)]
pub(super) struct At<'p, I = Operand> {
    pub(super) emitter: &'p Emitter<'p>,
    /// The value of `.`; in path mode with the path to it.
    pub(super) input: I,
    pub(super) scope: Scope<'p>,
}

impl<'p, I> At<'p, I> {
    /// The same names with another input.
    pub(super) fn on<J>(&self, input: J) -> At<'p, J> {
        At { emitter: self.emitter, input, scope: self.scope.clone() }
    }

    /// Keeps a decision about a filter.
    pub(super) fn note(&self, filter: &Filter, decision: &dyn Display) {
        let text = self.emitter.facts.program.text_of(filter);
        self.emitter.note(&format_args!("`{text}`"), decision);
    }

    /// The names here, for decisions.
    pub(super) fn site(&self) -> Site<'p> {
        Site { facts: &self.emitter.facts, scope: self.scope.clone() }
    }

    /// The value of a variable.
    pub(super) fn variable(&self, id: VariableId) -> Operand {
        let known = match self.scope.variable(id) {
            Value::Null => Some(Operand::Constant(quote!(Value::Null))),
            Value::Bound(at) => self.emitter.values.borrow().get(at).cloned(),
        };
        known.unwrap_or_else(|| unreachable!("values are in the list before they have a name"))
    }

    /// The number of outputs a filter has here.
    pub(super) fn outputs(&self, filter: &Filter) -> Outputs {
        self.emitter.facts.outputs(filter, &self.scope)
    }

    /// True if it has exactly one.
    pub(super) fn has_one(&self, filter: &Filter) -> bool {
        self.outputs(filter) == Outputs::One
    }
}

impl<'p, I: Clone> At<'p, I> {
    /// The same input with other meanings of names.
    pub(super) fn scoped(&self, scope: &Scope<'p>) -> Self {
        Self { emitter: self.emitter, input: self.input.clone(), scope: scope.clone() }
    }
}

impl<'p> At<'p> {
    /// The same for a use of the input that is not the last one.
    pub(super) fn lent(&self) -> Self {
        self.on(self.input.lent())
    }

    /// The only output of a filter that has one, and the statements that compute it.
    pub(super) fn only(&self, filter: &'p Filter) -> (TokenStream, Operand) {
        let mut output = None;
        let statements = emit_each(self, filter, &mut |value| {
            output = Some(value);
            TokenStream::new()
        });
        // What ends in an error has no output that anybody would see.
        (statements, output.unwrap_or(Operand::Constant(quote!(Value::Null))))
    }

    /// The only output of a filter that has one, as an expression of type `Value`.
    pub(super) fn one(&self, filter: &'p Filter) -> TokenStream {
        let (statements, output) = self.only(filter);
        block(&statements, &output.value())
    }

    /// The output of a filter that has at most one, as an expression of type `Option<Value>`.
    pub(super) fn maybe(&self, filter: &'p Filter) -> TokenStream {
        if self.has_one(filter) {
            let (statements, output) = self.only(filter);
            let value = output.value();
            return block(&statements, &quote!(Some(#value)));
        }
        let found = self.emitter.fresh("found");
        let statements = emit_each(self, filter, &mut |value| {
            let value = value.value();
            quote!(#found = Some(#value);)
        });
        quote!({ let mut #found: Option<Value> = None; #statements #found })
    }
}

/// The code that takes the outputs of a filter.
pub(super) struct Next<'k, O = Operand> {
    make: &'k mut dyn FnMut(O) -> TokenStream,
    /// An expression of type `&mut Emit<'_>` that takes them all, if there is one; in path mode of
    /// type `&mut EmitPath<'_>`.
    pub(super) direct: Option<TokenStream>,
}

impl<'k, O> Next<'k, O> {
    /// Code around an output.
    pub(super) fn new(make: &'k mut dyn FnMut(O) -> TokenStream) -> Self {
        Self { make, direct: None }
    }

    /// Makes the code.
    pub(super) fn make(&mut self, output: O) -> TokenStream {
        (self.make)(output)
    }
}

/// The result that code passes on: a value, in path mode with its path.
pub(super) trait Output: Sized {
    /// The output that a closure takes, and the parameters of the closure.
    fn taken(emitter: &Emitter<'_>) -> (Self, TokenStream);

    /// The arguments of a call of such a closure.
    fn handed(self) -> TokenStream;
}

impl Output for Operand {
    fn taken(emitter: &Emitter<'_>) -> (Self, TokenStream) {
        let value = emitter.fresh("value");
        (Self::local(&value), quote!(|#value: Value|))
    }

    fn handed(self) -> TokenStream {
        self.value()
    }
}

impl<'p> Emitter<'p> {
    /// Nothing is made yet.
    pub(super) fn new(program: &'p Program) -> Self {
        Self {
            facts: Facts::new(program),
            statics: RefCell::default(),
            functions: RefCell::default(),
            values: RefCell::default(),
            names: Cell::new(0),
            notes: None,
        }
    }

    /// A name that nothing else has: names of the runtime do not end in a number.
    pub(super) fn fresh(&self, word: &str) -> Ident {
        self.names.set(self.names.get() + 1);
        let plain = |letter: char| {
            if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' }
        };
        let word: String = word.chars().map(plain).collect();
        let word = word.trim_matches('_');
        let is_name = word.starts_with(|first: char| first.is_ascii_lowercase());
        format_ident!("{}_{}", if is_name { word } else { "value" }, self.names.get())
    }

    /// Keeps a decision about a part of the program.
    pub(super) fn note(&self, part: &dyn Display, decision: &dyn Display) {
        if let Some(notes) = &self.notes {
            notes.borrow_mut().push(format!("{part}: {decision}\n"));
        }
    }

    /// The number of the latest name.
    pub(super) fn number(&self) -> u32 {
        self.names.get()
    }

    /// A scope with a variable, which is never moved.
    pub(super) fn bound(&self, scope: &Scope<'p>, id: VariableId, value: &Operand) -> Scope<'p> {
        let mut values = self.values.borrow_mut();
        values.push(value.lent());
        scope.with_variable(id, Value::Bound(values.len() - 1))
    }

    /// Makes code that hands outputs over in several places: what takes them is put into a closure,
    /// unless it is one already.
    pub(super) fn shared<O: Output>(
        &self,
        next: &mut Next<'_, O>,
        body: impl FnOnce(&mut Next<'_, O>) -> TokenStream,
    ) -> TokenStream {
        if next.direct.is_some() {
            return body(next);
        }
        let emit = self.fresh("emit");
        let taker = self.taker(next);
        let body = emitting(&quote!(&mut #emit), &quote!(#emit), body);
        quote!(let mut #emit = #taker; #body)
    }

    /// The consumer of the outputs, as an expression of type `&mut Emit<'_>`, in path mode
    /// `&mut EmitPath<'_>`.
    pub(super) fn consumer<O: Output>(&self, next: &mut Next<'_, O>) -> TokenStream {
        if let Some(direct) = &next.direct {
            return direct.clone();
        }
        let taker = self.taker(next);
        quote!(&mut #taker)
    }

    /// The code that takes the outputs, as a closure.
    fn taker<O: Output>(&self, next: &mut Next<'_, O>) -> TokenStream {
        let (output, parameters) = O::taken(self);
        let taken = next.make(output);
        let steps = spent(&taken);
        quote!(#parameters -> Flow { #steps #taken Ok(()) })
    }

    /// A filter as a closure that hands its outputs over.
    pub(super) fn closure(&'p self, filter: &'p Filter, scope: &Scope<'p>) -> TokenStream {
        let (input, emit) = (self.fresh("input"), self.fresh("emit"));
        let at = At { emitter: self, input: Operand::reference(&input), scope: scope.clone() };
        let emit = quote!(#emit);
        let body = emitting(&emit, &emit, |next| emit_filter(&at, filter, next));
        quote!(|#input: &Value, #emit: &mut Emit<'_>| -> Flow { #body Ok(()) })
    }

    /// A filter with one output as a closure that gives it back.
    pub(super) fn closure_of_one(&'p self, filter: &'p Filter, scope: &Scope<'p>) -> TokenStream {
        let input = self.fresh("input");
        let at = At { emitter: self, input: Operand::reference(&input), scope: scope.clone() };
        let (statements, output) = at.only(filter);
        let value = output.value();
        quote!(|#input: &Value| -> Result<Value, Exit> { #statements Ok(#value) })
    }
}

/// Makes code whose outputs go to a function: `emit` is as [`Emitter::consumer`] makes it, `called`
/// is the same as it is called.
pub(super) fn emitting<O: Output>(
    emit: &TokenStream,
    called: &TokenStream,
    body: impl FnOnce(&mut Next<'_, O>) -> TokenStream,
) -> TokenStream {
    let mut make = |output: O| {
        let handed = output.handed();
        quote!(#called(#handed)?;)
    };
    body(&mut Next { make: &mut make, direct: Some(emit.clone()) })
}

/// Tokens of code whose work is a step.
const STEP: usize = 160;

/// The statement that takes the steps of code that runs once for each output.
pub(super) fn spent(code: &TokenStream) -> TokenStream {
    let steps = Literal::usize_unsuffixed(1 + tokens(code) / STEP);
    quote!(cx.spend(#steps)?;)
}

/// The same for a loop whose turns cost a step already.
pub(super) fn spent_besides(code: &TokenStream) -> TokenStream {
    let steps = tokens(code) / STEP;
    if steps == 0 {
        return TokenStream::new();
    }
    let steps = Literal::usize_unsuffixed(steps);
    quote!(cx.spend(#steps)?;)
}

/// The tokens of some code. It nests no deeper than `split` lets it.
fn tokens(code: &TokenStream) -> usize {
    let tokens = code.clone().into_iter();
    tokens
        .map(|token| {
            if let TokenTree::Group(group) = token { 1 + self::tokens(&group.stream()) } else { 1 }
        })
        .sum()
}

/// An expression with statements before it.
pub(super) fn block(statements: &TokenStream, value: &TokenStream) -> TokenStream {
    if statements.is_empty() { value.clone() } else { quote!({ #statements #value }) }
}
