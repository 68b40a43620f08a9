//! Sections of a definition in SM4C that are files of their own: read from its directory, watched,
//! and faults shown in them.
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test may")]

use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::compile::{self, Checked};
use asl_codegen::diagnostics::{Code, Colour, picture};
use asl_codegen::expansion;
use asl_codegen::options::Options;
use asl_codegen::source::Sources;

/// A directory of its own for each test, with a definition that names three files.
struct Package(PathBuf);

const DEFINITION: &str = r#"{
  "name": "Order", "version": "1.0",
  "events": "parts/events.json", "functions": "file://parts/functions.json", "retries": "parts/retries.json",
  "states": [
    { "name": "Pay", "start": true,
      "enterAction": { "type": "invokeFunction", "functionName": "charge", "waitForCompletion": true,
        "errorHandlers": [{ "retryPolicy": "twice" }] },
      "transitions": [{ "eventGroups": [{ "events": ["Paid"] }], "nextState": "Done" }] },
    { "name": "Done" }
  ]
}"#;

impl Package {
    fn new(test: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("asl-sections-{}-{test}", std::process::id()));
        fs::create_dir_all(folder.join("parts")).expect("a directory");
        let package = Self(folder);
        package.write("order.sm4c.json", DEFINITION);
        package.write("parts/events.json", r#"[{ "name": "Paid", "type": "order.paid" }]"#);
        package.write(
            "parts/functions.json",
            r#"{ "functions": [{ "name": "charge", "operation": "any" }] }"#,
        );
        package.write("parts/retries.json", r#"[{ "name": "Twice", "maxAttempts": 2 }]"#);
        package
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.0.join(path), text).expect("a file");
    }

    fn check(&self) -> (Sources, Checked) {
        compile::check_file(Path::new("order.sm4c.json"), &self.0, &Options::default())
    }

    /// Codes with the file and the text that they point at.
    fn marked(&self) -> Vec<(Code, String, String)> {
        let (sources, checked) = self.check();
        let findings = checked.diagnostics.sorted();
        let mark = |finding: &asl_codegen::diagnostics::Diagnostic| {
            let source = sources.file(finding.span.file).expect("a file");
            let file = source
                .path
                .as_ref()
                .and_then(|path| path.file_name())
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            assert!(picture(finding, &sources, Colour::Never).contains(&file));
            let text = source
                .text
                .get(finding.span.start as usize..finding.span.end as usize)
                .unwrap_or_default();
            (finding.code, file, text.to_owned())
        };
        findings.iter().map(mark).collect()
    }
}

