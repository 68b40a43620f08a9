//! Tests of layouts: nothing overlaps, and every edge leads through free space.

use super::{Edge, Extent, Graph, Layout, layout};

fn graph(boxes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Graph {
    let extent = |number: usize| {
        let half = 40.0 + 10.0 * f64::from(u32::try_from(number % 5).unwrap());
        Extent { left: half, right: half, height: 30.0 + half / 2.0 }
    };
    let label = |number: usize| {
        number.is_multiple_of(3).then_some(Extent { left: 35.0, right: 35.0, height: 18.0 })
    };
    let edges = edges.into_iter().enumerate().map(|(number, (from, to))| Edge {
        from,
        to,
        label: label(number),
        is_main: to == from + 1,
    });
    Graph { boxes: (0..boxes).map(extent).collect(), edges: edges.collect() }
}

/// Left, top, right and lower ends of everything that takes space.
fn areas(graph: &Graph, layout: &Layout) -> Vec<[f64; 4]> {
    let boxes = graph.boxes.iter().zip(&layout.boxes).map(|(extent, place)| (extent, *place));
    let labels = graph.edges.iter().zip(&layout.routes).filter_map(|(edge, route)| {
        edge.label.as_ref().map(|label| (label, route.label.expect("a place for each label")))
    });
    boxes
        .chain(labels)
        .map(|(extent, (x, y))| [x - extent.left, y, x + extent.right, y + extent.height])
        .collect()
}

fn check(graph: &Graph) -> Layout {
    let layout = layout(graph);
    let areas = areas(graph, &layout);
    for (number, one) in areas.iter().enumerate() {
        assert!(one[0] > -0.01 && one[1] > -0.01, "{one:?}");
        assert!(one[2] < layout.width + 0.01 && one[3] < layout.height + 0.01, "{one:?}");
        for other in areas.iter().skip(number + 1) {
            let overlaps =
                one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
            assert!(!overlaps, "{one:?} {other:?}");
        }
    }
    for (edge, route) in graph.edges.iter().zip(&layout.routes) {
        let (first, last) = (route.points[0], *route.points.last().unwrap());
        for (end, number) in [(first, edge.from), (last, edge.to)] {
            let (extent, (x, y)) = (graph.boxes[number], layout.boxes[number]);
            assert!((x - extent.left..=x + extent.right).contains(&end.0), "{edge:?}");
            let at_border = (end.1 - y).abs() < 0.01 || (end.1 - y - extent.height).abs() < 0.01;
            assert!(at_border, "{edge:?} {end:?}");
        }
        for pair in route.points.windows(2) {
            let [(x, y), (to, end)] = [pair[0], pair[1]];
            let (left, right, top, lower) = (x.min(to), x.max(to), y.min(end), y.max(end));
            for (extent, (column, upper)) in graph.boxes.iter().zip(&layout.boxes) {
                let crosses = left < column + extent.right - 0.01
                    && right > column - extent.left + 0.01
                    && top < upper + extent.height - 0.01
                    && lower > upper + 0.01;
                assert!(!crosses, "{edge:?} crosses the box at {column}, {upper}");
            }
        }
    }
    layout
}

#[test]
fn a_chain_is_straight() {
    let graph = graph(6, (0..5).map(|number| (number, number + 1)));
    let layout = check(&graph);
    let first = layout.boxes[0].0;
    assert!(layout.boxes.iter().all(|(column, _)| (column - first).abs() < 0.01), "{layout:?}");
    assert!(layout.boxes.windows(2).all(|pair| pair[0].1 < pair[1].1), "{:?}", layout.boxes);
}

#[test]
fn circles_lead_back_upwards() {
    let layout = check(&graph(4, [(0, 1), (1, 2), (2, 1), (2, 3), (3, 0), (0, 3)]));
    let route = &layout.routes[2];
    assert!(route.points[0].1 > route.points.last().unwrap().1, "{route:?}");
}

#[test]
fn random_graphs_have_no_overlaps_and_the_same_layout_again() {
    let mut seed = 7_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    for round in 0..300 {
        let boxes = 2 + random(30);
        let edges: Vec<(usize, usize)> = (0..random(60))
            .map(|_| (random(boxes), random(boxes)))
            .filter(|(from, to)| from != to)
            .collect();
        let graph = graph(boxes, edges);
        let first = check(&graph);
        assert_eq!(format!("{first:?}"), format!("{:?}", layout(&graph)), "round {round}");
    }
}

#[test]
fn no_boxes_take_no_space() {
    let layout = layout(&Graph::default());
    assert!(layout.width.abs() < 0.01 && layout.height.abs() < 0.01);
    check(&graph(1, []));
}
