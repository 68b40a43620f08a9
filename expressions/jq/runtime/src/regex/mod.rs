//! `_match_impl`: patterns in Oniguruma's syntax, translated for `fancy-regex`. A constant of a
//! program is compiled once; of the others, a thread keeps the last ones compiled.

mod class;
mod constant;
mod pattern;
mod search;

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::OnceLock;

use fancy_regex::{Captures, CompileError, Error, Match, Regex, RegexBuilder};

pub use self::constant::Pattern;
use self::pattern::{Translated, Wanted};
use self::search::each_match;
use super::number::count;
use super::operators::is_true;
use super::{Cx, Exit, fault};
use asl_value::expression::Count;
use asl_value::value::{Text, Value};

/// Patterns that a thread keeps compiled.
const KEPT: usize = 16;

/// Bytes of the longest pattern.
const LONGEST: usize = 1 << 15;

/// About the bytes that a compiled pattern may take.
const SIZE: usize = 8 << 20;

/// Steps back that one search may take. The library does not say how many it took: a search begins
/// with few, and begins again with more where these do not suffice, so that each search costs about
/// what it takes.
const STEPS_BACK: [usize; 5] = [100, 1_000, 10_000, 100_000, 1_000_000];

/// Steps back that cost one step.
const BACK_IN_ONE: usize = 2;

/// The modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "modifiers are on or off, each by itself")]
struct Flags {
    /// `g`: all matches.
    global: bool,
    /// `i`: whatever the case.
    ignore_case: bool,
    /// `x`: spaces and comments in the pattern count for nothing.
    extended: bool,
    /// `p`: a dot is any character, line ends included.
    dot_all: bool,
    /// `l`: the longest match.
    longest: bool,
    /// `n`: no empty match.
    not_empty: bool,
}

impl Flags {
    fn read(modifiers: &Value) -> Result<Self, Exit> {
        let mut flags = Self::default();
        let letters = match modifiers {
            Value::Null => return Ok(flags),
            Value::String(letters) => letters.as_str(),
            _ => return Err(fault::bad(modifiers, "is not a string")),
        };
        for letter in letters.chars() {
            match letter {
                'g' => flags.global = true,
                'i' => flags.ignore_case = true,
                'x' => flags.extended = true,
                'p' => flags.dot_all = true,
                'l' => flags.longest = true,
                'n' => flags.not_empty = true,
                // `^` and `$` are the ends of the text in any case.
                's' => {}
                _ => return Err(Exit::error(format!("{letters} is not a valid modifier string"))),
            }
        }
        Ok(flags)
    }
}

/// A pattern, ready to be searched for.
struct Compiled {
    cost: Cost,
    pattern: Text,
    flags: Flags,
    /// True if `$` may match before a line end.
    ends_line: bool,
    /// True if it looks back over parts of any length: a search of its own at each place, which no
    /// counter of the crate sees.
    looks_far_back: bool,
    /// The same pattern for the first number of [`STEPS_BACK`]; none, where it can match nothing.
    regex: Option<Regex>,
    /// The same for each of the other numbers, made when it is needed.
    further: [OnceLock<Regex>; STEPS_BACK.len() - 1],
    /// The pattern in the library's syntax.
    text: String,
    /// The names of its groups.
    names: Vec<Value>,
}

thread_local! {
    static COMPILED: RefCell<Vec<Rc<Compiled>>> = const { RefCell::new(Vec::new()) };
}

/// The steps of compiling a pattern once in a run, and the hash of the pattern, its flags and
/// `ends_line`. Both take some 100 ns.
#[derive(Clone, Copy)]
struct Cost {
    hash: u64,
    steps: u64,
}

/// The hashes of the last patterns of a run.
#[derive(Debug)]
pub(super) struct Used {
    hashes: [Count; KEPT],
    /// The number of patterns so far.
    count: Count,
}

impl Default for Used {
    fn default() -> Self {
        Self { hashes: [const { Count::new(0) }; KEPT], count: Count::new(0) }
    }
}

