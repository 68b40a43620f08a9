//! The requests on the wire equal those of botocore, AWS's own client for Python, for the cases of
//! `cases.json`. `wire.json` has botocore's, written by `wire.py`; the test against moto writes it
//! again and compares.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use asl_aws::{Credentials, Options, Services};
use asl_runtime::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use url::Url;

const CASES: &str = include_str!("cases.json");
const WIRE: &str = include_str!("wire.json");
/// Headers that botocore's cases leave out: they belong to the signature or to the client.
const OWN: [&str; 5] = [
    "x-amz-date",
    "x-amz-content-sha256",
    "x-amz-security-token",
    "x-amz-sdk-checksum-algorithm",
    "x-amz-checksum-crc32",
];

/// Takes one request, answers with nothing, and returns its parts.
async fn record(listener: &TcpListener) -> Value {
    let (mut stream, _) = listener.accept().await.unwrap();
    let (mut bytes, mut piece) = (Vec::new(), [0; 4096]);
    let (head, length) = loop {
        let read = stream.read(&mut piece).await.unwrap();
        bytes.extend_from_slice(piece.get(..read).unwrap());
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8(bytes.drain(..end + 4).collect()).unwrap();
            let mut lines = head.lines().filter_map(|line| line.split_once(": "));
            let length = lines.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
            break (head.clone(), length.map_or(0, |(_, text)| text.parse().unwrap()));
        }
    };
    while bytes.len() < length {
        let read = stream.read(&mut piece).await.unwrap();
        bytes.extend_from_slice(piece.get(..read).unwrap());
    }
    stream
        .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        .await
        .unwrap();
    parts(&head, &String::from_utf8(bytes).unwrap())
}

fn parts(head: &str, body: &str) -> Value {
    let mut first = head.lines().next().unwrap().split(' ');
    let (method, target) = (first.next().unwrap(), first.next().unwrap());
    let url = Url::parse(&format!("http://h{target}")).unwrap();
    let mut query: Vec<Value> =
        url.query_pairs().map(|(name, value)| json!([&*name, &*value])).collect();
    query.sort_by_key(Value::to_json_string);
    let mut headers = json!({});
    for (name, value) in head.lines().filter_map(|line| line.split_once(": ")) {
        let name = name.to_ascii_lowercase();
        if (name.starts_with("x-amz") || name == "content-type") && !OWN.contains(&name.as_str()) {
            headers.insert(name, value);
        }
    }
    let path = target.split('?').next().unwrap();
    json!({ "method": method, "path": path, "query": query, "headers": headers, "body": body })
}

/// A body in a form that does not depend on the order of members.
fn normal(mut request: Value) -> Value {
    let body = request["body"].as_str().unwrap().to_owned();
    let is_form =
        request["headers"]["content-type"].as_str().is_some_and(|kind| kind.contains("form"));
    let body = if is_form {
        let pairs = Url::parse(&format!("http://h/?{body}")).unwrap();
        let mut pairs: Vec<Value> =
            pairs.query_pairs().map(|(name, value)| json!([&*name, &*value])).collect();
        pairs.sort_by_key(Value::to_json_string);
        Value::array(pairs)
    } else {
        Value::from_json_str(&body).unwrap_or_else(|_| Value::from(body))
    };
    request.insert("body", body);
    request
}

/// The request of a case, whose variables stand for their own names.
fn request(case: &Value) -> Value {
    let mut text = case["request"].to_json_string();
    while let Some((before, rest)) = text.split_once("${") {
        let (name, after) = rest.split_once('}').unwrap();
        text = format!("{before}{name}{after}");
    }
    Value::from_json_str(&text).unwrap()
}

#[tokio::test]
async fn requests_equal_those_of_botocore() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let options = Options::default()
        .endpoint(format!("http://{}", listener.local_addr().unwrap()))
        .credentials(Credentials::new("a", "b", None, None, "test"));
    let services = Services::new(options).unwrap();
    let (cases, wires) = (CASES.parse::<Value>().unwrap(), WIRE.parse::<Value>().unwrap());
    let (cases, wires) = (cases.as_array().unwrap(), wires.as_array().unwrap());
    assert_eq!(cases.len(), wires.len());
    let mut different = Vec::new();
    for (case, wire) in cases.iter().zip(wires) {
        let resource = format!("arn:aws:states:::{}", case["resource"].as_str().unwrap());
        let request = request(case);
        let call = services.call(&resource, "key", &request);
        // The call has no usable answer.
        let found = tokio::select! {
            biased;
            found = async { let (found, _) = tokio::join!(record(&listener), call); found } => found,
            () = tokio::time::sleep(std::time::Duration::from_secs(10)) => panic!("{resource} sent nothing"),
        };
        let (found, wanted) = (normal(found), normal(wire.clone()));
        if found != wanted {
            different.push(format!("{resource}\n  ours {found}\n  boto {wanted}"));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
