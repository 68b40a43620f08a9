//! Writes the elements of a picture.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};

use super::bundle::LABEL_LINE;
use super::figure::{Area, Figure, Line, NOTE, class};
use super::panel::{End, Panel, Wire};
use super::text::escape;
use crate::diagram::drawing::{DrawnScope, EdgeKind};

const STYLE: &str = include_str!("style.css");

/// The whole picture. A scope is painted in this order: lines, states, labels.
pub(super) fn picture(root: &DrawnScope, panel: &Panel<'_>, transitions: usize) -> String {
    let mut painter = Painter { out: String::new(), ids: BTreeMap::new() };
    let title = escape(&root.title);
    let (states, area) = (count(root), panel.area);
    let (width, height) = (number(area.width), number(area.height));
    painter.line(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"asl-diagram\" \
         viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"group\" aria-label=\"Machine {title}\">"
    ));
    painter.line(format_args!("<title>{title}</title>"));
    painter.line(format_args!(
        "<desc>The machine {title} with its states ({states}) and transitions ({transitions}).</desc>"
    ));
    painter.line(format_args!("<style>{}</style>", STYLE.trim_end()));
    painter.rect("asl-paper", area, 0.0);
    painter.panel(panel, (0.0, 0.0));
    painter.line("</svg>");
    painter.out
}

/// States in a scope and in the scopes inside.
fn count(scope: &DrawnScope) -> usize {
    let inner = scope.states.iter().flat_map(|state| &state.scopes).map(count);
    scope.states.len() + inner.sum::<usize>()
}

struct Painter {
    out: String,
    /// Ids of states, with their number.
    ids: BTreeMap<String, usize>,
}

impl Painter {
    fn line(&mut self, text: impl Display) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.out, "{text}");
    }

    /// A rectangle with round corners.
    fn rect(&mut self, class: &str, area: Area, radius: f64) {
        let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(number);
        let radius =
            if radius > 0.0 { format!(" rx=\"{}\"", number(radius)) } else { String::new() };
        self.line(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{radius}/>"
        ));
    }

    /// A scope, whose corner is at `at`.
    fn panel(&mut self, panel: &Panel<'_>, at: (f64, f64)) {
        if panel.scope.id.0 != 0 {
            self.rect("asl-inner", Area { x: at.0, y: at.1, ..panel.area }, 6.0);
        }
        if panel.has_title {
            let (x, y) = (number(at.0 + 10.0), number(at.1 + 17.0));
            let title = escape(&fit(&panel.scope.title, panel.area.width - 16.0));
            self.line(format_args!("<text class=\"asl-title\" x=\"{x}\" y=\"{y}\">{title}</text>"));
        }
        for wire in &panel.wires {
            self.wire(wire, at);
        }
        for end in &panel.ends {
            self.end(*end, panel.scope.id.0 == 0, at);
        }
        for figure in &panel.figures {
            self.figure(figure, at);
        }
        for wire in &panel.wires {
            self.label(wire, at);
        }
    }

    fn figure(&mut self, figure: &Figure<'_>, at: (f64, f64)) {
        let area = moved(figure.area, at);
        let (state, class) = (figure.state, class(figure.state.kind));
        let (id, path) = (self.id(&state.path), escape(&state.path));
        self.line(format_args!("<g class=\"asl-state {class}\" id=\"{id}\" data-path=\"{path}\">"));
        let notes = state.notes.iter().map(|note| note.text.clone());
        let jumps = figure.jumps.iter().map(super::figure::Jump::text);
        let whole: Vec<String> = notes.chain(jumps).collect();
        let whole =
            if whole.is_empty() { String::new() } else { format!("; {}", whole.join("; ")) };
        let kind = figure.lines.first().map_or("", |line| line.text.as_str());
        self.title(&format!("{kind} {}{whole}", state.name));
        self.rect("asl-box", area, 6.0);
        let bar = Area { width: 5.0, x: area.x, y: area.y + 6.0, height: area.height - 12.0 };
        self.rect("asl-bar", bar, 0.0);
        for line in &figure.lines {
            self.text_line(line, (area.x, area.y));
        }
        for panel in &figure.panels {
            self.panel(panel, (area.x + panel.area.x, area.y + panel.area.y));
        }
        for jump in &figure.jumps {
            let class = edge_class(jump.edge.kind);
            let (from, to) = (&path, escape(jump.target_path));
            self.line(format_args!(
                "<g class=\"asl-edge asl-jump {class}\" data-from=\"{from}\" data-to=\"{to}\"/>"
            ));
        }
        self.line("</g>");
    }

    fn text_line(&mut self, line: &Line, at: (f64, f64)) {
        let (x, y) = (at.0 + line.x, at.1 + line.y);
        if let Some(sign) = line.sign {
            let (x, y) = (number(x - 15.0), number(y - 9.0));
            self.line(format_args!(
                "<path class=\"asl-sign\" transform=\"translate({x} {y})\" d=\"{sign}\"/>"
            ));
        }
        let (class, x, y, text) = (line.class, number(x), number(y), escape(&line.text));
        self.line(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>"));
    }

    fn end(&mut self, end: End, is_root: bool, at: (f64, f64)) {
        let area = moved(end.area, at);
        let (word, title) = if end.is_start { ("Start", "start") } else { ("End", "end") };
        let middle = area.x + area.width / 2.0;
        if is_root {
            self.rect("asl-end", area, area.height / 2.0);
            let (x, y) = (number(middle), number(area.y + area.height / 2.0 + 4.0));
            self.line(format_args!(
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{word}</text>"
            ));
            return;
        }
        let (x, y) = (number(middle), number(area.y + area.height / 2.0));
        let (class, radius) = if end.is_start { ("asl-dot", 5) } else { ("asl-end", 5) };
        let inner = if end.is_start {
            String::new()
        } else {
            format!("<circle class=\"asl-dot\" cx=\"{x}\" cy=\"{y}\" r=\"2.5\"/>")
        };
        self.line(format_args!(
            "<g><title>{title}</title>\
             <circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>{inner}</g>"
        ));
    }

    fn wire(&mut self, wire: &Wire<'_>, at: (f64, f64)) {
        self.edge_group(wire, "");
        let points: Vec<(f64, f64)> =
            wire.route.points.iter().map(|point| (point.0 + at.0, point.1 + at.1)).collect();
        let is_loop = points.len() == 3 && wire.paths.first() == wire.paths.last();
        let line = if is_loop { loop_path(&points) } else { path(&points) };
        self.line(format_args!("<path class=\"asl-line\" d=\"{line}\"/>"));
        let head = if is_loop { loop_head(&points) } else { head(&points) };
        self.line(format_args!("<path class=\"asl-head\" d=\"{head}\"/>"));
        self.line("</g>");
    }

    fn label(&mut self, wire: &Wire<'_>, at: (f64, f64)) {
        let Some(label) = &wire.label else { return };
        let area = moved(label.area, at);
        self.edge_group(wire, " asl-label");
        self.rect("asl-back", area, 3.0);
        let mut y = area.y + 1.5;
        for text in &label.lines {
            y += LABEL_LINE;
            let (x, y, text) = (number(area.x + 4.0), number(y - 3.0), escape(text));
            self.line(format_args!("<text x=\"{x}\" y=\"{y}\">{text}</text>"));
        }
        self.line("</g>");
    }

    fn edge_group(&mut self, wire: &Wire<'_>, more: &str) {
        let class = edge_class(wire.edges.first().map_or(EdgeKind::Next, |edge| edge.kind));
        let [from, to] = wire.paths.map(escape);
        self.line(format_args!(
            "<g class=\"asl-edge {class}{more}\" data-from=\"{from}\" data-to=\"{to}\">"
        ));
        let labels: Vec<&str> =
            wire.edges.iter().filter_map(|edge| edge.label.as_deref()).collect();
        let [from, to] = wire.names;
        let colon = if labels.is_empty() { "" } else { ": " };
        self.title(&format!("{from} → {to}{colon}{}", labels.join("; ")));
    }

    fn title(&mut self, text: &str) {
        let text = escape(text);
        self.line(format_args!("<title>{text}</title>"));
    }

    /// A new id for a state.
    fn id(&mut self, path: &str) -> String {
        let mut id = "asl-".to_owned();
        for character in path.chars() {
            if character.is_ascii_alphanumeric() {
                id.push(character);
            } else {
                // Writing to a String cannot fail.
                let _ = write!(id, "_{:x}_", u32::from(character));
            }
        }
        let times = self.ids.entry(id.clone()).or_default();
        *times += 1;
        if *times > 1 { format!("{id}-{times}") } else { id }
    }
}

