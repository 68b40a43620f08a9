//! Strings, numbers and regular expressions.

use asl_language::js_regex::{self, Dialect};
use asl_language::json;

use super::Lexer;
use crate::problem;
use crate::token::TokenKind;
use crate::tree::Regex;

impl Lexer<'_> {
    /// Reads a string, decoded.
    pub(super) fn string(&mut self, quote: char) -> TokenKind {
        let (start, mut text) = (self.at, String::new());
        self.at += 1;
        loop {
            let rest = self.rest();
            let plain = rest.find([quote, '\\']).unwrap_or(rest.len());
            text.push_str(rest.get(..plain).unwrap_or_default());
            self.at += plain;
            match self.rest().chars().next() {
                None => {
                    let values = [("sign", quote.to_string())];
                    self.report(&problem::UNCLOSED_STRING, start..start + 1, &values);
                    self.has_stopped = true;
                    return TokenKind::End;
                }
                Some('\\') => self.escape(&mut text),
                Some(_) => {
                    self.at += 1;
                    return TokenKind::String(text);
                }
            }
        }
    }

    fn escape(&mut self, text: &mut String) {
        let start = self.at;
        let letter = self.rest().chars().nth(1);
        self.at += 1 + letter.map_or(0, char::len_utf8);
        text.push(match letter {
            Some(plain @ ('"' | '\\' | '/')) => plain,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => return self.unicode_escape(start, text),
            letter => {
                let letter = letter.map(String::from).unwrap_or_default();
                let values = [("value", json::string(&letter)), ("found", letter)];
                return self.report(&problem::ESCAPE, start..self.at, &values);
            }
        });
    }

    /// Reads the digits behind `\u`, and a second escape if both are halves of a surrogate pair.
    /// Half a pair by itself is U+FFFD: strings are Unicode here.
    fn unicode_escape(&mut self, start: usize, text: &mut String) {
        let Some(unit) = self.digits(0) else {
            return self.report(&problem::UNICODE_ESCAPE, start..self.at, &[]);
        };
        self.at += 4;
        let low = if (0xD800..0xDC00).contains(&unit) && self.rest().starts_with("\\u") {
            self.digits(2).filter(|low| (0xDC00..0xE000).contains(low))
        } else {
            None
        };
        let point = match low {
            Some(low) => {
                self.at += 6;
                0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00)
            }
            None => unit,
        };
        text.push(char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER));
    }

    /// The value of four hexadecimal digits.
    fn digits(&self, from: usize) -> Option<u32> {
        let digits = self.rest().get(from..from + 4)?;
        let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_hexadecimal { u32::from_str_radix(digits, 16).ok() } else { None }
    }

    /// Reads a number as JSON has it, without a sign.
    pub(super) fn number(&mut self) -> TokenKind {
        let rest = self.rest();
        let digits = |from: usize| {
            let rest = rest.get(from..).unwrap_or_default();
            from + rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())
        };
        let mut end = if rest.starts_with('0') { 1 } else { digits(0) };
        let byte = |at: usize| rest.as_bytes().get(at).copied();
        if byte(end) == Some(b'.') && digits(end + 1) > end + 1 {
            end = digits(end + 1);
        }
        if matches!(byte(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(byte(end + 1), Some(b'+' | b'-')));
            let from = end + 1 + sign;
            end = if digits(from) > from { digits(from) } else { end };
        }
        let text = rest.get(..end).unwrap_or_default();
        let start = self.at;
        self.at += end;
        let number = text.parse::<f64>().unwrap_or(f64::NAN);
        if !number.is_finite() {
            let values = [("value", json::string(text)), ("found", text.to_owned())];
            self.report(&problem::NUMBER_RANGE, start..self.at, &values);
        }
        TokenKind::Number(number)
    }

    /// Reads a regular expression. Its end is the first slash that is neither escaped nor in
    /// brackets; as in jsonata-js, brackets of all kinds are counted, wherever they are.
    pub(super) fn regex(&mut self) -> TokenKind {
        let start = self.at;
        let body = self.rest().get(1..).unwrap_or_default();
        let Some(end) = end_of_pattern(body) else {
            return self.stop(&problem::UNCLOSED_REGEX, start..start + 1);
        };
        let behind = body.get(end + 1..).unwrap_or_default();
        let count = behind.len() - behind.trim_start_matches(['i', 'm']).len();
        self.at += 1 + end + 1 + count;
        let flags = behind.get(..count).unwrap_or_default();
        if end == 0 {
            self.report(&problem::EMPTY_REGEX, start..start + 2, &[]);
        } else if flags.matches('i').count() > 1 || flags.matches('m').count() > 1 {
            self.report(&problem::REGEX_FLAGS, self.at - count..self.at, &[]);
        }
        let pattern = body.get(..end).unwrap_or_default();
        if let Err(fault) = js_regex::parse(pattern, Dialect::JavaScript) {
            let at = start + 1 + fault.at.min(end);
            let values = [("found", fault.message.to_owned())];
            self.report(&problem::REGEX, at..start + 1 + end, &values);
        }
        TokenKind::Regex(Regex {
            pattern: pattern.to_owned(),
            ignores_case: flags.contains('i'),
            is_multiline: flags.contains('m'),
        })
    }
}

/// The offset of the slash that ends a pattern.
fn end_of_pattern(body: &str) -> Option<usize> {
    let mut depth = 0_i64;
    let mut backslashes = 0_usize;
    for (at, byte) in body.bytes().enumerate() {
        match byte {
            b'/' if depth == 0 && backslashes.is_multiple_of(2) => return Some(at),
            b'(' | b'[' | b'{' if backslashes == 0 => depth += 1,
            b')' | b']' | b'}' if backslashes == 0 => depth -= 1,
            _ => {}
        }
        backslashes = if byte == b'\\' { backslashes + 1 } else { 0 };
    }
    None
}
