//! Reads events from HTTP requests, in the three modes of `CloudEvents` over HTTP. No HTTP library
//! is needed: headers are pairs of name and value.

use std::collections::BTreeMap;

use asl_value::value::{Text, Value};

use super::read::{Reading, refused};
use super::{Event, EventError};

/// The prefix of headers of attributes.
const PREFIX: &str = "ce-";

impl Event {
    /// Reads the event of an HTTP request, in binary or structured mode. Names of headers match in
    /// any case; the entries of a `HeaderMap` of the crate `http` can be passed.
    ///
    /// In binary mode the body is the data, according to its `Content-Type`: JSON is parsed, text
    /// is a string, and anything else is binary. A request without headers of `CloudEvents` is read
    /// as a JSON event.
    ///
    /// ```
    /// use asl_runtime::{Event, json};
    ///
    /// let headers = [
    ///     ("Content-Type", "application/json"),
    ///     ("ce-specversion", "1.0"),
    ///     ("ce-id", "7"),
    ///     ("ce-source", "/shop"),
    ///     ("ce-type", "shop.paid"),
    ///     ("ce-customer", "J%C3%BCrgen"),
    /// ];
    /// let event = Event::from_http(headers, br#"{"amount": 3}"#)?;
    /// assert_eq!((event.kind(), event.data()), ("shop.paid", Some(&json!({"amount": 3}))));
    /// assert_eq!(event.attribute("customer"), Some(&json!("J\u{fc}rgen")));
    /// # Ok::<(), asl_runtime::event::EventError>(())
    /// ```
    ///
    /// # Errors
    /// The request is larger than [`Event::MAX_SIZE`], is not a `CloudEvent`, or is a batch; the
    /// error says what is wrong.
    pub fn from_http<N: AsRef<str>, V: AsRef<[u8]>>(
        headers: impl IntoIterator<Item = (N, V)>,
        body: &[u8],
    ) -> Result<Self, EventError> {
        let request = Request::read(headers)?;
        if request.is_batch() {
            return Err(refused("this is a batch of events, and one event is expected"));
        }
        request.event(body)
    }

    /// Reads the events of an HTTP request in any mode: all events of a batch, or the one of
    /// [`Event::from_http`].
    ///
    /// # Errors
    /// As for [`Event::from_http`] and [`Event::batch_from_json_str`]: all events must be valid.
    pub fn batch_from_http<N: AsRef<str>, V: AsRef<[u8]>>(
        headers: impl IntoIterator<Item = (N, V)>,
        body: &[u8],
    ) -> Result<Vec<Self>, EventError> {
        let request = Request::read(headers)?;
        if request.is_batch() {
            request.is_structured()?;
            return Self::batch_from_json_str(utf8(body)?);
        }
        request.event(body).map(|event| vec![event])
    }
}

/// The event in the headers of a request.
#[derive(Default)]
struct Request {
    /// `Content-Type`, if present.
    content_type: Option<String>,
    /// Attributes by name.
    attributes: BTreeMap<String, Value>,
}

