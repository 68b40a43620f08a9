//! `apigateway:invoke`: a request to an API of API Gateway, whose fields are Step Functions' own.

use asl_http::{Answer, printable};
use asl_language::integration::integration;
use asl_runtime::value::{Array, Map, Object};
use asl_runtime::{TaskError, Value};
use url::Url;

use crate::endpoint::Address;
use crate::problem::Problem;
use crate::request::{Wire, encoded};

/// The name of the service in signatures.
pub(crate) const SIGNING_NAME: &str = "execute-api";

/// The methods that the integration has.
const METHODS: [&str; 7] = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"];

/// Headers that belong to the connection or the signature.
const RESERVED: [&str; 10] = [
    "connection",
    "content-length",
    "expect",
    "host",
    "proxy-authorization",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
];

/// A request to an API.
#[derive(Debug)]
pub(crate) struct ApiRequest {
    pub(crate) wire: Wire,
    pub(crate) address: Address,
    pub(crate) is_signed: bool,
}

/// Reads the request of a task. With an endpoint, that stands for the API: its header `Host` names the
/// API's own.
pub(crate) fn request(
    input: &Value,
    endpoint: Option<&str>,
    own_region: &str,
) -> Result<ApiRequest, Problem> {
    let fields = input.as_object().ok_or_else(|| Problem::kind("", "an object", input))?;
    check_names(fields)?;
    let method = text(input, "Method")?.filter(|method| METHODS.contains(method));
    let method = method.ok_or_else(|| Problem::new("\"Method\" is none of API Gateway"))?;
    let host = text(input, "ApiEndpoint")?.unwrap_or_default();
    let is_signed = match text(input, "AuthType")? {
        None | Some("NO_AUTH") => false,
        Some("IAM_ROLE" | "RESOURCE_POLICY") => true,
        Some(_) => {
            return Err(Problem::new("\"AuthType\" must be NO_AUTH, IAM_ROLE or RESOURCE_POLICY"));
        }
    };
    let mut headers = headers(input.get("Headers"), is_signed)?;
    let allows_null = input.get("AllowNullValues").and_then(Value::as_bool) == Some(true);
    let body = input.get("RequestBody").filter(|body| allows_null || !body.is_null());
    let body = body.map(|body| if allows_null { body.clone() } else { without_null(body) });
    let body = body.map_or_else(String::new, |body| body.to_json_string());
    if !body.is_empty() && !headers.iter().any(|(name, _)| name == "content-type") {
        headers.push(("content-type".to_owned(), "application/json".to_owned()));
    }
    let region = region_of(host);
    let base = match endpoint {
        Some(endpoint) => {
            headers.push(("host".to_owned(), host.to_owned()));
            endpoint.trim_end_matches('/').to_owned()
        }
        // The host can be data, and signed requests must not go anywhere else.
        None if region.is_none() => {
            return Err(Problem::new(
                "\"ApiEndpoint\" must have the form ID.execute-api.REGION.amazonaws.com",
            ));
        }
        None => format!("https://{host}"),
    };
    let (path, query) = (path(input)?, query(input.get("QueryParameters"))?);
    let mut url = Url::parse(&format!("{base}{path}"))
        .map_err(|error| Problem::new(format!("the address of the API is no URL: {error}")))?;
    if !query.is_empty() {
        url.query_pairs_mut().extend_pairs(query);
    }
    let region = region.unwrap_or(own_region).to_owned();
    let wire = Wire { method: method.to_owned(), headers, body, ..Wire::default() };
    Ok(ApiRequest { wire, address: Address { url, region }, is_signed })
}

fn check_names(fields: &Object) -> Result<(), Problem> {
    let own = integration("apigateway", "invoke").and_then(|known| known.own);
    let (required, optional) = own.map_or((&[][..], &[][..]), |own| (own.required, own.optional));
    let is_known = |name: &str| required.contains(&name) || optional.contains(&name);
    if let Some(unknown) = fields.keys().find(|name| !is_known(name)) {
        return Err(Problem::unknown(unknown));
    }
    match required.iter().find(|name| fields.get(name).is_none()) {
        Some(missing) => Err(Problem::missing(missing)),
        None => Ok(()),
    }
}

