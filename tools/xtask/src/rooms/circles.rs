//! Circles in the graph of rooms: its strongly connected components.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::Import;

/// Rooms that all import each other, directly or through others.
pub(crate) struct Circle<'a> {
    pub(crate) rooms: BTreeSet<&'a str>,
    /// The imports between these rooms; pairs with the fewest imports come first.
    pub(crate) imports: Vec<((&'a str, &'a str), Vec<&'a Import>)>,
}

/// All circles of two rooms or more.
pub(crate) fn find(imports: &[Import]) -> Vec<Circle<'_>> {
    let reached = reached(imports);
    let reaches = |from, to| reached.get(from).is_some_and(|rooms| rooms.contains(to));
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for room in reached.keys().copied() {
        if !reaches(room, room) || seen.contains(room) {
            continue;
        }
        let mutual = reached.keys().copied();
        let rooms: BTreeSet<_> =
            mutual.filter(|other| reaches(room, other) && reaches(other, room)).collect();
        seen.extend(rooms.iter().copied());
        found.push(Circle { imports: inside(imports, &rooms), rooms });
    }
    found
}

/// The rooms that can be reached from each room in one step or more.
fn reached(imports: &[Import]) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut reached: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for import in imports {
        reached.entry(&import.from).or_default().insert(&import.to);
    }
    let rooms: Vec<_> = reached.keys().copied().collect();
    for through in &rooms {
        let beyond = reached.get(through).cloned().unwrap_or_default();
        for targets in reached.values_mut().filter(|targets| targets.contains(through)) {
            targets.extend(beyond.iter().copied());
        }
    }
    reached
}

fn inside<'a>(
    imports: &'a [Import],
    rooms: &BTreeSet<&'a str>,
) -> Vec<((&'a str, &'a str), Vec<&'a Import>)> {
    let mut pairs: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for import in imports {
        let pair = (import.from.as_str(), import.to.as_str());
        if rooms.contains(pair.0) && rooms.contains(pair.1) {
            pairs.entry(pair).or_default().push(import);
        }
    }
    let mut pairs: Vec<_> = pairs.into_iter().collect();
    pairs.sort_by_key(|(_, places)| places.len());
    pairs
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn circles(edges: &[(&str, &str)]) -> Vec<String> {
        let imports: Vec<_> = edges
            .iter()
            .map(|(from, to)| Import {
                from: (*from).to_owned(),
                to: (*to).to_owned(),
                file: PathBuf::new(),
                line: 1,
                name: String::new(),
            })
            .collect();
        let found = find(&imports);
        found.iter().map(|circle| circle.rooms.iter().copied().collect::<String>()).collect()
    }

    #[test]
    fn each_strongly_connected_component_is_one_circle() {
        assert_eq!(circles(&[("a", "b"), ("b", "c"), ("a", "c")]), [""; 0]);
        let edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("e", "d")];
        assert_eq!(circles(&edges), ["abc", "de"]);
    }
}
