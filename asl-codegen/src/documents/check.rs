//! Checks the arguments of a call against its document: their names, required ones, and literals of
//! the wrong type.
//!
//! Expressions can have any value. Only certain faults are errors.

use crate::ir::function::{Argument, Call as How, Described, Field, NamedKind, Others, Shape};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, nearest, printable};
use asl_source::source::{Json, Member, Node};
use asl_source::span::Span;

/// Maximum number of names in a message.
const MOST_LISTED: usize = 6;

/// Maximum number of steps for all calls of a definition. A step compares two names; calls beyond
/// the limit are not checked.
const MOST_STEPS: usize = 10_000_000;

/// Number of steps that a finding costs.
const FINDING: usize = 1_000;

/// The remaining steps for the calls of a definition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps(usize);

impl Default for Steps {
    fn default() -> Self {
        Self(MOST_STEPS)
    }
}

impl Steps {
    /// True if no steps remain.
    pub(super) fn are_over(self) -> bool {
        self.0 == 0
    }
}

/// A call of a function.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// Name of the function.
    pub name: &'a str,
    /// The span of the call.
    pub span: Span,
    /// The `arguments`, if any.
    pub arguments: Option<&'a Node>,
    /// True if a string as a direct argument is an expression.
    pub is_expression: fn(&str) -> bool,
}

/// The check of one call.
pub(super) struct Check<'d, 'f> {
    described: &'d Described,
    steps: &'f mut Steps,
    diagnostics: &'f mut Diagnostics,
}

impl<'d, 'f> Check<'d, 'f> {
    pub(super) fn new(
        described: &'d Described,
        steps: &'f mut Steps,
        diagnostics: &'f mut Diagnostics,
    ) -> Self {
        Self { described, steps, diagnostics }
    }

    /// Takes a number of steps. Returns `false`, and leaves none, if fewer remain.
    fn take(&mut self, steps: usize) -> bool {
        let left = self.steps.0.checked_sub(steps);
        self.steps.0 = left.unwrap_or(0);
        left.is_some()
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        if self.take(FINDING) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// The known name that an unknown one resembles. After very many findings, none.
    fn nearest<'n>(&self, name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        if self.diagnostics.is_long() { None } else { nearest(name, known) }
    }

