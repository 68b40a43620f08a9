//! Tests of the page.

use std::fmt::Write as _;

use base64::Engine as _;
use serde_json::{Value, json};

use super::{SCRIPT, STYLE};
use crate::Report;

fn event(id: usize, previous: usize, kind: &str, details: &Value) -> Value {
    let key = match kind {
        kind if kind.ends_with("Entered") => "stateEnteredEventDetails".to_owned(),
        kind if kind.ends_with("Exited") => "stateExitedEventDetails".to_owned(),
        kind => format!("{}{}EventDetails", kind[..1].to_ascii_lowercase(), &kind[1..]),
    };
    json!({
        "id": id, "previousEventId": previous, "type": kind, key: details,
        "timestamp": 1_767_225_600_000_u64 + u64::try_from(id).unwrap() * 10,
    })
}

/// Runs of Pass states, each with data of its own.
fn passes(count: usize, data: impl Fn(usize) -> String) -> String {
    let mut events = vec![event(1, 0, "ExecutionStarted", &json!({"input": "{}"}))];
    for number in 0..count {
        let id = 2 + number * 2;
        let (input, name) = (data(number), format!("S{}", number % 7));
        let entered = json!({"name": name, "input": input});
        let exited = json!({"name": name, "output": input});
        events.push(event(id, id - 1, "PassStateEntered", &entered));
        events.push(event(id + 1, id, "PassStateExited", &exited));
    }
    json!({ "events": events }).to_string()
}

fn data(report: &Report) -> Value {
    serde_json::from_str(&report.data()).unwrap()
}

/// The texts of a page between two marks.
fn between<'p>(page: &'p str, start: &str, end: &str) -> &'p str {
    page.split_once(start).unwrap().1.split_once(end).unwrap().0
}

#[test]
fn the_policy_allows_the_script_and_the_styles_of_the_page_and_nothing_else() {
    let page = Report::from_history(&passes(1, |_| "1".to_owned())).unwrap().to_html();
    let hash = |text: &str| {
        let hash = hmac_sha256::Hash::hash(text.as_bytes());
        format!("'sha256-{}'", base64::engine::general_purpose::STANDARD.encode(hash))
    };
    let script = hash(between(&page, "</script>\n<script>", "</script>"));
    let style = hash(between(&page, "<style>", "</style>"));
    assert_eq!(
        between(&page, "Content-Security-Policy\" content=\"", "\""),
        format!(
            "default-src 'none'; script-src {script}; style-src {style}; base-uri 'none'; \
             form-action 'none'"
        )
    );
    // The script stays whole in its element, and works in pages with a policy.
    for forbidden in ["</", "<!--", "<script", "innerHTML", "outerHTML", "eval(", "Function("] {
        assert!(!SCRIPT.contains(forbidden), "{forbidden}");
    }
    for forbidden in
        ["insertAdjacentHTML", "document.write", "setAttribute('style'", "</", "@import", "url("]
    {
        assert!(
            !format!("{SCRIPT}{STYLE}").replace(r"url\s*\(", "").contains(forbidden),
            "{forbidden}"
        );
    }
}

#[test]
fn hostile_text_stays_text() {
    let hostile = "</script><script>alert(1)</script><!-- \u{2028}\u{202e} ' \" & &lt;";
    let events = json!([
        event(1, 0, "ExecutionStarted", &json!({"input": json!({"a": hostile}).to_string()})),
        event(2, 0, "FailStateEntered", &json!({"name": hostile, "input": hostile})),
        event(3, 2, "ExecutionFailed", &json!({"error": hostile, "cause": hostile})),
        event(4, 3, hostile, &json!({})),
    ]);
    let report = Report::from_history(&events.to_string()).unwrap();
    let report = report.named(hostile).picture(format!("<svg>{hostile}</svg>"));
    let page = report.places([(hostile, hostile)]).to_html();
    // The elements of the page, and no other.
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("<!--") && !page.contains('\u{2028}'));
    let inside = between(&page, "id=\"asl-report-data\">", "</script>");
    assert!(!inside.contains(['<', '>', '&', '\u{2028}']));
    let data: Value = serde_json::from_str(inside).unwrap();
    assert_eq!(data["runs"][0]["states"][0]["name"], hostile);
    assert_eq!(data["runs"][0]["error"], hostile);
}

