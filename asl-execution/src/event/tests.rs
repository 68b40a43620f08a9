//! Tests of accepted and refused events, and of their form in expressions.

use super::*;
use asl_value::json;

fn refused(text: &str) -> String {
    Event::from_json_str(text).expect_err(text).to_string()
}

#[test]
fn a_cloud_event_keeps_all_attributes() {
    let json = json!({
        "specversion": "1.0", "id": "7", "source": "/shop", "type": "shop.paid", "subject": "paid",
        "time": "2026-01-01T00:00:00Z", "datacontenttype": "application/json", "dataschema": "/paid.json",
        "order": "o-1", "retries": 2, "urgent": true, "data": {"amount": 3},
    });
    let event = Event::from_json_str(&json.to_json_string()).unwrap();
    assert_eq!(event.to_json(), json);
    assert_eq!((event.attribute("order"), event.attribute("other")), (Some(&json!("o-1")), None));
}

#[test]
fn other_data_is_refused_with_the_reason() {
    let with =
        |rest: &str| format!(r#"{{"specversion":"1.0","id":"1","source":"s","type":"t"{rest}}}"#);
    for (text, why) in [
        ("[]".to_owned(), "a CloudEvent is an object; this is []"),
        (r#"{"id":"1"}"#.to_owned(), "a CloudEvent has `specversion`; this one has not"),
        (
            r#"{"specversion":"0.3"}"#.to_owned(),
            "`specversion` of a CloudEvent is \"1.0\"; this one is \"0.3\"",
        ),
        (r#"{"specversion":"1.0"}"#.to_owned(), "a CloudEvent has `id`; this one has not"),
        (
            with(r#","subject":"""#),
            "`subject` of a CloudEvent is a string that is not empty; this one is \"\"",
        ),
        (
            with(r#","data_base64":"?""#),
            "`data_base64` of a CloudEvent is a string in Base64; this one is \"?\"",
        ),
        (
            with(r#","data":1,"data_base64":"AA==""#),
            "a CloudEvent has `data` or `data_base64`; this one has both",
        ),
        (
            with(r#","orderId":1"#),
            "`orderId` is no name of a context attribute: those have lower-case letters and digits only",
        ),
        (with(r#","a":[]"#), "a context attribute is a string, an integer or a boolean; `a` is []"),
    ] {
        assert_eq!(refused(&text), why);
    }
    assert!(refused("{").starts_with("the event is no JSON: "), "{}", refused("{"));
    let long = with(&format!(r#","data":"{}""#, "x".repeat(Event::MAX_SIZE)));
    assert!(refused(&long).ends_with("bytes long; at most 262144 are read"));
}

#[test]
fn expressions_find_both_sets_of_keys() {
    let event =
        Event::named("paid").with_id("7").with_data(json!(3)).with_attribute("order", "o-1");
    let names = json!({
        "EventId": "7", "EventName": "paid", "EventSource": null, "EventType": null, "Data": 3,
        "ContextAttributes": {"order": "o-1"},
    });
    assert_eq!(event.shown(EventKeys::Names, ""), names);
    let both = event.shown(EventKeys::Both, "");
    assert_eq!((both.get("data"), both.get("Data")), (Some(&json!(3)), Some(&json!(3))));
    assert_eq!(
        (both.get("order"), both.get("subject")),
        (Some(&json!("o-1")), Some(&json!("paid")))
    );
    let nameless = Event::default().with_type("t").shown(EventKeys::Both, "found");
    assert_eq!(
        (nameless.get("EventName"), nameless.get("subject")),
        (Some(&json!("found")), Some(&json!("found")))
    );
}

#[test]
fn binary_data_stay_base64() {
    let text = r#"{"specversion":"1.0","id":"1","source":"s","type":"t","data_base64":"AAE="}"#;
    let event = Event::from_json_str(text).unwrap();
    assert_eq!(
        event,
        Event::default().with_id("1").with_source("s").with_type("t").with_bytes([0, 1])
    );
    assert_eq!(event.to_json().to_json_string(), text);
    let shown = event.shown(EventKeys::Both, "");
    assert_eq!(
        (shown.get("data_base64"), shown.get("Data")),
        (Some(&json!("AAE=")), Some(&json!("AAE=")))
    );
    assert_eq!((shown.get("data"), event.data(), event.data_base64()), (None, None, Some("AAE=")));
    // Events in earlier snapshots and journals have no such member.
    let kept = serde_json::to_string(&Event::named("paid")).unwrap();
    assert_eq!(serde_json::from_str::<Event>(&kept).unwrap(), Event::named("paid"));
    assert!(!kept.contains("binary"), "{kept}");
}
