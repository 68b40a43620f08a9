//! `conformance validate`: verdicts on definitions, and definitions from real projects.
//!
//! Each verdict is judged by the rules of its authority. Those of AWS and its imitators use the
//! profile `aws`. Those of the linters statelint and asl-validator, which have no profiles and
//! check only the form, are correct if one of the profiles agrees. asl-validator also accepts
//! templates, whose `${Name}` are replaced before deployment, so they are replaced here.
//! Definitions from real projects are judged under the requested profile.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use asl_codegen::compile;
use asl_codegen::diagnostics::{Code, Diagnostic, Levels, Severity};
use asl_codegen::options::{Options, Profile};
use asl_codegen::source::Sources;
use serde::Deserialize;

use crate::cases::Cases;
use crate::print;
use crate::problem::{Problem, Result};
use crate::report::{Difference, Report};
use crate::workspace;

/// Runs the cases: the verdicts in `validation.json`, then the definitions in `realworld`. A folder
/// may have only one.
pub(crate) fn run(cases: &Cases) -> Result<Report> {
    let mut report = Report::new("validate");
    for verdict in verdicts(&cases.dir)?.iter().filter(|verdict| cases.wants(&verdict.id)) {
        judge(verdict, &mut report);
    }
    realworld(cases, &mut report)?;
    Ok(report)
}

/// One record of `validation.json`.
#[derive(Deserialize)]
struct Verdict {
    id: String,
    #[serde(rename = "verdict")]
    expected: Expected,
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
    if !file.exists() && dir.join("realworld").is_dir() {
        return Ok(Vec::new());
    }
    let text = workspace::read(&file)?;
    serde_json::from_str(&text)
        .map_err(|error| Problem::new(format!("{}: {error}", file.display())))
}

