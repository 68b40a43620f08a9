//! The results of a suite: printed as text, and written as JSON for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use serde_json::json;

use crate::print;
use crate::problem::Result;
use crate::workspace;

/// Cases that do not pass, by id, with the reason. One that passes after all is reported, so that
/// its entry is removed.
const KNOWN: [(&str, &str); 6] = [
    (
        "test_state/test_test_state_mock_scenarios.py::TestStateMockScenarios::test_sfn_start_execution_success#test_case_response",
        "the record contradicts itself: the ARN of its mock is not the one of its output",
    ),
    (
        "asl-validator:invalid-json-surround-syntax-extra-spaces.json",
        "only asl-validator refuses a line break after a delimiter; AWS's answer is unknown",
    ),
    (
        "extra/jsonata_limits::depth-failure-in-a-branch-is-caught",
        "expressions nested deeper than 256 levels are refused when they are compiled (ASL2209)",
    ),
    (
        "measured/jsonata-arithmetic/past-2-to-53",
        "AWS writes 1.0E25 for a number that JSONata read, 1e+25 elsewhere: a value has one spelling",
    ),
    (
        "reports/43",
        "expects jsonata-js's $substring, which counts characters; Step Functions counts units of UTF-16",
    ),
    (
        "reports/5518",
        "jq tells two equal literals of a path apart; texts and numbers have no identity here",
    ),
];

/// The results of one suite.
pub struct Report {
    name: String,
    cases: Vec<(String, Outcome)>,
    notes: Vec<String>,
}

/// The result of a case.
pub(crate) enum Outcome {
    /// As expected.
    Passed,
    /// The differences; never empty.
    Failed(Vec<Difference>),
    /// Not run, for this reason.
    Skipped(String),
}

/// A difference from the expectation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Difference {
    /// The compared item, such as `cause` or `event 7: output`.
    pub(crate) what: String,
    /// The expected value.
    pub(crate) expected: String,
    /// The actual value.
    pub(crate) actual: String,
}

impl Difference {
    /// A difference between printable values.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "values and references alike, and nothing is gained by either"
    )]
    pub(crate) fn new(
        what: impl Into<String>,
        expected: impl ToString,
        actual: impl ToString,
    ) -> Self {
        Self { what: what.into(), expected: expected.to_string(), actual: actual.to_string() }
    }
}

impl Report {
    /// An empty report.
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), cases: Vec::new(), notes: Vec::new() }
    }

    /// Adds a case with its differences; without any it has passed.
    pub(crate) fn compared(&mut self, id: impl Into<String>, differences: Vec<Difference>) {
        let id = id.into();
        let known = KNOWN.iter().find(|(known, _)| *known == id);
        let outcome = match (known, differences.is_empty()) {
            (None, true) => Outcome::Passed,
            (None, false) => Outcome::Failed(differences),
            (Some((_, reason)), false) => Outcome::Skipped((*reason).to_owned()),
            (Some(_), true) => {
                Outcome::Failed(vec![Difference::new("case", "differs, as listed", "passes")])
            }
        };
        self.cases.push((id, outcome));
    }

    /// Adds a case that was not run.
    pub(crate) fn skip(&mut self, id: impl Into<String>, reason: impl Into<String>) {
        self.cases.push((id.into(), Outcome::Skipped(reason.into())));
    }

    /// Adds a line about the whole suite, which is printed before the summary.
    pub(crate) fn note(&mut self, line: String) {
        self.notes.push(line);
    }

    /// The numbers of passed, failed and skipped cases.
    pub(crate) fn counts(&self) -> (usize, usize, usize) {
        let mut counts = (0, 0, 0);
        for (_, outcome) in &self.cases {
            match outcome {
                Outcome::Passed => counts.0 += 1,
                Outcome::Failed(_) => counts.1 += 1,
                Outcome::Skipped(_) => counts.2 += 1,
            }
        }
        counts
    }

    /// Each reason for skipping with its number of cases, most frequent first.
    pub(crate) fn skip_reasons(&self) -> Vec<(&str, usize)> {
        let mut reasons = BTreeMap::<&str, usize>::new();
        for (_, outcome) in &self.cases {
            if let Outcome::Skipped(reason) = outcome {
                *reasons.entry(reason).or_default() += 1;
            }
        }
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        reasons
    }

    /// `NAME: P passed, F failed, S skipped of N`.
    pub fn summary(&self) -> String {
        let (passed, failed, skipped) = self.counts();
        format!(
            "{}: {passed} passed, {failed} failed, {skipped} skipped of {}",
            self.name,
            self.cases.len()
        )
    }

    /// Prints failures, reasons for skipping, and the summary as the last line.
    pub fn print(&self) {
        for (id, outcome) in &self.cases {
            if let Outcome::Failed(differences) = outcome {
                print::line(&failure_text(id, differences));
            }
        }
        for (reason, count) in self.skip_reasons() {
            print::line(&format!("skipped {count:>5}: {reason}"));
        }
        for line in &self.notes {
            print::line(line);
        }
        print::line(&self.summary());
    }

    /// Writes everything as JSON.
    pub(crate) fn write(&self, file: &Path) -> Result<()> {
        workspace::write(file, &format!("{:#}\n", self.to_json()))
    }

    fn to_json(&self) -> serde_json::Value {
        let (passed, failed, skipped) = self.counts();
        let reasons: BTreeMap<_, _> = self.skip_reasons().into_iter().collect();
        let cases: Vec<_> = self.cases.iter().map(|(id, outcome)| case_json(id, outcome)).collect();
        json!({
            "name": self.name, "passed": passed, "failed": failed, "skipped": skipped, "total": self.cases.len(),
            "skip_reasons": reasons, "cases": cases,
        })
    }

    /// Failure if a case failed, or if there was none: a suite without cases proves nothing.
    pub(crate) fn exit_code(&self) -> ExitCode {
        if self.succeeded() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// Returns true if there are cases and none failed.
    pub fn succeeded(&self) -> bool {
        !self.cases.is_empty() && self.counts().1 == 0
    }
}

