//! Texts of HCL: in quotation marks, and heredocs. Each knows the place of its characters.

use super::expression::Kind;
use super::reader::{Read, Reader};
use crate::source::{Form, Text};

/// A text in the making.
#[derive(Default)]
struct Building {
    text: Text,
    /// True while nothing but one `${..}` was read: HCL takes the value itself then.
    is_one_value: bool,
}

impl Building {
    /// Notes the place in the file of the next character.
    fn at(&mut self, place: usize) {
        self.text.escapes.push((offset(self.text.value.len()), offset(place)));
    }

    fn push(&mut self, letter: char) {
        self.is_one_value = false;
        self.text.value.push(letter);
    }

    fn finish(mut self) -> Text {
        self.text.escapes.dedup_by_key(|(decoded, _)| *decoded);
        if self.is_one_value {
            self.text.form = Form::Bare;
        }
        self.text
    }
}

impl<'t> Reader<'t> {
    /// A text in quotation marks; the first one is next.
    pub(super) fn quoted(&mut self) -> Read<Text> {
        self.bump();
        let mut building = Building::default();
        building.at(self.at);
        loop {
            let rest = self.rest();
            let Some(letter) = rest.chars().next() else {
                return Err(self.fault("this text has no closing quotation mark"));
            };
            match letter {
                '"' => {
                    self.bump();
                    return Ok(building.finish());
                }
                '\\' => {
                    let (decoded, length) = escape(rest);
                    building.push(decoded);
                    self.at += length;
                    building.at(self.at);
                }
                '\n' => return Err(self.fault("this text does not end in its line")),
                _ => self.text_or_template(letter, &mut building)?,
            }
        }
    }

    /// A heredoc; `<<` is next.
    pub(super) fn heredoc(&mut self) -> Read<Kind> {
        let is_indented = self.rest().starts_with("<<-");
        self.at += if is_indented { 3 } else { 2 };
        let word = self.identifier();
        if word.is_empty() {
            return Err(self.fault("a heredoc begins with a word, as in `<<EOF`"));
        }
        self.skip_line();
        let (lines, end) = self.heredoc_lines(&word)?;
        let margin = if is_indented { margin(&lines) } else { 0 };
        let mut building = Building::default();
        for (place, line) in lines {
            // A value of several lines may have taken the beginning of this one.
            if self.at <= place {
                self.at = place + margin.min(indent(line));
                building.at(self.at);
            }
            while self.at < place + line.len() {
                let Some(letter) = self.rest().chars().next() else {
                    break;
                };
                self.text_or_template(letter, &mut building)?;
            }
        }
        self.at = end;
        Ok(Kind::Text(building.finish()))
    }

    /// The lines of a heredoc with their ends and places, and the place behind its word.
    fn heredoc_lines(&self, word: &str) -> Read<(Vec<(usize, &'t str)>, usize)> {
        let mut lines = Vec::new();
        let mut place = self.at;
        for line in self.rest().split_inclusive('\n') {
            if line.trim() == word {
                return Ok((lines, place + line.find(word).unwrap_or(0) + word.len()));
            }
            lines.push((place, line));
            place += line.len();
        }
        Err(self.fault("this heredoc has no end: its word stands alone in the last line"))
    }

    /// A character, or a value in `${..}`.
    fn text_or_template(&mut self, letter: char, building: &mut Building) -> Read<()> {
        let rest = self.rest();
        if rest.starts_with("$${") || rest.starts_with("%%{") {
            self.bump();
            building.at(self.at);
            building.push(letter);
            self.bump();
            return Ok(());
        }
        if rest.starts_with("%{") {
            let fault =
                self.fault("`%{` is a directive, whose result is known only when Terraform runs");
            let help = "print the definition with `terraform show -json`, and check that";
            return Err(Box::new(fault.help(help)));
        }
        if !rest.starts_with("${") {
            building.push(letter);
            self.at += letter.len_utf8();
            return Ok(());
        }
        let start = self.at;
        self.at += 2;
        // `~` removes white space around a value.
        self.take("~");
        self.skip_lines();
        let value = self.expression()?;
        self.skip_lines();
        self.take("~");
        self.expect('}')?;
        let is_first = building.text.value.is_empty();
        building.at(start);
        building.text.value.push_str(&value.kind.in_text());
        building.is_one_value = is_first;
        building.at(self.at);
        Ok(())
    }
}

/// Bytes of white space that all lines begin with.
fn margin(lines: &[(usize, &str)]) -> usize {
    let filled = lines.iter().map(|(_, line)| *line).filter(|line| !line.trim().is_empty());
    filled.map(indent).min().unwrap_or(0)
}

/// Bytes of white space at the beginning of a line.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// The character of an escape at the beginning of a text, and its bytes.
fn escape(text: &str) -> (char, usize) {
    let mut letters = text.chars().skip(1);
    match letters.next() {
        Some('n') => ('\n', 2),
        Some('r') => ('\r', 2),
        Some('t') => ('\t', 2),
        Some('u') => by_number(text, 4),
        Some('U') => by_number(text, 8),
        Some(other) => (other, 1 + other.len_utf8()),
        None => ('\\', 1),
    }
}

fn by_number(text: &str, digits: usize) -> (char, usize) {
    let number = text.get(2..2 + digits).and_then(|text| u32::from_str_radix(text, 16).ok());
    match number.and_then(char::from_u32) {
        Some(letter) => (letter, 2 + digits),
        None => (char::REPLACEMENT_CHARACTER, 2),
    }
}

fn offset(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
