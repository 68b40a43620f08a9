//! `ErrorEquals`: the errors of a retrier or catcher. ASL: "Retrying after error", "Fallback states".

use super::lowering::Lowering;
use super::object::Object;
use crate::diagnostics::{Code, Diagnostic};
use crate::json::Node;
use crate::span::Spanned;

impl<'a> Lowering<'a> {
    /// The names in `ErrorEquals`.
    pub(super) fn error_names(&mut self, object: &Object<'a>) -> Vec<Spanned<String>> {
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
        Some(Spanned::new(name.text.value.clone(), name.span))
    }
}
