//! Results of cases as text, as JSON and in the form of `JUnit`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::run::CaseResult;
use crate::execution::Finish;
use crate::finding;

/// The results as text. Times are left out, so that equal runs have equal texts.
pub(super) fn text(results: &[CaseResult]) -> String {
    let mut text = String::new();
    let mut file = "";
    for result in results {
        if result.file != file {
            file = &result.file;
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{file}");
        }
        let name = &result.name;
        if result.has_passed() {
            let _ = writeln!(text, "  passed  {name}");
            continue;
        }
        let _ = writeln!(text, "  FAILED  {name} ({}:{})", result.file, result.place);
        for failure in &result.failures {
            let _ = writeln!(text, "    {}", failure.replace('\n', "\n    "));
        }
    }
    text
}

/// The results; the names of fields are the interface.
#[derive(Serialize)]
struct Document<'r> {
    passed: usize,
    failed: usize,
    cases: Vec<CaseDocument<'r>>,
}

#[derive(Serialize)]
struct CaseDocument<'r> {
    file: &'r str,
    line: u32,
    column: u32,
    name: &'r str,
    status: &'static str,
    failures: &'r [String],
    /// The states that were entered.
    path: &'r [String],
    /// Seconds of the run.
    seconds: f64,
    /// Virtual seconds of the execution.
    virtual_seconds: Option<f64>,
}

/// The results as JSON.
pub(super) fn json(results: &[CaseResult]) -> String {
    let cases: Vec<CaseDocument<'_>> = results.iter().map(document).collect();
    let passed = results.iter().filter(|result| result.has_passed()).count();
    finding::json(&Document { passed, failed: results.len() - passed, cases })
}

fn document(result: &CaseResult) -> CaseDocument<'_> {
    let execution = result.execution.as_ref();
    let end = execution.and_then(|execution| match &execution.finish {
        Some(Finish::Ended(end)) => Some(end),
        Some(Finish::Reached(_)) | None => None,
    });
    CaseDocument {
        file: &result.file,
        line: result.place.line,
        column: result.place.column,
        name: &result.name,
        status: if result.has_passed() { "passed" } else { "failed" },
        failures: &result.failures,
        path: execution.map_or(&[], |execution| &execution.path),
        seconds: result.time.as_secs_f64(),
        virtual_seconds: end.map(|end| std::time::Duration::from_millis(end.elapsed).as_secs_f64()),
    }
}

/// The results in the form of `JUnit`: a suite for each file.
pub(super) fn junit(results: &[CaseResult]) -> String {
    let mut files: BTreeMap<&str, Vec<&CaseResult>> = BTreeMap::new();
    for result in results {
        files.entry(&result.file).or_default().push(result);
    }
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for (file, cases) in files {
        let failed = cases.iter().filter(|result| !result.has_passed()).count();
        let (file, count) = (escaped(file), cases.len());
        // Writing to a String cannot fail.
        let _ =
            writeln!(text, "  <testsuite name=\"{file}\" tests=\"{count}\" failures=\"{failed}\">");
        for case in cases {
            let (name, time) = (escaped(&case.name), case.time.as_secs_f64());
            let place = format!("file=\"{file}\" line=\"{}\"", case.place.line);
            let _ = write!(
                text,
                "    <testcase classname=\"{file}\" name=\"{name}\" {place} time=\"{time:.3}\""
            );
            if case.has_passed() {
                text.push_str("/>\n");
                continue;
            }
            let first = case.failures.first().and_then(|failure| failure.lines().next());
            let (message, all) = (escaped(first.unwrap_or_default()), case.failures.join("\n"));
            let _ = writeln!(
                text,
                ">\n      <failure message=\"{message}\">{}</failure>\n    </testcase>",
                escaped(&all)
            );
        }
        text.push_str("  </testsuite>\n");
    }
    text + "</testsuites>\n"
}

/// A text in XML. Characters that XML cannot have become U+FFFD.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(letter),
            letter if letter.is_control() => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    #[test]
    fn xml_has_no_character_that_it_cannot_have() {
        assert_eq!(super::escaped("a<b>&\"c\"\u{1b}\n"), "a&lt;b&gt;&amp;&quot;c&quot;\u{fffd}\n");
    }
}
