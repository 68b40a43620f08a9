//! The pages of the console in Chromium, from a server on loopback.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use asl_browser::{Key, Page, page_of_test};
use asl_conformance::problem::Result;
use asl_console::{Console, Permission};
use asl_durable::{Durable, Options, State};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use axum::Router;
use axum::http::HeaderValue;
use serde_json::json as json_text;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

asl_machine!("tests/chromium/charge.asl.json");

/// The header with the role of the reader, which a layer of a real service would know.
const ROLE: &str = "x-role";

/// The behaviour of the task `charge`, which tests change.
#[derive(Default)]
struct Gateway(AtomicU8);

impl Gateway {
    const DECLINES: u8 = 1;
    const HANGS: u8 = 2;
    const ACCEPTS: u8 = 3;

    fn set(&self, behaviour: u8) {
        self.0.store(behaviour, Ordering::SeqCst);
    }
}

impl charge::Tasks for Gateway {
    async fn charge(&self, _: &TaskContext, _: Value) -> std::result::Result<Value, TaskError> {
        while self.0.load(Ordering::SeqCst) == Self::HANGS {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        match self.0.load(Ordering::SeqCst) {
            Self::DECLINES => Err(TaskError::new("CardDeclined", "no credit <b>today</b>")),
            _ => Ok(json!({"receipt": 7})),
        }
    }
}

/// A store with a console at `/console` of a server.
struct Shop {
    runtime: Runtime,
    store: Durable,
    gateway: Arc<Gateway>,
    origin: String,
    folder: PathBuf,
}

impl Shop {
    fn open(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("console-{name}"));
        if folder.exists() {
            std::fs::remove_dir_all(&folder).expect("it can be removed");
        }
        let runtime = Runtime::new().expect("a runtime");
        let gateway = Arc::<Gateway>::default();
        let machines = [charge::machine(Arc::clone(&gateway))];
        let store = runtime.block_on(Durable::open(&folder, machines, Options::default()));
        let store = store.expect("it opens");
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let console =
            Console::new(store.clone()).hosts([address.to_string()]).authorize(|request| {
                match request.headers.get(ROLE).map(HeaderValue::as_bytes) {
                    Some(b"operator") => Permission::Act,
                    Some(b"reader") => Permission::Read,
                    _ => Permission::None,
                }
            });
        let routes = Router::new().nest("/console", console.router());
        runtime.spawn(async move { axum::serve(listener, routes).await });
        Self { runtime, store, gateway, origin: format!("http://{address}"), folder }
    }

    fn start(&self, name: &str) {
        let started = self.store.start("charge", name, json!({"order": (name)}));
        self.runtime.block_on(started).expect("it starts");
    }

    /// Starts an execution and waits for its end.
    fn run(&self, name: &str, behaviour: u8) {
        self.gateway.set(behaviour);
        self.start(name);
        let ended = self.runtime.block_on(self.store.wait(format!("charge:{name}")));
        assert_eq!(ended.expect("it ends").is_ok(), behaviour == Gateway::ACCEPTS);
    }

    fn state(&self, name: &str) -> State {
        let described = self.runtime.block_on(self.store.describe(format!("charge:{name}")));
        described.expect("it is known").summary.state
    }

