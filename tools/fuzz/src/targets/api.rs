//! Requests to a server of the Step Functions API: the bytes that a client sends.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use asl_durable::{Durable, Options};
use asl_language::random::SplitMix64;
use asl_runtime::{Compiled, TaskContext, TaskFuture, TaskSet, Value};
use asl_sfn_api::SfnApi;
use tokio::net::TcpListener;

use super::Verdict;
use crate::corpus::Corpus;
use crate::mutation::tree::{self, Tree};
use crate::mutation::{ODD_TEXTS, bytes};
use crate::{folders, machines};

/// The machines of the server, from the tests' definitions.
const MACHINES: &[&str] = &["choice", "fail", "map", "no_op"];
/// Time for the answer to a request. A request that is not complete has none.
const ANSWER: Duration = Duration::from_millis(100);
/// Time in which the server ends a connection that the client has ended.
const END: Duration = Duration::from_secs(20);

/// A request with a changed input, seldom with changed headers or bytes.
pub(crate) fn make(corpus: &Corpus, dice: &mut SplitMix64) -> Vec<u8> {
    let Tree::Fields(mut fields) = dice.pick::<Tree>(&corpus.requests.sound).clone() else {
        return Vec::new();
    };
    let mut part = |name: &str| {
        let index = fields.iter().position(|(key, _)| key.trim_matches('"') == name);
        index.map_or(Tree::Atom("{}".to_owned()), |index| fields.swap_remove(index).1)
    };
    let (operation, mut input) = (part("operation").text(), part("input"));
    tree::mutate(&mut input, &corpus.requests, dice);
    let (operation, body) = (operation.trim_matches('"'), input.text());
    let mut headers = vec![
        "host: localhost".to_owned(),
        "content-type: application/x-amz-json-1.0".to_owned(),
        format!("x-amz-target: AWSStepFunctions.{operation}"),
        format!("content-length: {}", body.len()),
        "connection: close".to_owned(),
    ];
    if dice.percent(10) {
        change_headers(&mut headers, dice);
    }
    let mut request = format!("POST / HTTP/1.1\r\n{}\r\n\r\n{body}", headers.join("\r\n"));
    if dice.percent(5) {
        request = request.repeat(2);
    }
    let mut request = request.into_bytes();
    if dice.percent(15) {
        bytes::mutate(&mut request, dice);
    }
    request
}

fn change_headers(headers: &mut Vec<String>, dice: &mut SplitMix64) {
    let index = dice.index(headers.len());
    match dice.below(4) {
        0 => drop(headers.remove(index)),
        1 => headers.push(dice.pick::<String>(headers).clone()),
        2 => headers.push(format!("authorization: {}", dice.pick::<&str>(ODD_TEXTS))),
        _ => {
            if let Some(header) = headers.get_mut(index) {
                header.push_str(dice.pick::<&str>(ODD_TEXTS));
            }
        }
    }
}

/// Sends the request. The server answers with HTTP, and ends the connection at the latest when the
/// client does.
pub(crate) fn check(input: &[u8]) -> Result<Verdict, String> {
    let address = server()?;
    let connected = TcpStream::connect(address);
    let mut stream = connected.map_err(|error| format!("cannot connect: {error}"))?;
    // The server may end the connection before it has read everything.
    let _ = stream.write_all(input);
    let mut answer = Vec::new();
    read(&mut stream, ANSWER, &mut answer)?;
    let _ = stream.shutdown(Shutdown::Write);
    if !read(&mut stream, END, &mut answer)? {
        return Err("the connection stays open".to_owned());
    }
    let answer = String::from_utf8(answer).map_err(|error| format!("the answer: {error}"))?;
    if answer.is_empty() {
        return Ok(Verdict::Refused);
    }
    let status = answer.strip_prefix("HTTP/1.").and_then(|rest| rest.get(2..5));
    match status.and_then(|status| status.parse().ok()) {
        Some(200) => Ok(Verdict::Accepted),
        Some(400..=499) => Ok(Verdict::Refused),
        _ => Err(format!("the server answers {answer}")),
    }
}

/// Reads until the end of the connection, or until nothing arrives in this time. Returns true at the
/// end of the connection.
fn read(stream: &mut TcpStream, patience: Duration, answer: &mut Vec<u8>) -> Result<bool, String> {
    stream.set_read_timeout(Some(patience)).map_err(|error| error.to_string())?;
    match stream.read_to_end(answer) {
        Ok(_) => Ok(true),
        Err(error) => Ok(!matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)),
    }
}

/// The address of the server of this process.
fn server() -> Result<SocketAddr, String> {
    static SERVER: OnceLock<Result<SocketAddr, String>> = OnceLock::new();
    SERVER.get_or_init(start).clone()
}

fn start() -> Result<SocketAddr, String> {
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let serving = async {
            let store = folders::findings().join(format!("api-{}", std::process::id()));
            let machines = MACHINES.iter().filter_map(|name| machines::find(name));
            let machines = machines.map(|machine| Compiled::new(machine, Unanswered));
            let store = Durable::open(store, machines, Options::default()).await;
            let store = store.map_err(|error| error.to_string())?;
            let listener = TcpListener::bind("127.0.0.1:0").await.map_err(|e| e.to_string())?;
            let address = listener.local_addr().map_err(|error| error.to_string())?;
            // The receiver waits.
            let _ = send.send(Ok(address));
            SfnApi::new(store).serve_on(listener).await.map_err(|error| error.to_string())
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let served =
            runtime.map_err(|error| error.to_string()).and_then(|run| run.block_on(serving));
        // After the address was sent, nobody receives any more.
        let _ = served.map_err(|error| send.send(Err(error)));
    });
    receive.recv().map_err(|error| error.to_string())?
}

/// Tasks that never end.
struct Unanswered;

impl TaskSet for Unanswered {
    fn call(self: Arc<Self>, _: u32, _: TaskContext, _: Value) -> TaskFuture {
        Box::pin(std::future::pending())
    }
}
