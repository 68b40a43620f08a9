//! Connections of `EventBridge`, which have the credentials of `http:invoke`.

use std::pin::Pin;

use asl_http::{Connections, Credentials};
use asl_runtime::error::names;
use asl_runtime::value::Array;
use asl_runtime::{TaskError, Value};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::services::Services;

/// The credentials of the connections of the account: what a connection adds to requests is in a
/// secret of Secrets Manager, whose ARN its description has.
///
/// ```no_run
/// use std::sync::Arc;
///
/// use asl_aws::{Options, Services};
/// use asl_http::{HttpOptions, HttpTask};
///
/// # fn services(options: Options) -> Result<Services, asl_aws::SetupError> {
/// let connections = Services::new(options.clone())?;
/// let http = HttpTask::new(HttpOptions::default().connections(Arc::new(connections)))?;
/// Services::new(options.http(http))
/// # }
/// ```
impl Connections for Services {
    fn credentials<'a>(
        &'a self,
        connection_arn: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<Credentials, TaskError>> + Send + 'a>> {
        Box::pin(self.connection(connection_arn))
    }
}

impl Services {
    async fn connection(&self, arn: &str) -> Result<Credentials, TaskError> {
        // `arn:aws:events:us-east-1:123456789012:connection/NAME/ID`
        let mut parts = arn.split('/');
        let (kind, name) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        if !kind.ends_with(":connection") || name.is_empty() {
            return Err(refused("the ConnectionArn is no ARN of a connection"));
        }
        let request = Value::object([("Name", Value::text(name))]);
        let described = self.read("eventbridge:describeConnection", &request).await?;
        let kind = text(&described, "AuthorizationType");
        let request = Value::object([("SecretId", Value::text(text(&described, "SecretArn")))]);
        let answer = self.read("secretsmanager:getSecretValue", &request).await?;
        let secret = Value::from_json_str(text(&answer, "SecretString"))
            .map_err(|_| refused("the secret of the connection is not JSON"))?;
        credentials(kind, &secret)
    }

    async fn read(&self, action: &str, request: &Value) -> Result<Value, TaskError> {
        self.call(&format!("arn:aws:states:::aws-sdk:{action}"), "", request).await
    }
}

/// The additions of a connection to a request, of its secret.
fn credentials(kind: &str, secret: &Value) -> Result<Credentials, TaskError> {
    let mut found = Credentials::default();
    match kind {
        "BASIC" => {
            let pair = format!("{}:{}", part(secret, "username")?, part(secret, "password")?);
            let header = ("authorization".to_owned(), format!("Basic {}", STANDARD.encode(pair)));
            found.headers.push(header);
        }
        "API_KEY" => {
            let name = part(secret, "api_key_name")?.to_owned();
            found.headers.push((name, part(secret, "api_key_value")?.to_owned()));
        }
        // The token of OAuth is fetched by EventBridge and in no secret.
        _ => return Err(refused("only connections of the types BASIC and API_KEY are used")),
    }
    let added = secret.get("invocation_http_parameters");
    let rows = |name: &str| {
        let rows = added.and_then(|added| added.get(name)).and_then(Value::as_array);
        rows.into_iter().flat_map(Array::iter).map(|row| (text(row, "key"), text(row, "value")))
    };
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    found.headers.extend(rows("header_parameters").map(owned));
    found.query.extend(rows("query_string_parameters").map(owned));
    found
        .body
        .extend(rows("body_parameters").map(|(name, value)| (name.to_owned(), Value::text(value))));
    Ok(found)
}

/// A part of a secret.
fn part<'v>(secret: &'v Value, name: &str) -> Result<&'v str, TaskError> {
    let found = secret.get(name).and_then(Value::as_str);
    found.ok_or_else(|| refused(&format!("the secret of the connection has no `{name}`")))
}

fn text<'v>(value: &'v Value, member: &str) -> &'v str {
    value.get(member).and_then(Value::as_str).unwrap_or_default()
}

fn refused(cause: &str) -> TaskError {
    TaskError::new(names::RUNTIME, cause)
}
