//! Definitions that clients send: findings about them in the form of AWS, and the variables that
//! their states read.

mod finding;
mod location;

pub(crate) use finding::{Finding, Severity};

use std::collections::{BTreeMap, BTreeSet};

use asl_codegen::check;
use asl_codegen::compile::{self, Checked};
use asl_codegen::options::Options;
use asl_codegen::source::Sources;

use crate::fault::Fault;
use crate::machine_type::MachineType;

/// The name of a client's definition in messages.
const NAME: &str = "definition";

/// A definition that was checked.
pub(crate) struct Definition {
    pub(crate) sources: Sources,
    pub(crate) checked: Checked,
}

/// The options for definitions of a type of machine.
pub(crate) fn options(kind: MachineType) -> Options {
    Options::default().express(kind == MachineType::Express)
}

/// Reads and checks a definition.
pub(crate) fn read(text: &str, options: &Options) -> Definition {
    let mut sources = Sources::from_text(NAME, text);
    let checked = compile::check(&mut sources, options);
    Definition { sources, checked }
}

/// The findings about a definition, by their places.
pub(crate) fn findings(text: &str, options: &Options) -> Vec<Finding> {
    let Definition { sources, checked } = read(text, options);
    Finding::all(checked.diagnostics, &sources)
}

/// Refuses a definition with errors as AWS does: with the first of them.
pub(crate) async fn refuse_errors(text: &str, kind: MachineType) -> Result<(), Fault> {
    refuse_errors_beside(text, kind, Vec::new()).await
}

/// As [`refuse_errors`], if a test gives these variables.
pub(crate) async fn refuse_errors_beside(
    text: &str,
    kind: MachineType,
    variables: Vec<String>,
) -> Result<(), Fault> {
    let text = text.to_owned();
    let findings = apart(move || findings(&text, &options(kind).variables(variables))).await?;
    match findings.iter().find(|finding| finding.severity == Severity::Error) {
        None => Ok(()),
        Some(error) => Err(Fault::new(
            "InvalidDefinition",
            format!("Invalid State Machine Definition: '{error}'"),
        )),
    }
}

/// The variables that each state of a definition reads.
pub(crate) fn variable_references(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let checked = read(text, &Options::default()).checked;
    checked.machine.or(checked.outline).as_ref().map(check::references).unwrap_or_default()
}

/// Does work that takes longer than a request should hold up others.
pub(crate) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Fault> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| Fault::new("InternalFailure", "the definition could not be read"))
}
