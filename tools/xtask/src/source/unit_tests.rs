//! Blanks the items that only tests contain.

use std::ops::RangeInclusive;

use super::line_at;

const ATTRIBUTE: &str = "#[cfg(test)]";

/// Blanks each item with the attribute `#[cfg(test)]`. Returns the lines of these items.
pub(super) fn blank(code: &str) -> (String, Vec<RangeInclusive<usize>>) {
    let mut kept = String::with_capacity(code.len());
    let mut tests = Vec::new();
    let mut rest = code;
    while let Some((before, from)) = rest.find(ATTRIBUTE).and_then(|at| rest.split_at_checked(at)) {
        kept.push_str(before);
        let (item, after) = from.split_at_checked(item(from)).unwrap_or((from, ""));
        let first = line_at(&kept, kept.len());
        kept.extend(item.chars().filter(|character| *character == '\n'));
        tests.push(first..=line_at(&kept, kept.len()));
        rest = after;
    }
    kept.push_str(rest);
    (kept, tests)
}

/// The length of the attribute and the item that follows.
fn item(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices().skip(ATTRIBUTE.len()) {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '}' if depth <= 1 => return at + usize::from(depth == 1),
            '}' => depth -= 1,
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_item_behind_the_attribute_is_blank() {
        let (code, tests) = blank("a;\n#[cfg(test)]\nmod tests {\n fn b() { c }\n}\nd;\n");
        assert_eq!(code, "a;\n\n\n\n\nd;\n");
        assert_eq!(tests, [2..=5]);
        assert_eq!(blank("#[cfg(test)]\nuse a;\nb").0, "\n\nb");
    }
}
