//! What machines in SM4C have besides: expressions in jq, error handlers, events, and the rows that
//! stand beside the machine's own.

mod enter;
mod handlers;
mod resume;
mod table;

pub(super) use enter::function as enter;
pub(super) use resume::function as resume;
pub(super) use table::{rows, tables};

use proc_macro2::TokenStream;

use super::names::Names;
use super::queries::Programs;
use super::{Context, docs};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::ir::{ActionKind, Machine, Moment, Node, NodeId, NodeKind};
use crate::options::Options;

/// Filters of all expressions of a machine together.
const HEAVIEST: usize = 200_000;

/// Refuses a machine whose expressions together make too much code.
pub(super) fn check_size(machine: &Machine, options: &Options, diagnostics: &mut Diagnostics) {
    let Some(first) = machine.states.first().filter(|_| machine.sm4c.is_some()) else { return };
    let weight = Programs::of(machine, &Names::new(machine, options)).weight();
    if weight > HEAVIEST {
        let title = "the expressions make too much code".to_owned();
        diagnostics.push(
            Diagnostic::new(Code::JqTooLong, first.name.span, title)
                .label(format!("{weight} filters in all states; {HEAVIEST} are allowed"))
                .help("split the machine"),
        );
    }
}

/// What a node does, for people.
fn doc(context: &Context<'_>, id: NodeId, node: &Node) -> TokenStream {
    let state = docs::state_name(context, id);
    let text = match (&node.action, &node.kind) {
        (Some(action), _) => {
            let moment = match action.moment {
                Moment::Enter => format!("Enter action of {state}"),
                Moment::Transition => format!("Transition action of {state}"),
                Moment::Exit => format!("Exit action of {state}"),
                Moment::Timeout => "Action of the machine's time-out".to_owned(),
                Moment::Within => format!("Action within an action of {state}"),
            };
            let name = action
                .name
                .as_ref()
                .map_or_else(String::new, |name| format!(" {}", docs::name(name)));
            format!("{moment}:{name} {}.", word(action.kind))
        }
        (None, NodeKind::Eval(eval)) if eval.leave_for.is_some() => {
            format!("Puts down where {state} leads.")
        }
        (None, NodeKind::Eval(eval)) if eval.input.template.is_some() => {
            format!("Input filter of {state}.")
        }
        (None, NodeKind::Branch(_)) => format!("Conditional transitions of {state}."),
        (None, NodeKind::Await(_)) => format!("Wait for events of {state}."),
        (None, NodeKind::Fail(_)) => format!("No transition of {state} can be taken."),
        (None, _) => format!("State {state}."),
    };
    docs::line(&text)
}

/// The word of `type`.
fn word(kind: ActionKind) -> &'static str {
    kind.word()
}