/// The text of an optional field.
fn text<'v>(input: &'v Value, name: &str) -> Result<Option<&'v str>, Problem> {
    match input.get(name).filter(|value| !value.is_null()) {
        None => Ok(None),
        Some(value) => match value.as_str() {
            Some(text) => Ok(Some(text)),
            None => Err(Problem::kind(name, "a text", value)),
        },
    }
}

/// The region in the host of an API. `None` for any other host.
fn region_of(host: &str) -> Option<&str> {
    let host = host.strip_suffix(".cn").unwrap_or(host);
    let (id, region) = host.strip_suffix(".amazonaws.com")?.split_once(".execute-api.")?;
    let is_plain = |text: &str| {
        !text.is_empty()
            && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
    };
    (is_plain(id) && is_plain(region)).then_some(region)
}

/// The path with the stage.
fn path(input: &Value) -> Result<String, Problem> {
    let mut path = String::new();
    if let Some(stage) = text(input, "Stage")? {
        path.push('/');
        path.push_str(&encoded(stage));
    }
    let rest = text(input, "Path")?.unwrap_or_default().trim_start_matches('/');
    if rest.is_empty() {
        return Ok(path);
    }
    for part in rest.split('/') {
        if matches!(part, "." | "..") {
            return Err(Problem::new("a part of \"Path\" is `.` or `..`, which a URL cannot have"));
        }
        path.push('/');
        path.push_str(&encoded(part));
    }
    Ok(path)
}

/// Names and values of the query, each in a list or alone.
fn query(parameters: Option<&Value>) -> Result<Vec<(String, String)>, Problem> {
    let mut query = Vec::new();
    for (name, value) in named(parameters, "QueryParameters")? {
        let values = value.as_array().map_or(std::slice::from_ref(value), Array::as_slice);
        query.extend(values.iter().map(|value| (name.to_owned(), plain(value))));
    }
    Ok(query)
}

/// Names, in lower case, and values of the headers. AWS takes lists only.
fn headers(fields: Option<&Value>, is_signed: bool) -> Result<Vec<(String, String)>, Problem> {
    let mut headers = Vec::new();
    for (name, value) in named(fields, "Headers")? {
        let lower = name.to_ascii_lowercase();
        let is_reserved = RESERVED.contains(&lower.as_str())
            || is_signed && (lower == "authorization" || lower.starts_with("x-amz-"));
        if is_reserved {
            let name = printable(name);
            return Err(Problem::new(format!("the header `{name}` cannot be set by a definition")));
        }
        let values = value.as_array().ok_or_else(|| invalid("Headers"))?;
        headers.extend(values.iter().map(|value| (lower.clone(), plain(value))));
    }
    Ok(headers)
}

fn named<'v>(
    fields: Option<&'v Value>,
    name: &str,
) -> Result<impl Iterator<Item = (&'v str, &'v Value)>, Problem> {
    let fields = fields.filter(|fields| !fields.is_null());
    let object =
        fields.map(|fields| fields.as_object().ok_or_else(|| invalid(name))).transpose()?;
    Ok(object.into_iter().flat_map(Object::iter))
}

/// AWS's words.
fn invalid(field: &str) -> Problem {
    Problem::new(format!("The value of the field '{field}' has an invalid format"))
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_json_string(), str::to_owned)
}

/// A body without members that are null, as `AllowNullValues` demands by default.
fn without_null(value: &Value) -> Value {
    if let Some(array) = value.as_array() {
        return array.iter().map(without_null).collect();
    }
    let Some(object) = value.as_object() else { return value.clone() };
    let mut map = Map::default();
    for (name, value) in object.iter().filter(|(_, value)| !value.is_null()) {
        map.insert(name, without_null(value));
    }
    Value::from(map)
}

