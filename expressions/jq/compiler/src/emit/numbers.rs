//! Arithmetic with several operators in Rust's numbers.

use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::quote;

use super::code::{Code, Value};
use super::emitter::At;
use super::operand::Operand;
use super::operators::calculated;
use crate::plan::tree::Term;
use crate::syntax::Arithmetic;

/// An operand with its number, or an operator on two.
enum Node {
    Operand { value: Operand, number: TokenStream },
    Operator(Arithmetic, Box<Self>, Box<Self>),
}

/// The number, with the statements before it.
pub(super) fn emit_numbers(at: &At<'_>, term: &Term<'_>) -> (TokenStream, Code<Value>) {
    let Numbers { statements, names, places, fast, before, slow } = numbers(at, term, None);
    let number = code! {
        if let (#(Some(#names),)*) = (#((#places).as_f64(),)*) {
            cx.number(#fast)
        } else {
            #before
            #slow
        }
    };
    (statements, number)
}

/// A turn of a `reduce` whose update is arithmetic on its state, a local of the runtime's type
/// `State`: it stays a number from turn to turn.
pub(super) fn emit_number_turn(at: &At<'_>, state: &Ident, update: &Term<'_>) -> TokenStream {
    let old = at.emitter.fresh("state");
    let at = at.on(Operand::local(&old));
    let Numbers { statements, names, places, fast, before, slow } =
        numbers(&at, update, Some(state));
    quote! {
        #statements
        if let (#(Some(#names),)*) = (#((#places).as_f64(),)*) {
            #state.compute(#fast);
        } else {
            let #old = #state.take(cx);
            #before
            #state.set(#slow);
        }
    }
}

/// The code of arithmetic: the operands, and the result with and without Rust's numbers.
struct Numbers {
    statements: TokenStream,
    names: Vec<TokenStream>,
    places: Vec<TokenStream>,
    fast: TokenStream,
    before: TokenStream,
    slow: Code<Value>,
}

/// `state` is where the input is, if it is the state of a `reduce`.
fn numbers(at: &At<'_>, term: &Term<'_>, state: Option<&Ident>) -> Numbers {
    let mut operands = Operands { state, ..Operands::default() };
    let root = operands.node(at, term);
    let Operands { statements, names, places, .. } = operands;
    let (fast, (before, slow)) = (fast(&root), slow(at, &root));
    Numbers { statements, names, places, fast, before, slow: slow.value() }
}

/// The operands as they are emitted.
#[derive(Default)]
struct Operands<'s> {
    state: Option<&'s Ident>,
    statements: TokenStream,
    names: Vec<TokenStream>,
    places: Vec<TokenStream>,
}

impl Operands<'_> {
    /// jq computes the right side of an operator first.
    fn node(&mut self, at: &At<'_>, term: &Term<'_>) -> Node {
        let (node, constant, is_input) = match term {
            Term::Operator(operator, left, right) => {
                let (right, left) = (self.node(at, right), self.node(at, left));
                return Node::Operator(*operator, Box::new(left), Box::new(right));
            }
            Term::Operand { node, constant, is_input } => (node, constant, *is_input),
        };
        let (statements, value) = at.only(node);
        let (bound, value) = value.stable(at.emitter, "operand");
        self.statements.extend(quote!(#statements #bound));
        if let Some(number) = constant {
            return Node::Operand { value, number: literal(*number) };
        }
        let name = at.emitter.fresh("number");
        self.names.push(quote!(#name));
        self.places.push(match self.state {
            Some(state) if is_input => quote!(#state),
            _ => value.borrow().tokens(),
        });
        Node::Operand { value, number: quote!(#name) }
    }
}

/// A number of the program as one of Rust.
fn literal(number: f64) -> TokenStream {
    let token = Token::f64_unsuffixed(number.abs());
    if number.is_sign_negative() { quote!((-#token)) } else { quote!(#token) }
}

fn fast(node: &Node) -> TokenStream {
    match node {
        Node::Operand { number, .. } => number.clone(),
        Node::Operator(operator, left, right) => {
            let (left, right) = (fast(left), fast(right));
            match operator {
                Arithmetic::Add => quote!((#left + #right)),
                Arithmetic::Subtract => quote!((#left - #right)),
                _ => quote!((#left * #right)),
            }
        }
    }
}

/// The general way: jq's operators one by one, the right side first.
fn slow(at: &At<'_>, node: &Node) -> (TokenStream, Operand) {
    match node {
        Node::Operand { value, .. } => (TokenStream::new(), value.clone()),
        Node::Operator(operator, left, right) => {
            let (mut before, right) = slow(at, right);
            let (bound, right) = right.stable(at.emitter, "right");
            let (more, left) = slow(at, left);
            before.extend(quote!(#bound #more));
            (before, calculated(*operator, &left, &right))
        }
    }
}
