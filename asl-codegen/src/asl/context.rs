//! The context in which a definition is read: options, names, findings, and the tasks found so far.

use std::collections::HashMap;

use super::outline::Outline;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, nearest};
use crate::ir::{ScopeId, Target, Task, TaskId};
use crate::options::Options;
use crate::span::{Span, Spanned};

/// Suggestions are looked for so many times: more findings than that are never shown, and each
/// looks at every name.
const MAX_SUGGESTIONS: u32 = 50;

/// The context in which a definition is read.
pub(super) struct Context<'a> {
    /// What the user asked for.
    pub(super) options: &'a Options,
    /// Who is there.
    pub(super) outline: &'a Outline<'a>,
    /// What was found.
    pub(super) diagnostics: &'a mut Diagnostics,
    /// Whether states without a `QueryLanguage` of their own are in the one that is covered.
    pub(super) jsonpath: bool,
    /// Distinct resources.
    pub(super) tasks: Vec<Task>,
    task_ids: HashMap<String, TaskId>,
    /// Calls so far that make something random.
    pub(super) random_calls: u32,
    suggestions: u32,
}

impl<'a> Context<'a> {
    /// Nothing lowered yet.
    pub(super) fn new(
        options: &'a Options,
        outline: &'a Outline<'a>,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Self {
            options,
            outline,
            diagnostics,
            jsonpath: true,
            tasks: Vec::new(),
            task_ids: HashMap::new(),
            random_calls: 0,
            suggestions: 0,
        }
    }

    /// The task of a resource.
    pub(super) fn task(&mut self, resource: Spanned<String>) -> TaskId {
        if let Some(id) = self.task_ids.get(&resource.value) {
            return *id;
        }
        let id = TaskId(u32::try_from(self.tasks.len()).unwrap_or(u32::MAX));
        self.task_ids.insert(resource.value.clone(), id);
        let form = crate::asl::state::task::form(&resource.value);
        self.tasks.push(Task { resource, form, function: None, described: None });
        id
    }

    /// The candidate most like a word, if one is like it.
    pub(super) fn nearest<'n>(
        &mut self,
        word: &str,
        candidates: impl Iterator<Item = &'n str>,
    ) -> Option<&'n str> {
        self.suggestions += 1;
        if self.suggestions > MAX_SUGGESTIONS {
            return None;
        }
        nearest(word, candidates)
    }

    /// Finds the state of a name in a scope; `code` is for a name that is nowhere.
    pub(super) fn target(&mut self, name: &str, span: Span, scope: ScopeId, code: Code) -> Target {
        let Some(home) = self.outline.scopes.get(scope.index()) else {
            return Target { node: None, span };
        };
        if let Some(state) = home.names.get(name) {
            return Target { node: Some(super::node_of(*state)), span };
        }
        let elsewhere =
            self.outline.anywhere.get(name).and_then(|id| self.outline.states.get(id.index()));
        if let Some(state) = elsewhere {
            let diagnostic = Diagnostic::new(
                Code::TargetInOtherScope,
                span,
                format!("`{name}` cannot be reached from here: it is a state of another scope"),
            )
            .label("transitions stay within the machine or branch they stand in")
            .related(state.name.span, format!("`{name}` is here"));
            self.diagnostics.push(diagnostic);
            return Target { node: None, span };
        }
        let outline = self.outline;
        let candidates = home.states.iter().filter_map(|id| outline.states.get(id.index()));
        let nearest = self.nearest(name, candidates.map(|state| state.name.value.as_str()));
        let mut diagnostic = Diagnostic::new(code, span, format!("no state is called `{name}`"));
        if let Some(nearest) = nearest {
            diagnostic = diagnostic.label(format!("did you mean `{nearest}`?"));
            if let Some(state) =
                home.names.get(nearest).and_then(|id| outline.states.get(id.index()))
            {
                diagnostic = diagnostic.related(state.name.span, format!("`{nearest}` is here"));
            }
        }
        self.diagnostics.push(diagnostic);
        Target { node: None, span }
    }
}
