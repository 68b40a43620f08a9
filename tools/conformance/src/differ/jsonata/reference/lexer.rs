//! Text to tokens. Regular expressions are no part of it.

use super::Stop;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    Text(String),
    Number(f64),
    Name(String),
    /// A name in backquotes, which is never a keyword.
    Quoted(String),
    Variable(String),
    Operator(&'static str),
    End,
}

/// The longer ones first.
const OPERATORS: &[&str] = &[
    "..", ":=", "!=", ">=", "<=", "**", "~>", "?:", "??", ".", "[", "]", "{", "}", "(", ")", ",",
    "@", "#", ";", ":", "?", "+", "-", "*", "/", "%", "|", "=", "<", ">", "^", "&", "!",
];

/// The tokens of a text, with the place of each.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, usize)>, Stop> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        rest = skip_space(rest)?;
        let place = text.len() - rest.len();
        if rest.is_empty() {
            found.push((Token::End, place));
            return Ok(found);
        }
        let (token, after) = next(rest)?;
        found.push((token, place));
        rest = after;
    }
}

fn skip_space(text: &str) -> Result<&str, Stop> {
    let rest = text.trim_start_matches([' ', '\t', '\n', '\r', '\u{b}']);
    match rest.strip_prefix("/*") {
        Some(comment) => {
            let (_, after) = comment.split_once("*/").ok_or(Stop::error("S0106"))?;
            skip_space(after)
        }
        None => Ok(rest),
    }
}

fn next(text: &str) -> Result<(Token, &str), Stop> {
    let first = text.chars().next().unwrap_or_default();
    if first == '"' || first == '\'' {
        return string(text, first);
    }
    if first == '`' {
        let body = text.get(1..).unwrap_or_default();
        let (name, after) = body.split_once('`').ok_or(Stop::error("S0105"))?;
        return Ok((Token::Quoted(name.to_owned()), after));
    }
    if first.is_ascii_digit() {
        return number(text);
    }
    if let Some(operator) = OPERATORS.iter().find(|operator| text.starts_with(**operator)) {
        return Ok((Token::Operator(operator), text.get(operator.len()..).unwrap_or_default()));
    }
    let is_end = |c: char| c.is_whitespace() || "~.[]{}(),@#;:?+-*/%|=<>^&!\"'`".contains(c);
    let end = text.find(is_end).unwrap_or(text.len());
    let (word, after) = text.split_at(end);
    let token = match word.strip_prefix('$') {
        Some(name) => Token::Variable(name.to_owned()),
        None if matches!(word, "and" | "or" | "in") => {
            let words = ["and", "or", "in"];
            Token::Operator(words.into_iter().find(|found| *found == word).unwrap_or("in"))
        }
        None => Token::Name(word.to_owned()),
    };
    Ok((token, after))
}

fn number(text: &str) -> Result<(Token, &str), Stop> {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let after = |at: usize| text.get(at..).unwrap_or_default();
    let mut end = digits(text);
    if let Some(fraction) = after(end).strip_prefix('.') {
        let count = digits(fraction);
        end += if count > 0 { count + 1 } else { 0 };
    }
    if let Some(exponent) = after(end).strip_prefix(['e', 'E']) {
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let count = digits(unsigned);
        end += if count > 0 { 1 + exponent.len() - unsigned.len() + count } else { 0 };
    }
    let number: f64 = after(0).get(..end).unwrap_or_default().parse().unwrap_or(f64::INFINITY);
    if number.is_infinite() {
        return Err(Stop::error("S0102"));
    }
    Ok((Token::Number(number), after(end)))
}

fn string(text: &str, quote: char) -> Result<(Token, &str), Stop> {
    let mut units = Vec::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        if c == quote {
            let after = text.get(at + 1..).unwrap_or_default();
            return Ok((Token::Text(String::from_utf16_lossy(&units)), after));
        }
        let mut buffer = [0; 2];
        if c != '\\' {
            units.extend_from_slice(c.encode_utf16(&mut buffer));
            continue;
        }
        let (_, escaped) = chars.next().ok_or(Stop::error("S0101"))?;
        if escaped == 'u' {
            let digits: String = chars.by_ref().take(4).map(|(_, c)| c).collect();
            let unit = u16::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4);
            units.push(unit.ok_or(Stop::error("S0104"))?);
            continue;
        }
        let plain = match escaped {
            '"' | '\\' | '/' | '\'' => escaped,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            _ => return Err(Stop::error("S0103")),
        };
        units.extend_from_slice(plain.encode_utf16(&mut buffer));
    }
    Err(Stop::error("S0101"))
}
