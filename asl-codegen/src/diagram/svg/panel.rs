//! The layout of one scope: its states, where it starts and ends, and the transitions between.

use std::mem;

use super::Edges;
use super::bundle::{self, Bundle, Label};
use super::figure::{Area, Figure, NOTE, SIGN, figure};
use super::text::width;
use crate::diagram::drawing::{DrawnScope, DrawnState, Edge};
use crate::diagram::layout::{self, Extent, Graph, Route};

/// Space around a scope.
const PADDING: f64 = 12.0;
/// Height of a scope's title.
const TITLE: f64 = 18.0;
/// Widest title of a scope.
const WIDEST_TITLE: f64 = 300.0;

/// A scope with the places of its states.
pub(super) struct Panel<'d> {
    pub(super) scope: &'d DrawnScope,
    /// From the corner of the state around it.
    pub(super) area: Area,
    pub(super) has_title: bool,
    pub(super) figures: Vec<Figure<'d>>,
    pub(super) ends: Vec<End>,
    pub(super) wires: Vec<Wire<'d>>,
}

/// The start or the end of a scope.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) is_start: bool,
    pub(super) area: Area,
}

/// Transitions between the same two states that are one line.
pub(super) struct Wire<'d> {
    pub(super) edges: Vec<&'d Edge>,
    /// The names of the states, and their paths.
    pub(super) names: [&'d str; 2],
    pub(super) paths: [&'d str; 2],
    pub(super) route: Route,
    pub(super) label: Option<Label>,
}

/// Lays out a scope. A state around it may show its title already.
pub(super) fn panel<'d>(
    scope: &'d DrawnScope,
    edges: &'d Edges<'d>,
    around: Option<&DrawnState>,
) -> Panel<'d> {
    let stops = bundle::stops(scope);
    let (loops, bundles): (Vec<_>, Vec<_>) =
        bundle::bundles(&stops, edges).into_iter().partition(|bundle| bundle.from == bundle.to);
    let (bundles, mut jumps) = bundle::jumps(&stops, bundles);
    let first_state = usize::from(scope.has_start);
    let states = scope.states.iter().enumerate();
    let figures = states.map(|(place, state)| {
        figure(
            state,
            edges,
            jumps.get_mut(&(place + first_state)).map(mem::take).unwrap_or_default(),
        )
    });
    let mut figures: Vec<Figure<'d>> = figures.collect();
    let placed = layout::layout(&graph(scope, &figures, &loops, &bundles));
    let has_title = around.is_some_and(|state| !shows(state, &scope.title));
    let top = PADDING + if has_title { TITLE } else { 0.0 };
    let mut ends = Vec::new();
    for (number, &(column, y)) in placed.boxes.iter().enumerate() {
        let at = |area: Area| Area { x: PADDING + column - area.width / 2.0, y: top + y, ..area };
        match number.checked_sub(first_state).and_then(|place| figures.get_mut(place)) {
            Some(figure) => figure.area = at(figure.area),
            None => {
                let area = at(end_area(scope));
                ends.push(End { is_start: number < first_state, area });
            }
        }
    }
    let lines =
        bundles.into_iter().zip(placed.routes).map(|(bundle, route)| wire(bundle, route, top));
    let mut wires: Vec<Wire<'d>> = lines.collect();
    wires.extend(loops.into_iter().map(|bundle| {
        let figure = bundle.from.checked_sub(first_state).and_then(|place| figures.get(place));
        self_loop(bundle, figure.map(|figure| figure.area).unwrap_or_default())
    }));
    let title = if has_title { width(&scope.title, NOTE).min(WIDEST_TITLE) + 8.0 } else { 0.0 };
    let area = Area {
        width: placed.width.max(title) + 2.0 * PADDING,
        height: top + placed.height + PADDING,
        ..Area::default()
    };
    Panel { scope, area, has_title, figures, ends, wires }
}

/// True if the box of a state already shows the title of its scope.
fn shows(state: &DrawnState, title: &str) -> bool {
    state.name == title || state.notes.iter().any(|note| note.text.ends_with(title))
}

/// The graph to lay out: the start, the states and the end, and the bundles between them.
fn graph(
    scope: &DrawnScope,
    figures: &[Figure<'_>],
    loops: &[Bundle<'_>],
    bundles: &[Bundle<'_>],
) -> Graph {
    let mut graph = Graph::default();
    let end = || Some(end_area(scope));
    let start = scope.has_start.then(end).flatten();
    let areas = figures.iter().map(|figure| figure.area);
    for area in start.into_iter().chain(areas).chain(scope.has_end.then(end).flatten()) {
        let half = area.width / 2.0;
        graph.boxes.push(Extent { left: half, right: half, height: area.height });
    }
    for bundle in loops {
        if let Some(extent) = graph.boxes.get_mut(bundle.from) {
            extent.right = extent.right.max(extent.left + loop_width(bundle));
        }
    }
    for bundle in bundles {
        let label = bundle.label.as_ref().map(|label| {
            let half = label.area.width / 2.0;
            Extent { left: half, right: half, height: label.area.height }
        });
        graph.edges.push(bundle.edge(label));
    }
    graph
}

/// A start or an end: a word in the outermost scope, a dot in others.
fn end_area(scope: &DrawnScope) -> Area {
    let (width, height) = if scope.id.0 == 0 { (52.0, 22.0) } else { (12.0, 12.0) };
    Area { width, height, ..Area::default() }
}

fn wire(bundle: Bundle<'_>, mut route: Route, top: f64) -> Wire<'_> {
    for point in route.points.iter_mut().chain(&mut route.label) {
        *point = (point.0 + PADDING, point.1 + top);
    }
    let label = bundle.label.zip(route.label).map(|(mut label, (column, y))| {
        (label.area.x, label.area.y) = (column - label.area.width / 2.0, y);
        label
    });
    let [from, to] = bundle.ends;
    Wire {
        edges: bundle.edges,
        names: [from.name, to.name],
        paths: [from.path, to.path],
        route,
        label,
    }
}

/// The space that an edge of a state to itself needs on the right of the state.
fn loop_width(bundle: &Bundle<'_>) -> f64 {
    SIGN + 16.0 + bundle.label.as_ref().map_or(0.0, |label| label.area.width)
}

fn self_loop(bundle: Bundle<'_>, area: Area) -> Wire<'_> {
    let (right, middle) = (area.x + area.width, area.y + area.height / 2.0);
    let out = right + SIGN;
    let route = Route {
        points: vec![(right, middle - 10.0), (out, middle), (right, middle + 10.0)],
        label: None,
    };
    let label = bundle.label.map(|mut label| {
        (label.area.x, label.area.y) = (out + 8.0, middle - label.area.height / 2.0);
        label
    });
    let [stop, _] = bundle.ends;
    Wire { edges: bundle.edges, names: [stop.name; 2], paths: [stop.path; 2], route, label }
}
