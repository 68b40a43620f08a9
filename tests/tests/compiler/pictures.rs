//! Pictures of machines, read again by an XML parser: well-formed, with every state and transition,
//! without overlaps, the same on every run, and harmless for any name.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test may")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use asl_codegen::diagnostics::printable;
use asl_codegen::ir::{Machine, StateId, transitions};
use asl_codegen::options::{Language, Options, Profile};
use asl_codegen::source::Sources;
use asl_codegen::{compile, diagram};
use asl_tests::golden;
use roxmltree::{Document, Node};
use serde_json::{Value, json};

/// A rectangle: left, top, right and lower end.
type Area = [f64; 4];

fn machine(name: &str, text: String) -> Result<Machine, String> {
    // Long names of states are the specification's.
    let options = Options::default().profile(Profile::Spec);
    let checked = compile::check(&mut Sources::from_text(name, text), &options);
    checked.machine.ok_or_else(|| format!("{:?}", checked.diagnostics))
}

/// The definitions of the tests and the examples that have no errors.
fn machines() -> Vec<Machine> {
    let folders = [
        "definitions",
        "definitions/diagram",
        "definitions/good",
        "definitions/jsonata",
        "definitions/limits",
        "definitions/regressions",
        "definitions/sm4c",
        "definitions/services",
        "../examples/durable",
        "../examples/etl",
        "../examples/invoices",
        "../examples/order",
        "../examples/sm4c",
        "../examples/swf",
    ];
    let mut machines = Vec::new();
    for folder in folders {
        let Ok(entries) = fs::read_dir(golden::path(folder)) else { continue };
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| is_definition(path)) {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            machines.extend(machine(&name, fs::read_to_string(path).expect("a text")));
        }
    }
    assert!(machines.len() > 60, "{} definitions", machines.len());
    machines
}

fn is_definition(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "json" || extension == "yaml")
}

fn parse(picture: &str) -> Document<'_> {
    Document::parse(picture).unwrap_or_else(|error| panic!("{error}\n{picture}"))
}

fn with_class<'d>(
    document: &'d Document<'_>,
    class: &'d str,
) -> impl Iterator<Item = Node<'d, 'd>> {
    document.descendants().filter(move |node| {
        node.attribute("class").is_some_and(|classes| classes.split(' ').any(|one| one == class))
    })
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name)
        .and_then(|text| text.parse().ok())
        .unwrap_or_else(|| panic!("{name}: {node:?}"))
}

fn area(rect: Node<'_, '_>) -> Area {
    let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(rect, name));
    [x, y, x + width, y + height]
}

/// The rectangle with this class of each group.
fn areas<'d>(document: &'d Document<'_>, group: &'d str, class: &str) -> Vec<(Node<'d, 'd>, Area)> {
    with_class(document, group)
        .map(|node| {
            let mut rects = node.children().filter(|child| child.attribute("class") == Some(class));
            (node, area(rects.next().expect("a rectangle")))
        })
        .collect()
}

fn overlap(one: &Area, other: &Area) -> bool {
    // Coordinates are rounded to tenths.
    one[0] + 0.1 < other[2]
        && other[0] + 0.1 < one[2]
        && one[1] + 0.1 < other[3]
        && other[1] + 0.1 < one[3]
}

fn is_inside(inner: &Area, outer: &Area) -> bool {
    inner[0] >= outer[0] - 0.1
        && inner[1] >= outer[1] - 0.1
        && inner[2] <= outer[2] + 0.1
        && inner[3] <= outer[3] + 0.1
}

/// Boxes are beside or inside each other, labels beside boxes and other labels, and all of it
/// within the picture. Texts are within their boxes, by their estimated widths.
fn check_places(document: &Document<'_>) {
    let root = document.root_element();
    let whole = [0.0, 0.0, number(root, "width"), number(root, "height")];
    let boxes = areas(document, "asl-state", "asl-box");
    let labels = areas(document, "asl-label", "asl-back");
    for (number, (one, area)) in boxes.iter().enumerate() {
        assert!(is_inside(area, &whole), "{one:?}");
        for (other, place) in boxes.iter().skip(number + 1) {
            let nested = other.ancestors().any(|node| node == *one);
            assert!(
                if nested { is_inside(place, area) } else { !overlap(area, place) },
                "{one:?} {other:?}"
            );
        }
        for (label, place) in &labels {
            let nested = label.ancestors().any(|node| node == *one);
            assert!(
                if nested { is_inside(place, area) } else { !overlap(area, place) },
                "{one:?} {label:?}"
            );
        }
    }
    for (number, (label, area)) in labels.iter().enumerate() {
        assert!(is_inside(area, &whole), "{label:?}");
        for (other, place) in labels.iter().skip(number + 1) {
            assert!(!overlap(area, place), "{label:?} {other:?}");
        }
    }
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        let (x, y) = (number(text, "x"), number(text, "y"));
        assert!(is_inside(&[x, y - 8.0, x, y], &whole), "{text:?}");
    }
}

