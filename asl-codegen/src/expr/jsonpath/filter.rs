//! Filters of Step Functions: the operands of a comparison, and refused syntax of other dialects.

use super::cursor::{Cursor, is_blank};
use super::error::{PathError, PathErrorKind};
use super::logic::{Reading, Term};
use super::name::{dot_name, quoted};
use super::number::{constant, index_or_slice};
use super::parser::MOST_STEPS;
use super::{Constant, Dialect, Query, Segment, Selector, Start};

/// Operators of Jayway's library that are words. AWS's documentation excludes them.
const WORDS: [&str; 12] = [
    "in", "nin", "subsetof", "anyof", "noneof", "size", "sizeof", "empty", "contains", "all",
    "type", "matches",
];

const RULED_OUT: &str = "AWS's documentation rules it out; let a task do the selection";

/// Refuses operators of other dialects.
pub(super) fn refuse_operator(cursor: &mut Cursor<'_>) -> Result<(), PathError> {
    for (text, what) in [("===", "`===` in a filter is"), ("!==", "`!==` in a filter is")] {
        if cursor.rest().starts_with(text) {
            return Err(PathError::ruled_out(cursor.at..cursor.at + text.len(), what)
                .help("`==` and `!=` compare with types already"));
        }
    }
    if cursor.rest().starts_with("=~") {
        let range = cursor.at..cursor.at + 2;
        return Err(
            PathError::ruled_out(range, "matching by regular expression (`=~`) is").help(RULED_OUT)
        );
    }
    match cursor.peek() {
        Some(c) if c.is_alphabetic() => Err(word_operator(cursor)),
        Some(_) | None => Ok(()),
    }
}

fn word_operator(cursor: &mut Cursor<'_>) -> PathError {
    let start = cursor.at;
    let word = word(cursor);
    let range = start..cursor.at;
    if WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)) {
        return PathError::ruled_out(range, &format!("the operator `{word}` in a filter is"))
            .help(RULED_OUT);
    }
    PathError::syntax(range, "an operator is expected here")
        .help("there are `==`, `!=`, `<`, `<=`, `>` and `>=`")
}

/// One operand of a comparison, or a path.
pub(super) fn term(reading: &mut Reading<'_>) -> Result<Term, PathError> {
    let cursor = &mut reading.cursor;
    match cursor.peek() {
        Some('@') => place(cursor).map(Term::Query),
        Some('\'' | '"') => Ok(Term::Constant(Constant::String(quoted(cursor, Dialect::Aws)?))),
        Some('0'..='9' | '-') => constant(cursor).map(Term::Constant),
        Some('$') => place_of_the_data(reading).map(Term::Query),
        Some('/') => {
            Err(PathError::ruled_out(cursor.here(), "a regular expression in a filter is")
                .help(RULED_OUT))
        }
        Some('[' | '{') => {
            Err(PathError::ruled_out(cursor.here(), "an array or object as a value in a filter is")
                .help("compare its members or items one by one"))
        }
        Some(c) if c.is_alphabetic() || c == '_' => named_constant(reading).map(Term::Constant),
        Some(_) | None => {
            Err(PathError::syntax(cursor.here(), "a path or a value is expected here")
                .help("such as `@.name`, `'text'`, `1`, `true`, `false` or `null`"))
        }
    }
}

/// `true`, `false` or `null`. Refuses similar words.
fn named_constant(reading: &mut Reading<'_>) -> Result<Constant, PathError> {
    let cursor = &mut reading.cursor;
    let start = cursor.at;
    let word = word(cursor);
    let range = start..cursor.at;
    if cursor.rest().trim_start_matches(is_blank).starts_with('(') {
        return Err(PathError::ruled_out(
            range,
            &format!("the function `{word}()` in a filter is"),
        )
        .help(RULED_OUT));
    }
    match word {
        "true" => Ok(Constant::Bool(true)),
        "false" => Ok(Constant::Bool(false)),
        "null" => Ok(Constant::Null),
        // Published definitions contain this mistake (`@.status==Failure`).
        _ => {
            let message = format!("`{word}` without quotation marks is read as a string");
            let doubt = PathError::new(PathErrorKind::Doubtful, range, message);
            reading.doubts.push(
                doubt.help(format!("write `'{word}'`: no recording tells what AWS makes of it")),
            );
            Ok(Constant::String(word.to_owned()))
        }
    }
}