    /// Checks the names and the literals of a call.
    pub(super) fn check(&mut self, call: &Call<'_>) {
        let described = self.described;
        let given: &[Member] = match call.arguments.map(|arguments| &arguments.value) {
            None | Some(Json::Null) => &[],
            Some(Json::Object(members)) => members,
            // The reader of the definition has reported it.
            Some(Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_)) => return,
        };
        if !self.take((given.len() + 1).saturating_mul(described.arguments.len() + 1)) {
            return;
        }
        for member in given {
            self.check_argument(call, member);
        }
        let is_whole = given.iter().any(|member| member.key.value == "body")
            && described.argument("body").is_none();
        for argument in described.arguments.iter().filter(|argument| argument.required) {
            let means = |member: &Member| described.means(argument, &member.key.value);
            let is_given = given.iter().any(|member| means(member) && !member.value.is_null());
            // An argument with the whole body includes the body's members.
            if !is_given && (!is_whole || described.is_parameter(argument)) {
                self.push(missing(call, argument));
            }
        }
    }

    fn check_argument(&mut self, call: &Call<'_>, member: &Member) {
        let name = member.key.value.as_str();
        let described = self.described;
        let whole = || described.takes_body() && name == "body";
        let Some(argument) = described.argument(name) else {
            if described.others != Others::Expected && !whole() {
                let unknown = self.unknown(call, member);
                self.push(unknown);
            }
            return;
        };
        if member.value.is_null() || member.value.as_str().is_some_and(call.is_expression) {
            return;
        }
        let path = Path { name, above: None };
        self.check_value(&member.value, &argument.shape, argument.text, &path);
    }

    /// A name that is not in the document: an error if no part of the request can carry it.
    fn unknown(&self, call: &Call<'_>, member: &Member) -> Diagnostic {
        let name = printable(&member.key.value, 100);
        let described = self.described;
        let names = || described.arguments.iter().map(|argument| argument.name.as_str());
        let (code, label) = match described.others {
            Others::None => (Code::UnknownArgument, "nothing takes it"),
            Others::Allowed | Others::Expected => {
                (Code::DoubtfulArgument, "it is sent all the same, in the body")
            }
        };
        let title = format!("`{}` has no argument `{name}`", printable(call.name, 100));
        let diagnostic = Diagnostic::new(code, member.key.span, title).label(label);
        let known = self.nearest(&member.key.value, names());
        if let Some(argument) = known.and_then(|known| described.argument(known)) {
            let diagnostic = diagnostic.help(format!("did you mean `{}`?", argument.name));
            return match argument.span {
                Some(span) => diagnostic.related(span, "the document has this one"),
                None => diagnostic,
            };
        }
        let listed: Vec<_> = names().take(MOST_LISTED).map(|name| format!("`{name}`")).collect();
        if listed.is_empty() {
            return diagnostic.help("it takes none");
        }
        let more = if described.arguments.len() > MOST_LISTED { " and others" } else { "" };
        diagnostic.help(format!("it takes {}{more}", listed.join(", ")))
    }

    /// Checks a literal against a shape. The depth is that of the literal's tree, which is bounded.
    fn check_value(&mut self, node: &Node, shape: &'d Shape, text: bool, path: &Path<'_>) {
        let is_rpc = self.described.is_rpc();
        if !self.take(1) {
            return;
        }
        let expected = match (shape, &node.value) {
            (Shape::Any, _)
            | (Shape::Nullable(_), Json::Null)
            | (Shape::Boolean, Json::Bool(_))
            | (Shape::Number, Json::Number(_))
            | (Shape::String, Json::String(_)) => return,
            (Shape::Nullable(shape), _) => return self.check_value(node, shape, text, path),
            (Shape::Integer, Json::Number(number)) if is_whole(number) => return,
            (Shape::Boolean | Shape::Integer | Shape::Number | Shape::String, _)
                if text && reads_as(node, shape) =>
            {
                return;
            }
            // The JSON mapping of Protocol Buffers accepts strings for numbers.
            (Shape::Integer | Shape::Number, Json::String(_))
                if is_rpc && reads_as(node, shape) =>
            {
                return;
            }
            (Shape::Array(item), Json::Array(items)) => {
                for (index, node) in items.iter().enumerate() {
                    let name = format!("[{index}]");
                    self.check_value(node, item, text, &Path { name: &name, above: Some(path) });
                }
                return;
            }
            // A list of one item may be written without brackets if it is sent as text.
            (Shape::Array(item), Json::Bool(_) | Json::Number(_) | Json::String(_)) if text => {
                return self.check_value(node, item, text, path);
            }
            (Shape::Map(value), Json::Object(members)) => {
                for member in members {
                    let path = Path { name: &member.key.value, above: Some(path) };
                    self.check_value(&member.value, value, text, &path);
                }
                return;
            }
            (Shape::Named(id), _) => {
                match self.described.shapes.get(*id).map(|shape| &shape.kind) {
                    Some(kind) => return self.check_named(node, kind, text, path),
                    None => return,
                }
            }
            (Shape::Boolean, _) => "a boolean",
            (Shape::Integer, _) => "a whole number",
            (Shape::Number, _) => "a number",
            (Shape::String, _) => "a string",
            (Shape::Array(_), _) => "an array",
            (Shape::Map(_), _) => "an object",
        };
        self.push(wrong(node, path, &format!("must be {expected}")));
    }

    fn check_named(&mut self, node: &Node, kind: &'d NamedKind, text: bool, path: &Path<'_>) {
        let size = match kind {
            NamedKind::Words(words) => words.len(),
            NamedKind::Object { fields, .. } => fields.len(),
        };
        if !self.take(size.saturating_mul(node.as_object().map_or(1, |members| members.len() + 1)))
        {
            return;
        }
        match (kind, &node.value) {
            (NamedKind::Words(words), Json::String(word)) if words.contains(&word.value) => {}
            (NamedKind::Words(_), Json::Number(number))
                if self.described.is_rpc() && is_whole(number) => {}
            (NamedKind::Words(words), _) => {
                let word = node.as_str().unwrap_or_default();
                let diagnostic = wrong(node, path, "must be one of the words of the document");
                let listed: Vec<_> =
                    words.iter().take(MOST_LISTED).map(|word| format!("`{word}`")).collect();
                let more = if words.len() > MOST_LISTED { " and others" } else { "" };
                self.push(match self.nearest(word, words.iter().map(String::as_str)) {
                    Some(known) => diagnostic.help(format!("did you mean `{known}`?")),
                    None => diagnostic.help(format!("they are {}{more}", listed.join(", "))),
                });
            }
            (NamedKind::Object { fields, open }, Json::Object(members)) => {
                self.check_members(node, members, fields, *open, text, path);
            }
            (NamedKind::Object { .. }, _) => self.push(wrong(node, path, "must be an object")),
        }
    }

    fn check_members(
        &mut self,
        node: &Node,
        members: &[Member],
        fields: &'d [Field],
        open: bool,
        text: bool,
        path: &Path<'_>,
    ) {
        for member in members {
            let key = member.key.value.as_str();
            let path = Path { name: key, above: Some(path) };
            if let Some(field) = fields.iter().find(|field| field.is_called(key)) {
                if !member.value.is_null() || field.required {
                    self.check_value(&member.value, &field.shape, text, &path);
                }
            } else if !open {
                let title = format!("`{}` has no member `{}`", path.above(), printable(key, 100));
                let diagnostic = Diagnostic::new(Code::UnknownArgument, member.key.span, title);
                self.push(
                    match self.nearest(key, fields.iter().map(|field| field.name.as_str())) {
                        Some(known) => diagnostic.help(format!("did you mean `{known}`?")),
                        None => diagnostic.label("the document has no such member"),
                    },
                );
            }
        }
        for field in fields.iter().filter(|field| field.required) {
            if !members.iter().any(|member| field.is_called(&member.key.value)) {
                let title = format!("`{path}` has no `{}`", printable(&field.name, 100));
                let span =
                    Span { end: node.span.start.saturating_add(1).min(node.span.end), ..node.span };
                self.push(
                    Diagnostic::new(Code::MissingArgument, span, title)
                        .label("the document demands it in this object"),
                );
            }
        }
    }
}