/// Takes the steps of compiling a pattern that is not among the last ones of this run, whether or
/// not the thread still has it: so a replay ends where the first run did.
fn pay(cx: &Cx, Cost { hash, steps }: Cost) -> Result<(), Exit> {
    let Used { hashes, count } = &**cx.patterns.get_or_init(Box::default);
    let used = count.get();
    if hashes.iter().zip(0..used).any(|(known, _)| known.get() == hash) {
        return Ok(());
    }
    cx.spend(steps)?;
    // The oldest one makes room.
    let place = used % KEPT as u64;
    hashes.iter().zip(0..).filter(|(_, at)| *at == place).for_each(|(old, _)| old.set(hash));
    count.set(used + 1);
    Ok(())
}

/// Steps of compiling a pattern. A class of Unicode, such as `\w`, is large, and each repetition
/// that is counted copies it.
fn work(pattern: &str) -> u64 {
    let copies = pattern.split('{').skip(1).filter_map(|behind| {
        let count = behind.split_once('}')?.0;
        count.rsplit(',').find_map(|most| most.parse::<u64>().ok())
    });
    let copies = copies.fold(1_u64, |sum, count| sum.saturating_add(count.min(1_000)));
    let large = ["\\w", "\\W", "\\p", "\\P", "[:"];
    let classes: usize = large.iter().map(|class| pattern.matches(class).count()).sum();
    let classes = (classes as u64).saturating_mul(copies).saturating_mul(1_200);
    (2_000 + 50 * pattern.len() as u64).saturating_add(classes)
}

fn compiled(cx: &Cx, pattern: &Text, flags: Flags, ends_line: bool) -> Result<Rc<Compiled>, Exit> {
    COMPILED.with_borrow_mut(|kept| {
        let known = |one: &&Rc<Compiled>| {
            is_same(&one.pattern, pattern) && one.flags == flags && one.ends_line == ends_line
        };
        if let Some(known) = kept.iter().find(known) {
            return pay(cx, known.cost).map(|()| Rc::clone(known));
        }
        let new = Rc::new(Compiled::paid(cx, pattern, flags, ends_line)?);
        kept.truncate(KEPT - 1);
        kept.insert(0, Rc::clone(&new));
        Ok(new)
    })
}

/// True if two patterns are the same: mostly they are one constant of the program.
#[inline]
fn is_same(one: &Text, other: &Text) -> bool {
    one.len() == other.len() && (one.as_ptr() == other.as_ptr() || one == other)
}

#[cold]
fn failure(error: &str) -> Exit {
    Exit::error(format!("Regex failure: {error}"))
}

impl Compiled {
    /// A new one, paid for before it is made.
    fn paid(cx: &Cx, pattern: &Text, flags: Flags, ends_line: bool) -> Result<Self, Exit> {
        if pattern.len() > LONGEST {
            return Err(failure("too long pattern"));
        }
        let mut hasher = DefaultHasher::new();
        (pattern.as_str(), flags, ends_line).hash(&mut hasher);
        let cost = Cost { hash: hasher.finish(), steps: work(pattern) };
        pay(cx, cost)?;
        Self::new(pattern, flags, ends_line, cost).map_err(|error| failure(&error))
    }

    fn new(pattern: &Text, flags: Flags, ends_line: bool, cost: Cost) -> Result<Self, String> {
        let Translated { text, names } = {
            let Flags { extended, longest, .. } = flags;
            pattern::translate(pattern, Wanted { extended, longest, ends_line })?
        };
        let [first, ..] = STEPS_BACK;
        let regex = match built(&text, flags, first) {
            Ok(regex) => Some(regex),
            Err(Error::CompileError(error))
                if matches!(*error, CompileError::PatternCanNeverMatch) =>
            {
                None
            }
            Err(Error::CompileError(error)) if matches!(*error, CompileError::InnerError(_)) => {
                return Err("too large pattern".to_owned());
            }
            Err(error) => return Err(error.to_string()),
        };
        let names = names.into_iter().map(|name| name.map_or(Value::Null, Value::from)).collect();
        let looks_far_back = looks_far_back(pattern);
        Ok(Self {
            cost,
            pattern: pattern.clone(),
            flags,
            ends_line,
            looks_far_back,
            regex,
            further: [const { OnceLock::new() }; STEPS_BACK.len() - 1],
            text,
            names,
        })
    }

