//! Signs for kinds of states and notes: lines in a square of 10. Each stands beside a word that says
//! the same.

use crate::diagram::drawing::NoteKind;
use crate::ir::StateKind;

const CLOCK: &str = "M5 .8a4.2 4.2 0 1 0 .01 0zM5 2.5V5l2 1.5";
const ARROW: &str = "M1 5h7M5.5 2.5 8 5 5.5 7.5";

/// An edge that is a note instead of a line.
pub(super) const JUMP: &str = "M1 1v4h7M5.5 2.5 8 5 5.5 7.5";

/// The sign of a state.
pub(super) fn of_state(kind: StateKind) -> &'static str {
    match kind {
        StateKind::Pass => ARROW,
        StateKind::Task => "M1 1h8v8H1zM5 3v4M3 5h4",
        StateKind::Choice => "M5 .5 9.5 5 5 9.5.5 5z",
        StateKind::Wait => CLOCK,
        StateKind::Succeed => "M1 5.5 4 8.5 9 1.5",
        StateKind::Fail => "M1.5 1.5l7 7M8.5 1.5l-7 7",
        StateKind::Parallel => "M2 1v8M5 1v8M8 1v8",
        StateKind::Map => "M3 1h6v6M1 3h6v6H1z",
        StateKind::State => "M5 1a4 4 0 1 0 .01 0z",
    }
}

/// The sign of a note.
pub(super) fn of_note(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Call => "M1 5h6M4.5 2.5 7 5 4.5 7.5M9 1v8",
        NoteKind::Time => CLOCK,
        NoteKind::Retry => "M8.5 5A3.5 3.5 0 1 1 7 2.1M7 .3v2.2H4.8",
        NoteKind::Error => "M5 1 9.3 9H.7zM5 4v2.2M5 7.4v.3",
        NoteKind::Limit => "M1 9V6h2v3zM4 9V4h2v5zM7 9V1h2v8z",
        NoteKind::Action => "M6 .8 2 6h3L4 9.2 8 4H5z",
    }
}
