//! Pictures and lenses.

use serde_json::{Value, json};

use super::Editor;

const MAP: &str = r#"{"StartAt": "Each", "States": {
  "Each": {"Type": "Map", "Next": "Done", "ItemProcessor": {"StartAt": "A & <B>", "States": {
    "A & <B>": {"Type": "Pass", "End": true}}}},
  "Done": {"Type": "Succeed"}}}"#;

#[test]
fn a_picture_comes_with_the_places_of_its_states() {
    let mut editor = Editor::new("a.asl.json", MAP);
    let answer = editor.ask("asl/graph");
    let svg = answer["svg"].as_str().expect("a picture");
    assert!(svg.contains("data-path=\"Each\""), "{svg}");
    assert!(svg.contains("data-path=\"Each[].A &amp; &lt;B&gt;\""), "{svg}");
    let states = answer["states"].as_array().expect("states");
    let paths: Vec<&Value> = states.iter().map(|state| &state["path"]).collect();
    assert_eq!(paths, ["Each", "Done", "Each[].A & <B>"]);
    // The inner state is within the range of the Map, and its name is where it is written.
    let line = |state: &Value, end: &str| state["range"][end]["line"].as_u64();
    assert_eq!((line(&states[0], "start"), line(&states[0], "end")), (Some(1), Some(2)));
    assert_eq!(states[2]["selectionRange"]["start"], json!({"line": 2, "character": 4}));
    assert_eq!(answer["version"], 1);
    let typed = editor.ask_with("asl/graph", &json!({"types": true}));
    assert_ne!(typed["svg"], answer["svg"]);
    let mut editor = Editor::new("a.asl.json", "{");
    assert_eq!(editor.ask("asl/graph"), Value::Null);
}

fn titles(editor: &mut Editor) -> Vec<(Value, Value)> {
    let answer = editor.ask("textDocument/codeLens");
    let lenses = answer.as_array().expect("lenses").iter();
    lenses
        .map(|it| (it["command"]["title"].clone(), it["range"]["start"]["line"].clone()))
        .collect()
}

#[test]
fn lenses_are_over_machines_and_cases() {
    let mut editor = Editor::new("a.asl.json", MAP);
    assert_eq!(titles(&mut editor), [(json!("Graph"), json!(0)), (json!("Run"), json!(0))]);
    let tests = "mocks: m.json\ncases:\n  it runs:\n    input: {}\n  it fails:\n    input: {}\n";
    let mut editor = Editor::new("a.asl-test.yaml", tests);
    let found = titles(&mut editor);
    assert_eq!(
        found,
        [(json!("Run all cases"), json!(1)), (json!("Run"), json!(2)), (json!("Run"), json!(4))]
    );
    let answer = editor.ask("textDocument/codeLens");
    assert_eq!(answer[1]["command"]["arguments"][0]["case"], "it runs");
    assert_eq!(titles(&mut Editor::new("other.json", "{}")), []);
}

#[test]
fn a_long_line_is_no_burden() {
    let states: Vec<String> = (0..3_000)
        .map(|n| format!(r#""S{n}": {{"Type": "Pass", "Next": "S{}"}}"#, n + 1))
        .collect();
    let text = format!(
        r#"{{"StartAt": "S0", "States": {{{}, "S3000": {{"Type": "Succeed"}}}}}}"#,
        states.join(",")
    );
    let mut editor = Editor::new("a.asl.json", &text);
    editor.document();
    let from = std::time::Instant::now();
    let symbols = editor.ask("textDocument/documentSymbol");
    let took = from.elapsed();
    assert_eq!(symbols.as_array().map(Vec::len), Some(3_001));
    // Each place was counted from the beginning of its line before.
    assert!(took < std::time::Duration::from_secs(5), "{took:?}");
}
