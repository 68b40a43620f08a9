//! A row for each box: every edge leads downwards, except for those that close a circle.

use super::Graph;

/// The rows of boxes. They are even; labels are in the odd rows between.
pub(super) struct Ranks {
    /// By box.
    pub(super) rank: Vec<usize>,
    /// By edge: true if it leads upwards.
    pub(super) is_reversed: Vec<bool>,
}

/// Ranks each box below the last box that leads to it.
pub(super) fn ranks(graph: &Graph) -> Ranks {
    let mut outgoing = vec![Vec::new(); graph.boxes.len()];
    for (number, edge) in graph.edges.iter().enumerate() {
        outgoing[edge.from].push(number);
    }
    let (is_reversed, finished) = circles(graph, &outgoing);
    let mut rank = vec![0; graph.boxes.len()];
    // Backwards, the order in which a search leaves boxes is a topological one.
    for &from in finished.iter().rev() {
        for &number in &outgoing[from] {
            let to = graph.edges[number].to;
            if !is_reversed[number] {
                rank[to] = rank[to].max(rank[from] + 2);
            }
        }
    }
    // A reversed edge leads to a box on the way to its own, so turned round it leads downwards, too.
    Ranks { rank, is_reversed }
}

/// A search in depth: an edge to a box on the way to it closes a circle. Also returns the boxes in
/// the order in which the search leaves them.
fn circles(graph: &Graph, outgoing: &[Vec<usize>]) -> (Vec<bool>, Vec<usize>) {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; graph.boxes.len()];
    let mut is_reversed = vec![false; graph.edges.len()];
    let mut finished = Vec::with_capacity(graph.boxes.len());
    for first in 0..graph.boxes.len() {
        if marks[first] != Mark::New {
            continue;
        }
        marks[first] = Mark::Open;
        let mut path = vec![(first, 0)];
        while let Some((vertex, next)) = path.last_mut() {
            let Some(&number) = outgoing[*vertex].get(*next) else {
                marks[*vertex] = Mark::Done;
                finished.push(*vertex);
                path.pop();
                continue;
            };
            *next += 1;
            let to = graph.edges[number].to;
            match marks[to] {
                Mark::New => {
                    marks[to] = Mark::Open;
                    path.push((to, 0));
                }
                Mark::Open => is_reversed[number] = true,
                Mark::Done => {}
            }
        }
    }
    (is_reversed, finished)
}
