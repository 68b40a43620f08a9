//! Faults of the option `tasks`.

use std::collections::BTreeMap;

use super::calls::{Call, Calls};
use super::methods::{Choice, Kind, Method};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::options::TaskOption;
use crate::span::Span;

/// Reports a name that no call has.
pub(super) fn report_unknown<'n>(
    option: &TaskOption,
    calls: &Calls<'_>,
    known: impl Iterator<Item = &'n str>,
    place: Span,
    diagnostics: &mut Diagnostics,
) {
    const MOST_NAMES: usize = 20;
    let title = format!(
        "the option `tasks` names `{}`, but no task of this definition is called so",
        option.task
    );
    let mut known: Vec<&str> = known.collect();
    known.sort_unstable();
    let help = match diagnostics.nearest(&option.task, known) {
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
    diagnostics.push(Diagnostic::new(Code::UnknownTask, place, title).help(help));
}

/// Reports a name of a state that is also that of what other states call.
pub(super) fn report_several(
    option: &TaskOption,
    calls: &Calls<'_>,
    found: &BTreeMap<Kind, Vec<usize>>,
    diagnostics: &mut Diagnostics,
) {
    let first = |kind| found.get(&kind).and_then(|at| calls.calls.get(*at.first()?));
    let state = first(Kind::State);
    let place = state.and_then(|call| call.state).map_or_else(Span::default, |s| s.name.span);
    let title = format!(
        "the option `tasks` names `{}`, which is a state and also what other states call",
        option.task
    );
    let finding = Diagnostic::new(Code::AmbiguousTask, place, title).label("the state");
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
        diagnostics
            .push(Diagnostic::new(Code::AmbiguousTask, place, title).help("leave the entry out"));
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

/// Reports two methods with the same name.
pub(super) fn report_same(method: &Method, first: Span, diagnostics: &mut Diagnostics) {
    let title = format!("two tasks would have the method `{}`", method.name);
    diagnostics.push(
        Diagnostic::new(Code::TaskNameTaken, method.span, title)
            .related(first, "the other one")
            .help("to tell them apart, name one with the option `tasks = { \"name\" => method }`; to put them together, give both the same method there"),
    );
}
