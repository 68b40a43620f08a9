//! Translates Oniguruma's syntax (of Perl, with named groups) to that of `fancy-regex`. Everything
//! that the two read differently is written in a form that both read alike; faults have Oniguruma's
//! messages.

use super::class::{self, escape};

/// A translated pattern.
pub(super) struct Translated {
    /// The pattern.
    pub(super) text: String,
    /// The names of its groups, in order.
    pub(super) names: Vec<Option<String>>,
}

/// Maximum nesting of groups.
const DEPTH: usize = 50;

/// The largest number of a repetition.
const MOST: u32 = 100_000;

type Fault = String;

/// The flags of a pattern.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// Spaces and comments are ignored.
    pub(super) extended: bool,
    /// The longest match is searched: nothing is repeated as seldom as possible.
    pub(super) longest: bool,
    /// `$` may match before a line end that ends the text.
    pub(super) ends_line: bool,
}

/// Translates a pattern.
pub(super) fn translate(pattern: &str, wanted: Wanted) -> Result<Translated, Fault> {
    let mut translation = Translation {
        rest: pattern,
        text: String::with_capacity(pattern.len() * 2),
        groups: groups(pattern),
        seen: 0,
        mode: Mode { extended: wanted.extended, lines: false },
        modes: Vec::new(),
        open: Vec::new(),
        atom: Atom::None,
        wanted,
    };
    while let Some(character) = translation.next() {
        translation.take(character)?;
    }
    if !translation.open.is_empty() {
        return Err("end pattern with unmatched parenthesis".to_owned());
    }
    translation.close_modes();
    Ok(Translated { text: translation.text, names: translation.groups })
}

/// The names of all groups that capture: references may come before them.
fn groups(pattern: &str) -> Vec<Option<String>> {
    let mut groups = Vec::new();
    let mut rest = pattern;
    let mut in_class = false;
    while let Some(character) = rest.chars().next() {
        rest = rest.get(character.len_utf8()..).unwrap_or_default();
        match character {
            '\\' => {
                rest =
                    rest.get(rest.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default();
            }
            '[' if !in_class => {
                in_class = true;
                // The first bracket in a class does not close it.
                rest = rest.strip_prefix('^').unwrap_or(rest);
                rest = rest.strip_prefix(']').unwrap_or(rest);
            }
            ']' => in_class = false,
            // Not that of a condition, `(?(1)..)`.
            '(' if !in_class && rest.starts_with("?(") => rest = rest.get(2..).unwrap_or_default(),
            '(' if !in_class => match group_name(rest) {
                Some(name) => groups.push(Some(name.to_owned())),
                None if !rest.starts_with(['?', '*']) => groups.push(None),
                None => {}
            },
            _ => {}
        }
    }
    groups
}

/// `?<name>`, `?'name'`; not `?<=` nor `?<!`.
fn group_name(rest: &str) -> Option<&str> {
    let (open, close) = if rest.starts_with("?<") { ("?<", '>') } else { ("?'", '\'') };
    let rest = rest.strip_prefix(open)?;
    if rest.starts_with(['=', '!']) { None } else { rest.split_once(close).map(|(name, _)| name) }
}

/// Modes that we translate; those that both syntaxes have are passed on.
#[derive(Clone, Copy)]
struct Mode {
    /// Spaces and comments are ignored.
    extended: bool,
    /// `^` and `$` are the ends of lines.
    lines: bool,
}

/// The operand of a repetition.
#[derive(Clone, Copy)]
enum Atom {
    None,
    /// An item without a length.
    Anchor,
    /// The start of the item that was written last.
    From(usize),
    /// The same, already repeated.
    Repeated(usize),
}

/// A group that is not closed.
struct Open {
    mode: Mode,
    modes: Vec<String>,
    from: usize,
    has_length: bool,
}

struct Translation<'p> {
    rest: &'p str,
    text: String,
    groups: Vec<Option<String>>,
    /// Open groups.
    seen: usize,
    mode: Mode,
    /// The starts of groups that `(?i)` in this group is written as, so that it ends with the
    /// group.
    modes: Vec<String>,
    open: Vec<Open>,
    atom: Atom,
    wanted: Wanted,
}

