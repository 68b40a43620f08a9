//! Places of the characters of a scalar. The raw text is read once more in the scalar's style and
//! compared with the YAML reader's result. If they differ, findings point at the whole scalar.

use saphyr_parser::ScalarStyle;

use super::offsets::offset;
use crate::source::{Form, Text};

/// A scalar with its place.
pub(super) struct Placed {
    pub(super) text: Text,
    /// Offsets of its first byte and after its last, including quotation marks.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Places a scalar that the YAML reader found between two offsets, including its tag and anchor.
pub(super) fn place(
    source: &str,
    start: usize,
    end: usize,
    has_properties: bool,
    style: ScalarStyle,
    value: &str,
) -> Placed {
    let mut rescan = Rescan {
        source,
        at: start,
        decoded: String::with_capacity(value.len()),
        marks: Vec::new(),
    };
    if has_properties {
        rescan.skip_properties();
    }
    let begin = rescan.at;
    let form = match style {
        ScalarStyle::Plain => {
            rescan.plain(value);
            Form::Bare
        }
        ScalarStyle::SingleQuoted => {
            rescan.single_quoted();
            Form::Quoted
        }
        ScalarStyle::DoubleQuoted => {
            rescan.double_quoted();
            Form::Quoted
        }
        ScalarStyle::Literal | ScalarStyle::Folded => {
            let begin = rescan.block(value, style == ScalarStyle::Folded, has_properties);
            return rescan.placed(begin, end, Form::Bare, value);
        }
    };
    rescan.placed(begin, end, form, value)
}

/// A second reading of a scalar.
struct Rescan<'t> {
    source: &'t str,
    at: usize,
    decoded: String,
    /// (offset in the decoded text, offset in the file), at each point from which the two differ.
    marks: Vec<(u32, u32)>,
}

