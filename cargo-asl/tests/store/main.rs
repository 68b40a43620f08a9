//! `cargo asl store`, on a store that this process has open or has closed.
#![expect(clippy::expect_used, reason = "tests")]

mod versions;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use asl_durable::{Durable, Options};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use tokio::runtime::Runtime;

asl_machine!("../engines/durable/tests/machines/two_steps.asl.json", outside = true);

const DEFINITION: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../engines/durable/tests/machines/two_steps.asl.json");

/// Fails the first task if the input says so, and never ends the second one if it says so.
struct Steps;

impl two_steps::Tasks for Steps {
    async fn first(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        match input.at(["error"]).and_then(Value::as_str) {
            Some(error) => Err(TaskError::new(error.to_owned(), "line\n\u{1b}[31mred")),
            None => Ok(input),
        }
    }

    async fn second(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        if input.at(["waits"]).is_some() {
            std::future::pending::<()>().await;
        }
        Ok(input)
    }
}

/// A release whose first step returns what an earlier one did not.
mod typed {
    use asl_runtime::Shape;
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize, Shape)]
    pub(crate) struct Step {
        waits: u32,
        number: u32,
    }

    asl_runtime::asl_machine! {
        pub(crate) "../engines/durable/tests/machines/two_steps.asl.json",
        outside = true,
        tasks = { first: fn(super::Value) -> Step },
    }
}

impl typed::two_steps::Tasks for Steps {
    async fn first(&self, _: &TaskContext, _: Value) -> Result<typed::Step, TaskError> {
        Err(TaskError::named("Unused"))
    }

    async fn second(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        two_steps::Tasks::second(self, cx, input).await
    }
}

/// A store with one execution that has ended, two that have failed and one that waits.
struct Shop {
    runtime: Runtime,
    directory: PathBuf,
    store: Option<Durable>,
}

impl Shop {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("cargo-asl-store-{}-{number}", std::process::id());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let runtime = runtime.expect("a runtime");
        let directory = std::env::temp_dir().join(name);
        let mut shop = Self { runtime, directory, store: None };
        shop.open();
        shop.start("done", json!({}));
        shop.start("failed", json!({"error": "Broken"}));
        shop.start("hostile", json!({"error": "Bad\u{1b}[2J\u{202e}"}));
        let store = shop.store();
        let started = store.start("two_steps", "waits", json!({"waits": 1}));
        shop.runtime.block_on(started).expect("it starts");
        while !shop.run(&["show", "two_steps:waits"]).1.contains("Second") {
            shop.runtime.block_on(async { tokio::time::sleep(Duration::from_millis(1)).await });
        }
        shop
    }

    fn open(&mut self) {
        let machines = [two_steps::machine(Steps)];
        let opened = Durable::open(&self.directory, machines, Options::default());
        self.store = Some(self.runtime.block_on(opened).expect("it opens"));
    }

    fn close(&mut self) {
        let store = self.store.take().expect("it is open");
        self.runtime.block_on(store.close(Duration::ZERO)).expect("it closes");
    }

    fn store(&self) -> Durable {
        self.store.clone().expect("it is open")
    }

    fn start(&self, name: &str, input: Value) {
        let store = self.store();
        self.runtime.block_on(async {
            let id = store.start("two_steps", name, input).await.expect("it starts").id;
            store.wait(id).await.expect("it ends").ok();
        });
    }

    /// Exit code, standard output and standard error.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        run(&self.directory.display().to_string(), arguments)
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        // It may help to investigate a failed test; the next run creates another one.
        let _ = fs::remove_dir_all(&self.directory);
    }
}

fn run(directory: &str, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-asl"));
    command.args(["asl", "store", directory]).args(arguments);
    let Output { status, stdout, stderr } = command.output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let told = (status.code().expect("an exit code"), text(stdout), text(stderr));
    let visible = |text: &str| !text.contains(['\u{1b}', '\u{202e}']);
    assert!(visible(&told.1) && visible(&told.2), "no control characters: {told:?}");
    told
}

fn ids(list: &str) -> Vec<&str> {
    list.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect()
}

