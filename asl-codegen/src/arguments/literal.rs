//! The values of string literals.

use std::iter::Peekable;
use std::str::Chars;

/// The value of a literal; `None` if it is not a string.
pub(super) fn string(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let text = raw.get(hashes..raw.len().checked_sub(hashes)?)?;
        return text.strip_prefix('"')?.strip_suffix('"').map(str::to_owned);
    }
    let mut rest = literal.strip_prefix('"')?.strip_suffix('"')?.chars().peekable();
    let mut text = String::new();
    while let Some(c) = rest.next() {
        if c == '\\' { escape(&mut rest, &mut text)? } else { text.push(c) }
    }
    Some(text)
}

fn escape(rest: &mut Peekable<Chars<'_>>, text: &mut String) -> Option<()> {
    let c = match rest.next()? {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\0',
        'x' => hexadecimal(&rest.take(2).collect::<String>())?,
        'u' => hexadecimal(
            rest.skip(1).take_while(|c| *c != '}').collect::<String>().replace('_', "").as_str(),
        )?,
        '\n' => {
            while rest.next_if(char::is_ascii_whitespace).is_some() {}
            return Some(());
        }
        c => c,
    };
    text.push(c);
    Some(())
}

fn hexadecimal(digits: &str) -> Option<char> {
    u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_the_value_that_rust_gives_them() {
        let cases = [
            (r#""a b""#, Some("a b")),
            (r#""\"\\\n\x41\u{1f_600}z""#, Some("\"\\\nA\u{1f600}z")),
            ("\"a\\\n   b\"", Some("ab")),
            (r##"r#"a"\b"#"##, Some("a\"\\b")),
            (r#"r"x""#, Some("x")),
            ("7", None),
            ("'a'", None),
            (r#"b"a""#, None),
        ];
        for (literal, expected) in cases {
            assert_eq!(string(literal).as_deref(), expected, "{literal}");
        }
    }
}
