//! Depth of the brackets in a `.proto` file. The compiler reads values of options by unlimited
//! recursion: 1 MiB of brackets would overflow its stack.

/// Maximum nesting depth of brackets. Messages nest at most 31 deep.
pub(super) const MOST_DEPTH: u32 = 100;

/// The place of the first bracket that is too deep, if any.
pub(super) fn too_deep(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0_u32);
    while let Some(byte) = bytes.get(at) {
        let rest = bytes.get(at..).unwrap_or_default();
        match byte {
            b'{' | b'[' | b'<' => {
                depth = depth.saturating_add(1);
                if depth > MOST_DEPTH {
                    return Some(at);
                }
            }
            b'}' | b']' | b'>' => depth = depth.saturating_sub(1),
            b'"' | b'\'' => at += string(rest, *byte),
            // In values of options `#` begins a comment.
            b'#' => at += line(rest),
            b'/' if rest.starts_with(b"//") => at += line(rest),
            b'/' if rest.starts_with(b"/*") => at += comment(rest),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Length of a string without its end, in bytes. Strings end at the line's end at the latest.
fn string(rest: &[u8], quote: u8) -> usize {
    let mut is_escaped = false;
    let end = rest.iter().skip(1).position(|byte| {
        let ends = *byte == b'\n' || *byte == quote && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        ends
    });
    end.map_or(rest.len(), |end| end + 1)
}

/// Length of a line without its end, in bytes.
fn line(rest: &[u8]) -> usize {
    rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
}

/// Length of a comment without its last byte.
fn comment(rest: &[u8]) -> usize {
    let end = rest.get(2..).unwrap_or_default().windows(2).position(|pair| pair == b"*/");
    end.map_or(rest.len(), |end| end + 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_brackets_of_the_language_count() {
        let pad = "{".repeat(100);
        assert_eq!(too_deep(&pad), None);
        assert_eq!(too_deep(&format!("{pad}[")), Some(100));
        for hidden in ["\"{\"", "'<'", "\"\\\"{\"", "// {\n", "# {\n", "/* { * / { */", "}{"] {
            assert_eq!(too_deep(&format!("{pad}{hidden}")), None, "{hidden}");
        }
        // A closing bracket in a string does not reduce the depth.
        for hidden in ["\"}\"", "'>'", "// }\n", "# }\n", "/* } */", "\"\\\"}\""] {
            assert!(too_deep(&format!("{pad}{hidden}{{")).is_some(), "{hidden}");
        }
        for unclosed in ["\"", "'", "/*", "//", "#", "\"\\"] {
            assert_eq!(too_deep(unclosed), None);
        }
    }
}
