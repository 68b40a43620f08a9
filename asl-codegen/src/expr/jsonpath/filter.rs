//! Filters: `?(@.a > 1 && !@.b)` to [`Filter`]. Precedence is RFC 9535's: `!`, then `&&`, then `||`.

use super::cursor::{Cursor, is_blank};
use super::error::PathError;
use super::name::{dot_name, quoted};
use super::number::{constant, index_or_slice};
use super::parser::MOST_STEPS;
use super::{Constant, Filter, Operand, Operator, Place, Segment, Selector};

/// Deepest parentheses in a filter.
const MOST_DEPTH: usize = 32;

/// The operators of Jayway's library that are words; AWS's pages rule them out.
const WORDS: [&str; 12] =
    ["in", "nin", "subsetof", "anyof", "noneof", "size", "sizeof", "empty", "contains", "all", "type", "matches"];

const RULED_OUT: &str = "AWS's documentation rules it out; let a task do the selection";

/// The filter that begins here, up to the end of its bracket; the next character is `?`.
pub(super) fn filter(cursor: &mut Cursor<'_>) -> Result<Filter, PathError> {
    cursor.take("?");
    let filter = Tests { cursor, depth: 0 }.any()?;
    match cursor.peek() {
        Some(']' | ',') | None => Ok(filter),
        Some(_) => Err(PathError::syntax(cursor.here(), "`&&`, `||` or `]` is expected here")),
    }
}

/// The tests of a filter as they are read, each with the blanks behind it.
struct Tests<'c, 't> {
    cursor: &'c mut Cursor<'t>,
    /// How many parentheses are open.
    depth: usize,
}

impl Tests<'_, '_> {
    /// `a || b`
    fn any(&mut self) -> Result<Filter, PathError> {
        let first = self.all()?;
        let mut all = vec![first];
        while self.cursor.take("||") {
            all.push(self.all()?);
        }
        Ok(one_or(all, Filter::Or))
    }

    /// `a && b`
    fn all(&mut self) -> Result<Filter, PathError> {
        let first = self.one()?;
        let mut all = vec![first];
        while self.cursor.take("&&") {
            all.push(self.one()?);
        }
        Ok(one_or(all, Filter::And))
    }

    /// A test, an opposite, or what stands in parentheses.
    fn one(&mut self) -> Result<Filter, PathError> {
        self.cursor.skip_blanks();
        let start = self.cursor.at;
        if !self.cursor.take("!") {
            return if self.cursor.peek() == Some('(') { self.parentheses() } else { self.test() };
        }
        self.cursor.skip_blanks();
        if self.cursor.peek() == Some('(') {
            return Ok(Filter::Not(Box::new(self.parentheses()?)));
        }
        let Filter::Exists(place) = self.test()? else {
            return Err(PathError::syntax(start..start + 1, "`!` before a comparison needs parentheses")
                .help("write `!(@.a == 1)`, or `@.a != 1`"));
        };
        Ok(Filter::Not(Box::new(Filter::Exists(place))))
    }

    fn parentheses(&mut self) -> Result<Filter, PathError> {
        let start = self.cursor.at;
        self.cursor.take("(");
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(PathError::syntax(start..self.cursor.at, "too many parentheses in one another")
                .help(format!("at most {MOST_DEPTH}")));
        }
        let inner = self.any()?;
        if !self.cursor.take(")") {
            return Err(PathError::syntax(self.cursor.here(), "`&&`, `||` or `)` is expected here"));
        }
        self.depth -= 1;
        self.cursor.skip_blanks();
        Ok(inner)
    }

    /// A comparison, or whether something exists.
    fn test(&mut self) -> Result<Filter, PathError> {
        let start = self.cursor.at;
        let left = operand(self.cursor)?;
        let range = start..self.cursor.at;
        self.cursor.skip_blanks();
        let Some(operator) = operator(self.cursor)? else {
            return match left {
                Operand::Place(place) => Ok(Filter::Exists(place)),
                Operand::Constant(_) => Err(PathError::syntax(range, "a value alone is no test")
                    .help("compare it with a member, as in `@.a == 1`")),
            };
        };
        self.cursor.skip_blanks();
        let right = operand(self.cursor)?;
        self.cursor.skip_blanks();
        Ok(Filter::Compare { left, operator, right })
    }
}

/// The only one, or several together.
fn one_or(mut filters: Vec<Filter>, several: impl Fn(Vec<Filter>) -> Filter) -> Filter {
    match filters.pop() {
        Some(only) if filters.is_empty() => only,
        last => {
            filters.extend(last);
            several(filters)
        }
    }
}

