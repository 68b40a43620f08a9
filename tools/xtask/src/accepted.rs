//! Files that list what a check accepts, one entry a line: `subject: accepted: reason`.

use asl_conformance::problem::{Problem, Result};
use asl_conformance::workspace;

/// An entry.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) subject: String,
    pub(crate) accepted: String,
    pub(crate) reason: String,
}

/// Reads a file of `tools/xtask`; `#` begins a comment.
pub(crate) fn read(file: &str) -> Result<Vec<Entry>> {
    parse(file, &workspace::read(&workspace::root().join("tools/xtask").join(file))?)
}

fn parse(file: &str, text: &str) -> Result<Vec<Entry>> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.splitn(3, ": ").map(str::to_owned);
            match (parts.next(), parts.next(), parts.next()) {
                (Some(subject), Some(accepted), Some(reason)) => {
                    Ok(Entry { subject, accepted, reason })
                }
                _ => Err(Problem::new(format!("{file}: not `subject: accepted: reason`: {line}"))),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_entry_with_a_reason() {
        let entries = parse("x.txt", "# comment\n\na b: 7: why: so\n").unwrap();
        let [Entry { subject, accepted, reason }] = entries.as_slice() else {
            panic!("{entries:?}")
        };
        assert_eq!([subject, accepted, reason], ["a b", "7", "why: so"]);
        assert!(parse("x.txt", "a b: 7\n").is_err());
    }
}