impl Request {
    fn read<N: AsRef<str>, V: AsRef<[u8]>>(
        headers: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Self, EventError> {
        let mut request = Self::default();
        for (name, value) in headers {
            let name = name.as_ref().to_ascii_lowercase();
            let value = value.as_ref().trim_ascii();
            if name == "content-type" {
                let text = String::from_utf8(value.to_vec()).map_err(|_| no_text(&name))?;
                request.content_type = Some(text);
            } else if let Some(attribute) = name.strip_prefix(PREFIX) {
                let text = decoded(value).ok_or_else(|| no_text(&name))?;
                let before = request.attributes.insert(attribute.to_owned(), Value::text(text));
                if before.is_some() {
                    return Err(refused(format!("the header `{name}` is there twice")));
                }
            }
        }
        Ok(request)
    }

    /// The media type in lower case, without parameters.
    fn media_type(&self) -> String {
        let content_type = self.content_type.as_deref().unwrap_or_default();
        content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }

    fn is_batch(&self) -> bool {
        self.media_type().starts_with("application/cloudevents-batch")
    }

    /// Returns true if the body is the whole event.
    #[inline]
    fn is_structured(&self) -> Result<bool, EventError> {
        let media_type = self.media_type();
        if !media_type.starts_with("application/cloudevents") {
            return Ok(!self.attributes.contains_key("specversion"));
        }
        if media_type.ends_with("+json") {
            return Ok(true);
        }
        Err(refused(format!("events are read as JSON; the request has the format `{media_type}`")))
    }

    #[inline]
    fn event(self, body: &[u8]) -> Result<Event, EventError> {
        if self.is_structured()? {
            return Event::from_json_str(utf8(body)?);
        }
        let size = self
            .attributes
            .iter()
            .map(|(name, value)| name.len() + value.as_str().map_or(0, str::len));
        let (size, most) = (size.sum::<usize>().saturating_add(body.len()), Event::MAX_SIZE);
        if size > most {
            return Err(refused(format!(
                "the event is {size} bytes long; at most {most} are read"
            )));
        }
        let mut reading = Reading::new(self.attributes.get("specversion"))?;
        for (name, value) in &self.attributes {
            match name.as_str() {
                "datacontenttype" => {
                    return Err(refused(
                        "the header `ce-datacontenttype` is none of an event: `Content-Type` says it",
                    ));
                }
                "data" => {
                    return Err(refused(
                        "the header `ce-data` is none of an event: its data are the body",
                    ));
                }
                _ => reading.attribute(&Text::new(name), value)?,
            }
        }
        let media_type = self.media_type();
        let event = with_body(reading.finish()?, &media_type, body)?;
        Ok(Event {
            content_type: self.content_type.filter(|text| !text.is_empty()).map(Text::from),
            ..event
        })
    }
}

/// The event, with the body of its request as its data.
#[inline]
fn with_body(event: Event, media_type: &str, body: &[u8]) -> Result<Event, EventError> {
    if body.is_empty() {
        return Ok(event);
    }
    if matches!(media_type, "application/json" | "text/json") || media_type.ends_with("+json") {
        let data = Value::from_json_str(utf8(body)?);
        return Ok(event.with_data(
            data.map_err(|error| refused(format!("the event's data are no JSON: {error}")))?,
        ));
    }
    match std::str::from_utf8(body) {
        Ok(text) if media_type.starts_with("text/") => Ok(event.with_data(Value::text(text))),
        Ok(_) | Err(_) => Ok(event.with_bytes(body)),
    }
}

/// The text of a header: quoted strings are unquoted, then percent-encoded bytes are decoded.
/// `None` if the result is not UTF-8.
#[inline]
fn decoded(value: &[u8]) -> Option<String> {
    let value = unquoted(value)?;
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_slice();
    while let [first, behind @ ..] = rest {
        let encoded = match behind {
            [high, low, ..] if *first == b'%' => digit(*high).zip(digit(*low)),
            _ => None,
        };
        let (byte, length) = encoded.map_or((*first, 1), |(high, low)| ((high << 4) | low, 3));
        bytes.push(byte);
        rest = rest.get(length..).unwrap_or_default();
    }
    String::from_utf8(bytes).ok()
}

/// Removes the quotation marks of quoted strings (RFC 7230, section 3.2.6). `None` if one is not
/// closed.
fn unquoted(value: &[u8]) -> Option<Vec<u8>> {
    let (mut bytes, mut is_quoted) = (Vec::with_capacity(value.len()), false);
    let mut rest = value.iter().copied();
    while let Some(byte) = rest.next() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\\' if is_quoted => bytes.push(rest.next()?),
            _ => bytes.push(byte),
        }
    }
    (!is_quoted).then_some(bytes)
}

