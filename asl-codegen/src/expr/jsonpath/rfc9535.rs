//! Parser of RFC 9535 paths. They become the same tree, in which `[?..]` selects children and
//! `['a','b']` selects several members.
//!
//! The parser checks the types of functions, as section 2.4.3 requires ("Well-Typedness of Function
//! Expressions").

use std::ops::Range;

use super::cursor::Cursor;
use super::error::{PathError, PathErrorKind};
use super::logic::{Reading, Term};
use super::name::quoted;
use super::number::constant;
use super::parser::{
    Parsed, Step, from_the_end, in_brackets, plain_selector, refuse_too_many, root,
};
use super::{
    Constant, Dialect, Extent, Filter, Function, Operand, Pattern, Query, Segment, Selector, Start,
};
use asl_language::iregexp;

/// The function extensions that the RFC registers.
const FUNCTIONS: [&str; 5] = ["length", "count", "match", "search", "value"];

/// Parses the steps of a whole text.
pub(super) fn steps(text: &str) -> Result<Parsed, PathError> {
    let mut reading = Reading::new(text, Dialect::Rfc9535);
    let root = root(&mut reading.cursor)?;
    let steps = segments(&mut reading)?;
    let cursor = &reading.cursor;
    if cursor.peek().is_some() {
        return Err(PathError::syntax(cursor.here(), "`.` or `[` is expected here")
            .help("a name that holds blanks or other marks is written `['the name']`"));
    }
    Ok(Parsed { root, steps, doubts: reading.doubts, fault: None })
}

/// Parses steps up to the first other text. Blanks after the last step are left.
fn segments(reading: &mut Reading<'_>) -> Result<Vec<Step>, PathError> {
    let mut steps = Vec::new();
    loop {
        let behind = reading.cursor;
        reading.cursor.skip_blanks();
        if !matches!(reading.cursor.peek(), Some('.' | '[')) {
            reading.cursor = behind;
            return Ok(steps);
        }
        let has_blanks = reading.cursor.at > behind.at;
        let step = step(reading, has_blanks)?;
        reading.loops += usize::from(!step.segment.is_definite());
        refuse_too_many(steps.len() + 1, reading.loops, &step.range)?;
        steps.push(step);
    }
}

/// Parses one step. The next character is `.` or `[`.
fn step(reading: &mut Reading<'_>, has_blanks: bool) -> Result<Step, PathError> {
    let start = reading.cursor.at;
    let descendant = reading.cursor.take("..");
    let dot = descendant || reading.cursor.take(".");
    let selectors = match reading.cursor.peek() {
        Some('[') if descendant || !dot => in_brackets(reading, selector)?,
        Some('*') => {
            reading.cursor.bump();
            vec![Selector::Wildcard]
        }
        Some(_) => vec![Selector::Name(shorthand(&mut reading.cursor)?)],
        None => return Err(PathError::syntax(start..reading.cursor.at, "nothing follows the dot")),
    };
    let range = start..reading.cursor.at;
    let segment =
        if descendant { Segment::Descendant(selectors) } else { Segment::Child(selectors) };
    Ok(Step { segment, loose: has_blanks.then(|| Step::blanks(range.clone())), range })
}

/// A name after a dot.
fn shorthand(cursor: &mut Cursor<'_>) -> Result<String, PathError> {
    let start = cursor.at;
    if cursor.peek().is_some_and(|first| is_name(first) && !first.is_ascii_digit()) {
        cursor.skip_while(is_name);
        return Ok(cursor.since(start).to_owned());
    }
    Err(PathError::syntax(cursor.here(), "a name is expected after the dot").help(
        "letters, digits and `_`, and no digit first; other names are written `['the name']`",
    ))
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii()
}

fn selector(reading: &mut Reading<'_>, start: usize) -> Result<Selector, PathError> {
    match reading.cursor.peek() {
        Some('?') => reading.filter().map(Selector::Children),
        // The States Language's own example, which the RFC does not have.
        Some('(') => from_the_end(&mut reading.cursor),
        Some(_) | None => plain_selector(&mut reading.cursor, start, Dialect::Rfc9535),
    }
}

/// An operand, or a test by itself.
pub(super) fn term(reading: &mut Reading<'_>) -> Result<Term, PathError> {
    let cursor = &mut reading.cursor;
    match cursor.peek() {
        Some('@') => query(reading, Start::Tested).map(Term::Query),
        Some('$') => query(reading, Start::Root).map(Term::Query),
        Some('\'' | '"') => Ok(Term::Constant(Constant::String(quoted(cursor, Dialect::Rfc9535)?))),
        Some('0'..='9' | '-') => constant(cursor).map(Term::Constant),
        Some('a'..='z') => word(reading),
        Some(_) | None => {
            Err(PathError::syntax(cursor.here(), "a path or a value is expected here")
                .help("such as `@.name`, `$.limit`, `'text'`, `1`, `true`, `length(@.name)`"))
        }
    }
}

fn query(reading: &mut Reading<'_>, start: Start) -> Result<Query, PathError> {
    reading.cursor.bump();
    let segments = segments(reading)?.into_iter().map(|step| step.segment).collect();
    Ok(Query { start, segments })
}