impl Described {
    fn argument(&self, name: &str) -> Option<&Argument> {
        let exact = self.arguments.iter().find(|argument| argument.name == name);
        exact.or_else(|| self.arguments.iter().find(|argument| self.means(argument, name)))
    }

    /// True if a name denotes an argument. Names of parameters ignore case.
    fn means(&self, argument: &Argument, name: &str) -> bool {
        let is_same = argument.name == name || argument.alias.as_deref() == Some(name);
        is_same
            || argument.name.eq_ignore_ascii_case(name)
                && self.is_parameter(argument)
                && !self.is_rpc()
    }

    /// True if an argument is sent outside of a body.
    fn is_parameter(&self, argument: &Argument) -> bool {
        match &self.call {
            How::Rest(rest) => rest.parameters.iter().any(|known| known.name == argument.name),
            How::Rpc(_) => true,
        }
    }

    /// True if the argument `body` is the whole body.
    fn takes_body(&self) -> bool {
        match &self.call {
            How::Rest(rest) => rest.body.as_ref().is_some_and(|body| body.whole),
            How::Rpc(_) => false,
        }
    }

    fn is_rpc(&self) -> bool {
        matches!(self.call, How::Rpc(_))
    }
}

impl Field {
    fn is_called(&self, name: &str) -> bool {
        self.name == name || self.alias.as_deref() == Some(name)
    }
}

fn missing(call: &Call<'_>, argument: &Argument) -> Diagnostic {
    let title = format!(
        "`{}` needs the argument `{}`",
        printable(call.name, 100),
        printable(&argument.name, 100)
    );
    let span = call.arguments.map_or(call.span, |node| Span {
        end: node.span.start.saturating_add(1).min(node.span.end),
        ..node.span
    });
    let diagnostic = Diagnostic::new(Code::MissingArgument, span, title).label("it is not here");
    match argument.span {
        Some(span) => diagnostic.related(span, "the document demands it"),
        None => diagnostic,
    }
}

fn wrong(node: &Node, path: &Path<'_>, rule: &str) -> Diagnostic {
    Diagnostic::new(Code::ArgumentType, node.span, format!("`{path}` {rule}"))
        .label(format!("this is {}", node.kind()))
}

fn is_whole(number: &str) -> bool {
    number.parse::<f64>().is_ok_and(|number| number.fract() == 0.0)
}

/// True if a literal of another type has the same text.
fn reads_as(node: &Node, shape: &Shape) -> bool {
    match (shape, &node.value) {
        (Shape::String, Json::Bool(_) | Json::Number(_)) => true,
        (Shape::Integer, Json::String(text)) => is_whole(&text.value),
        (Shape::Number, Json::String(text)) => text.value.parse::<f64>().is_ok(),
        (Shape::Boolean, Json::String(text)) => matches!(text.value.as_str(), "true" | "false"),
        (_, _) => false,
    }
}

/// The place of a value in an argument.
struct Path<'a> {
    name: &'a str,
    above: Option<&'a Path<'a>>,
}

impl Path<'_> {
    /// The name of the enclosing value.
    fn above(&self) -> String {
        self.above.map(ToString::to_string).unwrap_or_default()
    }
}

impl std::fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(above) = self.above {
            above.fmt(f)?;
            if !self.name.starts_with('[') {
                f.write_str(".")?;
            }
        }
        f.write_str(&printable(self.name, 100))
    }
}
