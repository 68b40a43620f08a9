//! `cargo asl store postgres://..` on a real server, if the variable `ASL_POSTGRES` has the folder of
//! its programs (`cargo xtask test --only postgres`).
#![expect(clippy::expect_used, clippy::print_stderr, reason = "tests")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use asl_durable::Durable;
use asl_postgres::{Options, Postgres};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use asl_servers::postgres::Server;

asl_machine!("../engines/durable/tests/machines/two_steps.asl.json", outside = true);
asl_machine!("../engines/postgres/tests/machines/pause.asl.json", outside = true);

const DEFINITION: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../engines/durable/tests/machines/two_steps.asl.json");

/// Fails the first task if the input says so, and never ends the second one if it says so.
struct Steps;

impl two_steps::Tasks for Steps {
    async fn first(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        match input.at(["fails"]) {
            Some(_) => Err(TaskError::named("Broken")),
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

impl pause::Tasks for Steps {}

#[tokio::main]
async fn main() {
    let Some(programs) = std::env::var_os("ASL_POSTGRES") else {
        eprintln!("skipped: ASL_POSTGRES has no folder with the programs of PostgreSQL");
        return;
    };
    let server = Server::start(Path::new(&programs), &["fsync=off"]).expect("the server starts");
    let url = server.url();
    let (code, _, error) = asl(&url, &["list"]);
    assert!(code == 2 && error.contains("no store is in `postgres://127.0.0.1/"), "{error}");
    let store = open(&url).await;
    start(&store).await;
    reads(&url);
    is_asked_by_check(&url);
    changes(&url);
    serves(&url);
    drop(store);
    is_migrated(&url).await;
    is_changed_offline(&url);
    let store = open(&url).await;
    let states = [("done", 0), ("fails", 0), ("waits", 1)];
    for (name, count) in states {
        let found = store.describe(format!("two_steps:{name}")).await.is_ok();
        assert_eq!(usize::from(found), count, "{name}");
    }
    store.close(Duration::from_secs(5)).await.expect("it closes");
}

async fn open(url: &str) -> Durable {
    let options = Options::default().lease(Duration::from_secs(2));
    let machines = [two_steps::machine(Steps), pause::machine(Steps)];
    Postgres::open(url, machines, options).await.expect("it opens")
}

/// Starts one execution that ends, one that fails and one that waits.
async fn start(store: &Durable) {
    for (name, input) in [("done", json!({})), ("fails", json!({"fails": true}))] {
        store.start("two_steps", name, input).await.expect("it starts");
        store.wait(format!("two_steps:{name}")).await.expect("it ends").ok();
    }
    store.start("two_steps", "waits", json!({"waits": 1})).await.expect("it starts");
    while store.describe("two_steps:waits").await.expect("it is there").waits.is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn reads(url: &str) {
    let ids = ["two_steps:done", "two_steps:fails", "two_steps:waits"];
    let (code, list, _) = asl(url, &["list"]);
    let listed: Vec<&str> =
        list.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!((code, listed), (0, ids.to_vec()));
    let (_, shown, _) = asl(url, &["show", "two_steps:fails"]);
    assert!(shown.contains("error     Broken"), "{shown}");
    let (_, stats, _) = asl(url, &["stats"]);
    assert!(stats.contains("oldest unfinished  two_steps:waits, since "), "{stats}");
    let (code, verified, _) = asl(url, &["verify"]);
    assert!(code == 0 && verified.starts_with("3 executions, "), "{verified}");
    let (_, versions, _) = asl(url, &["versions", "--format", "json"]);
    let versions: serde_json::Value = serde_json::from_str(&versions).expect("JSON");
    assert_eq!(
        (versions.pointer("/0/executions"), versions.as_array().map(Vec::len)),
        (Some(&serde_json::Value::from(3)), Some(1))
    );
    let (code, fits, _) = asl(url, &["check"]);
    assert_eq!((code, &*fits), (0, "all data of unfinished executions fit their types\n"));
    let (_, history, _) = asl(url, &["history", "two_steps:done"]);
    assert!(history.contains("ExecutionSucceeded"), "{history}");
    let (_, report, _) =
        asl(url, &["report", "two_steps:fails", "-o", "-", "--definition", DEFINITION]);
    assert!(report.contains("Broken"), "a page");
    let (_, lines, _) = asl(url, &["export"]);
    assert_eq!(lines.lines().filter(|line| line.contains("\"events\":[")).count(), 3);
    let forecast = cargo_asl(&["diff", "--store", url, DEFINITION]);
    assert_eq!(forecast.0, 0, "{forecast:?}");
    assert!(forecast.1.contains("`two_steps` in version"), "{forecast:?}");
}

/// `asl.toml` may name a store by its address.
fn is_asked_by_check(url: &str) {
    // Outside of this workspace, whose machines would be checked as well.
    let package = std::env::temp_dir().join(format!("asl-postgres-toml-{}", std::process::id()));
    std::fs::create_dir_all(&package).expect("a directory");
    let check = |store: &str| {
        let text = format!("store = {store:?}\n[[machine]]\npath = {DEFINITION:?}\n");
        std::fs::write(package.join("asl.toml"), text).expect("written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-asl"));
        output(command.current_dir(&package).args(["asl", "check"]))
    };
    let (code, _, messages) = check(url);
    assert!(code == 0 && !messages.contains("store"), "{messages}");
    let (code, _, messages) = check(&url.replace("/postgres", "/template1"));
    assert!(code == 0 && messages.contains("there is no store `postgres://asl@"), "{messages}");
    let (code, _, messages) = check("postgres://asl:secret@127.0.0.1:1/none");
    assert!(code == 2 && messages.contains("`postgres://asl@127.0.0.1:1/none` cannot be compared"));
    assert!(!messages.contains("secret"), "{messages}");
    std::fs::remove_dir_all(&package).expect("it is there");
}

fn changes(url: &str) {
    let (code, done, error) = asl(url, &["redrive", "--error", "Broken"]);
    assert_eq!((code, &*done), (0, "redriven two_steps:fails\n"), "{error}");
    let (code, _, error) = asl(url, &["purge", "two_steps:waits"]);
    assert_eq!(
        (code, &*error),
        (
            1,
            "error: the execution `two_steps:waits` has not ended: cancel it first, or wait for it\n"
        )
    );
    let (code, moved, error) =
        asl(url, &["move", "two_steps:waits", "Second", "--input", "{\"waits\":2}"]);
    assert_eq!((code, &*moved), (0, "moved two_steps:waits to Second\n"), "{error}");
    let (code, _, error) = asl(url, &["migrate"]);
    assert!(code == 2 && error.contains("has the store") && error.contains("stop it"), "{error}");
    let (code, _, error) = asl(url, &["cancel", "--offline", "two_steps:waits"]);
    assert!(code == 2 && error.contains("leave out --offline"), "{error}");
}

/// The pages are those of the processes.
fn serves(url: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-asl"));
    command.args(["asl", "store", url, "serve", "--listen", "0"]);
    let mut server = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs");
    let mut line = String::new();
    let output = server.stdout.take().expect("its output");
    BufReader::new(output).read_line(&mut line).expect("an address");
    let (address, key) = line.trim().split_once("/?token=").expect("a key");
    let address = address.trim_start_matches("http://");
    let port = address.rsplit(':').next().expect("a port");
    let mut stream = TcpStream::connect(address).expect("it listens");
    let request = format!(
        "GET /executions HTTP/1.1\r\nHost: {address}\r\nCookie: asl-console-{port}={key}\r\n\
         Connection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("a page");
    server.kill().expect("it runs");
    server.wait().expect("it has ended");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("two_steps:waits"), "{page}");
}

/// The program of a version writes what its executions hold, after a program that has left nothing.
async fn is_migrated(url: &str) {
    let store = open(url).await;
    store.start("pause", "one", json!({"seconds": 600})).await.expect("it starts");
    drop(store);
    let version = pause::MACHINE.version().to_string();
    let migrated = loop {
        match asl(url, &["migrate", &version]) {
            (2, _, error) if error.contains("has the store") => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            migrated => break migrated,
        }
    };
    let told = format!("`pause` in version {version}: 1 of 1 executions written\n");
    assert_eq!((migrated.0, migrated.1), (0, told), "{}", migrated.2);
    let (_, stats, _) = asl(url, &["stats"]);
    assert!(stats.contains("parked executions  1, 1 with a timer"), "{stats}");
}

fn is_changed_offline(url: &str) {
    let (code, _, error) = asl(url, &["purge", "two_steps:done"]);
    assert!(code == 2 && error.contains("use --offline"), "{error}");
    let (_, shown, _) = asl(url, &["show", "two_steps:waits"]);
    assert!(shown.contains("waits     unknown"), "{shown}");
    let (code, purged, error) =
        asl(url, &["purge", "--offline", "two_steps:done", "two_steps:fails"]);
    assert_eq!((code, &*purged), (0, "purged two_steps:done\npurged two_steps:fails\n"), "{error}");
}

/// Exit code, standard output and standard error of `cargo asl store URL ..`.
fn asl(url: &str, arguments: &[&str]) -> (i32, String, String) {
    cargo_asl(&[&["store", url], arguments].concat())
}

fn cargo_asl(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-asl"));
    // The cache of all tests that compile programs.
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("asl-cache");
    command.env("CARGO_ASL_CACHE", cache).env("CARGO_NET_OFFLINE", "true");
    output(command.arg("asl").args(arguments))
}

fn output(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().expect("an exit code"), text(stdout), text(stderr))
}
