//! Names: looked up exactly first, then ignoring case. Two names that are equal ignoring case are a
//! fault.

use std::collections::HashMap;

use crate::read::names::{check_direction, report_unknown_name};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::span::{Span, Spanned};

/// The names of all states, events, functions or retry policies, by index.
#[derive(Debug, Default)]
pub(super) struct Names {
    list: Vec<Spanned<String>>,
    exact: HashMap<String, u32>,
    folded: HashMap<String, u32>,
    /// True if some names could not be read, so that no name can be said to be missing.
    pub(super) is_partial: bool,
}

impl Names {
    /// Adds a name; reports a duplicate. `noun` is the plural of its kind.
    pub(super) fn add(&mut self, name: Spanned<String>, noun: &str, diagnostics: &mut Diagnostics) {
        check_direction(&name, diagnostics);
        let index = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        let first = *self.folded.entry(folded(&name.value)).or_insert(index);
        if let Some(first) = self.get(first) {
            let text = &name.value;
            let (title, label) = if first.value == *text {
                (format!("two {noun} are called `{text}`"), "the second one")
            } else {
                (
                    format!("`{text}` and `{}` are the same name", first.value),
                    "names that differ only in case are equal",
                )
            };
            let first = first.span;
            diagnostics.push(
                Diagnostic::new(Code::DuplicateName, name.span, title)
                    .label(label)
                    .related(first, "the first one"),
            );
        }
        self.exact.entry(name.value.clone()).or_insert(index);
        self.list.push(name);
    }

    /// Adds an object without a name.
    pub(super) fn add_nameless(&mut self, span: Span) {
        self.list.push(Spanned::new(String::new(), span));
    }

    /// The name of an index.
    pub(super) fn get(&self, index: u32) -> Option<&Spanned<String>> {
        self.list.get(index as usize)
    }

    /// The index of a name: the same letters, or else ignoring case.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        self.exact.get(name).or_else(|| self.folded.get(&folded(name))).copied()
    }
}

/// Returns the index of a name, or reports that there is no such name.
pub(super) fn resolve_name(
    names: &Names,
    (name, span): (&str, Span),
    noun: &str,
    diagnostics: &mut Diagnostics,
) -> Option<u32> {
    let found = names.find(name);
    if found.is_none() && !names.is_partial {
        let code = if noun == "state" { Code::UnknownState } else { Code::UnknownReference };
        let known = names.list.iter().filter(|name| !name.value.is_empty());
        report_unknown_name(code, noun, (name, span), known, diagnostics);
    }
    found
}

fn folded(name: &str) -> String {
    name.to_lowercase()
}
