//! Requests from the input of HTTP tasks.

use asl_runtime::{TaskError, Value};
use std::fmt;

use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use url::Url;

use crate::connection::Credentials;
use crate::form::{ArrayFormat, fields, text};
use crate::text::printable;

/// The request of a task.
pub(crate) struct Request {
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Option<String>,
}

/// Query, headers and body may contain a connection's secrets.
impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("host", &self.url.host_str())
            .finish_non_exhaustive()
    }
}

/// Headers that a definition cannot set on AWS: they belong to the HTTP connection or to the
/// credentials.
const RESERVED: [&str; 27] = [
    "authorization",
    "connection",
    "content-encoding",
    "content-length",
    "content-md5",
    "cookie",
    "date",
    "expect",
    "forwarded",
    "from",
    "host",
    "http2-settings",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "if-unmodified-since",
    "max-forwards",
    "origin",
    "pragma",
    "proxy-authorization",
    "referer",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
];

impl Request {
    /// The `ConnectionArn` of a task, from its old or new field.
    pub(crate) fn connection_arn(input: &Value) -> Option<&str> {
        let arn = |field| input.at([field, "ConnectionArn"]).and_then(Value::as_str);
        arn("Authentication").or_else(|| arn("InvocationConfig"))
    }

    pub(crate) fn new(input: &Value, credentials: Credentials) -> Result<Self, TaskError> {
        let method = required(input, "Method")?;
        let method = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"]
            .contains(&method)
            .then(|| Method::from_bytes(method.as_bytes()).ok())
            .flatten()
            .ok_or_else(|| invalid(format!("the Method `{method}` is none of HTTP tasks")))?;
        let endpoint = required(input, "ApiEndpoint")?;
        let mut url = Url::parse(endpoint)
            .map_err(|error| invalid(format!("the ApiEndpoint is no URL: {error}")))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(invalid("the ApiEndpoint must not have a user's name or password in it"));
        }
        add_query(&mut url, input.get("QueryParameters"), &credentials)?;
        let mut headers = headers(input.get("Headers"))?;
        let body = body(input, credentials.body, &mut headers)?;
        for (name, value) in credentials.headers {
            headers.insert(header_name(&name)?, secret(&name, &value)?);
        }
        Ok(Self { method, url, headers, body })
    }
}

fn add_query(
    url: &mut Url,
    parameters: Option<&Value>,
    credentials: &Credentials,
) -> Result<(), TaskError> {
    let mut query: Vec<(String, String)> = Vec::new();
    match parameters {
        None | Some(Value::Null) => {}
        Some(Value::Object(parameters)) => {
            for (name, value) in parameters.iter() {
                let values =
                    value.as_array().map_or(std::slice::from_ref(value), |items| items.as_slice());
                query.extend(values.iter().map(|value| (name.to_owned(), text(value))));
            }
        }
        Some(_) => return Err(invalid("QueryParameters must be an object")),
    }
    let is_free = |name: &str| credentials.query.iter().all(|(other, _)| other != name);
    query.retain(|(name, _)| is_free(name));
    query.extend(credentials.query.iter().cloned());
    if url.query_pairs().any(|(name, _)| !is_free(&name)) {
        let own: Vec<(String, String)> = url
            .query_pairs()
            .filter(|(name, _)| is_free(name))
            .map(|(name, value)| (name.into(), value.into()))
            .collect();
        url.set_query(None);
        query.splice(..0, own);
    }
    if !query.is_empty() {
        url.query_pairs_mut().extend_pairs(query);
    }
    Ok(())
}

fn headers(fields: Option<&Value>) -> Result<HeaderMap, TaskError> {
    let mut headers = HeaderMap::new();
    let Some(fields) = fields.filter(|fields| !fields.is_null()) else { return Ok(headers) };
    let fields = fields.as_object().ok_or_else(|| invalid("Headers must be an object"))?;
    for (name, value) in fields.iter() {
        let header = header_name(name)?;
        let lower = header.as_str();
        if RESERVED.contains(&lower)
            || lower.starts_with("x-amz-")
            || lower.starts_with("x-forwarded-")
        {
            return Err(invalid(format!("the header `{name}` cannot be set by a definition")));
        }
        let values = value.as_array().map_or(std::slice::from_ref(value), |items| items.as_slice());
        for value in values {
            let value = HeaderValue::from_str(&text(value));
            headers.append(
                &header,
                value
                    .map_err(|_| invalid(format!("the header `{name}` is no text in one line")))?,
            );
        }
    }
    Ok(headers)
}

