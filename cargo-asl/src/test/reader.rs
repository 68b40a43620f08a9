//! Reads trees of test files, and reports each mistake with its place.

use asl_codegen::diagnostics::{Code, Diagnostic, Diagnostics, nearest};
use asl_codegen::source::{Json, Member, Node, Span};
use asl_runtime::Value;

/// The findings of a file.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) diagnostics: Diagnostics,
}

/// The members of an object whose names are known.
pub(super) struct Fields<'n>(&'n [Member]);

impl<'n> Fields<'n> {
    pub(super) fn get(&self, name: &str) -> Option<&'n Node> {
        self.0.iter().find(|member| member.key.value == name).map(|member| &member.value)
    }
}

impl Reader {
    pub(super) fn report(&mut self, code: Code, span: Span, title: String, label: &str) {
        let diagnostic = Diagnostic::new(code, span, title);
        let is_labelled = !label.is_empty();
        self.diagnostics.push(if is_labelled { diagnostic.label(label) } else { diagnostic });
    }

    /// Reports a name that is none of the known ones.
    pub(super) fn unknown<'k>(
        &mut self,
        code: Code,
        span: Span,
        title: String,
        (name, known): (&str, impl IntoIterator<Item = &'k str>),
    ) {
        let label = nearest(name, known).map(|near| format!("did you mean `{near}`?"));
        self.report(code, span, title, &label.unwrap_or_default());
    }

    /// Reports a value of a wrong type.
    pub(super) fn wrong(&mut self, node: &Node, what: &str, expected: &str) {
        let title = if node.as_number().is_some() {
            format!("{what} is not {expected}")
        } else {
            format!("{what} is {}, not {expected}", node.kind())
        };
        self.report(Code::WrongType, node.span, title, "");
    }

    /// The members of an object, which may have only these.
    pub(super) fn fields<'n>(
        &mut self,
        node: &'n Node,
        what: &str,
        known: &[&str],
    ) -> Option<Fields<'n>> {
        let members = self.members(node, what)?;
        for member in members {
            let name = &member.key.value;
            if !known.contains(&name.as_str()) {
                let title = format!("{what} has no field `{name}`");
                let known = known.iter().copied();
                self.unknown(Code::UnknownField, member.key.span, title, (name, known));
            }
        }
        Some(Fields(members))
    }

    pub(super) fn members<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n [Member]> {
        let members = node.as_object();
        if members.is_none() {
            self.wrong(node, what, "an object");
        }
        members
    }

    pub(super) fn text(&mut self, node: Option<&Node>, what: &str) -> Option<String> {
        let node = node?;
        let text = node.as_str();
        if text.is_none() {
            self.wrong(node, what, "a text");
        }
        text.map(str::to_owned)
    }

    pub(super) fn flag(&mut self, node: Option<&Node>, what: &str) -> Option<bool> {
        let node = node?;
        let flag = node.as_bool();
        if flag.is_none() {
            self.wrong(node, what, "true or false");
        }
        flag
    }

    pub(super) fn list<'n>(&mut self, node: Option<&'n Node>, what: &str) -> Option<&'n [Node]> {
        let node = node?;
        let list = node.as_array();
        if list.is_none() {
            self.wrong(node, what, "a list");
        }
        list
    }

    pub(super) fn count(&mut self, node: Option<&Node>, what: &str) -> Option<u64> {
        let node = node?;
        let count = node.as_i64().and_then(|number| u64::try_from(number).ok());
        if count.is_none() {
            self.wrong(node, what, "a whole number from 0");
        }
        count
    }

    /// A time that is not negative.
    pub(super) fn seconds(&mut self, node: Option<&Node>, what: &str) -> Option<f64> {
        let node = node?;
        let seconds = node.as_f64().filter(|seconds| (0.0..1e15).contains(seconds));
        if seconds.is_none() {
            self.wrong(node, what, "a number of seconds from 0");
        }
        seconds
    }

    /// The same in milliseconds.
    pub(super) fn millis(&mut self, node: Option<&Node>, what: &str) -> Option<u64> {
        let seconds = self.seconds(node, what)?;
        let time = std::time::Duration::try_from_secs_f64(seconds).unwrap_or_default();
        u64::try_from(time.as_millis()).ok()
    }

    /// One of some words.
    pub(super) fn word<T: Copy>(
        &mut self,
        node: Option<&Node>,
        what: &str,
        words: &[(&str, T)],
    ) -> Option<T> {
        let text = self.text(node, what)?;
        let found = words.iter().find(|(word, _)| *word == text);
        if let (None, Some(node)) = (found, node) {
            let known = words.iter().map(|(word, _)| format!("`{word}`"));
            let known = known.collect::<Vec<_>>().join(", ");
            let title = format!("{what} is one of {known}, not `{text}`");
            self.report(Code::UnknownWord, node.span, title, "");
        }
        found.map(|(_, value)| *value)
    }

    /// Pairs of names and texts.
    pub(super) fn texts(&mut self, node: Option<&Node>, what: &str) -> Vec<(String, String)> {
        let Some(members) = node.and_then(|node| self.members(node, what)) else {
            return Vec::new();
        };
        let pair = |member: &Member| {
            let text = self.text(Some(&member.value), what)?;
            Some((member.key.value.clone(), text))
        };
        members.iter().filter_map(pair).collect()
    }
}

/// The value of a tree.
pub(super) fn value(node: &Node) -> Value {
    match &node.value {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(text) => {
            let exact = Value::from_json_str(text).ok();
            exact.or_else(|| node.as_f64().map(Value::from)).unwrap_or(Value::Null)
        }
        Json::String(text) => Value::text(text.value.as_str()),
        Json::Array(items) => Value::array(items.iter().map(value).collect()),
        Json::Object(members) => Value::from(
            members
                .iter()
                .map(|member| (member.key.value.clone(), value(&member.value)))
                .collect::<asl_runtime::value::Map>(),
        ),
    }
}
