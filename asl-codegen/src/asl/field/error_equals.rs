//! `ErrorEquals`: the errors of a retrier or catcher. ASL: "Retrying after error", "Fallback
//! states".

use crate::asl::Object;
use crate::read::object::{StringField, string_of};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::Node;
use asl_source::span::Spanned;

/// Maximum number of characters that AWS keeps of an error name.
pub(crate) const MOST_ERROR: usize = 256;

/// Maximum number of characters that AWS keeps of a cause.
pub(crate) const MOST_CAUSE: usize = 32_768;

/// Warns of a text that is longer than AWS keeps.
pub(crate) fn check_length(
    field: &StringField<'_>,
    most: usize,
    what: &str,
    diagnostics: &mut Diagnostics,
) {
    let length = field.value().chars().count();
    if length <= most {
        return;
    }
    diagnostics.push(
        Diagnostic::new(Code::LongError, field.span, format!("{what} of {length} characters"))
            .label(format!("{most} are kept")),
    );
}

/// Reads the names in `ErrorEquals`.
pub(crate) fn read_error_equals(
    object: &Object<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<Spanned<String>> {
    let Some(node) = object.required("ErrorEquals", diagnostics) else { return Vec::new() };
    let Some(names) = object.list("ErrorEquals", diagnostics) else { return Vec::new() };
    if names.is_empty() {
        let title = format!("`ErrorEquals` of {} is empty", object.name());
        diagnostics.push(
            Diagnostic::new(Code::EmptyErrorEquals, node.span, title)
                .label("at least one error name is needed")
                .help("`States.ALL` matches every error"),
        );
    }
    names.iter().filter_map(|name| read_error_name(name, diagnostics)).collect()
}

fn read_error_name(name: &Node, diagnostics: &mut Diagnostics) -> Option<Spanned<String>> {
    let name = string_of(name, "an error name", diagnostics)?;
    check_length(&name, MOST_ERROR, "an error name", diagnostics);
    Some(name.spanned())
}