fn digit(letter: u8) -> Option<u8> {
    char::from(letter).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

fn utf8(body: &[u8]) -> Result<&str, EventError> {
    std::str::from_utf8(body).map_err(|error| refused(format!("the body is not in UTF-8: {error}")))
}

fn no_text(name: &str) -> EventError {
    refused(format!("the value of the header `{name}` cannot be read as text"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_value::json;

    const CORE: [(&str, &str); 4] = [
        ("CE-SpecVersion", "1.0"),
        ("ce-id", "7"),
        ("ce-source", "/shop"),
        ("ce-type", "shop.paid"),
    ];

    fn with<'h>(more: &[(&'h str, &'h str)]) -> Vec<(&'h str, &'h str)> {
        CORE.iter().chain(more).copied().collect()
    }

    fn why(headers: &[(&str, &str)], body: &[u8]) -> String {
        Event::from_http(headers.iter().copied(), body).expect_err("it is no event").to_string()
    }

    #[test]
    fn the_body_is_the_data_by_its_type() {
        for (media_type, body, data, binary) in [
            ("application/json; charset=utf-8", &b"{\"a\": 1}"[..], Some(json!({"a": 1})), None),
            ("application/vnd.shop+json", b"[1]", Some(json!([1])), None),
            ("text/plain", "Gr\u{fc}\u{df}e".as_bytes(), Some(json!("Gr\u{fc}\u{df}e")), None),
            ("text/plain; charset=iso-8859-1", b"Gr\xfc\xdfe", None, Some("R3L832U=")),
            ("application/octet-stream", b"\0\x01", None, Some("AAE=")),
            ("application/json", b"", None, None),
        ] {
            let event = Event::from_http(with(&[("content-type", media_type)]), body).unwrap();
            assert_eq!(
                (event.data(), event.data_base64()),
                (data.as_ref(), binary),
                "{media_type}"
            );
            assert_eq!(event.to_json().get("datacontenttype"), Some(&Value::text(media_type)));
        }
        let untyped = Event::from_http(CORE, b"{}").unwrap();
        assert_eq!((untyped.data(), untyped.data_base64()), (None, Some("e30=")));
    }

    #[test]
    fn header_values_are_unquoted_and_percent_decoded() {
        for (value, text) in [
            ("Euro%20%E2%82%AC%20%f0%9f%98%80", "Euro \u{20ac} \u{1f600}"),
            ("\"a \\\"b\\\"\" c", "a \"b\" c"),
            ("100%", "100%"),
            ("%zz%2", "%zz%2"),
            ("%2541", "%41"),
        ] {
            let event = Event::from_http(with(&[("Ce-Order", value)]), b"").unwrap();
            assert_eq!(event.attribute("order"), Some(&Value::text(text)), "{value}");
        }
        let unreadable = "the value of the header `ce-order` cannot be read as text";
        for value in ["%C0%A0", "\"open"] {
            assert_eq!(why(&with(&[("ce-order", value)]), b""), unreadable);
        }
    }

    #[test]
    fn what_is_no_event_over_http_is_refused_with_the_reason() {
        for (headers, body, reason) in [
            (with(&[("ce-id", "8")]), &b""[..], "the header `ce-id` is there twice"),
            (with(&[("ce-order-id", "8")]), b"", "`order-id` is no name of a context attribute"),
            (
                with(&[("ce-datacontenttype", "text/plain")]),
                b"",
                "the header `ce-datacontenttype` is none of an event",
            ),
            (with(&[("ce-data", "1")]), b"", "the header `ce-data` is none of an event"),
            (with(&[("content-type", "application/json")]), b"{", "the event's data are no JSON: "),
            (vec![("ce-specversion", "0.3")], b"", "`specversion` of a CloudEvent is \"1.0\""),
            (vec![("ce-specversion", "1.0")], b"", "a CloudEvent has `id`; this one has not"),
            (
                vec![("content-type", "application/cloudevents+avro")],
                b"",
                "events are read as JSON",
            ),
            (
                vec![("content-type", "application/cloudevents-batch+json")],
                b"[]",
                "this is a batch of events",
            ),
            (vec![], b"\xff", "the body is not in UTF-8"),
        ] {
            let why = why(&headers, body);
            assert!(why.starts_with(reason), "{why}");
        }
        let long = vec![b'x'; Event::MAX_SIZE];
        assert!(why(&CORE, &long).ends_with("bytes long; at most 262144 are read"));
    }

    #[test]
    fn all_modes_are_read_as_batches() {
        let event = r#"{"specversion": "1.0", "id": "7", "source": "/shop", "type": "shop.paid"}"#;
        let ids = |media_type: &str, body: &str| {
            let events = Event::batch_from_http([("Content-Type", media_type)], body.as_bytes());
            events
                .map(|events| events.iter().map(|event| event.id().to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(ids("application/cloudevents+json; charset=UTF-8", event).unwrap(), ["7"]);
        assert_eq!(ids("application/json", event).unwrap(), ["7"]);
        let batch = "application/cloudevents-batch+json";
        assert_eq!(ids(batch, &format!("[{event}, {event}]")).unwrap(), ["7", "7"]);
        assert_eq!(ids(batch, "[]").unwrap(), Vec::<String>::new());
        let no_array = ids(batch, event).unwrap_err().to_string();
        assert!(
            no_array.starts_with("a batch of CloudEvents is an array; this is {"),
            "{no_array}"
        );
        assert_eq!(Event::batch_from_http(CORE, b"").unwrap().len(), 1);
        let large = format!(
            "[{event}, {{\"specversion\": \"1.0\", \"x\": \"{}\"}}]",
            "x".repeat(Event::MAX_SIZE)
        );
        assert_eq!(
            ids(batch, &large).unwrap_err().to_string(),
            "event 2 of 2 is larger than 262144 bytes"
        );
    }
}
