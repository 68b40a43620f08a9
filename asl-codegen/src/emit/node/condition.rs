//! Converts choice rules to Rust conditions.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use crate::emit::data::{Body, jsonata};
use crate::emit::paths::Lookup;
use crate::expr::jsonpath::{Path, Yield};
use crate::ir::{Comparable, Comparison, Condition, Instant, Order, Test};
use asl_source::expression::tokens;
use asl_source::options::Profile;

/// A condition as an expression of type `bool`, with `&&`, `||` and `!`.
pub(super) fn condition(condition: &Condition, body: &mut Body<'_>) -> TokenStream {
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
                Condition::Not(_)
                | Condition::Jq(_)
                | Condition::Jsonata(_)
                | Condition::Compare { .. } => {
                    quote!(!#inner_tokens)
                }
            }
        }
        Condition::Jq(query) => body.holds(query, None),
        Condition::Jsonata(expression) => jsonata::field(body, expression, "condition"),
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

/// A comparison that does not match if its `Variable` or the path that it compares with has no
/// value. Appendix A of the 2016 text: "failed to find a match for the condition field extracted".
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

/// The value at a path: an expression of type `&Value` that fails if there is none.
fn value_at(path: &Path, body: &mut Body<'_>) -> TokenStream {
    let (data, text) = (body.data_for(path), &path.text);
    let check = |hits, _| quote!(variable(#hits, #text));
    body.found_by(path, &data, Lookup::Plain, &check).reference()
}

/// A test for the presence or absence of a value at a path. A path that gathers several hits always
/// has a value, its array. At AWS a slice of what is no array fails here as it does elsewhere: no
/// recording has it in a Choice.
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

/// The negation of a test, without a double `!`. In the specification neither a test nor its
/// negation holds for a missing value.
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

/// The condition without an enclosing `And` or `Or` that has no other member, because Rust warns
/// about unnecessary parentheses.
fn alone(condition: &Condition) -> &Condition {
    let mut condition = condition;
    while let Condition::And(members) | Condition::Or(members) = condition
        && let [only] = members.as_slice()
    {
        condition = only;
    }
    condition
}

/// Operators nest to the left, and parsers recurse into the nesting: longer lists are halved.
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
