//! Fail: ends the machine with an error. ASL: "Fail State".

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::error_equals::{MOST_CAUSE, MOST_ERROR, check_length};
use crate::asl::field::jsonata::{Place, read_text};
use crate::asl::field::leftover::check_other_language;
use crate::asl::field::number::is_computed;
use crate::asl::field::payload::read_computed_field;
use crate::asl::query_language::QueryLanguage;
use crate::asl::state::StateObject;
use crate::expr::intrinsics::Function;
use crate::expr::jsonata::StatesMembers;
use crate::ir::{Expr, Fail, Literal, NodeKind};
use crate::read::object::StringField;
use asl_language::error_names::{NAMES, PREFIX, is_predefined};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::options::Profile;

/// Lowers a Fail.
pub(crate) fn lower_fail<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    let error = object.string("Error", context.diagnostics);
    if let Some(error) = error.filter(|_| !is_computed(context, object, "Error")) {
        check_reserved_name(context, error);
        check_length(&error, MOST_ERROR, "an error name", context.diagnostics);
    }
    let error = error.map(|error| text(context, error, "Error"));
    let error = error.or_else(|| read_string_valued(context, object, "ErrorPath"));
    let cause = object.string("Cause", context.diagnostics);
    if let Some(cause) = cause.filter(|_| !is_computed(context, object, "Cause")) {
        check_length(&cause, MOST_CAUSE, "a cause", context.diagnostics);
    }
    let cause = cause.map(|cause| text(context, cause, "Cause"));
    let cause = cause.or_else(|| read_string_valued(context, object, "CausePath"));
    if context.options.profile == Profile::Spec {
        require_error_and_cause(object, context.diagnostics);
    }
    NodeKind::Fail(Fail { error, cause })
}

fn text(context: &mut Context<'_>, field: StringField<'_>, name: &str) -> Expr {
    match context.language {
        QueryLanguage::JsonPath => {
            check_other_language(context, field.value(), field.span);
            Expr::Literal(Literal::String(field.value().to_owned()))
        }
        QueryLanguage::Jsonata => {
            read_text(context, field, Place { path: name, members: StatesMembers::Input })
        }
    }
}

/// The functions that `ErrorPath` and `CausePath` may call: those that can yield a string.
const STRING_VALUED: [Function; 7] = [
    Function::Format,
    Function::JsonToString,
    Function::ArrayGetItem,
    Function::Base64Encode,
    Function::Base64Decode,
    Function::Hash,
    Function::Uuid,
];

/// Reads `ErrorPath` or `CausePath`: a path or a function that yields a string.
fn read_string_valued<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    name: &'static str,
) -> Option<Expr> {
    let expression = read_computed_field(context, object, name)?;
    if let Expr::Call { call, .. } = &expression
        && !STRING_VALUED.contains(&call.function)
    {
        let function = call.text.split('(').next().unwrap_or_default();
        let title = format!("`{name}` must be a string, which `{function}` does not yield");
        context.diagnostics.push(
            Diagnostic::new(Code::WrongType, call.span, title)
                .label("this function yields another kind of value")
                .help("`States.Format` and `States.JsonToString` make a string of any value"),
        );
    }
    Some(expression)
}

/// Checks the name of an error of the user's own, "which MUST NOT begin with the prefix `States.`"
/// (ASL: "Error representation").
fn check_reserved_name<'a>(context: &mut Context<'a>, error: StringField<'a>) {
    let name = error.value();
    if !name.starts_with(PREFIX) || is_predefined(name) {
        return;
    }
    let title = format!("`{name}` begins with `States.`, which is reserved for the language");
    let code = match context.options.profile {
        Profile::Spec => Code::ReservedOwnError,
        Profile::Aws => Code::ReservedErrorName,
    };
    let diagnostic =
        Diagnostic::new(code, error.span, title).label("the language has no error of this name");
    let nearest = context.diagnostics.nearest(name, NAMES);
    context.diagnostics.push(match nearest {
        Some(nearest) => diagnostic.help(format!("did you mean `{nearest}`?")),
        None => diagnostic.help("choose a name with another beginning"),
    });
}

/// The 2016 text requires both, and leaves out `Error` in an example of its own; AWS requires
/// neither.
fn require_error_and_cause(object: &Object<'_>, diagnostics: &mut Diagnostics) {
    let lacks = |name: &str, path: &str| object.get(name).is_none() && object.get(path).is_none();
    let (code, missing) = match (lacks("Error", "ErrorPath"), lacks("Cause", "CausePath")) {
        (true, true) => (Code::FailWithoutCause, "neither `Error` nor `Cause`"),
        (true, false) => (Code::FailWithoutError, "no `Error`"),
        (false, true) => (Code::FailWithoutCause, "no `Cause`"),
        (false, false) => return,
    };
    let title = format!("{} has {missing}", object.name());
    diagnostics.push(
        Diagnostic::new(code, object.head, title)
            .label("the reason of the failure will not be visible")
            .help("add `\"Error\": \"…\"` and `\"Cause\": \"…\"`"),
    );
}