    /// Takes the steps of looking back in a text, which no counter of the crate sees.
    #[inline]
    fn look_back(&self, cx: &Cx, text: &str) -> Result<(), Exit> {
        if !self.looks_far_back {
            return Ok(());
        }
        let length = text.len() as u64;
        cx.spend(length.saturating_mul(length) / 256)
    }

    fn is_in(&self, cx: &Cx, text: &str) -> Result<bool, Exit> {
        let found = self.search(cx, |regex| regex.is_match(text))?;
        Ok(found.unwrap_or_default())
    }

    /// The match that a search finds, if the pattern can match at all.
    #[inline]
    fn search<T>(
        &self,
        cx: &Cx,
        search: impl Fn(&Regex) -> Result<T, Error>,
    ) -> Result<Option<T>, Exit> {
        let Some(regex) = &self.regex else { return Ok(None) };
        match search(regex) {
            Ok(found) => Ok(Some(found)),
            Err(error @ Error::RuntimeError(_)) => self.search_further(cx, error, search).map(Some),
            Err(error) => Err(ended(&error)),
        }
    }

    /// The same with more steps back, which are paid for before they are taken.
    #[cold]
    fn search_further<T>(
        &self,
        cx: &Cx,
        mut error: Error,
        search: impl Fn(&Regex) -> Result<T, Error>,
    ) -> Result<T, Exit> {
        for (regex, steps) in self.further.iter().zip(STEPS_BACK.into_iter().skip(1)) {
            cx.spend((steps / BACK_IN_ONE) as u64)?;
            if regex.get().is_none() {
                let made = built(&self.text, self.flags, steps).map_err(|error| ended(&error))?;
                // Another thread may have been faster: they are the same.
                let _ = regex.set(made);
            }
            let Some(regex) = regex.get() else { continue };
            match search(regex) {
                Ok(found) => return Ok(found),
                Err(again @ Error::RuntimeError(_)) => error = again,
                Err(error) => return Err(ended(&error)),
            }
        }
        Err(ended(&error))
    }

    /// An object for each match.
    fn matches(&self, cx: &Cx, text: &str) -> Result<Value, Exit> {
        let mut places = Places::new(text);
        let mut matches = Vec::new();
        each_match(cx, self, text, |captures: &Captures<'_, str>| {
            cx.make_items(16 + 8 * self.names.len())?;
            matches.push(found(captures, &self.names, &mut places));
            Ok(())
        })?;
        Ok(Value::array(matches))
    }

    /// The text with another one in place of what matches; nothing where nothing changes.
    fn replaced(&self, cx: &Cx, text: &str, replacement: &str) -> Result<Option<Value>, Exit> {
        let mut new = String::new();
        let mut end = 0;
        each_match(cx, self, text, |whole: &Match<'_>| {
            cx.make_text(whole.start().saturating_sub(end) + replacement.len())?;
            if new.capacity() == 0 {
                new = String::with_capacity(text.len() + replacement.len());
            }
            new.push_str(text.get(end..whole.start()).unwrap_or_default());
            new.push_str(replacement);
            end = whole.end();
            Ok(())
        })?;
        if new.is_empty() && end == 0 {
            return Ok(None);
        }
        new.push_str(text.get(end..).unwrap_or_default());
        Ok(Some(Value::text(new)))
    }
}

fn built(text: &str, flags: Flags, steps_back: usize) -> Result<Regex, Error> {
    RegexBuilder::new(text)
        .case_insensitive(flags.ignore_case)
        .dot_matches_new_line(flags.dot_all)
        .find_not_empty(flags.not_empty)
        .leftmost_longest(flags.longest)
        .backtrack_limit(steps_back)
        .delegate_size_limit(SIZE)
        .max_prog_size(SIZE / 64)
        .build()
}

