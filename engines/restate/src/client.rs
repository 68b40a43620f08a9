//! A small client of Restate's interfaces: registers deployments, starts executions, sends messages
//! to them, waits for them. It uses plain HTTP/1.1, for servers on the same host. Restate's own
//! clients can do all of this too.

use std::fmt;

use asl_runtime::__engine::ClientError;
use asl_runtime::{TaskError, Value};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::header::{ACCEPT, CONTENT_TYPE, HOST};
use hyper_util::rt::TokioIo;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use restate_sdk::errors::TerminalError;
use tokio::net::TcpStream;

use crate::failure;

/// The fault of an address that is none.
const NO_ADDRESS: &str = "is no address of the form `http://host:port`";

/// A client of Restate's ingress.
#[derive(Clone, Debug)]
pub struct Client {
    address: Address,
}

/// An execution that Restate has persisted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Started {
    /// Its invocation, which [`cancel`] takes.
    pub invocation: String,
    /// False if there was an execution with this key already, with any input.
    pub is_new: bool,
}

/// Registers the machines that a program serves. `admin` is the address of Restate's admin
/// interface, `own` the address of the program for Restate. Repeating the call is harmless.
///
/// # Errors The server is unreachable, or cannot reach the program. The error has its text.
pub async fn register(admin: &str, own: &str) -> Result<(), ClientError> {
    let address = Address::of(admin)?;
    Address::of(own)?;
    // A new build of a program may serve other machines at the same address. Executions record
    // their own version.
    let body = Value::object([("uri", Value::text(own)), ("force", Value::Bool(true))]);
    let (status, text) = address.ask("POST", "/deployments", Some(&body)).await?;
    if (200..300).contains(&status) {
        return Ok(());
    }
    let why = message(&text);
    Err(ClientError::Refused(
        status.into(),
        format!("cannot register the program at {own} as a deployment: {why}"),
    ))
}

/// Cancels an execution by its invocation id: it ends as aborted, and so do its calls.
///
/// # Errors The server is unreachable, or the invocation does not exist.
pub async fn cancel(admin: &str, invocation: &str) -> Result<(), ClientError> {
    let path = format!("/invocations/{}/cancel", encoded(invocation));
    done(Address::of(admin)?.ask("PATCH", &path, None).await?).map(drop)
}

impl Client {
    /// A client of the ingress at this address, such as `http://127.0.0.1:8080`.
    ///
    /// # Errors The text is not such an address.
    pub fn new(ingress: &str) -> Result<Self, ClientError> {
        Ok(Self { address: Address::of(ingress)? })
    }

    /// Runs a machine to its end, as the execution with this key, or waits for that execution if it
    /// is running.
    ///
    /// # Errors The server is unreachable, or the execution fails.
    pub async fn run(&self, machine: &str, key: &str, input: &Value) -> Result<Value, ClientError> {
        self.submit(machine, key, input).await?;
        self.wait(machine, key).await
    }

    /// Starts an execution with this key, unless it exists, and returns its invocation id. Restate
    /// has then persisted it.
    ///
    /// # Errors The server is unreachable, or the machine is not registered.
    pub async fn submit(
        &self,
        machine: &str,
        key: &str,
        input: &Value,
    ) -> Result<String, ClientError> {
        Ok(self.start(machine, key, input).await?.invocation)
    }

    /// Starts an execution with this key, unless it exists, and tells which was the case.
    ///
    /// # Errors
    /// As for [`submit`](Self::submit).
    pub async fn start(
        &self,
        machine: &str,
        key: &str,
        input: &Value,
    ) -> Result<Started, ClientError> {
        let path = format!("/{machine}/{}/run/send", encoded(key));
        let answer = done(self.address.ask("POST", &path, Some(input)).await?)?;
        let text = |name: &str| answer.get(name).and_then(Value::as_str);
        let Some(invocation) = text("invocationId").map(str::to_owned) else {
            return Err(ClientError::Refused(200, format!("an answer without an id: {answer}")));
        };
        Ok(Started { invocation, is_new: text("status") != Some("PreviouslyAccepted") })
    }

    /// Waits for the execution with this key.
    ///
    /// # Errors The server is unreachable, the execution does not exist, or it fails.
    pub async fn wait(&self, machine: &str, key: &str) -> Result<Value, ClientError> {
        let path = format!("/restate/workflow/{machine}/{}/attach", encoded(key));
        done(self.address.ask("GET", &path, None).await?)
    }

    /// Sends a `CloudEvent` to the execution with this key, and waits until the execution has
    /// accepted it.
    ///
    /// # Errors The server is unreachable, the execution does not exist, or it refuses the event.
    pub async fn send(&self, machine: &str, key: &str, event: &Value) -> Result<(), ClientError> {
        self.tell(machine, key, "send", event).await
    }

    /// Completes the task with this token.
    ///
    /// # Errors The server is unreachable, or no task waits for the token.
    pub async fn success(&self, token: &str, output: impl Into<Value>) -> Result<(), ClientError> {
        self.report(token, "success", [("output", output.into())]).await
    }

    /// Fails the task with this token.
    ///
    /// # Errors
    /// As for [`success`](Self::success).
    pub async fn failure(&self, token: &str, error: &TaskError) -> Result<(), ClientError> {
        let cause = error.cause().map_or(Value::Null, Value::text);
        self.report(token, "failure", [("error", Value::text(error.error())), ("cause", cause)])
            .await
    }

