//! The client of OpenAPI operations.

use asl_http::{Credentials, HttpOptions, SetupError, Transport};
use asl_runtime::functions::{Description, Function, Host, Rest};
use asl_runtime::{TaskContext, TaskError, Value};

use crate::answer;
use crate::request;

/// Options of a client.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// Permitted addresses, time-outs and limits.
    pub http: HttpOptions,
    /// The server of all operations, in place of those in their documents, such as
    /// `https://test.example/v1`.
    pub server: Option<String>,
    /// Servers of single documents, by the document's name in the definition, without `#` and the
    /// text after it.
    pub servers: Vec<(String, String)>,
    /// Values of the variables in the servers' URLs, in place of the documents' defaults.
    pub variables: Vec<(String, String)>,
}

impl Options {
    asl_runtime::__setters! {
        http: HttpOptions,
        server: impl Into<String> => Some,
        servers: impl Into<Vec<(String, String)>>,
        variables: impl Into<Vec<(String, String)>>,
    }
}

/// Calls operations of OpenAPI documents. Clones are cheap and share their connections.
#[derive(Clone, Debug)]
pub struct Client {
    transport: Transport,
    options: Options,
}

impl Client {
    /// A client that trusts the system's certificates.
    pub fn new(options: Options) -> Result<Self, SetupError> {
        let transport = Transport::new(
            options.http.clone(),
            concat!("asl-openapi/", env!("CARGO_PKG_VERSION")),
        )?;
        Ok(Self { transport, options })
    }

    /// Calls an operation. The crate's documentation lists the errors.
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
        let answer =
            self.transport.send(call).await.map_err(|fault| answer::no_answer(rest, &fault))?;
        answer::result(rest, answer)
    }

    /// The base URL of an operation's path.
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
