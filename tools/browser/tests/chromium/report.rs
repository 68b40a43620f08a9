//! The page of `cargo asl report` in Chromium.

use std::time::{Duration, Instant};

use asl_browser::{Key, Page, Scheme, page_of_test};
use asl_codegen::options::{Options, Profile};
use asl_codegen::source::Sources;
use asl_codegen::{compile, diagram};
use asl_conformance::print;
use asl_conformance::problem::Result;
use asl_report::Report;
use serde_json::{Value, json};

/// The start of all runs, in milliseconds.
const START: u64 = 1_767_225_600_000;

/// A history that is being written.
struct History {
    events: Vec<Value>,
    millis: u64,
}

impl History {
    fn new(input: &Value) -> Self {
        let mut history = Self { events: Vec::new(), millis: START };
        history.event(0, "ExecutionStarted", "executionStarted", &json!({"input": text(input)}));
        history
    }

    /// Adds an event and returns its id.
    fn event(&mut self, previous: usize, kind: &str, details: &str, value: &Value) -> usize {
        let id = self.events.len() + 1;
        self.millis += 10;
        let mut event =
            json!({"id": id, "previousEventId": previous, "timestamp": self.millis, "type": kind});
        event[format!("{details}EventDetails")] = value.clone();
        self.events.push(event);
        id
    }

    fn entered(&mut self, previous: usize, kind: &str, name: &str, input: &Value) -> usize {
        let details = json!({"name": name, "input": text(input)});
        self.event(previous, &format!("{kind}StateEntered"), "stateEntered", &details)
    }

    fn exited(&mut self, previous: usize, kind: &str, name: &str, output: &Value) -> usize {
        let details = json!({"name": name, "output": text(output)});
        self.event(previous, &format!("{kind}StateExited"), "stateExited", &details)
    }

    /// A state that passes its input on.
    fn passed(&mut self, previous: usize, kind: &str, name: &str, data: &Value) -> usize {
        let id = self.entered(previous, kind, name, data);
        self.exited(id, kind, name, data)
    }

    /// An attempt of a task; with an error if it fails.
    fn tried(&mut self, previous: usize, error: Option<&str>) -> usize {
        let function = json!({"resource": "arn:aws:lambda:us-east-1:123456789012:function:Pack", "input": "{}"});
        let id =
            self.event(previous, "LambdaFunctionScheduled", "lambdaFunctionScheduled", &function);
        let id = self.event(id, "LambdaFunctionStarted", "lambdaFunctionStarted", &json!({}));
        match error {
            Some(error) => {
                let details = json!({"error": error, "cause": "the box is too small"});
                self.event(id, "LambdaFunctionFailed", "lambdaFunctionFailed", &details)
            }
            None => {
                let details = json!({"output": "\"packed\""});
                self.event(id, "LambdaFunctionSucceeded", "lambdaFunctionSucceeded", &details)
            }
        }
    }

    fn json(&self) -> String {
        json!({ "events": self.events }).to_string()
    }

    fn report(&self) -> Report {
        Report::from_history(&self.json()).expect("a history")
    }
}

fn text(value: &Value) -> String {
    value.to_string()
}

const CARD: &str = "4111-1111-1111-1111";