    /// Sends a heartbeat of the task.
    ///
    /// # Errors
    /// As for [`success`](Self::success).
    pub async fn heartbeat(&self, token: &str) -> Result<(), ClientError> {
        self.report(token, "heartbeat", []).await
    }

    async fn report<const N: usize>(
        &self,
        token: &str,
        handler: &str,
        members: [(&'static str, Value); N],
    ) -> Result<(), ClientError> {
        // A token is `service:key.serial.digest`. Keys may contain dots and colons, services no
        // colons.
        let execution = token.rsplitn(3, '.').nth(2).and_then(|id| id.split_once(':'));
        let Some((machine, key)) = execution else {
            return Err(ClientError::Refused(
                404,
                "this is no task token of an execution on Restate".to_owned(),
            ));
        };
        let mut report = Value::object(members);
        report.insert("taskToken", token);
        self.tell(machine, key, handler, &report).await
    }

    async fn tell(
        &self,
        machine: &str,
        key: &str,
        handler: &str,
        body: &Value,
    ) -> Result<(), ClientError> {
        let path = format!("/{machine}/{}/{handler}", encoded(key));
        done(self.address.ask("POST", &path, Some(body)).await?).map(drop)
    }
}

/// Characters that are not escaped in a path.
const PLAIN: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

fn encoded(segment: &str) -> String {
    utf8_percent_encode(segment, &PLAIN).to_string()
}

/// The server's response, or the text of its error.
pub(crate) fn done((status, text): (u16, String)) -> Result<Value, ClientError> {
    if (200..300).contains(&status) {
        let value = if text.is_empty() { Ok(Value::Null) } else { Value::from_json_str(&text) };
        return value.map_err(|error| {
            ClientError::Refused(status.into(), format!("an answer that is no JSON: {error}"))
        });
    }
    let message = message(&text);
    let failure = failure::read(&TerminalError::new_with_code(status, message.clone()));
    let is_ours = Value::from_json_str(&message).is_ok_and(|told| told.get("status").is_some());
    if is_ours {
        Err(ClientError::Failed(failure))
    } else {
        Err(ClientError::Refused(status.into(), message))
    }
}

/// The text of an error of Restate.
fn message(text: &str) -> String {
    let told = Value::from_json_str(text).ok();
    let message = told.as_ref().and_then(|told| told.get("message")).and_then(Value::as_str);
    message.unwrap_or(text).to_owned()
}

/// `host:port` of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Address(String);

impl Address {
    pub(crate) fn of(url: &str) -> Result<Self, ClientError> {
        let authority =
            url.strip_prefix("http://").map(|rest| rest.strip_suffix('/').unwrap_or(rest));
        match authority {
            Some(authority) if !authority.is_empty() && !authority.contains(['/', ' ', '@']) => {
                let has_port =
                    authority.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
                Ok(Self(if has_port { authority.to_owned() } else { format!("{authority}:80") }))
            }
            Some(_) | None => Err(ClientError::Address(url.to_owned(), NO_ADDRESS)),
        }
    }

    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<(u16, String), ClientError> {
        let lost = |error: &dyn fmt::Display| {
            ClientError::Unreachable(format!("http://{}", self.0), error.to_string())
        };
        let stream = TcpStream::connect(&self.0).await.map_err(|error| lost(&error))?;
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|error| lost(&error))?;
        tokio::spawn(connection);
        let request = Request::builder().method(method).uri(path).header(HOST, &self.0);
        // Queries are answered in another format otherwise.
        let request = request.header(ACCEPT, "application/json");
        let request = match body {
            Some(body) => request
                .header(CONTENT_TYPE, "application/json")
                .body(Full::new(Bytes::from(body.to_json_string()))),
            None => request.body(Full::default()),
        };
        let request = request.map_err(|error| ClientError::Refused(400, error.to_string()))?;
        let answer = sender.send_request(request).await.map_err(|error| lost(&error))?;
        let status = answer.status().as_u16();
        let body = answer.into_body().collect().await.map_err(|error| lost(&error))?.to_bytes();
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_plain_http() {
        assert_eq!(
            Address::of("http://127.0.0.1:8080/").ok(),
            Some(Address("127.0.0.1:8080".to_owned()))
        );
        assert_eq!(Address::of("http://restate").ok(), Some(Address("restate:80".to_owned())));
        for url in ["https://a:1", "127.0.0.1:8080", "http://", "http://a/b", "http://u@a"] {
            assert!(Address::of(url).is_err(), "{url}");
        }
    }

    #[tokio::test]
    async fn a_server_that_is_not_there_is_named() {
        let port = std::net::TcpListener::bind("127.0.0.1:0")
            .and_then(|free| free.local_addr())
            .expect("a port")
            .port();
        let error = register(&format!("http://127.0.0.1:{port}"), "http://127.0.0.1:1")
            .await
            .expect_err("nobody listens");
        let text = error.to_string();
        assert!(
            text.starts_with(&format!("no server answers at http://127.0.0.1:{port}: ")),
            "{text}"
        );
        assert!(text.ends_with("; is it running there?"), "{text}");
    }

    #[test]
    fn errors_of_executions_are_told_from_errors_of_restate() {
        let failed =
            done((500, r#"{"message": "{\"error\":\"E\",\"status\":\"FAILED\"}"}"#.to_owned()));
        assert!(
            matches!(failed, Err(ClientError::Failed(failure)) if failure.error() == Some("E"))
        );
        let refused = done((404, r#"{"message": "service 'x' not found"}"#.to_owned()));
        assert!(
            matches!(refused, Err(ClientError::Refused(404, text)) if text == "service 'x' not found")
        );
    }
}
