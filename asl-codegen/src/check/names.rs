//! State names: not empty, not too long, unique in the whole machine. ASL: "States". Labels of
//! distributed Maps: unique.

use std::collections::HashMap;

use crate::ir::{ForEach, Machine, NodeKind, State};
use crate::read::names::check_direction;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::options::Profile;
use asl_source::span::Span;

/// Maximum number of characters in the 2016 text.
const MAX_CHARACTERS: usize = 128;

/// Maximum number of characters on AWS today.
const MAX_CHARACTERS_AWS: usize = 80;

/// Checks all names.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    if machine.profile == Profile::Aws {
        labels(machine, diagnostics);
    }
    let mut first: HashMap<&str, &State> = HashMap::new();
    for state in &machine.states {
        let name = state.name.value.as_str();
        length(state, machine.profile, diagnostics);
        check_direction(&state.name, diagnostics);
        match first.get(name) {
            // The reader has reported duplicates within one object.
            Some(other) if other.scope == state.scope => {}
            Some(other) => diagnostics.push(
                Diagnostic::new(
                    Code::DuplicateStateName,
                    state.name.span,
                    format!("a second state is called `{name}`"),
                )
                .label("names are unique in the whole machine, branches included")
                .related(other.name.span, "the first one is here"),
            ),
            None => {
                first.insert(name, state);
            }
        }
    }
}

/// Reports a `Label` that another Map has: AWS names the runs of Maps by them.
fn labels(machine: &Machine, diagnostics: &mut Diagnostics) {
    let mut first: HashMap<&str, Span> = HashMap::new();
    for node in &machine.nodes {
        let NodeKind::ForEach(ForEach { run: Some(run), .. }) = &node.kind else { continue };
        let Some(label) = &run.label else { continue };
        let name = label.value.as_str();
        let Some(other) = first.get(name) else {
            first.insert(name, label.span);
            continue;
        };
        diagnostics.push(
            Diagnostic::new(
                Code::DuplicateLabel,
                label.span,
                format!("a second Map has the label `{name}`"),
            )
            .label("labels are unique in the whole machine")
            .related(*other, "the first one is here"),
        );
    }
}

fn length(state: &State, profile: Profile, diagnostics: &mut Diagnostics) {
    let span = state.name.span;
    let characters = state.name.value.chars().count();
    let most = match profile {
        Profile::Spec => MAX_CHARACTERS,
        Profile::Aws => MAX_CHARACTERS_AWS,
    };
    if characters == 0 {
        let help = "give the state a name, and use it in `StartAt` or `Next`";
        diagnostics.push(
            Diagnostic::new(Code::EmptyStateName, span, "a state has no name")
                .label("empty")
                .help(help),
        );
    } else if characters > most {
        diagnostics.push(
            Diagnostic::new(
                Code::StateNameTooLong,
                span,
                format!("a state name of {characters} characters"),
            )
            .label(format!("{most} are allowed")),
        );
    } else if characters > MAX_CHARACTERS_AWS {
        diagnostics.push(
            Diagnostic::new(
                Code::StateNameLongForAws,
                span,
                format!("a state name of {characters} characters"),
            )
            .label(format!("AWS allows {MAX_CHARACTERS_AWS}, the 2016 edition {MAX_CHARACTERS}")),
        );
    }
}