/// `true`, `false`, `null`, or a function.
fn word(reading: &mut Reading<'_>) -> Result<Term, PathError> {
    let start = reading.cursor.at;
    reading.cursor.skip_while(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    let word = reading.cursor.since(start);
    let range = start..reading.cursor.at;
    if reading.cursor.peek() == Some('(') {
        reading.enter(start)?;
        let found = function(reading, word, range)?;
        reading.leave();
        return Ok(found);
    }
    match word {
        "true" => Ok(Term::Constant(Constant::Bool(true))),
        "false" => Ok(Term::Constant(Constant::Bool(false))),
        "null" => Ok(Term::Constant(Constant::Null)),
        _ => Err(PathError::syntax(range, format!("`{word}` is no value")).help(format!(
            "a string is written `'{word}'`, the call of a function `{word}(..)` without blanks"
        ))),
    }
}

/// A call. The next character is `(`.
fn function(reading: &mut Reading<'_>, name: &str, range: Range<usize>) -> Result<Term, PathError> {
    if !FUNCTIONS.contains(&name) {
        return Err(PathError::syntax(range, format!("there is no function `{name}()`")).help(
            format!("RFC 9535 has {}", FUNCTIONS.map(|name| format!("`{name}()`")).join(", ")),
        ));
    }
    let arguments = arguments(reading)?;
    let wanted = if matches!(name, "match" | "search") { 2 } else { 1 };
    let count = arguments.len();
    if count != wanted {
        let given = format!(
            "`{name}()` takes {wanted} argument{}, not {count}",
            if wanted == 1 { "" } else { "s" }
        );
        return Err(PathError::syntax(range.start..reading.cursor.at, given));
    }
    let mut arguments = arguments.into_iter();
    let (first, second) = (arguments.next(), arguments.next());
    match (name, first, second) {
        ("length", Some(of), None) => Ok(Term::Function(Function::Length(of.value()?))),
        ("count", Some(of), None) => Ok(Term::Function(Function::Count(of.nodes(name)?))),
        ("value", Some(of), None) => Ok(Term::Function(Function::Value(of.nodes(name)?))),
        ("match", Some(text), Some(pattern)) => matches(reading, Extent::Whole, text, pattern),
        ("search", Some(text), Some(pattern)) => matches(reading, Extent::Part, text, pattern),
        _ => unreachable!("a known function with its number of arguments"),
    }
}

/// An argument and its span.
struct Argument {
    term: Term,
    range: Range<usize>,
}

/// `(a, b)`
fn arguments(reading: &mut Reading<'_>) -> Result<Vec<Argument>, PathError> {
    /// Maximum number of arguments that are parsed.
    const MOST: usize = 3;
    reading.cursor.take("(");
    reading.cursor.skip_blanks();
    let mut arguments = Vec::new();
    if reading.cursor.take(")") {
        return Ok(arguments);
    }
    loop {
        reading.cursor.skip_blanks();
        let start = reading.cursor.at;
        let term = term(reading)?;
        if arguments.len() < MOST {
            arguments.push(Argument { term, range: start..reading.cursor.at });
        }
        reading.cursor.skip_blanks();
        if reading.cursor.take(")") {
            return Ok(arguments);
        }
        if !reading.cursor.take(",") {
            return Err(PathError::syntax(reading.cursor.here(), "`,` or `)` is expected here"));
        }
    }
}

impl Argument {
    /// RFC 9535: "`ValueType`".
    fn value(self) -> Result<Operand, PathError> {
        self.term.compared(self.range)
    }

    /// RFC 9535: "`NodesType`".
    fn nodes(self, function: &str) -> Result<Query, PathError> {
        match self.term {
            Term::Query(query) => Ok(query),
            Term::Constant(_) | Term::Function(_) | Term::Test(_) => {
                Err(PathError::syntax(self.range, format!("`{function}()` takes a path"))
                    .help(format!("as in `{function}(@.items[*])`")))
            }
        }
    }
}

fn matches(
    reading: &mut Reading<'_>,
    extent: Extent,
    text: Argument,
    pattern: Argument,
) -> Result<Term, PathError> {
    let range = pattern.range.clone();
    let (text, pattern) = (text.value()?, pattern.value()?);
    let pattern = match pattern {
        Operand::Constant(Constant::String(literal)) => {
            if iregexp::translate(&literal).is_none() {
                reading.doubts.push(no_pattern(range));
            }
            Pattern::Literal(literal)
        }
        Operand::Place(_) | Operand::Constant(_) | Operand::Function(_) => {
            Pattern::Computed(pattern)
        }
    };
    Ok(Term::Test(Filter::Matches { extent, text, pattern }))
}

fn no_pattern(range: Range<usize>) -> PathError {
    PathError::new(PathErrorKind::NoPattern, range, "a pattern that matches nothing")
        .help("patterns are I-Regexp (RFC 9485): no `\\d`, `\\w`, look-around or groups with `(?`; `[0-9]` is a digit")
}
