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

use crate::api_gateway;
use crate::arguments::Arguments;
use crate::endpoint::{Address, address};
use crate::error::{failed, without_response};
use crate::metadata;
use crate::options::Options;
use crate::problem::Problem;
use crate::request::{Wire, request};
use crate::resource::{Call, Naming};
use crate::response::{Received, Results, result};
use crate::role::Roles;
use crate::signature::{self, Signed};

/// Time-out of a Lambda function, and time for the connection.
const LONGEST_FUNCTION: Duration = Duration::from_secs(910);

/// Performs operations. Clones are cheap and share their connections.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    shared: Arc<Shared>,
    /// The role that is assumed for the calls. Those of the options make them otherwise.
    role: Option<Arc<str>>,
}

#[derive(Debug)]
struct Shared {
    transport: Transport,
    options: Options,
    roles: Roles,
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
        let shared = Arc::new(Shared { transport, options, roles: Roles::default() });
        Ok(Self { shared, role: None })
    }

    /// A client whose calls are those of a role.
    pub(crate) fn assuming(&self, role: &str) -> Self {
        Self { shared: Arc::clone(&self.shared), role: Some(Arc::from(role)) }
    }

    /// The options.
    pub(crate) fn options(&self) -> &Options {
        &self.shared.options
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
        let signer = self.signer(call, &address.region).await?;
        let http = http_call(&wire, address, signer).map_err(|unsent| unsent.end(call.prefix()))?;
        let timeout =
            if call.service.name() == "lambda" { LONGEST_FUNCTION } else { options.timeout };
        let answer = self.transfer(call.prefix(), timeout, http).await?;
        read(call, &answer).map_err(End::from)
    }

    /// Performs `apigateway:invoke`.
    pub(crate) async fn invoke_api(&self, input: &Value) -> Result<Value, End> {
        let options = self.options();
        let request = api_gateway::request(input, options.endpoint.as_deref(), &options.region)?;
        let signer = if request.is_signed {
            Some(Signer {
                credentials: self.credentials(API_PREFIX).await?,
                service: api_gateway::SIGNING_NAME.to_owned(),
                region: request.address.region.clone(),
            })
        } else {
            None
        };
        let http = http_call(&request.wire, request.address, signer)
            .map_err(|unsent| unsent.end(API_PREFIX))?;
        let answer = self.transfer(API_PREFIX, options.timeout, http).await?;
        let body = answer.body.as_deref().map_err(|fault| fault_of(API_PREFIX, fault))?;
        Ok(api_gateway::result(&answer, body)?)
    }

    async fn transfer(
        &self,
        prefix: &str,
        timeout: Duration,
        http: HttpCall,
    ) -> Result<Answer, TaskError> {
        let sent = tokio::time::timeout(timeout, self.shared.transport.send(http)).await;
        sent.unwrap_or(Err(Fault::Timeout)).map_err(|fault| fault_of(prefix, &fault))
    }

    /// The signer of a call, unless its operation is not signed.
    async fn signer(&self, call: &Call<'_>, region: &str) -> Result<Option<Signer>, TaskError> {
        if call.operation.is_unsigned() {
            return Ok(None);
        }
        let credentials = self.credentials(call.prefix()).await?;
        let service = call.service.signing_name().to_owned();
        Ok(Some(Signer { credentials, service, region: region.to_owned() }))
    }

    /// The credentials of the role, or those of the options.
    async fn credentials(&self, prefix: &str) -> Result<Credentials, TaskError> {
        if let Some(role) = &self.role {
            let own = Self { shared: Arc::clone(&self.shared), role: None };
            return self.shared.roles.credentials(&own, role).await;
        }
        let Some(provider) = &self.options().credentials else {
            let cause = "Unable to load credentials: there is no provider of credentials";
            return Err(without_response(prefix, cause));
        };
        provider.provide_credentials().await.map_err(|error| {
            // The error's sources can quote files with secrets.
            without_response(prefix, format!("Unable to load credentials: {error}"))
        })
    }
}

/// The text before the dot in the names of errors of `apigateway:invoke`.
const API_PREFIX: &str = "ApiGateway";

/// The signer of a request.
struct Signer {
    credentials: Credentials,
    service: String,
    region: String,
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

/// The reason why there is no request to send.
enum Unsent {
    Problem(Problem),
    Unsigned(String),
}

impl Unsent {
    fn end(self, prefix: &str) -> End {
        match self {
            Self::Problem(problem) => End::Problem(problem),
            Self::Unsigned(cause) => End::Failed(without_response(
                prefix,
                format!("the request cannot be signed: {cause}"),
            )),
        }
    }
}

/// The signed request.
fn http_call(wire: &Wire, address: Address, signer: Option<Signer>) -> Result<HttpCall, Unsent> {
    let url = address.url;
    let mut headers = HeaderMap::new();
    for (name, value) in &wire.headers {
        let read = (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(value));
        let (Ok(name), Ok(value)) = read else {
            let name = asl_http::printable(name);
            let problem = Problem::new(format!("the header `{name}` cannot have this value"));
            return Err(Unsent::Problem(problem));
        };
        headers.append(name, value);
    }
    if let Some(signer) = signer {
        let signed = Signed {
            method: &wire.method,
            url: url.as_str(),
            headers: &wire.headers,
            body: &wire.body,
            service: &signer.service,
            region: &signer.region,
        };
        let signature = signature::headers(&signed, &signer.credentials, SystemTime::now());
        headers.extend(signature.map_err(Unsent::Unsigned)?);
    }
    let method = Method::from_bytes(wire.method.as_bytes())
        .map_err(|_| Unsent::Problem(Problem::new("the method is none of HTTP")))?;
    // Some servers demand the length of a body that is empty.
    let has_body = !wire.body.is_empty() || matches!(method, Method::POST | Method::PUT);
    Ok(HttpCall { method, url, headers, body: has_body.then(|| wire.body.clone()) })
}

/// The result or the error of a response.
fn read(call: &Call<'_>, answer: &Answer) -> Result<Value, TaskError> {
    let body = answer.body.as_deref().map_err(|fault| fault_of(call.prefix(), fault))?;
    if !answer.status.is_success() {
        return Err(failed(call, answer, body));
    }
    let results = Results { service: call.service, spelling: call.spelling };
    let received = Received { answer, body };
    let mut result = result(&call.operation, results, &received).map_err(|cause| {
        without_response(call.prefix(), format!("Unable to unmarshall the response: {cause}"))
    })?;
    if let Naming::Optimized { .. } = call.naming {
        metadata::add(&mut result, answer);
    }
    Ok(result)
}

/// The failure of a call without a response, or with one that is too long.
fn fault_of(prefix: &str, fault: &Fault) -> TaskError {
    match fault {
        Fault::LongRequest { .. } | Fault::LongAnswer { .. } => {
            TaskError::new(names::DATA_LIMIT_EXCEEDED, fault.to_string())
        }
        Fault::Timeout | Fault::Scheme(_) | Fault::Refused(_) | Fault::Connection(_) => {
            without_response(prefix, format!("Unable to execute HTTP request: {fault}"))
        }
    }
}
