//! The client of all services: performs single operations.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use asl_http::{Answer, Call as HttpCall, Fault, HttpOptions, Reach, SetupError, Transport};
use asl_runtime::error::names;
use asl_runtime::{TaskError, Value};
use aws_credential_types::Credentials;
use aws_credential_types::provider::ProvideCredentials as _;
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use crate::arguments::Arguments;
use crate::endpoint::{Address, address};
use crate::error::{failed, without_response};
use crate::metadata;
use crate::options::Options;
use crate::problem::Problem;
use crate::request::{Wire, request};
use crate::resource::{Call, Naming, Tables};
use crate::response::{Received, Results, result};
use crate::signature::{self, Signed};

/// Time-out of a Lambda function, and time for the connection.
const LONGEST_FUNCTION: Duration = Duration::from_secs(910);

/// Performs operations. Clones are cheap and share their connections.
#[derive(Clone, Debug)]
pub(crate) struct Client(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    transport: Transport,
    options: Options,
    tables: Tables,
}

impl Client {
    pub(crate) fn new(options: Options) -> Result<Self, SetupError> {
        let http = HttpOptions::default()
            // The definition and the options name the hosts; no data does.
            .reach(Reach::Any)
            .plain_http(options.endpoint.as_deref().is_some_and(|url| url.starts_with("http:")))
            .connect_timeout(options.connect_timeout)
            .timeout(options.timeout.max(LONGEST_FUNCTION))
            .longest_body(options.longest_body);
        let transport = Transport::new(http, concat!("asl-aws/", env!("CARGO_PKG_VERSION")))?;
        Ok(Self(Arc::new(Shared { transport, options, tables: Tables::default() })))
    }

    /// The options.
    pub(crate) fn options(&self) -> &Options {
        &self.0.options
    }

    /// The tables of the services.
    pub(crate) fn tables(&self) -> &Tables {
        &self.0.tables
    }

    /// Performs one operation of a service.
    pub(crate) async fn send(
        &self,
        call: &Call<'_>,
        key: &str,
        input: &Value,
    ) -> Result<Value, End> {
        let arguments = Arguments { service: call.service, spelling: call.spelling, key };
        let wire = request(&call.operation, arguments, input)?;
        let options = self.options();
        let address = address(
            call.service,
            &call.operation,
            &wire,
            options.endpoint.as_deref(),
            &options.region,
        )?;
        let credentials = self.credentials(call).await?;
        let http = http_call(call, &wire, address, credentials.as_ref())?;
        let timeout =
            if call.service.name() == "lambda" { LONGEST_FUNCTION } else { options.timeout };
        let sent = tokio::time::timeout(timeout, self.0.transport.send(http)).await;
        let answer = match sent {
            Ok(Ok(answer)) => answer,
            Ok(Err(fault)) => return Err(fault_of(call, &fault).into()),
            Err(_) => return Err(fault_of(call, &Fault::Timeout).into()),
        };
        read(call, &answer).map_err(End::from)
    }

    /// The credentials, unless the operation is not signed.
    async fn credentials(&self, call: &Call<'_>) -> Result<Option<Credentials>, TaskError> {
        if call.operation.is_unsigned() {
            return Ok(None);
        }
        let Some(provider) = &self.options().credentials else {
            let cause = "Unable to load credentials: there is no provider of credentials";
            return Err(without_response(call, cause));
        };
        let credentials = provider.provide_credentials().await.map_err(|error| {
            // The error's sources can quote files with secrets.
            without_response(call, format!("Unable to load credentials: {error}"))
        })?;
        Ok(Some(credentials))
    }
}

/// The reason why an operation has no result.
#[derive(Debug)]
pub(crate) enum End {
    /// It could not be sent.
    Problem(Problem),
    /// It failed.
    Failed(TaskError),
}

impl End {
    pub(crate) fn failure(self, resource: &str) -> TaskError {
        match self {
            Self::Problem(problem) => problem.into_task_error(resource),
            Self::Failed(error) => error,
        }
    }
}

impl From<Problem> for End {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<TaskError> for End {
    fn from(error: TaskError) -> Self {
        Self::Failed(error)
    }
}

/// The signed request.
fn http_call(
    call: &Call<'_>,
    wire: &Wire,
    address: Address,
    credentials: Option<&Credentials>,
) -> Result<HttpCall, End> {
    let Address { url, region } = address;
    let mut headers = HeaderMap::new();
    for (name, value) in &wire.headers {
        let read = (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(value));
        let (Ok(name), Ok(value)) = read else {
            let name = asl_http::printable(name);
            return Err(Problem::new(format!("the header `{name}` cannot have this value")).into());
        };
        headers.append(name, value);
    }
    if let Some(credentials) = credentials {
        let signed = Signed {
            method: &wire.method,
            url: url.as_str(),
            headers: &wire.headers,
            body: &wire.body,
            service: call.service.signing_name(),
            region: &region,
        };
        let signature = signature::headers(&signed, credentials, SystemTime::now());
        headers.extend(signature.map_err(|cause| {
            without_response(call, format!("the request cannot be signed: {cause}"))
        })?);
    }
    let method = Method::from_bytes(wire.method.as_bytes())
        .map_err(|_| Problem::new("the method is none of HTTP"))?;
    // Some servers demand the length of a body that is empty.
    let has_body = !wire.body.is_empty() || matches!(method, Method::POST | Method::PUT);
    Ok(HttpCall { method, url, headers, body: has_body.then(|| wire.body.clone()) })
}

/// The result or the error of a response.
fn read(call: &Call<'_>, answer: &Answer) -> Result<Value, TaskError> {
    let body = answer.body.as_deref().map_err(|fault| fault_of(call, fault))?;
    if !answer.status.is_success() {
        return Err(failed(call, answer, body));
    }
    let results = Results { service: call.service, spelling: call.spelling };
    let received = Received { answer, body };
    let mut result = result(&call.operation, results, &received).map_err(|cause| {
        without_response(call, format!("Unable to unmarshall the response: {cause}"))
    })?;
    if let Naming::Optimized { .. } = call.naming {
        metadata::add(&mut result, answer);
    }
    Ok(result)
}

/// The failure of a call without a response, or with one that is too long.
fn fault_of(call: &Call<'_>, fault: &Fault) -> TaskError {
    match fault {
        Fault::LongRequest { .. } | Fault::LongAnswer { .. } => {
            TaskError::new(names::DATA_LIMIT_EXCEEDED, fault.to_string())
        }
        Fault::Timeout | Fault::Scheme(_) | Fault::Refused(_) | Fault::Connection(_) => {
            without_response(call, format!("Unable to execute HTTP request: {fault}"))
        }
    }
}
