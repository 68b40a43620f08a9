//! Executions of one machine with the types of its input and output.

use std::fmt;

use asl_runtime::{MachineInput, Typed};

use crate::{Client, ClientError};

/// The executions of one machine on Restate, with the types of its input and output. See
/// [`Client::executions`].
pub struct Executions<I, O> {
    client: Client,
    service: String,
    typed: Typed<I, O>,
}

impl Client {
    /// The executions of a machine, with the types of its input and output: of the constant `TYPED`
    /// of a machine with the options `input` or `output`. The machine's tasks may be in another
    /// program.
    ///
    /// ```no_run
    /// use asl_restate::{Client, ClientError};
    /// use asl_runtime::asl_machine;
    /// use serde::{Deserialize, Serialize};
    ///
    /// asl_machine!("doc/count.asl.json", input = Count, output = Count); // -> mod count
    ///
    /// #[derive(Serialize, Deserialize)]
    /// struct Count {
    ///     n: u32,
    ///     until: u32,
    /// }
    ///
    /// # async fn run() -> Result<(), ClientError> {
    /// let counts = Client::new("http://127.0.0.1:8080")?.executions(count::TYPED);
    /// let end = counts.run("seven", Count { n: 0, until: 7 }).await?;
    /// assert_eq!(end.n, 7);
    /// # Ok(())
    /// # }
    /// # fn main() {}
    /// ```
    pub fn executions<I, O>(&self, typed: Typed<I, O>) -> Executions<I, O> {
        let service = typed.machine().name.to_owned();
        Executions { client: self.clone(), service, typed }
    }
}

impl<I, O> Executions<I, O> {
    /// Sets the name of the workflow, if the machine was registered by another name than its own.
    #[must_use]
    pub fn service(self, name: impl Into<String>) -> Self {
        Self { service: name.into(), ..self }
    }

    /// Starts an execution with this key, unless it exists, and returns its invocation id. See
    /// [`Client::submit`].
    ///
    /// # Errors
    /// As for [`Client::submit`], and [`ClientError::TypeMismatch`]: the input cannot be converted to
    /// a value. Nothing is started then.
    pub async fn start(
        &self,
        key: &str,
        input: impl MachineInput<I>,
    ) -> Result<String, ClientError> {
        let input = self.typed.input(input).map_err(ClientError::TypeMismatch)?;
        self.client.submit(&self.service, key, &input).await
    }

    /// Waits for the execution with this key.
    ///
    /// # Errors
    /// As for [`Client::wait`]. An output that does not fit its type is a failure with
    /// `Asl.TypeMismatch`.
    pub async fn wait(&self, key: &str) -> Result<O, ClientError> {
        let output = self.client.wait(&self.service, key).await?;
        self.typed.output(output).map_err(ClientError::Failed)
    }

    /// Runs the machine to its end, as the execution with this key, or waits for that execution if
    /// it is running.
    ///
    /// # Errors
    /// As for [`Executions::start`] and [`Executions::wait`].
    pub async fn run(&self, key: &str, input: impl MachineInput<I>) -> Result<O, ClientError> {
        self.start(key, input).await?;
        self.wait(key).await
    }
}

impl<I, O> Clone for Executions<I, O> {
    fn clone(&self) -> Self {
        Self { client: self.client.clone(), service: self.service.clone(), typed: self.typed }
    }
}

impl<I, O> fmt::Debug for Executions<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Executions").field("service", &self.service).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use asl_runtime::{asl_machine, json};
    use serde::{Deserialize, Serialize};
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    asl_machine!("doc/count.asl.json", input = Count, output = Count);

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Count {
        n: u64,
    }

    /// A server that gives these answers, and returns the requests.
    async fn server(answers: Vec<&'static str>) -> (Client, tokio::task::JoinHandle<Vec<String>>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let requests = tokio::spawn(async move {
            let mut requests = Vec::new();
            for answer in answers {
                let (mut stream, _) = listener.accept().await.expect("a client");
                let mut request = vec![0; 4_096];
                let mut length = 0;
                // The client sends small requests in one or two pieces; bodies end with `}`.
                while !ends(&request[..length]) {
                    length += stream.read(&mut request[length..]).await.expect("a request");
                }
                requests.push(String::from_utf8_lossy(&request[..length]).into_owned());
                let length = answer.len();
                let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n");
                stream.write_all(format!("{head}{answer}").as_bytes()).await.expect("it reads");
            }
            requests
        });
        (Client::new(&format!("http://127.0.0.1:{port}")).expect("an address"), requests)
    }

    fn ends(request: &[u8]) -> bool {
        request.ends_with(b"}") || request.starts_with(b"GET") && request.ends_with(b"\r\n\r\n")
    }

    #[tokio::test]
    async fn executions_start_and_end_with_types() {
        let (client, requests) =
            server(vec![r#"{"invocationId":"inv_1"}"#, r#"{"n":7}"#, r#"{"n":"many"}"#]).await;
        let counts = client.executions(count::TYPED).service("counts");
        assert_eq!(counts.run("a b", &Count { n: 3 }).await.expect("it ends"), Count { n: 7 });
        let misfit = counts.wait("b").await;
        let Err(ClientError::Failed(failure)) = misfit else { panic!("{misfit:?}") };
        assert_eq!(failure.error(), Some("Asl.TypeMismatch"));
        assert!(failure.cause().is_some_and(|cause| cause.ends_with("expected u64 at $.n")));
        let requests = requests.await.expect("no panic");
        assert!(requests[0].starts_with("POST /counts/a%20b/run/send HTTP/1.1\r\n"));
        assert!(requests[0].ends_with(&json!({"n": 3}).to_json_string()));
        assert!(requests[1].starts_with("GET /restate/workflow/counts/a%20b/attach HTTP/1.1\r\n"));
    }

    #[tokio::test]
    async fn an_input_that_is_no_value_is_not_sent() {
        let client = Client::new("http://127.0.0.1:1").expect("an address");
        let refused = client.executions(count::TYPED).start("a", Count { n: u64::MAX }).await;
        let Err(ClientError::TypeMismatch(failure)) = refused else { panic!("{refused:?}") };
        assert_eq!(failure.error(), Some("Asl.TypeMismatch"));
    }
}
