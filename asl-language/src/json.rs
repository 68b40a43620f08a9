//! JSON as text, without serde.

/// A string, such as `"a \"b\"\n"`.
pub fn string(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            '\u{8}' => json.push_str("\\b"),
            '\u{c}' => json.push_str("\\f"),
            c if c < ' ' => json.extend(format!("\\u{:04x}", u32::from(c)).chars()),
            c => json.push(c),
        }
    }
    json.push('"');
    json
}

/// An array of items that are JSON already.
#[inline]
pub(crate) fn array(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(","))
}

/// An object of members whose values are JSON already.
#[inline]
pub(crate) fn object<const N: usize>(members: [(&str, String); N]) -> String {
    let members = members.map(|(name, value)| format!("{}:{value}", string(name)));
    format!("{{{}}}", members.join(","))
}