/// The compiler's findings on a definition.
struct Findings {
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

fn findings(id: &str, text: &str, options: &Options) -> Findings {
    let checked = compile::check(&mut Sources::from_text(id, text), options);
    let all = checked.diagnostics.sorted();
    let is_error = |found: &Diagnostic| {
        found.code.severity() == Severity::Error || found.code.is_refused_by_aws()
    };
    let (errors, warnings): (Vec<_>, Vec<_>) = all.into_iter().partition(is_error);
    Findings { errors, warnings }
}

fn judge(verdict: &Verdict, report: &mut Report) {
    let (profiles, substitute): (&[Profile], _) = match verdict.authority.as_str() {
        "statelint" => (&[Profile::Spec, Profile::Aws], Vec::new()),
        "asl-validator" => (&[Profile::Spec, Profile::Aws], fillings(&verdict.definition_text)),
        _ => (&[Profile::Aws], Vec::new()),
    };
    let found = profiles.iter().map(|profile| {
        let express = verdict.machine_type.as_deref() == Some("EXPRESS");
        let options = Options::default()
            .levels(Levels::default().as_aws())
            .profile(*profile)
            .express(express)
            .substitute(substitute.clone());
        findings(&verdict.id, &verdict.definition_text, &options)
    });
    let found: Vec<_> = found.collect();
    let agrees = |found: &Findings| match verdict.expected {
        Expected::Valid => found.errors.is_empty(),
        Expected::Invalid => !found.errors.is_empty(),
    };
    if found.iter().any(agrees) {
        report.compared(&verdict.id, Vec::new());
        return;
    }
    let Some(found) = found.into_iter().next() else { return };
    if let Some(reason) = unchecked(verdict, &found).or_else(|| open(verdict, &found)) {
        report.skip(&verdict.id, reason);
    } else {
        report.compared(&verdict.id, vec![difference(verdict, &found)]);
    }
}

/// A value for each `${Name}` of a template.
fn fillings(text: &str) -> Vec<(String, String)> {
    let parts = text.split("${").skip(1).filter_map(|rest| rest.split_once('}'));
    let names: BTreeSet<_> = parts.map(|(name, _)| name).filter(|name| is_name(name)).collect();
    names.into_iter().map(|name| (name.to_owned(), format!("placeholder:{name}"))).collect()
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_.:-".contains(c))
}

/// Rules of the language that an authority does not check, so that its `valid` does not tell of
/// them.
const UNCHECKED: [(&str, Code, &str); 1] =
    [("asl-validator", Code::VariableName, "the names of variables")];

/// The rule that the authority does not check, if the definition breaks only that one.
fn unchecked(verdict: &Verdict, found: &Findings) -> Option<String> {
    let Verdict { authority, expected, .. } = verdict;
    let (_, _, rule) = UNCHECKED.iter().find(|(of, code, _)| {
        of == authority && found.errors.iter().all(|error| error.code == *code)
    })?;
    let is_silent = *expected == Expected::Valid && !found.errors.is_empty();
    is_silent.then(|| format!("{authority} does not check {rule}"))
}

/// The reason for a verdict on a placeholder that nothing has replaced. The compiler takes definitions
/// before their deployment, too; the API refuses them.
fn open(verdict: &Verdict, found: &Findings) -> Option<String> {
    let is_silent = verdict.expected == Expected::Invalid && found.errors.is_empty();
    let is_open = !fillings(&verdict.definition_text).is_empty();
    (is_silent && is_open).then(|| "a placeholder, which the deployment fills in".to_owned())
}

fn difference(verdict: &Verdict, found: &Findings) -> Difference {
    let expected = match verdict.expected {
        Expected::Valid => format!("valid ({})", verdict.authority),
        Expected::Invalid => {
            format!(
                "invalid ({}) {}",
                verdict.authority,
                verdict.message.as_deref().unwrap_or_default()
            )
        }
    };
    let said: Vec<_> = found.errors.iter().map(line).collect();
    let actual = if said.is_empty() { "no errors".to_owned() } else { said.join("\n") };
    Difference::new("verdict", expected.trim_end(), actual)
}

fn line(diagnostic: &Diagnostic) -> String {
    format!("{}: {}", diagnostic.code.id(), diagnostic.title)
}

/// Reason why a file of the collection is not a definition, found without our reader, so that it is
/// independent.
fn no_definition(text: &str) -> Option<String> {
    let Ok(definition) = serde_json::from_str::<serde_json::Value>(text) else {
        return Some("it is not JSON".to_owned());
    };
    let Some(states) = definition.get("States").and_then(serde_json::Value::as_object) else {
        return Some("no definition: it has no states".to_owned());
    };
    let odd = states.iter().find(|(_, state)| !state.is_object());
    odd.map(|(name, _)| format!("no definition: its state `{name}` is not an object"))
}

/// Findings about calls of services in real definitions: the beginning of the file's name, the code and
/// their number. Somebody has looked at each, and it is right; any other is a false alarm.
const RIGHT: [(&str, Code, usize); 4] = [
    // Names of errors with a wrong prefix, or without `Exception`.
    ("217add", Code::UnknownServiceError, 10),
    ("a5c67c", Code::UnknownServiceError, 1),
    // `$.error` and `$.cause` of the result of `describeStackSetOperation`.
    ("72f56c", Code::ServiceResult, 2),
    // `$.TaskStatus`, which is in `SynthesisTask`.
    ("aa99d0", Code::ServiceResult, 1),
];

/// The findings about calls of services that nobody has looked at.
fn false_alarms(name: &str, warnings: &[Diagnostic]) -> Vec<Difference> {
    let is_of_calls = |code: &Code| code.needs_models() || *code == Code::UnknownCall;
    let codes = Code::ALL.iter().copied().filter(is_of_calls);
    let differs = |code: Code| {
        let right =
            RIGHT.iter().find(|(start, known, _)| name.starts_with(start) && *known == code);
        let right = right.map_or(0, |(_, _, count)| *count);
        let found = warnings.iter().filter(|warning| warning.code == code).count();
        let said = format!("{found} times {}", code.id());
        (found != right).then(|| Difference::new("services", format!("{right} times"), said))
    };
    codes.into_iter().filter_map(differs).collect()
}

/// Checks definitions from real projects: they must have no errors, and no false alarms about calls of
/// services. Other warnings are counted for information.
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
        let text = workspace::read(&file)?;
        let options = Options::default().levels(Levels::default().as_aws());
        let found = findings(&id, &text, &options.profile(cases.profile.into()));
        for warning in &found.warnings {
            *warnings.entry(warning.code.id()).or_default() += 1;
        }
        if let Some(reason) = no_definition(&text) {
            report.skip(&id, reason);
        } else {
            let errors =
                found.errors.iter().map(|error| Difference::new("finding", "none", line(error)));
            report.compared(&id, errors.chain(false_alarms(&name, &found.warnings)).collect());
        }
    }
    for (code, count) in warnings {
        print::line(&format!("realworld: {count:>5} times {code}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = r#"{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}"#;
    const FAULTY: &str = r#"{"StartAt": "B", "States": {"A": {"Type": "Succeed"}}}"#;

    fn verdict(expected: Expected, text: &str) -> Verdict {
        Verdict {
            id: "case".to_owned(),
            expected,
            authority: "aws".to_owned(),
            definition_text: text.to_owned(),
            machine_type: None,
            message: None,
        }
    }

    fn counts(verdict: &Verdict) -> (usize, usize, usize) {
        let mut report = Report::new("test");
        judge(verdict, &mut report);
        report.counts()
    }

    #[test]
    fn verdicts_pass_or_fail() {
        assert_eq!(counts(&verdict(Expected::Valid, SOUND)), (1, 0, 0));
        assert_eq!(counts(&verdict(Expected::Invalid, SOUND)), (0, 1, 0));
        assert_eq!(counts(&verdict(Expected::Valid, FAULTY)), (0, 1, 0));
        assert_eq!(counts(&verdict(Expected::Invalid, FAULTY)), (1, 0, 0));
    }

    #[test]
    fn what_express_machines_cannot_do_is_refused_for_them_only() {
        let token = SOUND.replace(
            r#"{"Type": "Succeed"}"#,
            r#"{"Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken", "End": true}"#,
        );
        let mut express = verdict(Expected::Invalid, &token);
        assert_eq!(counts(&express), (0, 1, 0));
        express.machine_type = Some("EXPRESS".to_owned());
        assert_eq!(counts(&express), (1, 0, 0));
    }

    #[test]
    fn a_rule_that_the_authority_does_not_check_is_not_judged_by_it() {
        let assign = |name: &str, next: &str| {
            let state = format!(r#"{{"Type": "Pass", "Assign": {{"{name}": 1}}, {next}}}"#);
            SOUND.replace(r#"{"Type": "Succeed"}"#, &state)
        };
        let counts_by = |authority: &str, text: &str| {
            let authority = authority.to_owned();
            counts(&Verdict { authority, ..verdict(Expected::Valid, text) })
        };
        let end = r#""End": true"#;
        assert_eq!(counts_by("asl-validator", &assign("a", end)), (1, 0, 0));
        assert_eq!(counts_by("asl-validator", &assign("a-b", end)), (0, 0, 1));
        assert_eq!(counts_by("aws", &assign("a-b", end)), (0, 1, 0));
        assert_eq!(counts_by("asl-validator", &assign("a-b", r#""Next": "B""#)), (0, 1, 0));
    }

    #[test]
    fn placeholders_of_templates_are_filled_once_each() {
        let found = fillings("${A} ${B::C} ${A} ${not a name} ${open");
        let names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["A", "B::C"]);
    }

    #[test]
    fn what_is_no_definition_is_told_without_our_reader() {
        assert_eq!(no_definition(SOUND), None);
        assert!(no_definition("{").is_some());
        assert!(no_definition("[]").is_some());
        assert!(no_definition(r#"{"States": {"QueryLanguage": "JSONata"}}"#).is_some());
    }
}