/// The result of a task, or its error: `ApiGateway.403` with the body as the cause.
pub(crate) fn result(answer: &Answer, body: &[u8]) -> Result<Value, TaskError> {
    let text = String::from_utf8_lossy(body);
    if !answer.status.is_success() {
        let name = format!("ApiGateway.{}", answer.status.as_u16());
        let reason = answer.status.canonical_reason().unwrap_or_default();
        let cause = if text.is_empty() { reason } else { &text };
        return Err(TaskError::new(name, printable(cause)));
    }
    let mut headers = Map::default();
    for name in answer.headers.keys() {
        let values = answer.headers.get_all(name).iter();
        let values = values.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        headers.insert(name.as_str(), values.map(Value::from).collect::<Value>());
    }
    Ok(Value::object([
        ("Headers", Value::from(headers)),
        ("ResponseBody", Value::from_json_str(&text).unwrap_or_else(|_| Value::from(&*text))),
        ("StatusCode", Value::from(answer.status.as_u16())),
        ("StatusText", Value::from(answer.status.canonical_reason().unwrap_or_default())),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_runtime::json;

    const HOST: &str = "abc123.execute-api.eu-west-1.amazonaws.com";

    fn refused(name: &str, value: Value) -> String {
        let mut input = json!({ "ApiEndpoint": HOST, "Method": "GET" });
        input.insert(name, value);
        request(&input, None, "us-east-1").expect_err("a problem").to_string()
    }

    #[test]
    fn fields_become_a_request() {
        let input = json!({
            "ApiEndpoint": HOST, "Method": "POST", "Stage": "prod", "Path": "/bills/a b",
            "QueryParameters": { "id": ["1", "2"] }, "Headers": { "X-Kind": ["new"] },
            "RequestBody": { "bill": "b-1", "category": null }, "AuthType": "IAM_ROLE",
        });
        let request = request(&input, None, "us-east-1").expect("a request");
        let url = format!("https://{HOST}/prod/bills/a%20b?id=1&id=2");
        assert_eq!(
            (request.address.url.as_str(), request.address.region.as_str()),
            (&*url, "eu-west-1")
        );
        assert_eq!(request.wire.body, r#"{"bill":"b-1"}"#);
        let headers = [("x-kind", "new"), ("content-type", "application/json")];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(request.wire.headers, headers);
        assert!(request.is_signed);
    }

    #[test]
    fn an_endpoint_stands_for_the_api() {
        let input = json!({ "ApiEndpoint": "x.execute-api.localhost", "Method": "GET" });
        let request =
            request(&input, Some("http://127.0.0.1:5000/"), "us-east-1").expect("a request");
        assert_eq!(request.address.url.as_str(), "http://127.0.0.1:5000/");
        assert_eq!(
            request.wire.headers,
            [("host".to_owned(), "x.execute-api.localhost".to_owned())]
        );
    }

    #[test]
    fn requests_that_cannot_be_say_why() {
        let format = "The value of the field 'Headers' has an invalid format";
        assert_eq!(refused("Headers", json!({ "a": "text" })), format);
        assert!(refused("Headers", json!({ "Host": ["x"] })).contains("`Host` cannot be set"));
        assert!(refused("ApiEndpoint", json!("169.254.169.254")).contains("must have the form"));
        let other = "a.execute-api.x.amazonaws.com.evil.example";
        assert!(refused("ApiEndpoint", json!(other)).contains("must have the form"));
        assert!(refused("Path", json!("../x")).contains("`..`"));
        assert!(refused("Method", json!("TRACE")).contains("\"Method\""));
        assert!(refused("AuthType", json!("NONE")).contains("NO_AUTH, IAM_ROLE"));
        assert!(refused("Paht", json!("x")).contains("\"Paht\" is not supported"));
    }
}
