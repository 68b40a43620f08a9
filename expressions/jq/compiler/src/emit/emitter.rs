//! The state of an emission, and its operations for all kinds of filters.
//!
//! Code is built in continuation passing style: [`emit_node`] builds the code of a filter around
//! the code that takes its outputs. That code is built exactly once, for any number of outputs;
//! code that is needed twice becomes a local closure first, see [`Emitter::shared`]. So nested
//! generators become nested loops, and the code stays linear in the program.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::code::{Code, Value};
use super::functions::Functions;
use super::literal::{Constant, Statics};
use super::operand::Operand;
use super::value::{emit_each, emit_node};
use crate::plan::Program;
use crate::plan::tree::{Node, Slot, Variable};

/// The state of one emission. All functions share it, so what they change is in cells.
pub(super) struct Emitter<'p> {
    pub(super) plan: &'p Program<'p>,
    pub(super) statics: RefCell<Statics>,
    pub(super) functions: RefCell<Functions>,
    /// Values of variables.
    values: RefCell<HashMap<Slot, Operand>>,
    /// Locals of closures and of the numbers of labels.
    locals: RefCell<HashMap<Slot, Ident>>,
    names: Cell<u32>,
    /// The number of filters that were printed.
    filters: Cell<usize>,
}

/// A point of the program: what is the input there.
#[derive(Clone)]
pub(super) struct At<'p, I = Operand> {
    pub(super) emitter: &'p Emitter<'p>,
    /// The value of `.`; in path mode with the path to it.
    pub(super) input: I,
}

impl<'p, I> At<'p, I> {
    /// The same with another input.
    pub(super) fn on<J>(&self, input: J) -> At<'p, J> {
        At { emitter: self.emitter, input }
    }
}

impl At<'_> {
    /// The same for a use of the input that may not be the last one.
    pub(super) fn lent_if(&self, lends: bool) -> Self {
        self.on(self.input.lent_if(lends))
    }

    /// The only output of a filter that has one, and the statements that compute it.
    pub(super) fn only(&self, node: &Node<'_>) -> (TokenStream, Operand) {
        let mut output = None;
        let statements = emit_each(self, node, &mut |value| {
            output = Some(value);
            TokenStream::new()
        });
        // What ends in an error has no output that anybody would see.
        (statements, output.unwrap_or(Operand::Constant(Constant::null())))
    }

    /// The only output of a filter that has one.
    pub(super) fn one(&self, node: &Node<'_>) -> Code<Value> {
        let (statements, output) = self.only(node);
        block(node.has_statements(), &statements, output.value())
    }

    /// The output of a filter that has at most one.
    pub(super) fn maybe(&self, node: &Node<'_>) -> Code<Option<Value>> {
        if node.has_one() {
            let (statements, output) = self.only(node);
            let value = output.value();
            return block(node.has_statements(), &statements, code!(Some(#value)));
        }
        let found = self.emitter.fresh("found");
        let statements = emit_each(self, node, &mut |value| {
            let value = value.value();
            quote!(#found = Some(#value);)
        });
        code!({ let mut #found: Option<Value> = None; #statements #found })
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
        self.value().tokens()
    }
}

impl<'p> Emitter<'p> {
    /// Nothing is made yet.
    pub(super) fn new(plan: &'p Program<'p>) -> Self {
        Self {
            plan,
            statics: RefCell::default(),
            functions: RefCell::default(),
            values: RefCell::default(),
            locals: RefCell::default(),
            names: Cell::new(0),
            filters: Cell::new(0),
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

    /// The number of the latest name.
    pub(super) fn number(&self) -> u32 {
        self.names.get()
    }

    /// Gives a variable its value, which is never moved.
    pub(super) fn bind(&self, slot: Slot, value: &Operand) {
        self.values.borrow_mut().insert(slot, value.lent());
    }

    /// The value of a variable.
    pub(super) fn variable(&self, variable: Variable) -> Operand {
        let Some(slot) = variable else { return Operand::Constant(Constant::null()) };
        let known = self.values.borrow().get(&slot).cloned();
        known.unwrap_or_else(|| unreachable!("variables are used behind their bindings"))
    }

    /// Gives a closure, or the number of a label, its local.
    pub(super) fn name(&self, slot: Slot, name: &Ident) {
        self.locals.borrow_mut().insert(slot, name.clone());
    }

    /// The local of a closure, or of the number of a label.
    pub(super) fn local(&self, slot: Slot) -> Ident {
        let known = self.locals.borrow().get(&slot).cloned();
        known
            .unwrap_or_else(|| unreachable!("closures and labels are used where they are in scope"))
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
        let (steps, taken) = self.spent(|| next.make(output));
        quote!(#parameters -> Flow { #steps #taken Ok(()) })
    }

    /// Notes that a filter is printed.
    pub(super) fn note_filter(&self) {
        self.filters.set(self.filters.get() + 1);
    }

    /// Code that runs once for each output, and the statement before it that takes its steps.
    pub(super) fn spent<T>(&self, code: impl FnOnce() -> T) -> (TokenStream, T) {
        let (steps, code) = self.steps(code);
        let steps = Literal::usize_unsuffixed(1 + steps);
        (quote!(cx.spend(#steps)?;), code)
    }

    /// The same for a loop whose turns cost a step already.
    pub(super) fn spent_besides<T>(&self, code: impl FnOnce() -> T) -> (TokenStream, T) {
        let (steps, code) = self.steps(code);
        let steps = (steps > 0).then(|| Literal::usize_unsuffixed(steps));
        (steps.map(|steps| quote!(cx.spend(#steps)?;)).unwrap_or_default(), code)
    }

    /// Code, and the steps of its work beside the first one.
    fn steps<T>(&self, code: impl FnOnce() -> T) -> (usize, T) {
        let before = self.filters.get();
        let code = code();
        ((self.filters.get() - before) / STEP, code)
    }

    /// A filter as a closure that hands its outputs over.
    pub(super) fn closure(&self, node: &Node<'_>) -> TokenStream {
        let (input, emit) = (self.fresh("input"), self.fresh("emit"));
        let at = At { emitter: self, input: Operand::reference(&input) };
        let emit = quote!(#emit);
        let body = emitting(&emit, &emit, |next| emit_node(&at, node, next));
        quote!(|#input: &Value, #emit: &mut Emit<'_>| -> Flow { #body Ok(()) })
    }

    /// A filter with one output as a closure that gives it back.
    pub(super) fn closure_of_one(&self, node: &Node<'_>) -> TokenStream {
        let input = self.fresh("input");
        let at = At { emitter: self, input: Operand::reference(&input) };
        let (statements, output) = at.only(node);
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

/// Filters whose work is a step.
const STEP: usize = 16;

/// An expression with the statements before it that the plan says there are.
pub(super) fn block<T>(has_statements: bool, statements: &TokenStream, value: Code<T>) -> Code<T> {
    if cfg!(test) {
        assert_eq!(has_statements, !statements.is_empty(), "{statements} {}", quote!(#value));
    }
    if has_statements { code!({ #statements #value }) } else { value }
}