fn word<'t>(cursor: &mut Cursor<'t>) -> &'t str {
    let start = cursor.at;
    cursor.skip_while(|c| c.is_alphanumeric() || c == '_');
    cursor.since(start)
}

/// `@` and its steps.
fn place(cursor: &mut Cursor<'_>) -> Result<Query, PathError> {
    let start = cursor.at;
    cursor.take("@");
    let segments = place_steps(cursor, start)?;
    match segments.first().and_then(Segment::only) {
        Some(Selector::Name(_)) => Ok(Query { start: Start::Tested, segments }),
        Some(_) | None => {
            Err(PathError::ruled_out(start..cursor.at, "`@` without the name of a member is").help(
                "AWS's documentation says that `@` matches objects only, as in `[?(@.price < 10)]`",
            ))
        }
    }
}

/// `$` and its steps.
fn place_of_the_data(reading: &mut Reading<'_>) -> Result<Query, PathError> {
    let start = reading.cursor.at;
    reading.cursor.take("$");
    let segments = place_steps(&mut reading.cursor, start)?;
    let message = "comparing with another part of the data";
    let doubt = PathError::new(PathErrorKind::Doubtful, start..reading.cursor.at, message);
    reading.doubts.push(doubt.help("it works here, but AWS's documentation rules it out"));
    Ok(Query { start: Start::Root, segments })
}

/// Names and indexes, up to the first other character.
fn place_steps(cursor: &mut Cursor<'_>, start: usize) -> Result<Vec<Segment>, PathError> {
    let mut steps = Vec::new();
    let mut behind = *cursor;
    while let Some(selector) = place_step(cursor, start)? {
        if steps.len() == MOST_STEPS {
            return Err(PathError::syntax(start..cursor.at, "the path has too many steps")
                .help(format!("at most {MOST_STEPS}")));
        }
        steps.push(Segment::Child(vec![selector]));
        behind = *cursor;
    }
    *cursor = behind;
    Ok(steps)
}

/// A name or an index, with the blanks before it.
fn place_step(cursor: &mut Cursor<'_>, start: usize) -> Result<Option<Selector>, PathError> {
    cursor.skip_blanks();
    let dot = cursor.take(".");
    match cursor.peek() {
        Some('[') => place_bracket(cursor, start).map(Some),
        Some('.' | '*') if dot => Err(several(cursor, start)),
        _ if dot => Ok(Some(Selector::Name(dot_name(cursor, ends_name)?.name))),
        Some(_) | None => Ok(None),
    }
}

/// `['a']` or `[0]`. Anything else is refused without being parsed, so nested filters cause no
/// recursion.
fn place_bracket(cursor: &mut Cursor<'_>, start: usize) -> Result<Selector, PathError> {
    cursor.take("[");
    cursor.skip_blanks();
    let selector = match cursor.peek() {
        Some('\'' | '"') => Selector::Name(quoted(cursor, Dialect::Aws)?),
        Some('0'..='9' | '-') => index_or_slice(cursor)?,
        Some(_) | None => return Err(several(cursor, start)),
    };
    cursor.skip_blanks();
    let is_definite = matches!(selector, Selector::Name(_) | Selector::Index(_));
    if is_definite && cursor.take("]") { Ok(selector) } else { Err(several(cursor, start)) }
}

fn several(cursor: &Cursor<'_>, start: usize) -> PathError {
    PathError::ruled_out(start..cursor.at, "a path that can reach several places in a filter is")
        .help("names and indexes only, as in `@.items[0].price`")
}

/// True for characters that end a name after a dot within a filter.
fn ends_name(c: char) -> bool {
    matches!(c, '=' | '!' | '<' | '>' | '~' | '&' | '|' | ')' | ']' | ',')
}