/// A run that waits for a day and packs items, of which the second fails after a retry. In `other`
/// all succeed.
fn packing(is_other: bool) -> String {
    let data = json!({"card": CARD, "items": [1, 2, 3], "note": "<b>by Friday</b>"});
    let mut history = History::new(&data);
    let id = history.passed(1, "Pass", "Check order", &data);
    let wait = history.entered(id, "Wait", "Sleep on it", &data);
    history.millis += 86_400_000;
    let id = history.exited(wait, "Wait", "Sleep on it", &data);
    let map = history.entered(id, "Map", "Pack items", &data);
    let map = history.event(map, "MapStateStarted", "mapStateStarted", &json!({"length": 3}));
    let mut last = map;
    for index in 0..3 {
        let place = json!({"name": "Pack items", "index": index});
        let id = history.event(map, "MapIterationStarted", "mapIterationStarted", &place);
        let mut id = history.entered(id, "Task", "Pack", &json!(index + 1));
        if index == 1 && !is_other {
            id = history.tried(id, Some("TooSmall"));
            id = history.tried(id, Some("TooSmall"));
            last = history.event(id, "MapIterationFailed", "mapIterationFailed", &place);
            continue;
        }
        id = history.tried(id, None);
        id = history.exited(id, "Task", "Pack", &json!("packed"));
        last = history.event(id, "MapIterationSucceeded", "mapIterationSucceeded", &place);
    }
    if is_other {
        let id = history.event(last, "MapStateSucceeded", "mapStateSucceeded", &json!({}));
        let id = history.exited(id, "Map", "Pack items", &data);
        let end = json!({"output": text(&data)});
        history.event(id, "ExecutionSucceeded", "executionSucceeded", &end);
        return history.json();
    }
    let fault = json!({"error": "TooSmall", "cause": "the box is too small"});
    let id = history.event(last, "MapStateFailed", "mapStateFailed", &json!({}));
    history.event(id, "ExecutionFailed", "executionFailed", &fault);
    history.json()
}

/// The picture of a definition.
fn drawn(definition: &Value) -> String {
    let options = Options::default().profile(Profile::Spec);
    let mut sources = Sources::from_text("packing.asl.json", definition.to_string());
    let checked = compile::check(&mut sources, &options);
    diagram::svg(&checked.machine.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)))
}

fn report(is_other: bool) -> Report {
    let picture = drawn(&json!({"StartAt": "Check order", "States": {
        "Check order": {"Type": "Pass", "Next": "Sleep on it"},
        "Sleep on it": {"Type": "Wait", "Seconds": 86_400, "Next": "Pack items"},
        "Pack items": {"Type": "Map", "ItemsPath": "$.items", "End": true, "ItemProcessor": {
            "StartAt": "Pack", "States": {"Pack": {"Type": "Task", "End": true,
                "Resource": "arn:aws:lambda:us-east-1:123456789012:function:Pack"}}}},
    }}));
    Report::from_history(&packing(is_other)).expect("a history").named("packing").picture(picture)
}

/// The text of the first element that a selector finds.
fn shown(page: &mut Page, selector: &str) -> Result<String> {
    let text = page.evaluate(&format!("document.querySelector({}).innerText", json!(selector)))?;
    Ok(text.as_str().expect("a text").to_owned())
}

#[test]
fn the_report_begins_at_the_failure_and_requests_nothing() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    let url = page.show(&report(false).to_html())?;
    assert_eq!(shown(&mut page, "h1")?, "packing");
    let detail = shown(&mut page, ".detail")?;
    for part in ["Pack", "failed", "TooSmall", "the box is too small", "Attempt 2 of 2"] {
        assert!(detail.contains(part), "{part}: {detail}");
    }
    let class = "document.querySelector('[data-path=\"Pack items[].Pack\"]').classList";
    assert_eq!(page.evaluate(&format!("{class}.contains('is-failed')"))?, true);
    assert_eq!(page.requests(), [url]);
    assert_eq!(page.strays(), [""; 0]);
    assert_eq!(page.faults(), [""; 0]);
    Ok(())
}

/// A machine that is much wider and higher than the window: a Choice between 40 chains of 12.
fn large() -> String {
    let mut states = serde_json::Map::new();
    let mut choices = Vec::new();
    for chain in 0..40 {
        let name = |at: usize| format!("Chain {chain} step {at}");
        choices.push(json!({"Variable": "$.chain", "NumericEquals": chain, "Next": name(0)}));
        for at in 0..11 {
            states.insert(name(at), json!({"Type": "Pass", "Next": name(at + 1)}));
        }
        states.insert(name(11), json!({"Type": "Fail", "Error": "Refused", "Cause": "late"}));
    }
    states.insert("Choose".to_owned(), json!({"Type": "Choice", "Choices": choices}));
    drawn(&json!({"StartAt": "Choose", "States": states}))
}

