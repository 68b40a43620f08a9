//! Names of context attributes: the extension attributes of a `CloudEvent`.

use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::span::Span;

/// The attributes that the core of `CloudEvents` defines, and the names of its data.
const CORE: [&str; 10] = [
    "id",
    "source",
    "specversion",
    "type",
    "datacontenttype",
    "dataschema",
    "subject",
    "time",
    "data",
    "data_base64",
];

/// The length that names should not exceed (`CloudEvents` 1.0.2: "Attribute Naming Convention").
const LONGEST: usize = 20;

/// The fault of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// It has other letters than those of names.
    Letters,
    /// It is one of [`CORE`].
    Core,
}

/// Checks a name among the `contextAttributes` of an event that is sent. It is not empty.
pub(super) fn check_sent(name: &str, place: Span, diagnostics: &mut Diagnostics) {
    let Some(fault) = fault(name) else { return long(name, place, diagnostics) };
    let title = match fault {
        Fault::Letters => format!("`{name}` cannot be the name of a context attribute"),
        Fault::Core => format!("`{name}` is no context attribute, but a part of every event"),
    };
    let diagnostic = Diagnostic::new(Code::ContextAttributeName, place, title);
    diagnostics.push(match fault {
        Fault::Letters => {
            let diagnostic =
                diagnostic.label("names in CloudEvents are made of lower-case letters and digits");
            match likely(name) {
                Some(likely) => diagnostic.help(format!("write `{likely}`")),
                None => diagnostic,
            }
        }
        Fault::Core => {
            diagnostic.label(origin(name)).help("give the context attribute another name")
        }
    });
}

/// Checks a name in the `correlation` of an event. `has_value`: whether events must have a certain
/// value of it.
pub(super) fn check_correlation(
    name: &str,
    place: Span,
    has_value: bool,
    diagnostics: &mut Diagnostics,
) {
    let Some(fault) = fault(name) else { return long(name, place, diagnostics) };
    let title = if has_value {
        format!("no event can match: none has a context attribute `{name}`")
    } else {
        format!("no event has a context attribute `{name}`")
    };
    let diagnostic = Diagnostic::new(Code::CorrelationNeverMatches, place, title);
    diagnostics.push(match fault {
        Fault::Letters => {
            let diagnostic = diagnostic.label("names in CloudEvents are made of lower-case letters and digits");
            match likely(name) {
                Some(likely) => diagnostic.help(format!("let the sender call it `{likely}`, and write that here")),
                None => diagnostic,
            }
        }
        Fault::Core => diagnostic
            .label("a part of every event, and no context attribute")
            .help("the definition's `type` and `source` are compared with the event's, its `name` with the `subject`"),
    });
}

fn fault(name: &str) -> Option<Fault> {
    if CORE.contains(&name) {
        return Some(Fault::Core);
    }
    let is_sound =
        name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit());
    (!is_sound).then_some(Fault::Letters)
}

/// The name in the letters that it may have, if that is one.
fn likely(name: &str) -> Option<String> {
    let letters =
        name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase());
    Some(letters.collect::<String>()).filter(|name| !name.is_empty() && fault(name).is_none())
}

/// The origin of a part of an event.
fn origin(name: &str) -> &'static str {
    match name {
        "type" | "source" => "it comes from the definition of the event",
        "subject" => "it is the name of the event",
        "data" | "data_base64" | "datacontenttype" | "dataschema" => {
            "the data are what `expression` makes"
        }
        _ => "it is made when the event is sent",
    }
}

fn long(name: &str, place: Span, diagnostics: &mut Diagnostics) {
    if name.len() <= LONGEST {
        return;
    }
    let title = format!("the name of this context attribute has {} letters", name.len());
    diagnostics.push(
        Diagnostic::new(Code::LongContextAttribute, place, title)
            .label(format!("CloudEvents advises at most {LONGEST}"))
            .help("systems that the event passes through need not carry longer names"),
    );
}