impl Translation<'_> {
    fn next(&mut self) -> Option<char> {
        let character = self.rest.chars().next()?;
        self.rest = self.rest.get(character.len_utf8()..).unwrap_or_default();
        Some(character)
    }

    fn skip(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Everything up to a text, which is taken too.
    fn until(&mut self, end: &str) -> Option<String> {
        let (before, rest) = self.rest.split_once(end)?;
        self.rest = rest;
        Some(before.to_owned())
    }

    /// Writes what can be repeated.
    fn atom(&mut self, text: &str) {
        self.atom = Atom::From(self.text.len());
        self.text.push_str(text);
    }

    fn anchor(&mut self, text: &str) {
        self.atom = Atom::Anchor;
        self.text.push_str(text);
    }

    fn literal(&mut self, character: char) {
        self.atom = Atom::From(self.text.len());
        escape(character, &mut self.text);
    }

    fn take(&mut self, character: char) -> Result<(), Fault> {
        match character {
            '\\' => return self.escape(),
            '[' => {
                let (class, rest) = class::translate(self.rest)?;
                self.rest = rest;
                self.atom(&class);
            }
            '(' => return self.group(),
            ')' => {
                let group = self.open.pop().ok_or("unmatched close parenthesis")?;
                self.close_modes();
                self.modes = group.modes;
                // Nothing, which may be repeated, too.
                if self.text.ends_with("(?:") {
                    self.text.push_str("\\b?");
                }
                self.text.push(')');
                self.mode = group.mode;
                self.atom = if group.has_length { Atom::From(group.from) } else { Atom::Anchor };
            }
            '|' => {
                self.close_modes();
                self.text.push('|');
                self.text.extend(self.modes.iter().map(String::as_str));
                self.atom = Atom::None;
            }
            '*' => return self.repeat("*"),
            '+' => return self.repeat("+"),
            '?' => return self.repeat("?"),
            '{' => return self.interval(),
            '.' => self.atom("."),
            '^' if self.mode.lines => self.anchor("(?m:^)"),
            '^' => self.anchor("\\A"),
            '$' if self.mode.lines => self.anchor("(?m:$)"),
            '$' => self.line_end(),
            '#' if self.mode.extended => {
                if self.until("\n").is_none() {
                    self.rest = "";
                }
            }
            space if self.mode.extended && (space.is_ascii_whitespace() || space == '\u{b}') => {}
            other => self.literal(other),
        }
        Ok(())
    }

    fn close_modes(&mut self) {
        self.modes.iter().for_each(|_| self.text.push(')'));
    }

    /// The end of the text, or before a line end there. Where the text has none, a plain end is
    /// searched faster.
    fn line_end(&mut self) {
        self.anchor(if self.wanted.ends_line { "(?=\\n?\\z)" } else { "\\z" });
    }

    /// Repeats what was written last; what is repeated already is put into a group first.
    fn repeat(&mut self, repetition: &str) -> Result<(), Fault> {
        let from = match self.atom {
            Atom::None => return Err("target of repeat operator is not specified".to_owned()),
            Atom::Anchor => return Err("target of repeat operator is invalid".to_owned()),
            Atom::From(from) => from,
            Atom::Repeated(from) => {
                self.text.insert_str(from, "(?:");
                self.text.push(')');
                from
            }
        };
        self.text.push_str(repetition);
        if self.rest.starts_with(['?', '+']) {
            let modifier = self.next().filter(|modifier| *modifier == '+' || !self.wanted.longest);
            self.text.extend(modifier);
        }
        self.atom = Atom::Repeated(from);
        Ok(())
    }

    /// `{2}`, `{2,}`, `{2,3}`; anything else is a brace.
    fn interval(&mut self) -> Result<(), Fault> {
        let Some((inside, rest)) = self.rest.split_once('}') else {
            self.literal('{');
            return Ok(());
        };
        let (least, most) =
            inside.split_once(',').map_or((inside, None), |(least, most)| (least, Some(most)));
        let is_number =
            |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
        if !is_number(least) || most.is_some_and(|most| !most.is_empty() && !is_number(most)) {
            self.literal('{');
            return Ok(());
        }
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number <= MOST);
        let least = number(least).ok_or("too big number for repeat range")?;
        let repetition = match most {
            None => format!("{{{least}}}"),
            Some("") => format!("{{{least},}}"),
            Some(most) => {
                let most = number(most).ok_or("too big number for repeat range")?;
                if most < least {
                    return Err("upper is smaller than lower in repeat range".to_owned());
                }
                format!("{{{least},{most}}}")
            }
        };
        self.rest = rest;
        self.repeat(&repetition)
    }

    fn escape(&mut self) -> Result<(), Fault> {
        let letter = self.next().ok_or("end pattern at escape")?;
        match letter {
            'd' | 'D' | 'w' | 'W' | 's' | 'S' => self.atom(&format!("\\{letter}")),
            'A' | 'b' | 'B' | 'z' | 'G' | 'K' => self.anchor(&format!("\\{letter}")),
            'Z' => self.line_end(),
            'N' => self.atom("[^\\n]"),
            'O' => self.atom("(?s:.)"),
            'R' => self.atom("(?>\\r\\n|[\\n-\\r\\x{85}\\x{2028}\\x{2029}])"),
            'X' => self.atom("(?>\\r\\n|\\P{M}\\p{M}*|\\p{M}+)"),
            'p' | 'P' if self.rest.starts_with('{') => {
                let (property, rest) = class::property(self.rest, letter == 'P')?;
                self.rest = rest;
                self.atom(&format!("[{property}]"));
            }
            'Q' => {
                let quoted =
                    self.until("\\E").unwrap_or_else(|| std::mem::take(&mut self.rest).to_owned());
                quoted.chars().for_each(|character| self.literal(character));
            }
            'k' if self.rest.starts_with(['<', '\'']) => return self.named_reference(),
            'g' if self.rest.starts_with(['<', '\'']) => {
                let name = self.reference_name()?;
                let group = *self.numbers(&name)?.last().ok_or("undefined name reference")?;
                self.atom(&format!("\\g<{group}>"));
            }
            '1'..='9' => return self.number_or_octal(letter),
            _ => {
                let (character, rest) = class::escaped(letter, self.rest)?;
                self.rest = rest;
                self.literal(character);
            }
        }
        Ok(())
    }

    /// `\1`, or a character's octal number where there are not so many groups.
    fn number_or_octal(&mut self, first: char) -> Result<(), Fault> {
        let more = self.rest.len()
            - self.rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
        let (digits, rest) = self.rest.split_at(more);
        let number = format!("{first}{digits}").parse().unwrap_or(usize::MAX);
        if number <= self.groups.len() {
            self.rest = rest;
            self.atom(&format!("(?:\\{number})"));
            return Ok(());
        }
        if number <= 9 {
            return Err("invalid backref number/name".to_owned());
        }
        let (character, rest) = class::escaped(first, self.rest)?;
        self.rest = rest;
        self.literal(character);
        Ok(())
    }

    /// The name in `\k<name>`.
    fn reference_name(&mut self) -> Result<String, Fault> {
        let close = if self.next() == Some('<') { ">" } else { "'" };
        let name = self.until(close).ok_or("invalid backref number/name")?;
        if name.is_empty() { Err("group name is empty".to_owned()) } else { Ok(name) }
    }

    /// The groups of a name, or of a number, which may count back.
    fn numbers(&self, name: &str) -> Result<Vec<usize>, Fault> {
        if let Ok(number) = name.parse::<i64>() {
            let count = i64::try_from(self.groups.len()).unwrap_or(i64::MAX);
            let number = if number < 0 {
                i64::try_from(self.seen).unwrap_or(0) + 1 + number
            } else {
                number
            };
            let valid =
                (1..=count).contains(&number).then(|| usize::try_from(number).ok()).flatten();
            return valid
                .map(|number| vec![number])
                .ok_or_else(|| "invalid backref number/name".to_owned());
        }
        let named = self.groups.iter().zip(1..).filter(|(group, _)| group.as_deref() == Some(name));
        let numbers: Vec<usize> = named.map(|(_, number)| number).collect();
        if numbers.is_empty() {
            Err(format!("undefined name <{name}> reference"))
        } else {
            Ok(numbers)
        }
    }

    /// `\k<name>`: the last matching one of several groups with the name.
    fn named_reference(&mut self) -> Result<(), Fault> {
        let name = self.reference_name()?;
        let references: Vec<String> =
            self.numbers(&name)?.iter().rev().map(|number| format!("\\{number}")).collect();
        self.atom(&format!("(?:{})", references.join("|")));
        Ok(())
    }

    fn begin(&mut self, text: &str, has_length: bool) -> Result<(), Fault> {
        if self.open.len() >= DEPTH {
            return Err("too deep nest level".to_owned());
        }
        let modes = std::mem::take(&mut self.modes);
        self.open.push(Open { mode: self.mode, modes, from: self.text.len(), has_length });
        self.text.push_str(text);
        self.atom = Atom::None;
        Ok(())
    }

    fn group(&mut self) -> Result<(), Fault> {
        if self.rest.starts_with('*') {
            return Err("undefined callout name".to_owned());
        }
        if let Some(name) = group_name(self.rest) {
            let is_word = |first: char| first.is_alphabetic() || first == '_';
            if name.is_empty() {
                return Err("group name is empty".to_owned());
            }
            if !name.starts_with(is_word) || name.contains(')') {
                return Err(format!("invalid group name <{name}>"));
            }
            self.rest = self.rest.get(name.len() + 3..).unwrap_or_default();
            self.seen += 1;
            return self.begin("(", true);
        }
        if !self.skip("?") {
            self.seen += 1;
            return self.begin("(", true);
        }
        for (start, has_length) in
            [("<=", false), ("<!", false), ("=", false), ("!", false), (":", true), (">", true)]
        {
            if self.skip(start) {
                return self.begin(&format!("(?{start}"), has_length);
            }
        }
        if self.skip("~") {
            return self.begin("(?~", true);
        }
        if self.skip("#") {
            return self.until(")").map(|_| ()).ok_or_else(|| "end pattern in group".to_owned());
        }
        if self.skip("(") {
            return self.condition();
        }
        self.modes()
    }

    /// `(?(1)yes|no)`, `(?(<name>)yes|no)`
    fn condition(&mut self) -> Result<(), Fault> {
        let condition = self.until(")").ok_or("end pattern in group")?;
        let name = condition.trim_start_matches(['<', '\'']).trim_end_matches(['>', '\'']);
        let number = self.numbers(name)?.last().copied().unwrap_or(0);
        self.begin(&format!("(?({number})"), true)
    }

    /// `(?i)`, `(?i-s:..)`
    fn modes(&mut self) -> Result<(), Fault> {
        let mut passed = [String::new(), String::new()];
        let mut mode = self.mode;
        let mut is_on = true;
        loop {
            match self.next().ok_or("end pattern in group")? {
                '-' => is_on = false,
                'x' => mode.extended = is_on,
                'm' => mode.lines = is_on,
                letter @ ('i' | 's') => {
                    if let Some(letters) = passed.get_mut(usize::from(!is_on)) {
                        letters.push(letter);
                    }
                }
                end @ (')' | ':') => return self.end_modes(&passed, mode, end),
                '<' => return Err("end pattern with unmatched parenthesis".to_owned()),
                _ => return Err("undefined group option".to_owned()),
            }
        }
    }

    fn end_modes(&mut self, [on, off]: &[String; 2], mode: Mode, end: char) -> Result<(), Fault> {
        let minus = if off.is_empty() { "" } else { "-" };
        if end == ':' {
            self.begin(&format!("(?{on}{minus}{off}:"), true)?;
        } else if !on.is_empty() || !off.is_empty() {
            let start = format!("(?{on}{minus}{off}:");
            self.text.push_str(&start);
            self.modes.push(start);
            self.atom = Atom::None;
        }
        self.mode = mode;
        Ok(())
    }
}
