//! A client of the API with one connection.

use std::net::SocketAddr;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::client::conn::http1::{self, SendRequest};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

use crate::Problem;

/// Signature of a request. Servers that do not verify it still read account and region: other
/// emulators take an access key of twelve digits as the account.
const SIGNATURE: &str = "AWS4-HMAC-SHA256 \
    Credential=123456789012/20260101/us-east-1/states/aws4_request, SignedHeaders=host;x-amz-date, \
    Signature=0000000000000000000000000000000000000000000000000000000000000000";

/// A connection.
pub(crate) struct Client {
    connection: SendRequest<Full<Bytes>>,
    host: String,
}

/// An answer: the output of an operation, or the body of an error.
pub(crate) type Answer = Result<Value, Value>;

impl Client {
    /// Connects to a server.
    pub(crate) async fn connect(address: SocketAddr) -> Result<Self, Problem> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (connection, driver) = http1::handshake(TokioIo::new(stream)).await?;
        // The error of a broken connection is that of the request.
        tokio::spawn(async { drop(driver.await) });
        Ok(Self { connection, host: address.to_string() })
    }

    /// Calls an operation.
    ///
    /// # Errors
    /// There is no answer. It is unknown then if the operation was performed.
    pub(crate) async fn call(&mut self, operation: &str, input: &Value) -> Result<Answer, Problem> {
        let (status, body) = self.send(operation, Bytes::from(input.to_string())).await?;
        let output = serde_json::from_slice(&body)
            .map_err(|error| format!("{operation} was answered with no JSON: {error}"))?;
        Ok(if status.is_success() { Ok(output) } else { Err(output) })
    }

    /// Sends a body and returns the status and the body of the answer.
    ///
    /// # Errors
    /// There is no answer.
    pub(crate) async fn send(
        &mut self,
        operation: &str,
        body: Bytes,
    ) -> Result<(StatusCode, Bytes), Problem> {
        let request = Request::post("/")
            .header(HOST, &self.host)
            .header(CONTENT_TYPE, "application/x-amz-json-1.0")
            .header(AUTHORIZATION, SIGNATURE)
            .header("x-amz-date", "20260101T000000Z")
            .header("x-amz-target", format!("AWSStepFunctions.{operation}"))
            .body(Full::new(body))?;
        self.connection.ready().await?;
        let response = self.connection.send_request(request).await?;
        let status = response.status();
        Ok((status, response.into_body().collect().await?.to_bytes()))
    }
}