fn header_name(name: &str) -> Result<HeaderName, TaskError> {
    HeaderName::from_bytes(name.as_bytes())
        .map_err(|_| invalid(format!("`{name}` is no name of a header")))
}

/// A header that is never printed.
fn secret(name: &str, value: &str) -> Result<HeaderValue, TaskError> {
    let value = HeaderValue::from_str(value);
    let mut value = value
        .map_err(|_| invalid(format!("the connection's header `{name}` is no text in one line")))?;
    value.set_sensitive(true);
    Ok(value)
}

fn body(
    input: &Value,
    more: Vec<(String, Value)>,
    headers: &mut HeaderMap,
) -> Result<Option<String>, TaskError> {
    let mut body = input.get("RequestBody").cloned().unwrap_or_default();
    if !more.is_empty() {
        if body.is_null() {
            body = Value::object([]);
        }
        let Some(object) = body.as_object_mut() else {
            return Err(invalid("the connection adds to a RequestBody that is no object"));
        };
        let object = object.make_mut();
        for (name, value) in more {
            object.insert(name, value);
        }
    }
    if body.is_null() {
        return Ok(None);
    }
    let encoding = input.at(["Transform", "RequestBodyEncoding"]).and_then(Value::as_str);
    let (kind, text) = match encoding {
        None | Some("NONE") => ("application/json", as_text(&body, headers)),
        Some("URL_ENCODED") => ("application/x-www-form-urlencoded", form(input, &body)?),
        Some(other) => {
            return Err(invalid(format!(
                "the RequestBodyEncoding `{other}` is none of HTTP tasks"
            )));
        }
    };
    if !headers.contains_key(CONTENT_TYPE) {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    }
    Ok(Some(text))
}

/// The body as JSON, or as a plain string if the definition gives another type.
fn as_text(body: &Value, headers: &HeaderMap) -> String {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let json = kind.is_none_or(|kind| kind.contains("json"));
    if json { body.to_json_string() } else { text(body) }
}

fn form(input: &Value, body: &Value) -> Result<String, TaskError> {
    let format =
        input.at(["Transform", "RequestEncodingOptions", "ArrayFormat"]).and_then(Value::as_str);
    let format = match format {
        None | Some("INDICES") => ArrayFormat::Indices,
        Some("REPEAT") => ArrayFormat::Repeat,
        Some("COMMAS") => ArrayFormat::Commas,
        Some("BRACKETS") => ArrayFormat::Brackets,
        Some("NONE") => ArrayFormat::None,
        Some(other) => {
            return Err(invalid(format!("the ArrayFormat `{other}` is none of HTTP tasks")));
        }
    };
    if body.as_object().is_none() {
        return Err(invalid("a RequestBody that is sent as a form must be an object"));
    }
    Ok(url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields(body, format))
        .finish())
}

fn required<'v>(input: &'v Value, name: &str) -> Result<&'v str, TaskError> {
    let field = input.get(name).and_then(Value::as_str);
    field.ok_or_else(|| invalid(format!("The field '{name}' is required but was missing")))
}

/// A fault of the definition or its data. A retry cannot help, so no retrier matches it.
fn invalid(cause: impl Into<String>) -> TaskError {
    TaskError::new("States.Runtime", printable(&cause.into()))
}

#[cfg(test)]
mod tests {
    use asl_runtime::json;

    use super::*;

    fn request(input: &Value) -> Request {
        Request::new(input, Credentials::default()).unwrap()
    }

    fn refused(input: &Value) -> String {
        Request::new(input, Credentials::default()).unwrap_err().cause().unwrap().to_owned()
    }

