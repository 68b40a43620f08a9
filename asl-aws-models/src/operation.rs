//! Operations, and the errors that they declare.

use crate::id::{ErrorId, ShapeId};
use crate::names;
use crate::table::{ErrorRow, OperationRow, Table};

/// An operation of a service.
#[derive(Clone, Debug)]
pub struct Operation<'a> {
    /// AWS's name: `PutItem`.
    pub name: &'a str,
    /// The method of HTTP.
    pub method: &'a str,
    /// The path and query, with members in braces: `/{Bucket}/{Key+}`.
    pub uri: &'a str,
    /// The structure of the request.
    pub input: Option<ShapeId>,
    /// The structure of the result.
    pub output: Option<ShapeId>,
    /// REST-XML: the outer element of the request.
    pub input_element: Option<&'a str>,
    /// REST-XML: the namespace of that element.
    pub input_namespace: Option<&'a str>,
    /// Query: the element around the result.
    pub result_wrapper: Option<&'a str>,
    /// The beginning of the host, with members in braces: `{AccountId}.`.
    pub host_prefix: Option<&'a str>,
    /// The declared errors.
    pub errors: Vec<ErrorId>,
    flags: u32,
}

/// The facts about an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorShape<'a> {
    /// The name of its shape: `QueueDoesNotExist`.
    pub name: &'a str,
    /// Its code in answers: `NoSuchEntity`.
    pub code: &'a str,
    /// The name of its class in Java: `QueueDoesNotExistException`. Step Functions' name is this after
    /// the service's prefix and a dot.
    pub exception: &'a str,
    /// The status of HTTP, if the model has it.
    pub status: Option<u16>,
}

impl<'a> Operation<'a> {
    pub(crate) fn new(table: &'a Table, row: &OperationRow) -> Self {
        let text = |text| table.text(text);
        let raised = table.raised.get(row.raised.clone()).unwrap_or_default();
        Self {
            name: text(row.name),
            method: text(row.method),
            uri: text(row.uri),
            input: row.input,
            output: row.output,
            input_element: row.input_element.map(text),
            input_namespace: row.input_namespace.map(text),
            result_wrapper: row.result_wrapper.map(text),
            host_prefix: row.host_prefix.map(text),
            errors: raised.iter().copied().map(ErrorId).collect(),
            flags: row.flags,
        }
    }

    /// Step Functions' name: `putItem`.
    pub fn action(&self) -> String {
        names::action(self.name)
    }

    /// True if a repeated request has no other effect.
    pub fn is_idempotent(&self) -> bool {
        self.flags & 1 != 0
    }

    /// True if requests are not signed.
    pub fn is_unsigned(&self) -> bool {
        self.flags & 2 != 0
    }

    /// True if requests need a checksum.
    pub fn needs_checksum(&self) -> bool {
        self.flags & 4 != 0
    }

    /// True if the request or the result is a stream of events, which Step Functions cannot call.
    pub fn streams(&self) -> bool {
        self.flags & 8 != 0
    }
}

impl<'a> ErrorShape<'a> {
    pub(crate) fn new(table: &'a Table, row: &ErrorRow) -> Self {
        let text = |text| table.text(text);
        let name = text(row.name);
        Self {
            name,
            code: row.code.map_or(name, text),
            exception: row.exception.map_or(name, text),
            status: (row.status != 0).then_some(row.status),
        }
    }
}
