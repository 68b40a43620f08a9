//! Places in strings. JavaScript counts them in units of UTF-16, and we in bytes.

/// The places in a text. The next question is best about a later place than the last one: from
/// there the units are counted.
#[derive(Debug)]
pub(super) struct Units<'t> {
    text: &'t str,
    is_ascii: bool,
    byte: usize,
    unit: usize,
}

impl<'t> Units<'t> {
    /// The places in this text.
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, is_ascii: text.is_ascii(), byte: 0, unit: 0 }
    }

    /// The unit that begins at a byte.
    pub(super) fn unit_of(&mut self, byte: usize) -> usize {
        if self.is_ascii {
            return byte;
        }
        if byte < self.byte {
            (self.byte, self.unit) = (0, 0);
        }
        let between = self.text.get(self.byte..byte).unwrap_or_default();
        self.unit += between.chars().map(char::len_utf16).sum::<usize>();
        self.byte = byte;
        self.unit
    }

    /// The byte where a unit begins: for the second half of a character, that of the character;
    /// beyond the end, the end.
    pub(super) fn byte_of(&mut self, unit: usize) -> usize {
        if self.is_ascii {
            return unit.min(self.text.len());
        }
        if unit < self.unit {
            (self.byte, self.unit) = (0, 0);
        }
        for character in self.text.get(self.byte..).unwrap_or_default().chars() {
            let after = self.unit + character.len_utf16();
            if after > unit {
                break;
            }
            self.unit = after;
            self.byte += character.len_utf8();
        }
        self.byte
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_units_of_utf_16() {
        let mut units = Units::new("a😀é");
        assert_eq!([0, 1, 5, 7].map(|byte| units.unit_of(byte)), [0, 1, 3, 4]);
        assert_eq!([0, 1, 2, 3, 4, 9].map(|unit| units.byte_of(unit)), [0, 1, 1, 5, 7, 7]);
        assert_eq!((units.unit_of(1), units.byte_of(3)), (1, 5));
        assert_eq!((Units::new("ab").unit_of(2), Units::new("ab").byte_of(3)), (2, 2));
    }
}
