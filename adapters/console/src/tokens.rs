//! Task tokens in texts: readers who may not act do not see their secrets.

use std::borrow::Cow;

/// Hexadecimal digits of the secret of a token.
const SECRET: usize = 32;

/// The mark in place of a secret.
const MARK: &str = "(withheld)";

/// Replaces the secret of each task token in a text. A token is the id of an execution, the number
/// of an operation and the secret, with dots between them.
pub(crate) fn withhold(text: &str) -> Cow<'_, str> {
    let mut shown = String::new();
    let mut copied = 0;
    let mut from = 0;
    while let Some(dot) = text.get(from..).and_then(|rest| rest.find('.')).map(|at| from + at) {
        from = dot + 1;
        if let Some(end) = end_of_secret(text, from) {
            shown.push_str(text.get(copied..from).unwrap_or_default());
            shown.push_str(MARK);
            copied = end;
            from = end;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    shown.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(shown)
}

/// The end of the secret that begins here, if one does.
fn end_of_secret(text: &str, from: usize) -> Option<usize> {
    let is_secret = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let rest = text.as_bytes().get(from..)?;
    if rest.iter().take_while(|byte| is_secret(byte)).take(SECRET + 1).count() != SECRET {
        return None;
    }
    // Before it are the digits of a number, and a dot.
    let number = text.as_bytes().get(..from.checked_sub(1)?)?;
    let digits = number.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let dot = number.len().checked_sub(digits + 1)?;
    (digits > 0 && number.get(dot) == Some(&b'.')).then_some(from + SECRET)
}

#[cfg(test)]
mod tests {
    use super::withhold;

    #[test]
    fn secrets_of_tokens_are_withheld_wherever_they_are() {
        let secret = "0123456789abcdef0123456789abcdef";
        let text = format!(r#"{{"a":"order:7.12.{secret}","b":"x?t=é.1.{secret}&u=1"}}"#);
        let shown = withhold(&text);
        assert_eq!(shown, r#"{"a":"order:7.12.(withheld)","b":"x?t=é.1.(withheld)&u=1"}"#);
    }

    #[test]
    fn other_texts_stay() {
        let secret = "0123456789abcdef0123456789abcdef";
        for text in [
            String::new(),
            "1.2.3".to_owned(),
            format!("a.{secret}"),
            format!("a.x.{secret}"),
            format!("a.1.{secret}0"),
            format!("a.1.{}", &secret[1..]),
        ] {
            assert_eq!(withhold(&text), text);
        }
    }
}
