//! Names in the notation of the text around them.

use asl_codegen::source::{Node, Notation, Source, Span};

/// The text that replaces a span so that its name becomes another one. The span is that of a whole
/// string with its quotation marks, or that of a part of a string. `None` if the text around it
/// cannot take the name.
pub(crate) fn replacement(
    source: &Source,
    tree: Option<&Node>,
    span: Span,
    name: &str,
) -> Option<String> {
    let old = source.text.get(span.start as usize..span.end as usize)?;
    if tree.is_some_and(|tree| is_whole(tree, span)) {
        return in_place_of(source, old, name);
    }
    // A part of a string, such as a definition in a template: how the string around it writes what
    // must be escaped is not known here.
    if old.contains('\\') || !is_simple(name) {
        return None;
    }
    Some(if is_between(old, '"') { format!("\"{name}\"") } else { name.to_owned() })
}

/// A string in the form of another one.
pub(crate) fn in_place_of(source: &Source, old: &str, name: &str) -> Option<String> {
    match source.notation() {
        Notation::Json | Notation::Terraform => Some(in_json(name)),
        Notation::Yaml if old.starts_with('"') => Some(in_json(name)),
        Notation::Yaml if old.starts_with('\'') => in_single_quotes(name),
        // A block of lines, a tag or an anchor is not known to end with the name.
        Notation::Yaml if old.starts_with(['|', '>', '!', '&', '*']) => None,
        Notation::Yaml => (!old.contains('\n')).then(|| in_yaml(name)),
    }
}

/// True if every kind of string writes the name as it is.
pub(crate) fn is_simple(name: &str) -> bool {
    name.chars().all(|c| !c.is_control() && !matches!(c, '"' | '\'' | '\\'))
}

/// The name in a span of the text, without quotation marks.
pub(crate) fn bare(text: &str) -> &str {
    for mark in ['"', '\''] {
        if is_between(text, mark) {
            return text.get(1..text.len() - 1).unwrap_or(text);
        }
    }
    text
}

fn is_between(text: &str, mark: char) -> bool {
    text.len() >= 2 && text.starts_with(mark) && text.ends_with(mark)
}

/// A string of JSON, which YAML reads in the same way.
pub(crate) fn in_json(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}

/// A string of YAML, without quotation marks where it needs none.
pub(crate) fn in_yaml(name: &str) -> String {
    if is_plain(name) { name.to_owned() } else { in_json(name) }
}

fn in_single_quotes(name: &str) -> Option<String> {
    (!name.contains(char::is_control)).then(|| format!("'{}'", name.replace('\'', "''")))
}

/// True if YAML reads the name without quotation marks as this string.
fn is_plain(name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ' | '/' | '$');
    let begins = name.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$'));
    let is_other = matches!(
        name.to_ascii_lowercase().as_str(),
        "null" | "true" | "false" | "yes" | "no" | "on" | "off"
    );
    begins && !is_other && name.chars().all(is_word) && !name.ends_with(' ')
}

/// True if a key or a value has exactly this span. The depth of trees is bounded.
fn is_whole(node: &Node, span: Span) -> bool {
    if node.span == span {
        return true;
    }
    let within = |outer: Span| outer.start <= span.start && span.end <= outer.end;
    node.as_object().is_some_and(|members| {
        members.iter().any(|member| {
            member.key.span == span || (within(member.value.span) && is_whole(&member.value, span))
        })
    }) || node
        .as_array()
        .is_some_and(|items| items.iter().any(|item| within(item.span) && is_whole(item, span)))
}