#[test]
fn data_that_do_not_fit_the_types_of_the_program_are_listed() {
    let mut shop = Shop::new();
    let (code, fits, _) = shop.run(&["check"]);
    assert_eq!((code, &*fits), (0, "all data of unfinished executions fit their types\n"));
    shop.close();
    let (code, nothing, error) = shop.run(&["check"]);
    assert_eq!((code, &*nothing), (2, ""));
    assert!(error.contains("the types are in the code of the process"), "{error}");
    let machines = [typed::two_steps::machine(Steps)];
    let opened = Durable::open(&shop.directory, machines, Options::default());
    let store = shop.runtime.block_on(opened).expect("it opens");
    assert_eq!(store.unfit_data(), [], "the store does not know the earlier types");
    shop.store = Some(store);
    let (code, table, _) = shop.run(&["check"]);
    assert_eq!(code, 1);
    let row = table.lines().nth(1).expect("one execution waits");
    assert!(row.starts_with("two_steps:waits"), "{table}");
    assert!(row.contains("Step") && row.contains("the member `number`"), "{table}");
    let (code, json, _) = shop.run(&["check", "--format", "json"]);
    assert_eq!(code, 1);
    assert!(json.contains("\"reason\":\"needs the member `number`\""), "{json}");
}

#[test]
fn executions_are_listed_by_filters_and_pages() {
    let shop = Shop::new();
    let (code, all, _) = shop.run(&["list"]);
    assert!(all.starts_with("ID "), "{all}");
    let expected = ["two_steps:done", "two_steps:failed", "two_steps:hostile", "two_steps:waits"];
    assert_eq!((code, ids(&all)), (0, expected.to_vec()));
    let list = |arguments: &[&str]| {
        let (code, list, error) = shop.run(&[&["list"], arguments].concat());
        assert_eq!(code, 0, "{error}");
        ids(&list).into_iter().map(|id| id.replace("two_steps:", "")).collect::<Vec<_>>()
    };
    assert_eq!(list(&["--error", "Broken"]), ["failed"]);
    assert_eq!(list(&["--status", "failed", "--text", "host"]), ["hostile"]);
    assert_eq!(list(&["--machine", "two_step"]), [""; 0]);
    assert_eq!(list(&["--ended-since", "1h", "--status", "succeeded"]), ["done"]);
    assert_eq!(list(&["--started-before", "1h"]), [""; 0]);
    assert_eq!(list(&["--started-since", "2026-01-01T00:00:00Z", "--limit", "1"]), ["done"]);
    let digits = two_steps::MACHINE.version().to_string();
    assert_eq!(list(&["--version", &digits, "--after", "two_steps:hostile"]), ["waits"]);
    assert_eq!(list(&["--version", "zzzz"]), [""; 0]);
    let (_, _, more) = shop.run(&["list", "--limit", "2"]);
    assert_eq!(more, "there are more: continue with --after 'two_steps:failed'\n");
    let (_, json, _) = shop.run(&["list", "--format", "json", "--limit", "2"]);
    let page: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(page["next"], "two_steps:failed");
    assert_eq!(page["executions"][1]["error"], "Broken");
    assert_eq!(page["executions"][1]["version"], digits);
    let (code, _, wrong) = shop.run(&["list", "--started-since", "yesterday"]);
    assert!(code == 2 && wrong.contains("write an age such as `15m`"), "{wrong}");
}

