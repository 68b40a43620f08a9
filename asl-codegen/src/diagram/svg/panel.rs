//! The layout of one scope: its states, where it starts and ends, and the transitions between.

use std::collections::BTreeMap;

use super::Edges;
use super::figure::{Area, Figure, Jump, NOTE, SIGN, figure};
use super::text::{width, wrap};
use crate::diagram::drawing::{DrawnScope, DrawnState, Edge, EdgeKind, Point};
use crate::diagram::layout::{self, Extent, Graph, Route, Table};

/// Space around a scope.
const PADDING: f64 = 12.0;
/// Height of a scope's title.
const TITLE: f64 = 18.0;
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

/// The label of a line.
#[derive(Clone, Default)]
pub(super) struct Label {
    pub(super) area: Area,
    pub(super) lines: Vec<String>,
}

/// A vertex of the layout.
#[derive(Clone, Copy)]
struct Stop<'d> {
    point: Point,
    name: &'d str,
    path: &'d str,
}

/// Edges of one kind between the same two stops.
struct Bundle<'d> {
    from: usize,
    to: usize,
    edges: Vec<&'d Edge>,
    label: Option<Label>,
}

impl Bundle<'_> {
    fn edge(&self, label: Option<Extent>) -> layout::Edge {
        let is_main = self.edges.iter().all(|edge| edge.kind == EdgeKind::Next);
        layout::Edge { from: self.from, to: self.to, label, is_main }
    }
}

/// Lays out a scope. A state around it may show its title already.
pub(super) fn panel<'d>(
    scope: &'d DrawnScope,
    edges: &'d Edges<'d>,
    around: Option<&DrawnState>,
) -> Panel<'d> {
    let stops = stops(scope);
    let bundles = bundles(&stops, edges);
    let (loops, bundles): (Vec<_>, Vec<_>) =
        bundles.into_iter().partition(|bundle| bundle.from == bundle.to);
    let (bundles, mut jumps) = jumps(&stops, bundles);
    let mut figures = Vec::new();
    let is_root = scope.id.0 == 0;
    let first_state = usize::from(scope.has_start);
    let mut graph = Graph::default();
    for number in 0..stops.len() {
        let loop_width = loops.iter().filter(|bundle| bundle.from == number).map(loop_width);
        let loop_width = loop_width.fold(0.0, f64::max);
        let place = number.checked_sub(first_state);
        let area = match place.and_then(|place| scope.states.get(place)) {
            Some(state) => {
                let figure = figure(state, edges, jumps.remove(&number).unwrap_or_default());
                let area = figure.area;
                figures.push(figure);
                area
            }
            None => end_area(is_root),
        };
        let (half, height) = (area.width / 2.0, area.height);
        graph.boxes.push(Extent { left: half, right: half + loop_width, height });
    }
    for bundle in &bundles {
        let label = bundle.label.as_ref().map(|label| {
            let half = label.area.width / 2.0;
            Extent { left: half, right: half, height: label.area.height }
        });
        graph.edges.push(bundle.edge(label));
    }
    let placed = layout::layout(&graph);
    let is_known = |state: &DrawnState| {
        state.name == scope.title
            || state.notes.iter().any(|note| note.text.ends_with(&scope.title))
    };
    let has_title = around.is_some_and(|state| !is_known(state));
    let mut panel = Panel {
        scope,
        area: Area::default(),
        has_title,
        figures: Vec::new(),
        ends: Vec::new(),
        wires: Vec::new(),
    };
    let top = PADDING + if has_title { TITLE } else { 0.0 };
    place(&mut panel, &stops, figures, &placed, top);
    for (number, bundle) in bundles.into_iter().enumerate() {
        let route = placed.routes.get(number).cloned().unwrap_or_default();
        panel.wires.push(wire(&stops, bundle, route, top));
    }
    for bundle in loops {
        let around = panel.figures.iter().find(|figure| {
            stops.get(bundle.from).is_some_and(|stop| stop.point == figure.state.point)
        });
        let area = around.map(|figure| figure.area).unwrap_or_default();
        panel.wires.push(self_loop(&stops, bundle, area));
    }
    let title_width = width(&scope.title, NOTE) + 8.0;
    panel.area.width = placed.width.max(if has_title { title_width } else { 0.0 }) + 2.0 * PADDING;
    panel.area.height = top + placed.height + PADDING;
    panel
}

