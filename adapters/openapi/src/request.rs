//! Requests of operations, from their arguments.

use asl_http::{Call, Credentials};
use asl_runtime::functions::{Body, Form, Parameter, Place, Rest};
use asl_runtime::{TaskError, Value};
use reqwest::Method;
use reqwest::header::{ACCEPT, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue};

use crate::arguments::{Arguments, object, wrong};
use crate::style::{in_header, in_path, pairs, text};
use crate::url::url;

/// The request of a call.
pub(crate) fn call(
    rest: &Rest,
    server: &str,
    arguments: &Value,
    credentials: Credentials,
) -> Result<Call, TaskError> {
    let mut arguments = Arguments::new(arguments)?;
    let mut parts = Parts { path: rest.path.to_owned(), ..Parts::default() };
    for parameter in rest.parameters {
        match arguments.take(parameter.name) {
            Some(value) => parts.put(parameter, &value)?,
            None if parameter.required => return Err(missing(rest, parameter.name)),
            None => {}
        }
    }
    let Credentials { headers, query, body: secrets } = credentials;
    let body = body(rest, arguments.rest(), secrets)?;
    let url = url(server, &parts.path, &parts.query, &query)?;
    let mut all = parts.headers()?;
    accept(rest, &mut all);
    if let (Some(_), Some(kind)) = (&body, &rest.body) {
        all.insert(
            CONTENT_TYPE,
            HeaderValue::from_str(kind.media_type)
                .map_err(|_| wrong("the media type is no text"))?,
        );
    }
    for (name, value) in headers {
        let mut value = header_value(&name, &value)?;
        value.set_sensitive(true);
        all.insert(header_name(&name)?, value);
    }
    let method = Method::from_bytes(rest.method.as_bytes())
        .map_err(|_| wrong("the method is none of HTTP"))?;
    Ok(Call { method, url, headers: all, body })
}

fn missing(rest: &Rest, name: &str) -> TaskError {
    wrong(format!("`{}` needs the argument `{name}`", rest.operation_id))
}

/// The parts of a request with parameters.
#[derive(Default)]
struct Parts {
    path: String,
    query: Vec<String>,
    headers: Vec<(String, String)>,
    cookies: Vec<String>,
}

impl Parts {
    fn put(&mut self, parameter: &Parameter, value: &Value) -> Result<(), TaskError> {
        match parameter.place {
            Place::Path => {
                let text = in_path(parameter, value);
                if text.is_empty() {
                    // `/orders/{id}` would become `/orders/`, which is another operation.
                    return Err(wrong(format!(
                        "the argument `{}` is empty: it is a part of the path",
                        parameter.name
                    )));
                }
                self.path = self.path.replace(&format!("{{{}}}", parameter.name), &text);
            }
            Place::Query => self.query.extend(pairs(parameter, value)),
            Place::Header => {
                self.headers.push((parameter.name.to_owned(), in_header(parameter, value)));
            }
            Place::Cookie => self.cookies.extend(pairs(parameter, value)),
        }
        Ok(())
    }

    fn headers(self) -> Result<HeaderMap, TaskError> {
        let mut headers = HeaderMap::new();
        for (name, value) in &self.headers {
            headers.insert(header_name(name)?, header_value(name, value)?);
        }
        if !self.cookies.is_empty() {
            headers.insert(COOKIE, header_value("Cookie", &self.cookies.join("; "))?);
        }
        Ok(headers)
    }
}

/// The body, if any. `secrets` are members of the credentials.
fn body(
    rest: &Rest,
    mut arguments: Vec<(String, Value)>,
    secrets: Vec<(String, Value)>,
) -> Result<Option<String>, TaskError> {
    let Some(body) = &rest.body else {
        return match arguments.first() {
            Some((name, _)) => {
                Err(wrong(format!("`{}` has no argument `{name}`", rest.operation_id)))
            }
            None => Ok(None),
        };
    };
    let is_whole = body.whole && matches!(arguments.as_slice(), [(name, _)] if name == "body");
    if is_whole && let Some((_, value)) = arguments.pop() {
        return written(body, add(value, secrets)?).map(Some);
    }
    if arguments.is_empty() && secrets.is_empty() && !body.required {
        return Ok(None);
    }
    arguments.extend(secrets);
    written(body, object(arguments)).map(Some)
}

fn add(mut value: Value, members: Vec<(String, Value)>) -> Result<Value, TaskError> {
    if members.is_empty() {
        return Ok(value);
    }
    let object = value
        .as_object_mut()
        .ok_or_else(|| wrong("the credentials add to a body that is no object"))?;
    let object = object.make_mut();
    for (name, value) in members {
        object.insert(name, value);
    }
    Ok(value)
}

fn written(body: &Body, value: Value) -> Result<String, TaskError> {
    match body.form {
        Form::Json => Ok(value.to_json_string()),
        Form::Text => match value {
            Value::String(text) => Ok(text.to_string()),
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Array(_)
            | Value::Object(_) => Err(wrong(format!(
                "the body is text (`{}`): give it as the argument `body`",
                body.media_type
            ))),
        },
        Form::UrlEncoded => form(&value),
    }
}

/// The fields of a form: fields with several values are repeated, and objects are JSON (OpenAPI:
/// the defaults of "Encoding Object").
fn form(value: &Value) -> Result<String, TaskError> {
    let fields = value
        .as_object()
        .ok_or_else(|| wrong("a body that is sent as a form must be an object"))?;
    let mut form = ::url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in fields.iter() {
        let values = value.as_array().map_or(std::slice::from_ref(value), |items| items.as_slice());
        form.extend_pairs(values.iter().map(|value| (name, text(value))));
    }
    Ok(form.finish())
}

/// An `Accept` header with the documented media types.
fn accept(rest: &Rest, headers: &mut HeaderMap) {
    let kinds = if rest.answers.is_empty() {
        "application/json, */*;q=0.5".to_owned()
    } else {
        rest.answers.join(", ")
    };
    if let Ok(kinds) = HeaderValue::from_str(&kinds) {
        headers.insert(ACCEPT, kinds);
    }
}

fn header_name(name: &str) -> Result<HeaderName, TaskError> {
    HeaderName::from_bytes(name.as_bytes())
        .map_err(|_| wrong(format!("`{name}` is no name of a header")))
}

fn header_value(name: &str, value: &str) -> Result<HeaderValue, TaskError> {
    HeaderValue::from_str(value)
        .map_err(|_| wrong(format!("the header `{name}` would be no text in one line")))
}
