//! A page in a process of Chromium of its own.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use asl_conformance::print;
use asl_conformance::problem::{Problem, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::pipe::{PATIENCE, Pipe};
use crate::process::Process;
use crate::program;
use crate::trap::Trap;

/// The reader's preference for light or dark pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Dark text on light paper.
    Light,
    /// Light text on dark paper.
    Dark,
}

impl Scheme {
    /// The word of CSS.
    pub fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// A page. Dropping it ends Chromium.
pub struct Page {
    /// Closed before the process is awaited: fields are dropped in this order.
    pipe: Pipe,
    process: Process,
    trap: Trap,
    session: String,
    requests: Vec<String>,
    faults: Vec<String>,
    shown: u32,
}

/// An empty page for a test, or none if there is no Chromium: then the reason is printed, and the
/// test has nothing to do.
///
/// # Errors
/// Chromium does not start.
pub fn page_of_test() -> Result<Option<Page>> {
    match program::found() {
        Ok(program) => Page::open(&program).map(Some),
        Err(problem) => {
            let name = std::thread::current().name().unwrap_or("a test").to_owned();
            print::error(&format!("skipped: {name}: no Chromium, because {problem}"));
            Ok(None)
        }
    }
}

impl Page {
    /// Starts Chromium with an empty page of 1,280 by 800 pixels in light colours.
    ///
    /// # Errors
    /// Chromium does not start or does not answer: the error has the end of what it printed.
    pub fn open(program: &Path) -> Result<Self> {
        let trap = Trap::new()?;
        let (process, input, output) = Process::start(program)?;
        let mut pipe = Pipe::new(input, output);
        let session = attach(&mut pipe, &trap)
            .map_err(|problem| Problem::new(format!("{problem}\n{}", process.log())))?;
        let (requests, faults) = (Vec::new(), Vec::new());
        let mut page = Self { pipe, process, trap, session, requests, faults, shown: 0 };
        for domain in ["Page", "Runtime", "Network", "Log"] {
            page.call(&format!("{domain}.enable"), &json!({}))?;
        }
        page.resize(1280, 800)?;
        page.prefer(Scheme::Light)?;
        Ok(page)
    }

    /// Calls a method of the protocol on the page.
    ///
    /// # Errors
    /// Chromium refuses it, or does not answer in time.
    pub fn call(&mut self, method: &str, parameters: &Value) -> Result<Value> {
        let session = self.session.clone();
        self.pipe.call(method, parameters, Some(&session))
    }

    /// Opens an address, and waits until it is loaded with all that it refers to.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn goto(&mut self, url: &str) -> Result<()> {
        let done = self.call("Page.navigate", &json!({"url": url}))?;
        if let Some(error) = done.get("errorText").and_then(Value::as_str) {
            return Err(Problem::new(format!("{url}: {error}")));
        }
        self.wait_for("location.href !== 'about:blank' && document.readyState === 'complete'")
    }

    /// Opens a page with this text, as a file.
    ///
    /// # Errors
    /// It cannot be written or opened.
    pub fn show(&mut self, html: &str) -> Result<String> {
        self.shown += 1;
        let file = self.process.folder().join(format!("page-{}.html", self.shown));
        fs::write(&file, html).map_err(|error| Problem::at(&file, &error))?;
        let url = format!("file://{}", file.display());
        self.goto(&url)?;
        Ok(url)
    }

    /// The value of an expression of JavaScript, after promises.
    ///
    /// # Errors
    /// It throws an error.
    pub fn evaluate(&mut self, expression: &str) -> Result<Value> {
        let parameters =
            json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let done = self.call("Runtime.evaluate", &parameters)?;
        if let Some(thrown) = done.get("exceptionDetails") {
            return Err(Problem::new(format!("{expression}: {}", text_of(thrown))));
        }
        Ok(done.pointer("/result/value").cloned().unwrap_or_default())
    }

