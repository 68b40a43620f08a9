//! Checks which fields an object has: known at its place, covered by this compiler, and not
//! excluding each other.

use super::table::{EXCLUSIVE, FIELDS, Field, ObjectKind, Standing, standing};
use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::query_language::QueryLanguage;
use crate::asl::state::choice_rule::is_operator;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::{Member, Node};

/// Reports every field that does not belong here, and pairs that exclude each other.
pub(crate) fn check_fields<'a>(context: &mut Context<'a>, object: &Object<'a>) {
    let is_rule = matches!(object.kind, ObjectKind::Rule | ObjectKind::InnerRule);
    let language = context.language;
    let diagnostics = &mut *context.diagnostics;
    for member in object.members {
        let name = member.key.value.as_str();
        if is_rule && is_operator(name) {
            if language == QueryLanguage::Jsonata {
                report_other_language(object, member, QueryLanguage::JsonPath, diagnostics);
            }
            continue;
        }
        match standing(name, object.kind) {
            Standing::Both => {}
            Standing::Only(needed) if needed == language => {}
            Standing::Only(needed) => report_other_language(object, member, needed, diagnostics),
            Standing::Elsewhere(field) => report_elsewhere(object, member, field, diagnostics),
            Standing::Unknown => report_unknown_field(object, member, diagnostics),
        }
    }
    for (first, second) in EXCLUSIVE {
        report_exclusive(object, first, second, diagnostics);
    }
    object.string("Comment", diagnostics);
    object.string("$schema", diagnostics);
}

/// The `Comment` of an object, if it is a string.
pub(crate) fn comment_of(object: &Object<'_>) -> Option<String> {
    object.get("Comment").and_then(Node::as_str).map(str::to_owned)
}

/// Reports `second` if `first` is there too.
pub(crate) fn report_exclusive(
    object: &Object<'_>,
    first: &str,
    second: &str,
    diagnostics: &mut Diagnostics,
) {
    let (Some(one), Some(other)) = (object.member(first), object.member(second)) else {
        return;
    };
    let title = format!("`{first}` and `{second}` exclude each other");
    diagnostics.push(
        Diagnostic::new(Code::ExclusiveFields, other.key.span, title)
            .label("remove one of the two")
            .related(one.key.span, format!("`{first}` is here")),
    );
}

/// Reports a field that is missing.
pub(crate) fn report_needed(
    object: &Object<'_>,
    name: &str,
    why: &str,
    diagnostics: &mut Diagnostics,
) {
    let title = format!("{} has no `{name}`", object.name());
    diagnostics.push(Diagnostic::new(Code::MissingField, object.head, title).label(why));
}

fn report_other_language(
    object: &Object<'_>,
    member: &Member,
    needed: QueryLanguage,
    diagnostics: &mut Diagnostics,
) {
    let title = format!("`{}` needs the query language {}", member.key.value, needed.name());
    let label = format!("the query language of {} is {}", object.name(), needed.other().name());
    diagnostics.push(Diagnostic::new(Code::FieldNotAllowed, member.key.span, title).label(label));
}

fn report_elsewhere(
    object: &Object<'_>,
    member: &Member,
    field: &Field,
    diagnostics: &mut Diagnostics,
) {
    let name = field.name;
    let (code, label) = match (name, object.kind) {
        ("Next" | "End", ObjectKind::InnerRule) => {
            (Code::NestedNext, "only the outermost rule has a `Next`")
        }
        ("Next" | "End", ObjectKind::Choice) => {
            (Code::TransitionForbidden, "a Choice goes where its rules and its `Default` say")
        }
        ("Next" | "End", ObjectKind::Succeed | ObjectKind::Fail) => {
            (Code::TransitionForbidden, "this state ends the machine")
        }
        _ => (Code::FieldNotAllowed, "does not belong here"),
    };
    let title = format!("a {} cannot have `{name}`", object.kind.word());
    let diagnostic = Diagnostic::new(code, member.key.span, title).label(label);
    if matches!(name, "Next" | "End") {
        return diagnostics.push(diagnostic);
    }
    let mut kinds = field.kinds().map(ObjectKind::word).collect::<Vec<_>>();
    kinds.dedup();
    diagnostics.push(diagnostic.help(format!("`{name}` is a field of: {}", kinds.join(", "))));
}

fn report_unknown_field(object: &Object<'_>, member: &Member, diagnostics: &mut Diagnostics) {
    let name = &member.key.value;
    let here = FIELDS.iter().filter(|field| field.kinds().any(|kind| kind == object.kind));
    let nearest = diagnostics.nearest(name, here.map(|field| field.name));
    let title = format!("a {} has no field `{name}`", object.kind.word());
    diagnostics.push(
        Diagnostic::new(Code::UnknownField, member.key.span, title)
            .did_you_mean(nearest, "not a field of the language"),
    );
}
