//! Patterns that are constants of a program.

use std::sync::OnceLock;

use super::{Compiled, pay, read, searched, steps};
use crate::{Cx, Exit};
use asl_value::value::Value;

/// A constant pattern with its modifiers. It is compiled when it is first searched for: to look for
/// it among the last patterns of the thread would take as long as a search of a short text.
pub struct Pattern {
    text: Value,
    modifiers: Value,
    /// For texts that do not end with a line end, and for those that do.
    compiled: [OnceLock<Box<Compiled>>; 2],
}

impl Pattern {
    /// The pattern need not be valid: then each search fails.
    pub const fn new(text: Value, modifiers: Value) -> Self {
        Self { text, modifiers, compiled: [const { OnceLock::new() }; 2] }
    }

    /// `test(pattern; modifiers)`
    pub fn is_in(&self, cx: &Cx, input: &Value) -> Result<bool, Exit> {
        let text = searched(input)?;
        self.compiled(cx, text)?.is_in(cx, text)
    }

    /// `[match(pattern; modifiers)]`
    pub fn matches(&self, cx: &Cx, input: &Value) -> Result<Value, Exit> {
        let text = searched(input)?;
        self.compiled(cx, text)?.matches(cx, text)
    }

    /// `sub(pattern; "replacement"; modifiers)`
    pub fn replace(&self, cx: &Cx, input: &Value, replacement: &str) -> Result<Value, Exit> {
        let text = searched(input)?;
        let replaced = self.compiled(cx, text)?.replaced(cx, text, replacement)?;
        Ok(replaced.unwrap_or_else(|| input.clone()))
    }

    /// The pattern for a text, paid for in this run.
    #[inline]
    fn compiled(&self, cx: &Cx, text: &str) -> Result<&Compiled, Exit> {
        cx.spend(steps(text))?;
        let ends_line = text.ends_with('\n');
        let [usual, of_lines] = &self.compiled;
        let slot = if ends_line { of_lines } else { usual };
        let compiled = match slot.get() {
            Some(known) => {
                pay(cx, known.cost)?;
                known
            }
            None => {
                let (pattern, flags) = read(&self.text, &self.modifiers)?;
                let new = Compiled::paid(cx, pattern, flags, ends_line)?;
                slot.get_or_init(|| Box::new(new))
            }
        };
        compiled.look_back(cx, text)?;
        Ok(compiled)
    }
}
