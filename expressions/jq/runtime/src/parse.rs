//! `fromjson`: parses JSON text as jq does, which accepts more than JSON (`nan`, `+1`, `.5`) and
//! has its own error messages.

use std::mem;

use super::{Cx, Exit, fault, number};
use asl_value::value::{Map, Text, Value};

/// Maximum nesting of containers and of keys that wait for their values.
const DEPTH: usize = 10_000;

/// `fromjson`
#[inline]
pub fn fromjson(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let Value::String(text) = input else {
        return Err(fault::bad(input, "only strings can be parsed"));
    };
    cx.spend(text.len() as u64 / 16)?;
    // No value takes less than a byte, and most take more than this.
    cx.make_items(2 * text.bytes().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count())?;
    // Plain JSON is read faster, and most is.
    if let Ok(value) = Value::from_json_str(text) {
        return Ok(value);
    }
    // `nan` and `1e1000` are found here only.
    cx.number(f64::NAN);
    Reader::default()
        .read(text)
        .map_err(|error| Exit::error(format!("{error} (while parsing '{}')", until_nul(text))))
}

/// As far as C sees a string.
fn until_nul(text: &str) -> &str {
    text.split('\0').next().unwrap_or_default()
}

/// A container that is not complete.
enum Open {
    Array(Vec<Value>),
    Object(Map),
    /// A key of the object below.
    Key(Text),
}

/// The place of the next character in a token.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum State {
    #[default]
    Between,
    String,
    /// After a backslash.
    Escape,
}

/// Reads character by character, since its errors name places.
struct Reader {
    open: Vec<Open>,
    /// A value that nothing has been done with.
    next: Option<Value>,
    /// The content of the text.
    found: Option<Value>,
    token: String,
    state: State,
    line: u32,
    column: u32,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            open: Vec::new(),
            next: None,
            found: None,
            token: String::new(),
            state: State::Between,
            line: 1,
            column: 0,
        }
    }
}

type Fault = &'static str;

impl Reader {
    #[inline]
    fn read(mut self, text: &str) -> Result<Value, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for character in text.chars() {
            self.column += u32::try_from(character.len_utf8()).unwrap_or(4);
            if character == '\n' {
                self.line += 1;
                self.column = 0;
            }
            self.take(character).map_err(|fault| self.place(fault, ""))?;
            if self.found.is_some() && self.open.is_empty() && self.next.is_some() {
                return Err("Unexpected extra JSON values".to_owned());
            }
        }
        self.end()
    }

    fn place(&self, fault: Fault, when: &str) -> String {
        format!("{fault}{when} at line {}, column {}", self.line, self.column)
    }

    fn end(mut self) -> Result<Value, String> {
        if self.state != State::Between {
            return Err(self.place("Unfinished string", " at EOF"));
        }
        self.literal().map_err(|fault| self.place(fault, " at EOF"))?;
        if !self.open.is_empty() {
            return Err(self.place("Unfinished JSON term", " at EOF"));
        }
        match (self.found, self.next) {
            (Some(_), Some(_)) => Err("Unexpected extra JSON values".to_owned()),
            (Some(value), None) | (None, Some(value)) => Ok(value),
            (None, None) => Err("Expected JSON value".to_owned()),
        }
    }

    #[inline]
    fn take(&mut self, character: char) -> Result<(), Fault> {
        match (self.state, character) {
            (State::Between, _) => return self.take_between(character),
            (State::String, '"') => {
                self.state = State::Between;
                let text = unescape(&self.token)?;
                self.token.clear();
                self.value(Value::String(text))?;
                self.done();
                return Ok(());
            }
            (State::String, '\\') => self.state = State::Escape,
            (State::String | State::Escape, _) => self.state = State::String,
        }
        self.token.push(character);
        Ok(())
    }

    #[inline]
    fn take_between(&mut self, character: char) -> Result<(), Fault> {
        match character {
            ' ' | '\t' | '\r' | '\n' => {
                self.literal()?;
                self.done();
            }
            '"' => {
                self.literal()?;
                self.done();
                self.state = State::String;
            }
            '[' | ']' | '{' | '}' | ',' | ':' => {
                self.literal()?;
                self.done();
                self.structure(character)?;
                self.done();
            }
            other => self.token.push(other),
        }
        Ok(())
    }

    /// A value outside of all containers is what was to be read.
    fn done(&mut self) {
        if self.open.is_empty() && self.found.is_none() {
            self.found = self.next.take();
        }
    }

    fn value(&mut self, value: Value) -> Result<(), Fault> {
        if self.next.is_some() {
            return Err("Expected separator between values");
        }
        self.next = Some(value);
        Ok(())
    }

    /// Ends a token that is no string.
    fn literal(&mut self) -> Result<(), Fault> {
        if self.token.is_empty() {
            return Ok(());
        }
        let token = mem::take(&mut self.token);
        let value = match token.as_bytes() {
            b"true" => Value::Bool(true),
            b"false" => Value::Bool(false),
            b"null" => Value::Null,
            [b'\'', ..] => return Err("Invalid string literal; expected \", but got '"),
            [b't' | b'f', ..] | [b'n', b'u', ..] => return Err("Invalid literal"),
            _ => number::parse(until_nul(&token)).ok_or("Invalid numeric literal")?,
        };
        self.value(value)
    }

    fn structure(&mut self, character: char) -> Result<(), Fault> {
        match character {
            '[' => self.begin(Open::Array(Vec::new())),
            '{' => self.begin(Open::Object(Map::default())),
            ':' => self.colon(),
            ',' => self.comma(),
            ']' => self.end_array(),
            _ => self.end_object(),
        }
    }

    fn begin(&mut self, container: Open) -> Result<(), Fault> {
        if self.open.len() >= DEPTH {
            return Err("Exceeds depth limit for parsing");
        }
        if self.next.is_some() {
            return Err("Expected separator between values");
        }
        self.open.push(container);
        Ok(())
    }

    fn colon(&mut self) -> Result<(), Fault> {
        let next = self.next.take().ok_or("Expected string key before ':'")?;
        let Some(Open::Object(_)) = self.open.last() else {
            return Err("':' not as part of an object");
        };
        let Value::String(key) = next else { return Err("Object keys must be strings") };
        self.open.push(Open::Key(key));
        Ok(())
    }

    fn comma(&mut self) -> Result<(), Fault> {
        let next = self.next.take().ok_or("Expected value before ','")?;
        match self.open.last_mut() {
            Some(Open::Array(items)) => items.push(next),
            Some(Open::Key(_)) => self.entry(next),
            Some(Open::Object(_)) => return Err("Objects must consist of key:value pairs"),
            None => return Err("',' not as part of an object or array"),
        }
        Ok(())
    }

    /// Puts the value at the key on top into the object below.
    fn entry(&mut self, value: Value) {
        if let Some(Open::Key(key)) = self.open.pop()
            && let Some(Open::Object(object)) = self.open.last_mut()
        {
            object.put(key, value);
        }
    }

    fn end_array(&mut self) -> Result<(), Fault> {
        let Some(Open::Array(items)) = self.open.last_mut() else { return Err("Unmatched ']'") };
        match self.next.take() {
            Some(next) => items.push(next),
            None if items.is_empty() => {}
            None => return Err("Expected another array element"),
        }
        let items = mem::take(items);
        self.open.pop();
        self.next = Some(Value::array(items));
        Ok(())
    }

    fn end_object(&mut self) -> Result<(), Fault> {
        match (self.next.take(), self.open.last()) {
            (Some(next), Some(Open::Key(_))) => self.entry(next),
            (Some(_), Some(Open::Array(_) | Open::Object(_))) => {
                return Err("Objects must consist of key:value pairs");
            }
            (None, Some(Open::Object(object))) if object.entries().is_empty() => {}
            (None, Some(Open::Object(_))) => return Err("Expected another key-value pair"),
            (_, None) | (None, Some(Open::Array(_) | Open::Key(_))) => return Err("Unmatched '}'"),
        }
        if let Some(Open::Object(object)) = self.open.pop() {
            self.next = Some(Value::from(object));
        }
        Ok(())
    }
}

