//! The depth of a schema, from the bytes of a footer. The library reads schemas by recursion, so a
//! deep one would exceed its stack.
//!
//! A footer is a struct in Thrift's compact protocol. Its field 2 is the list of the schema's
//! elements, each before its children; field 5 of an element is the number of its children.

use crate::storage::items::error::Fault;

/// Maximum number of groups within each other.
const DEEPEST: usize = 64;

/// Maximum number of structs and lists within each other in an element.
const DEEPEST_SKIP: u8 = 16;

/// Types of the compact protocol.
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const I16: u8 = 4;
const I32: u8 = 5;
const I64: u8 = 6;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const SET: u8 = 10;
const STRUCT: u8 = 12;

/// Checks that the schema in a footer is not too deep. What cannot be read is left to the library.
pub(super) fn check(footer: &[u8]) -> Result<(), Fault> {
    if deepest(&mut Bytes(footer)).is_some_and(|depth| depth > DEEPEST) {
        return Err(Fault::Whole(format!("the schema has more than {DEEPEST} levels")));
    }
    Ok(())
}

/// The depth of the schema, or a greater one; `None` if the bytes are no such footer.
fn deepest(bytes: &mut Bytes<'_>) -> Option<usize> {
    let mut id = 0;
    while let Some(kind) = bytes.field(&mut id)? {
        if id == 2 && kind == LIST {
            let (_, elements) = bytes.list()?;
            return schema(bytes, elements);
        }
        bytes.skip(kind, DEEPEST_SKIP)?;
    }
    None
}

fn schema(bytes: &mut Bytes<'_>, elements: u64) -> Option<usize> {
    // The numbers of children that are still to come, of all groups around the next element.
    let (mut open, mut deepest) = (Vec::new(), 0);
    for _ in 0..elements {
        let children = element(bytes)?;
        while open.last() == Some(&0) {
            open.pop();
        }
        if let Some(left) = open.last_mut() {
            *left -= 1;
        }
        if children > 0 {
            open.push(children);
        }
        deepest = deepest.max(open.len());
        if deepest > DEEPEST {
            break;
        }
    }
    Some(deepest)
}

/// Reads an element. Returns the number of its children.
fn element(bytes: &mut Bytes<'_>) -> Option<u64> {
    let (mut id, mut children) = (0, 0);
    while let Some(kind) = bytes.field(&mut id)? {
        if id == 5 && kind == I32 {
            // Zigzag: a negative number is odd.
            let number = bytes.number()?;
            children = if number % 2 == 0 { number / 2 } else { 0 };
        } else {
            bytes.skip(kind, DEEPEST_SKIP)?;
        }
    }
    Some(children)
}

/// The rest of the footer.
struct Bytes<'b>(&'b [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn bytes(&mut self, length: u64) -> Option<()> {
        self.0 = self.0.get(usize::try_from(length).ok()?..)?;
        Some(())
    }

    /// A number of up to ten bytes.
    fn number(&mut self) -> Option<u64> {
        let (mut number, mut shift) = (0, 0_u32);
        loop {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f).checked_shl(shift)?;
            shift = shift.saturating_add(7);
            if byte < 0x80 {
                return Some(number);
            }
        }
    }

    /// The head of the next field: its type, and its id in `id`; `Some(None)` after the last one.
    #[expect(clippy::option_option, reason = "a file that ends too early, or a structure's end")]
    fn field(&mut self, id: &mut i64) -> Option<Option<u8>> {
        let head = self.byte()?;
        if head == 0 {
            return Some(None);
        }
        *id = match i64::from(head >> 4) {
            0 => {
                let number = self.number()?;
                i64::try_from(number / 2).ok()?
            }
            step => id.saturating_add(step),
        };
        Some(Some(head & 0x0f))
    }

    /// The head of a list: the type of its elements and their number.
    fn list(&mut self) -> Option<(u8, u64)> {
        let head = self.byte()?;
        let length = match u64::from(head >> 4) {
            15 => self.number()?,
            length => length,
        };
        Some((head & 0x0f, length))
    }

    /// Skips a value of a field.
    fn skip(&mut self, kind: u8, depth: u8) -> Option<()> {
        match kind {
            TRUE | FALSE => Some(()),
            BYTE => self.bytes(1),
            I16 | I32 | I64 => self.number().map(drop),
            DOUBLE => self.bytes(8),
            BINARY => {
                let length = self.number()?;
                self.bytes(length)
            }
            LIST | SET => self.skip_list(depth.checked_sub(1)?),
            STRUCT => {
                let mut id = 0;
                while let Some(kind) = self.field(&mut id)? {
                    self.skip(kind, depth.checked_sub(1)?)?;
                }
                Some(())
            }
            _ => None,
        }
    }

    fn skip_list(&mut self, depth: u8) -> Option<()> {
        let (kind, length) = self.list()?;
        for _ in 0..length {
            // In a list a Boolean has a byte of its own.
            self.skip(if matches!(kind, TRUE | FALSE) { BYTE } else { kind }, depth)?;
        }
        Some(())
    }
}
