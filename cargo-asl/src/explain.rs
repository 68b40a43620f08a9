//! `cargo asl explain`: the page of a code.

use asl_codegen::diagnostics::{Code, nearest};

use crate::arguments::ExplainArguments;
use crate::output::{Outcome, Output, message};
use crate::pages::PAGES;

/// Prints the page of docs/errors.
pub(crate) fn run(arguments: &ExplainArguments, output: &mut Output) -> Outcome {
    let wanted = arguments.code.to_ascii_uppercase();
    if let Some((_, page)) = PAGES.iter().find(|(id, _)| *id == wanted) {
        output.result(page);
        return Outcome::Done;
    }
    let ids = Code::ALL.iter().map(|code| code.id());
    let help = nearest(&wanted, ids).map(|id| format!("; did you mean {id}?")).unwrap_or_default();
    message(&format!("error: there is no code `{}`{help}\n", arguments.code));
    Outcome::Failed
}
