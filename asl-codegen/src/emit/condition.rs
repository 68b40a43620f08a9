//! Choice rules → conditions of Rust.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::data::{Body, Held};
use super::node::{Function, goto};
use super::{Context, docs, literal};
use crate::expr::jsonpath::{Path, Yield, emit::find};
use crate::ir::{Branch, Comparable, Comparison, Condition, Instant, NodeId, Order, Rule, Selection, Target, Test};
use crate::options::Profile;

/// The function of a Branch: a plain list of rules, in a function of its own where data is selected around it.
pub(super) fn branch(context: &Context<'_>, id: NodeId, doc: TokenStream, node: &Branch) -> Function {
    let mut body = Body::new(context, id);
    body.note_data("Input");
    if matches!((&node.input, &node.output), (Selection::Whole, Selection::Whole)) {
        body.note_data("AfterInputPath");
        let data = body.data();
        let rules = rules(node, &data, |target| goto(context, target));
        let otherwise = otherwise(context, node, |target| goto(context, target));
        return Function::new(doc, context.names.enter(id), "", body, &quote!(#rules #otherwise));
    }
    let input = body.input_path(&node.input).value();
    let choice = context.names.choice(id);
    body.push(quote! {
        let input = #input;
        let next = #choice(&input)?;
    });
    body.put(&crate::ir::Place::Whole, Some(Held::free(quote!(input))));
    body.select(&node.output);
    let item = choice_function(context, id, node);
    Function::new(doc, context.names.enter(id), "", body, &quote!(Ok(Step::Goto(next)))).with(item)
}

fn choice_function(context: &Context<'_>, id: NodeId, node: &Branch) -> TokenStream {
    let found = |target| {
        let node = context.names.node(target);
        quote!(Ok(#node))
    };
    let rules = rules(node, &quote!(data), found);
    let otherwise = otherwise(context, node, found);
    let name = context.names.choice(id);
    let doc = docs::line(&format!("The choice of {}.", docs::state_name(context, id)));
    quote! {
        #doc
        fn #name(data: &Value) -> Result<NodeId, Failed> {
            #rules
            #otherwise
        }
    }
}

/// One `if` after the other: a chain of `else` would nest as deep as there are rules.
fn rules(node: &Branch, data: &TokenStream, found: impl Fn(NodeId) -> TokenStream) -> TokenStream {
    let rule = |rule: &Rule| {
        let condition = condition(&rule.condition, data);
        let found = found(node_of(&rule.target));
        quote!(if #condition { return #found; })
    };
    node.rules.iter().map(rule).collect()
}

fn otherwise(context: &Context<'_>, node: &Branch, found: impl Fn(NodeId) -> TokenStream) -> TokenStream {
    match (&node.default, context.machine.profile) {
        (Some(target), _) => found(node_of(target)),
        (None, Profile::Spec) => quote!(Err(no_choice_matched())),
        (None, Profile::Aws) => quote!(Err(no_next_state())),
    }
}

fn node_of(target: &Target) -> NodeId {
    target.node.unwrap_or_else(|| unreachable!("checked: every transition has a target"))
}

/// A condition as an expression of type `bool`, in the terms of Rust: `&&`, `||`, `!`.
fn condition(condition: &Condition, data: &TokenStream) -> TokenStream {
    match alone(condition) {
        Condition::And(all) => joined(all, data, &quote!(&&), |inner| matches!(inner, Condition::Or(_))),
        Condition::Or(any) => joined(any, data, &quote!(||), |inner| matches!(inner, Condition::And(_))),
        Condition::Not(inner) if let Some(opposite) = opposite(alone(inner)) => self::condition(&opposite, data),
        Condition::Not(inner) => {
            let inner_tokens = self::condition(inner, data);
            match alone(inner) {
                Condition::And(_) | Condition::Or(_) => quote!(!(#inner_tokens)),
                Condition::Not(_) | Condition::Compare { .. } => quote!(!#inner_tokens),
            }
        }
        Condition::Compare { variable, comparison: Comparison::Is(Test::Present, expected) } => {
            is_present(variable, *expected, data)
        }
        Condition::Compare { variable, comparison } => compare(&value_at(variable, data), comparison, data),
    }
}

/// What stands at a path: an expression of type `&Value` that fails where there is nothing.
fn value_at(path: &Path, data: &TokenStream) -> TokenStream {
    let (hits, text) = (find(path, data), &path.text);
    match path.yields() {
        Yield::Place if path.is_root() => data.clone(),
        Yield::Place => quote!(variable(#hits, #text)?),
        Yield::Members => quote!(&variable(#hits, #text)?),
        Yield::Hits => quote!(&#hits),
    }
}

/// Whether there is anything at a path, or nothing. One that gathers what it reaches always finds its array.
fn is_present(path: &Path, expected: bool, data: &TokenStream) -> TokenStream {
    let hits = find(path, data);
    match path.yields() {
        Yield::Place if path.is_root() => quote!(#expected),
        Yield::Place | Yield::Members if expected => quote!(#hits.is_some()),
        Yield::Place | Yield::Members => quote!(#hits.is_none()),
        Yield::Hits if expected => quote!(!is_null(&#hits)),
        Yield::Hits => quote!(is_null(&#hits)),
    }
}

/// The opposite of a test: so that no two exclamation marks meet.
fn opposite(condition: &Condition) -> Option<Condition> {
    let Condition::Compare { variable, comparison: Comparison::Is(test, expected) } = condition else { return None };
    Some(Condition::Compare { variable: variable.clone(), comparison: Comparison::Is(*test, !expected) })
}

/// The condition without any `And` and `Or` around it that has no other member: Rust warns of brackets without a need.
fn alone(condition: &Condition) -> &Condition {
    let mut condition = condition;
    while let Condition::And(members) | Condition::Or(members) = condition
        && let [only] = members.as_slice()
    {
        condition = only;
    }
    condition
}

/// Operators nest to the left, and parsers follow the nesting on their stack: longer lists are halved.
const MOST_JOINED: usize = 64;

fn joined(
    conditions: &[Condition],
    data: &TokenStream,
    with: &TokenStream,
    in_brackets: fn(&Condition) -> bool,
) -> TokenStream {
    if conditions.len() > MOST_JOINED {
        let (first, second) = conditions.split_at(conditions.len() / 2);
        let first = joined(first, data, with, in_brackets);
        let second = joined(second, data, with, in_brackets);
        return quote!((#first) #with (#second));
    }
    let mut joined = TokenStream::new();
    for (number, inner) in conditions.iter().enumerate() {
        if number > 0 {
            joined.extend(with.clone());
        }
        let tokens = condition(inner, data);
        joined.extend(if in_brackets(alone(inner)) { quote!((#tokens)) } else { tokens });
    }
    joined
}

fn compare(value: &TokenStream, comparison: &Comparison, data: &TokenStream) -> TokenStream {
    match comparison {
        Comparison::String(order, text) => {
            let order = self::order(*order);
            quote!(string_is(#value, #order, #text))
        }
        Comparison::Numeric(order, number) => {
            let (order, number) = (self::order(*order), literal::float(*number));
            quote!(number_is(#value, #order, #number))
        }
        Comparison::Boolean(expected) => quote!(boolean_is(#value, #expected)),
        Comparison::Timestamp(order, instant) => {
            let (order, moment) = (self::order(*order), moment(instant));
            quote!(time_is(#value, #order, #moment))
        }
        Comparison::Place(what, order, path) => {
            let (order, operand) = (self::order(*order), value_at(path, data));
            match what {
                Comparable::String => quote!(strings_are(#value, #order, #operand)),
                Comparable::Numeric => quote!(numbers_are(#value, #order, #operand)),
                Comparable::Boolean => quote!(booleans_are(#value, #operand)),
                Comparable::Timestamp => quote!(times_are(#value, #order, #operand)),
            }
        }
        Comparison::Matches(pieces) => quote!(string_matches(#value, &[#(#pieces),*])),
        Comparison::Is(test, expected) => {
            let is = is(*test, value);
            if *expected { is } else { quote!(!#is) }
        }
    }
}

fn is(test: Test, value: &TokenStream) -> TokenStream {
    match test {
        Test::Null => quote!(is_null(#value)),
        Test::Numeric => quote!(is_number(#value)),
        Test::String => quote!(is_string(#value)),
        Test::Boolean => quote!(is_boolean(#value)),
        Test::Timestamp => quote!(is_timestamp(#value)),
        Test::Present => unreachable!("`is_present` asks for it before there is a value"),
    }
}

/// A point in time as a constant.
pub(super) fn moment(instant: &Instant) -> TokenStream {
    let seconds = literal::integer(instant.seconds);
    let nanoseconds = Token::u32_unsuffixed(instant.nanoseconds);
    quote!(Moment { seconds: #seconds, nanoseconds: #nanoseconds })
}

fn order(order: Order) -> TokenStream {
    match order {
        Order::Equals => quote!(Order::Equals),
        Order::LessThan => quote!(Order::LessThan),
        Order::GreaterThan => quote!(Order::GreaterThan),
        Order::LessThanEquals => quote!(Order::LessThanEquals),
        Order::GreaterThanEquals => quote!(Order::GreaterThanEquals),
    }
}
