//! References that lead to each other without a member or an item between them.

use std::collections::HashMap;

use asl_source::span::Span;

/// A reference from a schema to another one, with nothing between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) place: Span,
}

/// A link of each circle. Without them there is none.
pub(super) fn circles(links: &[Link], schemas: usize) -> Vec<Link> {
    let mut of: HashMap<usize, Vec<Link>> = HashMap::new();
    for link in links {
        of.entry(link.from).or_default().push(*link);
    }
    // 0: not seen, 1: on the way to it, 2: done.
    let mut seen = vec![0_u8; schemas];
    let mut found = Vec::new();
    for start in 0..schemas {
        let mut path = vec![(start, 0)];
        while let Some((schema, next)) = path.last_mut() {
            let Some(mark) = seen.get_mut(*schema) else { break };
            if *mark == 2 {
                path.pop();
                continue;
            }
            *mark = 1;
            let Some(link) = of.get(schema).and_then(|links| links.get(*next)) else {
                *mark = 2;
                path.pop();
                continue;
            };
            *next += 1;
            match seen.get(link.to) {
                Some(1) => found.push(*link),
                Some(0) => path.push((link.to, 0)),
                Some(_) | None => {}
            }
        }
    }
    found
}