/// Every place where a value can be, as text, as JSON text, in other texts, and under other names.
#[test]
fn redacted_data_appear_nowhere() {
    let canary = "4111-\"CANARY\"-\u{e4}";
    let card = json!({"order": {"card": {"number": canary, "pin": 98_765_432}}, "kept": "K-1"});
    let twice = json!({"Payload": card.to_string(), "Other": canary}).to_string();
    let thrice = json!({"Body": twice, "list": [canary, {canary: 1}]}).to_string();
    let cause = format!("refused {canary} and {card}, pin 98765432");
    let mut events = Vec::new();
    let mut add = |previous: usize, kind: &str, details: Value| {
        events.push(event(events.len() + 1, previous, kind, &details));
    };
    add(0, "ExecutionStarted", json!({"input": card.to_string()}));
    add(0, "TaskStateEntered", json!({"name": "Pay", "input": thrice}));
    add(2, "TaskScheduled", json!({"parameters": twice, "resource": "r", "resourceType": "s"}));
    add(3, "TaskSubmitted", json!({"output": json!(canary).to_string()}));
    add(4, "TaskFailed", json!({"error": canary, "cause": cause}));
    add(5, "TaskScheduled", json!({"parameters": card.to_string()[..40].to_owned()}));
    add(6, "TaskSucceeded", json!({"output": card}));
    add(
        7,
        "TaskStateExited",
        json!({
            "name": "Pay", "output": thrice, "assignedVariables": {"v": card.to_string(), "w": canary}
        }),
    );
    add(8, "ExecutionFailed", json!({"error": "E", "cause": json!({"c": cause}).to_string()}));
    let history = json!(events).to_string();
    let whole = Report::from_history(&history).unwrap();
    assert!(whole.to_html().contains("CANARY"), "the test needs a canary");
    let other = Report::from_history(&history).unwrap();
    let report = whole.redact("$.card").unwrap().compare_with(other);
    let page = report.to_html();
    for secret in ["CANARY", "98765432", "4111-"] {
        assert!(!page.contains(secret), "{secret}");
    }
    assert!(page.contains("K-1") && page.contains("[redacted]"));
}

#[test]
fn what_is_not_redacted_is_written_as_it_was() {
    let odd = "{\"z\": 1.50, \"a\":12345678901234567890123}";
    let report = Report::from_history(&passes(1, |_| odd.to_owned())).unwrap();
    let data = data(&report.redact("$.card").unwrap());
    assert!(data["runs"][0]["texts"].as_object().unwrap().values().any(|text| text == odd));
}

