//! A service: its facts, operations, errors and shapes.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::bundle;
use crate::id::{ErrorId, ShapeId, Text};
use crate::names;
use crate::operation::{ErrorShape, Operation};
use crate::shape::Shape;
use crate::table::{OperationRow, Table};

/// A service that Step Functions can call.
pub struct Service {
    name: &'static str,
    table: Table,
}

/// The protocol of a service's requests and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// AWS's JSON 1.0.
    Json10,
    /// AWS's JSON 1.1.
    Json11,
    /// REST with bodies in JSON.
    RestJson,
    /// Forms, with answers in XML.
    Query,
    /// REST with bodies in XML.
    RestXml,
    /// EC2's forms.
    Ec2,
    /// CBOR: the services that have no other.
    Cbor,
}

/// Maximum number of services that are kept. Their names may come from data.
const MOST_KNOWN: usize = 64;

/// The services that were asked for. Decoding one takes up to 30 ms without optimization, as in macros.
static KNOWN: Mutex<BTreeMap<&'static str, Arc<Service>>> = Mutex::new(BTreeMap::new());

/// The service of this name in Step Functions' integrations of the SDK: `dynamodb`, `sfn`. `None` if
/// no service of the models has it. It is decoded once.
pub fn service(name: &str) -> Option<Arc<Service>> {
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(service) = known().get(name) {
        return Some(Arc::clone(service));
    }
    let inflated = bundle::inflate(name)?;
    let table = Table::new(&inflated)?;
    let service = Arc::new(Service { name: inflated.name, table });
    let mut known = known();
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    known.insert(service.name, Arc::clone(&service));
    Some(service)
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Service {
    fn optional(&self, text: Option<Text>) -> Option<&str> {
        text.map(|text| self.table.text(text))
    }

    /// Step Functions' name: `dynamodb`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// AWS's id: `DynamoDB`.
    pub fn service_id(&self) -> &str {
        self.table.text(self.table.head.service_id)
    }

    /// The text before the dot in the names of errors: `DynamoDb`.
    pub fn error_prefix(&self) -> &str {
        self.table.text(self.table.head.error_prefix)
    }

    /// The first part of its hosts: `dynamodb`.
    pub fn endpoint_prefix(&self) -> &str {
        self.table.text(self.table.head.endpoint_prefix)
    }

    /// Its name in signatures.
    pub fn signing_name(&self) -> &str {
        self.table.text(self.table.head.signing_name)
    }

    /// The version of the API: `2012-08-10`.
    pub fn api_version(&self) -> &str {
        self.table.text(self.table.head.api_version)
    }

    /// The protocol.
    pub fn protocol(&self) -> Protocol {
        match (self.table.head.flags >> 2, self.table.head.flags & 2) {
            (0, 0) => Protocol::Json10,
            (0, _) => Protocol::Json11,
            (1, _) => Protocol::RestJson,
            (2, _) => Protocol::Query,
            (3, _) => Protocol::RestXml,
            (4, _) => Protocol::Ec2,
            _ => Protocol::Cbor,
        }
    }

    /// True if answers of errors have the code of an older protocol in a header.
    pub fn is_query_compatible(&self) -> bool {
        self.table.head.flags & 1 != 0
    }

    /// JSON: the text before the dot in the header `X-Amz-Target`.
    pub fn target_prefix(&self) -> Option<&str> {
        self.optional(self.table.head.target_prefix)
    }

    /// The namespace of its documents in XML.
    pub fn xml_namespace(&self) -> Option<&str> {
        self.optional(self.table.head.xml_namespace)
    }

    /// The host of a service that is the same in all regions.
    pub fn global_endpoint(&self) -> Option<&str> {
        self.optional(self.table.head.global_endpoint)
    }

    /// All operations, in the order of their names.
    pub fn operations(&self) -> impl Iterator<Item = Operation<'_>> {
        self.table.operations.iter().map(|row| Operation::new(&self.table, row))
    }

    /// The operation that an action calls: `putItem`.
    pub fn operation(&self, action: &str) -> Option<Operation<'_>> {
        let is_called = |row: &&OperationRow| {
            let name = self.table.text(row.name);
            name.eq_ignore_ascii_case(action) && names::action(name) == action
        };
        self.table.operations.iter().find(is_called).map(|row| Operation::new(&self.table, row))
    }

    /// A shape. `None` for an id of another service.
    pub fn shape(&self, id: ShapeId) -> Option<Shape<'_>> {
        let row = self.table.shapes.get(usize::try_from(id.0).ok()?)?;
        Some(Shape::new(&self.table, row))
    }

    /// All errors that operations declare.
    pub fn errors(&self) -> impl Iterator<Item = ErrorShape<'_>> {
        self.table.errors.iter().map(|row| ErrorShape::new(&self.table, row))
    }

    /// An error. `None` for an id of another service.
    pub fn error(&self, id: ErrorId) -> Option<ErrorShape<'_>> {
        let row = self.table.errors.get(usize::try_from(id.0).ok()?)?;
        Some(ErrorShape::new(&self.table, row))
    }
}
