//! `${Name}` in strings, keys included, as SAM and CDK write it, and in the place of a value, as in a
//! template of Terraform: replaced by the values of the options `substitute` and `substitute_file`.
//!
//! With values, every placeholder must have one, and every value of `substitute` must be used.
//! Without them, placeholders in strings are plain text, to the language and to AWS; a warning says
//! so, but not where a placeholder names what a task calls.

mod open;
mod partition;
mod values;

use std::collections::{HashMap, HashSet};

#[cfg(feature = "aws-models")]
pub(crate) use self::partition::open_partition;

use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, nearest};
use asl_source::options::Options;
use asl_source::source::placeholder::{Placeholder, next_placeholder};
use asl_source::source::{Form, Json, MAX_BYTES, Member, Node, Sources, Text};
use asl_source::span::{Span, Spanned};

/// The definition with its placeholders replaced. In a template the partition has a value by itself.
pub(crate) fn replace_placeholders(
    mut tree: Node,
    is_template: bool,
    (sources, options): (&mut Sources, &Options),
    diagnostics: &mut Diagnostics,
) -> Node {
    let of_file = match &options.substitute_file {
        Some(path) => values::read(path, tree.span.first_byte(), sources, diagnostics),
        None if options.substitute.is_empty() => {
            if is_template {
                partition::fill(&mut tree, &|_| false);
            }
            open::report(&tree, diagnostics);
            return tree;
        }
        None => Vec::new(),
    };
    let values = of_file.iter().chain(&options.substitute);
    let values: HashMap<_, _> =
        values.map(|(name, value)| (name.as_str(), value.as_str())).collect();
    if is_template {
        partition::fill(&mut tree, &|name| values.contains_key(name));
    }
    let mut substitution = Substitution { values, used: HashSet::new(), bytes: 0, diagnostics };
    let replaced = substitution.node(&tree);
    substitution.report_unused(&tree, options);
    replaced
}

struct Substitution<'a> {
    values: HashMap<&'a str, &'a str>,
    used: HashSet<&'a str>,
    /// Number of bytes inserted.
    bytes: usize,
    diagnostics: &'a mut Diagnostics,
}

