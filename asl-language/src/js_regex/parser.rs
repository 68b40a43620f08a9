//! Patterns to trees.

use super::escape::{read_class, read_escape};
use super::{Dialect, Fault, MOST_BYTES, MOST_DEPTH, Node, Pattern, Repeat};

/// The beginnings of the parts that no quantifier may follow.
const UNREPEATABLE: [&str; 6] = ["^", "$", "\\b", "\\B", "(?<=", "(?<!"];

/// Reads a pattern, without the slashes around it.
pub fn parse(pattern: &str, dialect: Dialect) -> Result<Pattern, Fault> {
    if pattern.len() > MOST_BYTES {
        return Err(Fault { at: MOST_BYTES, message: "Regular expression too large" });
    }
    let names = group_names(pattern);
    let mut parser = Parser { pattern, dialect, at: 0, depth: 0, seen: 0, names };
    check_names(&parser)?;
    let body = parser.read_alternatives()?;
    if parser.peek().is_some() {
        return Err(parser.fault("Unmatched ')'"));
    }
    Ok(Pattern { body, groups: parser.names.len() })
}

/// Lists the groups that capture, each with its name if it has one. References may precede their
/// groups, so the groups are counted first.
fn group_names(pattern: &str) -> Vec<Option<&str>> {
    let mut names = Vec::new();
    let mut in_class = false;
    let mut rest = pattern.chars();
    while let Some(next) = rest.next() {
        match next {
            '\\' => {
                rest.next();
            }
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class && captures(rest.as_str()) => names.push(group_name(rest.as_str())),
            _ => {}
        }
    }
    names
}

/// Returns true if the group that begins here captures.
fn captures(rest: &str) -> bool {
    !rest.starts_with('?')
        || (rest.starts_with("?<") && !rest.starts_with("?<=") && !rest.starts_with("?<!"))
}

/// Returns the name of the group that begins here.
fn group_name(rest: &str) -> Option<&str> {
    rest.strip_prefix("?<")?.split_once('>').map(|(name, _)| name)
}

fn check_names(parser: &Parser<'_>) -> Result<(), Fault> {
    let mut names: Vec<&str> = parser.names.iter().flatten().copied().collect();
    names.sort_unstable();
    if names.is_sorted_by(|left, right| left != right) {
        return Ok(());
    }
    Err(parser.fault("Duplicate capture group name"))
}

/// A pattern that is being read.
pub(super) struct Parser<'t> {
    pattern: &'t str,
    dialect: Dialect,
    at: usize,
    depth: u32,
    /// Number of groups whose beginning was read.
    seen: usize,
    names: Vec<Option<&'t str>>,
}

impl<'t> Parser<'t> {
    pub(super) fn dialect(&self) -> Dialect {
        self.dialect
    }

    pub(super) fn rest(&self) -> &'t str {
        self.pattern.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Skips this text, if it is next.
    pub(super) fn skip(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        if is_next {
            self.at += text.len();
        }
        is_next
    }

    /// Puts back the character that was read last.
    pub(super) fn step_back(&mut self, character: char) {
        self.at -= character.len_utf8();
    }

