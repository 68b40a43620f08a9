//! Serialization of parameters (OpenAPI: "Style Values", which are RFC 6570's).

use asl_runtime::Value;
use asl_runtime::functions::{Parameter, Style};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode_byte, utf8_percent_encode};

/// All characters except RFC 3986's unreserved ones.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Encodes text as one part of a URL.
pub(crate) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// Encodes text except reserved characters and sequences that are encoded already. `#`, `&` and `+`
/// have a meaning in a query, so they are encoded all the same.
fn encoded_reserved(text: &str) -> String {
    let mut out = String::new();
    for (at, c) in text.char_indices() {
        let is_triplet = || {
            let digits = text.get(at + 1..at + 3).unwrap_or_default();
            digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        };
        if ":/?[]@!$'()*,;=".contains(c) || c == '%' && is_triplet() {
            out.push(c);
        } else {
            out.push_str(&encoded(c.encode_utf8(&mut [0; 4])));
        }
    }
    out
}

/// A value as text: strings without quotation marks, everything else as JSON.
pub(crate) fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_json_string(), str::to_owned)
}

/// The parts of a value, to be joined by separators.
enum Parts {
    One(String),
    Items(Vec<String>),
    Members(Vec<(String, String)>),
}

fn parts(value: &Value, encode: &dyn Fn(&str) -> String) -> Parts {
    match value {
        Value::Array(items) => Parts::Items(items.iter().map(|item| encode(&text(item))).collect()),
        Value::Object(object) => Parts::Members(
            object.iter().map(|(name, value)| (encode(name), encode(&text(value)))).collect(),
        ),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
            Parts::One(encode(&text(value)))
        }
    }
}

/// The text of a parameter in the path.
pub(crate) fn in_path(parameter: &Parameter, value: &Value) -> String {
    let name = encoded(parameter.name);
    match parameter.style {
        Style::Label => prefixed(parts(value, &encoded), parameter.explode, ".", None),
        Style::Matrix => prefixed(parts(value, &encoded), parameter.explode, ";", Some(&name)),
        Style::Json => encoded(&value.to_json_string()),
        Style::Simple
        | Style::Form
        | Style::SpaceDelimited
        | Style::PipeDelimited
        | Style::DeepObject => listed(parts(value, &encoded), parameter.explode),
    }
}

/// The text of a header, which is not encoded.
pub(crate) fn in_header(parameter: &Parameter, value: &Value) -> String {
    if parameter.style == Style::Json {
        return value.to_json_string();
    }
    listed(parts(value, &str::to_owned), parameter.explode)
}

/// Style `simple`: `a,b`, `k,v` or `k=v`.
fn listed(parts: Parts, explode: bool) -> String {
    match parts {
        Parts::One(text) => text,
        Parts::Items(items) => items.join(","),
        Parts::Members(members) => joined(members, if explode { "=" } else { "," }).join(","),
    }
}

fn joined(members: Vec<(String, String)>, mark: &str) -> Vec<String> {
    members.into_iter().map(|(name, value)| format!("{name}{mark}{value}")).collect()
}

/// Styles `label` (`.a.b`) and `matrix` (`;name=a;name=b`).
fn prefixed(parts: Parts, explode: bool, mark: &str, name: Option<&str>) -> String {
    let named = |text: &str| name.map_or_else(|| text.to_owned(), |name| format!("{name}={text}"));
    match (parts, explode) {
        (Parts::One(text), _) => format!("{mark}{}", named(&text)),
        (Parts::Items(items), true) => {
            let items: Vec<String> =
                items.iter().map(|item| format!("{mark}{}", named(item))).collect();
            items.concat()
        }
        (Parts::Items(items), false) => format!("{mark}{}", named(&items.join(","))),
        (Parts::Members(members), true) => {
            let members: Vec<String> =
                joined(members, "=").iter().map(|member| format!("{mark}{member}")).collect();
            members.concat()
        }
        (Parts::Members(members), false) => {
            format!("{mark}{}", named(&joined(members, ",").join(",")))
        }
    }
}

