//! The model of the API: the members of each operation's request with their constraints, and the
//! errors that each operation declares.
//!
//! `cargo xtask models` generates the tables from AWS's model of 2016-11-23, `service-2.json` in
//! botocore.

mod operations;
mod pattern;
mod shapes;

pub(crate) use pattern::Pattern;

use operations::OPERATIONS;

/// An operation of the API.
pub(crate) struct Operation {
    pub(crate) name: &'static str,
    /// Members of the request.
    pub(crate) input: &'static [Member],
    /// Names of the errors that the operation declares.
    pub(crate) errors: &'static [&'static str],
}

/// A member of a structure.
pub(crate) struct Member {
    pub(crate) name: &'static str,
    pub(crate) shape: &'static Shape,
    pub(crate) required: bool,
}

/// The type of a value and its constraints.
pub(crate) enum Shape {
    Text(Text),
    Enumeration(&'static [&'static str]),
    /// A number of 32 bits.
    Integer {
        min: i64,
        max: i64,
    },
    /// A number of 64 bits.
    Long {
        min: i64,
        max: i64,
    },
    Float {
        min: f64,
        max: f64,
    },
    Boolean,
    List {
        item: &'static Shape,
        min: usize,
        max: usize,
    },
    Structure {
        name: &'static str,
        members: &'static [Member],
    },
}

/// Constraints of a text.
pub(crate) struct Text {
    pub(crate) min: usize,
    pub(crate) max: usize,
    /// The unit of `min` and `max`.
    pub(crate) unit: Unit,
    pub(crate) pattern: Option<Pattern>,
    /// Messages do not repeat the value.
    pub(crate) sensitive: bool,
}

/// The unit of a text's size.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Code units of UTF-16, as AWS counts them.
    Utf16,
    /// Bytes in UTF-8.
    Bytes,
}

impl Text {
    const fn sensitive(mut self) -> Self {
        self.sensitive = true;
        self
    }

    const fn in_bytes(mut self) -> Self {
        self.unit = Unit::Bytes;
        self
    }

    const fn pattern(mut self, expression: &'static str, matches: fn(&str) -> bool) -> Self {
        self.pattern = Some(Pattern { expression, matches });
        self
    }
}

/// Maximum of an `Integer` without one in the model.
const INTEGER_MAX: i64 = i32::MAX as i64;

const fn text(min: usize, max: usize) -> Text {
    Text { min, max, unit: Unit::Utf16, pattern: None, sensitive: false }
}

const fn required(name: &'static str, shape: &'static Shape) -> Member {
    Member { name, shape, required: true }
}

const fn optional(name: &'static str, shape: &'static Shape) -> Member {
    Member { name, shape, required: false }
}

impl Operation {
    /// The operation with a name.
    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        let index = OPERATIONS.binary_search_by(|operation| operation.name.cmp(name)).ok()?;
        OPERATIONS.get(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_37_operations_each_found_by_its_name() {
        assert_eq!(OPERATIONS.len(), 37);
        for operation in OPERATIONS {
            assert_eq!(Operation::find(operation.name).unwrap().name, operation.name);
        }
        assert!(Operation::find("startExecution").is_none());
    }

    #[test]
    fn patterns_match_as_their_expressions_do() {
        let alias = pattern::character_restricted_name;
        assert!(alias("prod") && alias("1-2") && alias("v1.2_x"));
        assert!(!alias("12") && !alias("") && !alias("a b") && !alias("é"));
        assert!(pattern::client_token("a~!") && !pattern::client_token("a b"));
        assert!(pattern::trace_header("") && !pattern::trace_header("é"));
    }
}
