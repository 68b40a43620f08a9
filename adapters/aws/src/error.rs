//! Errors of services, with the names that Step Functions gives them.

use asl_aws_models::{ErrorShape, Operation, Protocol, Service};
use asl_http::{Answer, excerpt, printable};
use asl_runtime::error::names;
use asl_runtime::{TaskError, Value};

use crate::resource::{Call, Naming};
use crate::response::tree::Element;

/// The parts of an error that services send.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Sent {
    /// The code or the name of the error's shape.
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) request_id: Option<String>,
}

/// The failure that a response describes.
pub(crate) fn failed(call: &Call<'_>, answer: &Answer, body: &[u8]) -> TaskError {
    let mut sent = sent(call.service, answer, body);
    let status = answer.status.as_u16();
    let error = known(call.service, &call.operation, &sent.code, status);
    if sent.code.is_empty() {
        sent.code = error.map_or_else(|| status.to_string(), |error| error.code.to_owned());
    }
    if sent.message.is_empty() {
        answer.status.canonical_reason().unwrap_or_default().clone_into(&mut sent.message);
    }
    let request_id =
        sent.request_id.or_else(|| request_id(answer)).unwrap_or_else(|| "null".to_owned());
    let (message, id) = (printable(&sent.message), printable(&request_id));
    match call.naming {
        Naming::Sdk => {
            let prefix = call.service.error_prefix();
            let name = match error {
                Some(error) => format!("{prefix}.{}", error.exception),
                None => format!("{prefix}.{prefix}Exception"),
            };
            let cause =
                format!("{message} (Service: {prefix}, Status Code: {status}, Request ID: {id})");
            TaskError::new(name, cause)
        }
        Naming::Optimized { prefix } => {
            let (service, code) = (old_service(prefix), printable(&sent.code));
            let code = short(&code);
            let cause = format!(
                "{message} (Service: {service}; Status Code: {status}; Error Code: {code}; Request ID: {id}; Proxy: null)"
            );
            if matches!(code, "AccessDeniedException" | "AccessDenied") && prefix == "Lambda" {
                return TaskError::new(names::PERMISSIONS, cause);
            }
            let name = match error {
                Some(error) => format!("{prefix}.{}", error.exception),
                None if prefix == "Lambda" => format!("{prefix}.{code}"),
                None if prefix == "DynamoDB" => "DynamoDB.AmazonDynamoDBException".to_owned(),
                None => format!("{prefix}.{service}Exception"),
            };
            TaskError::new(name, cause)
        }
    }
}

/// The failure of a call without a response. The prefix is that of the service's errors.
pub(crate) fn without_response(prefix: &str, cause: impl Into<String>) -> TaskError {
    TaskError::new(format!("{prefix}.SdkClientException"), cause.into())
}

/// The error of the operation, or of any of its service, with this code.
fn known<'s>(
    service: &'s Service,
    operation: &Operation<'_>,
    code: &str,
    status: u16,
) -> Option<ErrorShape<'s>> {
    let code = short(code);
    let own = operation.errors.iter().filter_map(|id| service.error(*id));
    if code.is_empty() {
        // The response to HEAD has no body: its status stands for the only error that has it.
        let mut own = own.filter(|error| error.status == Some(status) || status == 404);
        let first = own.next();
        return first.filter(|_| own.next().is_none());
    }
    let is_sent = |error: &ErrorShape<'_>| error.name == code || short(error.code) == code;
    own.chain(service.errors()).find(is_sent)
}

/// A code without its namespace: `com.amazonaws.dynamodb.v20120810#ResourceNotFoundException`.
fn short(code: &str) -> &str {
    code.rsplit('#').next().unwrap_or(code)
}

fn sent(service: &Service, answer: &Answer, body: &[u8]) -> Sent {
    match service.protocol() {
        Protocol::Json10 | Protocol::Json11 | Protocol::RestJson | Protocol::Cbor => {
            sent_as_json(answer, body)
        }
        Protocol::Query | Protocol::RestXml | Protocol::Ec2 => sent_as_xml(body),
    }
}

fn sent_as_json(answer: &Answer, body: &[u8]) -> Sent {
    let header = |name: &str| {
        let value = answer.headers.get(name)?.to_str().ok()?;
        Some(value.split(':').next().unwrap_or(value).to_owned())
    };
    let json = Value::from_json_slice(body).unwrap_or_default();
    let text = |names: [&str; 3]| {
        names.iter().find_map(|name| json.get(name)?.as_str()).map(str::to_owned)
    };
    let code = header("x-amzn-errortype").or_else(|| text(["__type", "code", "Code"]));
    let code = code.unwrap_or_default();
    let code = code.split(':').next().unwrap_or_default().to_owned();
    let message = text(["message", "Message", "errorMessage"]).unwrap_or_else(|| match json {
        Value::Null => excerpt(&String::from_utf8_lossy(body)),
        Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => String::new(),
    });
    Sent { code, message, request_id: None }
}

/// `ErrorResponse/Error` of the query protocol, `Response/Errors/Error` of EC2, `Error` of S3.
fn sent_as_xml(body: &[u8]) -> Sent {
    let text = String::from_utf8_lossy(body);
    let Ok(root) = Element::read(&text) else {
        return Sent { message: excerpt(&text), ..Sent::default() };
    };
    let inside = root.child("Errors").unwrap_or(&root);
    let error = inside.child("Error").unwrap_or(&root);
    let own = |name: &str| error.text_of(name).unwrap_or_default().trim().to_owned();
    let id = ["RequestId", "RequestID"].iter().find_map(|name| root.text_of(name));
    Sent { code: own("Code"), message: own("Message"), request_id: id.map(str::to_owned) }
}

/// The id of a request in the headers of its response.
pub(crate) fn request_id(answer: &Answer) -> Option<String> {
    let mut names = ["x-amzn-requestid", "x-amz-request-id", "x-amzn-request-id"].iter();
    let id = names.find_map(|name| answer.headers.get(*name)?.to_str().ok())?;
    Some(id.to_owned())
}

/// The name of a service in errors of the optimized integrations, whose SDK is older.
fn old_service(prefix: &str) -> String {
    match prefix {
        "DynamoDB" => "AmazonDynamoDBv2".to_owned(),
        "Lambda" | "Glue" | "Batch" | "CodeBuild" | "StepFunctions" | "MediaConvert" => {
            format!("AWS{prefix}")
        }
        other => format!("Amazon{other}"),
    }
}