    fn address(&self, path: &str) -> String {
        format!("{}/console/{path}", self.origin)
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        // The next run removes what cannot be removed while the store is open.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Sends a role with all further requests of the page.
fn become_role(page: &mut Page, role: &str) -> Result<()> {
    page.call("Network.setExtraHTTPHeaders", &json_text!({"headers": {ROLE: role}})).map(drop)
}

/// The text of the first element that a selector finds.
fn shown(page: &mut Page, selector: &str) -> Result<String> {
    let selector = json_text!(selector);
    let text = page.evaluate(&format!("document.querySelector({selector}).innerText"))?;
    Ok(text.as_str().expect("a text").to_owned())
}

/// Waits until the list shows these executions, in any order.
fn lists(page: &mut Page, expected: &[&str]) -> Result<()> {
    let ids = "[...document.querySelectorAll('tr[data-id]')].map(row => row.dataset.id).sort()";
    let expected: Vec<String> = expected.iter().map(|name| format!("charge:{name}")).collect();
    let expected = json_text!(expected).to_string();
    page.wait_for(&format!("JSON.stringify({ids}) === {}", json_text!(expected)))
}

/// Waits until the page of an execution has this status, also in the report.
fn has_status(page: &mut Page, status: &str, outcome: &str) -> Result<()> {
    page.wait_for(&format!("document.querySelector('#status [data-status={status}]')"))?;
    let charge = "document.querySelector('#asl-report [data-path=Charge]')";
    page.wait_for(&format!("{charge}.classList.contains('is-{outcome}')"))
}

/// All requests until now went to the console, and nothing was reported.
fn is_quiet(page: &mut Page, shop: &Shop) {
    let own = format!("{}/console", shop.origin);
    let is_own = |url: &String| url.starts_with(&own) || url == "data:,";
    let others: Vec<String> = page.requests().into_iter().filter(|url| !is_own(url)).collect();
    assert_eq!(others, [""; 0]);
    assert_eq!(page.strays(), [""; 0]);
    assert_eq!(page.faults(), [""; 0]);
}

#[test]
fn the_console_lists_and_filters_executions() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    let shop = Shop::open("list");
    shop.run("good-1", Gateway::ACCEPTS);
    shop.run("bad-1", Gateway::DECLINES);
    become_role(&mut page, "reader")?;
    page.goto(&format!("{}/console", shop.origin))?;
    assert_eq!(shown(&mut page, "h1")?, "Executions");
    lists(&mut page, &["bad-1", "good-1"])?;

    // Another one appears while the page is open.
    page.evaluate("window.isSamePage = true")?;
    shop.run("good-2", Gateway::ACCEPTS);
    lists(&mut page, &["bad-1", "good-1", "good-2"])?;
    assert_eq!(page.evaluate("window.isSamePage")?, true);

    page.write("#filter-text", "good-")?;
    page.press(Key::ENTER)?;
    lists(&mut page, &["good-1", "good-2"])?;
    page.click("#filter a")?;
    lists(&mut page, &["bad-1", "good-1", "good-2"])?;
    page.evaluate("document.querySelector('#filter-status').value = 'FAILED'")?;
    page.click("#filter-submit")?;
    lists(&mut page, &["bad-1"])?;
    assert!(shown(&mut page, "tr[data-id]")?.contains("CardDeclined"));
    is_quiet(&mut page, &shop);
    Ok(())
}

#[test]
fn a_failed_execution_is_opened_and_redriven() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    let shop = Shop::open("redrive");
    shop.run("bad-1", Gateway::DECLINES);
    become_role(&mut page, "operator")?;
    page.goto(&shop.address("executions?status=FAILED"))?;
    page.click("tr[data-id='charge:bad-1'] a")?;
    has_status(&mut page, "FAILED", "failed")?;
    // Data are text.
    assert_eq!(shown(&mut page, "#cause")?, "no credit <b>today</b>");
    assert!(shown(&mut page, "#asl-report .detail")?.contains("CardDeclined"));

    shop.gateway.set(Gateway::HANGS);
    page.click("#redrive-form button")?;
    page.wait_for("document.querySelector('#done').innerText.includes('redriven')")?;
    has_status(&mut page, "RUNNING", "running")?;
    page.evaluate("window.isSamePage = true")?;
    shop.gateway.set(Gateway::ACCEPTS);
    has_status(&mut page, "SUCCEEDED", "succeeded")?;
    assert_eq!(page.evaluate("window.isSamePage")?, true);
    assert!(shown(&mut page, "#asl-report header")?.contains("succeeded"));
    assert_eq!(page.evaluate("document.querySelector('#redrive-form') === null")?, true);
    assert_eq!(shop.state("bad-1"), State::Succeeded);
    is_quiet(&mut page, &shop);
    Ok(())
}

