//! The option `answers`: types of what is reported with the tokens of tasks.

use super::methods::Method;
use crate::ir;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::options::{AnswerOption, Options, answer_of};
use asl_source::span::Span;

/// Gives methods the types of their answers. Reports names that no method, state or call has, and
/// those of tasks that wait for no token.
pub(super) fn give(
    machine: &ir::Machine,
    options: &Options,
    methods: &mut [Method],
    diagnostics: &mut Diagnostics,
) {
    for option in &options.answers {
        let is_named = |method: &Method| is_named(machine, method, &option.task);
        if !methods.iter().any(is_named) {
            report_unknown(machine, methods, option, diagnostics);
        }
        for method in methods.iter_mut().filter(|method| is_named(method)) {
            if !is_reported(machine, method) {
                report_returned(method, option, diagnostics);
            }
            method.answer = Some(option.answer.clone());
        }
    }
}

fn is_named(machine: &ir::Machine, method: &Method, name: &str) -> bool {
    let state = |node: &ir::NodeId| {
        let node = machine.nodes.get(node.index())?;
        Some(machine.states.get(node.state.index())?.name.value.as_str())
    };
    method.name == name
        || method.targets.iter().any(|target| target == name)
        || method.nodes.iter().any(|node| state(node) == Some(name))
}

/// True if the result of each of its tasks is reported from elsewhere.
fn is_reported(machine: &ir::Machine, method: &Method) -> bool {
    let mut tasks = method.tasks.iter().filter_map(|task| machine.tasks.get(task.index()));
    tasks.all(|task| task.form.is_report())
}

fn report_unknown(
    machine: &ir::Machine,
    methods: &[Method],
    option: &AnswerOption,
    diagnostics: &mut Diagnostics,
) {
    let name = &option.task;
    let place = machine.scopes.first().map_or_else(Span::default, |scope| scope.start.span);
    let title = format!("the option `answers` names `{name}`, but no task is called so");
    let waiting = methods.iter().filter(|method| is_reported(machine, method));
    let names: Vec<&str> = waiting.map(|method| method.name.as_str()).collect();
    let help = match diagnostics.nearest(name, names.iter().copied()) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None if names.is_empty() => "no task of this definition waits for a token".to_owned(),
        None => format!("the tasks that wait for a token are: {}", names.join(", ")),
    };
    let finding = Diagnostic::new(Code::UnknownTask, place, title).of_entry(answer_of(name));
    diagnostics.push(finding.help(help));
}

fn report_returned(method: &Method, option: &AnswerOption, diagnostics: &mut Diagnostics) {
    let name = &option.task;
    let title = format!("the option `answers` names `{name}`, which waits for no token");
    let help = format!(
        "its answer is what its method returns: `tasks = {{ {}: fn(..) -> {} }}`",
        method.name,
        super::super::types::shown(&option.answer)
    );
    diagnostics.push(
        Diagnostic::new(Code::UnknownTask, method.span, title).of_entry(answer_of(name)).help(help),
    );
}
