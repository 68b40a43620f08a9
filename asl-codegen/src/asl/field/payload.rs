//! Payload templates (`Parameters`, `ResultSelector`) and constants (`Result`).

use std::collections::HashMap;

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::intrinsics::read_intrinsic;
use crate::asl::field::leftover::check_other_language;
use crate::asl::field::paths::read_path;
use crate::ir::{Assignment, Expr, Literal};
use crate::read::literal::{array_of, literal_of, object_of};
use crate::read::object::{StringField, report_type};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::{Json, Member, Node};
use asl_source::span::{Span, Spanned};

/// The suffix of keys whose value is computed.
const COMPUTED: &str = ".$";

/// Reads an optional template.
pub(crate) fn read_template<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    name: &'static str,
) -> Option<Expr> {
    let node = object.get(name)?;
    Some(template_value(context, node, None))
}

/// Reads the constant of a Pass, and warns of texts that look like paths.
pub(crate) fn read_result<'a>(context: &mut Context<'a>, node: &'a Node) -> Literal {
    report_paths_in_result(context, node);
    literal_of(node)
}

/// `key` is the key of a value that is a member of an object.
fn template_value<'a>(context: &mut Context<'a>, node: &'a Node, key: Option<&str>) -> Expr {
    match &node.value {
        Json::Object(members) => template_object(context, members),
        Json::Array(items) => {
            let items = items.iter().map(|item| template_value(context, item, None)).collect();
            array_of(items)
        }
        Json::String(text) => {
            if looks_like_a_path(&text.value) {
                report_lookalike(node.span, key, &text.value, context.diagnostics);
            }
            check_other_language(context, &text.value, node.span);
            Expr::Literal(Literal::String(text.value.clone()))
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => Expr::Literal(literal_of(node)),
    }
}

fn template_object<'a>(context: &mut Context<'a>, members: &'a [Member]) -> Expr {
    let fields = template_members(context, members);
    object_of(fields.into_iter().map(|(key, value)| (key.value, value)).collect())
}

/// Reads the members of a template; the resulting keys have no `.$`.
fn template_members<'a>(
    context: &mut Context<'a>,
    members: &'a [Member],
) -> Vec<(Spanned<String>, Expr)> {
    let mut seen: HashMap<&str, &Member> = HashMap::new();
    let mut fields = Vec::with_capacity(members.len());
    for member in members {
        let key = member.key.value.as_str();
        let plain = key.strip_suffix(COMPUTED).unwrap_or(key);
        if let Some(first) = seen.get(plain) {
            // The reader of the text reports equal keys.
            if first.key.value != key {
                report_key_twice(plain, first.key.span, member.key.span, context.diagnostics);
            }
            continue;
        }
        seen.insert(plain, member);
        let value = if plain.len() < key.len() {
            read_computed(context, &member.value, key)
        } else {
            template_value(context, &member.value, Some(key))
        };
        fields.push((Spanned::new(plain.to_owned(), member.key.span), value));
    }
    fields
}

/// Reads `Assign`: variables and their values.
pub(crate) fn read_assign<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Vec<Assignment> {
    let Some(node) = object.get("Assign") else { return Vec::new() };
    let Json::Object(members) = &node.value else {
        report_type(node, "`Assign`", "an object", context.diagnostics);
        return Vec::new();
    };
    let members = template_members(context, members);
    members.into_iter().map(|(name, value)| Assignment { name, value }).collect()
}

/// Reads an optional field that holds a path or an intrinsic function.
pub(crate) fn read_computed_field<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    name: &'static str,
) -> Option<Expr> {
    object.string(name, context.diagnostics)?;
    object.get(name).map(|node| read_computed(context, node, name))
}

/// Reads the value of a `.$` key; `null` replaces a faulty one.
fn read_computed<'a>(context: &mut Context<'a>, node: &'a Node, key: &str) -> Expr {
    let unread = Expr::Literal(Literal::Null);
    let Json::String(text) = &node.value else {
        let title = format!("the value of `{key}` is not a path");
        let label =
            format!("a key that ends in `.$` needs a path in a string, this is {}", node.kind());
        context.diagnostics.push(Diagnostic::new(Code::NotAPath, node.span, title).label(label));
        return unread;
    };
    let field = StringField { text, span: node.span };
    if text.value.starts_with('$') {
        return read_path(context, field, key)
            .map_or(unread, |path| Expr::Path { field: key.to_owned(), path });
    }
    if !text.value.starts_with("States.") {
        report_not_computed(node.span, key, context.diagnostics);
        return unread;
    }
    read_intrinsic(context, field, key)
        .map_or(unread, |call| Expr::Call { field: key.to_owned(), call })
}

/// Reports a text that is neither a path nor a call.
fn report_not_computed(span: Span, key: &str, diagnostics: &mut Diagnostics) {
    let plain = key.strip_suffix(COMPUTED).unwrap_or(key);
    diagnostics.push(
        Diagnostic::new(Code::NotAPath, span, format!("the value of `{key}` is not a path"))
            .label("a path begins with `$`, a function with `States.`")
            .help(format!("for a text that is not computed, name the key `{plain}`")),
    );
}

fn report_key_twice(plain: &str, first: Span, second: Span, diagnostics: &mut Diagnostics) {
    diagnostics.push(
        Diagnostic::new(
            Code::TemplateKeyTwice,
            second,
            format!("`{plain}` and `{plain}.$` are the same key"),
        )
        .label("remove one of the two")
        .related(first, "the other one is here"),
    );
}

fn report_lookalike(span: Span, key: Option<&str>, text: &str, diagnostics: &mut Diagnostics) {
    let diagnostic =
        Diagnostic::new(Code::LooksLikeAPath, span, format!("`{text}` is not computed here"));
    diagnostics.push(match key {
        Some(key) => diagnostic
            .label(format!(
                "a path is read only where the key ends in `.$`, and this one is `{key}`"
            ))
            .help(format!("for the value that the path finds, name the key `{key}.$`")),
        None => diagnostic.label("a path is read only as the value of a key that ends in `.$`"),
    });
}

/// Warns of paths in `Result`, which is no template: `.$` keys in it stay as they are.
fn report_paths_in_result<'a>(context: &mut Context<'a>, node: &'a Node) {
    match &node.value {
        Json::Object(members) => {
            for member in members {
                let text = member.value.as_str().filter(|text| text.starts_with('$'));
                match text.filter(|_| member.key.value.ends_with(COMPUTED)) {
                    Some(text) => {
                        report_path_in_result(member.value.span, text, context.diagnostics);
                    }
                    None => report_paths_in_result(context, &member.value),
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|item| report_paths_in_result(context, item)),
        Json::String(text) if looks_like_a_path(&text.value) => {
            report_path_in_result(node.span, &text.value, context.diagnostics);
        }
        Json::String(text) => check_other_language(context, &text.value, node.span),
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

fn report_path_in_result(span: Span, text: &str, diagnostics: &mut Diagnostics) {
    diagnostics.push(
        Diagnostic::new(
            Code::PathInResult,
            span,
            format!("`{text}` is not computed: `Result` is a constant"),
        )
        .label("is used unchanged")
        .help("`Parameters` can compute it, under a key that ends in `.$`"),
    );
}

/// True for a text that people would read as a path.
fn looks_like_a_path(text: &str) -> bool {
    ["$.", "$[", "$$."].iter().any(|start| text.starts_with(start))
}