#[test]
fn one_execution_is_shown_with_its_history_and_report() {
    let shop = Shop::new();
    let (code, failed, _) = shop.run(&["show", "two_steps:failed"]);
    assert_eq!(code, 0);
    for expected in
        ["status    FAILED", "error     Broken", r"cause     line\n", "two_steps.asl.json:5"]
    {
        assert!(failed.contains(expected), "{expected}: {failed}");
    }
    let (_, waits, _) = shop.run(&["show", "two_steps:waits"]);
    assert!(waits.contains("waits     in Second for task (Second#1)"), "{waits}");
    let (_, json, _) = shop.run(&["show", "two_steps:waits", "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&told["input"]["waits"], &told["waits"][0]["for"]), (&1.into(), &"task".into()));

    let (code, history, _) = shop.run(&["history", "two_steps:done"]);
    let own = shop.runtime.block_on(shop.store().history("two_steps:done")).expect("a history");
    assert_eq!((code, history), (0, own.to_json_string() + "\n"));
    let page = shop.directory.with_extension("html");
    let file = page.display().to_string();
    let arguments = ["report", "two_steps:failed", "-o", &file, "--definition", DEFINITION];
    let (code, _, error) = shop.run(&arguments);
    assert_eq!((code, error.as_str()), (0, ""));
    let text = fs::read_to_string(&page).expect("the page");
    assert!(text.contains("two_steps.asl.json:") && text.contains("Broken"));
    fs::remove_file(page).expect("it is there");

    let (code, _, error) = shop.run(&["show", "two_steps:none"]);
    assert_eq!((code, error.as_str()), (1, "error: no execution has the id `two_steps:none`\n"));
}

#[test]
fn figures_and_verification_of_a_store_and_of_a_damaged_one() {
    let mut shop = Shop::new();
    let (code, figures, _) = shop.run(&["stats"]);
    assert_eq!(code, 0);
    assert!(figures.contains("FAILED     2\n") && figures.contains("RUNNING    1\n"), "{figures}");
    assert!(figures.contains("oldest unfinished  two_steps:waits, since "), "{figures}");
    let (_, json, _) = shop.run(&["stats", "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&told["files"], &told["oldest"]["id"]), (&1.into(), &"two_steps:waits".into()));
    let (code, verified, _) = shop.run(&["verify"]);
    assert!(
        code == 0 && verified.starts_with("4 executions, ") && verified.ends_with("no damage\n")
    );
    shop.close();
    let file = shop.directory.join("journal-0000000001.log");
    let mut bytes = fs::read(&file).expect("it is there");
    bytes[300] ^= 1;
    fs::write(&file, bytes).expect("it can be written");
    let (code, _, damage) = shop.run(&["verify"]);
    assert_eq!(code, 1);
    assert!(damage.contains("journal-0000000001.log` is damaged at byte "), "{damage}");
    assert_eq!(shop.run(&["list"]).0, 2);
}

#[test]
fn executions_are_changed_through_the_process_that_has_the_store_open() {
    let shop = Shop::new();
    let select = ["redrive", "--error", "Broken", "--ended-since", "1h"];
    let (_, dry, _) = shop.run(&[&select[..], &["--dry-run"]].concat());
    assert_eq!(dry, "two_steps:failed\n");
    let (code, done, error) = shop.run(&select);
    assert_eq!((code, done.as_str()), (0, "redriven two_steps:failed\n"), "{error}");
    let again = shop.runtime.block_on(shop.store().wait("two_steps:failed")).expect("it ends");
    assert_eq!(again.expect_err("it fails again").error(), Some("Broken"));

    let cancel = ["cancel", "two_steps:waits", "--with-error", "Stop", "--with-cause", "night"];
    assert_eq!(shop.run(&cancel).1, "cancelled two_steps:waits\n");
    let (code, _, refused) = shop.run(&cancel);
    let ended = "error: the execution `two_steps:waits` has ended: ABORTED\n";
    assert_eq!((code, refused.as_str()), (1, ended));
    let (_, shown, _) = shop.run(&["show", "two_steps:waits"]);
    assert!(shown.contains("error     Stop\n") && shown.contains("cause     night\n"), "{shown}");

    let (code, lines, _) = shop.run(&["export", "--status", "succeeded"]);
    let line: serde_json::Value = serde_json::from_str(&lines).expect("one line of JSON");
    assert_eq!((code, &line["execution"]["id"]), (0, &"two_steps:done".into()));
    assert_eq!(line["events"][0]["type"], "ExecutionStarted");
    let (code, purged, _) = shop.run(&["purge", "two_steps:done", "two_steps:none"]);
    assert_eq!((code, purged.as_str()), (1, "purged two_steps:done\n"));
    let (code, _, error) = shop.run(&["purge"]);
    assert!(code == 2 && error.contains("name executions by their ids"), "{error}");
}

#[test]
fn a_store_that_no_process_has_open_is_changed_offline() {
    let mut shop = Shop::new();
    let (code, _, error) = shop.run(&["purge", "--offline", "two_steps:done"]);
    let open = format!("error: process {} has the store `", std::process::id());
    assert!(code == 2 && error.starts_with(&open), "{error}");
    shop.close();
    let (code, _, error) = shop.run(&["cancel", "two_steps:waits"]);
    assert!(code == 2 && error.contains("use --offline"), "{error}");
    let (code, _, error) = shop.run(&["history", "two_steps:done"]);
    assert!(code == 2 && error.contains("in the process that has the store open"), "{error}");
    let (_, shown, _) = shop.run(&["show", "two_steps:waits"]);
    assert!(shown.contains("waits     unknown"), "{shown}");
    let (code, _, error) = shop.run(&["redrive", "--offline", "two_steps:failed"]);
    assert!(code == 1 && error.contains("a redrive needs the code of the machine"), "{error}");
    let cancel = ["cancel", "--offline", "two_steps:waits", "--with-error", "Stop"];
    assert_eq!(shop.run(&cancel).1, "cancelled two_steps:waits\n");
    let (_, purged, _) = shop.run(&["purge", "--offline", "--status", "failed"]);
    assert_eq!(purged, "purged two_steps:failed\npurged two_steps:hostile\n");
    let (_, lines, _) = shop.run(&["export", "--offline"]);
    assert_eq!(lines.lines().count(), 2);
    shop.open();
    let history = shop.runtime.block_on(shop.store().history("two_steps:waits")).expect("it has");
    assert!(
        history.to_json_string().contains(r#""executionAbortedEventDetails":{"error":"Stop"}"#)
    );
}

#[test]
fn a_busy_store_is_read_by_another_process() {
    let shop = Shop::new();
    let store = shop.store();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
            runtime.expect("a runtime").block_on(async {
                for number in 0.. {
                    if is_over.load(Ordering::Relaxed) {
                        break;
                    }
                    let name = format!("busy-{number:06}");
                    store.start("two_steps", name, json!({})).await.expect("it starts");
                    if number % 100 == 99 {
                        store.compact().await.expect("it compacts");
                    }
                }
            });
        });
        for _ in 0..10 {
            let (code, verified, error) = shop.run(&["verify"]);
            assert!(code == 0 && verified.contains("no damage"), "{verified}{error}");
            let (code, list, error) = shop.run(&["list", "--text", "busy-", "--limit", "10000"]);
            assert_eq!(code, 0, "{error}");
            let count = ids(&list).len();
            let all = (0..count).map(|number| format!("two_steps:busy-{number:06}"));
            assert!(all.eq(ids(&list).into_iter().map(str::to_owned)), "a prefix of the starts");
        }
        is_over.store(true, Ordering::Relaxed);
    });
}

#[test]
fn other_directories_are_errors_with_the_path() {
    let (code, _, error) = run("/nowhere/at/all", &["list"]);
    assert!(code == 2 && error.starts_with("error: cannot list `/nowhere/at/all`: "), "{error}");
    let (code, _, error) = run(env!("CARGO_MANIFEST_DIR"), &["stats"]);
    assert!(code == 2 && error.contains("is not a store, and `"), "{error}");
    let mut shop = Shop::new();
    shop.close();
    let file = shop.directory.join("journal-0000000001.log");
    let mut bytes = fs::read(&file).expect("it is there");
    bytes[8] = 9;
    // The checksum of the header is in its last bytes, the same in all versions of the format.
    let checksum = crc32(&bytes[..60]);
    bytes[60..64].copy_from_slice(&checksum.to_le_bytes());
    fs::write(&file, bytes).expect("it can be written");
    let (code, _, error) = shop.run(&["list"]);
    assert!(code == 2 && error.contains("is written in version 9 of the format"), "{error}");
    assert!(error.contains("open the store with the program that wrote it"), "{error}");
}

/// The console in a process of its own.
struct Served {
    process: Child,
    /// Address and port.
    host: String,
    key: String,
}

impl Served {
    fn new(shop: &Shop, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-asl"));
        command.args(["asl", "store"]).arg(&shop.directory).arg("serve").args(arguments);
        let mut process = command.stdout(Stdio::piped()).spawn().expect("it runs");
        let mut line = String::new();
        let stdout = process.stdout.as_mut().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let address = line.trim_end().strip_prefix("http://").expect("an address");
        let (host, key) = address.split_once("/?token=").expect("a key");
        assert_eq!(key.len(), 64, "{line}");
        Self { process, host: host.to_owned(), key: key.to_owned() }
    }

    /// Sends a request, and returns the answer with its head.
    fn send(&self, line: &str, host: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        let length = body.len();
        let text = format!(
            "{line} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{headers}content-type: \
             application/x-www-form-urlencoded\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(text.as_bytes()).expect("it is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// The header that the first visit makes the browser send.
    fn cookie(&self) -> String {
        let entered = self.send(&format!("GET /?token={}", self.key), &self.host, "", "");
        assert!(entered.starts_with("HTTP/1.1 303 "), "{entered}");
        assert!(entered.contains("location: /executions\r\n"), "{entered}");
        let set = entered.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let (cookie, rest) = set.expect("a cookie").split_once(';').expect("attributes");
        assert_eq!(rest, " Path=/; HttpOnly; SameSite=Strict");
        format!("cookie: other=1; {cookie}\r\n")
    }

    fn get(&self, path: &str) -> String {
        self.send(&format!("GET {path}"), &self.host, &self.cookie(), "")
    }

    fn post(&self, path: &str, form: &str) -> String {
        let headers = self.cookie() + "sec-fetch-site: same-origin\r\n";
        self.send(&format!("POST {path}"), &self.host, &headers, form)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The input of the failed execution in its report.
const INPUT: &str = r#"{\"error\":\"Broken\"}"#;

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

#[test]
fn pages_are_served_to_those_who_have_the_key() {
    let shop = Shop::new();
    let mut served = Served::new(&shop, &[]);
    assert!(served.host.starts_with("127.0.0.1:"), "{}", served.host);
    let list = served.get("/executions");
    assert_eq!(status(&list), "200", "{list}");
    for id in ["two_steps:done", "two_steps:failed", "two_steps:waits"] {
        assert!(list.contains(id), "{id}: {list}");
    }
    let wrong = format!("cookie: asl-console={}\r\n", served.key);
    for headers in ["", &wrong, &served.cookie().replace(&served.key, &"0".repeat(64))] {
        for path in ["GET /executions", "GET /?token=", "POST /cancel"] {
            let answer = served.send(path, &served.host, headers, "id=two_steps:waits");
            assert_eq!(status(&answer), "403", "{path}: {answer}");
        }
    }
    let other = served.send("GET /executions", "pages.example", &served.cookie(), "");
    assert_eq!(status(&other), "421", "{other}");
    let data = served.get("/report.json?id=two_steps:failed");
    assert!(status(&data) == "200" && data.contains(INPUT), "{data}");
    let missing = served.get("/execution?id=two_steps:none");
    assert_eq!(status(&missing), "404", "{missing}");

    #[cfg(unix)]
    {
        let pid = served.process.id().to_string();
        Command::new("kill").args(["-INT", &pid]).status().expect("it runs");
        assert_eq!(served.process.wait().expect("it ends").code(), Some(0));
    }
}

#[test]
fn pages_act_through_the_process_that_has_the_store_open() {
    let mut shop = Shop::new();
    let served = Served::new(&shop, &["--redact", "$.error"]);
    let page = served.get("/execution?id=two_steps:waits");
    assert!(page.contains("id=\"cancel-form\""), "{page}");
    let form = "id=two_steps:waits&error=Stop&cause=night";
    let done = served.post("/cancel", form);
    assert_eq!(status(&done), "303", "{done}");
    let page = served.get("/execution?id=two_steps:waits&done=cancel");
    assert!(page.contains("The execution was cancelled.") && page.contains("Stop"), "{page}");
    let again = served.post("/cancel", form);
    assert!(status(&again) == "409" && again.contains("has ended: ABORTED"), "{again}");
    let data = served.get("/report.json?id=two_steps:failed");
    assert!(status(&data) == "200" && !data.contains(INPUT), "{data}");

    let done = served.post("/redrive", "id=two_steps:failed");
    assert_eq!(status(&done), "303", "{done}");
    let ended = shop.runtime.block_on(shop.store().wait("two_steps:failed")).expect("it ends");
    assert_eq!(ended.expect_err("it fails again").error(), Some("Broken"));

    let reader = Served::new(&shop, &["--read-only"]);
    let page = reader.get("/execution?id=two_steps:failed");
    assert!(status(&page) == "200" && !page.contains("redrive-form"), "{page}");
    assert_eq!(status(&reader.post("/redrive", "id=two_steps:failed")), "403");

    shop.close();
    let page = served.get("/execution?id=two_steps:failed");
    assert!(status(&page) == "200" && !page.contains("redrive-form"), "{page}");
    let refused = served.post("/redrive", "id=two_steps:failed");
    assert!(status(&refused) == "503" && refused.contains("Cannot reach"), "{refused}");
}

#[test]
fn a_console_that_cannot_be_served_is_an_error() {
    let shop = Shop::new();
    let (code, _, error) = shop.run(&["serve", "--listen", "everywhere"]);
    assert!(code == 2 && error.contains("write a port, or an address such as"), "{error}");
    let (code, _, error) = shop.run(&["serve", "--redact", "card"]);
    assert!(code == 2 && error.contains("card"), "{error}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address");
    let (code, _, error) = shop.run(&["serve", "--listen", &address.to_string()]);
    assert!(code == 2 && error.contains(&format!("cannot listen at {address}: ")), "{error}");
}

/// The CRC-32 of zlib, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc: u32, _| {
            if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 }
        })
    })
}
