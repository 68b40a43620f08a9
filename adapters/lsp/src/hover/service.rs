//! Calls of AWS's services: the operation, the members of its request, and its errors.

use asl_codegen::source::{Node, Span};

use crate::cursor::Cursor;
use crate::service::{Call, called, request};

/// The steps within the definition around a cursor, as names with values.
fn steps<'t>(cursor: &Cursor<'t>) -> Vec<(&'t str, &'t Node)> {
    let (_, steps) = cursor.definition();
    steps.iter().map(|step| (step.member.key.value.as_str(), step.value)).collect()
}

/// The member of a request whose key is at the cursor.
pub(super) fn member(cursor: &Cursor<'_>) -> Option<(String, Span)> {
    let key = cursor.key?;
    let (call, keys) = request(&steps(cursor))?;
    let name = key.key.value.strip_suffix(".$").unwrap_or(&key.key.value);
    let member = call.members(&keys).into_iter().find(|member| member.name == name)?;
    let needed = if member.is_required { ", needed" } else { "" };
    let text =
        format!("**`{name}`** in the request of {}{needed}\n\n{}\n", call.title(), member.values);
    Some((text, key.key.span))
}

/// The call that a `Resource` names.
pub(super) fn resource(text: &str) -> Option<String> {
    Some(Call::new(text)?.card())
}

/// The error of the call of the state around the cursor that has a name.
pub(super) fn error(cursor: &Cursor<'_>, name: &str) -> Option<String> {
    let (call, _, _) = called(&steps(cursor))?;
    let error = call.errors().into_iter().find(|error| error.name == name)?;
    let status = error.status.map(|status| format!(", with status {status}"));
    Some(format!("\nRaised by {}{}.\n", call.title(), status.unwrap_or_default()))
}
