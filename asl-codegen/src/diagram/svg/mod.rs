//! SVG: `bundle`, `figure` and `panel` give everything its size and place, `paint` writes the
//! elements.

mod bundle;
mod figure;
mod paint;
mod panel;
mod sign;
mod text;

use super::drawing::{self, Drawing, Edge, Point};
use crate::ir;
use asl_source::sorted::SortedMap;
pub(super) use text::escape;

/// Edges by the point that they come from.
struct Edges<'d>(SortedMap<Point, Vec<&'d Edge>>);

impl<'d> Edges<'d> {
    fn new(edges: &'d [Edge]) -> Self {
        let mut by_point = SortedMap::<Point, Vec<&'d Edge>>::new();
        for edge in edges {
            by_point.get_or_insert(edge.from, Vec::new()).push(edge);
        }
        Self(by_point)
    }

    fn out_of(&self, point: Point) -> &[&'d Edge] {
        self.0.get(&point).map_or(&[], Vec::as_slice)
    }
}

/// The machine as a picture, for files and for HTML pages: light or dark as the reader prefers, or
/// as an attribute `data-theme` (`light`, `dark`, `ayu`) of an element around it says. It refers to
/// nothing outside, has no blank lines, and is the same on every run.
///
/// - Each state is a group of class `asl-state` and of its type (`asl-task`, `asl-choice`, ..). Its
///   attribute `data-path` is its name after those of the states around it, as in failures:
///   `Check Items[].Check Stock` in a Map, `Fan[1].Ship` in the second branch of a Parallel. Its
///   `id` is `asl-` and the path, with `_20_` (the code in hexadecimal) in place of each character
///   that is no ASCII letter or digit; if two are equal, `-2` and so on follows.
/// - Each transition is in a group of class `asl-edge` and of its cause (`asl-next`, `asl-rule`,
///   `asl-default`, `asl-catch`, `asl-event`, `asl-timer`), with the paths in `data-from` and
///   `data-to`, which are empty for start and end. Its label, if any, is in a group of its own with
///   the same attributes. Transitions that would be long lines are notes in their states
///   (`asl-jump`).
///
/// ```
/// use asl_codegen::{compile, diagram, options::Options, source::Sources};
///
/// let text = r#"{"StartAt": "Pay", "States": {"Pay": {"Type": "Succeed"}}}"#;
/// let checked = compile::check(&mut Sources::from_text("pay.asl.json", text), &Options::default());
/// let machine = checked.machine.expect("no errors");
/// let picture = diagram::svg(&machine);
/// assert!(picture.contains(r#"id="asl-Pay" data-path="Pay""#));
/// ```
pub fn svg(machine: &ir::Machine) -> String {
    of(&drawing::drawing(machine))
}

/// A drawing as a picture.
pub(super) fn of(Drawing { root, edges }: &Drawing) -> String {
    let edges_by_point = Edges::new(edges);
    let panel = panel::panel(root, &edges_by_point, None);
    paint::picture(root, &panel, edges.len())
}
