//! A service's model, as far as code is generated from it.

use std::collections::BTreeMap;
use std::fmt;

use asl_conformance::problem::{Problem, Result};
use serde::Deserialize;

/// An extract of a service's model.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Service {
    #[serde(rename = "service")]
    name: String,
    version: String,
    /// The version of botocore that it comes from.
    botocore: String,
    pub(super) operations: Vec<Operation>,
    shapes: BTreeMap<String, Shape>,
}

/// An operation of its API.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Operation {
    pub(super) name: String,
    /// The shape of its request.
    pub(super) input: String,
    /// Names of the errors that it declares.
    pub(super) errors: Vec<String>,
}

/// A type and its constraints.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Shape {
    String {
        min: Option<u64>,
        max: Option<u64>,
        pattern: Option<String>,
        #[serde(default)]
        sensitive: bool,
        #[serde(default, rename = "enum")]
        values: Vec<String>,
    },
    Integer {
        min: Option<i64>,
        max: Option<i64>,
    },
    Long {
        min: Option<i64>,
        max: Option<i64>,
    },
    Float {
        min: Option<f64>,
        max: Option<f64>,
    },
    Boolean,
    Timestamp,
    List {
        member: String,
        min: Option<u64>,
        max: Option<u64>,
    },
    Structure {
        members: Vec<Member>,
    },
}

/// A member of a structure.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Member {
    pub(super) name: String,
    /// The name of its shape.
    pub(super) shape: String,
    pub(super) required: bool,
}

impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, version, botocore, .. } = self;
        write!(f, "{name}: the model of {version} in botocore {botocore}")
    }
}

impl Service {
    /// All shapes, sorted by name.
    pub(super) fn shapes(&self) -> impl Iterator<Item = (&str, &Shape)> {
        self.shapes.iter().map(|(name, shape)| (name.as_str(), shape))
    }

    pub(super) fn shape(&self, name: &str) -> Result<&Shape> {
        self.shapes.get(name).ok_or_else(|| self.fault(format_args!("no shape is called `{name}`")))
    }

    /// The members of a structure.
    pub(super) fn members(&self, name: &str) -> Result<&[Member]> {
        if let Shape::Structure { members } = self.shape(name)? {
            return Ok(members);
        }
        Err(self.fault(format_args!("`{name}` is no structure")))
    }

    /// The values of an enumeration.
    pub(super) fn values(&self, name: &str) -> Result<&[String]> {
        if let Shape::String { values, .. } = self.shape(name)?
            && !values.is_empty()
        {
            return Ok(values);
        }
        Err(self.fault(format_args!("`{name}` is no enumeration")))
    }

    pub(super) fn is_enumeration(&self, name: &str) -> bool {
        self.values(name).is_ok()
    }

    pub(super) fn fault(&self, message: fmt::Arguments<'_>) -> Problem {
        Problem::new(format!("the model of {}: {message}", self.name))
    }
}
