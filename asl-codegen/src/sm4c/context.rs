//! The context in which a definition is read: options, names, findings, and the graph built so far.

use std::collections::HashMap;
use std::sync::Arc;

use super::expression::Programs;
use super::functions::Functions;
use super::names::Names;
use super::object::StringValue;
use super::outline::Outline;
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::documents::Documents;
use crate::ir::function::Described;
use crate::ir::{
    Eval, Exit, Form, Input, Node, NodeId, NodeKind, Output, Place, Scope, ScopeId, Source,
    StateId, Target, Task, TaskId,
};
use crate::options::Options;
use crate::source::Sources;
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
    /// The files: functions name more of them.
    pub(super) sources: &'a mut Sources,
    /// What was read of these.
    pub(super) documents: Documents,
    /// What functions are.
    pub(super) functions: Functions<'a>,
    /// Compiled expressions.
    pub(super) programs: Programs,
    /// The graph's scopes; the first is the machine itself.
    pub(super) scopes: Vec<Scope>,
    nodes: Vec<Option<Node>>,
    tasks: Vec<Task>,
    task_ids: HashMap<TaskKey, TaskId>,
    suggestions: u32,
}

/// What makes two calls the same task.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum TaskKey {
    /// The function is the same, whatever its operation.
    Function(u32),
    /// The other machine is the same.
    Subflow(String),
    /// All events are sent by one.
    Events,
}

/// Where something stands, and what its expressions look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home<'a> {
    /// The state whose work it is.
    pub(super) state: StateId,
    /// Its name; empty for the machine's time-out.
    pub(super) name: &'a str,
    /// What `.` is.
    pub(super) source: Source,
}

impl<'a> Context<'a> {
    /// Nothing lowered yet; the first nodes are those that the states begin with.
    pub(super) fn new(
        options: &'a Options,
        outline: &'a Outline<'a>,
        sources: &'a mut Sources,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Self {
            options,
            outline,
            diagnostics,
            sources,
            documents: Documents::new(options.documents),
            functions: Functions::default(),
            programs: Programs::default(),
            scopes: Vec::new(),
            nodes: vec![None; outline.states.objects.len()],
            tasks: Vec::new(),
            task_ids: HashMap::new(),
            suggestions: 0,
        }
    }

    /// A node that will be filled in.
    pub(super) fn reserve(&mut self) -> NodeId {
        self.nodes.push(None);
        NodeId(number(self.nodes.len() - 1))
    }

    /// Fills a node in.
    pub(super) fn fill(&mut self, id: NodeId, node: Node) {
        if let Some(slot) = self.nodes.get_mut(id.index()) {
            *slot = Some(node);
        }
    }

    /// A node without handlers that does a part of a state's work.
    pub(super) fn fill_plain(&mut self, id: NodeId, home: Home<'a>, span: Span, kind: NodeKind) {
        self.fill(id, Node { state: home.state, span, kind, handlers: Vec::new(), action: None });
    }

    /// A scope that will be filled in: its start is known.
    pub(super) fn scope(&mut self, scope: Scope) -> ScopeId {
        self.scopes.push(scope);
        ScopeId(number(self.scopes.len() - 1))
    }

    /// Reads something for its faults alone: it leaves nothing behind in the graph.
    pub(super) fn aside(&mut self, read: impl FnOnce(&mut Self)) {
        let (nodes, scopes, tasks) = (self.nodes.len(), self.scopes.len(), self.tasks.len());
        read(self);
        self.nodes.truncate(nodes);
        self.scopes.truncate(scopes);
        if self.tasks.len() > tasks {
            self.tasks.truncate(tasks);
            self.task_ids.retain(|_, id| id.index() < tasks);
        }
    }

    /// The finished parts: nodes and tasks. What was reserved and is faulty leads nowhere.
    pub(super) fn finish(self) -> (Vec<Node>, Vec<Task>, Vec<Scope>) {
        let nodes =
            self.nodes.into_iter().map(|node| node.unwrap_or_else(|| nowhere(Span::default())));
        (nodes.collect(), self.tasks, self.scopes)
    }

    /// The task of a key; `resource`, `form` and `function`, its name and its document, are for a
    /// new one.
    pub(super) fn task(
        &mut self,
        key: TaskKey,
        resource: Spanned<String>,
        form: Form,
        function: Option<(String, Option<Arc<Described>>)>,
    ) -> TaskId {
        let next = TaskId(number(self.tasks.len()));
        let id = *self.task_ids.entry(key).or_insert(next);
        if id == next {
            let (function, described) =
                function.map_or((None, None), |(name, described)| (Some(name), described));
            self.tasks.push(Task { resource, form, function, described });
        }
        id
    }

    /// The index of a name that must be there.
    pub(super) fn resolve(
        &mut self,
        names: &Names,
        name: &str,
        span: Span,
        noun: &str,
    ) -> Option<u32> {
        let code = if noun == "state" { Code::UnknownState } else { Code::UnknownReference };
        let found = names.find(name);
        if found.is_none() && !names.is_partial {
            self.suggestions += 1;
            let diagnostic = Diagnostic::new(code, span, format!("no {noun} is called `{name}`"));
            let suggested = if self.suggestions > MAX_SUGGESTIONS {
                diagnostic
            } else {
                names.suggest(name, diagnostic)
            };
            self.diagnostics.push(suggested);
        }
        found
    }

    /// The same for a string.
    pub(super) fn reference(
        &mut self,
        names: &Names,
        name: StringValue<'a>,
        noun: &str,
    ) -> Option<u32> {
        self.resolve(names, name.value(), name.span, noun)
    }
}

/// Goes on without doing anything: the data stay as they are.
pub(super) fn pass(exit: Exit, leave_for: Option<Target>) -> NodeKind {
    let output = Output { place: Place::Discard, ..Output::default() };
    NodeKind::Eval(Eval { input: Input::default(), result: None, output, leave_for, exit })
}

/// Stands for what could not be read: nobody knows where it leads.
fn nowhere(span: Span) -> Node {
    let kind = pass(Exit::Next(Target { node: None, span }), None);
    Node { state: StateId(0), span, kind, handlers: Vec::new(), action: None }
}

/// A count as an id: bounded, because a text has at most 1 MiB.
pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
