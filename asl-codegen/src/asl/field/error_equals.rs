//! `ErrorEquals`: the errors of a retrier or catcher. ASL: "Retrying after error", "Fallback
//! states".

use crate::asl::context::Context;
use crate::asl::object::{Object, StringField};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Node;
use crate::span::Spanned;

/// Characters that AWS keeps of an error name.
pub(crate) const MOST_ERROR: usize = 256;

/// Characters that AWS keeps of a cause.
pub(crate) const MOST_CAUSE: usize = 32_768;

impl<'a> Context<'a> {
    /// Warns of a text that is longer than AWS keeps.
    pub(crate) fn bounded(&mut self, field: &StringField<'_>, most: usize, what: &str) {
        let length = field.text.value.chars().count();
        if length <= most {
            return;
        }
        self.diagnostics.push(
            Diagnostic::new(Code::LongError, field.span, format!("{what} of {length} characters"))
                .label(format!("{most} are kept")),
        );
    }

    /// The names in `ErrorEquals`.
    pub(crate) fn error_names(&mut self, object: &Object<'a>) -> Vec<Spanned<String>> {
        let Some(node) = self.required(object, "ErrorEquals") else { return Vec::new() };
        let Some(names) = self.list(object, "ErrorEquals") else { return Vec::new() };
        if names.is_empty() {
            let title = format!("`ErrorEquals` of {} is empty", object.name());
            self.diagnostics.push(
                Diagnostic::new(Code::EmptyErrorEquals, node.span, title)
                    .label("at least one error name is needed")
                    .help("`States.ALL` stands for every error"),
            );
        }
        names.iter().filter_map(|name| self.error_name(name)).collect()
    }

    fn error_name(&mut self, name: &'a Node) -> Option<Spanned<String>> {
        let name = self.as_string(name, "an error name")?;
        self.bounded(&name, MOST_ERROR, "an error name");
        Some(Spanned::new(name.text.value.clone(), name.span))
    }
}