impl Drop for Package {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn finding(code: Code, file: &str, text: &str) -> (Code, String, String) {
    (code, file.to_owned(), text.to_owned())
}

#[test]
fn sections_are_read_from_files_beside_the_definition_and_watched() {
    let package = Package::new("read");
    let (sources, checked) = package.check();
    let machine = checked.machine.expect("no errors");
    let sm4c = machine.sm4c.expect("a machine in SM4C");
    assert_eq!(
        (sm4c.events[0].name.value.as_str(), sm4c.policies[0].name.value.as_str()),
        ("Paid", "Twice")
    );
    assert_eq!(machine.tasks[0].function.as_deref(), Some("charge"));
    assert_eq!(sources.files.len(), 4);
    let watched = expansion::watch(&sources, &Options::default()).to_string();
    for file in ["order.sm4c.json", "events.json", "functions.json", "retries.json"] {
        assert!(watched.contains(file), "{watched}");
    }
}

#[cfg(feature = "yaml")]
#[test]
fn definition_and_sections_may_be_yaml() {
    let package = Package::new("yaml");
    package.write("parts/functions.yaml", "functions:\n  - name: charge\n    operation: any\n");
    package.write(
        "order.sm4c.yaml",
        "name: Order\nversion: '1.0'\nfunctions: parts/functions.yaml\nstates:\n  - name: Pay\n    start: true\n    \
         enterAction:\n      type: invokeFunction\n      functionName: charge\n      arguments:\n        \
         order: ${ .order | lenght }\n",
    );
    let (sources, checked) =
        compile::check_file(Path::new("order.sm4c.yaml"), &package.0, &Options::default());
    let findings = checked.diagnostics.sorted();
    assert_eq!(
        findings.iter().map(|finding| finding.code).collect::<Vec<_>>(),
        [Code::JqUnknownFunction]
    );
    let span = findings[0].span;
    assert_eq!(&sources.files[0].text[span.start as usize..span.end as usize], "lenght");
}

#[test]
fn faults_of_sections_are_shown_in_their_files() {
    let package = Package::new("faults");
    package.write(
        "parts/events.json",
        r#"[{ "name": "Paid" }, { "name": "paid", "type": 1 }, { "Name": "x" }]"#,
    );
    package.write(
        "parts/functions.json",
        r#"[{ "name": "chrge", "type": "expression", "operation": "${ .a | lenght }" }]"#,
    );
    package.write("parts/retries.json", r#"[{ "name": "twice", "maxAttempts": "2" }, ]"#);
    assert_eq!(
        package.marked(),
        [
            finding(Code::UnknownReference, "order.sm4c.json", "\"charge\""),
            finding(Code::DuplicateName, "events.json", "\"paid\""),
            finding(Code::WrongType, "events.json", "1"),
            finding(Code::AttributeSpelling, "events.json", "\"Name\""),
            finding(Code::JqUnknownFunction, "functions.json", "lenght"),
            finding(Code::WrongType, "retries.json", "\"2\""),
            finding(Code::JsonSyntax, "retries.json", ","),
        ]
    );
}

#[test]
fn files_that_are_no_sections_are_refused() {
    let package = Package::new("shapes");
    package.write("parts/events.json", r#"{ "functions": [] }"#);
    package.write("parts/functions.json", "7");
    package.write("parts/retries.json", "");
    // What they would have defined may well be what is referred to.
    assert_eq!(
        package.marked(),
        [
            finding(Code::WrongType, "events.json", r#"{ "functions": [] }"#),
            finding(Code::WrongType, "functions.json", "7"),
            finding(Code::JsonSyntax, "retries.json", ""),
        ]
    );
    package.write("parts/retries.json", r#"{ "retries": { "twice": 2 } }"#);
    assert!(package.marked().contains(&finding(
        Code::WrongType,
        "retries.json",
        r#"{ "twice": 2 }"#
    )));
    fs::remove_file(package.0.join("parts/events.json")).expect("it was there");
    assert!(package.marked().contains(&finding(
        Code::CannotInclude,
        "order.sm4c.json",
        "\"parts/events.json\""
    )));
}

#[test]
fn a_file_is_read_in_place_of_what_is_not_fetched() {
    let package = Package::new("given");
    let uri = "https://example.org/v1/functions.json?of=order";
    package.write("order.sm4c.json", &DEFINITION.replace("file://parts/functions.json", uri));
    assert_eq!(
        package.marked(),
        [finding(Code::CannotInclude, "order.sm4c.json", &format!("{uri:?}"))]
    );
    let (sources, checked) = package.check();
    let shown = picture(&checked.diagnostics.sorted()[0], &sources, Colour::Never);
    assert!(shown.contains("nothing is fetched while a program is built"), "{shown}");
    assert!(shown.contains(&format!("`sections = {{ {uri:?}: \"file\" }}`")), "{shown}");
    let check = |file: &str| {
        let sections = vec![
            ("https://example.org/other".to_owned(), "x".to_owned()),
            (uri.to_owned(), file.to_owned()),
        ];
        let options = Options::default().sections(sections);
        compile::check_file(Path::new("order.sm4c.json"), &package.0, &options)
    };
    let (sources, checked) = check("parts/functions.json");
    assert_eq!(checked.machine.expect("no errors").tasks[0].function.as_deref(), Some("charge"));
    // It is read like any other: only from the package, and watched.
    assert!(expansion::watch(&sources, &Options::default()).to_string().contains("functions.json"));
    for (file, why) in [
        ("parts/missing.json", "there is no such file"),
        ("../functions.json", "outside of the package"),
    ] {
        let (_, checked) = check(file);
        let findings = checked.diagnostics.sorted();
        assert!(findings.len() == 1 && findings[0].title.contains(why), "{findings:#?}");
    }
}
