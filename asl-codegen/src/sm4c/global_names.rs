//! Names of global data that the action of a `forEach` reads: it sees only its element.

use std::collections::BTreeSet;

use crate::ir::{Query, Source};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::span::Span;

/// The names that expressions read of the global data, and of the elements of `forEach`.
#[derive(Debug, Default)]
pub(super) struct GlobalNames {
    /// The names that expressions read of the global data.
    read: BTreeSet<String>,
    /// The names that expressions give to the global data, or in which they find the elements.
    certain: BTreeSet<String>,
    of_elements: Vec<ElementName>,
    /// The `forEach` whose action is being read.
    element: Option<Element>,
}

/// The elements of a `forEach`.
#[derive(Clone, Debug)]
pub(super) struct Element {
    /// The members that the expression of `input` gives to them.
    members: BTreeSet<String>,
}

/// A member that an expression reads of an element.
#[derive(Debug)]
struct ElementName {
    name: String,
    span: Span,
    /// True if the expression reads something else of the element, too.
    is_beside: bool,
}

impl GlobalNames {
    /// Adds the names that an expression reads, or gives to the global data.
    pub(super) fn add(&mut self, query: &Query) {
        match (query.source, &self.element) {
            (Source::Global, _) => {
                self.read.extend(query.program.members_read().into_iter().map(str::to_owned));
                self.certain.extend(query.program.members_made().into_iter().map(str::to_owned));
            }
            (Source::Data, Some(element)) => {
                let read = query.program.members_read();
                let is_beside = read.len() > 1;
                let names = read.into_iter().filter(|name| !element.members.contains(*name));
                self.of_elements.extend(names.map(|name| ElementName {
                    name: name.to_owned(),
                    span: query.span,
                    is_beside,
                }));
            }
            (Source::Data, None) => {}
        }
    }

    /// Enters the action of a `forEach` over the elements that an expression finds. Returns what
    /// [`GlobalNames::leave`] takes.
    pub(super) fn enter(&mut self, input: Option<&Query>) -> Option<Element> {
        let mut members = BTreeSet::new();
        if let Some(query) = input {
            members.extend(query.program.keys_made().into_iter().map(str::to_owned));
            if query.source == Source::Global {
                self.certain.extend(query.program.members_read().into_iter().map(str::to_owned));
            }
        }
        self.element.replace(Element { members })
    }

    /// Reads expressions whose input is no element, such as an error. Returns what
    /// [`GlobalNames::leave`] takes.
    pub(super) fn pause(&mut self) -> Option<Element> {
        self.element.take()
    }

    /// Goes back to the elements around.
    pub(super) fn leave(&mut self, around: Option<Element>) {
        self.element = around;
    }

    /// Warns of names of global data that are read of an element. A name that the machine only
    /// reads elsewhere may be one of the elements, too, if the action reads nothing else.
    pub(super) fn check(&self, diagnostics: &mut Diagnostics) {
        for ElementName { name, span, is_beside } in &self.of_elements {
            let is_global = self.certain.contains(name) || *is_beside && self.read.contains(name);
            if name.is_empty() || !is_global {
                continue;
            }
            let title = format!("`.{name}` is read of the element, not of the global data");
            diagnostics.push(
                Diagnostic::new(Code::OutOfReach, *span, title)
                    .label("the action of a `forEach` sees its element only")
                    .help(format!(
                        "hand it over in `input`: `${{ . as $all | [.items[] | {{item: ., {name}: $all.{name}}}] }}`"
                    )),
            );
        }
    }
}