impl Rescan<'_> {
    fn placed(mut self, begin: usize, end: usize, form: Form, value: &str) -> Placed {
        // The end of a block scalar ("chomping") moves no character.
        let is_block = form == Form::Bare && value.ends_with('\n');
        let agrees = if is_block {
            self.decoded.trim_end_matches('\n') == value.trim_end_matches('\n')
        } else {
            self.decoded == value
        };
        if !agrees {
            let raw = self.source.get(begin..end).unwrap_or_default();
            let text = Text::opaque(value.to_owned());
            return Placed { text, start: begin, end: begin + raw.trim_end().len() };
        }
        self.marks.dedup_by_key(|(decoded, _)| *decoded);
        Placed {
            text: Text { value: value.to_owned(), escapes: self.marks, form },
            start: begin,
            end: self.at,
        }
    }

    fn peek(&self) -> Option<char> {
        self.source.get(self.at..)?.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t')) {
            self.at += 1;
        }
    }

    /// Skips a line break, if there is one here.
    fn take_break(&mut self) -> bool {
        let rest = self.source.get(self.at..).unwrap_or_default();
        let length =
            if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with(['\n', '\r'])) };
        self.at += length;
        length > 0
    }

    /// From here on the offsets of both texts advance equally again.
    fn mark(&mut self) {
        self.marks.push((offset(self.decoded.len()), offset(self.at)));
    }

    /// Skips tags, anchors and everything between them and the scalar.
    fn skip_properties(&mut self) {
        loop {
            match self.peek() {
                Some(' ' | '\t' | '\n' | '\r') => self.at += 1,
                Some('!' | '&') => self.skip_while(|c| !c.is_whitespace()),
                Some('#') => self.skip_while(|c| !matches!(c, '\n' | '\r')),
                Some(_) | None => return,
            }
        }
    }

    fn skip_while(&mut self, wanted: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.bump();
        }
    }

    /// A line break in a flow scalar: blanks around it are dropped, a single break is a blank, and
    /// the first of several is dropped.
    fn fold(&mut self, kept: usize) {
        let trimmed = self.decoded.trim_end_matches([' ', '\t']).len().max(kept);
        self.decoded.truncate(trimmed);
        let mut breaks = 0;
        while self.take_break() {
            breaks += 1;
            self.skip_blanks();
        }
        if breaks == 1 {
            self.decoded.push(' ');
        }
        (1..breaks).for_each(|_| self.decoded.push('\n'));
        self.mark();
    }

    fn plain(&mut self, value: &str) {
        // The end of a plain scalar depends on its surroundings: it is where the whole value was
        // read.
        while self.decoded.len() < value.len() {
            let blanks = self.at;
            self.skip_blanks();
            match self.peek() {
                // Blanks before a line break are not part of the value.
                Some('\n' | '\r') => self.fold(0),
                Some(c) => {
                    self.decoded.push_str(self.source.get(blanks..self.at).unwrap_or_default());
                    self.bump();
                    self.decoded.push(c);
                }
                None => return,
            }
        }
    }

    fn single_quoted(&mut self) {
        self.bump();
        while let Some(c) = self.peek() {
            match c {
                '\n' | '\r' => self.fold(0),
                '\'' => {
                    self.bump();
                    if self.peek() != Some('\'') {
                        return;
                    }
                    self.bump();
                    self.decoded.push('\'');
                    self.mark();
                }
                c => {
                    self.bump();
                    self.decoded.push(c);
                }
            }
        }
    }

    fn double_quoted(&mut self) {
        self.bump();
        let mut kept = 0;
        while let Some(c) = self.peek() {
            match c {
                '"' => {
                    self.bump();
                    return;
                }
                '\\' => {
                    self.bump();
                    self.escape();
                    kept = self.decoded.len();
                    self.mark();
                }
                '\n' | '\r' => {
                    self.fold(kept);
                    kept = self.decoded.len();
                }
                c => {
                    self.bump();
                    self.decoded.push(c);
                }
            }
        }
    }

    /// Reads the text after a backslash. YAML 1.2, "5.7. Escaped Characters".
    fn escape(&mut self) {
        if self.take_break() {
            // The lines are joined; further empty ones are line breaks.
            self.skip_blanks();
            while self.take_break() {
                self.decoded.push('\n');
                self.skip_blanks();
            }
            return;
        }
        let Some(c) = self.bump() else { return };
        let decoded = match c {
            '0' => '\0',
            'a' => '\u{7}',
            'b' => '\u{8}',
            't' | '\t' => '\t',
            'n' => '\n',
            'v' => '\u{b}',
            'f' => '\u{c}',
            'r' => '\r',
            'e' => '\u{1b}',
            'N' => '\u{85}',
            '_' => '\u{a0}',
            'L' => '\u{2028}',
            'P' => '\u{2029}',
            'x' => self.hexadecimal(2),
            'u' => self.hexadecimal(4),
            'U' => self.hexadecimal(8),
            c => c,
        };
        self.decoded.push(decoded);
    }

    fn hexadecimal(&mut self, digits: usize) -> char {
        let text = self.source.get(self.at..self.at + digits).unwrap_or_default();
        self.at += text.len();
        u32::from_str_radix(text, 16)
            .ok()
            .and_then(char::from_u32)
            .unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// `|` and `>`; gives the offset of the first character. The YAML reader's place is that
    /// character, or the tag before `|`.
    fn block(&mut self, value: &str, folded: bool, has_properties: bool) -> usize {
        if has_properties {
            self.skip_while(|c| !matches!(c, '\n' | '\r'));
            self.take_break();
        }
        while self.peek().is_some_and(|c| matches!(c, ' ' | '\n' | '\r')) {
            self.bump();
        }
        let begin = self.at;
        let content = value.trim_start_matches('\n');
        self.marks.push((0, offset(begin)));
        self.decoded.push_str(value.get(..value.len() - content.len()).unwrap_or_default());
        // Blanks at the beginning of the first line may be its own.
        let own = content.len() - content.trim_start_matches(' ').len();
        let line = self
            .source
            .get(..begin)
            .and_then(|before| before.rfind(['\n', '\r']))
            .map_or(0, |at| at + 1);
        self.at = begin.saturating_sub(own).max(line);
        let indent = self.at - line;
        self.lines(value, indent, folded);
        begin.saturating_sub(own).max(line)
    }

    /// The lines of a block scalar, from the first one's first character on.
    fn lines(&mut self, value: &str, indent: usize, folded: bool) {
        let wanted = value.trim_end_matches('\n').len();
        let mut was_more = self.is_more();
        loop {
            self.mark();
            self.line();
            let end = self.at;
            if self.decoded.len() >= wanted {
                self.at = end;
                return;
            }
            let mut breaks = 0;
            while self.take_break() {
                breaks += 1;
                self.skip_indent(indent);
            }
            if breaks == 0 {
                return;
            }
            let is_more = self.is_more();
            let one_less = folded && !was_more && !is_more;
            match (one_less, breaks) {
                (true, 1) => self.decoded.push(' '),
                (true, breaks) => (1..breaks).for_each(|_| self.decoded.push('\n')),
                (false, breaks) => (0..breaks).for_each(|_| self.decoded.push('\n')),
            }
            was_more = is_more;
        }
    }

    fn line(&mut self) {
        while let Some(c) = self.peek().filter(|c| !matches!(c, '\n' | '\r')) {
            self.bump();
            self.decoded.push(c);
        }
    }

    /// True if the line is indented deeper than its block.
    fn is_more(&self) -> bool {
        matches!(self.peek(), Some(' ' | '\t'))
    }

    fn skip_indent(&mut self, indent: usize) {
        for _ in 0..indent {
            if self.peek() == Some(' ') {
                self.at += 1;
            }
        }
    }
}
