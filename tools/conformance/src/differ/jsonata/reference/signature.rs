//! Signatures such as `<s-nn?:s>`: which arguments a function takes.

use super::Stop;
use super::value::Value;

/// A parameter: the types that it takes, and how often.
#[derive(Default)]
struct Parameter {
    types: String,
    is_array: bool,
    subtype: Option<char>,
    takes_context: bool,
    least: usize,
    most: usize,
}

impl Parameter {
    /// A parameter that takes one argument.
    fn new(types: &str) -> Self {
        Self { types: types.to_owned(), least: 1, most: 1, ..Self::default() }
    }
}

/// The letter of a value's type; `m` is a missing one.
fn letter(value: &Value) -> char {
    match value {
        Value::Undefined | Value::Tuples(_) => 'm',
        Value::Null => 'l',
        Value::Bool(_) => 'b',
        Value::Number(_) => 'n',
        Value::Text(_) => 's',
        Value::Array(..) => 'a',
        Value::Object(_) => 'o',
        Value::Function(_) => 'f',
    }
}

fn parameters(signature: &str) -> Vec<Parameter> {
    let mut found: Vec<Parameter> = Vec::new();
    let mut chars = signature.chars();
    while let Some(c) = chars.next() {
        match (c, found.last_mut()) {
            (':', _) => break,
            ('-', Some(last)) => (last.takes_context, last.least) = (true, 0),
            ('?', Some(last)) => last.least = 0,
            ('+', Some(last)) => last.most = usize::MAX,
            ('<', Some(last)) => {
                let inner: String = nested(&mut chars, '<', '>');
                last.subtype = inner.chars().next().filter(|_| last.is_array);
            }
            ('(', _) => found.push(Parameter::new(&(nested(&mut chars, '(', ')') + "m"))),
            ('a', _) => found.push(Parameter { is_array: true, ..Parameter::new("asnblfom") }),
            ('x', _) => found.push(Parameter::new("asnblfom")),
            ('j', _) => found.push(Parameter::new("asnblom")),
            ('f', _) => found.push(Parameter::new("f")),
            (c, _) => found.push(Parameter::new(&format!("{c}m"))),
        }
    }
    found
}

/// The text up to the closing bracket.
fn nested(chars: &mut std::str::Chars<'_>, open: char, close: char) -> String {
    let mut depth = 1;
    let mut text = String::new();
    for c in chars.by_ref() {
        depth += i32::from(c == open) - i32::from(c == close);
        if depth == 0 {
            break;
        }
        text.push(c);
    }
    text
}

/// The number of arguments that each parameter takes: as many as possible.
fn shares(parameters: &[Parameter], letters: &[char]) -> Option<Vec<usize>> {
    let Some((first, rest)) = parameters.split_first() else {
        return letters.is_empty().then(Vec::new);
    };
    let fits = letters.iter().take_while(|letter| first.types.contains(**letter)).count();
    for count in (first.least..=fits.min(first.most)).rev() {
        let after = letters.get(count..).unwrap_or_default();
        if let Some(others) = shares(rest, after) {
            return Some([vec![count], others].concat());
        }
    }
    None
}

/// The arguments as the function takes them: with the context in place of a missing one, and values
/// as arrays.
pub(super) fn validate(
    signature: &str,
    arguments: &[Value],
    context: &Value,
) -> Result<Vec<Value>, Stop> {
    let parameters = parameters(signature);
    let letters: Vec<char> = arguments.iter().map(letter).collect();
    let shares = shares(&parameters, &letters).ok_or(Stop::error("T0410"))?;
    let mut rest = arguments.iter();
    let mut found = Vec::new();
    for (parameter, count) in parameters.iter().zip(shares) {
        if count == 0 && parameter.takes_context {
            if !parameter.types.contains(letter(context)) {
                return Err(Stop::error("T0411"));
            }
            found.push(context.clone());
        } else if count == 0 {
            // The next argument stays where it is: an optional parameter is at the end.
            found.push(rest.next().cloned().unwrap_or(Value::Undefined));
        }
        for argument in rest.by_ref().take(count) {
            found.push(fitted(parameter, argument)?);
        }
    }
    Ok(found)
}

fn fitted(parameter: &Parameter, argument: &Value) -> Result<Value, Stop> {
    if !parameter.is_array || argument.is_undefined() {
        return Ok(argument.clone());
    }
    let wrong = || Err(Stop::error("T0412"));
    match (argument, parameter.subtype) {
        (Value::Array(items, _), Some(subtype)) => {
            if items.iter().any(|item| letter(item) != subtype) {
                return wrong();
            }
            Ok(argument.clone())
        }
        (Value::Array(..), None) => Ok(argument.clone()),
        (single, Some(subtype)) if letter(single) != subtype => wrong(),
        (single, _) => Ok(Value::plain(vec![single.clone()])),
    }
}
