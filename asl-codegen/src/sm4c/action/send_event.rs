//! `sendEvent`: an event for the world outside; the result is null.

use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Expr, Form, Input, Literal, NodeKind, Source, TaskId};
use crate::sm4c::action::ActionObject;
use crate::sm4c::action::arguments::gathered;
use crate::sm4c::action::invoke::{Waiting, invocation};
use crate::sm4c::context::{Context, TaskKey};
use crate::sm4c::context_attributes;
use crate::sm4c::object::{Object, Read};
use crate::source::{Json, Member};
use crate::span::Spanned;

/// Lowers a sendEvent: the event is the input of the one task that sends all events.
pub(crate) fn lower<'a>(context: &mut Context<'a>, action: &ActionObject<'a>) -> NodeKind {
    let object = &action.object;
    let source = action.home.source;
    let outline = context.outline;
    let event = context.required_string(object, "event");
    let index = event.and_then(|name| context.reference(&outline.events.names, name, "event"));
    let task = event.map_or(TaskId(u32::MAX), |event| {
        context.task(
            TaskKey::Events,
            Spanned::new("event".to_owned(), event.span),
            Form::Event,
            None,
        )
    });
    let data = context.query(object, "expression", source, crate::sm4c::expression::Given::Nothing);
    let definition = index.and_then(|index| outline.events.objects.get(index as usize));
    let text = |name| definition.and_then(|event| event.get(name)).and_then(|node| node.as_str());
    let constant = |text: Option<&str>| {
        Expr::Literal(text.map_or(Literal::Null, |text| Literal::String(text.to_owned())))
    };
    let template = gathered(vec![
        ("name".to_owned(), constant(text("name"))),
        ("type".to_owned(), constant(text("type"))),
        ("source".to_owned(), constant(text("source"))),
        (
            "data".to_owned(),
            data.map_or_else(|| Expr::Literal(Literal::Object(Vec::new())), Expr::Jq),
        ),
        ("contextAttributes".to_owned(), context.context_attributes(object, source)),
    ]);
    // Whoever makes the event makes texts of its attributes.
    let input = Input { template: Some(template), ..Input::default() };
    invocation(action, task, input, Waiting::default())
}

impl<'a> Context<'a> {
    /// `contextAttributes`: texts, or expressions whose values are made texts.
    fn context_attributes(&mut self, object: &Object<'a>, source: Source) -> Expr {
        let none = Expr::Literal(Literal::Object(Vec::new()));
        let Some(node) = object.get("contextAttributes") else { return none };
        let Json::Object(members) = &node.value else {
            self.wrong_type(node, "`contextAttributes`", "an object");
            return none;
        };
        for member in members {
            self.attribute(member);
        }
        self.evaluated(members, source)
    }

    fn attribute(&mut self, member: &'a Member) {
        let name = &member.key.value;
        self.as_string(&member.value, &format!("the context attribute `{name}`"));
        if name.is_empty() {
            let title = "the name of a context attribute is empty";
            self.diagnostics.push(
                Diagnostic::new(Code::EmptyName, member.key.span, title).label("a name is needed"),
            );
        } else {
            context_attributes::check_sent(name, member.key.span, self.diagnostics);
        }
    }
}
