//! Choice rules → conditions of Rust.

use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::quote;

use super::data::{Access, Body, Held, Parts};
use super::node::{Function, goto};
use super::paths::Lookup;
use super::uses::Uses;
use super::{Context, docs};
use crate::expr::jsonpath::{Path, Root, Yield};
use crate::expr::tokens;
use crate::ir::{
    Branch, Comparable, Comparison, Condition, Instant, NodeId, Order, Place, Selection, Target,
    Test,
};
use crate::options::Profile;

/// The function of a Branch: a plain list of rules, in a function of its own where data is selected
/// around it.
pub(super) fn branch(
    context: &Context<'_>,
    id: NodeId,
    doc: TokenStream,
    node: &Branch,
) -> Function {
    let mut body = Body::new(context, id);
    body.note_data("Input");
    if matches!((&node.input, &node.output), (Selection::Whole, Selection::Whole)) {
        body.note_data("AfterInputPath");
        let rules = rules(context, &mut body, node, |target| goto(context, target));
        return Function::new(doc, context.names.enter(id), "", body, &rules);
    }
    let (item, call) = choice_function(context, id, node);
    let input = body.input_path(&node.input).value();
    body.push(quote!(let input = #input;));
    let output = assigns(node).then(|| output_first(&mut body, &node.output)).flatten();
    let next = call.with(&mut body);
    body.push(quote!(let next = #next?;));
    match output {
        Some(output) => body.put(&Place::Whole, Some(output)),
        None => {
            body.put(&Place::Whole, Some(Held::free(quote!(input))));
            body.select(&node.output);
        }
    }
    Function::new(doc, context.names.enter(id), "", body, &quote!(Ok(Step::Goto(next)))).with(item)
}

/// Whether anything is assigned.
fn assigns(node: &Branch) -> bool {
    !node.assign.is_empty() || node.rules.iter().any(|rule| !rule.assign.is_empty())
}

/// `OutputPath` sees the variables as they are before the rules assign any.
fn output_first(body: &mut Body<'_>, output: &Selection) -> Option<Held> {
    let Selection::Path(path) = output else { return None };
    let root = if path.root == Root::Data {
        body.push(quote!(let effective = &input;));
        quote!(effective)
    } else {
        TokenStream::new()
    };
    let output = body.found(path, &root).value();
    body.push(quote!(let output = #output;));
    Some(Held::free(quote!(output)))
}

/// The function of the rules, and the call of it.
fn choice_function(context: &Context<'_>, id: NodeId, node: &Branch) -> (TokenStream, ChoiceCall) {
    let found = |target| {
        let node = context.names.node(target);
        quote!(Ok(#node))
    };
    let mut body = Body::new(context, id);
    let rules = rules(context, &mut body, node, found);
    let name = context.names.choice(id);
    let doc = docs::line(&format!("The choice of {}.", docs::state_name(context, id)));
    let Parts { statements, statics, access, cx, uses, .. } = body.into_parts();
    let data = (access > Access::None).then(|| quote!(data: &Value,));
    let cx_parameter = cx.parameter();
    let item = quote! {
        #statics
        #doc
        fn #name(#data #cx_parameter) -> Result<NodeId, Failed> {
            #statements
            #rules
        }
    };
    (item, ChoiceCall { name, access, cx, uses })
}

/// What the call of a choice function takes.
struct ChoiceCall {
    name: Ident,
    access: Access,
    cx: Access,
    uses: Uses,
}

impl ChoiceCall {
    fn with(self, body: &mut Body<'_>) -> TokenStream {
        let Self { name, access, cx, uses } = self;
        body.uses().add(uses);
        let input = (access > Access::None).then(|| quote!(&input));
        let cx = match cx {
            Access::None => None,
            Access::Read => Some(body.cx()),
            Access::Write => Some(body.cx_mut()),
        };
        let arguments = input.into_iter().chain(cx);
        quote!(#name(#(#arguments),*))
    }
}

/// One `if` after the other: a chain of `else` would nest as deep as there are rules.
fn rules(
    context: &Context<'_>,
    body: &mut Body<'_>,
    node: &Branch,
    found: impl Fn(NodeId) -> TokenStream,
) -> TokenStream {
    let mut rules = TokenStream::new();
    for rule in &node.rules {
        let condition = condition(&rule.condition, body);
        let assign = body.assign_now(&rule.assign);
        let found = found(node_of(&rule.target));
        rules.extend(quote!(if #condition { #assign return #found; }));
    }
    let otherwise = match (&node.default, context.machine.profile) {
        (Some(target), _) => {
            let (assign, found) = (body.assign_now(&node.assign), found(node_of(target)));
            quote!(#assign #found)
        }
        (None, Profile::Spec) => quote!(Err(no_choice_matched())),
        (None, Profile::Aws) => quote!(Err(no_next_state())),
    };
    quote!(#rules #otherwise)
}

fn node_of(target: &Target) -> NodeId {
    target.node.unwrap_or_else(|| unreachable!("checked: every transition has a target"))
}

/// A condition as an expression of type `bool`, in the terms of Rust: `&&`, `||`, `!`.
fn condition(condition: &Condition, body: &mut Body<'_>) -> TokenStream {
    match alone(condition) {
        Condition::And(all) => {
            joined(all, body, &quote!(&&), |inner| matches!(inner, Condition::Or(_)))
        }
        Condition::Or(any) => {
            joined(any, body, &quote!(||), |inner| matches!(inner, Condition::And(_)))
        }
        Condition::Not(inner) if let Some(opposite) = opposite(alone(inner), body.profile()) => {
            self::condition(&opposite, body)
        }
        Condition::Not(inner) => {
            let inner_tokens = self::condition(inner, body);
            match alone(inner) {
                Condition::And(_) | Condition::Or(_) => quote!(!(#inner_tokens)),
                Condition::Not(_) | Condition::Jq(_) | Condition::Compare { .. } => {
                    quote!(!#inner_tokens)
                }
            }
        }
        Condition::Jq(query) => body.holds(query, None),
        Condition::Compare { variable, comparison: Comparison::Is(Test::Present, expected) } => {
            is_present(variable, *expected, body)
        }
        Condition::Compare { variable, comparison } => match body.profile() {
            Profile::Spec => compare_if_present(variable, comparison, body),
            Profile::Aws => {
                let value = value_at(variable, body);
                compare(&value, comparison, body)
            }
        },
    }
}

/// A comparison that does not match where its `Variable`, or what that is compared with, is not
/// there. Appendix A of the 2016 text: "failed to find a match for the condition field extracted".
fn compare_if_present(
    variable: &Path,
    comparison: &Comparison,
    body: &mut Body<'_>,
) -> TokenStream {
    let data = body.data_for(variable);
    let found = body.hit(variable, &data);
    match comparison {
        Comparison::Place(what, order, path) => {
            let data = body.data_for(path);
            let (other, holds) = (
                body.hit(path, &data),
                compare_values(*what, *order, &quote!(value), &quote!(operand)),
            );
            quote!(#found.zip(#other).is_some_and(|(value, operand)| #holds))
        }
        Comparison::Is(test, true) => {
            let test = test_function(*test);
            quote!(#found.is_some_and(#test))
        }
        Comparison::String(..)
        | Comparison::Numeric(..)
        | Comparison::Boolean(_)
        | Comparison::Timestamp(..)
        | Comparison::Matches(_)
        | Comparison::Is(_, false) => {
            let holds = compare(&quote!(value), comparison, body);
            quote!(#found.is_some_and(|value| #holds))
        }
    }
}

/// What stands at a path: an expression of type `&Value` that fails where there is nothing.
fn value_at(path: &Path, body: &mut Body<'_>) -> TokenStream {
    let (data, text) = (body.data_for(path), &path.text);
    body.found_by(path, &data, Lookup::Plain, |hits, _| quote!(variable(#hits, #text))).reference()
}

/// Whether there is anything at a path, or nothing. One that gathers what it reaches always finds
/// its array.
fn is_present(path: &Path, expected: bool, body: &mut Body<'_>) -> TokenStream {
    if path.is_data() {
        return quote!(#expected);
    }
    let data = body.data_for(path);
    let hits = body.hits(path, &data);
    match path.yields() {
        Yield::Place | Yield::Members if expected => quote!(#hits.is_some()),
        Yield::Place | Yield::Members => quote!(#hits.is_none()),
        Yield::Hits if expected => quote!(!is_null(&#hits)),
        Yield::Hits => quote!(is_null(&#hits)),
    }
}

/// The opposite of a test: so that no two exclamation marks meet. In the specification neither a
/// test nor its opposite holds where there is nothing.
fn opposite(condition: &Condition, profile: Profile) -> Option<Condition> {
    let Condition::Compare { variable, comparison: Comparison::Is(test, expected) } = condition
    else {
        return None;
    };
    if profile == Profile::Spec && *test != Test::Present {
        return None;
    }
    Some(Condition::Compare {
        variable: variable.clone(),
        comparison: Comparison::Is(*test, !expected),
    })
}

/// The condition without any `And` and `Or` around it that has no other member: Rust warns of
/// brackets without a need.
fn alone(condition: &Condition) -> &Condition {
    let mut condition = condition;
    while let Condition::And(members) | Condition::Or(members) = condition
        && let [only] = members.as_slice()
    {
        condition = only;
    }
    condition
}

/// Operators nest to the left, and parsers follow the nesting on their stack: longer lists are
/// halved.
const MOST_JOINED: usize = 64;

fn joined(
    conditions: &[Condition],
    body: &mut Body<'_>,
    with: &TokenStream,
    in_brackets: fn(&Condition) -> bool,
) -> TokenStream {
    if conditions.len() > MOST_JOINED {
        let (first, second) = conditions.split_at(conditions.len() / 2);
        let first = joined(first, body, with, in_brackets);
        let second = joined(second, body, with, in_brackets);
        return quote!((#first) #with (#second));
    }
    let mut joined = TokenStream::new();
    for (number, inner) in conditions.iter().enumerate() {
        if number > 0 {
            joined.extend(with.clone());
        }
        let tokens = condition(inner, body);
        joined.extend(if in_brackets(alone(inner)) { quote!((#tokens)) } else { tokens });
    }
    joined
}

fn compare(value: &TokenStream, comparison: &Comparison, body: &mut Body<'_>) -> TokenStream {
    match comparison {
        Comparison::String(order, text) => {
            let order = self::order(*order);
            quote!(string_is(#value, #order, #text))
        }
        Comparison::Numeric(order, number) => {
            let (order, number) = (self::order(*order), tokens::float(*number));
            quote!(number_is(#value, #order, #number))
        }
        Comparison::Boolean(expected) => quote!(boolean_is(#value, #expected)),
        Comparison::Timestamp(order, instant) => {
            let (order, moment) = (self::order(*order), moment(instant));
            quote!(time_is(#value, #order, #moment))
        }
        Comparison::Place(what, order, path) => {
            let operand = value_at(path, body);
            compare_values(*what, *order, value, &operand)
        }
        Comparison::Matches(pieces) => quote!(string_matches(#value, &[#(#pieces),*])),
        Comparison::Is(test, expected) => {
            let is = is(*test, value);
            if *expected { is } else { quote!(!#is) }
        }
    }
}

/// A comparison of two values.
fn compare_values(
    what: Comparable,
    order: Order,
    value: &TokenStream,
    operand: &TokenStream,
) -> TokenStream {
    let order = self::order(order);
    match what {
        Comparable::String => quote!(strings_are(#value, #order, #operand)),
        Comparable::Numeric => quote!(numbers_are(#value, #order, #operand)),
        Comparable::Boolean => quote!(booleans_are(#value, #operand)),
        Comparable::Timestamp => quote!(times_are(#value, #order, #operand)),
    }
}

fn is(test: Test, value: &TokenStream) -> TokenStream {
    let test = test_function(test);
    quote!(#test(#value))
}

/// The function that tests for a type.
fn test_function(test: Test) -> TokenStream {
    match test {
        Test::Null => quote!(is_null),
        Test::Numeric => quote!(is_number),
        Test::String => quote!(is_string),
        Test::Boolean => quote!(is_boolean),
        Test::Timestamp => quote!(is_timestamp),
        Test::Present => unreachable!("`is_present` asks for it before there is a value"),
    }
}

/// A point in time as a constant.
pub(super) fn moment(instant: &Instant) -> TokenStream {
    let seconds = tokens::integer(instant.seconds);
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
