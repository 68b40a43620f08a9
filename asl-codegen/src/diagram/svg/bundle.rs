//! The transitions of one scope, in bundles that are lines, or notes in the states that they leave.

use super::Edges;
use super::figure::{Area, Jump, NOTE};
use super::text::{width, wrap};
use crate::diagram::drawing::{DrawnScope, Edge, EdgeKind, Point};
use crate::diagram::layout::{self, Extent, Graph};
use asl_source::sorted::SortedMap;

/// Transitions with labels into one state that are lines; of more, one is.
const MOST_ARRIVING: usize = 8;
/// Rows that a transition may pass as a line.
const LONGEST: usize = 20;
/// Rows that all transitions of a scope together may pass, so that time and memory are linear.
const PASSAGES: usize = 200_000;
/// Widest lines of labels.
const WIDEST_LABEL: f64 = 190.0;
/// Most lines of a label.
const LABEL_LINES: usize = 3;
/// Most labels of transitions between the same two states.
const MOST_LABELS: usize = 4;
/// Height of a line of a label.
pub(super) const LABEL_LINE: f64 = 14.0;

/// The label of a line.
#[derive(Clone, Default)]
pub(super) struct Label {
    pub(super) area: Area,
    pub(super) lines: Vec<String>,
}

/// A vertex of the layout.
#[derive(Clone, Copy)]
pub(super) struct Stop<'d> {
    pub(super) point: Point,
    pub(super) name: &'d str,
    pub(super) path: &'d str,
}

/// Edges of one kind between the same two stops.
pub(super) struct Bundle<'d> {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The stops that it joins.
    pub(super) ends: [Stop<'d>; 2],
    pub(super) edges: Vec<&'d Edge>,
    pub(super) label: Option<Label>,
}

impl Bundle<'_> {
    /// The bundle as an edge of a layout.
    pub(super) fn edge(&self, label: Option<Extent>) -> layout::Edge {
        let is_main = self.edges.iter().all(|edge| edge.kind == EdgeKind::Next);
        layout::Edge { from: self.from, to: self.to, label, is_main }
    }
}

/// Start, states and end of a scope: the start is the first.
pub(super) fn stops(scope: &DrawnScope) -> Vec<Stop<'_>> {
    let start = Stop { point: Point::Start(scope.id), name: "start", path: "" };
    let end = Stop { point: Point::End(scope.id), name: "end", path: "" };
    let states = scope.states.iter().map(|state| Stop {
        point: state.point,
        name: state.name.as_str(),
        path: state.path.as_str(),
    });
    let start = Some(start).filter(|_| scope.has_start);
    let end = Some(end).filter(|_| scope.has_end);
    start.into_iter().chain(states).chain(end).collect()
}

/// The edges between the stops of a scope. Those of one kind between the same two are one line.
pub(super) fn bundles<'d>(stops: &[Stop<'d>], edges: &'d Edges<'d>) -> Vec<Bundle<'d>> {
    let numbers: SortedMap<Point, (usize, &Stop<'d>)> =
        stops.iter().enumerate().map(|(number, stop)| (stop.point, (number, stop))).collect();
    let mut bundles: Vec<Bundle<'d>> = Vec::new();
    for (from, stop) in stops.iter().enumerate() {
        let mut known: SortedMap<(usize, EdgeKind), usize> = SortedMap::new();
        for &edge in edges.out_of(stop.point) {
            let Some(&(to, end)) = numbers.get(&edge.to).filter(|_| edge.kind != EdgeKind::Inside)
            else {
                continue;
            };
            let next = bundles.len();
            let place = *known.get_or_insert((to, edge.kind), next);
            match bundles.get_mut(place) {
                Some(bundle) => bundle.edges.push(edge),
                None => {
                    let ends = [*stop, *end];
                    bundles.push(Bundle { from, to, ends, edges: vec![edge], label: None });
                }
            }
        }
    }
    for bundle in &mut bundles {
        bundle.label = label(&bundle.edges);
    }
    bundles
}

fn label(edges: &[&Edge]) -> Option<Label> {
    let labels: Vec<&str> = edges.iter().filter_map(|edge| edge.label.as_deref()).collect();
    let most = if labels.len() > 1 { 2 } else { LABEL_LINES };
    let shown = labels.iter().take(MOST_LABELS);
    let mut lines: Vec<String> =
        shown.flat_map(|label| wrap(label, WIDEST_LABEL, most, NOTE)).collect();
    if labels.len() > MOST_LABELS {
        lines.push(format!("and {} more", labels.len() - MOST_LABELS));
    }
    if lines.is_empty() {
        return None;
    }
    let area = Area {
        width: lines.iter().map(|line| width(line, NOTE)).fold(0.0, f64::max) + 8.0,
        height: LABEL_LINE * f64::from(u8::try_from(lines.len()).unwrap_or(u8::MAX)) + 4.0,
        ..Area::default()
    };
    Some(Label { area, lines })
}

/// Makes notes of transitions that would be long lines, or too many into one state. One line into
/// each state is kept, the shortest, so each state has its place below another one.
pub(super) fn jumps<'d>(
    stops: &[Stop<'d>],
    bundles: Vec<Bundle<'d>>,
) -> (Vec<Bundle<'d>>, SortedMap<usize, Vec<Jump<'d>>>) {
    let mut graph = Graph { boxes: vec![Extent::default(); stops.len()], edges: Vec::new() };
    for bundle in &bundles {
        graph.edges.push(bundle.edge(None));
    }
    let spans = layout::spans(&graph);
    let longest = (PASSAGES / bundles.len().max(1)).clamp(1, LONGEST);
    // By the target: the number of bundles, and the span and number of the shortest.
    let mut arriving = SortedMap::<usize, (usize, usize, usize)>::new();
    for (number, (bundle, &span)) in bundles.iter().zip(&spans).enumerate() {
        let (count, shortest, kept) = arriving.get_or_insert(bundle.to, (0, span, number));
        *count += 1;
        if span < *shortest {
            (*shortest, *kept) = (span, number);
        }
    }
    let (mut lines, mut jumps) = (Vec::new(), SortedMap::<usize, Vec<Jump<'d>>>::new());
    for (number, (bundle, span)) in bundles.into_iter().zip(spans).enumerate() {
        let [from, to] = bundle.ends;
        let (count, _, kept) = arriving.get(&bundle.to).copied().unwrap_or_default();
        let is_start = matches!(from.point, Point::Start(_));
        if kept == number || is_start || (count <= MOST_ARRIVING && span <= longest) {
            lines.push(bundle);
            continue;
        }
        let (target, target_path) = (to.name, to.path);
        let notes = bundle.edges.into_iter().map(|edge| Jump { edge, target, target_path });
        jumps.get_or_insert(bundle.from, Vec::new()).extend(notes);
    }
    (lines, jumps)
}