/// The path of each state, from the scopes of the machine.
fn paths(machine: &Machine) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for state in &machine.states {
        let scope = &machine.scopes[state.scope.index()];
        let around = scope.owner.map(|(node, index)| {
            let owner = machine.nodes[node.index()].state;
            let is_map =
                matches!(machine.nodes[node.index()].kind, asl_codegen::ir::NodeKind::ForEach(_));
            let index = if is_map { String::new() } else { index.to_string() };
            format!("{}[{index}].", paths[owner.index()])
        });
        paths.push(around.unwrap_or_default() + &printable(&state.name.value, 400));
    }
    paths
}

/// All states, and the transitions between them, as the flow graph has them.
fn check_completeness(machine: &Machine, document: &Document<'_>) {
    let paths = paths(machine);
    let drawn: BTreeSet<&str> =
        with_class(document, "asl-state").filter_map(|node| node.attribute("data-path")).collect();
    assert_eq!(drawn, paths.iter().map(String::as_str).collect());
    let path_of = |state: StateId| paths[state.index()].as_str();
    let mut expected = BTreeSet::new();
    for (node, transitions) in machine.nodes.iter().zip(transitions::all(machine)) {
        for (target, _) in transitions {
            let target = target.map_or("", |target| path_of(machine.nodes[target.index()].state));
            expected.insert((path_of(node.state), target));
        }
    }
    for scope in &machine.scopes {
        let start = scope.start.node.map(|start| path_of(machine.nodes[start.index()].state));
        expected.insert(("", start.expect("a start")));
    }
    let edges = with_class(document, "asl-edge").map(|edge| {
        (edge.attribute("data-from").expect("from"), edge.attribute("data-to").expect("to"))
    });
    assert_eq!(edges.collect::<BTreeSet<_>>(), expected);
}

fn check_ids(document: &Document<'_>) {
    let mut ids = BTreeSet::new();
    for id in document.descendants().filter_map(|node| node.attribute("id")) {
        assert!(
            id.starts_with("asl-")
                && id.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)),
            "{id}"
        );
        assert!(ids.insert(id.to_owned()), "{id} twice");
    }
}

/// The picture of the README is the one that `cargo asl graph` draws.
#[test]
fn the_picture_in_the_repository_is_current() {
    let text = fs::read_to_string(golden::path("../examples/order/order.asl.json"));
    let machine = machine("order.asl.json", text.expect("a definition")).expect("no errors");
    let compared =
        golden::compare(&golden::path("../docs/pictures/order.svg"), &diagram::svg(&machine));
    compared.unwrap_or_else(|difference| panic!("{difference}"));
}

#[test]
fn pictures_are_complete_and_nothing_overlaps() {
    for machine in machines() {
        let picture = diagram::svg(&machine);
        assert_eq!(picture, diagram::svg(&machine), "{}", machine.name);
        assert!(!picture.contains("\n\n"), "a blank line ends HTML in Markdown");
        let document = parse(&picture);
        check_places(&document);
        check_ids(&document);
        if machine.sm4c.is_none() {
            check_completeness(&machine, &document);
        }
    }
}

/// A machine with a name wherever there can be one: as a state in a Map in a Parallel, and as a
/// state that loops to itself.
fn hostile(name: &str) -> Machine {
    let inner =
        json!({"StartAt": name, "States": {name: {"Type": "Pass", "Comment": name, "End": true}}});
    let text = json!({
        "Comment": name,
        "StartAt": format!("{name} 0"),
        "States": {
            format!("{name} 0"): {"Type": "Task", "Resource": "urn:task:work",
                "Retry": [{"ErrorEquals": [name]}], "Catch": [{"ErrorEquals": [name], "Next": format!("{name} 1")}],
                "Next": format!("{name} 1")},
            format!("{name} 1"): {"Type": "Choice", "Default": format!("{name} 2"), "Choices": [
                {"Variable": "$.a", "StringEquals": name, "Next": format!("{name} 1")},
                {"Variable": "$.a", "StringMatches": name, "Next": format!("{name} 3")}]},
            format!("{name} 2"): {"Type": "Map", "ItemProcessor": inner, "Next": format!("{name} 3")},
            format!("{name} 3"): {"Type": "Fail", "Error": name, "Cause": name},
        }
    });
    machine(name, text.to_string()).unwrap_or_else(|fault| panic!("{fault}"))
}

/// In SM4C, names of events, actions and functions stand in labels, too.
fn hostile_sm4c(name: &str) -> Machine {
    let text = json!({
        "name": name, "version": "1", "events": [{"name": name}], "functions": [{"name": name, "operation": name}],
        "states": [
            {"name": name, "start": true, "enterAction": {"type": "sequence", "name": name, "actions": [
                {"type": "invokeFunction", "functionName": name}, {"type": "sendEvent", "event": name}]},
             "transitions": [{"eventGroups": [{"events": [name]}], "nextState": "Done"}]},
            {"name": "Done"}]
    });
    let options = Options::default().language(Language::Sm4c);
    let checked =
        compile::check(&mut Sources::from_text("m.sm4c.json", text.to_string()), &options);
    checked.machine.unwrap_or_else(|| panic!("{name}: {:?}", checked.diagnostics))
}

