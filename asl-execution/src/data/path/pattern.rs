//! RFC 9535's `match()` and `search()`. Each pattern is compiled once; those in the path's text at
//! their first use.
//!
//! The crate `regex` takes time proportional to text and pattern; both count as visited nodes.

use std::sync::OnceLock;

use asl_language::iregexp;
use regex::Regex;

use super::Search;
use asl_value::value::{Text, Value};

/// Product of a pattern's weight and a text's bytes that costs as much as one visited node.
const EFFORT_PER_VISIT: usize = 4;

/// Cost of compiling a pattern of weight 1, in visited nodes.
const COMPILE_VISITS: usize = 1_000;

/// The extent of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// `match()`: the whole text.
    Whole,
    /// `search()`: a part of it.
    Part,
}

/// A pattern in the path's text, translated by the compiler.
#[derive(Debug)]
pub struct Pattern {
    regex: Option<&'static str>,
    weight: u32,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// A pattern in the syntax of the crate `regex`.
    pub const fn new(regex: &'static str, weight: u32) -> Self {
        Self { regex: Some(regex), weight, compiled: OnceLock::new() }
    }

    /// A pattern that is not a valid I-Regexp: it matches nothing.
    pub const fn never() -> Self {
        Self { regex: None, weight: 0, compiled: OnceLock::new() }
    }

    /// Returns true if the value is a text that matches.
    pub fn matches(&self, text: Option<&Value>, search: &mut Search) -> bool {
        let regex = self.compiled.get_or_init(|| self.regex.and_then(compile));
        let (Some(Value::String(text)), Some(regex)) = (text, regex) else { return false };
        search.spend(effort(text, self.weight)) && regex.is_match(text)
    }
}

/// Returns true if a text matches a pattern that is only known at run time. A pattern that is not a
/// valid I-Regexp matches nothing.
pub fn matches(
    text: Option<&Value>,
    pattern: Option<&Value>,
    extent: Extent,
    search: &mut Search,
) -> bool {
    let (Some(Value::String(text)), Some(Value::String(pattern))) = (text, pattern) else {
        return false;
    };
    let is_last =
        search.pattern.as_ref().is_some_and(|last| last.extent == extent && last.text == *pattern);
    if !is_last {
        let Some(computed) = Computed::new(pattern, extent, search) else { return false };
        search.pattern = Some(computed);
    }
    let weight = search.pattern.as_ref().map_or(0, |last| last.weight);
    if !search.spend(effort(text, weight)) {
        return false;
    }
    search
        .pattern
        .as_ref()
        .and_then(|last| last.regex.as_ref())
        .is_some_and(|regex| regex.is_match(text))
}

/// A computed pattern, kept because the next node usually has the same one.
#[derive(Debug)]
pub(super) struct Computed {
    text: Text,
    extent: Extent,
    weight: u32,
    /// `None` if it is not a valid I-Regexp.
    regex: Option<Regex>,
}

impl Computed {
    /// Returns `None` if the search has ended.
    fn new(pattern: &Text, extent: Extent, search: &mut Search) -> Option<Self> {
        if !search.spend(pattern.len()) {
            return None;
        }
        let read = iregexp::translate(pattern);
        let weight = read.as_ref().map_or(0, |read| read.weight);
        if !search.spend(COMPILE_VISITS.saturating_mul(weight as usize)) {
            return None;
        }
        let regex = read.and_then(|read| match extent {
            Extent::Whole => compile(&format!("^(?:{})$", read.regex)),
            Extent::Part => compile(&read.regex),
        });
        Some(Self { text: pattern.clone(), extent, weight, regex })
    }
}

/// Returns `None` if it exceeds the crate's size limit in spite of the limited weight.
fn compile(regex: &str) -> Option<Regex> {
    Regex::new(regex).ok()
}

fn effort(text: &str, weight: u32) -> usize {
    text.len().saturating_mul(weight as usize) / EFFORT_PER_VISIT
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::path::gather;
    use asl_value::json;

    fn search<T>(run: impl FnOnce(&mut Search) -> T) -> T {
        let mut found = None;
        gather("$", |search| found = Some(run(search))).unwrap();
        found.unwrap()
    }

    fn holds(text: &Value, pattern: &Value, extent: Extent) -> bool {
        search(|search| matches(Some(text), Some(pattern), extent, search))
    }

    #[test]
    fn all_of_a_text_matches_or_some_part_of_it() {
        let (text, pattern) = (json!("banana"), json!("an|a[^n]"));
        assert!(!holds(&text, &pattern, Extent::Whole));
        assert!(holds(&text, &pattern, Extent::Part));
        assert!(holds(&json!("an"), &pattern, Extent::Whole));
        assert!(!holds(&json!("a\n"), &json!("a."), Extent::Part));
        assert!(holds(&json!("Ж"), &json!("\\p{Lu}"), Extent::Whole));
    }

    #[test]
    fn only_texts_match_and_only_i_regexps() {
        assert!(!holds(&json!(1), &json!("1"), Extent::Part));
        assert!(!holds(&json!("1"), &json!(1), Extent::Part));
        assert!(!holds(&json!("1"), &json!("\\d"), Extent::Part));
        assert!(!search(|search| matches(None, Some(&json!("a")), Extent::Part, search)));
    }

    #[test]
    fn patterns_of_the_text_are_compiled_once() {
        static DIGITS: Pattern = Pattern::new("^(?:[0-9]+)$", 1);
        static NEVER: Pattern = Pattern::never();
        let matching =
            |text: &str| search(|search| DIGITS.matches(Some(&Value::text(text)), search));
        assert_eq!(["12", "", "1a"].map(matching), [true, false, false]);
        assert!(!search(|search| NEVER.matches(Some(&json!("")), search)));
    }

    #[test]
    fn every_translation_compiles() {
        let patterns = [
            "",
            "a|",
            "(a{0,3}){2,}",
            r"[\]&&~~\-\-\^]*",
            r"\p{L}\P{Nd}\p{Cn}\p{Co}\p{Sk}",
            "[-a-]",
            r"\.\\\[\n",
            "(a{100}){100}",
            "^$",
            "#/<>!",
        ];
        let compiles = |pattern: &&str| {
            iregexp::translate(pattern).is_some_and(|read| compile(&read.regex).is_some())
        };
        let refused = patterns.into_iter().filter(|pattern| !compiles(pattern));
        assert_eq!(refused.collect::<Vec<_>>(), Vec::<&str>::new());
    }

    #[test]
    fn matching_ends_however_large_text_and_patterns_are() {
        let text = Value::text("a".repeat(1 << 16).as_str());
        let patterns: Vec<Value> =
            (0..100).map(|n| Value::from(format!("(a{{99}}){{{}}}b", n + 1))).collect();
        let result = gather("$[?search(@.a, @.b)]", |search| {
            for pattern in patterns.iter().cycle().take(100_000) {
                matches(Some(&text), Some(pattern), Extent::Part, search);
            }
        });
        assert!(result.is_err());
    }
}