/// The picture is large enough to be read, and a state is in sight as a whole.
fn is_readable(page: &mut Page, path: &str) -> Result<()> {
    let zoom = "(svg => svg.clientWidth / svg.viewBox.baseVal.width)\
                (document.querySelector('.pane svg'))";
    assert!(page.evaluate(zoom)?.as_f64().expect("a size") >= 0.7);
    let is_in_sight = format!(
        "((pane, box) => box.left >= pane.left && box.right <= pane.right \
          && box.top >= pane.top && box.bottom <= pane.bottom)\
         (...['.pane', '.pane [data-path=\"{path}\"] > .asl-box'].map(selector => \
          document.querySelector(selector).getBoundingClientRect()))"
    );
    assert_eq!(page.evaluate(&is_in_sight)?, true, "{path}");
    Ok(())
}

#[test]
fn a_large_graph_begins_readable_with_the_failure_or_the_start_in_sight() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    for chain in [0, 39] {
        let mut history = History::new(&json!({"chain": chain}));
        let mut last = history.passed(1, "Choice", "Choose", &json!({}));
        let running = history.events.clone();
        for at in 0..11 {
            last = history.passed(last, "Pass", &format!("Chain {chain} step {at}"), &json!({}));
        }
        history.entered(last, "Fail", &format!("Chain {chain} step 11"), &json!({}));
        history.event(last, "ExecutionFailed", "executionFailed", &json!({"error": "Refused"}));
        page.show(&history.report().picture(large()).to_html())?;
        is_readable(&mut page, &format!("Chain {chain} step 11"))?;
        // Without a failure, the start of a run is in sight, or the state that runs now.
        let mut history = History { events: running, millis: START };
        page.show(&history.report().picture(large()).to_html())?;
        is_readable(&mut page, "Choose")?;
        history.entered(last, "Pass", &format!("Chain {chain} step 0"), &json!({}));
        page.show(&history.report().picture(large()).to_html())?;
        is_readable(&mut page, &format!("Chain {chain} step 0"))?;
    }
    Ok(())
}

#[test]
fn a_click_on_a_state_shows_its_details() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    page.show(&report(false).to_html())?;
    page.click("[data-path='Check order'] > .asl-box")?;
    assert!(shown(&mut page, ".detail h2")?.starts_with("Check order"));
    // Data are text.
    assert!(shown(&mut page, ".detail pre")?.contains("<b>by Friday</b>"));
    assert_eq!(page.evaluate("document.querySelector('.detail pre b') === null")?, true);
    // The row of the same visit is selected, and the keyboard moves on from there.
    assert!(shown(&mut page, ".row[aria-selected=true]")?.contains("Check order"));
    page.evaluate("document.querySelector('.rows').focus()")?;
    page.press(Key::DOWN)?;
    assert!(shown(&mut page, ".detail h2")?.starts_with("Sleep on it"));
    Ok(())
}

#[test]
fn the_timeline_folds_idle_time() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    page.show(&report(false).to_html())?;
    assert_eq!(shown(&mut page, ".axis .fold")?, "1 d folded");
    // The day takes a small part of the width.
    let share = "(fold => fold.offsetWidth / fold.parentNode.offsetWidth)\
                 (document.querySelector('.bands .fold'))";
    let share = page.evaluate(share)?.as_f64().expect("a share");
    assert!(share > 0.0 && share < 0.2, "{share}");
    Ok(())
}

#[test]
fn iterations_are_a_strip_with_the_failed_ones_first() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    page.show(&report(false).to_html())?;
    page.click("[data-path='Pack items'] > .asl-name")?;
    let cells = "[...document.querySelectorAll('.strip .cell')].map(c => c.title)";
    let expected = ["Iteration 1: failed", "Iteration 0: succeeded", "Iteration 2: succeeded"];
    assert_eq!(page.evaluate(cells)?, json!(expected));
    page.click(".strip .cell:nth-child(3)")?;
    assert!(shown(&mut page, ".detail h2")?.contains("succeeded"));
    assert!(shown(&mut page, ".detail nav")?.contains("iteration 2"));
    Ok(())
}

