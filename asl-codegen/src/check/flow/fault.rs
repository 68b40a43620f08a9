//! Certain failures, and their diagnostics.

use std::rc::Rc;

use super::border::Border;
use super::place::Found;
use super::shape::{Kinds, Shape};
use super::wanted::Wanted;
use crate::expr::jsonpath::{Path, ReferencePath, ReferenceStep, Root, Segment, Selector};
use asl_language::shape::checks::Weight;
use asl_source::diagnostics::{Code, Diagnostic, nearest};
use asl_source::options::Profile;
use asl_source::span::Span;

/// A value at a place of a border's type that a state needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Read {
    /// The place.
    pub border: Rc<Border>,
    /// The type that is needed there; none: that there is a value.
    pub wanted: Option<Wanted>,
    /// The place in the definition.
    pub span: Span,
    /// What reads it, or the value itself: a path, a field, an argument.
    pub what: String,
    /// What follows if it is not there.
    pub weight: Weight,
}

/// A failure that happens whenever its place is reached.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    code: Code,
    span: Span,
    title: String,
    label: String,
    /// It happens only if the values of a Rust type are so.
    when: Option<When>,
    /// True if it does not happen where the value is missing.
    may_be_missing: bool,
}

/// What rustc has to find out about the values of a Rust type.
#[derive(Clone, Debug)]
struct When {
    /// The place.
    border: Rc<Border>,
    /// The type that is needed there; none: that there is a value.
    wanted: Option<Wanted>,
    /// What reads it, or the value itself.
    what: String,
    /// What follows.
    weight: Weight,
}

impl Fault {
    /// A path that finds nothing.
    pub(super) fn nothing(path: &Path, step: usize, at: &Shape) -> Self {
        let before = path.segments.get(..step).unwrap_or_default();
        let place = text_of(path, before);
        let label = match path.segments.get(step).and_then(Segment::only) {
            Some(Selector::Name(name)) => no_member(&place, name, at),
            Some(Selector::Index(index)) => match at.kinds().and_then(|kinds| kinds.array.as_ref())
            {
                Some(items) => {
                    format!("`{place}` has {} items here, and none at {index}", items.first.len())
                }
                None => format!("`{place}` is {} here", at.noun()),
            },
            _ => format!("`{place}` is {} here", at.noun()),
        };
        let title = format!("`{}` finds nothing, ever", path.text);
        Self::certain(Code::NeverFound, path.span, title, label)
    }

    /// A fault of the machine alone.
    fn certain(code: Code, span: Span, title: String, label: String) -> Self {
        Self { code, span, title, label, when: None, may_be_missing: false }
    }

    /// A `ResultPath` that leads through something that has no members or items.
    pub(super) fn misfit(path: &ReferencePath, step: usize, at: &Shape) -> Self {
        let title = format!("nothing can be written to `{}`", path.text);
        let mut place = "$".to_owned();
        for step in path.steps.iter().take(step) {
            match step {
                ReferenceStep::Key(name) => place.extend([".", name]),
                ReferenceStep::Index(index) => place.extend(["[", &index.to_string(), "]"]),
            }
        }
        let label = if at.is_never() {
            format!("`{place}` is not there, and only objects are made on the way")
        } else {
            format!("`{place}` is {} here", at.noun())
        };
        Self::certain(Code::NeverFits, path.span, title, label)
    }

    /// Items that are no array.
    pub(super) fn no_array(span: Span, what: &str, found: &Shape) -> Self {
        let label = format!("this is {} here", found.noun());
        Self::certain(Code::NeverAnArray, span, format!("{what} must be an array"), label)
    }

    /// The fault of a value of another type than its place takes, if it is or may be one.
    pub(super) fn of_type(span: Span, what: &str, wanted: Wanted, found: &Shape) -> Option<Self> {
        let when = found.border().map(|border| When {
            border: Rc::clone(border),
            wanted: Some(wanted),
            what: what.to_owned(),
            weight: Weight::Fault,
        });
        let is_other = |kinds: &Kinds| !found.is_never() && !wanted.is_in(kinds);
        (when.is_some() || found.kinds().is_some_and(is_other)).then(|| {
            let title = format!("{what} must be {}", wanted.noun());
            let label = format!("it is {} here", found.noun());
            Self { when, ..Self::certain(Code::NeverThisType, span, title, label) }
        })
    }

