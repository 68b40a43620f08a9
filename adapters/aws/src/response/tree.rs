//! XML documents of services as trees of bounded depth.

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

/// Maximum depth of elements.
const DEEPEST: usize = 64;

/// An element.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Element {
    /// The name without its prefix.
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Element>,
    /// The text, without that of its children.
    pub(crate) text: String,
}

impl Element {
    /// The document's root.
    ///
    /// # Errors
    /// The text is not XML, or its elements are too deep.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut reader = Reader::from_str(text);
        // The elements around the place, from the outermost one, which is not in the document.
        let mut open = vec![Self::default()];
        loop {
            match reader.read_event().map_err(|error| error.to_string())? {
                Event::Start(start) => {
                    if open.len() > DEEPEST {
                        return Err(format!("its elements are more than {DEEPEST} deep"));
                    }
                    open.push(Self::start(&start)?);
                }
                Event::Empty(start) => add(&mut open, Self::start(&start)?),
                Event::End(_) => {
                    if let Some(element) = open.pop() {
                        add(&mut open, element);
                    }
                }
                Event::Text(text) => {
                    let text = text.decode().map_err(|error| error.to_string())?;
                    push(&mut open, &text);
                }
                Event::CData(text) => {
                    let text = text.decode().map_err(|error| error.to_string())?;
                    push(&mut open, &text);
                }
                Event::GeneralRef(reference) => push(&mut open, &referred(&reference)?),
                Event::Eof => break,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
        let [outermost] = open.as_mut_slice() else {
            return Err("an element has no end".to_owned());
        };
        outermost.children.pop().ok_or_else(|| "it has no element".to_owned())
    }

    fn start(start: &BytesStart<'_>) -> Result<Self, String> {
        let name = String::from_utf8_lossy(start.local_name().as_ref()).into_owned();
        let mut attributes = Vec::new();
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let value = String::from_utf8_lossy(&attribute.value).into_owned();
            attributes.push((String::from_utf8_lossy(attribute.key.as_ref()).into_owned(), value));
        }
        Ok(Self { name, attributes, ..Self::default() })
    }

    /// The first child of a name.
    pub(crate) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The children of a name.
    pub(crate) fn all<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The text of the first child of a name.
    pub(crate) fn text_of(&self, name: &str) -> Option<&str> {
        self.child(name).map(|child| child.text.as_str())
    }
}

fn add(open: &mut [Element], element: Element) {
    if let Some(outer) = open.last_mut() {
        outer.children.push(element);
    }
}

fn push(open: &mut [Element], text: &str) {
    if let Some(element) = open.last_mut() {
        element.text.push_str(text);
    }
}

/// The text of `&amp;`, `&#10;` and so on. Services define no entities of their own.
fn referred(reference: &BytesRef<'_>) -> Result<String, String> {
    if let Some(letter) = reference.resolve_char_ref().map_err(|error| error.to_string())? {
        return Ok(letter.to_string());
    }
    let name = reference.decode().map_err(|error| error.to_string())?;
    let text = match &*name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        other => return Err(format!("the entity `{other}` is unknown")),
    };
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_have_texts_and_children() {
        let text = "<?xml version=\"1.0\"?>\n<a:Root xmlns:a=\"u\" id=\"1\"><B>x &amp; &#121;<!-- --><![CDATA[<z>]]></B><B/></a:Root>";
        let root = Element::read(text).expect("a document");
        assert_eq!((root.name.as_str(), root.all("B").count()), ("Root", 2));
        assert_eq!(root.text_of("B"), Some("x & y<z>"));
        assert_eq!(root.attributes.last(), Some(&("id".to_owned(), "1".to_owned())));
    }

    #[test]
    fn faulty_documents_are_refused() {
        let deep = "<a>".repeat(100_000);
        for text in ["", "x", "<a>", "<a></b>", "<a>&who;</a>", deep.as_str()] {
            assert!(Element::read(text).is_err(), "{}", text.get(..20).unwrap_or(text));
        }
    }
}