#[test]
fn the_search_finds_states_errors_and_data() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    page.show(&report(false).to_html())?;
    for (query, matches) in [("sleep", 1), ("toosmall", 1), ("by friday", 3), ("nowhere", 0)] {
        page.write("input[type=search]", query)?;
        page.wait_for(&format!("document.querySelector('.found').value.startsWith('{matches} ')"))?;
        page.wait_for(&format!("document.querySelectorAll('.row').length === {matches}"))?;
    }
    Ok(())
}

#[test]
fn two_runs_are_compared() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    page.show(&report(false).compare_with(report(true)).to_html())?;
    assert!(shown(&mut page, ".differences")?.contains("Pack items[].Pack"));
    assert_eq!(page.evaluate("document.querySelectorAll('.timeline').length")?, 2);
    page.click(".differences button")?;
    assert_eq!(page.evaluate("document.querySelectorAll('.detail article').length")?, 2);
    assert_eq!(page.faults(), [""; 0]);
    Ok(())
}

#[test]
fn redacted_data_are_not_in_the_page() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    let html = report(false).redact("$.card").expect("a path").to_html();
    assert!(!html.contains(CARD));
    page.show(&html)?;
    page.click("[data-path='Check order'] > .asl-box")?;
    assert!(shown(&mut page, ".detail pre")?.contains("\"card\""));
    page.write("input[type=search]", CARD)?;
    page.wait_for("document.querySelector('.found').value.startsWith('0 ')")
}

#[test]
fn the_report_follows_the_preference_for_dark_pages() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    page.show(&report(false).to_html())?;
    let brightness = "getComputedStyle(document.querySelector('#asl-report')).backgroundColor\
                      .match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3";
    let paper = "getComputedStyle(document.querySelector('.asl-paper')).fill\
                 .match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3";
    for (scheme, is_light) in [(Scheme::Light, true), (Scheme::Dark, false)] {
        page.prefer(scheme)?;
        for expression in [brightness, paper] {
            let found = page.evaluate(expression)?.as_f64().expect("a brightness") > 127.0;
            assert_eq!(found, is_light, "{scheme:?} {expression}");
        }
    }
    Ok(())
}

/// The time until a page is shown, which is printed. The limits are several times those of an idle
/// machine, because tests run beside each other.
fn opened(page: &mut Page, what: &str, html: &str) -> Result<Duration> {
    let from = Instant::now();
    page.show(html)?;
    page.wait_for("document.querySelectorAll('.row').length > 0")?;
    let took = from.elapsed();
    print::error(&format!("{what}: {} KB, shown in {took:?}", html.len() / 1024));
    Ok(took)
}

#[test]
fn large_runs_open_quickly() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    let mut history = History::new(&json!({}));
    let mut last = 1;
    for number in 0..5_000 {
        let data = json!({"number": number, "text": "x".repeat(100)});
        last = history.passed(last, "Pass", &format!("Step {}", number % 20), &data);
    }
    let html = history.report().to_html();
    assert!(opened(&mut page, "10,000 events", &html)? < Duration::from_secs(10));
    page.write("input[type=search]", "\"number\":4321,")?;
    page.wait_for("document.querySelector('.found').value === '1 match'")?;

    let name = |number: usize| format!("Step {number}");
    let state = |number: usize| match number {
        999 => json!({"Type": "Succeed"}),
        _ => json!({"Type": "Pass", "Next": name(number + 1)}),
    };
    let states: serde_json::Map<_, _> = (0..1_000).map(|at| (name(at), state(at))).collect();
    let picture = drawn(&json!({"StartAt": "Step 0", "States": states}));
    let mut history = History::new(&json!({}));
    let mut last = 1;
    for number in 0..1_000 {
        last = history.passed(last, "Pass", &name(number), &json!(number));
    }
    let report = history.report().picture(picture);
    let took = opened(&mut page, "1,000 states", &report.to_html())?;
    assert!(took < Duration::from_secs(10));
    assert_eq!(page.faults(), [""; 0]);
    Ok(())
}
