//! The paths of the states in a picture, and the state of the picture that each visit belongs to.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::run::{Run, State};

/// The paths of states in the SVG of a machine: its attributes `data-path`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paths {
    all: BTreeSet<String>,
    /// Paths by the name of the state.
    ending: HashMap<String, Vec<String>>,
}

impl Paths {
    /// Reads the paths of a picture.
    pub(crate) fn read(svg: &str) -> Self {
        let mut paths = Self::default();
        for part in svg.split("data-path=\"").skip(1) {
            let path = unescape(part.split('"').next().unwrap_or_default());
            // A name may have dots and brackets, so each end may be one.
            for (at, _) in path.match_indices("].") {
                let name = path.get(at + 2..).unwrap_or_default();
                paths.ending.entry(name.to_owned()).or_default().push(path.clone());
            }
            paths.ending.entry(path.clone()).or_default().push(path.clone());
            paths.all.insert(path);
        }
        paths
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The path of a state inside another.
    fn find(&self, parent: Option<&str>, usual: &str, name: &str) -> Option<String> {
        if self.all.contains(usual) {
            return Some(usual.to_owned());
        }
        let ending = self.ending.get(name)?;
        let inside = ending.iter().find(|path| {
            parent.is_some_and(|parent| {
                path.strip_prefix(parent).is_some_and(|rest| rest.starts_with('['))
            })
        });
        match (inside, ending.as_slice()) {
            (Some(path), _) => Some(path.clone()),
            (None, [only]) => Some(only.clone()),
            (None, _) => None,
        }
    }
}

/// Sets the paths of all states and counts visits by outcome. A state that is in two places of
/// the picture becomes two.
pub(crate) fn set_paths(run: &mut Run, paths: &Paths) {
    let states = std::mem::take(&mut run.states);
    let mut known: HashMap<(usize, Option<usize>, Option<u64>), usize> = HashMap::new();
    let mut by_path: BTreeMap<String, usize> = BTreeMap::new();
    let mut missing: Vec<String> = Vec::new();
    for index in 0..run.visits.len() {
        let Some(visit) = run.visits.get(index) else { break };
        let parent = visit.parent.and_then(|parent| run.visits.get(parent));
        let parent_state = parent.map(|parent| parent.state);
        let parent = parent_state.and_then(|state| run.states.get(state));
        let branch = visit.group.filter(|_| parent.is_some_and(|parent| parent.kind == "Parallel"));
        let key = (visit.state, parent_state, branch);
        let state = if let Some(state) = known.get(&key) {
            *state
        } else {
            let Some(state) = states.get(visit.state) else { continue };
            let usual = usual_path(parent.map(|parent| parent.path.as_str()), branch, &state.name);
            let parent = parent.map(|parent| parent.path.as_str());
            let found = paths.find(parent, &usual, &state.name);
            if found.is_none() && !missing.contains(&state.name) {
                missing.push(state.name.clone());
            }
            let path = found.unwrap_or(usual);
            let next = run.states.len();
            let number = *by_path.entry(path.clone()).or_insert(next);
            if number == next {
                run.states.push(State { path, ..state.clone() });
            }
            known.insert(key, number);
            number
        };
        let outcome = visit.outcome;
        if let Some(state) = run.states.get_mut(state) {
            *state.counts.entry(outcome).or_default() += 1;
        }
        if let Some(visit) = run.visits.get_mut(index) {
            visit.state = state;
        }
    }
    if !paths.is_empty() && !missing.is_empty() {
        let more = missing.len().saturating_sub(5);
        missing.truncate(5);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        run.notes.push(format!(
            "The picture does not have these states: {}{more}. The history may be of another \
             machine, or of another version.",
            missing.join(", ")
        ));
    }
}

/// The path that a state has in a picture. The branch of a Parallel is a guess: the order in which
/// branches begin.
fn usual_path(parent: Option<&str>, branch: Option<u64>, name: &str) -> String {
    match (parent, branch) {
        (None, _) => name.to_owned(),
        (Some(parent), None) => format!("{parent}[].{name}"),
        (Some(parent), Some(branch)) => format!("{parent}[{branch}].{name}"),
    }
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}
