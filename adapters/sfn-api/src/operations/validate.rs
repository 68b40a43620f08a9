//! `ValidateStateMachineDefinition`.

use serde::{Deserialize, Serialize};

use crate::definition::{self, Finding, Severity};
use crate::fault::Fault;
use crate::machine_type::MachineType;

/// Findings of an answer if the request has no `maxResults`, or 0.
const DEFAULT_RESULTS: usize = 100;

/// `ValidateStateMachineDefinition`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Validate {
    definition: String,
    #[serde(rename = "type", default)]
    kind: MachineType,
    /// The least severity to answer. By default it is `ERROR`.
    severity: Option<Severity>,
    max_results: Option<usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Validated {
    result: &'static str,
    diagnostics: Vec<Finding>,
    truncated: bool,
}

pub(super) async fn validate(request: Validate) -> Result<Validated, Fault> {
    let Validate { definition, kind, severity, max_results } = request;
    let findings =
        definition::apart(move || definition::findings(&definition, &definition::options(kind)))
            .await?;
    let is_error = |finding: &Finding| finding.severity == Severity::Error;
    let result = if findings.iter().any(is_error) { "FAIL" } else { "OK" };
    let with_warnings = severity == Some(Severity::Warning);
    let mut shown = findings;
    shown.retain(|finding| with_warnings || is_error(finding));
    let limit = max_results.filter(|limit| *limit > 0).unwrap_or(DEFAULT_RESULTS);
    let truncated = shown.len() > limit;
    shown.truncate(limit);
    Ok(Validated { result, diagnostics: shown, truncated })
}