/// The comparison that stands here, if any does.
fn operator(cursor: &mut Cursor<'_>) -> Result<Option<Operator>, PathError> {
    for (text, what) in [("===", "`===` in a filter is"), ("!==", "`!==` in a filter is")] {
        if cursor.rest().starts_with(text) {
            return Err(PathError::unsupported(cursor.at..cursor.at + text.len(), what)
                .help("`==` and `!=` compare with types already"));
        }
    }
    if cursor.rest().starts_with("=~") {
        let range = cursor.at..cursor.at + 2;
        return Err(PathError::unsupported(range, "matching by regular expression (`=~`) is").help(RULED_OUT));
    }
    let operators = [
        ("==", Operator::Equal),
        ("!=", Operator::NotEqual),
        ("<=", Operator::LessOrEqual),
        (">=", Operator::GreaterOrEqual),
        ("<", Operator::Less),
        (">", Operator::Greater),
    ];
    if let Some((_, operator)) = operators.into_iter().find(|(text, _)| cursor.take(text)) {
        return Ok(Some(operator));
    }
    match cursor.peek() {
        Some('=') => Err(PathError::syntax(cursor.here(), "`=` is no comparison").help("write `==`")),
        Some(c) if c.is_alphabetic() => Err(word_operator(cursor)),
        Some(_) | None => Ok(None),
    }
}

fn word_operator(cursor: &mut Cursor<'_>) -> PathError {
    let start = cursor.at;
    let word = word(cursor);
    let range = start..cursor.at;
    if WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)) {
        return PathError::unsupported(range, &format!("the operator `{word}` in a filter is")).help(RULED_OUT);
    }
    PathError::syntax(range, "an operator is expected here").help("there are `==`, `!=`, `<`, `<=`, `>` and `>=`")
}

/// One side of a comparison.
fn operand(cursor: &mut Cursor<'_>) -> Result<Operand, PathError> {
    match cursor.peek() {
        Some('@') => place(cursor).map(Operand::Place),
        Some('\'' | '"') => Ok(Operand::Constant(Constant::String(quoted(cursor)?))),
        Some('0'..='9' | '-') => constant(cursor).map(Operand::Constant),
        Some('$') => {
            Err(PathError::unsupported(cursor.here(), "comparing with another part of the data is").help(RULED_OUT))
        }
        Some('/') => Err(PathError::unsupported(cursor.here(), "a regular expression in a filter is")),
        Some('[' | '{') => Err(PathError::unsupported(cursor.here(), "an array or object as a value in a filter is")),
        Some(c) if c.is_alphabetic() || c == '_' => named_constant(cursor).map(Operand::Constant),
        Some(_) | None => Err(PathError::syntax(cursor.here(), "a path or a value is expected here")
            .help("such as `@.name`, `'text'`, `1`, `true`, `false` or `null`")),
    }
}

/// `true`, `false`, `null`, and what only looks like them.
fn named_constant(cursor: &mut Cursor<'_>) -> Result<Constant, PathError> {
    let start = cursor.at;
    let word = word(cursor);
    let range = start..cursor.at;
    if cursor.rest().trim_start_matches(is_blank).starts_with('(') {
        return Err(PathError::unsupported(range, &format!("the function `{word}()` in a filter is")).help(RULED_OUT));
    }
    match word {
        "true" => Ok(Constant::Bool(true)),
        "false" => Ok(Constant::Bool(false)),
        "null" => Ok(Constant::Null),
        // Definitions have it (`@.status==Failure`), and no recording tells what AWS makes of it.
        _ => Err(PathError::unsupported(range, &format!("`{word}` without quotation marks in a filter is"))
            .help(format!("if it is a string, write `'{word}'`"))),
    }
}

fn word<'t>(cursor: &mut Cursor<'t>) -> &'t str {
    let start = cursor.at;
    cursor.skip_while(|c| c.is_alphanumeric() || c == '_');
    cursor.since(start)
}

/// `@` and the steps behind it.
fn place(cursor: &mut Cursor<'_>) -> Result<Place, PathError> {
    let start = cursor.at;
    cursor.take("@");
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
    match steps.first().and_then(Segment::only) {
        Some(Selector::Name(_)) => Ok(Place(steps)),
        Some(_) | None => Err(PathError::unsupported(start..cursor.at, "`@` without the name of a member is")
            .help("AWS's documentation says that `@` matches objects only, as in `[?(@.price < 10)]`")),
    }
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

/// `['a']` or `[0]`. Anything else is refused without looking into it, so that filters in filters are no recursion.
fn place_bracket(cursor: &mut Cursor<'_>, start: usize) -> Result<Selector, PathError> {
    cursor.take("[");
    cursor.skip_blanks();
    let selector = match cursor.peek() {
        Some('\'' | '"') => Selector::Name(quoted(cursor)?),
        Some('0'..='9' | '-') => index_or_slice(cursor)?,
        Some(_) | None => return Err(several(cursor, start)),
    };
    cursor.skip_blanks();
    let is_definite = matches!(selector, Selector::Name(_) | Selector::Index(_));
    if is_definite && cursor.take("]") { Ok(selector) } else { Err(several(cursor, start)) }
}

fn several(cursor: &Cursor<'_>, start: usize) -> PathError {
    PathError::unsupported(start..cursor.at, "a path that can reach several places in a filter is")
        .help("names and indexes only, as in `@.items[0].price`")
}

/// What cannot stand in a name behind a dot within a filter.
fn ends_name(c: char) -> bool {
    matches!(c, '=' | '!' | '<' | '>' | '~' | '&' | '|' | ')' | ']' | ',')
}