fn failure_text(id: &str, differences: &[Difference]) -> String {
    let mut text = format!("FAILED {id}");
    for difference in differences {
        let Difference { what, expected, actual } = difference;
        let _ = write!(
            text,
            "\n  {what}\n    expected {}\n    actual   {}",
            indented(expected),
            indented(actual)
        );
    }
    text
}

/// Maximum number of characters of a value that are printed; the JSON file has all of them.
const SHOWN: usize = 2000;

fn indented(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        let _ = write!(shown, "… ({} bytes)", text.len());
    }
    shown.replace('\n', "\n             ")
}

fn case_json(id: &str, outcome: &Outcome) -> serde_json::Value {
    match outcome {
        Outcome::Passed => json!({ "id": id, "result": "passed" }),
        Outcome::Skipped(reason) => json!({ "id": id, "result": "skipped", "reason": reason }),
        Outcome::Failed(differences) => {
            let differences: Vec<_> = differences
                .iter()
                .map(|Difference { what, expected, actual }| json!({ "what": what, "expected": expected, "actual": actual }))
                .collect();
            json!({ "id": id, "result": "failed", "differences": differences })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let mut report = Report::new("demo");
        report.compared("good", Vec::new());
        report.compared("bad", vec![Difference::new("output", 1, 2)]);
        report.skip("later", "needs Map");
        report.skip("much later", "needs Map");
        report
    }

    #[test]
    fn the_summary_counts_every_case_once() {
        assert_eq!(report().summary(), "demo: 1 passed, 1 failed, 2 skipped of 4");
        assert_eq!(report().skip_reasons(), [("needs Map", 2)]);
    }

    #[test]
    fn a_failed_case_fails_the_suite_and_so_does_an_empty_one() {
        assert!(!report().succeeded());
        assert!(!Report::new("empty").succeeded());
        let mut good = Report::new("good");
        good.compared("a", Vec::new());
        assert!(good.succeeded());
    }

    #[test]
    fn a_case_that_is_known_to_differ_is_skipped_until_it_passes() {
        let (id, _) = KNOWN[0];
        let mut differs = Report::new("differs");
        differs.compared(id, vec![Difference::new("output", 1, 2)]);
        assert_eq!(differs.summary(), "differs: 0 passed, 0 failed, 1 skipped of 1");
        let mut passes = Report::new("passes");
        passes.compared(id, Vec::new());
        assert!(!passes.succeeded());
    }

    #[test]
    fn a_long_value_is_shortened_in_print_only() {
        let long = "é".repeat(SHOWN + 1);
        let mut report = Report::new("long");
        report.compared("bad", vec![Difference::new("output", &long, "a\nb")]);
        let printed = failure_text("bad", &[Difference::new("output", &long, "a\nb")]);
        assert!(
            printed.contains("é… (4002 bytes)") && printed.ends_with("a\n             b"),
            "{printed}"
        );
        assert_eq!(report.to_json()["cases"][0]["differences"][0]["expected"], long);
    }

    #[test]
    fn the_json_names_what_differs() {
        let json = report().to_json();
        assert_eq!(json["failed"], 1);
        assert_eq!(json["skip_reasons"]["needs Map"], 2);
        assert_eq!(
            json["cases"][1]["differences"][0],
            json!({ "what": "output", "expected": "1", "actual": "2" })
        );
    }
}