/// Returns true if something after the start of a look-behind is repeated. It may be true for too
/// many patterns, but not for too few.
fn looks_far_back(pattern: &str) -> bool {
    let begin = [pattern.find("(?<="), pattern.find("(?<!")].into_iter().flatten().min();
    begin
        .and_then(|begin| pattern.get(begin + 4..))
        .is_some_and(|rest| rest.contains(['*', '+', '{']))
}

/// A search that came to no end.
#[cold]
fn ended(error: &Error) -> Exit {
    match error {
        Error::RuntimeError(_) => failure("retry-limit-in-match over"),
        other => failure(&other.to_string()),
    }
}

/// `_match_impl(pattern; modifiers; test)`: an object for each match, or whether there is one.
pub fn match_impl(
    cx: &Cx,
    input: &Value,
    pattern: &Value,
    modifiers: &Value,
    test: &Value,
) -> Result<Value, Exit> {
    let text = searched(input)?;
    let (pattern, flags) = read(pattern, modifiers)?;
    cx.spend(steps(text))?;
    let compiled = compiled(cx, pattern, flags, text.ends_with('\n'))?;
    compiled.look_back(cx, text)?;
    if is_true(test) {
        compiled.is_in(cx, text).map(Value::Bool)
    } else {
        compiled.matches(cx, text)
    }
}

/// The text to search.
#[inline]
fn searched(input: &Value) -> Result<&Text, Exit> {
    let not_text = || fault::bad(input, "cannot be matched, as it is not a string");
    if let Value::String(text) = input { Ok(text) } else { Err(not_text()) }
}

/// The pattern to search for, and how.
fn read<'p>(pattern: &'p Value, modifiers: &Value) -> Result<(&'p Text, Flags), Exit> {
    let Value::String(pattern) = pattern else {
        return Err(fault::bad(pattern, "is not a string"));
    };
    Ok((pattern, Flags::read(modifiers)?))
}

/// Steps of a search.
#[inline]
fn steps(text: &str) -> u64 {
    8 + text.len() as u64 / 8
}

/// From bytes to characters.
struct Places<'t> {
    text: &'t str,
    is_ascii: bool,
    /// The last answer, from which a later one is counted.
    byte: usize,
    character: usize,
}

impl<'t> Places<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, is_ascii: text.is_ascii(), byte: 0, character: 0 }
    }

    fn of(&mut self, byte: usize) -> usize {
        if self.is_ascii {
            return byte;
        }
        if byte < self.byte {
            (self.byte, self.character) = (0, 0);
        }
        self.character +=
            self.text.get(self.byte..byte).map_or(0, |between| between.chars().count());
        self.byte = byte;
        self.character
    }
}

/// The object of a match.
fn found(captures: &Captures<'_, str>, names: &[Value], places: &mut Places<'_>) -> Value {
    let Some(whole) = captures.get(0) else { return Value::Null };
    let (offset, text) = (count(places.of(whole.start())), whole.as_str());
    let groups = names.iter().zip(1..).map(|(name, group)| match captures.get(group) {
        // jq says so of all groups of an empty match.
        Some(_) if text.is_empty() => empty_group(offset.clone(), Value::text(""), name),
        Some(part) if part.range().is_empty() => {
            empty_group(count(places.of(part.start())), Value::text(""), name)
        }
        Some(part) => Value::object([
            ("offset", count(places.of(part.start()))),
            ("length", count(part.as_str().chars().count())),
            ("string", Value::text(part.as_str())),
            ("name", name.clone()),
        ]),
        None => empty_group(Value::Int(-1), Value::Null, name),
    });
    let groups = Value::array(groups.collect());
    let length = count(text.chars().count());
    Value::object([
        ("offset", offset),
        ("length", length),
        ("string", Value::text(text)),
        ("captures", groups),
    ])
}

fn empty_group(offset: Value, text: Value, name: &Value) -> Value {
    Value::object([
        ("offset", offset),
        ("string", text),
        ("length", Value::Int(0)),
        ("name", name.clone()),
    ])
}
