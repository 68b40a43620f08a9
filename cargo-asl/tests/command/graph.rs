//! `cargo asl graph`: formats and files.

use std::fs;

use crate::directory::Directory;

#[test]
fn graph_prints_either_format() {
    let directory = Directory::new("graph");
    let mermaid = directory.run(&["graph", "clean.json", "--format", "mermaid"]);
    assert!(
        mermaid.result.starts_with("flowchart TD\n") && mermaid.result.contains("Charge card"),
        "{mermaid:?}"
    );
    assert_eq!(directory.run(&["graph", "clean.json"]).result, mermaid.result);
    let dot = directory.run(&["graph", "clean.json", "--format", "dot"]);
    assert!(
        dot.result.starts_with("digraph \"clean\" {\n") && dot.result.ends_with("}\n"),
        "{dot:?}"
    );
    assert_eq!(directory.run(&["graph", "error.json"]).code, 1);
}

#[test]
fn graph_writes_pictures_and_pages() {
    let directory = Directory::new("pictures");
    let svg = directory.run(&["graph", "clean.json", "--format", "svg"]);
    assert!(svg.result.starts_with("<svg ") && svg.result.ends_with("</svg>\n"), "{svg:?}");
    let read = |name: &str| fs::read_to_string(directory.0.join(name)).expect("a file");
    // The format follows from the name of the file.
    let run = directory.run(&["graph", "clean.json", "-o", "clean.svg"]);
    assert_eq!((run.code, run.result.as_str(), run.messages.as_str()), (0, "", ""));
    assert_eq!(read("clean.svg"), svg.result);
    assert_eq!(directory.run(&["graph", "clean.json", "-o", "clean.html"]).code, 0);
    let page = read("clean.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains(&svg.result), "{page}");
    assert!(page.contains("default-src 'none'"), "{page}");
    assert_eq!(directory.run(&["graph", "clean.json", "-o", "clean.dot"]).code, 0);
    assert!(read("clean.dot").starts_with("digraph"));
    // A format that is given wins.
    let run = directory.run(&["graph", "clean.json", "--format", "mermaid", "-o", "picture"]);
    assert_eq!(run.code, 0);
    assert!(read("picture").starts_with("flowchart"));
}

#[test]
fn graph_says_why_a_picture_is_not_written() {
    let directory = Directory::new("unwritten");
    let run = directory.run(&["graph", "clean.json", "-o", "clean.png"]);
    assert_eq!(run.code, 2);
    assert!(
        run.messages.contains("makes no PNG; it makes SVG, and HTML")
            && run.messages.contains("`rsvg-convert -f png clean.svg -o clean.png`"),
        "{}",
        run.messages
    );
    let run = directory.run(&["graph", "clean.json", "-o", "clean.txt"]);
    assert!(run.messages.contains("`clean.txt` does not tell the format"), "{}", run.messages);
    let run = directory.run(&["graph", "clean.json", "-o", "none/clean.svg"]);
    assert_eq!(run.code, 2);
    assert!(run.messages.contains("cannot write none/clean.svg"), "{}", run.messages);
    // Nothing is written for a definition with errors.
    assert_eq!(directory.run(&["graph", "error.json", "-o", "error.svg"]).code, 1);
    assert!(!directory.0.join("error.svg").exists());
}

#[test]
fn graph_shows_types_on_its_lines() {
    let directory = Directory::new("graph-types");
    let text = r#"{"StartAt": "Make", "States": {
        "Make": {"Type": "Pass", "Result": {"total": 12}, "Next": "Ask"},
        "Ask": {"Type": "Choice", "Default": "End",
            "Choices": [{"Variable": "$.total", "NumericEquals": 1, "Next": "End"}]},
        "End": {"Type": "Succeed", "OutputPath": "$.total"}}}"#;
    directory.write("types.json", text);
    let run = directory.run(&["graph", "types.json", "--types", "--format", "dot"]);
    let edges: Vec<&str> = run.result.lines().filter(|line| line.contains("->")).collect();
    let expected = [
        r#"  start0 -> s0 [label="the input"];"#,
        r#"  s0 -> s1 [label="{ \"total\": number }"];"#,
        r#"  s1 -> s2 [label="$.total = 1: { \"total\": number }"];"#,
        r#"  s1 -> s2 [label="default: { \"total\": number }"];"#,
        r#"  s2 -> stop0 [label="number"];"#,
    ];
    assert_eq!(edges, expected, "{run:?}");
    for format in ["svg", "html", "mermaid"] {
        let run = directory.run(&["graph", "types.json", "--types", "--format", format]);
        assert!(run.code == 0 && run.result.contains("the input"), "{run:?}");
    }
}
