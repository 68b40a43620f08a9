//! Every code of the compiler has a definition in `definitions/bad` that reports it, and a page in
//! `docs/errors` whose wrong example has the fault and whose right example does not.
#![expect(clippy::expect_used, clippy::panic, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::compile::{self, Checked};
use asl_codegen::diagnostics::{Code, Colour, Diagnostics, report};
use asl_codegen::expr::{jq, jsonata};
use asl_codegen::options::{Dialect, Limits, Options, Profile, TaskOption};
use asl_codegen::source::Sources;
use asl_codegen::source::{FileId, Span};
use asl_codegen::source::{Form, Text};
use asl_tests::golden;

/// Options for checking a definition: `NAME.options.json` beside `NAME.json`.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Sidecar {
    profile: String,
    limits: String,
    default_task_timeout: Option<u32>,
    express: bool,
    jsonpath: String,
    substitute: BTreeMap<String, String>,
    substitute_file: Option<String>,
    schemas: Option<String>,
    resource: Option<String>,
    /// A directory with `asl.lock`, relative to the package of the tests.
    package: Option<PathBuf>,
    tasks: Vec<SidecarTask>,
    /// Number of spaces to append to the definition, so that they need not be in the repository.
    padding: usize,
    /// Number of letters, or of filters in a jq program, that replace the word FILLING in the
    /// definition and in values of `substitute`.
    filling: usize,
    /// Number of states of the definition.
    states: usize,
    /// True if an expression of JSONata belongs to a state.
    in_state: bool,
}

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct SidecarTask {
    task: String,
    method: Option<String>,
}

impl Sidecar {
    fn of(definition: &Path) -> Self {
        let path = definition.with_extension("options.json");
        let Ok(text) = fs::read_to_string(&path) else { return Self::default() };
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn options(&self) -> Options {
        let task = |task: &SidecarTask| TaskOption {
            task: task.task.clone(),
            method: task.method.clone(),
            types: None,
        };
        Options::default()
            .profile(if self.profile == "spec" { Profile::Spec } else { Profile::Aws })
            .limits(if self.limits == "aws" { Limits::Aws } else { Limits::None })
            .jsonpath(if self.jsonpath == "rfc9535" { Dialect::Rfc9535 } else { Dialect::Aws })
            .default_task_timeout(self.default_task_timeout)
            .express(self.express)
            .substitute(
                self.substitute
                    .iter()
                    .map(|(name, value)| (name.clone(), self.filled(value)))
                    .collect(),
            )
            .substitute_file(self.substitute_file.clone())
            .schemas(self.schemas.clone())
            .resource(self.resource.clone())
            .package(self.package.clone())
            .tasks(self.tasks.iter().map(task).collect())
    }

    fn filled(&self, text: &str) -> String {
        text.replace("FILLING", &"x".repeat(self.filling))
    }

    /// Checks the definition, or the text that its options generate.
    fn check(&self, definition: &Path) -> (Sources, Diagnostics) {
        let relative = definition.strip_prefix(golden::path("")).expect("below the package");
        if let Some(language) = Language::of(definition) {
            return language.check(
                relative.display().to_string(),
                read(definition).replace("FILLING", &".a, ".repeat(self.filling)),
                self.in_state,
            );
        }
        let (sources, checked) = self.check_definition(definition, relative);
        (sources, checked.diagnostics)
    }

    fn check_definition(&self, definition: &Path, relative: &Path) -> (Sources, Checked) {
        let text = if self.padding > 0 {
            read(definition) + &" ".repeat(self.padding)
        } else if self.filling > 0 {
            self.filled(&read(definition))
        } else if self.states > 0 {
            chain(self.states)
        } else {
            // Tests run in the directory of their package, and the goldens show relative paths.
            return compile::check_file(relative, Path::new(""), &self.options());
        };
        let mut sources = Sources::from_text(relative.display().to_string(), text);
        let checked = compile::check(&mut sources, &self.options());
        (sources, checked)
    }
}

/// The language of an expression in a file of its own, as the macros `jq!` and `jsonata!` take them.
#[derive(Clone, Copy)]
enum Language {
    Jq,
    Jsonata,
}

impl Language {
    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "jq" => Some(Self::Jq),
            "jsonata" => Some(Self::Jsonata),
            _ => None,
        }
    }

    /// The faults of an expression.
    fn check(self, shown: String, expression: String, in_state: bool) -> (Sources, Diagnostics) {
        let end = u32::try_from(expression.len()).expect("a short expression");
        let span = Span { file: FileId(0), start: 0, end };
        let text = Text { value: expression.clone(), escapes: Vec::new(), form: Form::Bare };
        let mut diagnostics = Diagnostics::default();
        match self {
            Self::Jq => {
                let faults = jq::compile(&expression, &jq::Environment::default());
                for fault in &faults.err().unwrap_or_default() {
                    diagnostics.push(jq::diagnose(fault, &text, span, 0));
                }
            }
            Self::Jsonata => {
                for fault in &jsonata_faults(&expression, in_state) {
                    diagnostics.push(jsonata::diagnose(fault, &text, span, 0));
                }
            }
        }
        (Sources::from_text(shown, expression), diagnostics)
    }
}

