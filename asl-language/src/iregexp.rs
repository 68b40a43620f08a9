//! I-Regexp (RFC 9485), the patterns of RFC 9535's `match()` and `search()`: checked, and
//! translated to the syntax of the crate `regex`.
//!
//! The compiler translates literal patterns, the runtime those that are computed. `^` and `$` are
//! anchors, as in the RFC's own mapping to ECMAScript and in the compliance suite.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Chars;

/// Maximum depth of parentheses.
const MOST_DEPTH: usize = 32;

/// Maximum weight of a pattern: bounds the cost of compiling it and of matching a character.
const MOST_WEIGHT: u32 = 10_000;

/// A translated pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IRegexp {
    /// The pattern in the syntax of the crate `regex`.
    pub regex: String,
    /// The number of characters and classes, with repetitions multiplied.
    pub weight: u32,
}

/// Translates a pattern. Returns `None` if it is not an I-Regexp, or exceeds the limits.
pub fn translate(pattern: &str) -> Option<IRegexp> {
    let mut reader = Reader { rest: pattern.chars().peekable(), regex: String::new(), depth: 0 };
    let weight = reader.branches()?;
    if reader.rest.next().is_some() { None } else { Some(IRegexp { regex: reader.regex, weight }) }
}

struct Reader<'t> {
    rest: Peekable<Chars<'t>>,
    regex: String,
    depth: usize,
}

impl Reader<'_> {
    /// Reads `a|b|c` and returns its weight, as all of these do.
    fn branches(&mut self) -> Option<u32> {
        let mut weight = 0;
        loop {
            while self.rest.peek().is_some_and(|next| !matches!(next, '|' | ')')) {
                weight = bounded(self.piece()?.checked_add(weight)?)?;
            }
            if self.rest.next_if_eq(&'|').is_none() {
                return Some(weight);
            }
            self.regex.push('|');
        }
    }

    /// Reads an atom and its quantifier.
    fn piece(&mut self) -> Option<u32> {
        let weight = self.atom()?;
        match self.rest.peek() {
            Some(mark @ ('*' | '+' | '?')) => {
                self.regex.push(*mark);
                self.rest.next();
                Some(weight)
            }
            Some('{') => bounded(weight.checked_mul(self.repetition()?.max(1))?),
            Some(_) | None => Some(weight),
        }
    }

    /// Reads `{2}`, `{2,}` or `{2,3}` and returns its largest number.
    fn repetition(&mut self) -> Option<u32> {
        self.rest.next();
        let least = self.number()?;
        let mut most = Some(least);
        if self.rest.next_if_eq(&',').is_some() {
            most = if self.rest.peek() == Some(&'}') { None } else { Some(self.number()?) };
        }
        self.rest.next_if_eq(&'}')?;
        let _ = match most {
            Some(most) if most < least => return None,
            Some(most) => write!(self.regex, "{{{least},{most}}}"),
            None => write!(self.regex, "{{{least},}}"),
        };
        Some(most.unwrap_or(least))
    }

    fn number(&mut self) -> Option<u32> {
        let mut number = self.rest.next()?.to_digit(10)?;
        while let Some(digit) = self.rest.peek().and_then(|next| next.to_digit(10)) {
            self.rest.next();
            number = number.checked_mul(10)?.checked_add(digit)?;
        }
        Some(number)
    }

    fn atom(&mut self) -> Option<u32> {
        match self.rest.next()? {
            '(' => self.group(),
            '.' => {
                self.regex.push_str("[^\\n\\r]");
                Some(1)
            }
            '[' => self.class(),
            '\\' => self.escape(),
            ')' | '*' | '+' | '?' | ']' | '{' | '|' | '}' => None,
            anchor @ ('^' | '$') => {
                self.regex.push(anchor);
                Some(1)
            }
            plain => {
                self.character(plain);
                Some(1)
            }
        }
    }

    fn group(&mut self) -> Option<u32> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return None;
        }
        self.regex.push_str("(?:");
        let weight = self.branches()?;
        self.rest.next_if_eq(&')')?;
        self.regex.push(')');
        self.depth -= 1;
        Some(weight.max(1))
    }

    /// Reads what follows a backslash outside of brackets.
    fn escape(&mut self) -> Option<u32> {
        match self.rest.peek()? {
            'p' | 'P' => self.category(),
            _ => {
                let character = self.escaped()?;
                self.character(character);
                Some(1)
            }
        }
    }

    /// Reads the character that follows a backslash.
    fn escaped(&mut self) -> Option<char> {
        match self.rest.next()? {
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            mark @ ('('..='+' | '-' | '.' | '?' | '['..='^' | '{'..='}') => Some(mark),
            _ => None,
        }
    }

    /// Reads `\p{Lu}` or `\P{L}`, a general category of Unicode.
    fn category(&mut self) -> Option<u32> {
        const CATEGORIES: [(char, &str); 7] = [
            ('L', "lmotu"),
            ('M', "cen"),
            ('N', "dlo"),
            ('P', "cdefios"),
            ('Z', "lps"),
            ('S', "ckmo"),
            ('C', "cfno"),
        ];
        let sign = self.rest.next()?;
        self.rest.next_if_eq(&'{')?;
        let major = self.rest.next()?;
        let (_, minors) = CATEGORIES.into_iter().find(|(name, _)| *name == major)?;
        let minor = self.rest.next_if(|next| minors.contains(*next));
        self.rest.next_if_eq(&'}')?;
        let _ = write!(
            self.regex,
            "\\{sign}{{{major}{}}}",
            minor.map(String::from).unwrap_or_default()
        );
        // A class of Unicode consists of several ranges of bytes.
        Some(4)
    }

    /// Reads what follows `[`.
    fn class(&mut self) -> Option<u32> {
        self.regex.push('[');
        if self.rest.next_if_eq(&'^').is_some() {
            self.regex.push('^');
        }
        let mut weight = 1;
        if self.rest.next_if_eq(&'-').is_some() {
            self.character('-');
        } else {
            weight = self.member()?;
        }
        while self.rest.next_if_eq(&']').is_none() {
            if self.rest.next_if_eq(&'-').is_some() {
                self.character('-');
                self.rest.next_if_eq(&']')?;
                break;
            }
            weight = bounded(weight.checked_add(self.member()?)?)?;
        }
        self.regex.push(']');
        Some(weight)
    }

    /// Reads a character, a range or a category in brackets.
    fn member(&mut self) -> Option<u32> {
        let mut ahead = self.rest.clone();
        if ahead.next() == Some('\\') && matches!(ahead.next(), Some('p' | 'P')) {
            self.rest.next();
            return self.category();
        }
        let first = self.class_character()?;
        self.character(first);
        let mut ahead = self.rest.clone();
        // A dash before the closing bracket is itself.
        if ahead.next() == Some('-') && ahead.next() != Some(']') {
            self.rest.next();
            let last = self.class_character()?;
            if last < first {
                return None;
            }
            self.regex.push('-');
            self.character(last);
        }
        Some(1)
    }

    fn class_character(&mut self) -> Option<char> {
        match self.rest.next()? {
            '\\' => self.escaped(),
            '-' | '[' | ']' => None,
            plain => Some(plain),
        }
    }

    /// Writes a character that stands for itself.
    fn character(&mut self, character: char) {
        if character.is_alphanumeric() {
            self.regex.push(character);
            return;
        }
        let _ = write!(self.regex, "\\x{{{:x}}}", u32::from(character));
    }
}

