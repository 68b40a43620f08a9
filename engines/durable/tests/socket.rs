//! The socket of an open store.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::Shutdown;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use asl_durable::{Durable, Options, Remote, RemoteError, State};
use asl_language::random::SplitMix64;
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};

asl_machine!("tests/machines/two_steps.asl.json", default_task_timeout = 60);

struct Steps;

impl two_steps::Tasks for Steps {
    async fn first(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Err(TaskError::new("Broken", "by request"))
    }

    async fn second(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }
}

/// The first task never ends.
struct Waits;

impl two_steps::Tasks for Waits {
    async fn first(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        std::future::pending().await
    }

    async fn second(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }
}

/// A directory that is removed afterwards.
struct Directory(PathBuf);

impl Directory {
    fn new(suffix: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("asl-socket-tests-{}-{number}{suffix}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn socket(&self) -> PathBuf {
        self.0.join("store.socket")
    }

    async fn open(&self, options: Options) -> Durable {
        Durable::open(&self.0, [two_steps::machine(Steps)], options).await.unwrap()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // It may help to investigate a failed test; the next run creates another one.
        let _ = fs::remove_dir_all(&self.0);
    }
}

async fn close(store: Durable) {
    store.close(Duration::from_secs(10)).await.unwrap();
}

fn text(error: &RemoteError) -> String {
    error.to_string()
}

#[tokio::test]
async fn calls_reach_the_process_that_has_the_store_open() {
    let directory = Directory::new("");
    let store = directory.open(Options::default()).await;
    let mode = directory.socket().metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let id = store.start("two_steps", "1", json!({"a": 1})).await.unwrap().id;
    store.wait(id.clone()).await.unwrap().unwrap_err();

    let mut remote = Remote::connect(&directory.0).unwrap();
    let told = remote.describe(&id).unwrap();
    assert_eq!(told, store.describe(id.clone()).await.unwrap().to_json());
    assert_eq!(told.at(["error"]), Some(&json!("Broken")));
    assert_eq!(told.at(["input"]), Some(&json!({"a": 1})));
    assert_eq!(remote.history(&id).unwrap(), store.history(id.clone()).await.unwrap());
    remote.redrive(&id).unwrap();
    store.wait(id.clone()).await.unwrap().unwrap_err();
    let refused = text(&remote.cancel(&id, "Stop", "by hand").unwrap_err());
    assert_eq!(refused, "the execution `two_steps:1` has ended: FAILED");
    remote.purge(&id).unwrap();
    let unknown = text(&remote.describe(&id).unwrap_err());
    assert_eq!(unknown, "no execution has the id `two_steps:1`");
    let token = remote.success("none", json!(1)).unwrap_err();
    assert!(matches!(token, RemoteError::Refused(_)), "{token}");
    let token = remote.failure("none", "E", "c").unwrap_err();
    assert!(matches!(token, RemoteError::Refused(_)), "{token}");

    close(store).await;
    assert!(!directory.socket().exists());
    assert!(matches!(remote.describe(&id).unwrap_err(), RemoteError::Refused(_)));
    let gone = text(&Remote::connect(&directory.0).unwrap_err());
    assert!(gone.contains("no process has the store open"), "{gone}");
}

#[tokio::test]
async fn an_execution_is_cancelled_with_error_and_cause() {
    let directory = Directory::new("");
    let machines = [two_steps::machine(Waits)];
    let store = Durable::open(&directory.0, machines, Options::default()).await.unwrap();
    let id = store.start("two_steps", "1", json!({})).await.unwrap().id;
    let mut remote = Remote::connect(&directory.0).unwrap();
    let waits = remote.describe(&id).unwrap();
    assert_eq!(waits.at(["waits"]).unwrap().to_json_string().matches("\"First\"").count(), 1);
    remote.cancel(&id, "Operator.Stop", "at night").unwrap();
    let told = store.describe(id).await.unwrap();
    assert_eq!(told.summary.state, State::Aborted);
    assert_eq!(told.failure.unwrap().cause(), Some("at night"));
    close(store).await;
}

#[tokio::test]
async fn hostile_lines_get_an_error_and_the_store_continues() {
    let directory = Directory::new("");
    let store = directory.open(Options::default()).await;
    let ask = |line: &[u8]| {
        let mut stream = UnixStream::connect(directory.socket()).unwrap();
        stream.write_all(line).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = String::new();
        BufReader::new(stream).read_line(&mut answer).unwrap();
        answer
    };
    let nested = |field: &str| {
        let begin = format!("{{\"v\":1,\"call\":\"success\",\"{field}\":");
        [begin.into_bytes(), vec![b'['; 200_000], b"\n".to_vec()].concat()
    };
    let (nested_output, nested_unknown) = (nested("output"), nested("other"));
    let deep = [vec![b'['; 200_000], b"\n".to_vec()].concat();
    let lines: [(&[u8], &str); 9] = [
        (b"GET / HTTP/1.1\r\n", "the request cannot be read"),
        (b"\xff\xfe\n", "the request cannot be read"),
        (b"{\"v\":2,\"call\":\"purge\",\"id\":\"x\"}\n", "use the tool of the same release"),
        (b"{\"v\":1,\"call\":\"format\"}\n", "does not know this call"),
        (b"{\"v\":1,\"call\":\"describe\",\"id\":\"\\u0000\"}\n", "no execution has the id"),
        (b"{\"v\":1,\"call\":\"descr", "is not a line"),
        (&deep, "the request cannot be read"),
        (&nested_output, "the request cannot be read"),
        (&nested_unknown, "the request cannot be read"),
    ];
    for (line, expected) in lines {
        let answer = ask(line);
        assert!(answer.starts_with("{\"v\":1,\"error\":"), "{answer}");
        assert!(answer.contains(expected), "{answer}");
    }
    // Nine connections that say nothing: the ninth is closed, and the store works.
    let silent: Vec<_> = (0..9).map(|_| UnixStream::connect(directory.socket()).unwrap()).collect();
    assert!(store.start("two_steps", "1", json!({})).await.unwrap().is_new);
    close(store).await;
    drop(silent);
}

#[tokio::test]
async fn a_socket_that_was_left_is_replaced_and_another_file_is_not() {
    let directory = Directory::new("");
    close(directory.open(Options::default()).await).await;
    drop(UnixListener::bind(directory.socket()).unwrap());
    let left = text(&Remote::connect(&directory.0).unwrap_err());
    assert!(left.contains("the process that had the store open has ended"), "{left}");
    let store = directory.open(Options::default()).await;
    let unknown = Remote::connect(&directory.0).unwrap().describe("x").unwrap_err();
    assert!(matches!(unknown, RemoteError::Refused(_)), "{unknown}");
    close(store).await;

    fs::write(directory.socket(), "mine").unwrap();
    let store = directory.open(Options::default()).await;
    assert_eq!(fs::read(directory.socket()).unwrap(), b"mine");
    close(store).await;
}

#[tokio::test]
async fn a_directory_that_others_can_enter_has_no_socket() {
    let directory = Directory::new("");
    close(directory.open(Options::default()).await).await;
    fs::set_permissions(&directory.0, fs::Permissions::from_mode(0o750)).unwrap();
    let store = directory.open(Options::default()).await;
    assert!(!directory.socket().exists());
    let why = text(&Remote::connect(&directory.0).unwrap_err());
    assert!(why.contains("other users can enter the directory"), "{why}");
    close(store).await;

    let directory = Directory::new("");
    let store = directory.open(Options::default().socket(false)).await;
    assert!(!directory.socket().exists());
    let why = text(&Remote::connect(&directory.0).unwrap_err());
    assert!(why.contains("without the option `socket`"), "{why}");
    close(store).await;
}

/// Paths of sockets are limited to about 100 bytes; Linux has a way around it.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_long_path_has_a_socket_too() {
    let directory = Directory::new(&"-long".repeat(40));
    let store = directory.open(Options::default()).await;
    assert!(directory.socket().exists());
    let unknown = Remote::connect(&directory.0).unwrap().describe("x").unwrap_err();
    assert!(matches!(unknown, RemoteError::Refused(_)), "{unknown}");
    close(store).await;
    assert!(!directory.socket().exists());
}

