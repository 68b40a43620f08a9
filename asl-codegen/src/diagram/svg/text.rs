//! Text in pictures: its width, its lines, and its escapes.

/// Widths of the characters from space to `~` in thousandths of the font size, as in Arial and the
/// fonts with the same metrics.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// Width of other letters: those of Cyrillic and Greek capitals.
const OTHER: u16 = 720;
/// Width of ideographs, syllables of Hangul, and emoji.
const FULL: u16 = 1000;
/// A reader's fonts may be wider than Arial.
const MARGIN: f64 = 1.06;

/// A font of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Font {
    pub(super) size: f64,
    pub(super) is_bold: bool,
}

/// The width of a text. Bold letters are a little wider.
pub(super) fn width(text: &str, font: Font) -> f64 {
    let sum: f64 = text.chars().map(|character| f64::from(thousandths(character))).sum();
    sum * font.size * MARGIN * if font.is_bold { 1.07 } else { 1.0 } / 1000.0
}

fn thousandths(character: char) -> u16 {
    let code = u32::from(character);
    let ascii = code.checked_sub(0x20).and_then(|code| WIDTHS.get(code as usize));
    match (ascii, code) {
        (Some(width), _) => *width,
        // Combining marks, and selectors of variants.
        (None, 0x300..=0x36F | 0xFE00..=0xFE0F) => 0,
        (None, 0xA0..=0x10FF | 0x1E00..=0x200F) => OTHER,
        (None, _) => FULL,
    }
}

/// The text in at most `most` lines of a width, broken between words where that is possible. Of a
/// longer text, one line has the beginning, and the last of several has the end: of conditions that
/// is the operand.
pub(super) fn wrap(text: &str, widest: f64, most: usize, font: Font) -> Vec<String> {
    let (mut lines, mut is_cut) = fill(text, widest, most, font);
    // Lines of about the same length: no line with one word left over.
    let count = lines.len();
    let mut narrower = widest * 0.9;
    while count > 1 && !is_cut && narrower > widest * 0.5 {
        let (next, next_is_cut) = fill(text, narrower, count, font);
        is_cut = next_is_cut;
        if !is_cut {
            lines = next;
        }
        narrower -= widest * 0.1;
    }
    lines
}

/// Fills lines up to a width. `true` if the text was cut.
fn fill(text: &str, widest: f64, most: usize, font: Font) -> (Vec<String>, bool) {
    let mut lines = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        if lines.len() + 1 == most && width(rest, font) > widest {
            lines.push(if most == 1 { head(rest, widest, font) } else { tail(rest, widest, font) });
            return (lines, true);
        }
        let (line, others) = break_line(rest, widest, font);
        lines.push(line.trim_end().to_owned());
        rest = others.trim_start();
    }
    (lines, false)
}

/// The first line of a text, and the rest.
fn break_line(text: &str, widest: f64, font: Font) -> (&str, &str) {
    let (mut used, mut last_space, mut last_part, mut before) = (0.0, None, None, ' ');
    for (at, character) in text.char_indices() {
        used += width(character.encode_utf8(&mut [0; 4]), font);
        let is_part_start = matches!(before, '-' | '_' | '.' | ',' | ':' | '/')
            || (before.is_lowercase() && character.is_uppercase());
        if at > 0 && before.is_whitespace() {
            last_space = Some(at);
        } else if at > 0 && is_part_start {
            last_part = Some(at);
        }
        if used > widest && at > 0 {
            // A break elsewhere is better than a line that is half empty.
            let is_late = |end: &usize| *end * 3 >= at;
            let end = last_space.filter(is_late).or(last_part.filter(is_late)).unwrap_or(at);
            return text.split_at(end);
        }
        before = character;
    }
    (text, "")
}

/// The beginning of a text, and an ellipsis.
fn head(text: &str, widest: f64, font: Font) -> String {
    let kept: String = fitting(text.chars(), widest, font).collect();
    format!("{}…", kept.trim_end())
}

/// An ellipsis, and the end of a text.
fn tail(text: &str, widest: f64, font: Font) -> String {
    let kept: Vec<char> = fitting(text.chars().rev(), widest, font).collect();
    let kept: String = kept.into_iter().rev().collect();
    format!("…{}", kept.trim_start())
}

/// The characters that fit into a width beside an ellipsis.
fn fitting(
    characters: impl Iterator<Item = char>,
    widest: f64,
    font: Font,
) -> impl Iterator<Item = char> {
    let mut used = width("…", font);
    characters.take_while(move |character| {
        used += width(character.encode_utf8(&mut [0; 4]), font);
        used <= widest
    })
}

/// The text as XML and as HTML, in elements and in quoted attributes. Characters that XML does not
/// allow become U+FFFD.
pub(in super::super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // A blank line would end a block of HTML in Markdown.
            '\n' | '\r' | '\t' => escaped.push(' '),
            '\u{0}'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{FFFE}' | '\u{FFFF}' => {
                escaped.push('\u{FFFD}');
            }
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    const FONT: Font = Font { size: 10.0, is_bold: false };

    #[test]
    fn lines_are_broken_between_words_and_cut_at_the_end() {
        let joined = |text: &str, widest: f64| wrap(text, widest, 3, FONT).join("|");
        assert_eq!(joined("Check the stock of each item", 80.0), "Check the stock|of each item");
        assert_eq!(joined("$.quote.total.cents > 0", 95.0), "$.quote.total.|cents > 0");
        assert_eq!(joined("CheckTheStockOfEachItem", 80.0), "CheckTheStock|OfEachItem");
        let lines = wrap(&"x".repeat(100), 70.0, 2, FONT);
        assert!(lines.len() == 2 && lines.last().unwrap().starts_with('…'), "{lines:?}");
        assert!(lines.iter().all(|line| width(line, FONT) <= 70.0), "{lines:?}");
        assert!(wrap("", 70.0, 2, FONT).is_empty());
    }

    #[test]
    fn nothing_is_left_that_means_something_to_a_parser() {
        assert_eq!(
            escape("<a b='c' d=\"e\">&#60;\u{0}\u{FFFF}\n\n"),
            "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;#60;\u{FFFD}\u{FFFD}  "
        );
    }
}
