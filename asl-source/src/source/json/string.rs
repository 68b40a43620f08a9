//! Strings: escapes decoded, with a map back to the source.

use super::reader::{Read, Reader};
use crate::source::{Form, Text};

impl Reader<'_> {
    /// A string, from its opening quote on.
    pub(super) fn string(&mut self) -> Read<Text> {
        let open = self.at;
        self.at += 1;
        let mut text = Text { value: String::new(), escapes: Vec::new(), form: Form::Quoted };
        loop {
            let rest = self.rest();
            let plain = rest
                .bytes()
                .position(|byte| byte < 0x20 || matches!(byte, b'"' | b'\\'))
                .unwrap_or(rest.len());
            text.value.push_str(rest.get(..plain).unwrap_or_default());
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => self.escape(&mut text)?,
                None | Some(b'\n' | b'\r') => return Err(self.string_not_closed(open)),
                Some(control) => {
                    self.control_character(control)?;
                    text.value.push(char::from(control));
                    self.at += 1;
                }
            }
        }
    }

    fn escape(&mut self, text: &mut Text) -> Read<()> {
        let start = self.at;
        self.at += 1;
        let simple = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => Some(char::from(byte)),
            Some(b'b') => Some('\u{8}'),
            Some(b'f') => Some('\u{c}'),
            Some(b'n') => Some('\n'),
            Some(b'r') => Some('\r'),
            Some(b't') => Some('\t'),
            _ => None,
        };
        if let Some(character) = simple {
            self.at += 1;
            text.value.push(character);
        } else if self.take(b'u') {
            text.value.push(self.unicode_escape(start)?);
        } else {
            // Read on as if the backslash had been doubled, which is what its author most likely
            // meant.
            self.unknown_escape(start)?;
            text.value.push('\\');
        }
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        text.escapes.push((offset(text.value.len()), offset(self.at)));
        Ok(())
    }

    /// The character of a `\u` escape, the second half of a surrogate pair included.
    fn unicode_escape(&mut self, start: usize) -> Read<char> {
        let Some(first) = self.hex_digits() else {
            self.short_unicode_escape(start)?;
            return Ok(char::REPLACEMENT_CHARACTER);
        };
        if let Some(character) = char::from_u32(first) {
            return Ok(character);
        }
        let behind_first = self.at;
        if first < 0xDC00
            && self.take(b'\\')
            && self.take(b'u')
            && let Some(second @ 0xDC00..=0xDFFF) = self.hex_digits()
        {
            let code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
            return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        self.at = behind_first;
        self.lone_surrogate(start)?;
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn hex_digits(&mut self) -> Option<u32> {
        let digits = self
            .rest()
            .get(..4)
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}