/// Start, states and end of a scope: the start is the first.
fn stops(scope: &DrawnScope) -> Table<Stop<'_>> {
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
fn bundles<'d>(stops: &Table<Stop<'d>>, edges: &'d Edges<'d>) -> Vec<Bundle<'d>> {
    let numbers: BTreeMap<Point, usize> =
        stops.iter().enumerate().map(|(number, stop)| (stop.point, number)).collect();
    let mut bundles: Vec<Bundle<'d>> = Vec::new();
    for (from, stop) in stops.iter().enumerate() {
        let mut known: BTreeMap<(usize, EdgeKind), usize> = BTreeMap::new();
        for &edge in edges.out_of(stop.point) {
            let Some(&to) = numbers.get(&edge.to).filter(|_| edge.kind != EdgeKind::Inside) else {
                continue;
            };
            let next = bundles.len();
            let place = *known.entry((to, edge.kind)).or_insert(next);
            match bundles.get_mut(place) {
                Some(bundle) => bundle.edges.push(edge),
                None => bundles.push(Bundle { from, to, edges: vec![edge], label: None }),
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
fn jumps<'d>(
    stops: &Table<Stop<'d>>,
    bundles: Vec<Bundle<'d>>,
) -> (Vec<Bundle<'d>>, BTreeMap<usize, Vec<Jump<'d>>>) {
    let mut graph =
        Graph { boxes: Table::of(Extent::default(), stops.len()), edges: Table::default() };
    for bundle in &bundles {
        graph.edges.push(bundle.edge(None));
    }
    let spans = layout::spans(&graph);
    let longest = (PASSAGES / bundles.len().max(1)).clamp(1, LONGEST);
    let mut arriving = Table::of(0usize, stops.len());
    let mut kept: Table<Option<(usize, usize)>> = Table::of(None, stops.len());
    for (number, bundle) in bundles.iter().enumerate() {
        arriving[bundle.to] += 1;
        let shortest = kept[bundle.to].is_none_or(|(span, _)| spans[number] < span);
        if shortest {
            kept[bundle.to] = Some((spans[number], number));
        }
    }
    let (mut lines, mut jumps) = (Vec::new(), BTreeMap::<usize, Vec<Jump<'d>>>::new());
    for (number, bundle) in bundles.into_iter().enumerate() {
        let is_kept = kept[bundle.to].is_some_and(|(_, kept)| kept == number);
        let is_one_of_many = arriving[bundle.to] > MOST_ARRIVING;
        let is_start = matches!(stops[bundle.from].point, Point::Start(_));
        if is_kept || is_start || !(is_one_of_many || spans[number] > longest) {
            lines.push(bundle);
            continue;
        }
        let (target, target_path) = (stops[bundle.to].name, stops[bundle.to].path);
        let notes = bundle.edges.into_iter().map(|edge| Jump { edge, target, target_path });
        jumps.entry(bundle.from).or_default().extend(notes);
    }
    (lines, jumps)
}

/// A start or an end: a word in the outermost scope, a dot in others.
fn end_area(is_root: bool) -> Area {
    let (width, height) = if is_root { (52.0, 22.0) } else { (12.0, 12.0) };
    Area { width, height, ..Area::default() }
}

fn place<'d>(
    panel: &mut Panel<'d>,
    stops: &Table<Stop<'d>>,
    figures: Vec<Figure<'d>>,
    placed: &layout::Layout,
    top: f64,
) {
    let mut figures: BTreeMap<Point, Figure<'d>> =
        figures.into_iter().map(|figure| (figure.state.point, figure)).collect();
    for (stop, &(column, y)) in stops.iter().zip(placed.boxes.iter()) {
        match figures.remove(&stop.point) {
            Some(mut figure) => {
                figure.area.x = PADDING + column - figure.area.width / 2.0;
                figure.area.y = top + y;
                panel.figures.push(figure);
            }
            None => {
                let mut area = end_area(panel.scope.id.0 == 0);
                (area.x, area.y) = (PADDING + column - area.width / 2.0, top + y);
                panel.ends.push(End { is_start: matches!(stop.point, Point::Start(_)), area });
            }
        }
    }
}

fn wire<'d>(stops: &Table<Stop<'d>>, bundle: Bundle<'d>, mut route: Route, top: f64) -> Wire<'d> {
    for point in route.points.iter_mut().chain(&mut route.label) {
        *point = (point.0 + PADDING, point.1 + top);
    }
    let label = bundle.label.zip(route.label).map(|(mut label, (column, y))| {
        (label.area.x, label.area.y) = (column - label.area.width / 2.0, y);
        label
    });
    let (from, to) = (stops[bundle.from], stops[bundle.to]);
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

fn self_loop<'d>(stops: &Table<Stop<'d>>, bundle: Bundle<'d>, area: Area) -> Wire<'d> {
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
    let stop = stops[bundle.from];
    Wire { edges: bundle.edges, names: [stop.name; 2], paths: [stop.path; 2], route, label }
}
