//! Placeholders of a definition to which no values are given.

use std::ops::Range;

use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::placeholder::next_placeholder;
use asl_source::source::{Form, Json, Member, Node};
use asl_source::span::Span;

/// Fields whose placeholders name what a task calls. The method for the task is named after them,
/// so they need no value.
const CALLED: [&str; 2] = ["Resource", "FunctionName"];

/// Names shown in the title of the warning.
const MOST_NAMES: usize = 5;

/// Reports placeholders in the place of values, which are errors, and those in texts by one warning
/// for the whole definition.
pub(super) fn report(tree: &Node, diagnostics: &mut Diagnostics) {
    let mut found = Found { in_texts: Vec::new(), diagnostics };
    found.visit(tree);
    let Some(((_, first), rest)) = found.in_texts.split_first() else { return };
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in &found.in_texts {
        if !names.contains(&name.as_str()) && names.len() <= MOST_NAMES {
            names.push(name);
        }
    }
    let more = if names.len() > MOST_NAMES { " and others" } else { "" };
    names.truncate(MOST_NAMES);
    let names: Vec<String> = names.iter().map(|name| format!("`${{{name}}}`")).collect();
    let have = if names.len() == 1 { "has no value" } else { "have no values" };
    let title = format!("{}{more} {have}", names.join(", "));
    let mut warning = Diagnostic::new(Code::OpenPlaceholder, *first, title)
        .label("this stays in the text")
        .help("give values by the option `substitute` or `substitute_file`");
    for (_, place) in rest {
        warning = warning.related(*place, "this, too");
    }
    found.diagnostics.push(warning);
}

struct Found<'d> {
    /// Names and places.
    in_texts: Vec<(String, Span)>,
    diagnostics: &'d mut Diagnostics,
}

impl Found<'_> {
    fn visit(&mut self, node: &Node) {
        match &node.value {
            Json::String(text) if text.form == Form::Placeholder => {
                let title = format!("`{}` takes the place of a value and has none", text.value);
                self.diagnostics.push(
                    Diagnostic::new(Code::UnknownSubstitution, node.span, title)
                        .help("give it a value by the option `substitute` or `substitute_file`"),
                );
            }
            Json::String(text) => {
                self.visit_text(&text.value, |part| text.span_of(node.span, part));
            }
            Json::Array(items) => items.iter().for_each(|item| self.visit(item)),
            Json::Object(members) => {
                for Member { key, value } in members {
                    self.visit_text(&key.value, |_| key.span);
                    if !(CALLED.contains(&key.value.as_str()) && is_text(value)) {
                        self.visit(value);
                    }
                }
            }
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }

    fn visit_text(&mut self, text: &str, place: impl Fn(Range<usize>) -> Span) {
        let mut from = 0;
        while let Some(found) = next_placeholder(text, from) {
            self.in_texts.push((found.name.to_owned(), place(found.start..found.end)));
            from = found.end;
        }
    }
}

fn is_text(node: &Node) -> bool {
    node.as_text().is_some_and(|text| text.form != Form::Placeholder)
}
