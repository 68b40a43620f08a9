//! Faults of the option `tasks`.

use super::calls::{Call, Calls};
use super::methods::{Choice, Kind, Method};
use crate::ir;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::options::{Options, TaskOption, own_task};
use asl_source::sorted::SortedMap;
use asl_source::span::Span;

/// Reports a name that no call has. Returns the one that is probably meant.
pub(super) fn report_unknown<'n>(
    option: &TaskOption,
    calls: &Calls<'_>,
    known: impl Iterator<Item = &'n str>,
    place: Span,
    diagnostics: &mut Diagnostics,
) -> Option<&'n str> {
    const MOST_NAMES: usize = 20;
    let title = format!(
        "the option `tasks` names `{}`, but no task of this definition is called so",
        option.task
    );
    let mut known: Vec<&str> = known.collect();
    known.sort_unstable();
    let near = diagnostics.nearest(&option.task, known);
    let help = match near {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None if calls.units.is_empty() => "the definition has no Task state".to_owned(),
        None => {
            let names = calls.units.iter().map(|unit| unit.name.as_str());
            let names: Vec<&str> = names.take(MOST_NAMES).collect();
            let more = calls.units.len() - names.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("its tasks are: {}{more}", names.join(", "))
        }
    };
    let finding = Diagnostic::new(Code::UnknownTask, place, title).of_entry(&option.task);
    diagnostics.push(finding.help(help));
    near
}

/// Reports a name of a state that is also that of what other states call.
pub(super) fn report_several(
    option: &TaskOption,
    calls: &Calls<'_>,
    found: &SortedMap<Kind, Vec<usize>>,
    diagnostics: &mut Diagnostics,
) {
    let first = |kind| found.get(&kind).and_then(|at| calls.calls.get(*at.first()?));
    let state = first(Kind::State);
    let place = state.and_then(|call| call.state).map_or_else(Span::default, |s| s.name.span);
    let title = format!(
        "the option `tasks` names `{}`, which is a state and also what other states call",
        option.task
    );
    let finding = Diagnostic::new(Code::AmbiguousTask, place, title)
        .of_entry(&option.task)
        .label("the state");
    let called = first(Kind::Target).map(|call| calls.unit(call));
    diagnostics.push(match called {
        Some(unit) => finding.related(unit.task.resource.span, "the task").help(format!(
            "for all of its calls write `{}`, otherwise the names of the other states",
            unit.name
        )),
        None => finding,
    });
}

/// Reports two options that name the same call.
pub(super) fn report_both(
    option: &TaskOption,
    other: &TaskOption,
    call: &Call<'_>,
    diagnostics: &mut Diagnostics,
) {
    let title =
        format!("the option `tasks` names one task as `{}` and as `{}`", other.task, option.task);
    let place = call.state.map_or_else(Span::default, |state| state.name.span);
    diagnostics.push(
        Diagnostic::new(Code::AmbiguousTask, place, title)
            .of_entry(&option.task)
            .label("its call")
            .help("leave one of the two entries out"),
    );
}

/// Reports options whose calls all have more specific options.
pub(super) fn report_unused(
    options: &[TaskOption],
    choices: &[Option<Choice>],
    is_reported: &[bool],
    place: Span,
    diagnostics: &mut Diagnostics,
) {
    let mut has_calls = vec![false; options.len()];
    for choice in choices.iter().flatten() {
        if let Some(has) = has_calls.get_mut(choice.option) {
            *has = true;
        }
    }
    for (option, _) in options
        .iter()
        .zip(is_reported.iter().zip(&has_calls))
        .filter(|(_, (is_reported, has_calls))| !**is_reported && !**has_calls)
    {
        let title = format!(
            "the option `tasks` names `{}`, but other entries name each of its calls",
            option.task
        );
        let finding = Diagnostic::new(Code::AmbiguousTask, place, title).of_entry(&option.task);
        diagnostics.push(finding.help("leave the entry out"));
    }
}

/// Reports a method that would have the types of two options.
pub(super) fn report_types(method: &Method, span: Span, diagnostics: &mut Diagnostics) {
    let title = format!("the method `{}` would have two different types", method.name);
    diagnostics.push(
        Diagnostic::new(Code::TaskNameTaken, span, title)
            .related(method.span, "a call with the other types")
            .help("give the entries of `tasks` with this method the same types, or types to one of them only"),
    );
}

/// Reports names in `own_tasks` that no method has, and types of methods that the other machine of
/// `tasks_from` has.
pub(super) fn report_own(
    machine: &ir::Machine,
    methods: &[Method],
    options: &Options,
    diagnostics: &mut Diagnostics,
) {
    let start = machine.scopes.first().map_or_else(Span::default, |scope| scope.start.span);
    let names = || methods.iter().map(|method| method.name.as_str());
    for own in &options.own_tasks {
        if options.tasks_from.is_none() {
            let title = format!("the option `own_tasks` names `{own}`, but all tasks are its own");
            let help = "name another machine, as in `tasks_from = crate::order`, or leave it out";
            let finding = Diagnostic::new(Code::UnknownTask, start, title).of_entry(own_task(own));
            diagnostics.push(finding.help(help));
        } else if !names().any(|name| name == own) {
            let title = format!("the option `own_tasks` names `{own}`, but no method is called so");
            let help = match diagnostics.nearest(own, names()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("the methods are: {}", names().collect::<Vec<_>>().join(", ")),
            };
            let finding = Diagnostic::new(Code::UnknownTask, start, title).of_entry(own_task(own));
            diagnostics.push(finding.help(help));
        }
    }
    for method in methods.iter().filter(|method| method.is_shared && method.types.is_some()) {
        let name = &method.name;
        let title = format!(
            "the option `tasks` gives `{name}` types, but the method is that of `tasks_from`"
        );
        let help = format!("leave the types out, or keep the method with `own_tasks = [{name}]`");
        diagnostics.push(Diagnostic::new(Code::AmbiguousTask, method.span, title).help(help));
    }
}

/// Reports two methods with the same name.
pub(super) fn report_same(method: &Method, first: Span, diagnostics: &mut Diagnostics) {
    let title = format!("two tasks would have the method `{}`", method.name);
    diagnostics.push(
        Diagnostic::new(Code::TaskNameTaken, method.span, title)
            .related(first, "the other one")
            .help("to tell them apart, name one with the option `tasks = { \"name\" => method }`; to put them together, give both the same method there"),
    );
}