/// Requests of which some bytes are others, and bytes that are no request at all.
#[tokio::test]
async fn random_bytes_change_nothing() {
    const CALLS: [&str; 5] = [
        r#"{"v":1,"call":"describe","id":"two_steps:1"}"#,
        r#"{"v":1,"call":"history-page","id":"two_steps:1","reverse":true,"after":7,"limit":2}"#,
        r#"{"v":1,"call":"success","token":"dHdv","output":{"a":[1,2.5,"\u00e9"]}}"#,
        r#"{"v":1,"call":"failure","token":"","error":"E","cause":"c"}"#,
        r#"{"v":1,"call":"history","id":""}"#,
    ];
    let directory = Directory::new("");
    let store = directory.open(Options::default()).await;
    let id = store.start("two_steps", "1", json!({"a": 1})).await.unwrap().id;
    store.wait(id.clone()).await.unwrap().unwrap_err();
    let before = store.history(id.clone()).await.unwrap();

    let mut random = SplitMix64::new(15);
    for round in 0..400 {
        let mut line = CALLS[random.index(CALLS.len())].as_bytes().to_vec();
        if round % 8 == 0 {
            line = (0..random.index(300)).map(|_| random.next_u64().to_le_bytes()[0]).collect();
        } else {
            for _ in 0..=random.index(4) {
                let place = random.index(line.len());
                line[place] = random.next_u64().to_le_bytes()[0];
            }
        }
        let stream = UnixStream::connect(directory.socket()).unwrap();
        // The store may close the connection before everything is sent.
        let _ = (&stream).write_all(&line);
        let _ = stream.shutdown(Shutdown::Write);
        for answer in BufReader::new(&stream).lines().map_while(Result::ok) {
            let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
            assert!(answer.get("v").is_some(), "{answer}");
        }
    }
    assert_eq!(Remote::connect(&directory.0).unwrap().history(&id).unwrap(), before);
    close(store).await;
}