impl Substitution<'_> {
    fn node(&mut self, node: &Node) -> Node {
        let value = match &node.value {
            Json::String(text) => match self.whole(text, node.span) {
                Some(value) => value,
                None => Json::String(self.text(text, node.span)),
            },
            Json::Array(items) => Json::Array(items.iter().map(|item| self.node(item)).collect()),
            Json::Object(members) => Json::Object(self.members(members)),
            Json::Null | Json::Bool(_) | Json::Number(_) => node.value.clone(),
        };
        Node { span: node.span, value }
    }

    fn members(&mut self, members: &[Member]) -> Vec<Member> {
        let replaced: Vec<_> = members.iter().map(|member| self.member(member)).collect();
        if replaced.iter().zip(members).any(|(new, old)| new.key.value != old.key.value) {
            self.report_equal_keys(&replaced);
        }
        replaced
    }

    fn member(&mut self, member: &Member) -> Member {
        let span = member.key.span;
        let key = self.replace(&member.key.value, |_| span);
        Member { key: Spanned::new(key.text, span), value: self.node(&member.value) }
    }

    /// The value of a placeholder that stands without quotation marks: any JSON in a definition in
    /// JSON, a number or a Boolean in YAML.
    fn whole(&mut self, text: &Text, span: Span) -> Option<Json> {
        if !matches!(text.form, Form::Bare | Form::Placeholder) {
            return None;
        }
        let placeholder = next_placeholder(&text.value, 0)?;
        let is_whole = placeholder.start == 0 && placeholder.end == text.value.len();
        let (name, value) = self.values.get_key_value(placeholder.name).filter(|_| is_whole)?;
        let value = values::value_of(value, span)?;
        let is_scalar = matches!(value, Json::Bool(_) | Json::Number(_));
        (text.form == Form::Placeholder || is_scalar).then(|| {
            self.used.insert(name);
            value
        })
    }

    fn text(&mut self, text: &Text, span: Span) -> Text {
        let place = |offset| text.span_of(span, offset..offset).start;
        let replaced = self.replace(&text.value, |placeholder| {
            text.span_of(span, placeholder.start..placeholder.end)
        });
        if replaced.seams.is_empty() {
            return text.clone();
        }
        let kept =
            text.escapes.iter().filter_map(|(old, file)| Some((replaced.moved(*old)?, *file)));
        let seams = replaced.seams.iter().map(|seam| (offset(seam.new), place(seam.old)));
        let mut escapes: Vec<_> = kept.chain(seams).collect();
        escapes.sort_unstable();
        escapes.dedup_by_key(|(decoded, _)| *decoded);
        Text { value: replaced.text, escapes, form: text.form }
    }

    /// Replaces the placeholders of a text; `place` finds one in the file.
    fn replace(&mut self, text: &str, place: impl Fn(&Placeholder<'_>) -> Span) -> Replaced {
        let mut replaced = Replaced { text: String::new(), seams: Vec::new() };
        let mut copied = 0;
        while let Some(placeholder) = next_placeholder(text, copied) {
            replaced.text.push_str(text.get(copied..placeholder.start).unwrap_or_default());
            match self.values.get_key_value(placeholder.name) {
                Some((name, value)) => {
                    self.used.insert(name);
                    let before = self.bytes;
                    self.bytes = before.saturating_add(value.len());
                    if self.bytes <= MAX_BYTES {
                        replaced.text.push_str(value);
                    } else if before <= MAX_BYTES {
                        self.report_long(place(&placeholder));
                    }
                }
                None => {
                    self.report_unknown(placeholder.name, place(&placeholder));
                    // The placeholder stays: an empty text would be a second fault.
                    replaced
                        .text
                        .push_str(text.get(placeholder.start..placeholder.end).unwrap_or_default());
                }
            }
            copied = placeholder.end;
            replaced.seams.push(Seam { old: placeholder.end, new: replaced.text.len() });
        }
        replaced.text.push_str(text.get(copied..).unwrap_or_default());
        replaced
    }

    fn report_long(&mut self, span: Span) {
        let title = "the values that `substitute` puts into the definition are too long".to_owned();
        self.diagnostics.push(
            Diagnostic::new(Code::LongSubstitution, span, title)
                .label(format!("with this one they have more than {MAX_BYTES} bytes (1 MiB)"))
                .help("hand long texts to the machine in its input"),
        );
    }

    fn report_unknown(&mut self, name: &str, span: Span) {
        let diagnostic =
            Diagnostic::new(Code::UnknownSubstitution, span, format!("`${{{name}}}` has no value"));
        let mut names: Vec<_> = self.values.keys().copied().collect();
        names.sort_unstable();
        self.diagnostics.push(match nearest(name, names) {
            Some(nearest) => diagnostic.label(format!("did you mean `${{{nearest}}}`?")),
            None => diagnostic
                .label("the option `substitute` does not name it")
                .help(format!("add `\"{name}\": \"…\"` to `substitute`")),
        });
    }

    fn report_unused(&mut self, tree: &Node, options: &Options) {
        for (name, _) in
            options.substitute.iter().filter(|(name, _)| !self.used.contains(name.as_str()))
        {
            let title = format!(
                "the definition does not use `${{{name}}}`, to which `substitute` gives a value"
            );
            self.diagnostics.push(
                Diagnostic::new(Code::UnusedSubstitution, tree.span.first_byte(), title)
                    .of_entry(name)
                    .help(format!("remove `{name}` from `substitute`, or correct its name")),
            );
        }
    }

    /// Reports keys that became equal. The reader of the text reports keys that were equal before.
    fn report_equal_keys(&mut self, members: &[Member]) {
        let mut first: HashMap<&str, Span> = HashMap::new();
        for member in members {
            let key = member.key.value.as_str();
            let Some(other) = first.get(key) else {
                first.insert(key, member.key.span);
                continue;
            };
            self.diagnostics.push(
                Diagnostic::new(
                    Code::DuplicateKey,
                    member.key.span,
                    format!("the key `{key}` appears twice"),
                )
                .label("with its placeholders replaced")
                .related(*other, "first here"),
            );
        }
    }
}

/// A text with its placeholders replaced.
struct Replaced {
    text: String,
    /// The ends of the replacements, in order.
    seams: Vec<Seam>,
}

/// The end of a replacement in both texts.
struct Seam {
    old: usize,
    new: usize,
}

impl Replaced {
    /// The new offset of an offset in the old text.
    fn moved(&self, old: u32) -> Option<u32> {
        let old = usize::try_from(old).ok()?;
        let before = self.seams.partition_point(|seam| seam.old <= old);
        let seam = before.checked_sub(1).and_then(|index| self.seams.get(index));
        Some(offset(seam.map_or(old, |seam| old - seam.old + seam.new)))
    }
}

fn offset(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
