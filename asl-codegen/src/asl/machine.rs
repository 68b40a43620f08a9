//! The machine and its scopes: the fields around the states.

use super::outline::ScopeOutline;
use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::allowed::{check_fields, comment_of};
use crate::asl::field::table::ObjectKind;
use crate::asl::field::transition::resolve_target;
use crate::asl::query_language::{QueryLanguage, read_query_language};
use crate::asl::state::read_state;
use crate::ir::{GivenVariables, Machine, Scope, ScopeId, StateId, Target};
use crate::read::names::machine_name;
use crate::read::object::report_type;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::Json;

/// Longest time-out of a machine or task, in seconds: AWS's limit.
pub(super) const MAX_SECONDS: u32 = 99_999_999;

/// Lowers all states and scopes.
pub(super) fn lower_machine(mut context: Context<'_>, shown: &str) -> Option<Machine> {
    let root = context.outline.scopes.first()?;
    let machine = Object {
        members: root.members,
        kind: ObjectKind::Machine,
        state: "",
        head: root.span.first_byte(),
    };
    check_fields(&mut context, &machine);
    context.machine_language = read_query_language(&mut context, &machine, QueryLanguage::JsonPath);
    check_version(&machine, context.diagnostics);
    let comment = comment_of(&machine);
    let timeout_seconds = machine
        .integer("TimeoutSeconds", 1..=MAX_SECONDS, context.diagnostics)
        .map(|seconds| seconds.value);
    let scopes = read_scopes(&mut context);
    let (states, nodes) = read_states(&mut context);
    let options = context.options;
    Some(Machine {
        name: machine_name(options, shown),
        source: shown.to_owned(),
        comment,
        timeout_seconds,
        profile: options.profile,
        limits: options.limits,
        express: options.express,
        given: GivenVariables { names: options.variables.clone(), may_be_others: options.inspect },
        scopes,
        states,
        nodes,
        tasks: context.tasks.into_list(),
        mentioned: context.mentioned,
        sm4c: None,
    })
}

fn check_version(machine: &Object<'_>, diagnostics: &mut Diagnostics) {
    let Some(version) = machine.string("Version", diagnostics) else { return };
    if version.value() != "1.0" {
        let title = format!("there is no version `{}` of the language", version.value());
        diagnostics.push(
            Diagnostic::new(Code::UnknownVersion, version.span, title)
                .label("the only version is `1.0`"),
        );
    }
}

fn read_scopes(context: &mut Context<'_>) -> Vec<Scope> {
    let outline = context.outline;
    let ids = (0..).map(ScopeId);
    outline.scopes.iter().zip(ids).map(|(scope, id)| read_scope(context, scope, id)).collect()
}

fn read_scope<'a>(context: &mut Context<'a>, outline: &'a ScopeOutline<'a>, id: ScopeId) -> Scope {
    let parent = outline.owner.and_then(|(node, _)| context.outline.states.get(node.index()));
    let kind = match parent {
        Some(state) if state.is_map() => ObjectKind::Processor,
        Some(_) => ObjectKind::Branch,
        None => ObjectKind::Machine,
    };
    let object = Object {
        members: outline.members,
        kind,
        state: parent.map_or("", |state| state.name.value.as_str()),
        head: outline.span.first_byte(),
    };
    if kind != ObjectKind::Machine {
        check_fields(context, &object);
    }
    let start = read_start(context, &object, id);
    check_states(&object, context.diagnostics);
    Scope { owner: outline.owner, start, states: outline.states.clone(), span: outline.span }
}

fn read_start<'a>(context: &mut Context<'a>, object: &Object<'a>, scope: ScopeId) -> Target {
    let Some(start) = object.required_string("StartAt", context.diagnostics) else {
        return Target { node: None, span: object.head };
    };
    if context.outline.scopes.get(scope.index()).is_some_and(|scope| scope.states.is_empty()) {
        // Only the missing states are reported.
        return Target { node: None, span: start.span };
    }
    resolve_target(context, start, scope, Code::UnknownStart)
}

fn check_states(object: &Object<'_>, diagnostics: &mut Diagnostics) {
    let Some(states) = object.required("States", diagnostics) else { return };
    match &states.value {
        Json::Object(members) if members.is_empty() => {
            let title = format!("{} has no states", object.name());
            diagnostics.push(
                Diagnostic::new(Code::NoStates, states.span, title)
                    .label("at least one state is needed"),
            );
        }
        Json::Object(_) => {}
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
            report_type(states, "`States`", "an object", diagnostics);
        }
    }
}

fn read_states(context: &mut Context<'_>) -> (Vec<crate::ir::State>, Vec<crate::ir::Node>) {
    let count = context.outline.states.len();
    let ids = (0..).map(StateId);
    ids.take(count).filter_map(|id| read_state(context, id)).unzip()
}
