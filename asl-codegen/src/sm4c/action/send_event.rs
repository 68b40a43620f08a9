//! `sendEvent`: sends an event; the result is null.

use crate::ir::{Expr, Form, Input, Literal, NodeKind, Source, TaskId};
use crate::read::literal::object_of;
use crate::read::object::{report_type, string_of};
use crate::read::tasks::plain_task;
use crate::sm4c::action::ActionObject;
use crate::sm4c::action::arguments::evaluate_members;
use crate::sm4c::action::invoke::{Waiting, invocation};
use crate::sm4c::context::Context;
use crate::sm4c::expression::read_query;
use crate::sm4c::graph::TaskKey;
use crate::sm4c::names::resolve_name;
use crate::sm4c::{Object, context_attributes};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::{Json, Member};
use asl_source::span::Spanned;

/// Lowers a sendEvent: the event is the input of the one task that sends all events.
pub(crate) fn lower_send_event<'a>(
    context: &mut Context<'a>,
    action: &ActionObject<'a>,
) -> NodeKind {
    let object = &action.object;
    let source = action.home.source;
    let outline = context.outline;
    let event = object.required_string("event", context.diagnostics);
    let index = event.and_then(|name| {
        resolve_name(&outline.events.names, (name.value(), name.span), "event", context.diagnostics)
    });
    let task = event.map_or(TaskId(u32::MAX), |event| {
        let task = plain_task(Spanned::new("event".to_owned(), event.span), Form::Event);
        context.graph.tasks.get_or_add(TaskKey::Events, task)
    });
    let data =
        read_query(context, object, "expression", source, crate::sm4c::expression::Given::Nothing);
    let definition = index.and_then(|index| outline.events.objects.get(index as usize));
    let text = |name| definition.and_then(|event| event.get(name)).and_then(|node| node.as_str());
    let constant = |text: Option<&str>| {
        Expr::Literal(text.map_or(Literal::Null, |text| Literal::String(text.to_owned())))
    };
    let template = object_of(vec![
        ("name".to_owned(), constant(text("name"))),
        ("type".to_owned(), constant(text("type"))),
        ("source".to_owned(), constant(text("source"))),
        (
            "data".to_owned(),
            data.map_or_else(|| Expr::Literal(Literal::Object(Vec::new())), Expr::Jq),
        ),
        ("contextAttributes".to_owned(), read_context_attributes(context, object, source)),
    ]);
    // The engine converts the attributes to texts.
    let input = Input { template: Some(template), ..Input::default() };
    invocation(action, task, input, Waiting::default())
}

/// `contextAttributes`: texts, or expressions whose values are made texts.
fn read_context_attributes<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    source: Source,
) -> Expr {
    let none = Expr::Literal(Literal::Object(Vec::new()));
    let Some(node) = object.get("contextAttributes") else { return none };
    let Json::Object(members) = &node.value else {
        report_type(node, "`contextAttributes`", "an object", context.diagnostics);
        return none;
    };
    for member in members {
        check_attribute(member, context.diagnostics);
    }
    evaluate_members(context, members, source)
}

fn check_attribute(member: &Member, diagnostics: &mut Diagnostics) {
    let name = &member.key.value;
    string_of(&member.value, &format!("the context attribute `{name}`"), diagnostics);
    if name.is_empty() {
        let title = "the name of a context attribute is empty";
        diagnostics.push(
            Diagnostic::new(Code::EmptyName, member.key.span, title).label("a name is needed"),
        );
    } else {
        context_attributes::check_sent(name, member.key.span, diagnostics);
    }
}
