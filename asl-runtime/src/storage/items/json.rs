//! The items of a JSON array, cut out of the text one by one; the array may be inside of a
//! document.

use std::collections::VecDeque;

use crate::value::Value;

use super::LONGEST;
use super::error::Fault;
use super::lines::{parse, too_long};

/// Takes pieces of text, gives items.
///
/// What stands before the array is passed over by its brackets and quotation marks and not checked
/// otherwise; what follows an array that is not the whole document is not even read.
#[derive(Debug)]
pub(super) struct ArrayItems {
    /// The names that are still to be found on the way to the array, the next one last.
    steps: Vec<String>,
    /// True if the array is the whole document.
    whole: bool,
    at: At,
    /// The key or item that has only begun, and the line on which it did.
    text: Vec<u8>,
    begun: u64,
    /// The line of the next byte.
    line: u64,
    scan: Scan,
}

/// The next part of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    /// The value that the last step led to.
    Target,
    /// A key of the object on the way, or, if there is none yet, its end.
    Key(First),
    /// The colon behind a key, which is on the way or not.
    Colon(Wanted),
    /// The value of a key that is not on the way.
    Other,
    /// What follows that.
    OtherEnd,
    /// An item, or, if there is none yet, the end of the array.
    Item(First),
    /// What follows it.
    ItemEnd,
    /// The array is over.
    After,
    /// The rest of something that has begun.
    Inside(What),
}

/// What has begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Key,
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
    pub(super) fn new(pointer: &[String]) -> Self {
        let steps: Vec<String> = pointer.iter().rev().cloned().collect();
        let whole = steps.is_empty();
        Self {
            steps,
            whole,
            at: At::Target,
            text: Vec::new(),
            begun: 1,
            line: 1,
            scan: Scan::default(),
        }
    }

    /// True if the rest of the document does not matter.
    pub(super) fn is_done(&self) -> bool {
        self.at == At::After && !self.whole
    }

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
                // A value is read from its first byte on.
                piece = if matches!(self.at, At::Inside(_)) { piece } else { after };
            }
        }
        Ok(())
    }

    pub(super) fn end(&self) -> Result<(), Fault> {
        if self.at == At::After {
            Ok(())
        } else {
            self.fault("the text ends before the array does")
        }
    }

    /// What a byte between values leads to.
    fn punctuation(&mut self, byte: u8) -> Result<(), Fault> {
        self.at = match (self.at, byte) {
            (At::Target, b'[') if self.steps.is_empty() => At::Item(First::Yes),
            (At::Target, b'{') if !self.steps.is_empty() => At::Key(First::Yes),
            (At::Target, b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n')
            | (At::Key(First::Yes) | At::OtherEnd, b'}') => return Err(self.no_array()),
            (At::Key(_), b'"') => self.begin(What::Key),
            (At::Colon(Wanted::Yes), b':') => {
                self.steps.pop();
                At::Target
            }
            (At::Colon(Wanted::No), b':') => At::Other,
            (At::OtherEnd, b',') => At::Key(First::No),
            (At::Item(First::Yes) | At::ItemEnd, b']') => At::After,
            (At::ItemEnd, b',') => At::Item(First::No),
            (At::Other, _) if begins_value(byte) => self.begin(What::Other),
            (At::Item(_), _) if begins_value(byte) => self.begin(What::Item),
            (At::After, _) => return self.fault("there is more text behind the array"),
            (_, _) => {
                return self.fault(&format!(
                    "`{}` is not expected here",
                    char::from(byte).escape_default()
                ));
            }
        };
        Ok(())
    }

    fn begin(&mut self, what: What) -> At {
        self.begun = self.line;
        self.scan = Scan::default();
        At::Inside(what)
    }

    /// Reads on in a key or value; what is left of the piece.
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
                What::Item => {
                    items.push_back(parse(&text, self.begun)?);
                    At::ItemEnd
                }
            };
        }
        Ok(rest)
    }

    fn key(&self, text: &[u8]) -> Result<At, Fault> {
        let key = parse(text, self.begun)?;
        let wanted = key.as_str() == self.steps.last().map(String::as_str);
        Ok(At::Colon(if wanted { Wanted::Yes } else { Wanted::No }))
    }

    /// There is something else than an array. The recorded words are those for a whole document.
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

fn begins_value(byte: u8) -> bool {
    !matches!(byte, b',' | b':' | b']' | b'}')
}

/// Finds the end of a value by its brackets and quotation marks.
#[derive(Debug, Default)]
struct Scan {
    /// Brackets that are open.
    depth: u32,
    place: Place,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Place {
    #[default]
    Begin,
    /// In a number or a word, which something else ends.
    Scalar,
    String,
    /// Behind a backslash in a string.
    Escape,
    /// Between the values of a container.
    Between,
}

impl Scan {
    /// How many bytes belong to the value, and whether it ends there.
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

    /// Where a byte leads that stands in no string and ends nothing.
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

fn ends_scalar(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b',' | b']' | b'}' | b':')
}