fn jsonata_faults(expression: &str, in_state: bool) -> Vec<jsonata::Fault> {
    let environment =
        jsonata::StateEnvironment { variables: &[], members: jsonata::StatesMembers::Input };
    let compiled = if in_state {
        jsonata::compile_in_state(expression, &environment)
    } else {
        jsonata::compile(expression, &jsonata::Environment::default())
    };
    match compiled {
        Ok(program) => {
            jsonata::findings(&program).into_iter().chain(jsonata::too_deep(&program)).collect()
        }
        Err(faults) => faults,
    }
}

/// A machine of Pass states, one after the other.
fn chain(states: usize) -> String {
    let state = |n| format!("\n\"S{n}\": {{ \"Type\": \"Pass\", \"Next\": \"S{}\" }},", n + 1);
    let body: String = (1..states).map(state).collect();
    format!(
        "{{ \"StartAt\": \"S1\", \"States\": {{{body}\n\"S{states}\": {{ \"Type\": \"Succeed\" }} }} }}\n"
    )
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The definitions in `definitions/bad`, with their codes.
fn bad_definitions() -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(golden::path("definitions/bad")).expect("a directory");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| {
        path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned()
    };
    let notation = |path: &Path| {
        path.extension().is_some_and(|extension| extension == "json" || extension == "yaml")
    };
    let is_definition = |path: &PathBuf| {
        (notation(path) || Language::of(path).is_some()) && !name(path).ends_with(".options.json")
    };
    let mut found: Vec<(String, PathBuf)> = paths
        .filter(is_definition)
        .map(|path| (name(&path).split('-').next().unwrap_or_default().to_owned(), path))
        .collect();
    found.sort();
    found
}

fn reported(diagnostics: &Diagnostics) -> BTreeSet<&'static str> {
    diagnostics.iter().map(|diagnostic| diagnostic.code.id()).collect()
}

