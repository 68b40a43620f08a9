//! Checks calls before they run: the number of arguments, and the kinds and values of those that
//! are literals or results of other functions.

use std::ops::Range;

use asl_language::intrinsics::Kind;

use super::parser::{Brace, CallError, CallErrorKind, Read};
use super::{Argument, Function, Intrinsic};
use asl_source::literal::Literal;

/// The algorithms of `States.Hash`.
const ALGORITHMS: [&str; 5] = ["MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512"];

/// Maximum number of items that `States.ArrayRange` returns.
const MOST_ITEMS: i64 = 1_000;

/// Checks the arguments of a call.
pub(super) fn check(
    intrinsic: &Intrinsic,
    arguments: &[Read],
    call: Range<usize>,
) -> Result<(), CallError> {
    if !intrinsic.arity().contains(&arguments.len()) {
        let (takes, given) = (arity_text(intrinsic), arguments.len());
        let message = format!("`{}` takes {takes}, and gets {given}", intrinsic.name());
        let is_ignored = intrinsic.function == Function::Uuid;
        let kind = if is_ignored { CallErrorKind::Ignored } else { CallErrorKind::Arity };
        return Err(CallError::new(kind, call, message));
    }
    for (index, argument) in arguments.iter().enumerate() {
        kind(intrinsic, index, argument)?;
    }
    match intrinsic.function {
        Function::Format => placeholders(arguments, call),
        Function::ArrayRange => range(arguments, call),
        Function::ArrayPartition => positive(arguments),
        Function::ArrayGetItem => not_negative(arguments),
        Function::Hash => algorithm(arguments),
        Function::JsonMerge => shallow(arguments),
        Function::MathRandom => not_empty(arguments),
        Function::StringToJson
        | Function::JsonToString
        | Function::Array
        | Function::ArrayContains
        | Function::ArrayLength
        | Function::ArrayUnique
        | Function::Base64Encode
        | Function::Base64Decode
        | Function::MathAdd
        | Function::StringSplit
        | Function::Uuid => Ok(()),
    }
}

/// The arity in words.
fn arity_text(intrinsic: &Intrinsic) -> String {
    let plural = |count: usize| {
        if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") }
    };
    match intrinsic.arity().into_inner() {
        (least, usize::MAX) => format!("at least {}", plural(least)),
        (0, 0) => "no arguments".to_owned(),
        (least, most) if least == most => plural(least),
        (least, most) => format!("{least} or {}", plural(most)),
    }
}

/// Returns the recorded cause of a call that the runtime's function cannot be called for.
pub(super) fn refused(intrinsic: &Intrinsic, arguments: &[Read]) -> Option<String> {
    let name = intrinsic.name();
    if intrinsic.function == Function::Uuid {
        return None;
    }
    if !intrinsic.arity().contains(&arguments.len()) {
        let is_text = intrinsic.function == Function::JsonToString;
        let detail = if is_text { ": only a single argument is allowed." } else { "" };
        return Some(format!("Invalid arguments in {name}{detail}"));
    }
    if arguments.iter().any(|read| matches!(read.argument, Argument::Overflow)) {
        return Some(format!("Invalid arguments in {name}"));
    }
    let (Function::Format, Some((template, values))) =
        (intrinsic.function, arguments.split_first())
    else {
        return None;
    };
    match template.brace {
        Some(Brace::Opening) => {
            Some(format!("Invalid template in {name}: matching '}}' not found for '{{'."))
        }
        Some(Brace::Closing) => {
            Some(format!("Invalid template in {name}: matching '{{' not found for '}}'."))
        }
        None if !template.texts.is_empty() && template.texts.len() != values.len() + 1 => {
            Some(format!("Invalid arguments in {name}"))
        }
        None => None,
    }
}

/// Returns the texts around the placeholders of a literal template.
pub(super) fn texts(intrinsic: &Intrinsic, arguments: &[Read]) -> Vec<String> {
    match arguments.first() {
        Some(template) if intrinsic.function == Function::Format => template.texts.clone(),
        Some(_) | None => Vec::new(),
    }
}

