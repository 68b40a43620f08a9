//! The machine and its scopes: the fields around the states.

use super::object::{Object, first_byte};
use super::outline::ScopeOutline;
use crate::asl::context::Context;
use crate::asl::field::table::Place;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Machine, Scope, ScopeId, StateId, Target};
use crate::source::Json;

/// Longest time-out of a machine or task, in seconds: AWS's limit.
pub(super) const MAX_SECONDS: u32 = 99_999_999;

/// Lowers the whole outline.
pub(super) fn lower(mut context: Context<'_>, source: &str) -> Option<Machine> {
    let root = context.outline.scopes.first()?;
    let machine = Object {
        members: root.members,
        place: Place::Machine,
        state: "",
        head: first_byte(root.span),
    };
    context.check_fields(&machine);
    context.jsonpath = context.speaks_jsonpath(&machine);
    context.version(&machine);
    let comment = context.comment(&machine);
    let timeout_seconds =
        context.integer(&machine, "TimeoutSeconds", 1..=MAX_SECONDS).map(|seconds| seconds.value);
    let scopes = context.scopes();
    let (states, nodes) = context.states();
    let options = context.options;
    Some(Machine {
        name: options.name.clone().unwrap_or_else(|| stem(source).to_owned()),
        source: source.to_owned(),
        comment,
        timeout_seconds,
        profile: options.profile,
        limits: options.limits,
        express: options.express,
        scopes,
        states,
        nodes,
        tasks: context.tasks,
        sm4c: None,
    })
}

/// The file's name without folders and extensions: `machines/order.asl.json` is `order`.
fn stem(source: &str) -> &str {
    let file = source.rsplit(['/', '\\']).next().unwrap_or(source);
    file.split('.').find(|part| !part.is_empty()).unwrap_or("machine")
}

impl<'a> Context<'a> {
    /// Whether the query language of an object is the one this compiler covers; reports another.
    pub(super) fn speaks_jsonpath(&mut self, object: &Object<'a>) -> bool {
        let Some(language) = self.string(object, "QueryLanguage") else {
            return self.jsonpath && object.get("QueryLanguage").is_none();
        };
        match language.text.value.as_str() {
            "JSONPath" => true,
            "JSONata" => {
                self.not_yet(language.span, "the query language JSONata");
                false
            }
            other => {
                let title = format!("there is no query language `{other}`");
                self.diagnostics.push(
                    Diagnostic::new(Code::UnknownQueryLanguage, language.span, title)
                        .label("the query languages are `JSONPath` and `JSONata`"),
                );
                false
            }
        }
    }

    fn version(&mut self, machine: &Object<'a>) {
        let Some(version) = self.string(machine, "Version") else { return };
        if version.text.value != "1.0" {
            let title = format!("there is no version `{}` of the language", version.text.value);
            self.diagnostics.push(
                Diagnostic::new(Code::UnknownVersion, version.span, title)
                    .label("the only version is `1.0`"),
            );
        }
    }

    fn scopes(&mut self) -> Vec<Scope> {
        let outline = self.outline;
        let ids = (0..).map(ScopeId);
        outline.scopes.iter().zip(ids).map(|(scope, id)| self.scope(scope, id)).collect()
    }

    fn scope(&mut self, outline: &'a ScopeOutline<'a>, id: ScopeId) -> Scope {
        let parent = outline.owner.and_then(|(node, _)| self.outline.states.get(node.index()));
        let place = match parent {
            Some(state) if state.is_map() => Place::Processor,
            Some(_) => Place::Branch,
            None => Place::Machine,
        };
        let object = Object {
            members: outline.members,
            place,
            state: parent.map_or("", |state| state.name.value.as_str()),
            head: first_byte(outline.span),
        };
        if place != Place::Machine {
            self.check_fields(&object);
            self.comment(&object);
        }
        let start = self.start(&object, id);
        self.states_field(&object);
        Scope { owner: outline.owner, start, states: outline.states.clone(), span: outline.span }
    }

    fn start(&mut self, object: &Object<'a>, scope: ScopeId) -> Target {
        let Some(start) = self.required_string(object, "StartAt") else {
            return Target { node: None, span: object.head };
        };
        if self.outline.scopes.get(scope.index()).is_some_and(|scope| scope.states.is_empty()) {
            // What is wrong is that there are no states.
            return Target { node: None, span: start.span };
        }
        self.target(&start.text.value, start.span, scope, Code::UnknownStart)
    }

    fn states_field(&mut self, object: &Object<'a>) {
        let Some(states) = self.required(object, "States") else { return };
        match &states.value {
            Json::Object(members) if members.is_empty() => {
                let title = format!("{} has no states", object.name());
                self.diagnostics.push(
                    Diagnostic::new(Code::NoStates, states.span, title)
                        .label("at least one state is needed"),
                );
            }
            Json::Object(_) => {}
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
                self.wrong_type(states, "`States`", "an object");
            }
        }
    }

    fn states(&mut self) -> (Vec<crate::ir::State>, Vec<crate::ir::Node>) {
        let count = self.outline.states.len();
        let ids = (0..).map(StateId);
        ids.take(count).filter_map(|id| self.state(id)).unzip()
    }
}
