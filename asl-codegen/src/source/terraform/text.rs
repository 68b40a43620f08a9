//! Texts of HCL: in quotation marks, and heredocs. Each knows the place of its characters.

use super::expression::{Expression, Kind};
use super::reader::{Read, Reader};
use crate::source::{Form, Text};

/// A text in the making.
struct Building {
    text: Text,
    /// True while nothing but one `${..}` was read: HCL takes the value itself then.
    is_one_value: bool,
}

impl Building {
    fn new() -> Self {
        let text = Text { value: String::new(), escapes: Vec::new(), form: Form::Quoted };
        Self { text, is_one_value: false }
    }

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

impl Reader<'_> {
    /// A text in quotation marks; the first one is next.
    pub(super) fn quoted(&mut self) -> Read<Text> {
        self.bump();
        let mut building = Building::new();
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
        let lines = self.heredoc_lines(&word)?;
        let margin = if is_indented { margin(&lines) } else { 0 };
        let mut building = Building::new();
        for (place, line) in lines {
            self.at = place + margin.min(line.len() - line.trim_start_matches([' ', '\t']).len());
            building.at(self.at);
            let end = place + line.len();
            while self.at < end {
                let Some(letter) = self.rest().chars().next() else {
                    break;
                };
                self.text_or_template(letter, &mut building)?;
            }
            // A value of several lines has taken the lines that follow.
        }
        self.skip_heredoc_end(&word);
        Ok(Kind::Text(building.finish()))
    }

    /// The lines of a heredoc with their ends and places, up to the line with the word.
    fn heredoc_lines(&mut self, word: &str) -> Read<Vec<(usize, String)>> {
        let mut lines = Vec::new();
        let mut place = self.at;
        for line in self.rest().to_owned().split_inclusive('\n') {
            if line.trim() == word {
                return Ok(lines);
            }
            lines.push((place, line.to_owned()));
            place += line.len();
        }
        Err(self.fault("this heredoc has no end: its word stands alone in the last line"))
    }

    fn skip_heredoc_end(&mut self, word: &str) {
        while self.rest().split('\n').next().is_some_and(|line| line.trim() != word) {
            self.skip_line();
            if self.rest().is_empty() {
                return;
            }
        }
        let indent = self.rest().find(word).unwrap_or(0);
        self.at += indent + word.len();
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
        self.skip_mark();
        self.skip_lines();
        let value = self.expression()?;
        self.skip_lines();
        self.skip_mark();
        self.expect('}')?;
        let is_first = building.text.value.is_empty();
        building.at(start);
        let name = placeholder(&value);
        building.text.value.push_str(&name);
        building.is_one_value = is_first;
        building.at(self.at);
        Ok(())
    }

    /// The `~` that removes white space around a value.
    fn skip_mark(&mut self) {
        if self.rest().starts_with('~') {
            self.bump();
        }
    }
}

fn placeholder(value: &Expression) -> String {
    if let Kind::Text(text) = &value.kind {
        // `"${"text"}"`
        return text.value.clone();
    }
    format!("${{{}}}", value.kind.placeholder())
}

/// White space that all lines begin with.
fn margin(lines: &[(usize, String)]) -> usize {
    let filled = lines.iter().map(|(_, line)| line).filter(|line| !line.trim().is_empty());
    filled.map(|line| line.len() - line.trim_start_matches([' ', '\t']).len()).min().unwrap_or(0)
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
