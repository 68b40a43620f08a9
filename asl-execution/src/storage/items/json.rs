//! Splits a JSON array into its items while the text is read. The array may be inside a document.

use std::collections::VecDeque;

use asl_value::value::Value;

use super::LONGEST;
use super::error::Fault;
use super::lines::{parse, too_long};

/// Parser that takes pieces of text and returns items.
///
/// The text before the array is skipped by brackets and quotation marks, without other checks. If
/// the array is not the whole document, the text after it is not read at all.
#[derive(Debug)]
pub(super) struct ArrayItems {
    /// The remaining names on the way to the array; the next one is last.
    steps: Vec<String>,
    /// True if the array is the whole document.
    whole: bool,
    /// True if it is an object, whose members are the items.
    is_object: bool,
    /// The key of the member that is read.
    name: Value,
    at: At,
    /// The incomplete key or item, and the line on which it begins.
    text: Vec<u8>,
    begun: u64,
    /// The line of the next byte.
    line: u64,
    scan: Scan,
}

/// The position in the document's structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    /// The value that the last step led to.
    Target,
    /// A key of the object on the way, or the object's end if it is still empty.
    Key(First),
    /// The colon after a key that is on the way or not.
    Colon(Wanted),
    /// The value of a key that is not on the way.
    Other,
    /// The text after such a value.
    OtherEnd,
    /// A key of an object whose members are the items, or the object's end if it is still empty.
    Member(First),
    /// The colon after such a key.
    MemberColon,
    /// An item, or the array's end if it is still empty.
    Item(First),
    /// The text after an item.
    ItemEnd,
    /// After the array.
    After,
    /// Inside an incomplete key or value.
    Inside(What),
}

/// Kind of an incomplete text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Key,
    /// The key of a member that is an item.
    Name,
    Other,
    Item,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum First {
    Yes,
    No,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    Yes,
    No,
}

impl ArrayItems {
    #[inline]
    pub(super) fn new(pointer: &[String]) -> Self {
        let steps: Vec<String> = pointer.iter().rev().cloned().collect();
        let whole = steps.is_empty();
        Self {
            steps,
            whole,
            is_object: false,
            name: Value::Null,
            at: At::Target,
            text: Vec::new(),
            begun: 1,
            line: 1,
            scan: Scan::default(),
        }
    }

    /// True if the items are the members of an object, each as `{"Key", "Value"}`.
    #[inline]
    pub(super) fn are_members(&self) -> bool {
        self.is_object
    }

