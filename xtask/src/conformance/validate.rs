//! `conformance validate`: verdicts on definitions, and definitions that people run.
//!
//! AWS's own verdicts decide. Those of linters and of another implementation are opinions: where one is stricter or laxer
//! than AWS by a rule of its own, it is skipped with that rule as the reason (see [`opinion`]).

use std::collections::BTreeMap;
use std::path::Path;

use asl_codegen::compile;
use asl_codegen::diagnostics::{Code, Diagnostic, Severity};
use asl_codegen::options::{Options, Profile};
use asl_codegen::source::Sources;
use serde::Deserialize;

use super::Cases;
use super::report::{Difference, Report};
use crate::print;
use crate::problem::{Problem, Result};
use crate::workspace;

/// Runs the cases.
pub(crate) fn run(cases: &Cases) -> Result<Report> {
    let mut report = Report::new("validate");
    for verdict in verdicts(&cases.dir)?.iter().filter(|verdict| cases.wants(&verdict.id)) {
        judge(verdict, cases.profile.into(), &mut report);
    }
    realworld(cases, &mut report)?;
    Ok(report)
}

/// One record of `validation.json`.
#[derive(Deserialize)]
struct Verdict {
    id: String,
    verdict: Expected,
    authority: String,
    definition_text: String,
    #[serde(default)]
    machine_type: Option<String>,
    #[serde(default)]
    message: Option<String>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Expected {
    Valid,
    Invalid,
}

fn verdicts(dir: &Path) -> Result<Vec<Verdict>> {
    let file = dir.join("validation.json");
    let text = workspace::read(&file)?;
    serde_json::from_str(&text).map_err(|error| Problem::new(format!("{}: {error}", file.display())))
}

/// What the compiler says of a definition.
struct Findings {
    /// What it does not cover yet.
    not_yet: Vec<Diagnostic>,
    /// Other errors.
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

fn findings(id: &str, text: &str, profile: Profile) -> Findings {
    let options = Options { profile, ..Options::default() };
    let checked = compile::check(&Sources::from_text(id, text), &options);
    let all = checked.diagnostics.sorted();
    let (errors, warnings): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|diagnostic| diagnostic.code.severity() == Severity::Error);
    let (not_yet, errors) = errors.into_iter().partition(|diagnostic| diagnostic.code == Code::NotSupportedYet);
    Findings { not_yet, errors, warnings }
}

fn judge(verdict: &Verdict, profile: Profile, report: &mut Report) {
    let profile = match verdict.authority.as_str() {
        "statelint" | "asl-validator" => Profile::Spec,
        _ => profile,
    };
    let found = findings(&verdict.id, &verdict.definition_text, profile);
    let agrees = match verdict.verdict {
        Expected::Valid => found.errors.is_empty() && found.not_yet.is_empty(),
        Expected::Invalid => !found.errors.is_empty(),
    };
    if agrees {
        report.compared(&verdict.id, Vec::new());
    } else if let Some(reason) = reason_to_skip(verdict, &found) {
        report.skip(&verdict.id, reason);
    } else {
        report.compared(&verdict.id, vec![difference(verdict, &found)]);
    }
}

fn reason_to_skip(verdict: &Verdict, found: &Findings) -> Option<String> {
    opinion(verdict, found).or_else(|| outside(verdict)).or_else(|| needs(found))
}

/// Today's edition, if that is all that stands between the definition and its verdict.
fn needs(found: &Findings) -> Option<String> {
    let first = found.not_yet.first().filter(|_| found.errors.is_empty())?;
    Some(format!("needs today's edition: {}", first.title))
}

/// Verdicts of AWS that do not follow from the language.
fn outside(_verdict: &Verdict) -> Option<String> {
    None
}

/// Opinions that are known to differ from what AWS does.
fn opinion(_verdict: &Verdict, _found: &Findings) -> Option<String> {
    None
}

fn difference(verdict: &Verdict, found: &Findings) -> Difference {
    let expected = match verdict.verdict {
        Expected::Valid => format!("valid ({})", verdict.authority),
        Expected::Invalid => format!("invalid ({}) {}", verdict.authority, verdict.message.as_deref().unwrap_or_default()),
    };
    let said: Vec<_> = found.errors.iter().chain(&found.not_yet).map(line).collect();
    let actual = if said.is_empty() { "no errors".to_owned() } else { said.join("\n") };
    Difference::new("verdict", expected.trim_end(), actual)
}

fn line(diagnostic: &Diagnostic) -> String {
    format!("{}: {}", diagnostic.code.id(), diagnostic.title)
}

/// Definitions that people run: no errors. What the compiler warns of is counted, for the eye.
fn realworld(cases: &Cases, report: &mut Report) -> Result<()> {
    let folder = cases.dir.join("realworld");
    if !folder.is_dir() {
        return Ok(());
    }
    let mut warnings = BTreeMap::<&str, usize>::new();
    for file in workspace::files(&folder, "json")? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let id = format!("realworld/{name}");
        if !name.ends_with(".asl.json") || !cases.wants(&id) {
            continue;
        }
        let found = findings(&id, &workspace::read(&file)?, cases.profile.into());
        for warning in &found.warnings {
            *warnings.entry(warning.code.id()).or_default() += 1;
        }
        if let Some(reason) = needs(&found) {
            report.skip(&id, reason);
        } else {
            let errors = found.errors.iter().map(|error| Difference::new("finding", "none", line(error)));
            report.compared(&id, errors.collect());
        }
    }
    for (code, count) in warnings {
        print::line(&format!("realworld: {count:>5} times {code}"));
    }
    Ok(())
}
