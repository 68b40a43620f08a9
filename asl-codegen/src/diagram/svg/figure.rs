//! Sizes and places of everything in a picture. Each scope is laid out by itself; a state with scopes
//! is a box around them.

use super::panel::{self, Panel};
use super::sign;
use super::text::{Font, width, wrap};
use crate::diagram::drawing::{DrawnState, Edge, Point};
use crate::ir::StateKind;

pub(super) const KIND: Font = Font { size: 10.0, is_bold: false };
pub(super) const NAME: Font = Font { size: 13.0, is_bold: true };
pub(super) const NOTE: Font = Font { size: 11.0, is_bold: false };

/// Space between the border of a box and its text.
const PADDING: f64 = 12.0;
/// Width of a sign with the space after it.
pub(super) const SIGN: f64 = 15.0;
/// Space between scopes in a box.
const SCOPE_GAP: f64 = 14.0;
/// The scopes of a box continue in a second row if they are wider, unless the rows would be long.
const WIDEST_ROW: f64 = 1200.0;
/// Widest lines of names and notes.
const WIDEST_TEXT: f64 = 210.0;
/// Most lines of a name.
const NAME_LINES: usize = 3;
/// Most lines of a note: the last one has its end, which names an action, an error or a state.
const NOTE_LINES: usize = 2;
/// Most notes that are shown.
const MOST_NOTES: usize = 8;

/// A rectangle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// A line of text in a box.
pub(super) struct Line {
    pub(super) class: &'static str,
    /// Its begin and its base line, from the corner of the box.
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) sign: Option<&'static str>,
    pub(super) text: String,
}

/// A state with its place.
pub(super) struct Figure<'d> {
    pub(super) state: &'d DrawnState,
    /// From the corner of the panel.
    pub(super) area: Area,
    pub(super) lines: Vec<Line>,
    pub(super) panels: Vec<Panel<'d>>,
    /// Transitions that are notes, because their lines would be long or too many.
    pub(super) jumps: Vec<Jump<'d>>,
}

/// A transition that is a note.
#[derive(Clone)]
pub(super) struct Jump<'d> {
    pub(super) edge: &'d Edge,
    pub(super) target: &'d str,
    pub(super) target_path: &'d str,
}

impl Jump<'_> {
    /// The label, and the state that it leads to.
    pub(super) fn text(&self) -> String {
        match &self.edge.label {
            Some(label) => format!("{label} → {}", self.target),
            None => format!("→ {}", self.target),
        }
    }
}

/// The box of a state, of the size of its text and scopes. `edges` are those of the drawing.
pub(super) fn figure<'d>(
    state: &'d DrawnState,
    edges: &'d super::Edges<'d>,
    jumps: Vec<Jump<'d>>,
) -> Figure<'d> {
    let mut lines = lines(state, &jumps);
    let text = lines.iter().map(|line| line.x + width(&line.text, font(line.class)));
    let mut area = Area { width: text.fold(96.0, f64::max) + PADDING, ..Area::default() };
    area.height = lines.last().map_or(0.0, |line| line.y) + PADDING - 2.0;
    let mut panels: Vec<Panel<'_>> =
        state.scopes.iter().map(|scope| panel::panel(scope, edges, Some(state))).collect();
    arrange(&mut panels, &mut area);
    lines.retain(|line| !line.text.is_empty());
    Figure { state, area, lines, panels, jumps }
}

/// Puts scopes side by side below the text, in several rows if they are wide.
fn arrange(panels: &mut [Panel<'_>], area: &mut Area) {
    let sizes = panels.iter().map(|panel| panel.area.width * panel.area.height);
    let widest = WIDEST_ROW.max(1.6 * sizes.sum::<f64>().sqrt());
    let (mut x, mut y, mut tallest) = (PADDING, area.height, 0.0_f64);
    for panel in panels.iter_mut() {
        if x > PADDING && x + panel.area.width > widest {
            (x, y, tallest) = (PADDING, y + tallest + SCOPE_GAP, 0.0);
        }
        (panel.area.x, panel.area.y) = (x, y);
        x += panel.area.width;
        tallest = tallest.max(panel.area.height);
        area.width = area.width.max(x + PADDING);
        area.height = y + tallest + PADDING;
        x += SCOPE_GAP;
    }
}

fn lines(state: &DrawnState, jumps: &[Jump<'_>]) -> Vec<Line> {
    let mut y = PADDING + 6.0;
    let kind = match state.point {
        Point::Action(_) => "Action".to_owned(),
        Point::Start(_) | Point::State(_) | Point::End(_) => format!("{:?}", state.kind),
    };
    let kind_line = |y, text| Line {
        class: "asl-kind",
        x: PADDING + SIGN,
        y,
        sign: Some(sign::of_state(state.kind)),
        text,
    };
    let mut lines = vec![kind_line(y, kind)];
    y += 2.0;
    for text in wrap(&state.name, WIDEST_TEXT, NAME_LINES, NAME) {
        y += 16.0;
        lines.push(Line { class: "asl-name", x: PADDING, y, sign: None, text });
    }
    let notes = state.notes.iter().map(|note| (sign::of_note(note.kind), note.text.clone()));
    let jumps = jumps.iter().map(|jump| (sign::JUMP, jump.text()));
    let notes: Vec<_> = notes.chain(jumps).collect();
    y += 2.0;
    for (sign, text) in notes.iter().take(MOST_NOTES) {
        for (number, text) in wrap(text, WIDEST_TEXT, NOTE_LINES, NOTE).into_iter().enumerate() {
            y += 15.0;
            let sign = Some(*sign).filter(|_| number == 0);
            lines.push(Line { class: "asl-note", x: PADDING + SIGN, y, sign, text });
        }
    }
    if let Some(more) = notes.len().checked_sub(MOST_NOTES).filter(|more| *more > 0) {
        y += 15.0;
        let text = format!("and {more} more");
        lines.push(Line { class: "asl-note", x: PADDING + SIGN, y, sign: None, text });
    }
    lines
}

fn font(class: &str) -> Font {
    match class {
        "asl-kind" => KIND,
        "asl-name" => NAME,
        _ => NOTE,
    }
}

/// The class of a kind of states.
pub(super) fn class(kind: StateKind) -> &'static str {
    match kind {
        StateKind::Pass => "asl-pass",
        StateKind::Task => "asl-task",
        StateKind::Choice => "asl-choice",
        StateKind::Wait => "asl-wait",
        StateKind::Succeed => "asl-succeed",
        StateKind::Fail => "asl-fail",
        StateKind::Parallel => "asl-parallel",
        StateKind::Map => "asl-map",
        StateKind::State => "asl-plain",
    }
}