    /// Returns true if the rest of the document does not matter.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.at == At::After && !self.whole
    }

    #[inline]
    pub(super) fn feed(
        &mut self,
        mut piece: &[u8],
        items: &mut VecDeque<Value>,
    ) -> Result<(), Fault> {
        while let Some((byte, after)) = piece.split_first() {
            if self.is_done() {
                return Ok(());
            }
            if let At::Inside(what) = self.at {
                piece = self.value(what, piece, items)?;
            } else if byte.is_ascii_whitespace() {
                self.line = self.line.saturating_add(u64::from(*byte == b'\n'));
                piece = after;
            } else {
                self.punctuation(*byte)?;
                // The scan of a value includes its first byte.
                piece = if matches!(self.at, At::Inside(_)) { piece } else { after };
            }
        }
        Ok(())
    }

    #[inline]
    pub(super) fn end(&self) -> Result<(), Fault> {
        if self.at == At::After {
            Ok(())
        } else {
            self.fault("the text ends before the array does")
        }
    }

    /// Processes a byte between values.
    #[inline]
    fn punctuation(&mut self, byte: u8) -> Result<(), Fault> {
        self.at = match (self.at, byte) {
            (At::Target, b'[') if self.steps.is_empty() => At::Item(First::Yes),
            (At::Target, b'{') if self.steps.is_empty() => {
                self.is_object = true;
                At::Member(First::Yes)
            }
            (At::Target, b'{') => At::Key(First::Yes),
            (At::Target, b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n')
            | (At::Key(First::Yes) | At::OtherEnd, b'}') => return Err(self.no_array()),
            (At::Key(_), b'"') => self.begin(What::Key),
            (At::Colon(Wanted::Yes), b':') => {
                self.steps.pop();
                At::Target
            }
            (At::Colon(Wanted::No), b':') => At::Other,
            (At::OtherEnd, b',') => At::Key(First::No),
            (At::Member(_), b'"') => self.begin(What::Name),
            (At::Member(First::Yes), b'}') => At::After,
            (At::ItemEnd, b'}') if self.is_object => At::After,
            (At::ItemEnd, b',') if self.is_object => At::Member(First::No),
            (At::Item(First::Yes) | At::ItemEnd, b']') if !self.is_object => At::After,
            (At::MemberColon, b':') | (At::ItemEnd, b',') => At::Item(First::No),
            (At::Other, _) if begins_value(byte) => self.begin(What::Other),
            (At::Item(_), _) if begins_value(byte) => self.begin(What::Item),
            (At::After, _) => return self.fault("there is more text after the array"),
            (_, _) => {
                return self.fault(&format!(
                    "`{}` is not expected here",
                    char::from(byte).escape_default()
                ));
            }
        };
        Ok(())
    }

    #[inline]
    fn begin(&mut self, what: What) -> At {
        self.begun = self.line;
        self.scan = Scan::default();
        At::Inside(what)
    }

    /// Continues a key or value. Returns the rest of the piece.
    #[inline]
    fn value<'p>(
        &mut self,
        what: What,
        piece: &'p [u8],
        items: &mut VecDeque<Value>,
    ) -> Result<&'p [u8], Fault> {
        let (length, over) = self.scan.find_end(piece);
        let (part, rest) = piece.split_at_checked(length).unwrap_or((piece, &[]));
        self.line = part
            .iter()
            .fold(self.line, |line, byte| line.saturating_add(u64::from(*byte == b'\n')));
        if what != What::Other {
            if self.text.len().saturating_add(part.len()) > LONGEST {
                return Err(Fault::Line(self.begun, too_long()));
            }
            self.text.extend_from_slice(part);
        }
        if over {
            let text = std::mem::take(&mut self.text);
            self.at = match what {
                What::Key => self.key(&text)?,
                What::Other => At::OtherEnd,
                What::Name => {
                    self.name = parse(&text, self.begun)?;
                    At::MemberColon
                }
                What::Item => {
                    let value = parse(&text, self.begun)?;
                    items.push_back(if self.is_object {
                        Value::object([("Key", std::mem::take(&mut self.name)), ("Value", value)])
                    } else {
                        value
                    });
                    At::ItemEnd
                }
            };
        }
        Ok(rest)
    }

    #[inline]
    fn key(&self, text: &[u8]) -> Result<At, Fault> {
        let key = parse(text, self.begun)?;
        let wanted = key.as_str() == self.steps.last().map(String::as_str);
        Ok(At::Colon(if wanted { Wanted::Yes } else { Wanted::No }))
    }

    /// The error for a value that is not an array. AWS's message is for a whole document.
    #[inline]
    fn no_array(&self) -> Fault {
        match self.steps.last() {
            None => Fault::Known("Attempting to map over non-iterable node."),
            Some(step) => Fault::Line(
                self.line,
                format!("there is no member `{step}` on the way of ItemsPointer"),
            ),
        }
    }

    fn fault<T>(&self, problem: &str) -> Result<T, Fault> {
        Err(Fault::Line(self.line, problem.to_owned()))
    }
}

#[inline]
fn begins_value(byte: u8) -> bool {
    !matches!(byte, b',' | b':' | b']' | b'}')
}

/// Finds the end of a value by brackets and quotation marks.
#[derive(Debug, Default)]
struct Scan {
    /// Number of open brackets.
    depth: u32,
    place: Place,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Place {
    #[default]
    Begin,
    /// In a number or a word, which the next other byte ends.
    Scalar,
    String,
    /// After a backslash in a string.
    Escape,
    /// Between the values of a container.
    Between,
}

impl Scan {
    /// The number of bytes that belong to the value, and true if it ends there.
    #[inline]
    fn find_end(&mut self, bytes: &[u8]) -> (usize, bool) {
        for (index, byte) in bytes.iter().enumerate() {
            self.place = match self.place {
                Place::Escape => Place::String,
                Place::String => match byte {
                    b'\\' => Place::Escape,
                    b'"' if self.depth == 0 => return (index.saturating_add(1), true),
                    b'"' => Place::Between,
                    _ => Place::String,
                },
                Place::Scalar if ends_scalar(*byte) => return (index, true),
                Place::Scalar => Place::Scalar,
                Place::Between if matches!(byte, b'}' | b']') => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return (index.saturating_add(1), true);
                    }
                    Place::Between
                }
                Place::Begin | Place::Between => self.after(*byte),
            };
        }
        (bytes.len(), false)
    }

    /// The place after a byte that is not in a string and does not end the value.
    #[inline]
    fn after(&mut self, byte: u8) -> Place {
        match byte {
            b'"' => Place::String,
            b'{' | b'[' => {
                self.depth = self.depth.saturating_add(1);
                Place::Between
            }
            _ if self.depth == 0 => Place::Scalar,
            _ => Place::Between,
        }
    }
}

#[inline]
fn ends_scalar(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b',' | b']' | b'}' | b':')
}
