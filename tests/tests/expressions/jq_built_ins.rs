//! The records of jq's built-ins: their examples run, and the guide lists them.
#![expect(clippy::expect_used, reason = "a test may")]

use std::fmt::Write as _;
use std::fs;

use asl_language::jq::{BuiltIn, FAMILIES, Made, built_ins};
use asl_runtime::jq::Error;
use asl_runtime::{Value, jq};
use asl_tests::golden;

type Run = fn(&Value) -> Result<Vec<Value>, Error>;

/// A program for each example, by the signature of its built-in.
static EXAMPLES: &[(&str, Run)] = include!(concat!(env!("OUT_DIR"), "/jq_examples.rs"));

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect(text)
}

#[test]
fn the_examples_give_the_outputs_that_are_documented() {
    let mut runs = EXAMPLES.iter();
    for built_in in built_ins().filter(|built_in| !built_in.reads_inputs) {
        for example in built_in.examples() {
            let (signature, run) = runs.next().unwrap();
            assert_eq!(*signature, built_in.signature);
            let outputs = run(&value(example.input));
            let expected: Vec<Value> = example.outputs.iter().map(|text| value(text)).collect();
            assert_eq!(outputs.unwrap(), expected, "{signature}: {}", example.program);
        }
    }
    assert!(runs.next().is_none());
}

/// Lines that surround the part of the jq page that is made from the records.
const MARKERS: [&str; 2] = ["<!-- built-ins: made from asl-language -->\n", "<!-- end -->\n"];

#[test]
fn the_guide_lists_every_built_in() {
    let path = golden::path("../docs/guide/jq.md");
    let page = fs::read_to_string(&path).unwrap();
    let [begin, end] = MARKERS;
    let (before, rest) = page.split_once(begin).unwrap();
    let (_, after) = rest.split_once(end).unwrap();
    golden::compare(&path, &format!("{before}{begin}{}{end}{after}", overview())).unwrap();
}

/// The pages of the reference: file, title, and the families that they show.
const PAGES: [(&str, &str, &[&str]); 3] = [
    (
        "jq-built-ins.md",
        "jq's built-ins",
        &["Types and conversions", "Arrays", "Objects", "Text", "Regular expressions"],
    ),
    (
        "jq-control.md",
        "jq's built-ins: control, paths, dates",
        &["Control", "Paths", "Streams", "Dates", "SQL", "The program's surroundings"],
    ),
    ("jq-math.md", "jq's built-ins: mathematics", &["Mathematics"]),
];

#[test]
fn the_reference_shows_every_built_in_with_its_examples() {
    let mut shown = Vec::new();
    for (file, title, families) in PAGES {
        let mut page = format!("# {title}\n\n{INTRODUCTION}");
        for family in FAMILIES.iter().filter(|family| families.contains(&family.title)) {
            shown.push(family.title);
            let _ = writeln!(page, "\n## {}\n", family.title);
            page.push_str("| Built-in | Output | Example |\n|---|---|---|\n");
            for built_in in family.built_ins.iter().filter(|built_in| !built_in.is_helper()) {
                let _ = writeln!(page, "{}", row(built_in));
            }
        }
        golden::compare(&golden::path(&format!("../docs/guide/{file}")), &page).unwrap();
    }
    assert_eq!(shown.len(), FAMILIES.len());
}

const INTRODUCTION: &str = "\
The [jq page](jq.md) describes how programs are compiled and run. Other built-ins: [data and
text](jq-built-ins.md), [control, paths and dates](jq-control.md), [mathematics](jq-math.md). A
parameter with `$` is a value, any other one a filter. Examples read: program, input → outputs.

This page is made from the records in `asl-language/src/jq/`;
`ASL_BLESS=1 cargo test -p asl-tests jq_built_ins` rewrites it and runs the examples.
";

/// The signatures of each family, in lines of 100 columns.
fn overview() -> String {
    let mut list = String::new();
    for family in FAMILIES {
        let mut line = format!("- {}:", family.title);
        let public = family.built_ins.iter().filter(|built_in| !built_in.is_helper());
        let codes = public.map(|built_in| code(built_in.signature)).collect::<Vec<_>>().join(", ");
        for word in codes.split_inclusive("`, ") {
            if line.len() + word.len() > 100 {
                let _ = writeln!(list, "{}", line.trim_end());
                line = String::from(" ");
            }
            line.push_str(if line.ends_with(' ') && line.len() > 1 { "" } else { " " });
            line.push_str(word);
        }
        let _ = writeln!(list, "{}", line.trim_end());
    }
    list
}

fn row(built_in: &BuiltIn) -> String {
    let summary = match built_in.made {
        Made::Refused { does, help } => format!("Refused: it {does}. {}.", sentence(help)),
        Made::Special(_) | Made::Native(_) | Made::Jq(_) | Made::Constant(_) => {
            built_in.summary.to_owned()
        }
    };
    let examples = built_in.examples().map(|example| {
        let outputs = example.outputs.join(", ");
        format!("{}, {} → {}", code(example.program), code(example.input), code(&outputs))
    });
    let examples: Vec<String> = examples.collect();
    format!("| {} | {summary} | {} |", code(built_in.signature), examples.join("<br>"))
}

/// Text as code in a table.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

/// Text with a capital letter at its beginning.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
