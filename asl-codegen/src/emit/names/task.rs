//! The methods of the trait `Tasks`, named by the options or after the last part of the resource.

use std::collections::HashMap;

use super::{legal, words::Words};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::ir::{self, Form, Task};
use crate::options::{Options, RustType, TaskOption};
use crate::span::Span;

/// A task's method.
pub(in crate::emit) struct Method<'a> {
    /// Its name.
    pub(super) name: String,
    option: Option<&'a TaskOption>,
}

impl<'a> Method<'a> {
    /// The user's types, input and output.
    pub(in crate::emit) fn types(&self) -> Option<&'a (RustType, RustType)> {
        self.option.and_then(|option| option.types.as_ref())
    }
}

/// The methods of all tasks, in their order.
pub(in crate::emit) fn methods<'a>(machine: &ir::Machine, options: &'a Options) -> Vec<Method<'a>> {
    let defaults = defaults(&machine.tasks);
    let mut methods: Vec<Method<'a>> = Vec::with_capacity(defaults.len());
    for (task, default) in machine.tasks.iter().zip(defaults) {
        let option = option(&options.tasks, &task.resource.value, &default);
        let name = option.and_then(|option| option.method.clone()).unwrap_or(default);
        methods.push(Method { name: legal(&name), option });
    }
    methods
}

/// The user's options for a task: by its resource, or by its default method.
fn option<'a>(options: &'a [TaskOption], resource: &str, default: &str) -> Option<&'a TaskOption> {
    options
        .iter()
        .find(|option| option.task == resource)
        .or_else(|| options.iter().find(|option| option.task == default))
}

/// Checks that the user's options for tasks fit the definition.
pub(in crate::emit) fn check(
    machine: &ir::Machine,
    options: &Options,
    diagnostics: &mut Diagnostics,
) {
    let defaults = defaults(&machine.tasks);
    let known = |name: &str| {
        defaults.iter().any(|n| n == name) || machine.tasks.iter().any(|t| t.resource.value == name)
    };
    for option in options.tasks.iter().filter(|option| !known(&option.task)) {
        let place = machine.scopes.first().map_or_else(Span::default, |scope| scope.start.span);
        let title = format!(
            "the option `tasks` names `{}`, but no task of this definition is called so",
            option.task
        );
        let help = if defaults.is_empty() {
            "the definition has no Task state".to_owned()
        } else {
            format!("its tasks are: {}", defaults.join(", "))
        };
        diagnostics.push(Diagnostic::new(Code::UnknownTask, place, title).help(help));
    }
    let mut taken: HashMap<String, Span> = HashMap::new();
    for (task, method) in machine.tasks.iter().zip(methods(machine, options)) {
        let Some(first) = taken.insert(Words::of(&method.name).key(), task.resource.span) else {
            continue;
        };
        let title = format!("two tasks would have the method `{}`", method.name);
        diagnostics.push(
            Diagnostic::new(Code::TaskNameTaken, task.resource.span, title)
                .related(first, "the other one")
                .help("name one of them with the option `tasks = { \"resource\": method }`"),
        );
    }
}

/// The default names of methods: the last part of the resource; if that does not distinguish
/// resources, as many parts from the end as necessary; and if no number of parts does, a number.
fn defaults(tasks: &[Task]) -> Vec<String> {
    let parts: Vec<Vec<Words>> = tasks.iter().map(named).collect();
    let mut taken = vec![1_usize; tasks.len()];
    // Each round either makes a name longer or is the last one; names have as many parts as
    // resources.
    loop {
        let names: Vec<String> =
            parts.iter().zip(&taken).map(|(parts, taken)| joined(parts, *taken)).collect();
        let mut uses: HashMap<&str, u32> = HashMap::new();
        for name in &names {
            *uses.entry(name).or_default() += 1;
        }
        let mut longer = false;
        for ((name, taken), parts) in names.iter().zip(&mut taken).zip(&parts) {
            if uses.get(name.as_str()).is_some_and(|uses| *uses > 1) && *taken < parts.len() {
                *taken += 1;
                longer = true;
            }
        }
        if !longer {
            return numbered(&parts, &taken);
        }
    }
}

/// Adds numbers to resources with the same words, such as `task:X` and `task:x`.
fn numbered(parts: &[Vec<Words>], taken: &[usize]) -> Vec<String> {
    let words = parts
        .iter()
        .zip(taken)
        .map(|(parts, taken)| Words::of(&joined(parts, *taken)).or("task"))
        .collect();
    super::distinct(words).iter().map(|words| legal(&words.snake())).collect()
}

fn joined(parts: &[Words], taken: usize) -> String {
    let skipped = parts.len().saturating_sub(taken);
    parts.iter().skip(skipped).map(Words::snake).collect::<Vec<_>>().join("_")
}

/// The text from which a task's name is derived: in SM4C its function or its kind, otherwise the
/// parts of its resource.
fn named(task: &Task) -> Vec<Words> {
    match (&task.function, task.form) {
        (Some(function), _) => vec![Words::of(function).or("function")],
        (None, Form::Event) => vec![Words::of("send event")],
        (None, _) => parts(&task.resource.value),
    }
}

/// The last parts of a resource that contain words, in order. Further parts of a very long resource
/// would not improve the name.
fn parts(resource: &str) -> Vec<Words> {
    const MOST_PARTS: usize = 8;
    const LONGEST_PART: usize = 128;
    let short = |part: &str| Words::of(&part.chars().take(LONGEST_PART).collect::<String>());
    let parts = resource.rsplit([':', '/', '?', '#']).map(short).filter(|words| !words.is_empty());
    let mut parts: Vec<Words> = parts.take(MOST_PARTS).collect();
    parts.reverse();
    parts
}