/// The pairs of a query or of cookies, encoded. An empty array or object has none.
pub(crate) fn pairs(parameter: &Parameter, value: &Value) -> Vec<String> {
    let encode = if parameter.reserved { encoded_reserved } else { encoded };
    let name = encoded(parameter.name);
    if parameter.style == Style::Json {
        return vec![format!("{name}={}", encode(&value.to_json_string()))];
    }
    match parts(value, &encode) {
        Parts::One(text) => vec![format!("{name}={text}")],
        Parts::Items(items) if parameter.explode => {
            items.iter().map(|item| format!("{name}={item}")).collect()
        }
        Parts::Items(items) if items.is_empty() => Vec::new(),
        Parts::Items(items) => vec![format!("{name}={}", items.join(&separator(parameter.style)))],
        Parts::Members(members) if members.is_empty() => Vec::new(),
        Parts::Members(members) if parameter.style == Style::DeepObject => members
            .iter()
            .map(|(member, value)| format!("{name}{}{member}{}={value}", "%5B", "%5D"))
            .collect(),
        Parts::Members(members) if parameter.explode => joined(members, "="),
        Parts::Members(members) => {
            let mark = separator(parameter.style);
            vec![format!("{name}={}", joined(members, &mark).join(&mark))]
        }
    }
}

/// The separator between the items of a pair.
fn separator(style: Style) -> String {
    match style {
        Style::SpaceDelimited => percent_encode_byte(b' ').to_owned(),
        Style::PipeDelimited => percent_encode_byte(b'|').to_owned(),
        Style::Simple
        | Style::Label
        | Style::Matrix
        | Style::Form
        | Style::DeepObject
        | Style::Json => ",".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use asl_runtime::functions::Place;
    use asl_runtime::json;

    use super::*;

    fn parameter(style: Style, explode: bool) -> Parameter {
        Parameter {
            name: "color",
            place: Place::Query,
            style,
            explode,
            required: false,
            reserved: false,
        }
    }

    /// The table of OpenAPI 3.1, "Style Examples".
    #[test]
    fn values_are_written_as_the_specification_shows() {
        let (string, array) = (json!("blue"), json!(["blue", "black", "brown"]));
        let object = json!({"R": 100, "G": 200, "B": 150});
        let path = |style, explode, value: &Value| in_path(&parameter(style, explode), value);
        let rows = [
            (
                Style::Matrix,
                false,
                ";color=blue",
                ";color=blue,black,brown",
                ";color=R,100,G,200,B,150",
            ),
            (
                Style::Matrix,
                true,
                ";color=blue",
                ";color=blue;color=black;color=brown",
                ";R=100;G=200;B=150",
            ),
            (Style::Label, false, ".blue", ".blue,black,brown", ".R,100,G,200,B,150"),
            (Style::Label, true, ".blue", ".blue.black.brown", ".R=100.G=200.B=150"),
            (Style::Simple, false, "blue", "blue,black,brown", "R,100,G,200,B,150"),
            (Style::Simple, true, "blue", "blue,black,brown", "R=100,G=200,B=150"),
        ];
        for (style, explode, one, items, members) in rows {
            let written = [&string, &array, &object].map(|value| path(style, explode, value));
            assert_eq!(written, [one, items, members], "{style:?} {explode}");
        }
        let query =
            |style, explode, value: &Value| pairs(&parameter(style, explode), value).join("&");
        let rows = [
            (Style::Form, false, &array, "color=blue,black,brown"),
            (Style::Form, false, &object, "color=R,100,G,200,B,150"),
            (Style::Form, true, &array, "color=blue&color=black&color=brown"),
            (Style::Form, true, &object, "R=100&G=200&B=150"),
            (Style::SpaceDelimited, false, &array, "color=blue%20black%20brown"),
            (Style::SpaceDelimited, false, &object, "color=R%20100%20G%20200%20B%20150"),
            (Style::PipeDelimited, false, &array, "color=blue%7Cblack%7Cbrown"),
            (
                Style::DeepObject,
                true,
                &object,
                "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
            ),
            (Style::Json, false, &json!({"a": 1}), "color=%7B%22a%22%3A1%7D"),
            (Style::Form, true, &json!([]), ""),
            (Style::Form, false, &json!({}), ""),
        ];
        for (style, explode, value, expected) in rows {
            assert_eq!(query(style, explode, value), expected, "{style:?} {explode}");
        }
    }

    #[test]
    fn nothing_of_a_value_gets_out_of_its_place() {
        let hostile = json!("a/b?c=d&e#f g%2F../ж");
        let encoded = "a%2Fb%3Fc%3Dd%26e%23f%20g%252F..%2F%D0%B6";
        assert_eq!(in_path(&parameter(Style::Simple, false), &hostile), encoded);
        assert_eq!(pairs(&parameter(Style::Form, true), &hostile), [format!("color={encoded}")]);
        let reserved = Parameter { reserved: true, ..parameter(Style::Form, true) };
        assert_eq!(pairs(&reserved, &hostile), ["color=a/b?c=d%26e%23f%20g%2F../%D0%B6"]);
        assert_eq!(pairs(&reserved, &json!("100%+1 %é%2")), ["color=100%25%2B1%20%25%C3%A9%252"]);
    }
}
