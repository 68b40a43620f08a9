//! The request of an operation, in the protocol of its service.

mod json;
mod query;
mod rest;
mod xml;

use asl_aws_models::{Operation, Protocol, Service};
use asl_runtime::Value;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::arguments::Arguments;
use crate::problem::Problem;

/// A request without the host and the signature.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Wire {
    pub(crate) method: String,
    /// The path, encoded.
    pub(crate) path: String,
    /// Names and values of the query, not encoded.
    pub(crate) query: Vec<(String, String)>,
    /// Names in lower case, and values.
    pub(crate) headers: Vec<(String, String)>,
    /// Labels of the host: names and values.
    pub(crate) labels: Vec<(String, String)>,
    pub(crate) body: String,
}

/// The characters that stand for themselves in a path or query.
const PLAIN: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A text as a part of a path or query.
pub(crate) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, &PLAIN).to_string()
}

/// The request of an operation.
pub(crate) fn request(
    operation: &Operation<'_>,
    arguments: Arguments<'_>,
    input: &Value,
) -> Result<Wire, Problem> {
    check(arguments.service, operation)?;
    let mut wire = match arguments.service.protocol() {
        Protocol::Json10 => json::request(operation, arguments, input, "1.0")?,
        Protocol::Json11 => json::request(operation, arguments, input, "1.1")?,
        Protocol::RestJson => rest::request(operation, arguments, input, rest::Format::Json)?,
        Protocol::RestXml => rest::request(operation, arguments, input, rest::Format::Xml)?,
        Protocol::Query => query::request(operation, arguments, input, query::Dialect::Query)?,
        Protocol::Ec2 => query::request(operation, arguments, input, query::Dialect::Ec2)?,
        Protocol::Cbor => return Err(only_cbor(arguments.service)),
    };
    if operation.needs_checksum() {
        add_checksum(&mut wire);
    }
    Ok(wire)
}

/// Checks that requests of an operation can be written.
pub(crate) fn check(service: &Service, operation: &Operation<'_>) -> Result<(), Problem> {
    if operation.streams() {
        return Err(Problem::new(format!(
            "`{}` is a stream of events, which Step Functions cannot call",
            operation.name
        )));
    }
    if service.protocol() == Protocol::Cbor { Err(only_cbor(service)) } else { Ok(()) }
}

fn only_cbor(service: &Service) -> Problem {
    Problem::new(format!(
        "the service `{}` has only a protocol in CBOR, which is not supported",
        service.name()
    ))
}

/// The checksum that some operations demand, in the form that AWS's own SDKs use by default.
fn add_checksum(wire: &mut Wire) {
    use base64::Engine as _;

    let sum = crc32fast::hash(wire.body.as_bytes()).to_be_bytes();
    let sum = base64::engine::general_purpose::STANDARD.encode(sum);
    wire.headers.push(("x-amz-sdk-checksum-algorithm".to_owned(), "CRC32".to_owned()));
    wire.headers.push(("x-amz-checksum-crc32".to_owned(), sum));
}
