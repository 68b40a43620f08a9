//! Arithmetic with several operators: if all operands are numbers, which is checked once, the
//! result is computed in Rust's numbers, and only it becomes a value.

use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::quote;

use super::emitter::At;
use super::operand::Operand;
use super::operators::{calculated, may_borrow};
use crate::syntax::{Arithmetic, Filter, Kind, Literal};

/// Maximum number of operands.
const MOST: usize = 8;
/// Integers up to this one are doubles too.
const WHOLE: i64 = 1 << 53;

/// An operand, or an operator on two.
enum Node {
    Operand { value: Operand, number: TokenStream },
    Operator(Arithmetic, Box<Self>, Box<Self>),
}

/// Statements, and an expression of type `Value`, for `left operator right`; none if there is one
/// operator only, or if operands would be computed in another order than jq's.
pub(super) fn emit_numbers<'p>(
    at: &At<'p>,
    operator: Arithmetic,
    left: &'p Filter,
    right: &'p Filter,
) -> Option<(TokenStream, TokenStream)> {
    if !(is_arithmetic(left) || is_arithmetic(right)) {
        return None;
    }
    let Numbers { statements, names, places, fast, before, slow } =
        numbers(at, operator, (left, right), None)?;
    let number = quote! {
        if let (#(Some(#names),)*) = (#((#places).as_f64(),)*) {
            cx.number(#fast)
        } else {
            #before
            #slow
        }
    };
    Some((statements, number))
}

/// A turn of a `reduce` whose update is arithmetic on its state, a local of the runtime's type
/// `State`: it stays a number from turn to turn.
pub(super) fn emit_number_turn<'p>(
    at: &At<'p>,
    state: &Ident,
    update: &'p Filter,
) -> Option<TokenStream> {
    let Kind::Arithmetic(operator, left, right) = &update.kind else { return None };
    let old = at.emitter.fresh("state");
    let at = at.on(Operand::local(&old));
    let Numbers { statements, names, places, fast, before, slow } =
        numbers(&at, *operator, (left, right), Some(state))?;
    Some(quote! {
        #statements
        if let (#(Some(#names),)*) = (#((#places).as_f64(),)*) {
            #state.compute(#fast);
        } else {
            let #old = #state.take(cx);
            #before
            #state.set(#slow);
        }
    })
}

/// The code of arithmetic: the operands, and the result with and without Rust's numbers.
struct Numbers {
    statements: TokenStream,
    names: Vec<TokenStream>,
    places: Vec<TokenStream>,
    fast: TokenStream,
    before: TokenStream,
    slow: TokenStream,
}

/// `state` is where the input is, if it is the state of a `reduce`: it must be among the operands.
fn numbers<'p>(
    at: &At<'p>,
    operator: Arithmetic,
    (left, right): (&'p Filter, &'p Filter),
    state: Option<&Ident>,
) -> Option<Numbers> {
    if !is_direct(operator) {
        return None;
    }
    let mut plan = Plan { is_suitable: true, ..Plan::default() };
    plan.look_at_both(at, left, right);
    // An input that nothing else needs grows in place, which it cannot if it is borrowed from.
    let grows = at.input.is_owned() && plan.inputs > 0;
    if !plan.is_suitable || plan.operands > MOST || grows && (plan.borrows || plan.inputs > 1) {
        return None;
    }
    let mut code = Code { moves: grows, state, ..Code::default() };
    let (right, left) = (code.node(at, right), code.node(at, left));
    let root = Node::Operator(operator, Box::new(left), Box::new(right));
    let Code { statements, names, places, .. } = code;
    if names.is_empty() || state.is_some() && !grows {
        return None;
    }
    let (fast, (before, slow)) = (fast(&root), slow(at, &root));
    Some(Numbers { statements, names, places, fast, before, slow: slow.value() })
}

/// True for operators whose result on whole numbers is that on doubles.
fn is_direct(operator: Arithmetic) -> bool {
    matches!(operator, Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply)
}

fn is_arithmetic(filter: &Filter) -> bool {
    matches!(&filter.kind, Kind::Arithmetic(operator, ..) if is_direct(*operator))
}

/// Facts about the operands. jq computes the right side of an operator first.
#[derive(Default)]
struct Plan {
    operands: usize,
    /// Number of operands that are `.`.
    inputs: usize,
    /// True if an operand may be a part of the input.
    borrows: bool,
    /// True after an operator, which may fail.
    has_operated: bool,
    /// False if an operand is surely no number, has not exactly one output, or may fail and comes
    /// after an operator.
    is_suitable: bool,
}

impl Plan {
    fn look_at_both(&mut self, at: &At<'_>, left: &Filter, right: &Filter) {
        self.look_at(at, right);
        self.look_at(at, left);
        self.has_operated = true;
    }

    fn look_at(&mut self, at: &At<'_>, filter: &Filter) {
        if let Kind::Arithmetic(operator, left, right) = &filter.kind
            && is_direct(*operator)
        {
            return self.look_at_both(at, left, right);
        }
        let is_safe = matches!(filter.kind, Kind::Identity | Kind::Literal(_) | Kind::Variable(_));
        self.operands += 1;
        if matches!(filter.kind, Kind::Identity) {
            self.inputs += 1;
        } else {
            self.borrows |= may_borrow(filter);
        }
        let is_number = !matches!(
            filter.kind,
            Kind::Array(_)
                | Kind::Object(_)
                | Kind::Interpolated { .. }
                | Kind::Literal(Literal::String(_) | Literal::Array(_) | Literal::Object(_))
        );
        let is_in_order = is_safe || !self.has_operated;
        self.is_suitable &= is_number && is_in_order && at.has_one(filter);
    }
}

/// The operands as they are emitted.
#[derive(Default)]
struct Code<'s> {
    moves: bool,
    state: Option<&'s Ident>,
    statements: TokenStream,
    names: Vec<TokenStream>,
    places: Vec<TokenStream>,
}

impl Code<'_> {
    fn node<'p>(&mut self, at: &At<'p>, filter: &'p Filter) -> Node {
        if let Kind::Arithmetic(operator, left, right) = &filter.kind
            && is_direct(*operator)
        {
            let (right, left) = (self.node(at, right), self.node(at, left));
            return Node::Operator(*operator, Box::new(left), Box::new(right));
        }
        let is_input = matches!(filter.kind, Kind::Identity);
        let (statements, value) =
            if is_input && self.moves { at.only(filter) } else { at.lent().only(filter) };
        let (bound, value) = value.stable(at.emitter, "operand");
        self.statements.extend(quote!(#statements #bound));
        if let Some(number) = constant(filter) {
            return Node::Operand { value, number };
        }
        let name = at.emitter.fresh("number");
        self.names.push(quote!(#name));
        self.places.push(match self.state {
            Some(state) if is_input => quote!(#state),
            _ => value.borrow(),
        });
        Node::Operand { value, number: quote!(#name) }
    }
}

#[expect(clippy::cast_precision_loss, reason = "it is a double too")]
fn whole(int: i64) -> f64 {
    int as f64
}

/// A number of the program as one of Rust.
fn constant(filter: &Filter) -> Option<TokenStream> {
    let number = match &filter.kind {
        Kind::Literal(Literal::Int(int)) if (-WHOLE..=WHOLE).contains(int) => whole(*int),
        Kind::Literal(Literal::Float(float, _)) if float.is_finite() => *float,
        _ => return None,
    };
    let token = Token::f64_unsuffixed(number.abs());
    Some(if number.is_sign_negative() { quote!((-#token)) } else { quote!(#token) })
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
            (before, Operand::Once(calculated(*operator, &left, &right)))
        }
    }
}
