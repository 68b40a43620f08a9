//! Member names: after a dot with the seed's escapes, and quoted in brackets. Strings in filters
//! have the same syntax.

use std::ops::Range;

use super::Dialect;
use super::cursor::{Cursor, is_blank};
use super::error::PathError;

/// A name after a dot.
pub(super) struct DotName {
    pub(super) name: String,
    /// The first `@`, `,`, `:` or `?` without a backslash. It is part of the name in a Path, and
    /// refused in a Reference Path.
    pub(super) operator: Option<Range<usize>>,
}

/// Reads a name. It ends before `.`, `[`, a blank, or another character that `ends` it.
pub(super) fn dot_name(
    cursor: &mut Cursor<'_>,
    ends: impl Fn(char) -> bool,
) -> Result<DotName, PathError> {
    let start = cursor.at;
    let mut found = DotName { name: String::new(), operator: None };
    while let Some(c) = cursor.peek() {
        match c {
            '.' | '[' => break,
            c if is_blank(c) || ends(c) => break,
            '(' => return Err(call(cursor, start)),
            ']' | ')' | '*' => return Err(unescaped(cursor, c)),
            c if c.is_ascii_control() => return Err(control(cursor, c)),
            '\\' => found.name.push(dot_escape(cursor)?),
            c => {
                if matches!(c, '@' | ',' | ':' | '?') {
                    found.operator.get_or_insert(cursor.here());
                }
                cursor.bump();
                found.name.push(c);
            }
        }
    }
    if cursor.at == start {
        return Err(PathError::syntax(cursor.here(), "a name is expected after the dot"));
    }
    Ok(found)
}

/// Reads what looks like the call of a function, from its parenthesis on, as a member's name that
/// begins at `start`.
pub(super) fn called_name(cursor: &mut Cursor<'_>, start: usize) -> String {
    let mut open = 0_usize;
    while let Some(c) = cursor.bump() {
        match c {
            '(' => open += 1,
            ')' if open <= 1 => break,
            ')' => open -= 1,
            _ => {}
        }
    }
    cursor.since(start).to_owned()
}

/// Reads an escape in a name after a dot: the next character is literal (seed: `$.\stor\e.boo\k`),
/// except that `\u` with four digits is JSON's escape (seed: `$.&Ж中.\uD800\uDF46`).
fn dot_escape(cursor: &mut Cursor<'_>) -> Result<char, PathError> {
    let start = cursor.at;
    let is_unicode =
        cursor.rest().strip_prefix("\\u").is_some_and(|rest| hexadecimal(rest).is_some());
    cursor.take("\\");
    if is_unicode {
        cursor.take("u");
        return unicode_escape(cursor, start);
    }
    cursor.bump().ok_or_else(|| unfinished_escape(cursor, start))
}

/// Reads a quoted name, or a string in a filter. The next character is the quotation mark.
pub(super) fn quoted(cursor: &mut Cursor<'_>, dialect: Dialect) -> Result<String, PathError> {
    let start = cursor.at;
    let quote = cursor.bump();
    let mut name = String::new();
    loop {
        match cursor.peek() {
            None => {
                return Err(PathError::syntax(
                    start..cursor.at,
                    "the quotation marks are not closed",
                ));
            }
            // Recorded: Step Functions keeps this backslash as part of the name.
            Some('\\') if dialect == Dialect::Aws && quote == Some('\'') && cursor.take("\\\"") => {
                name.push_str("\\\"");
            }
            Some('\\') => name.push(quoted_escape(cursor, quote)?),
            Some(c) if c.is_ascii_control() && c != '\u{7f}' => return Err(control(cursor, c)),
            Some(c) => {
                cursor.bump();
                if Some(c) == quote {
                    return Ok(name);
                }
                name.push(c);
            }
        }
    }
}

/// JSON's escapes and that of the enclosing quotation mark.
fn quoted_escape(cursor: &mut Cursor<'_>, quote: Option<char>) -> Result<char, PathError> {
    let start = cursor.at;
    cursor.take("\\");
    let escaped = cursor.bump();
    match escaped {
        None => Err(unfinished_escape(cursor, start)),
        Some('b') => Ok('\u{8}'),
        Some('f') => Ok('\u{c}'),
        Some('n') => Ok('\n'),
        Some('r') => Ok('\r'),
        Some('t') => Ok('\t'),
        Some('u') => unicode_escape(cursor, start),
        Some(c) if c == '\\' || c == '/' || escaped == quote => Ok(c),
        Some(c) => {
            let shown = if c.is_control() { c.escape_debug().to_string() } else { c.to_string() };
            Err(PathError::syntax(start..cursor.at, format!("`\\{shown}` is not an escape"))
                .help("write the character without the backslash, or double the backslash"))
        }
    }
}

/// Reads the rest of a `\u` escape: four digits, or a surrogate pair.
fn unicode_escape(cursor: &mut Cursor<'_>, start: usize) -> Result<char, PathError> {
    let mut units = vec![four_digits(cursor, start)?];
    if matches!(units.as_slice(), [0xD800..=0xDBFF]) && cursor.take("\\u") {
        units.push(four_digits(cursor, start)?);
    }
    let mut decoded = char::decode_utf16(units);
    match (decoded.next(), decoded.next()) {
        (Some(Ok(c)), None) => Ok(c),
        _ => Err(PathError::syntax(start..cursor.at, "half a surrogate pair is not a character")),
    }
}

fn four_digits(cursor: &mut Cursor<'_>, start: usize) -> Result<u16, PathError> {
    let Some(unit) = hexadecimal(cursor.rest()) else {
        return Err(PathError::syntax(start..cursor.at, "`\\u` needs four hexadecimal digits"));
    };
    cursor.at += 4;
    Ok(unit)
}

/// The value of the first four characters, if they are hexadecimal digits.
fn hexadecimal(text: &str) -> Option<u16> {
    let digits =
        text.get(..4).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
    u16::from_str_radix(digits, 16).ok()
}

fn unfinished_escape(cursor: &Cursor<'_>, start: usize) -> PathError {
    PathError::syntax(start..cursor.at, "nothing follows the backslash")
}

fn unescaped(cursor: &Cursor<'_>, c: char) -> PathError {
    PathError::syntax(cursor.here(), format!("`{c}` cannot be in a name after a dot")).help(
        format!("if it is part of the name, put the name in brackets and quotes, as in `['a{c}']`"),
    )
}

pub(super) fn control(cursor: &Cursor<'_>, c: char) -> PathError {
    PathError::syntax(
        cursor.here(),
        format!("a control character (U+{:04X}) in a name", u32::from(c)),
    )
    .help(format!("write it in brackets and quotes, as `\\u{:04x}`", u32::from(c)))
}

/// Refuses a parenthesis after a name, as in `.length()`, or `[?(` without its bracket.
fn call(cursor: &Cursor<'_>, start: usize) -> PathError {
    let name = cursor.since(start);
    if name.is_empty() || !cursor.rest().contains(')') {
        return unescaped(cursor, '(');
    }
    PathError::ruled_out(start..cursor.at, &format!("path functions such as `{name}()` are"))
        .help("at AWS such a path finds nothing; `States.ArrayLength` and `States.MathAdd` can count and add")
}
