//! `invokeFunction` and `invokeSubflow`: calls, with or without waiting for their results.

use std::sync::Arc;

use crate::documents::Call;
use crate::expr::jq::Program;
use crate::ir::{
    Effect, Expr, Form, Input, Invoke, Literal, NodeKind, Query, Source, TaskCall, TaskId,
};
use crate::read::object::StringField;
use crate::read::tasks::plain_task;
use crate::sm4c::action::arguments::read_arguments;
use crate::sm4c::action::parallel::handed_on;
use crate::sm4c::action::{ActionObject, inject_data, report_idle};
use crate::sm4c::context::Context;
use crate::sm4c::expression;
use crate::sm4c::functions::{Function, function_task};
use crate::sm4c::graph::TaskKey;
use crate::sm4c::names::resolve_name;
use crate::sm4c::timespan::read_timespan;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::span::Span;

/// The time-out of calls: the longest possible, because SM4C has none.
const TIMEOUT_SECONDS: u32 = 99_999_999;

/// Lowers an invokeFunction.
pub(crate) fn lower_function<'a>(context: &mut Context<'a>, action: &ActionObject<'a>) -> NodeKind {
    let object = &action.object;
    let outline = context.outline;
    let name = object.required_string("functionName", context.diagnostics);
    let index = name.and_then(|name| {
        resolve_name(
            &outline.functions.names,
            (name.value(), name.span),
            "function",
            context.diagnostics,
        )
    });
    let task = match index.and_then(|index| Some((index, context.functions.get(index)?))) {
        Some((_, Function::Expression(program))) => {
            let program = program.clone().zip(name);
            return lower_expression_call(context, action, program);
        }
        Some((index, Function::Task { form, operation: Some(operation), described })) => {
            let (form, operation, described) = (*form, *operation, described.clone());
            if let Some((described, name)) = described.as_deref().zip(name) {
                let call = Call {
                    name: name.value(),
                    span: name.span,
                    arguments: object.get("arguments"),
                    is_expression: |text| {
                        matches!(expression::form(text), expression::Form::Expression(_))
                    },
                };
                context.documents.check(described, &call, context.diagnostics);
            }
            function_task(context, index, form, operation, described)
        }
        Some((_, Function::Task { operation: None, .. } | Function::Unknown)) | None => {
            TaskId(u32::MAX)
        }
    };
    let arguments = read_arguments(context, object, action.home.source);
    let template = arguments.unwrap_or_else(|| Expr::Literal(Literal::Object(Vec::new())));
    let place = name.map_or(object.head, |name| name.span);
    call(context, action, task, Input { template: Some(template), ..Input::default() }, place)
}

/// Lowers an invokeSubflow. The engine finds other machines by name.
pub(crate) fn lower_subflow<'a>(context: &mut Context<'a>, action: &ActionObject<'a>) -> NodeKind {
    let object = &action.object;
    let name = object.required_string("subflowName", context.diagnostics);
    let task = name.map_or(TaskId(u32::MAX), |name| {
        if name.value().is_empty() {
            let title = "the name of a subflow is empty";
            context
                .diagnostics
                .push(Diagnostic::new(Code::EmptyName, name.span, title).label("a name is needed"));
        }
        let task = plain_task(name.spanned(), Form::Subflow);
        context.graph.tasks.get_or_add(TaskKey::Subflow(name.value().to_owned()), task)
    });
    let source = action.home.source;
    let input = match read_arguments(context, object, source) {
        Some(arguments) => Input { template: Some(arguments), ..Input::default() },
        None => handed_on(source, Source::Data, object.head),
    };
    let place = name.map_or(object.head, |name| name.span);
    call(context, action, task, input, place)
}

/// The call of a task; `place` is its name.
fn call<'a>(
    context: &mut Context<'a>,
    action: &ActionObject<'a>,
    task: TaskId,
    input: Input,
    place: Span,
) -> NodeKind {
    let object = &action.object;
    let given = object.boolean("waitForCompletion", context.diagnostics);
    let waits = given.map_or(context.options.default_wait, |given| given.value);
    let timeout = read_timespan(object, "timeout", context.diagnostics);
    if !waits {
        report_detached(action, place, context.diagnostics);
    }
    invocation(
        action,
        task,
        input,
        Waiting { null_after: timeout.filter(|_| waits), detached: !waits },
    )
}

/// The end of the wait for a call, see [`TaskCall`].
#[derive(Clone, Copy, Default)]
pub(crate) struct Waiting {
    null_after: Option<u64>,
    detached: bool,
}

/// The node of an action that is a call.
pub(crate) fn invocation(
    action: &ActionObject<'_>,
    task: TaskId,
    input: Input,
    waiting: Waiting,
) -> NodeKind {
    let Waiting { null_after, detached } = waiting;
    NodeKind::Invoke(Invoke {
        effect: Effect::Task(Box::new(TaskCall {
            task,
            timeout_seconds: TIMEOUT_SECONDS,
            timeout_given: false,
            heartbeat_seconds: None,
            timeout_at: None,
            heartbeat_at: None,
            credentials: None,
            null_after,
            detached,
        })),
        input,
        output: action.slot.output(),
        exit: action.slot.exit.clone(),
        retry: Vec::new(),
        catch: Vec::new(),
    })
}

/// Reports the attributes without effect of a detached call. `place` is the name of what is
/// called.
fn report_detached(action: &ActionObject<'_>, place: Span, diagnostics: &mut Diagnostics) {
    const HELP: &str = "add `\"waitForCompletion\": true`";
    let object = &action.object;
    if let Some(timeout) = object.member("timeout") {
        diagnostics.push(
            Diagnostic::new(Code::IdleTimeout, timeout.key.span, "this `timeout` has no effect")
                .label("the call is detached")
                .help(HELP),
        );
    }
    if let Some(handlers) =
        object.member("errorHandlers").filter(|member| member.value.as_array() != Some(&[]))
    {
        diagnostics.push(
            Diagnostic::new(
                Code::NullResult,
                handlers.key.span,
                "these error handlers hear of no error of the call",
            )
            .label("the call is detached: it succeeds at once")
            .help(HELP),
        );
    }
    if action.slot.is_used {
        diagnostics.push(
            Diagnostic::new(Code::NullResult, place, "the result of this call is always null")
                .label("a handler uses the result, but the call is detached")
                .help(HELP),
        );
    }
}

/// Lowers the call of an expression: over the arguments, or over the data where there are none
/// (R29).
fn lower_expression_call<'a>(
    context: &mut Context<'a>,
    action: &ActionObject<'a>,
    program: Option<(Arc<Program>, StringField<'a>)>,
) -> NodeKind {
    let (object, home) = (&action.object, action.home.source);
    let arguments = read_arguments(context, object, home);
    read_timespan(object, "timeout", context.diagnostics);
    object.boolean("waitForCompletion", context.diagnostics);
    report_idle(
        object,
        "timeout",
        "a function of type `expression` is done at once",
        None,
        context.diagnostics,
    );
    let source = if arguments.is_some() { Source::Data } else { home };
    let query = program.map(|(program, name)| Query { program, source, span: name.span });
    match arguments {
        Some(arguments) => inject_data::value(action, Some(arguments), query),
        None => inject_data::value(action, query.map(Expr::Jq), None),
    }
}
