//! Files with a sequence of JSON texts, as constants.

use super::syntax::Literal;
use asl_source::diagnostics::Diagnostics;
use asl_source::source::{Json, Node, json};
use asl_source::span::FileId;

/// The values of a text; the reason if one cannot be read.
pub(super) fn read(text: &str) -> Result<Vec<Literal>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    texts(text).into_iter().map(value).collect()
}

fn value(text: &str) -> Result<Literal, String> {
    let mut diagnostics = Diagnostics::default();
    match json::parse(text, FileId::default(), &mut diagnostics) {
        Some(node) if !diagnostics.has_errors() => Ok(literal(node)),
        _ => Err(diagnostics
            .sorted()
            .into_iter()
            .next()
            .map_or_else(String::new, |diagnostic| diagnostic.title)),
    }
}

fn literal(node: Node) -> Literal {
    match node.value {
        Json::Null => Literal::Null,
        Json::Bool(value) => Literal::Bool(value),
        Json::Number(text) => match text.parse() {
            Ok(integer) => Literal::Int(integer),
            Err(_) => Literal::Float(text.parse().unwrap_or(f64::NAN), text),
        },
        Json::String(text) => Literal::String(text.value),
        Json::Array(items) => Literal::Array(items.into_iter().map(literal).collect()),
        Json::Object(members) => {
            let members =
                members.into_iter().map(|member| (member.key.value, literal(member.value)));
            Literal::Object(members.collect())
        }
    }
}

/// Splits a file into JSON texts, by brackets and quotation marks alone.
fn texts(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut depth, mut is_string, mut is_escaped) = (0, 0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        let mut ends = None;
        if is_string {
            is_string = byte != b'"' || is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            ends = (!is_string && depth == 0).then_some(at + 1);
        } else {
            match byte {
                b'"' => is_string = true,
                b'[' | b'{' => depth += 1,
                b']' | b'}' => {
                    depth = depth.saturating_sub(1);
                    ends = (depth == 0).then_some(at + 1);
                }
                b' ' | b'\t' | b'\n' | b'\r' if depth == 0 => ends = Some(at),
                _ => {}
            }
        }
        if let Some(end) = ends {
            found.extend(text.get(start..end).filter(|text| !text.trim().is_empty()));
            start = end;
        }
    }
    found.extend(text.get(start..).filter(|text| !text.trim().is_empty()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_hold_several_texts() {
        let one = |value| Literal::Array(vec![Literal::Int(value)]);
        assert_eq!(read("[1][2]\n [3]"), Ok(vec![one(1), one(2), one(3)]));
        assert_eq!(
            read("1 2\n\"a \\\" b\"null"),
            Ok(vec![
                Literal::Int(1),
                Literal::Int(2),
                Literal::String("a \" b".to_owned()),
                Literal::Null,
            ])
        );
        assert_eq!(read(" \n"), Ok(Vec::new()));
        assert_eq!(read("\u{feff}-1.50"), Ok(vec![Literal::Float(-1.5, "-1.50".to_owned())]));
    }

    #[test]
    fn what_is_no_json_is_told() {
        assert!(read("{]").is_err());
        assert!(read("[1] nul").is_err());
        assert!(read("[1").is_err());
    }
}
