//! Strings: text, escapes, and the starts of interpolations.

use super::Lexer;
use crate::Fault;
use crate::token::{Bracket, TokenKind};
use asl_source::diagnostics::Code;

impl Lexer<'_, '_> {
    /// Reads a string up to its end or its next interpolation.
    pub(super) fn string(&mut self) {
        let (start, mut text) = (self.at, String::new());
        loop {
            let rest = self.rest();
            let plain = Self::length(rest, |c| !matches!(c, '"' | '\\'));
            text.push_str(rest.get(..plain).unwrap_or_default());
            self.at += plain;
            let rest = self.rest();
            if rest.is_empty() || rest.starts_with('"') || rest.starts_with("\\(") {
                break;
            }
            self.escape(&mut text);
        }
        if !text.is_empty() {
            self.push(TokenKind::Text(text), start);
        }
        if self.rest().starts_with("\\(") {
            self.begin(Bracket::Interpolation);
        } else if self.rest().starts_with('"')
            && let Some(open) = self.open.pop()
        {
            self.counts = open.counts;
            self.at += 1;
            self.close(&open, self.at - 1..self.at);
        }
    }

    fn escape(&mut self, text: &mut String) {
        let start = self.at;
        let Some(letter) = self.rest().chars().nth(1) else {
            self.at = self.text.len();
            return self.bad_escape(
                start,
                "a backslash at the end of the program",
                "write `\\\\` for a backslash",
            );
        };
        self.at += 1 + letter.len_utf8();
        text.push(match letter {
            '"' | '\\' | '/' => letter,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.unicode_escape(start, text),
            _ => {
                let title = format!("`\\{}` is not an escape", letter.escape_debug());
                return self.bad_escape(
                    start,
                    &title,
                    "escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0000 and \\(…); write `\\\\` for a backslash",
                );
            }
        });
    }

    /// After `\u`: four digits, or two such escapes if the first is the first half of a surrogate
    /// pair. A second half by itself is U+FFFD, as in jq, and a first half by itself is an error,
    /// as in jq.
    fn unicode_escape(&mut self, start: usize, text: &mut String) {
        let Some(unit) = self.digits() else {
            return self.bad_escape(
                start,
                "a `\\u` escape without four digits",
                "write four hexadecimal digits, such as `\\u00e9`",
            );
        };
        if !(0xD800..0xDC00).contains(&unit) {
            text.push(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
            return;
        }
        let second = if self.rest().starts_with("\\u") {
            self.at += 2;
            self.digits()
        } else {
            None
        };
        match second.filter(|unit| (0xDC00..0xE000).contains(unit)) {
            Some(low) => {
                let character = char::from_u32(0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
                text.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            None => self.bad_escape(
                start,
                "the first half of a surrogate pair without its second",
                "write both halves, such as `\\ud83d\\ude00`, or the character itself",
            ),
        }
    }

    fn digits(&mut self) -> Option<u32> {
        let digits = self
            .rest()
            .get(..4)
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }

    fn bad_escape(&mut self, start: usize, title: &str, help: &str) {
        let fault = Fault::new(Code::JqEscape, &(start..self.at), title, "in this string");
        self.faults.push(fault.help(help));
    }
}
