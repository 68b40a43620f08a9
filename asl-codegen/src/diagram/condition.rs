//! One-line descriptions of Choice rules.

use crate::ir::{Comparison, Condition, Order, Test};

/// The text of a condition, of little more than `longest` bytes.
pub(super) fn text(condition: &Condition, longest: usize) -> String {
    let mut text = String::new();
    push(&mut text, condition, longest, Nesting::Outermost);
    text
}

/// True if a list of conditions needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nesting {
    Outermost,
    Inner,
}

fn push(text: &mut String, condition: &Condition, longest: usize, nesting: Nesting) {
    if text.len() > longest {
        return;
    }
    match condition {
        Condition::And(all) => push_list(text, all, " and ", longest, nesting),
        Condition::Or(any) => push_list(text, any, " or ", longest, nesting),
        Condition::Not(inner) => {
            text.push_str("not ");
            push(text, inner, longest, Nesting::Inner);
        }
        Condition::Jq(query) => push_start(text, &query.program.text, longest),
        Condition::Jsonata(expression) => push_start(text, expression.program.text(), longest),
        Condition::Compare { variable, comparison } => {
            push_start(text, &variable.text, longest);
            push_comparison(text, comparison, longest);
        }
    }
}

fn push_list(
    text: &mut String,
    conditions: &[Condition],
    word: &str,
    longest: usize,
    nesting: Nesting,
) {
    let bracketed = nesting == Nesting::Inner && conditions.len() > 1;
    if bracketed {
        text.push('(');
    }
    for (index, condition) in conditions.iter().enumerate() {
        if text.len() > longest {
            // The text exceeds the label already, which ends with an ellipsis.
            return;
        }
        if index > 0 {
            text.push_str(word);
        }
        push(text, condition, longest, Nesting::Inner);
    }
    if bracketed {
        text.push(')');
    }
}

fn push_comparison(text: &mut String, comparison: &Comparison, longest: usize) {
    match comparison {
        Comparison::String(order, operand) => {
            text.push_str(sign(*order));
            text.push('"');
            push_start(text, operand, longest);
            text.push('"');
        }
        Comparison::Numeric(order, operand) => {
            text.push_str(sign(*order));
            text.push_str(&operand.to_string());
        }
        Comparison::Boolean(operand) => {
            text.push_str(sign(Order::Equals));
            text.push_str(if *operand { "true" } else { "false" });
        }
        Comparison::Timestamp(order, operand) => {
            text.push_str(sign(*order));
            push_start(text, &operand.text, longest);
        }
        Comparison::Place(_, order, path) => {
            text.push_str(sign(*order));
            push_start(text, &path.text, longest);
        }
        Comparison::Matches(pieces) => {
            text.push_str(" matches \"");
            for (index, piece) in pieces.iter().enumerate() {
                text.push_str(if index > 0 { "*" } else { "" });
                push_start(text, piece, longest);
            }
            text.push('"');
        }
        Comparison::Is(test, expected) => {
            text.push_str(if *expected { " is " } else { " is not " });
            text.push_str(word(*test));
        }
    }
}

fn word(test: Test) -> &'static str {
    match test {
        Test::Null => "null",
        Test::Present => "there",
        Test::Numeric => "a number",
        Test::String => "a string",
        Test::Boolean => "a boolean",
        Test::Timestamp => "a timestamp",
    }
}

/// Enough characters for the longest label.
fn push_start(text: &mut String, part: &str, longest: usize) {
    text.extend(part.chars().take(longest + 1));
}

fn sign(order: Order) -> &'static str {
    match order {
        Order::Equals => " = ",
        Order::LessThan => " < ",
        Order::GreaterThan => " > ",
        Order::LessThanEquals => " <= ",
        Order::GreaterThanEquals => " >= ",
    }
}