fn bounded(weight: u32) -> Option<u32> {
    Some(weight).filter(|weight| *weight <= MOST_WEIGHT)
}

#[cfg(test)]
mod tests {
    use super::translate;

    fn regex(pattern: &str) -> Option<String> {
        translate(pattern).map(|translated| translated.regex)
    }

    #[test]
    fn patterns_are_written_in_the_syntax_of_the_crate() {
        let examples = [
            ("", ""),
            ("ab|c*", "ab|c*"),
            ("a.b", "a[^\\n\\r]b"),
            ("(a|)+", "(?:a|)+"),
            ("a{2}b{2,}c{2,3}", "a{2,2}b{2,}c{2,3}"),
            (r"\.\\\[\n", r"\x{2e}\x{5c}\x{5b}\x{a}"),
            (r"\p{Lu}\P{L}", r"\p{Lu}\P{L}"),
            (r"[^a-z\p{Nd}_-]", r"[^a-z\p{Nd}\x{5f}\x{2d}]"),
            ("[-a]", r"[\x{2d}a]"),
            (r"[\]&&\^]", r"[\x{5d}\x{26}\x{26}\x{5e}]"),
            ("^a$", "^a$"),
            ("ж☺", r"ж\x{263a}"),
        ];
        for (pattern, expected) in examples {
            assert_eq!(regex(pattern).as_deref(), Some(expected), "{pattern}");
        }
    }

    #[test]
    fn other_patterns_are_refused() {
        let examples = [
            "(",
            ")",
            "a**",
            "*",
            "a{",
            "a{2",
            "a{3,2}",
            "a{,2}",
            "[",
            "[]",
            "[^]",
            "[b-a]",
            "[a-b-c]",
            "[[]",
            "\\",
            r"\d",
            r"\w",
            r"\p{X}",
            r"\p{Lx}",
            r"\p{Latin}",
            r"\pL",
            "(?:a)",
            "(?i)a",
            r"\1",
            "a{99999999999}",
            "a]",
            "}",
        ];
        for pattern in examples {
            assert_eq!(regex(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn patterns_beyond_the_limits_are_refused() {
        assert_eq!(translate("(a{100}){100}").map(|translated| translated.weight), Some(10_000));
        assert_eq!(regex("(a{100}){101}"), None);
        assert_eq!(regex(&"a".repeat(10_001)), None);
        assert!(regex(&format!("{}{}", "(".repeat(32), ")".repeat(32))).is_some());
        assert_eq!(regex(&"(".repeat(1 << 20)), None);
        assert_eq!(regex(&format!("a{}", "{9}".repeat(1 << 16))), None);
        assert_eq!(regex("((((a{9}){9}){9}){9}){9}"), None);
    }
}