const NAMES: [&str; 18] = [
    "\"><script>alert(1)</script>",
    "</title></svg><script>alert(1)</script><svg><title>",
    "' onload='alert(1)",
    "\" onmouseover=\"alert(1)\" x=\"",
    "<a href=\"javascript:alert(1)\">x</a>",
    "</style><style>*{display:none}",
    "</script><script>alert(1)//",
    "<![CDATA[x]]>",
    "]]>",
    "--><!--",
    "<!ENTITY x \"y\">&x;",
    "&#60;script&#62;&lt;b&gt;&amp;",
    "<?xml version=\"1.0\"?>",
    "a\n\n# heading\n\n<script>x</script>",
    "`code` [link](http://x) ![i](http://x)",
    "\u{0}\u{1b}[31m\u{200b}\u{2028}\u{fffe}\u{ffff}",
    "日本語 👩\u{200d}👧 e\u{301} عربي",
    "A[0].B",
];

/// Elements and attributes that pictures consist of, and no others.
fn check_elements(document: &Document<'_>) {
    let elements = ["svg", "title", "desc", "style", "rect", "g", "text", "path", "circle"];
    let attributes = [
        "class",
        "viewBox",
        "width",
        "height",
        "role",
        "aria-label",
        "id",
        "data-path",
        "data-from",
        "data-to",
        "x",
        "y",
        "rx",
        "d",
        "transform",
        "text-anchor",
        "cx",
        "cy",
        "r",
    ];
    for node in document.descendants() {
        assert!(!node.is_comment() && !node.is_pi(), "{node:?}");
        if node.is_element() {
            assert!(elements.contains(&node.tag_name().name()), "{node:?}");
        }
        for attribute in node.attributes() {
            assert!(attributes.contains(&attribute.name()), "{attribute:?}");
        }
    }
    let styles: Vec<_> = document.descendants().filter(|node| node.has_tag_name("style")).collect();
    assert_eq!(styles.len(), 1);
    assert!(!styles[0].text().expect("rules").contains("url("));
}

#[test]
fn names_stay_text() {
    for name in NAMES {
        for machine in [hostile(name), hostile_sm4c(name)] {
            let picture = diagram::svg(&machine);
            let document = parse(&picture);
            check_elements(&document);
            check_ids(&document);
            check_places(&document);
            let page = diagram::html(&machine);
            assert_eq!(page.matches("<script").count(), 1, "{page}");
            assert_eq!(page.matches("<style").count(), 2, "{page}");
            assert!(page.contains(&picture));
        }
    }
}

#[test]
fn random_names_stay_text() {
    let mut seed = 1_u64;
    let mut random = |below: u32| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(seed >> 33).expect("31 bits") % below
    };
    let pieces = [
        "<", ">", "&", "\"", "'", "/", "script", "style", "--", "]]>", " ", "=", "\n", "é", "中",
        "\u{7f}",
    ];
    for _ in 0..300 {
        let name: String = (0..=random(40))
            .map(|_| match random(3) {
                0 => char::from_u32(random(0x11_0000)).unwrap_or('x').to_string(),
                _ => pieces[random(16) as usize].to_owned(),
            })
            .collect();
        // A state's name is no empty text, and direction marks are refused.
        let text = json!({"StartAt": format!("_{name}"), "States": {format!("_{name}"): {"Type": "Succeed"}}});
        let Ok(machine) = machine("random.asl.json", text.to_string()) else { continue };
        let picture = diagram::svg(&machine);
        let document = parse(&picture);
        check_elements(&document);
        check_places(&document);
    }
}

/// A chain of states that all fail over to one, with jumps back and forth.
fn chain(length: usize) -> Value {
    let name = |number: usize| format!("Step {}", number.min(length));
    let mut states = BTreeMap::new();
    for number in 0..length {
        let state = if number % 7 == 3 {
            json!({"Type": "Choice", "Default": name(number + 1), "Choices": [
                {"Variable": "$.a", "NumericEquals": number, "Next": name(number + 3)},
                {"Variable": "$.b", "BooleanEquals": true, "Next": name(number - 2)}]})
        } else {
            json!({"Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:f", "Next": name(number + 1),
                "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Failed"}]})
        };
        states.insert(name(number), state);
    }
    states.insert(name(length), json!({"Type": "Succeed"}));
    states.insert("Failed".to_owned(), json!({"Type": "Fail", "Error": "E", "Cause": "C"}));
    json!({"StartAt": "Step 0", "States": states})
}

#[test]
fn large_machines_are_drawn_in_linear_time() {
    let machine = machine("chain.asl.json", chain(3_000).to_string()).expect("no errors");
    let started = std::time::Instant::now();
    let picture = diagram::svg(&machine);
    // A tenth of it in a debug build; a layout in quadratic time takes minutes.
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    let document = parse(&picture);
    check_completeness(&machine, &document);
    // One line leads to the state that all fail over to, the others are notes.
    let caught = with_class(&document, "asl-catch").filter(Node::has_children);
    assert_eq!(
        caught.filter(|edge| edge.children().any(|child| child.has_tag_name("path"))).count(),
        1
    );
}