/// The text of a string, without the quotes around it.
fn unescape(token: &str) -> Result<Text, Fault> {
    let mut text = String::with_capacity(token.len());
    let mut rest = token;
    while let Some(at) = rest.find(|character| character == '\\' || character < ' ') {
        let (plain, special) = rest.split_at(at);
        text.push_str(plain);
        let Some(escape) = special.strip_prefix('\\') else {
            return Err(
                "Invalid string: control characters from U+0000 through U+001F must be escaped",
            );
        };
        let (character, behind) = unescape_one(escape)?;
        text.push(character);
        rest = behind;
    }
    text.push_str(rest);
    Ok(text.into())
}

/// The character of an escape, and the text after it.
fn unescape_one(escape: &str) -> Result<(char, &str), Fault> {
    let mut characters = escape.chars();
    let character = match characters.next() {
        Some(itself @ ('"' | '\\' | '/')) => itself,
        Some('b') => '\u{8}',
        Some('f') => '\u{c}',
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('u') => return unescape_unicode(characters.as_str()),
        Some(_) => return Err("Invalid escape"),
        None => return Err("Expected escape character at end of string"),
    };
    Ok((character, characters.as_str()))
}

/// `\u0041`, and pairs of surrogates; half a pair, where it is the second half, becomes U+FFFD.
fn unescape_unicode(digits: &str) -> Result<(char, &str), Fault> {
    const PAIR: Fault = "Invalid \\uXXXX\\uXXXX surrogate pair escape";
    if digits.len() < 4 {
        return Err("Invalid \\uXXXX escape");
    }
    let (high, rest) = hexadecimal(digits).ok_or("Invalid characters in \\uXXXX escape")?;
    if !(0xd800..0xdc00).contains(&high) {
        return Ok((char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER), rest));
    }
    let (low, rest) = rest.strip_prefix("\\u").and_then(hexadecimal).ok_or(PAIR)?;
    if !(0xdc00..0xe000).contains(&low) {
        return Err(PAIR);
    }
    let point = 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
    Ok((char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER), rest))
}

fn hexadecimal(text: &str) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_at_checked(4)?;
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_plain.then(|| u32::from_str_radix(digits, 16).ok()).flatten().zip(Some(rest))
}