#[test]
fn bad_definitions_are_reported_as_their_goldens_show() {
    let mut faults = Vec::new();
    for (code, path) in bad_definitions() {
        let (sources, diagnostics) = Sidecar::of(&path).check(&path);
        if !reported(&diagnostics).contains(code.as_str()) {
            faults.push(format!("{}: {code} is not reported", path.display()));
        }
        let shown = report(diagnostics, &sources, Colour::Never);
        faults.extend(golden::compare(&path.with_extension("txt"), &shown).err());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn every_code_has_a_bad_definition_and_every_golden_a_definition() {
    let definitions = bad_definitions();
    let covered: BTreeSet<&str> = definitions.iter().map(|(code, _)| code.as_str()).collect();
    let codes: BTreeSet<&str> = Code::ALL.iter().map(|code| code.id()).collect();
    assert_eq!(covered, codes);
    for entry in fs::read_dir(golden::path("definitions/bad")).expect("a directory") {
        let path = entry.expect("an entry").path();
        let stem =
            path.file_name().and_then(|name| name.to_str()).and_then(|name| name.split('.').next());
        let stem = stem.expect("a name");
        let possible = ["json", "yaml", "jq", "jsonata"]
            .map(|notation| path.with_file_name(format!("{stem}.{notation}")));
        assert!(
            definitions.iter().any(|(_, known)| possible.contains(known)),
            "{} has no definition",
            path.display()
        );
    }
}

#[test]
fn codes_are_distinct_and_have_the_form_of_codes() {
    let ids: BTreeSet<&str> = Code::ALL.iter().map(|code| code.id()).collect();
    assert_eq!(ids.len(), Code::ALL.len());
    for code in Code::ALL {
        let digits = code.id().strip_prefix("ASL").expect("the prefix of this compiler");
        assert!(digits.len() == 4 && digits.parse::<u16>().is_ok(), "{}", code.id());
    }
}

/// A page of `docs/errors`, with the definitions of its sections "Wrong" and "Right".
struct Page {
    code: String,
    text: String,
}

impl Page {
    fn all() -> Vec<Self> {
        let entries = fs::read_dir(golden::path("../docs/errors")).expect("a directory");
        let paths: BTreeSet<PathBuf> =
            entries.map(|entry| entry.expect("an entry").path()).collect();
        let code = |path: &Path| {
            path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned()
        };
        // The page of error names has no code.
        let pages = paths.iter().filter(|path| code(path) != "names");
        pages.map(|path| Self { code: code(path), text: read(path) }).collect()
    }

    /// The first block of JSON, YAML, jq or JSONata of a section, with the name of a file for it.
    fn example(&self, section: &str) -> Option<(&'static str, &str)> {
        let (_, behind) = self.text.split_once(&format!("\n## {section}\n"))?;
        let section = behind.split("\n## ").next()?;
        let block =
            |notation: &str| section.split_once(&format!("```{notation}\n"))?.1.split("```").next();
        let kinds = [
            ("json", "example.json"),
            ("yaml", "example.yaml"),
            ("jq", "example.jq"),
            ("jsonata", "example.jsonata"),
        ];
        kinds.into_iter().find_map(|(notation, file)| block(notation).map(|text| (file, text)))
    }
}

#[test]
fn every_code_has_a_page_with_the_parts_that_readers_expect() {
    let pages = Page::all();
    let codes: Vec<&str> = pages.iter().map(|page| page.code.as_str()).collect();
    let mut expected: Vec<&str> = Code::ALL.iter().map(|code| code.id()).collect();
    expected.sort_unstable();
    assert_eq!(codes, expected);
    for Page { code, text } in &pages {
        assert!(text.starts_with(&format!("# {code}: ")), "{code}");
        let positions: Vec<_> =
            ["## Wrong", "## Right", "## Why"].iter().map(|part| text.find(part)).collect();
        assert!(positions.iter().all(Option::is_some) && positions.is_sorted(), "{code}");
    }
}

#[test]
fn wrong_examples_are_wrong_and_right_examples_are_right() {
    let sidecars: BTreeMap<String, Sidecar> =
        bad_definitions().into_iter().map(|(code, path)| (code, Sidecar::of(&path))).collect();
    let mut examples = 0;
    for page in Page::all() {
        let code = page.code.as_str();
        let in_state = sidecars.get(code).is_some_and(|sidecar| sidecar.in_state);
        let check = |(file, text): (&str, &str), options: &Options| {
            if let Some(language) = Language::of(Path::new(file)) {
                return language.check(file.to_owned(), text.trim().to_owned(), in_state).1;
            }
            compile::check(&mut Sources::from_text(file, text), options).diagnostics
        };
        if let Some(wrong) = page.example("Wrong") {
            let diagnostics = check(wrong, &sidecars.get(code).expect("a golden").options());
            assert!(
                reported(&diagnostics).contains(code),
                "{code}: the wrong example gives {diagnostics:#?}"
            );
            examples += 1;
        }
        if let Some(right) = page.example("Right") {
            // The language and profile of the wrong example also apply to the right one.
            let Options { jsonpath, profile, limits, .. } =
                sidecars.get(code).expect("a golden").options();
            let diagnostics = check(
                right,
                &Options::default().jsonpath(jsonpath).profile(profile).limits(limits),
            );
            assert_eq!(diagnostics, Diagnostics::default(), "{code}: the right example");
            examples += 1;
        }
    }
    assert!(examples > Code::ALL.len(), "only {examples} examples were found");
}
