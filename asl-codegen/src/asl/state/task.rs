//! Task: work done outside. ASL: "Task State".

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::catch::read_catchers;
use crate::asl::field::flow::{read_input, read_input_value, read_output};
use crate::asl::field::number::{read_computed, read_integer};
use crate::asl::field::paths::read_single_path;
use crate::asl::field::retry::read_retriers;
use crate::asl::field::transition::read_exit;
use crate::asl::machine::MAX_SECONDS;
use crate::asl::query_language::QueryLanguage;
#[cfg(feature = "aws-models")]
use crate::asl::service;
use crate::asl::state::StateObject;
use crate::ir::{Effect, Expr, Form, Invoke, NodeKind, TaskCall, TaskId};
use crate::read::object::report_type;
use crate::read::tasks::plain_task;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::options::Profile;
use asl_source::source::Json;
use asl_source::span::Spanned;

/// Lowers a Task.
pub(crate) fn lower_task<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    let task = read_resource(context, object);
    let effect = Effect::Task(Box::new(read_call(context, object, task)));
    let (input, output) = (read_input(context, object), read_output(context, object));
    let invoke = Invoke {
        effect,
        input,
        output,
        exit: read_exit(context, state),
        retry: read_retriers(context, object),
        catch: read_catchers(context, state),
    };
    #[cfg(feature = "aws-models")]
    service::check_call(context, object, &invoke);
    NodeKind::Invoke(invoke)
}

/// Reads the task of a `Resource`; an invalid id replaces a missing one.
pub(crate) fn read_resource(context: &mut Context<'_>, object: &Object<'_>) -> TaskId {
    let Some(resource) = object.required_string("Resource", context.diagnostics) else {
        return TaskId(u32::MAX);
    };
    let task = plain_task(resource.spanned(), form_of(resource.value()));
    context.tasks.get_or_add(resource.value().to_owned(), task)
}

fn read_call<'a>(context: &mut Context<'a>, object: &Object<'a>, task: TaskId) -> TaskCall {
    let given = read_integer(context, object, "TimeoutSeconds", 1..=MAX_SECONDS);
    let heartbeat = read_integer(context, object, "HeartbeatSeconds", 1..=MAX_SECONDS);
    let timeout_seconds =
        given.as_ref().map_or_else(|| default_timeout(context), |seconds| seconds.value);
    if let Some(heartbeat) =
        heartbeat.as_ref().filter(|heartbeat| heartbeat.value >= timeout_seconds)
    {
        report_idle_heartbeat(context, object, given.as_ref(), heartbeat, timeout_seconds);
    }
    check_patience(context, object);
    TaskCall {
        task,
        timeout_seconds,
        timeout_given: given.is_some(),
        heartbeat_seconds: heartbeat.map(|seconds| seconds.value),
        timeout_at: read_computed(context, object, "TimeoutSeconds", read_single_path),
        heartbeat_at: read_computed(context, object, "HeartbeatSeconds", read_single_path),
        credentials: read_credentials(context, object),
        null_after: None,
        detached: false,
    }
}

/// `Credentials`: a template that makes `{"RoleArn": ..}`.
fn read_credentials<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Option<Expr> {
    let node = object.get("Credentials")?;
    let Json::Object(members) = &node.value else {
        report_type(node, "`Credentials`", "an object", context.diagnostics);
        return None;
    };
    // The States Language leaves to the interpreter what credentials are.
    let names_role = members.iter().any(|member| match member.key.value.as_str() {
        "RoleArn" => true,
        "RoleArn.$" => context.language == QueryLanguage::JsonPath,
        _ => false,
    });
    if !names_role && context.options.profile == Profile::Aws {
        let title = format!("`Credentials` of {} have no `RoleArn`", object.name());
        context.diagnostics.push(
            Diagnostic::new(Code::MissingField, node.span.first_byte(), title).label(match context
                .language
            {
                QueryLanguage::JsonPath => {
                    "the role to take on is given as `RoleArn` or `RoleArn.$`"
                }
                QueryLanguage::Jsonata => "the role to take on is given as `RoleArn`",
            }),
        );
    }
    read_input_value(context, object, "Credentials")
}

fn default_timeout(context: &mut Context<'_>) -> u32 {
    let of_profile = match context.options.profile {
        Profile::Spec => 60,
        Profile::Aws => MAX_SECONDS,
    };
    context.options.default_task_timeout.unwrap_or(of_profile)
}

/// Warns of a task without a time-out that another party completes: the 60 seconds of the 2016 text
/// were meant for functions.
fn check_patience<'a>(context: &mut Context<'a>, object: &Object<'a>) {
    let is_given =
        ["TimeoutSeconds", "TimeoutSecondsPath"].iter().any(|field| object.get(field).is_some());
    if is_given
        || context.options.profile == Profile::Aws
        || context.options.default_task_timeout.is_some()
    {
        return;
    }
    let Some(resource) = object.string("Resource", context.diagnostics) else { return };
    let whom = match form_of(resource.value()) {
        Form::Token => "a report with its token (`.waitForTaskToken`)",
        Form::Sync | Form::Sync2 => "the end of a job (`.sync`)",
        Form::Activity => "a worker",
        Form::Answer | Form::Rest | Form::Rpc | Form::Event | Form::Subflow => return,
    };
    let title = format!("{} waits for {whom}, for 60 seconds at most", object.name());
    context.diagnostics.push(
        Diagnostic::new(Code::ShortPatience, resource.span, title)
            .label("without `TimeoutSeconds` the specification ends it then")
            .help("give `TimeoutSeconds`, or the option `default_task_timeout`"),
    );
}

/// Reports a heartbeat that the time-out always precedes: an error if both are given or the
/// specification gives the time-out, or else a warning.
fn report_idle_heartbeat<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    given: Option<&Spanned<u32>>,
    heartbeat: &Spanned<u32>,
    timeout_seconds: u32,
) {
    if let Some(given) = given {
        let title = "`HeartbeatSeconds` must be smaller than `TimeoutSeconds`";
        context.diagnostics.push(
            Diagnostic::new(Code::HeartbeatNotSmaller, heartbeat.span, title)
                .label(format!("not smaller than {timeout_seconds}"))
                .related(given.span, "`TimeoutSeconds` is here"),
        );
        return;
    }
    if object.get("TimeoutSeconds").is_some() || object.get("TimeoutSecondsPath").is_some() {
        return;
    }
    let (code, title) = match context.options.profile {
        Profile::Spec => (
            Code::HeartbeatNotSmaller,
            "`HeartbeatSeconds` must be smaller than the default of `TimeoutSeconds`",
        ),
        Profile::Aws => (Code::IdleHeartbeat, "this heartbeat can never be missed"),
    };
    context.diagnostics.push(
        Diagnostic::new(code, heartbeat.span, title)
            .label(format!(
                "without `TimeoutSeconds` the task times out after {timeout_seconds} s already"
            ))
            .help("give `TimeoutSeconds`, or the option `default_task_timeout`"),
    );
}

/// The form of a Resource's task: AWS recognises it by the ARN.
fn form_of(resource: &str) -> Form {
    let mut parts = resource.splitn(6, ':');
    if (parts.next(), parts.nth(1)) != (Some("arn"), Some("states")) {
        return Form::Answer;
    }
    let name = parts.nth(2).unwrap_or_default();
    match name {
        _ if name.starts_with("activity:") => Form::Activity,
        _ if name.strip_suffix(".sync").is_some() => Form::Sync,
        _ if name.ends_with(".sync:2") => Form::Sync2,
        _ if name.ends_with(".waitForTaskToken") => Form::Token,
        _ => Form::Answer,
    }
}
