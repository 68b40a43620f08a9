//! The parts of OpenAPI that say where and how a request carries its arguments.

/// The location of a parameter (`in`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Location {
    /// The path.
    Path,
    /// The query, after the `?`.
    Query,
    /// A header.
    Header,
    /// The header `Cookie`.
    Cookie,
}

/// The style of a parameter. OpenAPI: "Style Values".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Style {
    Simple,
    Label,
    Matrix,
    Form,
    SpaceDelimited,
    PipeDelimited,
    DeepObject,
    /// JSON text: a parameter with `content` instead of a style.
    Json,
}

/// The encoding of a request's body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyForm {
    /// JSON.
    Json,
    /// A form of the web: `a=1&b=2`.
    UrlEncoded,
    /// The string itself.
    Text,
}

/// Decodes `%XX`. Other percent signs stand for themselves, and bytes that are not UTF-8 become
/// U+FFFD.
pub fn decode_percent(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped = match tail {
            [high, low, behind @ ..] if *first == b'%' => {
                hex_digit(*high).zip(hex_digit(*low)).map(|(high, low)| (high << 4 | low, behind))
            }
            _ => None,
        };
        let (byte, behind) = escaped.unwrap_or((*first, tail));
        bytes.push(byte);
        rest = behind;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hex_digit(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// Returns true if a segment of a path is `.` or `..`, or contains one, for any server that decodes
/// it.
///
/// Segments that are encoded twice matter to servers that forward requests, some servers ignore the
/// text after a `;`, and URLs are read without line breaks and tabs.
pub fn leaves_path(segment: &str) -> bool {
    let decoded = decode_percent(&decode_percent(segment));
    let decoded: String = decoded.chars().filter(|character| !character.is_control()).collect();
    decoded.split(['/', '\\']).any(|part| matches!(part.split(';').next(), Some("." | "..")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_signs_are_decoded_where_two_digits_follow() {
        let cases = [
            ("a%20b%C3%A9", "a bé"),
            ("%", "%"),
            ("%2", "%2"),
            ("%zz%2E", "%zz."),
            ("%+1", "%+1"),
            ("%ff", "\u{fffd}"),
            ("%252e", "%2e"),
        ];
        for (text, expected) in cases {
            assert_eq!(decode_percent(text), expected, "{text}");
        }
    }

    #[test]
    fn dot_segments_are_found_in_any_encoding() {
        let segments = ". .. %2e %2E%2e .%2E %2e. %252e%252E %252e. a%2F..%2Fb a%5c..%5Cb ..%2f \
                        ..;a=b %2E%2E;x ..\\x \\..\\x a\\.. %2e%09%2e";
        assert!(segments.split_whitespace().all(leaves_path));
        assert!(leaves_path(".\t."));
        assert!(!["", "...", "%2e%2ea", "a;..", "%25252e"].into_iter().any(leaves_path));
    }
}