    /// Waits until an expression is true.
    ///
    /// # Errors
    /// It is not within a minute: the error has the faults of the page.
    pub fn wait_for(&mut self, condition: &str) -> Result<()> {
        let from = Instant::now();
        let is_true = format!("Boolean({condition})");
        // It may throw while another page is being opened, or while elements are missing.
        while self.evaluate(&is_true).ok() != Some(Value::Bool(true)) {
            if from.elapsed() > PATIENCE {
                let faults = self.faults().join("\n");
                return Err(Problem::new(format!("never true: {condition}\n{faults}")));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Sets the size of the window, in pixels.
    ///
    /// # Errors
    /// Chromium refuses it.
    pub fn resize(&mut self, width: u32, height: u32) -> Result<()> {
        let parameters =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", &parameters).map(drop)
    }

    /// Sets the reader's preference for light or dark pages.
    ///
    /// # Errors
    /// Chromium refuses it.
    pub fn prefer(&mut self, scheme: Scheme) -> Result<()> {
        let feature = json!({"name": "prefers-color-scheme", "value": scheme.word()});
        self.call("Emulation.setEmulatedMedia", &json!({"features": [feature]})).map(drop)
    }

    /// Writes a picture of the window as PNG.
    ///
    /// # Errors
    /// It cannot be taken or written.
    pub fn screenshot(&mut self, file: &Path) -> Result<()> {
        let taken = self.call("Page.captureScreenshot", &json!({"format": "png"}))?;
        let data = taken.get("data").and_then(Value::as_str).unwrap_or_default();
        let bytes = STANDARD
            .decode(data)
            .map_err(|error| Problem::new(format!("a screenshot that is no base64: {error}")))?;
        fs::write(file, bytes).map_err(|error| Problem::at(file, &error))
    }

    /// Addresses of all requests of the page until now, its own included.
    pub fn requests(&mut self) -> Vec<String> {
        self.read_events();
        self.requests.clone()
    }

    /// Requests of the page, or on its behalf, that would have left the machine.
    pub fn strays(&self) -> Vec<String> {
        self.trap.caught()
    }

    /// Errors of scripts, of the console and of the content policy until now.
    pub fn faults(&mut self) -> Vec<String> {
        self.read_events();
        self.faults.clone()
    }

    fn read_events(&mut self) {
        for event in self.pipe.events() {
            let parameters = event.get("params").cloned().unwrap_or_default();
            match event.get("method").and_then(Value::as_str).unwrap_or_default() {
                "Network.requestWillBeSent" => {
                    self.requests.push(text_at(&parameters, "/request/url"));
                }
                "Network.webSocketCreated" => self.requests.push(text_at(&parameters, "/url")),
                "Runtime.exceptionThrown" => {
                    let details = parameters.get("exceptionDetails");
                    self.faults.push(details.map(text_of).unwrap_or_default());
                }
                "Log.entryAdded" if text_at(&parameters, "/entry/level") == "error" => {
                    self.faults.push(text_at(&parameters, "/entry/text"));
                }
                _ => {}
            }
        }
    }
}

/// The session of a new page, in a context whose requests go to the trap, except for loopback.
fn attach(pipe: &mut Pipe, trap: &Trap) -> Result<String> {
    let proxy = json!({"proxyServer": format!("http://{}", trap.address())});
    let context = pipe.call("Target.createBrowserContext", &proxy, None)?;
    let context = text_at(&context, "/browserContextId");
    let parameters = json!({"url": "about:blank", "browserContextId": context});
    let made = pipe.call("Target.createTarget", &parameters, None)?;
    let target = text_at(&made, "/targetId");
    let parameters = json!({"targetId": target, "flatten": true});
    let attached = pipe.call("Target.attachToTarget", &parameters, None)?;
    Ok(text_at(&attached, "/sessionId"))
}

fn text_at(value: &Value, pointer: &str) -> String {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The message of an exception.
fn text_of(exception: &Value) -> String {
    let described = text_at(exception, "/exception/description");
    if described.is_empty() { exception.to_string() } else { described }
}