#[test]
fn a_large_history_gives_a_page_of_bounded_size_that_says_so() {
    // 50,000 events with 20 MB of data.
    let history = passes(25_000, |number| format!("\"{number:0800}\""));
    let report = Report::from_history(&history).unwrap();
    let page = report.data();
    assert!(page.len() < 32 * 1024 * 1024, "{}", page.len());
    let data: Value = serde_json::from_str(&page).unwrap();
    let run = &data["runs"][0];
    assert_eq!(run["visits"].as_array().unwrap().len() + 5_000, 25_000);
    assert_eq!(run["visits_left_out"], 5_000);
    let counted: u64 = run["states"]
        .as_array()
        .unwrap()
        .iter()
        .map(|state| state["counts"]["succeeded"].as_u64().unwrap())
        .sum();
    assert_eq!(counted, 25_000);
    let notes: Vec<_> =
        run["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap()).collect();
    assert_eq!(
        notes,
        [
            "The page shows 20000 of 25000 visits of states: failures, the first and the last ones. The numbers in the graph are of all visits.",
        ]
    );
}

#[test]
fn long_texts_and_many_attempts_are_cut() {
    let long = format!("\"{}\"", "\u{e4}".repeat(300_000));
    let mut events = vec![event(1, 0, "TaskStateEntered", &json!({"name": "A", "input": long}))];
    for number in 0..300 {
        let id = 2 + number * 2;
        events.push(event(id, id - 1, "LambdaFunctionScheduled", &json!({"resource": "r"})));
        let cause = "c".repeat(40_000);
        events.push(event(
            id + 1,
            id,
            "LambdaFunctionFailed",
            &json!({"error": "E", "cause": cause}),
        ));
    }
    let data = data(&Report::from_history(&json!(events).to_string()).unwrap());
    let visit = &data["runs"][0]["visits"][0];
    assert_eq!(visit["attempts"].as_array().unwrap().len(), 100);
    assert_eq!(visit["attempts_left_out"], 200);
    assert!(visit["cause"].as_str().unwrap().ends_with("c… (40000 bytes)"));
    let id = visit["input"].to_string();
    assert_eq!(data["runs"][0]["cut"][&id], 600_002);
    assert_eq!(data["runs"][0]["texts"][&id].as_str().unwrap().len(), 256 * 1024 - 1);
}

#[test]
fn long_waits_are_folded_and_long_work_is_not() {
    let gaps = |lines: &[(&str, u64)]| {
        let mut events = Vec::new();
        for (number, (kind, time)) in lines.iter().enumerate() {
            let details = json!({"name": "A", "input": "1", "output": "1", "resource": "r"});
            let mut event = event(number + 1, number, kind, &details);
            event["timestamp"] = json!(1_767_225_600_000_u64 + time);
            events.push(event);
        }
        let data = data(&Report::from_history(&json!(events).to_string()).unwrap());
        let gaps = data["runs"][0]["gaps"].as_array().unwrap().clone();
        gaps.iter()
            .map(|gap| gap[1].as_u64().unwrap() - gap[0].as_u64().unwrap())
            .collect::<Vec<_>>()
    };
    let waited = [
        ("ExecutionStarted", 0),
        ("PassStateEntered", 100),
        ("PassStateExited", 2_000),
        ("WaitStateEntered", 2_100),
        ("WaitStateExited", 86_402_100),
        ("ExecutionSucceeded", 86_402_200),
    ];
    assert_eq!(gaps(&waited), [86_400_000]);
    let worked = [
        ("ExecutionStarted", 0),
        ("TaskStateEntered", 1_000),
        ("LambdaFunctionScheduled", 2_000),
        ("LambdaFunctionSucceeded", 12_000),
        ("TaskStateExited", 12_100),
        ("ExecutionSucceeded", 12_200),
    ];
    assert_eq!(gaps(&worked), [0; 0]);
}

#[test]
fn the_states_of_a_picture_are_found_and_others_are_named() {
    let mut svg = String::from("<svg>");
    for path in ["Fan", "Fan[0].A", "Fan[1].B", "Odd &amp; &lt;name&gt;"] {
        write!(svg, "<g data-path=\"{path}\"/>").unwrap();
    }
    svg += "</svg>";
    let named = |name: &str| json!({"name": name, "input": "1"});
    let events = json!([
        event(1, 0, "ParallelStateEntered", &named("Fan")),
        event(2, 1, "ParallelStateStarted", &json!({})),
        // The second branch begins first.
        event(3, 2, "PassStateEntered", &named("B")),
        event(4, 2, "PassStateEntered", &named("A")),
        event(5, 0, "PassStateEntered", &named("Odd & <name>")),
        event(6, 5, "PassStateEntered", &named("Elsewhere")),
    ]);
    let data = data(&Report::from_history(&events.to_string()).unwrap().picture(svg));
    let paths: Vec<_> =
        data["runs"][0]["states"].as_array().unwrap().iter().map(|state| &state["path"]).collect();
    assert_eq!(json!(paths), json!(["Fan", "Fan[1].B", "Fan[0].A", "Odd & <name>", "Elsewhere"]));
    let note = data["runs"][0]["notes"][0].as_str().unwrap();
    assert!(
        note.starts_with("The picture does not have these states: Elsewhere. The history may"),
        "{note}"
    );
}

#[test]
fn two_runs_are_compared_and_the_first_difference_is_first() {
    let run = |second: &str, third: Option<&str>| {
        let mut events = vec![
            event(1, 0, "PassStateEntered", &json!({"name": "A", "input": "1"})),
            event(2, 1, "PassStateExited", &json!({"name": "A", "output": second})),
            event(3, 2, "PassStateEntered", &json!({"name": "B", "input": second})),
        ];
        events.extend(third.map(|name| event(4, 3, "PassStateEntered", &json!({"name": name}))));
        Report::from_history(&json!(events).to_string()).unwrap()
    };
    let same = data(&run("2", None).compare_with(run("2", None)));
    assert_eq!((&same["differences"], &same["pairs"]), (&json!([]), &json!([[0, 0], [1, 1]])));
    let data = data(&run("2", Some("C")).compare_with(run("3", Some("D"))));
    assert_eq!(
        data["differences"],
        json!([
            {"path": "A", "what": ["output"], "visits": [0, 0]},
            {"path": "B", "what": ["input"], "visits": [1, 1]},
            {"path": "C", "what": ["only in the first run"], "visits": [2, null]},
            {"path": "D", "what": ["only in the second run"], "visits": [null, 2]},
        ])
    );
}
