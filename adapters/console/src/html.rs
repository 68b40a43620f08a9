//! Writes HTML. Only literals of this crate are written as they are; all other text is escaped.

use std::fmt::{self, Display, Write};

/// A part of a page.
#[derive(Clone, Default)]
pub(crate) struct Html(String);

impl Html {
    /// Adds a literal.
    pub(crate) fn raw(&mut self, html: &'static str) -> &mut Self {
        self.0.push_str(html);
        self
    }

    /// Adds text.
    pub(crate) fn text(&mut self, text: impl Display) -> &mut Self {
        // Writing to a string cannot fail.
        let _ = write!(Escaped(&mut self.0), "{text}");
        self
    }

    /// Adds an attribute to a tag that is not closed yet.
    pub(crate) fn attribute(&mut self, name: &'static str, value: impl Display) -> &mut Self {
        self.raw(" ").raw(name).raw("=\"").text(value).raw("\"")
    }

    /// Adds another part.
    pub(crate) fn part(&mut self, part: &Self) -> &mut Self {
        self.0.push_str(&part.0);
        self
    }

    pub(crate) fn into_string(self) -> String {
        self.0
    }
}

/// Escapes what is written to it.
struct Escaped<'s>(&'s mut String);

impl Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                '\n' | '\t' => self.0.push(character),
                // They would change how the text around them reads.
                _ if character.is_control() || is_direction(character) => {
                    write!(self.0, "\\u{{{:x}}}", u32::from(character))?;
                }
                _ => self.0.push(character),
            }
        }
        Ok(())
    }
}

/// Returns true for characters that change the direction of the text after them.
fn is_direction(character: char) -> bool {
    matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::Html;

    #[test]
    fn text_and_attributes_stay_text() {
        let mut html = Html::default();
        html.raw("<a").attribute("href", "\"><script>'&").raw(">").text("a<b>\u{202e}\u{0}\n");
        let expected = "<a href=\"&quot;&gt;&lt;script&gt;&#39;&amp;\">\
                        a&lt;b&gt;\\u{202e}\\u{0}\n";
        assert_eq!(html.into_string(), expected);
    }
}
