//! Task: work done outside. ASL: "Task State".

use crate::asl::context::Context;
use crate::asl::machine::MAX_SECONDS;
use crate::asl::object::{Object, StringField, first_byte};
use crate::asl::state::StateObject;
use crate::diagnostics::{Code, Diagnostic};
use crate::expr::jsonpath::Path;
use crate::ir::{Effect, Expr, Form, Input, Invoke, NodeKind, TaskCall, TaskId};
use crate::options::Profile;
use crate::source::Json;
use crate::span::Spanned;

/// Lowers a Task.
pub(crate) fn lower<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    let resource = context.required_string(object, "Resource");
    let task = context.resource(resource);
    let effect = Effect::Task(Box::new(context.call(object, task)));
    let select = context.selection(object, "InputPath");
    let template = context.template(object, "Parameters");
    let output = context.output(object);
    NodeKind::Invoke(Invoke {
        effect,
        input: Input { select, template },
        output,
        exit: context.exit(state),
        retry: context.retriers(object),
        catch: context.catchers(state),
    })
}

impl<'a> Context<'a> {
    /// The task of a `Resource`; one that is missing was reported.
    fn resource(&mut self, resource: Option<StringField<'a>>) -> TaskId {
        let Some(resource) = resource else { return TaskId(u32::MAX) };
        self.task(Spanned::new(resource.text.value.clone(), resource.span))
    }

    fn call(&mut self, object: &Object<'a>, task: TaskId) -> TaskCall {
        let given = self.integer(object, "TimeoutSeconds", 1..=MAX_SECONDS);
        let heartbeat = self.integer(object, "HeartbeatSeconds", 1..=MAX_SECONDS);
        let timeout_seconds =
            given.as_ref().map_or_else(|| self.default_timeout(), |seconds| seconds.value);
        if let Some(heartbeat) =
            heartbeat.as_ref().filter(|heartbeat| heartbeat.value >= timeout_seconds)
        {
            self.idle_heartbeat(object, given.as_ref(), heartbeat, timeout_seconds);
        }
        self.short_patience(object);
        TaskCall {
            task,
            timeout_seconds,
            timeout_given: given.is_some(),
            heartbeat_seconds: heartbeat.map(|seconds| seconds.value),
            timeout_at: self.seconds_at(object, "TimeoutSecondsPath"),
            heartbeat_at: self.seconds_at(object, "HeartbeatSecondsPath"),
            credentials: self.credentials(object),
            null_after: None,
            detached: false,
        }
    }

    fn seconds_at(&mut self, object: &Object<'a>, name: &str) -> Option<Path> {
        self.string(object, name).and_then(|path| self.single(path, name))
    }

    /// `Credentials`: a template that makes `{"RoleArn": ..}`.
    fn credentials(&mut self, object: &Object<'a>) -> Option<Expr> {
        let node = object.get("Credentials")?;
        let Json::Object(members) = &node.value else {
            self.wrong_type(node, "`Credentials`", "an object");
            return None;
        };
        // The States Language leaves to the interpreter what credentials are.
        let names_role = members
            .iter()
            .any(|member| matches!(member.key.value.as_str(), "RoleArn" | "RoleArn.$"));
        if !names_role && self.options.profile == Profile::Aws {
            let title = format!("`Credentials` of {} have no `RoleArn`", object.name());
            self.diagnostics.push(
                Diagnostic::new(Code::MissingField, first_byte(node.span), title)
                    .label("the role to take on is given as `RoleArn` or `RoleArn.$`"),
            );
        }
        self.template(object, "Credentials")
    }

    fn default_timeout(&self) -> u32 {
        let of_profile = match self.options.profile {
            Profile::Spec => 60,
            Profile::Aws => MAX_SECONDS,
        };
        self.options.default_task_timeout.unwrap_or(of_profile)
    }

    /// Warns of a task that somebody else ends, when nobody has said how long that may take: the 60
    /// seconds of the 2016 text were meant for functions.
    fn short_patience(&mut self, object: &Object<'a>) {
        let is_given = ["TimeoutSeconds", "TimeoutSecondsPath"]
            .iter()
            .any(|field| object.get(field).is_some());
        if is_given
            || self.options.profile == Profile::Aws
            || self.options.default_task_timeout.is_some()
        {
            return;
        }
        let Some(resource) = self.string(object, "Resource") else { return };
        let whom = match form(&resource.text.value) {
            Form::Token => "a report with its token (`.waitForTaskToken`)",
            Form::Sync | Form::Sync2 => "the end of a job (`.sync`)",
            Form::Activity => "a worker",
            Form::Answer | Form::Rest | Form::Rpc | Form::Event | Form::Subflow => return,
        };
        let title = format!("{} waits for {whom}, for 60 seconds at most", object.name());
        self.diagnostics.push(
            Diagnostic::new(Code::ShortPatience, resource.span, title)
                .label("without `TimeoutSeconds` the specification ends it then")
                .help("give `TimeoutSeconds`, or the option `default_task_timeout`"),
        );
    }

    /// Reports a heartbeat that the time-out always precedes: an error if both are given or the
    /// specification gives the time-out, or else a warning.
    fn idle_heartbeat(
        &mut self,
        object: &Object<'a>,
        given: Option<&Spanned<u32>>,
        heartbeat: &Spanned<u32>,
        timeout_seconds: u32,
    ) {
        if let Some(given) = given {
            let title = "`HeartbeatSeconds` must be smaller than `TimeoutSeconds`";
            self.diagnostics.push(
                Diagnostic::new(Code::HeartbeatNotSmaller, heartbeat.span, title)
                    .label(format!("not smaller than {timeout_seconds}"))
                    .related(given.span, "`TimeoutSeconds` stands here"),
            );
            return;
        }
        if object.get("TimeoutSeconds").is_some() || object.get("TimeoutSecondsPath").is_some() {
            return;
        }
        let (code, title) = match self.options.profile {
            Profile::Spec => (
                Code::HeartbeatNotSmaller,
                "`HeartbeatSeconds` must be smaller than the default of `TimeoutSeconds`",
            ),
            Profile::Aws => (Code::IdleHeartbeat, "this heartbeat can never be missed"),
        };
        self.diagnostics.push(
            Diagnostic::new(code, heartbeat.span, title)
                .label(format!(
                    "without `TimeoutSeconds` the task times out after {timeout_seconds} s already"
                ))
                .help("give `TimeoutSeconds`, or the option `default_task_timeout`"),
        );
    }
}

/// What ends the task of a Resource: AWS tells it by the ARN.
pub(crate) fn form(resource: &str) -> Form {
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
