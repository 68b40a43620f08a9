//! The names of errors in the retriers and catchers of a call.

use asl_language::error_names::PREFIX;

use super::Call;
use crate::asl::context::Context;
use crate::ir::Invoke;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::span::Spanned;

/// Reports names that the called service does not have. Services raise more errors than their models
/// declare, so only those are reported that resemble a declared one.
pub(super) fn check(context: &mut Context<'_>, call: &Call<'_>, invoke: &Invoke) {
    let Some(service) = call.service.as_deref() else { return };
    let exceptions: Vec<&str> = service.errors().map(|error| error.exception).collect();
    let retry = invoke.retry.iter().flat_map(|retrier| &retrier.errors);
    let catch = invoke.catch.iter().flat_map(|catcher| &catcher.errors);
    for name in retry.chain(catch).filter(|name| !name.value.starts_with(PREFIX)) {
        if let Some(right) = right_name(call, &name.value, &exceptions, context.diagnostics) {
            report(call, name, &right, context.diagnostics);
        }
    }
}

/// The name that was probably meant. `None` if nothing is known against this one.
fn right_name(
    call: &Call<'_>,
    name: &str,
    exceptions: &[&str],
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let prefix = call.error_prefix();
    let with_prefix = |exception: &str| format!("{prefix}.{exception}");
    let Some((before, error)) = name.split_once('.') else {
        // A function has errors of its own.
        let is_declared = exceptions.contains(&name) && prefix != "Lambda";
        return is_declared.then(|| with_prefix(name));
    };
    if !before.eq_ignore_ascii_case(prefix) {
        return None;
    }
    let is_usual = ["SdkClientException", "UnknownException"].contains(&error)
        || ["AWS", "Amazon"].iter().any(|start| error.starts_with(start))
        || error.strip_suffix("Exception") == Some(prefix);
    if is_usual || exceptions.contains(&error) {
        return (before != prefix).then(|| with_prefix(error));
    }
    let long = format!("{error}Exception");
    if exceptions.contains(&long.as_str()) {
        return Some(with_prefix(&long));
    }
    let near = diagnostics.nearest(error, exceptions.iter().copied());
    near.map(with_prefix).or_else(|| (before != prefix).then(|| with_prefix(error)))
}

fn report(call: &Call<'_>, name: &Spanned<String>, right: &str, diagnostics: &mut Diagnostics) {
    let title = format!("`{}` is no error of `{}`", name.value, call.name());
    diagnostics.push(
        Diagnostic::new(Code::UnknownServiceError, name.span, title)
            .label(format!("did you mean `{right}`?")),
    );
}