    /// Skips the text before this character, and the character.
    pub(super) fn until(&mut self, end: char) -> Option<&'t str> {
        let (text, _) = self.rest().split_once(end)?;
        self.at += text.len() + end.len_utf8();
        Some(text)
    }

    pub(super) fn fault(&self, message: &'static str) -> Fault {
        Fault { at: self.at, message }
    }

    /// Number of groups of the whole pattern.
    pub(super) fn groups(&self) -> usize {
        self.names.len()
    }

    /// True if a group has a name: `\k` is a reference only then.
    pub(super) fn has_names(&self) -> bool {
        self.names.iter().any(Option::is_some)
    }

    /// Returns the number of the group with this name.
    pub(super) fn group_of(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| *known == Some(name)).map(|at| at + 1)
    }

    /// Reads up to the end of the group or of the pattern.
    fn read_alternatives(&mut self) -> Result<Node, Fault> {
        let mut alternatives = vec![self.read_sequence()?];
        while self.skip("|") {
            alternatives.push(self.read_sequence()?);
        }
        Ok(only(alternatives, Node::Alternatives))
    }

    fn read_sequence(&mut self) -> Result<Node, Fault> {
        let mut parts = Vec::new();
        while self.peek().is_some_and(|next| !matches!(next, '|' | ')')) {
            parts.push(self.read_term()?);
        }
        Ok(only(parts, Node::Sequence))
    }

    /// Reads a part with its quantifier.
    fn read_term(&mut self) -> Result<Node, Fault> {
        let start = self.at;
        let groups = self.seen;
        let is_repeatable = !UNREPEATABLE.iter().any(|mark| self.rest().starts_with(mark));
        let body = self.read_atom()?;
        if !is_repeatable {
            return Ok(body);
        }
        let Some((least, most)) = self.read_quantifier() else { return Ok(body) };
        let lazy = self.skip("?");
        if most.is_some_and(|most| most < least) {
            return Err(Fault { at: start, message: "numbers out of order in {} quantifier" });
        }
        let groups = groups + 1..self.seen + 1;
        Ok(Node::Repeat(Box::new(Repeat { body, least, most, lazy, groups })))
    }

    fn read_quantifier(&mut self) -> Option<(u32, Option<u32>)> {
        let quantifier = match self.peek()? {
            '*' => (0, None),
            '+' => (1, None),
            '?' => (0, Some(1)),
            '{' => return self.read_braces(),
            _ => return None,
        };
        self.next();
        Some(quantifier)
    }

    /// Reads `{2}`, `{2,}` or `{2,3}`. Anything else with a brace is no quantifier.
    fn read_braces(&mut self) -> Option<(u32, Option<u32>)> {
        let (text, _) = self.rest().strip_prefix('{')?.split_once('}')?;
        let (least, most) = match text.split_once(',') {
            None => (count(text)?, Some(count(text)?)),
            Some((least, "")) => (count(least)?, None),
            Some((least, most)) => (count(least)?, Some(count(most)?)),
        };
        self.at += text.len() + 2;
        Some((least, most))
    }

    fn read_atom(&mut self) -> Result<Node, Fault> {
        let start = self.fault("Nothing to repeat");
        if self.peek() == Some('{') && self.read_braces().is_some() {
            return Err(start);
        }
        let Some(next) = self.next() else { return Err(start) };
        match next {
            '^' => Ok(Node::Start),
            '$' => Ok(Node::End),
            '.' => Ok(Node::Any),
            '(' => self.read_group(start.at),
            '[' => read_class(self).map(Node::Class),
            '\\' => read_escape(self),
            '*' | '+' | '?' => Err(start),
            other => Ok(Node::Character(other)),
        }
    }

    /// Reads a group after its parenthesis.
    fn read_group(&mut self, open: usize) -> Result<Node, Fault> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(Fault { at: open, message: "Regular expression too large" });
        }
        let kind = self.read_group_kind(open)?;
        let body = self.read_alternatives()?;
        if !self.skip(")") {
            return Err(Fault { at: open, message: "Unterminated group" });
        }
        self.depth -= 1;
        Ok(match kind {
            GroupKind::Plain => body,
            GroupKind::Capture(number) => Node::Group(number, Box::new(body)),
            GroupKind::Look { behind, negated } => {
                Node::Look { behind, negated, body: Box::new(body) }
            }
        })
    }

    fn read_group_kind(&mut self, open: usize) -> Result<GroupKind, Fault> {
        let looks =
            [("?=", false, false), ("?!", false, true), ("?<=", true, false), ("?<!", true, true)];
        for (mark, behind, negated) in looks {
            if self.skip(mark) {
                return Ok(GroupKind::Look { behind, negated });
            }
        }
        if self.skip("?:") {
            return Ok(GroupKind::Plain);
        }
        if self.skip("?<") {
            let fault = Fault { at: open, message: "Invalid capture group name" };
            self.until('>').filter(|name| is_name(name)).ok_or(fault)?;
        } else if self.peek() == Some('?') {
            return Err(Fault { at: open, message: "Invalid group" });
        }
        self.seen += 1;
        Ok(GroupKind::Capture(self.seen))
    }
}

enum GroupKind {
    Plain,
    Capture(usize),
    Look { behind: bool, negated: bool },
}

/// The node itself where there is only one.
fn only(mut nodes: Vec<Node>, several: impl FnOnce(Vec<Node>) -> Node) -> Node {
    match nodes.pop() {
        Some(node) if nodes.is_empty() => node,
        Some(last) => {
            nodes.push(last);
            several(nodes)
        }
        None => several(nodes),
    }
}

/// A number of times; one that is too large for its type is as good as the largest.
fn count(digits: &str) -> Option<u32> {
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u32::MAX))
}

fn is_name(name: &str) -> bool {
    let mut letters = name.chars();
    let is_first = |first: char| first.is_alphabetic() || matches!(first, '_' | '$');
    letters.next().is_some_and(is_first)
        && letters.all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '$'))
}
