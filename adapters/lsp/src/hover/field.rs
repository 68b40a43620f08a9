//! Fields: their sense, and the data before and after the stage that they describe.

use std::fmt::Write as _;

use asl_codegen::diagnostics::printable;
use asl_codegen::emit::called_tasks;
use asl_codegen::ir::StateId;
use asl_codegen::options::Language;
use asl_codegen::source::{Member, Node};
use asl_codegen::types::{self, TypesAt};
use asl_language::fields;

use super::{service, state_around, title};
use crate::analysis::Checked;
use crate::cursor::Cursor;

/// The key of a field. A key of data has only the data of its stage.
pub(super) fn of_key(
    checked: Option<&Checked>,
    cursor: &Cursor<'_>,
    key: &Member,
    language: Language,
) -> Option<String> {
    let (definition, steps) = cursor.definition();
    let keys: Vec<(&str, &Node)> =
        steps.iter().map(|step| (step.member.key.value.as_str(), step.value)).collect();
    let name = key.key.value.as_str();
    let known = asl_codegen::fields::fields_at(definition, language, &keys);
    let sense = match language {
        Language::Asl => fields::asl(name),
        Language::Sm4c => fields::sm4c(name),
    }
    .map(|field| field.sense);
    let sense = sense.filter(|_| known.is_some_and(|known| known.contains(&name)));
    let data = checked.and_then(|checked| data(checked, cursor));
    if sense.is_none() && data.is_none() {
        return None;
    }
    let mut text = String::new();
    if let Some(sense) = sense {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "**{name}** ({})\n\n{sense}", title(language));
    }
    if name == "Resource" {
        text.push_str(&checked.and_then(|checked| method(checked, cursor)).unwrap_or_default());
    }
    text.push_str(&data.unwrap_or_default());
    Some(text)
}

/// The value of a field: a path, a template or an expression.
pub(super) fn of_value(checked: &Checked, cursor: &Cursor<'_>) -> Option<String> {
    if cursor.field() == Some("Resource") {
        let method = method(checked, cursor);
        let service = cursor.value().as_str().and_then(service::resource);
        return method
            .or(service.as_ref().map(|_| String::new()))
            .map(|method| method + service.as_deref().unwrap_or_default());
    }
    data(checked, cursor)
}

/// The data before and after the stage that the field at the cursor describes.
fn data(checked: &Checked, cursor: &Cursor<'_>) -> Option<String> {
    let (id, field) = state_around(checked, cursor)?;
    let stages = checked.stages(id)?;
    let (stage, before, after) = stages.around(field.map(|field| field.key.value.as_str()));
    if stage == TypesAt::WHOLE {
        return None;
    }
    let machine = checked.machine.as_ref()?;
    let (before, after) = (types::shown(machine, &before), types::shown(machine, &after));
    Some(format!("\n```\nbefore  {before}\nafter   {after}\n```\n"))
}

/// The method of the trait `Tasks` that a state calls.
fn method(checked: &Checked, cursor: &Cursor<'_>) -> Option<String> {
    let (id, _) = state_around(checked, cursor)?;
    method_of(checked, id)
}

/// See [`method`].
pub(super) fn method_of(checked: &Checked, id: StateId) -> Option<String> {
    let machine = checked.machine.as_ref()?;
    let state = machine.states.get(id.index())?;
    let tasks = called_tasks(machine, &checked.options);
    let task = tasks.into_iter().find(|task| task.node == state.entry)?;
    let resource = printable(task.resource, 200);
    Some(format!("\nCalls the method `{}` of `Tasks`, for `{resource}`.\n", task.method))
}
