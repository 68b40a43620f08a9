//! The client: from a function and its arguments to its result.

use asl_http::{Credentials, Fault, HttpOptions, SetupError, Transport};
use asl_runtime::functions::{Description, Function, Host, Rest};
use asl_runtime::{TaskContext, TaskError, Value};

use crate::answer;
use crate::request;

/// How operations are called.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which addresses may be connected to, time-outs and limits.
    pub http: HttpOptions,
    /// Where all operations are served, in place of what their documents say, such as
    /// `https://test.example/v1`.
    pub server: Option<String>,
    /// Where the operations of single documents are served: the document as the definition names
    /// it, without `#` and what follows, and the server.
    pub servers: Vec<(String, String)>,
    /// Values for the variables in the servers' URLs, in place of the document's defaults.
    pub variables: Vec<(String, String)>,
}

/// Calls operations of OpenAPI documents. Cloning it is cheap; the clones share their connections.
#[derive(Clone, Debug)]
pub struct Client {
    transport: Transport,
    options: Options,
}

impl Client {
    /// Ready to call. Servers are trusted as the system does.
    pub fn new(options: Options) -> Result<Self, SetupError> {
        let transport = Transport::new(
            options.http.clone(),
            concat!("asl-openapi/", env!("CARGO_PKG_VERSION")),
        )?;
        Ok(Self { transport, options })
    }

    /// Calls an operation. For the errors see the crate's documentation.
    pub async fn call(&self, function: &Function, arguments: &Value) -> Result<Value, TaskError> {
        let Description::Rest(rest) = &function.description else {
            let cause = format!("`{}` is no operation of an OpenAPI document", function.name);
            return Err(TaskError::new("Http.Arguments", cause));
        };
        let credentials = match &self.options.http.connections {
            Some(connections) => connections.credentials(function.operation).await?,
            None => Credentials::default(),
        };
        let call = request::call(rest, &self.server(function, rest)?, arguments, credentials)?;
        let answer = self.transport.send(call).await.map_err(|fault| failed(rest, &fault))?;
        answer::result(rest, answer)
    }

    /// The address that the operation's path is behind.
    fn server(&self, function: &Function, rest: &Rest) -> Result<String, TaskError> {
        let document =
            function.operation.split_once('#').map_or(function.operation, |(document, _)| document);
        let own =
            self.options.servers.iter().find(|(of, _)| of == document).map(|(_, server)| server);
        if let Some(server) = own.or(self.options.server.as_ref()) {
            return Ok(server.clone());
        }
        let mut url = rest.server.url.to_owned();
        for (name, default) in rest.server.variables {
            let given = self.options.variables.iter().find(|(known, _)| known == name);
            url = url.replace(&format!("{{{name}}}"), given.map_or(default, |(_, value)| value));
        }
        if url.contains("://") {
            return Ok(url);
        }
        let cause =
            format!("the document of `{}` names no server: give the client one", function.name);
        Err(TaskError::new("Http.Connection", cause))
    }
}

impl Host for Client {
    fn serves(&self, function: &Function) -> bool {
        matches!(function.description, Description::Rest(_))
    }

    async fn call(
        &self,
        function: &'static Function,
        _cx: &TaskContext,
        arguments: Value,
    ) -> Result<Value, TaskError> {
        self.call(function, &arguments).await
    }
}

/// Why there is no answer, in the names of this crate.
pub(crate) fn failed(rest: &Rest, fault: &Fault) -> TaskError {
    let name = match fault {
        Fault::Scheme(_) | Fault::Refused(_) => "Http.Refused",
        Fault::LongRequest { .. } | Fault::LongAnswer { .. } => "Http.TooLarge",
        Fault::Timeout => "Http.Timeout",
        Fault::Connection(_) => "Http.Connection",
    };
    TaskError::new(name, format!("{} {}: {fault}", rest.method, rest.path))
}