fn kind(intrinsic: &Intrinsic, index: usize, read: &Read) -> Result<(), CallError> {
    let wanted = intrinsic.kind_of(index);
    let (found, what) = match &read.argument {
        Argument::Path(_) => return Ok(()),
        Argument::Overflow => return Err(wrong(read, "the number is too large".to_owned())),
        Argument::Call(call) => {
            let makes = Intrinsic::of(call.function);
            (makes.makes, format!("`{}` makes {}", makes.name(), makes.makes.noun()))
        }
        Argument::Literal(literal) => {
            let (kind, noun) = of_literal(literal);
            (kind, format!("this is {noun}"))
        }
    };
    let is_null = matches!(&read.argument, Argument::Literal(Literal::Null));
    if wanted == Kind::Any || (found == Kind::Any && !is_null) {
        return Ok(());
    }
    if found == wanted && !is_null {
        return small_number(intrinsic, index, read);
    }
    // Step Functions also accepts the text.
    if wanted == Kind::Boolean
        && matches!(&read.argument, Argument::Literal(Literal::String(text)) if text == "false")
    {
        return Ok(());
    }
    let message = format!(
        "argument {} of `{}` must be {}: {what}",
        index + 1,
        intrinsic.name(),
        wanted.noun()
    );
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

/// Checks that a number fits 32 bits; only a seed may have more.
fn small_number(intrinsic: &Intrinsic, index: usize, read: &Read) -> Result<(), CallError> {
    let is_seed = intrinsic.function == Function::MathRandom && index == 2;
    let number = match &read.argument {
        Argument::Literal(Literal::Int(number)) => *number,
        Argument::Literal(Literal::Float(number)) if number.abs() >= 2_147_483_648.0 => i64::MAX,
        Argument::Literal(_) | Argument::Overflow | Argument::Path(_) | Argument::Call(_) => {
            return Ok(());
        }
    };
    if is_seed || i32::try_from(number).is_ok() {
        return Ok(());
    }
    let message = format!(
        "argument {} of `{}` does not fit an integer of 32 bits",
        index + 1,
        intrinsic.name()
    );
    Err(wrong(read, message))
}

fn placeholders(arguments: &[Read], call: Range<usize>) -> Result<(), CallError> {
    let Some((template, values)) = arguments.split_first() else { return Ok(()) };
    let Argument::Literal(Literal::String(_)) = &template.argument else { return Ok(()) };
    let places = template.texts.len().saturating_sub(1);
    if places == values.len() && template.brace.is_none() {
        return Ok(());
    }
    let help = "each `{}` takes one value; for the characters themselves write `\\{\\}`, which is `\\\\{\\\\}` in JSON";
    let count = |count: usize, what: &str| {
        if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
    };
    let (range, message) = match template.brace {
        Some(Brace::Opening) => (
            template.range.clone(),
            "the template has a `{` without a `}` right after it".to_owned(),
        ),
        Some(Brace::Closing) => {
            (template.range.clone(), "the template has a `}` without a `{` before it".to_owned())
        }
        None => {
            let (places, values) = (count(places, "placeholder"), count(values.len(), "value"));
            (call, format!("the template has {places} for {values}"))
        }
    };
    Err(CallError::new(CallErrorKind::Placeholders, range, message).help(help))
}

/// Returns a literal number, truncated towards zero as the functions do.
fn integer(arguments: &[Read], index: usize) -> Option<(&Read, i64)> {
    let read = arguments.get(index)?;
    match read.argument {
        Argument::Literal(Literal::Int(number)) => Some((read, number)),
        #[expect(
            clippy::cast_possible_truncation,
            reason = "fractions are cut, and what does not fit was reported"
        )]
        Argument::Literal(Literal::Float(number)) => Some((read, number as i64)),
        Argument::Literal(_) | Argument::Overflow | Argument::Path(_) | Argument::Call(_) => None,
    }
}

fn range(arguments: &[Read], call: Range<usize>) -> Result<(), CallError> {
    let Some((read, step)) = integer(arguments, 2) else { return Ok(()) };
    if step == 0 {
        return Err(wrong(read, "a step of 0 leads nowhere".to_owned()));
    }
    let (Some((_, first)), Some((_, last))) = (integer(arguments, 0), integer(arguments, 1)) else {
        return Ok(());
    };
    let count = last.saturating_sub(first).checked_div(step).unwrap_or(0).saturating_add(1);
    if count <= MOST_ITEMS {
        return Ok(());
    }
    let message = format!("the array would have {count} items, and may have {MOST_ITEMS}");
    Err(CallError::new(CallErrorKind::Argument, call, message))
}

fn positive(arguments: &[Read]) -> Result<(), CallError> {
    match integer(arguments, 1) {
        Some((read, size)) if size <= 0 => {
            Err(wrong(read, format!("a group cannot have {size} items")))
        }
        Some(_) | None => Ok(()),
    }
}

fn not_empty(arguments: &[Read]) -> Result<(), CallError> {
    match (integer(arguments, 0), integer(arguments, 1)) {
        (Some((_, first)), Some((read, end))) if end <= first => {
            Err(wrong(read, format!("there is no integer from {first} to before {end}")))
        }
        (Some((_, first)), Some((read, end)))
            if end.saturating_sub(first) > i64::from(i32::MAX) =>
        {
            Err(wrong(read, "the range is wider than an integer of 32 bits".to_owned()))
        }
        _ => Ok(()),
    }
}

fn not_negative(arguments: &[Read]) -> Result<(), CallError> {
    match integer(arguments, 1) {
        Some((read, index)) if index < 0 => Err(wrong(read, "an index counts from 0".to_owned())
            .help("there is no counting from the end")),
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
