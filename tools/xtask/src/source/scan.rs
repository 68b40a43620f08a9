//! Separates Rust code from its comments and blanks its literals.

use super::is_name;

/// One line of a comment.
pub(crate) struct Comment {
    /// The line in the file, counted from 1.
    pub(crate) line: usize,
    pub(crate) kind: CommentKind,
    /// The text after the slashes, trimmed.
    pub(crate) text: String,
}

/// The kinds of comments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommentKind {
    /// `///`
    Outer,
    /// `//!`
    Inner,
    /// `//` and `/* */`
    Plain,
}

/// Returns the code with blanks for comments and literals, and the comments. Line breaks are kept.
pub(super) fn separate(text: &str) -> (String, Vec<Comment>) {
    let mut scanner = Scanner { rest: text, code: String::new(), line: 1, comments: Vec::new() };
    while scanner.step() {}
    (scanner.code, scanner.comments)
}

struct Scanner<'a> {
    rest: &'a str,
    code: String,
    line: usize,
    comments: Vec<Comment>,
}

impl Scanner<'_> {
    /// Reads one comment, literal or character. Returns false at the end.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else { return false };
        if self.rest.starts_with("//") {
            self.comment(self.rest.find('\n').unwrap_or(self.rest.len()));
        } else if self.rest.starts_with("/*") {
            self.comment(block_comment(self.rest));
        } else if let Some(length) = self.raw_string() {
            self.blank(length);
        } else if first == '"' {
            self.blank(string(self.rest));
        } else if first == '\'' {
            self.blank(character(self.rest));
        } else {
            self.keep(first);
        }
        true
    }

    /// Keeps the first character and all others up to the next possible start of a comment or
    /// literal.
    fn keep(&mut self, first: char) {
        let more = self.rest.get(first.len_utf8()..).unwrap_or_default();
        let end = more.find(['/', '"', '\'', 'r', 'b', 'c']).unwrap_or(more.len());
        let (kept, rest) = self.rest.split_at_checked(first.len_utf8() + end).unwrap_or_default();
        self.code.push_str(kept);
        self.line += kept.matches('\n').count();
        self.rest = rest;
    }

    fn blank(&mut self, length: usize) {
        let (blanked, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.line += blanked.matches('\n').count();
        self.code.extend(blanked.chars().map(|found| if found == '\n' { '\n' } else { ' ' }));
        self.rest = rest;
    }

    fn comment(&mut self, length: usize) {
        let text = self.rest.get(..length).unwrap_or(self.rest);
        let (kind, text) = kind(text);
        let lines = text.lines().zip(self.line..);
        self.comments.extend(lines.map(|(text, line)| Comment {
            line,
            kind,
            text: text.trim().to_owned(),
        }));
        self.blank(length);
    }

    /// The length of the raw string that begins here, if one does.
    fn raw_string(&self) -> Option<usize> {
        if self.code.ends_with(is_name) {
            return None;
        }
        let start = self.rest.strip_prefix(['b', 'c']).unwrap_or(self.rest).strip_prefix('r')?;
        let inside = start.trim_start_matches('#');
        let hashes = start.get(..start.len() - inside.len())?;
        let inside = inside.strip_prefix('"')?;
        let closing = format!("\"{hashes}");
        let end = inside.find(&closing).map_or(inside.len(), |at| at + closing.len());
        Some(self.rest.len() - inside.len() + end)
    }
}

fn kind(comment: &str) -> (CommentKind, &str) {
    if let Some(text) = comment.strip_prefix("//!") {
        (CommentKind::Inner, text)
    } else if let Some(text) = comment.strip_prefix("///") {
        (CommentKind::Outer, text)
    } else {
        (CommentKind::Plain, comment.strip_prefix("//").unwrap_or(comment))
    }
}

/// The length of a block comment; block comments nest.
fn block_comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut skip = false;
    for (at, pair) in text.as_bytes().windows(2).enumerate() {
        if skip {
            skip = false;
            continue;
        }
        match pair {
            b"/*" => depth += 1,
            b"*/" => depth = depth.saturating_sub(1),
            _ => continue,
        }
        skip = true;
        if depth == 0 {
            return at + 2;
        }
    }
    text.len()
}

/// The length of a string literal, quotes included.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, found) in text.char_indices().skip(1) {
        match found {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a character literal; of a lifetime only its quote.
fn character(text: &str) -> usize {
    let mut inside = text.char_indices().skip(1);
    let Some((_, first)) = inside.next() else { return 1 };
    if first == '\\' {
        return inside.skip(1).find(|(_, found)| *found == '\'').map_or(1, |(at, _)| at + 1);
    }
    inside.next().filter(|(_, found)| *found == '\'').map_or(1, |(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blank_and_lines_stay() {
        let (code, comments) = separate("a /* b\n/* c */ */ \"d\\\"\n\" e // f\n");
        assert_eq!(code.split_whitespace().collect::<Vec<_>>(), ["a", "e"]);
        assert_eq!(code.lines().count(), 3);
        assert_eq!(comments.last().map(|last| (last.line, last.text.as_str())), Some((3, "f")));
    }

    #[test]
    fn raw_strings_end_at_their_own_hashes() {
        let (code, _) = separate("br#\"x\"y\"# z r#type for\"\"");
        assert_eq!(code.split_whitespace().collect::<Vec<_>>(), ["z", "r#type", "for"]);
    }

    #[test]
    fn a_lifetime_is_no_character() {
        let (code, _) = separate("&'a T '{' '\\'' '\\u{7d}' b");
        assert_eq!(code.split_whitespace().collect::<Vec<_>>(), ["&", "a", "T", "b"]);
    }

    #[test]
    fn documentation_is_told_from_plain_comments() {
        let (_, comments) = separate("//! one\n/// two\n// three");
        let kinds: Vec<_> = comments.iter().map(|comment| comment.kind).collect();
        assert!(kinds == [CommentKind::Inner, CommentKind::Outer, CommentKind::Plain]);
    }
}
