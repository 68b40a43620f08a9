//! Sets of values as types of TypeScript.

use std::fmt::Write as _;

use asl_codegen::types::{Items, Kind, Members, Values};

use super::Named;

/// The declarations of sets of values of a machine.
pub(super) fn declarations(machine: &str, named: &[Named<'_>]) -> String {
    let mut text = format!("// Types of the machine `{}`.\n", one_line(machine));
    for Named { name, comment, values } in named {
        let note = values.note.as_ref().map(|note| format!(" This is {}.", one_line(note)));
        let note = note.unwrap_or_default();
        // Writing to a String cannot fail.
        let _ = write!(text, "\n/** {comment}{note} */\nexport type {name} = ");
        type_of(values, 0, &mut text);
        text.push_str(";\n");
    }
    text
}

fn type_of(values: &Values, depth: usize, text: &mut String) {
    if values.is_never {
        return text.push_str("never");
    }
    // Of values of which only the use is known, that is their type.
    let is_free = values.kinds.is_empty();
    let mut parts = Vec::new();
    let has = |kind: Kind| values.kinds.contains(&kind);
    if has(Kind::Object) || (is_free && values.object.is_some()) {
        parts.push(object(values.object.as_ref(), depth));
    }
    if has(Kind::Array) || (is_free && values.array.is_some()) {
        parts.push(array(values.array.as_deref(), depth));
    }
    let simple = [
        (has(Kind::String), "string"),
        (has(Kind::Number) || has(Kind::Integer), "number"),
        (has(Kind::Boolean), "boolean"),
        (has(Kind::Null), "null"),
    ];
    parts.extend(simple.into_iter().filter(|(is_in, _)| *is_in).map(|(_, name)| name.to_owned()));
    if parts.is_empty() {
        parts.push("unknown".to_owned());
    }
    text.push_str(&parts.join(" | "));
}

fn object(members: Option<&Members>, depth: usize) -> String {
    let open = "[member: string]: unknown";
    let Some(members) = members.filter(|members| !members.known.is_empty()) else {
        let is_open = members.is_none_or(|members| members.is_open);
        return if is_open { format!("{{ {open} }}") } else { "Record<string, never>".to_owned() };
    };
    let indent = "  ".repeat(depth + 1);
    let mut text = "{\n".to_owned();
    for (name, member) in &members.known {
        if let Some(note) = &member.values.note {
            let _ = writeln!(text, "{indent}/** {} */", one_line(note));
        }
        let sign = if member.is_required { "" } else { "?" };
        let _ = write!(text, "{indent}{}{sign}: ", key(name));
        type_of(&member.values, depth + 1, &mut text);
        text.push_str(";\n");
    }
    if members.is_open {
        let _ = writeln!(text, "{indent}{open};");
    }
    text.push_str(&"  ".repeat(depth));
    text.push('}');
    text
}

fn array(items: Option<&Items>, depth: usize) -> String {
    let Some(items) = items else { return "unknown[]".to_owned() };
    let text = |values: &Values| {
        let mut text = String::new();
        type_of(values, depth, &mut text);
        text
    };
    let more = items.more.as_ref().map(text);
    if items.first.is_empty() {
        return more.map_or_else(|| "[]".to_owned(), |more| format!("Array<{more}>"));
    }
    let first = items.first.iter().map(text);
    let rest = more.map(|more| format!("...Array<{more}>"));
    format!("[{}]", first.chain(rest).collect::<Vec<_>>().join(", "))
}

/// A name as a key: in quotation marks unless it is an identifier.
fn key(name: &str) -> String {
    let is_start = |first: char| first.is_ascii_alphabetic() || matches!(first, '_' | '$');
    let is_identifier = name.chars().next().is_some_and(is_start)
        && name.chars().all(|letter| is_start(letter) || letter.is_ascii_digit());
    if is_identifier { name.to_owned() } else { serde_json::Value::from(name).to_string() }
}

/// A text that does not end its comment.
fn one_line(text: &str) -> String {
    text.replace("*/", "* /").split_whitespace().collect::<Vec<_>>().join(" ")
}