    #[test]
    fn fields_become_a_request() {
        let request = request(&json!({
            "ApiEndpoint": "https://api.example.com/v1/items?x=1",
            "Method": "POST",
            "QueryParameters": {"a": "b c", "n": 2, "many": ["1", "&"]},
            "Headers": {"X-Id": "7", "Accept": "text/plain"},
            "RequestBody": {"a": [1]},
        }));
        assert_eq!(
            request.url.as_str(),
            "https://api.example.com/v1/items?x=1&a=b+c&n=2&many=1&many=%26"
        );
        assert_eq!(request.headers.get("x-id").unwrap(), "7");
        assert_eq!(request.headers.get(CONTENT_TYPE).unwrap(), "application/json");
        assert_eq!(request.body.as_deref(), Some("{\"a\":[1]}"));
    }

    #[test]
    fn a_body_can_be_a_form_or_plain_text() {
        let form = request(&json!({
            "ApiEndpoint": "https://x.example", "Method": "POST", "RequestBody": {"a": ["x y", "ж"]},
            "Transform": {"RequestBodyEncoding": "URL_ENCODED", "RequestEncodingOptions": {"ArrayFormat": "BRACKETS"}},
        }));
        assert_eq!(form.body.as_deref(), Some("a%5B%5D=x+y&a%5B%5D=%D0%B6"));
        assert_eq!(form.headers.get(CONTENT_TYPE).unwrap(), "application/x-www-form-urlencoded");
        let text = request(&json!({
            "ApiEndpoint": "https://x.example", "Method": "POST", "RequestBody": "<a/>", "Headers": {"content-type": "text/xml"},
        }));
        assert_eq!(text.body.as_deref(), Some("<a/>"));
    }

    #[test]
    fn a_connection_wins_and_is_not_printed() {
        let credentials = Credentials {
            headers: vec![("X-Key".into(), "canary-header".into())],
            query: vec![("key".into(), "canary-query".into())],
            body: vec![("secret".into(), json!("canary-body"))],
        };
        assert!(!format!("{credentials:?}").contains("canary"));
        let input = json!({
            "ApiEndpoint": "https://x.example/?b=2&key=too", "Method": "POST", "QueryParameters": {"key": "mine", "a": "1"},
            "Headers": {"x-key": "mine"}, "RequestBody": {"secret": "mine", "b": 2},
        });
        let request = Request::new(&input, credentials).unwrap();
        assert_eq!(request.url.query(), Some("b=2&a=1&key=canary-query"));
        assert!(!format!("{request:?}").contains("canary"));
        assert_eq!(request.headers.get("x-key").unwrap(), "canary-header");
        assert_eq!(request.body.as_deref(), Some("{\"secret\":\"canary-body\",\"b\":2}"));
        assert!(!format!("{:?}", request.headers).contains("canary"), "{:?}", request.headers);
    }

    #[test]
    fn fields_that_cannot_be_are_refused() {
        let with = |name: &str, value: Value| {
            let mut input = json!({"ApiEndpoint": "https://x.example", "Method": "GET"});
            input.insert(name, value);
            refused(&input)
        };
        assert_eq!(
            refused(&json!({"Method": "GET"})),
            "The field 'ApiEndpoint' is required but was missing"
        );
        assert_eq!(with("Method", json!("TRACE")), "the Method `TRACE` is none of HTTP tasks");
        assert_eq!(
            with("ApiEndpoint", json!("/x")),
            "the ApiEndpoint is no URL: relative URL without a base"
        );
        let password = "the ApiEndpoint must not have a user's name or password in it";
        assert_eq!(with("ApiEndpoint", json!("https://a:b@x.example")), password);
        for name in ["Host", "authorization", "X-Amz-Date", "X-Forwarded-For", "Transfer-Encoding"]
        {
            let problem = format!("the header `{name}` cannot be set by a definition");
            assert_eq!(with("Headers", json!({(name): "x"})), problem);
        }
        assert_eq!(
            with("Headers", json!({"X": "a\r\nHost: b"})),
            "the header `X` is no text in one line"
        );
        assert_eq!(with("Headers", json!({"X Y": "a"})), "`X Y` is no name of a header");
        assert_eq!(with("QueryParameters", json!([])), "QueryParameters must be an object");
    }
}