fn edge_class(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Next => "asl-next",
        EdgeKind::Rule => "asl-rule",
        EdgeKind::Default => "asl-default",
        EdgeKind::Catch => "asl-catch",
        EdgeKind::Event => "asl-event",
        EdgeKind::Timer => "asl-timer",
        EdgeKind::Inside => "asl-inside",
    }
}

/// A title on one line.
fn fit(text: &str, widest: f64) -> String {
    super::text::wrap(text, widest, 1, NOTE).concat()
}

fn moved(area: Area, at: (f64, f64)) -> Area {
    Area { x: area.x + at.0, y: area.y + at.1, ..area }
}

/// Lines between points of the same column, curves between others.
fn path(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    let Some(&(x, y)) = points.first() else { return path };
    let _ = write!(path, "M{} {}", number(x), number(y));
    for (&(x, y), &(to, end)) in points.iter().zip(points.iter().skip(1)) {
        let middle = number(f64::midpoint(y, end));
        let (x, to_text, end) = (number(x), number(to), number(end));
        let _ = if x == to_text {
            write!(path, "V{end}")
        } else {
            write!(path, "C{x} {middle} {to_text} {middle} {to_text} {end}")
        };
    }
    path
}

/// The head of an arrow at the last point, which is reached vertically.
fn head(points: &[(f64, f64)]) -> String {
    let mut last = points.iter().rev();
    let (Some(&(x, y)), Some(&(_, before))) = (last.next(), last.next()) else {
        return String::new();
    };
    let back = if before <= y { y - 7.0 } else { y + 7.0 };
    format!(
        "M{} {}L{} {}L{} {}z",
        number(x),
        number(y),
        number(x - 4.0),
        number(back),
        number(x + 4.0),
        number(back)
    )
}

/// An edge of a state to itself, at its right side.
fn loop_path(points: &[(f64, f64)]) -> String {
    let [first, out, last] = points else { return String::new() };
    let [x, y, out, end] = [first.0, first.1, out.0, last.1].map(number);
    format!("M{x} {y}C{out} {y} {out} {end} {x} {end}")
}

fn loop_head(points: &[(f64, f64)]) -> String {
    let [.., (x, y)] = points else { return String::new() };
    format!(
        "M{} {}L{} {}L{} {}z",
        number(*x),
        number(*y),
        number(x + 7.0),
        number(y - 4.0),
        number(x + 7.0),
        number(y + 4.0)
    )
}

/// A coordinate, rounded to tenths.
fn number(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    // No `-0`.
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}
