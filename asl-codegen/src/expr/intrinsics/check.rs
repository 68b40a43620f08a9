//! What can be said of a call before it runs: how many arguments there are, and whether those written out, or made by other
//! functions, can be what the function takes.

use std::ops::Range;

use super::parser::{CallError, CallErrorKind, Read};
use super::signature::{Kind, Signature};
use super::{Argument, Function};
use crate::ir::Literal;

/// The algorithms of `States.Hash`.
const ALGORITHMS: [&str; 5] = ["MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512"];

/// Items that `States.ArrayRange` makes at most.
const MOST_ITEMS: i128 = 1_000;

/// Checks a call. Answers the texts of its template, if it is a `States.Format` with one that is written out.
pub(super) fn check(signature: &Signature, arguments: &[Read], call: Range<usize>) -> Result<Vec<String>, CallError> {
    if !signature.arity().contains(&arguments.len()) {
        let (takes, given) = (signature.arity_text(), arguments.len());
        let message = format!("`{}` takes {takes}, and gets {given}", signature.name);
        return Err(CallError::new(CallErrorKind::Arity, call, message));
    }
    for (index, argument) in arguments.iter().enumerate() {
        kind(signature, index, argument)?;
    }
    match signature.function {
        Function::Format => return placeholders(arguments, call),
        Function::ArrayRange => range(arguments, call)?,
        Function::ArrayPartition => positive(arguments)?,
        Function::ArrayGetItem => not_negative(arguments)?,
        Function::Hash => algorithm(arguments)?,
        Function::JsonMerge => shallow(arguments)?,
        Function::StringToJson
        | Function::JsonToString
        | Function::Array
        | Function::ArrayContains
        | Function::ArrayLength
        | Function::ArrayUnique
        | Function::Base64Encode
        | Function::Base64Decode
        | Function::MathRandom
        | Function::MathAdd
        | Function::StringSplit
        | Function::Uuid => {}
    }
    Ok(Vec::new())
}

fn kind(signature: &Signature, index: usize, read: &Read) -> Result<(), CallError> {
    let wanted = signature.kind_of(index);
    let (found, what) = match &read.argument {
        Argument::Path(_) => return Ok(()),
        Argument::Call(call) => {
            let makes = Signature::by(call.function);
            (makes.makes, format!("`{}` makes {}", makes.name, makes.makes.noun()))
        }
        Argument::Literal(literal) => {
            let (kind, noun) = of_literal(literal);
            (kind, format!("this is {noun}"))
        }
    };
    let is_null = matches!(&read.argument, Argument::Literal(Literal::Null));
    if wanted == Kind::Any || (found == wanted && !is_null) || (found == Kind::Any && !is_null) {
        return Ok(());
    }
    let message = format!("argument {} of `{}` must be {}: {what}", index + 1, signature.name, wanted.noun());
    Err(wrong(read, message))
}

fn wrong(read: &Read, message: String) -> CallError {
    CallError::new(CallErrorKind::Argument, read.range.clone(), message)
}

fn of_literal(literal: &Literal) -> (Kind, &'static str) {
    let kind = match literal {
        Literal::Null => return (Kind::Any, "`null`"),
        Literal::Bool(_) => Kind::Boolean,
        Literal::Int(_) | Literal::Float(_) => Kind::Number,
        Literal::String(_) => Kind::Text,
        Literal::Array(_) => Kind::Array,
        Literal::Object(_) => Kind::Object,
    };
    (kind, kind.noun())
}

fn placeholders(arguments: &[Read], call: Range<usize>) -> Result<Vec<String>, CallError> {
    let Some((template, values)) = arguments.split_first() else { return Ok(Vec::new()) };
    let Argument::Literal(Literal::String(_)) = &template.argument else { return Ok(Vec::new()) };
    let places = template.texts.len().saturating_sub(1);
    if places == values.len() {
        return Ok(template.texts.clone());
    }
    let count = |count: usize, what: &str| if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") };
    let (places, values) = (count(places, "placeholder"), count(values.len(), "value"));
    let message = format!("the template has {places} for {values}");
    let help = "each `{}` takes one value; for the characters themselves write `\\{\\}`, which is `\\\\{\\\\}` in JSON";
    Err(CallError::new(CallErrorKind::Placeholders, call, message).help(help))
}

fn integer(arguments: &[Read], index: usize) -> Option<(&Read, i64)> {
    let read = arguments.get(index)?;
    if let Argument::Literal(Literal::Int(number)) = read.argument { Some((read, number)) } else { None }
}

fn range(arguments: &[Read], call: Range<usize>) -> Result<(), CallError> {
    let Some((read, step)) = integer(arguments, 2) else { return Ok(()) };
    if step == 0 {
        return Err(wrong(read, "a step of 0 leads nowhere".to_owned()));
    }
    let (Some((_, first)), Some((_, last))) = (integer(arguments, 0), integer(arguments, 1)) else { return Ok(()) };
    let count = (i128::from(last) - i128::from(first)) / i128::from(step) + 1;
    if count <= MOST_ITEMS {
        return Ok(());
    }
    let message = format!("the array would have {count} items, and may have {MOST_ITEMS}");
    Err(CallError::new(CallErrorKind::Argument, call, message))
}

fn positive(arguments: &[Read]) -> Result<(), CallError> {
    match integer(arguments, 1) {
        Some((read, size)) if size <= 0 => Err(wrong(read, format!("a group cannot have {size} items"))),
        Some(_) | None => Ok(()),
    }
}

fn not_negative(arguments: &[Read]) -> Result<(), CallError> {
    match integer(arguments, 1) {
        Some((read, index)) if index < 0 => {
            Err(wrong(read, "an index counts from 0".to_owned()).help("there is no counting from the end"))
        }
        Some(_) | None => Ok(()),
    }
}

fn algorithm(arguments: &[Read]) -> Result<(), CallError> {
    let Some(read) = arguments.get(1) else { return Ok(()) };
    let Argument::Literal(Literal::String(name)) = &read.argument else { return Ok(()) };
    if ALGORITHMS.contains(&name.as_str()) {
        return Ok(());
    }
    let help = format!("the algorithms are {}", ALGORITHMS.join(", "));
    Err(wrong(read, format!("there is no algorithm `{name}`")).help(help))
}

fn shallow(arguments: &[Read]) -> Result<(), CallError> {
    match arguments.get(2) {
        Some(read) if matches!(read.argument, Argument::Literal(Literal::Bool(true))) => {
            let message = "`States.JsonMerge` merges the outermost level only".to_owned();
            Err(wrong(read, message).help("write `false`: Step Functions does not merge deeper"))
        }
        Some(_) | None => Ok(()),
    }
}
