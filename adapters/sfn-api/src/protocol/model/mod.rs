//! The model of the API: the members of each operation's request with their constraints, and the
//! errors that each operation declares.
//!
//! The tables repeat AWS's model of 2016-11-23, `service-2.json` in botocore. A test compares both
//! where Python has botocore.

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
    pub(crate) pattern: Option<&'static Pattern>,
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

    const fn pattern(mut self, pattern: &'static Pattern) -> Self {
        self.pattern = Some(pattern);
        self
    }
}

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
    use std::fmt::Write as _;
    use std::process::Command;

    use super::*;

    /// Prints botocore's model in the form of [`dump`].
    const SCRIPT: &str = include_str!("botocore.py");

    fn dump() -> String {
        let mut text = String::new();
        for operation in OPERATIONS {
            writeln!(text, "{} -> {}", operation.name, operation.errors.join(" ")).unwrap();
            dump_members(&mut text, operation.name, operation.input);
        }
        text
    }

    fn dump_members(text: &mut String, place: &str, members: &[Member]) {
        for member in members {
            let required = if member.required { " required" } else { "" };
            dump_shape(text, &format!("{place}.{}", member.name), required, member.shape);
        }
    }

    fn dump_shape(text: &mut String, place: &str, required: &str, shape: &Shape) {
        write!(text, "{place}{required} ").unwrap();
        match shape {
            Shape::Text(Text { min, max, pattern, sensitive, .. }) => {
                write!(text, "string {min} {max}").unwrap();
                if *sensitive {
                    text.push_str(" sensitive");
                }
                if let Some(pattern) = pattern {
                    write!(text, " {}", pattern.expression).unwrap();
                }
            }
            Shape::Enumeration(names) => write!(text, "enum {}", names.join(" ")).unwrap(),
            Shape::Integer { min, max } => write!(text, "integer {min} {max}").unwrap(),
            Shape::Long { min, max } => write!(text, "long {min} {max}").unwrap(),
            Shape::Float { min, max } => write!(text, "float {min} {max}").unwrap(),
            Shape::Boolean => text.push_str("boolean"),
            Shape::List { item, min, max } => {
                writeln!(text, "list {min} {max}").unwrap();
                return dump_shape(text, &format!("{place}[]"), "", item);
            }
            Shape::Structure { name, members } => {
                writeln!(text, "structure {name}").unwrap();
                return dump_members(text, place, members);
            }
        }
        text.push('\n');
    }

    #[test]
    fn the_tables_equal_the_model_of_botocore() {
        let python = Command::new("python3").args(["-c", SCRIPT]).output();
        let model = match &python {
            Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout),
            _ => {
                println!("skipped: Python has no botocore");
                return;
            }
        };
        let (ours, model): (Vec<_>, Vec<_>) =
            (dump().lines().map(str::to_owned).collect(), model.lines().collect());
        for (ours, model) in ours.iter().zip(&model) {
            assert_eq!(ours, model);
        }
        assert_eq!(ours.len(), model.len());
    }

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
        let alias = pattern::CHARACTER_RESTRICTED_NAME.matches;
        assert!(alias("prod") && alias("1-2") && alias("v1.2_x"));
        assert!(!alias("12") && !alias("") && !alias("a b") && !alias("é"));
        assert!((pattern::CLIENT_TOKEN.matches)("a~!") && !(pattern::CLIENT_TOKEN.matches)("a b"));
        assert!((pattern::TRACE_HEADER.matches)("") && !(pattern::TRACE_HEADER.matches)("é"));
    }
}
