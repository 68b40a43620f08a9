//! `cargo asl guide`: one page for models, agents and people in a hurry, with the index of codes.

use std::fmt::Write as _;

use asl_codegen::diagnostics::{Code, Severity};

use crate::arguments::GuideArguments;
use crate::output::{Outcome, Output};

/// The page, without the index.
const PAGE: &str = include_str!("page.md");

/// Prints the page.
pub(crate) fn run(_: &GuideArguments, output: &mut Output) -> Outcome {
    output.result(&format!("{PAGE}\n{}", index()));
    Outcome::Done
}

/// The codes of all findings, each with its sense.
fn index() -> String {
    let mut text =
        "## The codes of findings\n`cargo asl explain CODE` has a page for each.\n\n".to_owned();
    for code in Code::ALL {
        let severity = match code.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "- {} ({severity}): {}", code.id(), code.summary());
    }
    text
}
