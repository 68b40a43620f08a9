use super::Editor;

const ORDER: &str = r#"{"StartAt": "Pay", "States": {
  "Pay": {"Type": "Task", "Comment": "Takes the money.", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:charge-card",
    "TimeoutSeconds": 30, "ResultSelector": {"id.$": "$.id"}, "ResultPath": "$.paid",
    "Retry": [{"ErrorEquals": ["Bank.Busy"], "MaxAttempts": 5}],
    "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Refuse"}],
    "Assign": {"total.$": "$.total"}, "Next": "Count"},
  "Count": {"Type": "Pass", "Parameters": {"n.$": "States.ArrayLength($.items)", "t.$": "$total"}, "End": true},
  "Refuse": {"Type": "Fail", "Error": "Bank.Busy", "Cause": "é"}
}}"#;

/// The text that is shown at the beginning of a text of a definition, some bytes further.
fn shown(name: &str, text: &str, at: &str, further: usize) -> String {
    let offset = text.find(at).expect("it is there") + further;
    let (before, after) = text.split_at(offset);
    let mut editor = Editor::new(name, &format!("{before}¦{after}"));
    let answer = editor.ask("textDocument/hover");
    answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_state_is_described_with_its_neighbours() {
    for (at, further) in [("\"Pay\": {", 2), ("\"Pay\", \"States\"", 1)] {
        let text = shown("order.asl.json", ORDER, at, further);
        for part in [
            "**`Pay`** Task state",
            "Takes the money.",
            "the method `charge_card`",
            "after 30 s",
            "Retries `Bank.Busy` up to 5 times, after 1 s, then ×2.",
            "Catches `States.ALL`, then `Refuse`.",
            "From: the start",
            "To: `Count`, `Refuse`",
            "output  { \"paid\": { \"id\": `id` of the result of `Pay` }, … of the input }",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}

#[test]
fn a_field_has_a_sense_and_the_data_around_it() {
    let text = shown("order.asl.json", ORDER, "ResultPath", 3);
    assert!(text.contains("**ResultPath** (ASL)"), "{text}");
    assert!(text.contains("before  { \"id\": `id` of the result of `Pay` }"), "{text}");
    assert!(text.contains("after   { \"paid\": "), "{text}");
    let text = shown("order.asl.json", ORDER, "$.paid", 3);
    assert!(text.contains("after   { \"paid\": ") && !text.contains("(ASL)"), "{text}");
    assert!(shown("order.asl.json", ORDER, "arn:aws", 4).contains("`charge_card`"));
}

#[test]
fn a_variable_shows_its_states() {
    for (at, further) in [("total.$", 2), ("$total\"", 3)] {
        let text = shown("order.asl.json", ORDER, at, further);
        assert!(text.contains("**`$total`** variable"), "{text}");
        assert!(text.contains("Assigned in `Pay`") && text.contains("Read in `Count`"), "{text}");
    }
}

#[test]
fn an_error_shows_who_raises_it() {
    let text = shown("order.asl.json", ORDER, "Bank.Busy", 3);
    assert!(
        text.contains("Raised by `Refuse`.") && text.contains("Tasks may return it."),
        "{text}"
    );
    assert!(shown("order.asl.json", ORDER, "States.ALL", 3).contains("**`States.ALL`**"));
}

#[test]
fn built_ins_come_from_their_records() {
    let text = shown("order.asl.json", ORDER, "States.ArrayLength", 9);
    assert!(text.contains("States.ArrayLength(array)") && text.contains(" gives "), "{text}");
    let jsonata = r#"{"QueryLanguage": "JSONata", "StartAt": "A", "States": {
        "A": {"Type": "Pass", "Output": "{% \"é\\n\" & $uppercase($states.input.a) %}", "End": true}}}"#;
    let text = shown("a.asl.json", jsonata, "uppercase", 2);
    assert!(text.contains("$uppercase(") && text.contains(" gives "), "{text}");
    let sm4c = r#"{"name": "a", "version": "1.0", "states": [
        {"name": "A", "start": true, "inputFilter": "${ .items | map(.n) }"}]}"#;
    let text = shown("a.sm4c.json", sm4c, "map(", 1);
    assert!(text.contains("map(f)") && text.contains(" gives "), "{text}");
    assert!(shown("a.sm4c.json", sm4c, "inputFilter", 1).contains("(SM4C)"));
}

#[test]
fn nothing_is_shown_where_nothing_is_known() {
    assert_eq!(shown("order.asl.json", ORDER, "Takes the", 1), "");
    assert_eq!(shown("order.asl.json", "{\"StartAt\": ", "StartAt", 1), "");
}