#[test]
fn the_report_of_a_running_execution_lasts_until_now() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    let shop = Shop::open("running");
    // Some time passes before the task runs that does not end.
    shop.run("slow-1", Gateway::DECLINES);
    std::thread::sleep(Duration::from_millis(20));
    shop.gateway.set(Gateway::HANGS);
    shop.runtime.block_on(shop.store.redrive("charge:slow-1")).expect("it has failed");
    become_role(&mut page, "reader")?;
    page.goto(&shop.address("execution?id=charge:slow-1"))?;
    has_status(&mut page, "RUNNING", "running")?;
    page.wait_for("/^\\+[1-9].* s$/.test(document.querySelector('.axis .last').innerText)")?;
    let bar = "(row => row.querySelector('.bar').offsetWidth / row.querySelector('.bars').offsetWidth)\
               ([...document.querySelectorAll('.row')].findLast(row => row.innerText.includes('Charge')))";
    let share = page.evaluate(bar)?.as_f64().expect("a share");
    assert!(share > 0.5, "{share}");
    // A day later.
    page.evaluate("Date.now = (now => () => now() + 86_400_000)(Date.now)")?;
    page.wait_for("document.querySelector('.axis .fold').innerText === '1 d folded'")?;
    shop.gateway.set(Gateway::ACCEPTS);
    has_status(&mut page, "SUCCEEDED", "succeeded")?;
    is_quiet(&mut page, &shop);
    Ok(())
}

#[test]
fn nothing_is_done_without_permission() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    let shop = Shop::open("refused");
    shop.run("bad-1", Gateway::DECLINES);
    let execution = shop.address("execution?id=charge:bad-1");
    become_role(&mut page, "reader")?;
    page.goto(&execution)?;
    has_status(&mut page, "FAILED", "failed")?;
    assert_eq!(page.evaluate("document.querySelector('#redrive-form') === null")?, true);
    is_quiet(&mut page, &shop);

    // The permission ends while the form is shown.
    become_role(&mut page, "operator")?;
    page.goto(&execution)?;
    page.click("#live-toggle")?;
    become_role(&mut page, "reader")?;
    page.click("#redrive-form button")?;
    page.wait_for("document.querySelector('#problem')")?;
    let problem = shown(&mut page, "#problem")?;
    assert_eq!(problem, "You have no permission to act on executions.");
    assert_eq!(shop.state("bad-1"), State::Failed);

    become_role(&mut page, "guest")?;
    page.goto(&execution)?;
    page.wait_for("document.querySelector('#problem')")?;
    let text = shown(&mut page, "body")?;
    assert!(text.contains("You have no permission to use this console."), "{text}");
    assert!(!text.contains("bad-1"), "{text}");
    Ok(())
}

#[test]
fn the_content_policy_is_in_force() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    let shop = Shop::open("policy");
    become_role(&mut page, "reader")?;
    page.goto(&shop.address("executions"))?;
    for violation in [
        "document.body.append(Object.assign(document.createElement('style'), {textContent: 'p{}'}))",
        "document.body.append(Object.assign(document.createElement('script'), {text: 'hit = 1'}))",
        "document.body.append(Object.assign(new Image(), {src: 'http://example.test/a.png'}))",
        "void fetch('http://example.test/').catch(() => {})",
    ] {
        let before = page.faults().len();
        page.evaluate(violation)?;
        let from = Instant::now();
        while page.faults().len() == before && from.elapsed() < Duration::from_secs(10) {
            page.wait_for("true")?;
        }
        let faults = page.faults().split_off(before);
        assert!(faults.iter().any(|fault| fault.contains("Content Security Policy")), "{faults:?}");
    }
    assert_eq!(page.evaluate("typeof hit")?, "undefined");
    assert_eq!(page.strays(), [""; 0]);
    Ok(())
}