    /// An expression of JSONata that is undefined, which no field takes.
    pub(super) fn undefined(span: Span, text: &str, label: String) -> Self {
        Self::certain(Code::NeverFound, span, format!("`{text}` finds nothing, ever"), label)
    }

    /// The read of a place of a Rust type.
    pub(super) fn read(path: &Path, border: Rc<Border>) -> Self {
        let reads = (format!("`{}`", path.text), None, Weight::Fault);
        Self::reads(path.span, reads, border)
    }

    /// The read of a place of a Rust type of which there may be several, or none.
    pub(super) fn hits(path: &Path, border: &Border) -> Self {
        let reads = (format!("`{}`", path.text), None, Weight::OfItems);
        Self::reads(path.span, reads, Rc::new(border.before_narrowing()))
    }

    /// The read of a place of a Rust type: what reads it, the type that is needed there, and what
    /// follows if it is not there.
    pub(super) fn reads(
        span: Span,
        (what, wanted, weight): (String, Option<Wanted>, Weight),
        border: Rc<Border>,
    ) -> Self {
        let when = Some(When { border, wanted, what, weight });
        Self { when, ..Self::certain(Code::NeverFound, span, String::new(), String::new()) }
    }

    /// The same fault of a value that may be missing.
    pub(super) fn if_there(self, may_be_missing: bool) -> Self {
        Self { may_be_missing, ..self }
    }

    /// True if the state fails whatever the types of the user are.
    pub(super) fn ends_state(&self) -> bool {
        self.is_certain() && !self.may_be_missing
    }

    /// True if it happens whatever the types of the user are.
    pub(super) fn is_certain(&self) -> bool {
        self.when.is_none()
    }

    /// What rustc has to find out.
    pub(super) fn read_of(self) -> Option<Read> {
        let When { border, wanted, what, weight } = self.when?;
        Some(Read { border, wanted, span: self.span, what, weight })
    }

    /// The label for a member that is not there.
    pub(super) fn no_member(place: &str, name: &str, at: &Shape) -> String {
        no_member(place, name, at)
    }

    /// The diagnostic under a profile: AWS accepts such definitions and fails them at run time.
    pub(super) fn diagnostic(self, profile: Profile) -> Diagnostic {
        match profile {
            Profile::Spec if !self.may_be_missing => {
                Diagnostic::new(self.code, self.span, self.title).label(self.label)
            }
            Profile::Spec | Profile::Aws => self.warning(),
        }
    }

    /// The diagnostic for a place that may never be reached.
    pub(super) fn warning(self) -> Diagnostic {
        Diagnostic::new(Code::AlwaysFails, self.span, self.title).label(self.label)
    }
}

/// The shape at a path, or the fault if the path finds nothing.
pub(super) fn found(path: &Path, found: Found) -> Result<Shape, Fault> {
    match found {
        Found::Never(step, shape) => Err(Fault::nothing(path, step, &shape)),
        Found::Maybe(shape) | Found::Always(shape) => Ok(shape),
    }
}

fn no_member(place: &str, name: &str, at: &Shape) -> String {
    let Some(members) = at.kinds().and_then(|kinds| kinds.object.as_ref()) else {
        return format!("`{place}` is {} here", at.noun());
    };
    let names = || members.known.keys().map(String::as_str);
    if let Some(nearest) = nearest(name, names()) {
        return format!("`{place}` has no member `{name}` here; did you mean `{nearest}`?");
    }
    let mut some: Vec<_> = names().take(4).map(|name| format!("`{name}`")).collect();
    if some.is_empty() {
        return format!("`{place}` is an empty object here");
    }
    if members.known.len() > some.len() {
        some.push("…".to_owned());
    }
    format!("`{place}` has only {} here", some.join(", "))
}

/// The first steps of a path, as written in ASL.
fn text_of(path: &Path, segments: &[Segment]) -> String {
    let mut text = match &path.root {
        Root::Data => "$".to_owned(),
        Root::Context => "$$".to_owned(),
        Root::Variable(name) => format!("${name}"),
    };
    for segment in segments {
        match segment.only() {
            Some(Selector::Name(name)) => text.extend([".", name]),
            Some(Selector::Index(index)) => text.extend(["[", &index.to_string(), "]"]),
            _ => return path.text.clone(),
        }
    }
    text
}
