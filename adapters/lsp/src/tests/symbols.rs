use serde_json::Value;

use super::Editor;

/// The names of symbols as they nest.
fn outline(symbols: &Value) -> String {
    let symbols = symbols.as_array().map(Vec::as_slice).unwrap_or_default();
    let name = |symbol: &Value| {
        let children = outline(&symbol["children"]);
        let name = symbol["name"].as_str().expect("a name");
        if children.is_empty() { name.to_owned() } else { format!("{name}({children})") }
    };
    symbols.iter().map(name).collect::<Vec<_>>().join(" ")
}

const NESTED: &str = r#"{
  "StartAt": "Each",
  "States": {
    "Each": {
      "Type": "Map", "Next": "Both",
      "ItemProcessor": { "StartAt": "One", "States": { "One": { "Type": "Succeed" } } }
    },
    "Both": {
      "Type": "Parallel",
      "End": true,
      "Branches": [
        { "StartAt": "Left", "States": { "Left": { "Type": "Succeed" } } },
        { "StartAt": "Right", "States": { "Right": { "Type": "Succeed" } } }
      ]
    }
  }
}
"#;

#[test]
fn the_outline_nests_as_the_graph_does() {
    let mut editor = Editor::new("a.asl.json", NESTED);
    let symbols = editor.ask("textDocument/documentSymbol");
    assert_eq!(outline(&symbols), "Each(One) Both(Branch 1(Left) Branch 2(Right))");
    assert_eq!(symbols[0]["range"]["start"]["line"], 3);
    assert_eq!(symbols[0]["range"]["end"]["line"], 6);
    let template = format!(
        r#"{{"Resources": {{"A": {{"Type": "AWS::StepFunctions::StateMachine",
            "Properties": {{"Definition": {NESTED}}}}}}}}}"#
    );
    let symbols = Editor::new("template.json", &template).ask("textDocument/documentSymbol");
    assert_eq!(outline(&symbols), "Each(One) Both(Branch 1(Left) Branch 2(Right))");
}

#[test]
fn sm4c_has_its_entries_too() {
    let text = r#"{"name": "a", "version": "1.0", "functions": [{"name": "pay", "operation": "b.pay"}],
        "states": [{"name": "A", "start": true, "transitions": [{"nextState": "B"}]}, {"name": "B"}]}"#;
    let symbols = Editor::new("a.sm4c.json", text).ask("textDocument/documentSymbol");
    assert_eq!(outline(&symbols), "A B pay");
}

#[test]
fn objects_of_several_lines_fold() {
    let ranges = |name, text: &str| {
        let answer = Editor::new(name, text).ask("textDocument/foldingRange");
        let pair = |range: &Value| (range["startLine"].as_u64(), range["endLine"].as_u64());
        answer.as_array().expect("ranges").iter().map(pair).collect::<Vec<_>>()
    };
    let some = |pairs: &[(u64, u64)]| -> Vec<_> {
        pairs.iter().map(|(start, end)| (Some(*start), Some(*end))).collect()
    };
    let expected = some(&[(0, 15), (2, 14), (3, 5), (7, 13), (10, 12)]);
    assert_eq!(ranges("a.asl.json", NESTED), expected);
    let yaml = "StartAt: A\nStates:\n  A:\n    Type: Pass\n    End: true\n";
    assert!(ranges("a.asl.yaml", yaml).contains(&(Some(2), Some(4))));
    let items = "Choices:\n- Variable: $.a\n  Next: A\n- Variable: $.b\n  Next: B\nOther: {\n  a: 1,\n  b: 2\n}\nStartAt: A\nStates: {}\n";
    let found = ranges("a.asl.yaml", items);
    let expected = some(&[(0, 4), (1, 2), (3, 4), (5, 7)]);
    assert!(expected.iter().all(|range| found.contains(range)), "{found:?}");
    assert_eq!(found.len(), 5, "{found:?}");
}
