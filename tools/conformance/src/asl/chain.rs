//! Links between the events of a Parallel's branches and of a Map's iterations. The corpus
//! describes them in words (`chain_notes`): the first state of each branch points to
//! `ParallelStateStarted`, each later event of a branch to the branch's previous one, and
//! `ParallelStateSucceeded` and `ParallelStateExited` both point to the last event of any branch.

use std::collections::BTreeMap;

use serde_json::Value;

use super::case::Event;
use super::history::{kind, number};
use crate::report::Difference;

/// The branches that contain a state, from the outside: (Parallel state, number of the branch).
type Place = Vec<(String, usize)>;

/// Checks the links of all events.
pub(crate) fn check(note: &str, definition: &str, events: &[Event]) -> Vec<Difference> {
    if note.contains("MapIterationStarted points to MapStateStarted") {
        return check_iterations(events);
    }
    let definition: Value = serde_json::from_str(definition).unwrap_or_default();
    let mut places = BTreeMap::new();
    find_places(&definition, &Vec::new(), &mut places);
    if !note.contains("branch") || places.values().all(Vec::is_empty) {
        return vec![Difference::new(
            "chain_notes",
            note,
            "the runner can check these only for a Parallel",
        )];
    }
    let by_id: BTreeMap<u64, &Event> = events.iter().map(|event| (number(event), event)).collect();
    let chain = Chain { places, by_id };
    let branches = events.iter().filter_map(|event| chain.check_in_branch(event));
    let ends = events.iter().filter_map(|event| chain.check_end(event, events));
    branches.chain(ends).collect()
}

/// Checks concurrent iterations: each starts after `MapStateStarted`, its events follow each other,
/// and the end of the Map follows the last `MapIterationSucceeded`.
fn check_iterations(events: &[Event]) -> Vec<Difference> {
    let mut found = Vec::new();
    let (mut started, mut succeeded) = (0, 0);
    // The last event of each running iteration.
    let mut last: Vec<u64> = Vec::new();
    for event in events {
        let (id, previous) =
            (number(event), event.get("prev").and_then(Value::as_u64).unwrap_or_default());
        let wanted = match kind(event) {
            "MapStateEntered" => continue,
            "MapStateStarted" => {
                started = id;
                continue;
            }
            "MapIterationStarted" => {
                last.push(id);
                vec![started]
            }
            "MapStateSucceeded" => vec![succeeded],
            "MapStateExited" => {
                last.clear();
                vec![succeeded]
            }
            _ if last.is_empty() => continue,
            other => {
                let wanted = last.clone();
                for end in last.iter_mut().filter(|end| **end == previous) {
                    *end = id;
                }
                if other == "MapIterationSucceeded" {
                    succeeded = id;
                    last.retain(|end| *end != id);
                }
                wanted
            }
        };
        if !wanted.contains(&previous) {
            found.push(Difference::new(
                format!("event {id}: prev"),
                format!("one of {wanted:?}"),
                previous,
            ));
        }
    }
    found
}

fn find_places(scope: &Value, place: &Place, places: &mut BTreeMap<String, Place>) {
    let states = scope.get("States").and_then(Value::as_object);
    for (name, state) in states.into_iter().flatten() {
        places.insert(name.clone(), place.clone());
        let branches = state.get("Branches").and_then(Value::as_array);
        for (index, branch) in branches.into_iter().flatten().enumerate() {
            let mut inner = place.clone();
            inner.push((name.clone(), index));
            find_places(branch, &inner, places);
        }
    }
}

struct Chain<'a> {
    places: BTreeMap<String, Place>,
    by_id: BTreeMap<u64, &'a Event>,
}

impl Chain<'_> {
    /// The place of an event: that of its name, or else that of the event it points to.
    fn place(&self, event: &Event) -> Option<Place> {
        match event.get("name").and_then(Value::as_str) {
            Some(name) => self.places.get(name).cloned(),
            None => self.place(self.previous(event)?),
        }
    }

    fn previous(&self, event: &Event) -> Option<&Event> {
        // Links point backwards, so following them ends.
        let previous = event
            .get("prev")
            .and_then(Value::as_u64)
            .filter(|previous| *previous < number(event))?;
        self.by_id.get(&previous).copied()
    }

    /// Checks an event inside a branch: it points into the same branch, or to the start of its
    /// Parallel.
    fn check_in_branch(&self, event: &Event) -> Option<Difference> {
        let place = self.place(event).filter(|place| !place.is_empty())?;
        if kind(event).starts_with("ParallelState") {
            return None;
        }
        let previous = self.previous(event);
        let starts = previous.is_some_and(|previous| kind(previous) == "ParallelStateStarted");
        let inside =
            previous.and_then(|previous| self.place(previous)).is_some_and(|found| found == place);
        let is_first = kind(event).ends_with("StateEntered");
        if inside || (starts && is_first) {
            return None;
        }
        let shown = previous.map_or("nothing", |previous| kind(previous));
        let wanted = format!("an event of the same branch of {:?}", place.last());
        Some(Difference::new(format!("event {}: prev", number(event)), wanted, shown))
    }

    /// Checks the end of a Parallel: it points to the last event of its branches.
    fn check_end(&self, event: &Event, events: &[Event]) -> Option<Difference> {
        if kind(event) != "ParallelStateExited" {
            return None;
        }
        let name = event.get("name").and_then(Value::as_str)?;
        let inside = |event: &&Event| {
            self.place(event)
                .is_some_and(|place| place.iter().any(|(parallel, _)| parallel == name))
        };
        let branch_events =
            events.iter().filter(|other| number(other) < number(event)).filter(inside);
        let last = branch_events
            .filter(|event| !kind(event).starts_with("ParallelStateSucceeded"))
            .map(number)
            .max()?;
        let end = self
            .by_id
            .get(&number(event).saturating_sub(1))
            .filter(|end| kind(end) == "ParallelStateSucceeded");
        let links: Vec<_> =
            end.into_iter().copied().chain([event]).map(|event| event.get("prev")).collect();
        let right =
            links.len() == 2 && links.iter().all(|link| link.and_then(Value::as_u64) == Some(last));
        let what = format!(
            "event {}: prev of ParallelStateSucceeded and ParallelStateExited",
            number(event)
        );
        (!right).then(|| Difference::new(what, last, format!("{links:?}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const NOTE: &str = "each later event of a branch to the branch's previous one";
    const DEFINITION: &str = r#"{"StartAt": "P", "States": {"P": {"Type": "Parallel", "End": true, "Branches": [
        {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true}}},
        {"StartAt": "B", "States": {"B": {"Type": "Pass", "End": true}}}]}}}"#;

    /// The events after `ParallelStateEntered`, with these links.
    fn history(links: [u64; 7]) -> Vec<Event> {
        let kinds = [
            ("ParallelStateStarted", None),
            ("PassStateEntered", Some("A")),
            ("PassStateEntered", Some("B")),
            ("PassStateExited", Some("A")),
            ("PassStateExited", Some("B")),
            ("ParallelStateSucceeded", None),
            ("ParallelStateExited", Some("P")),
        ];
        let mut events =
            vec![json!({ "id": 2, "prev": 0, "type": "ParallelStateEntered", "name": "P" })];
        for ((id, (kind, name)), prev) in (3..).zip(kinds).zip(links) {
            let mut event = json!({ "id": id, "prev": prev, "type": kind });
            if let Some(name) = name {
                event["name"] = json!(name);
            }
            events.push(event);
        }
        events.iter().map(|event| event.as_object().unwrap().clone()).collect()
    }

    fn wrong(links: [u64; 7]) -> Vec<String> {
        check(NOTE, DEFINITION, &history(links))
            .into_iter()
            .map(|difference| difference.what)
            .collect()
    }

    #[test]
    fn separate_chains_pass() {
        assert_eq!(wrong([2, 3, 3, 4, 5, 7, 7]), [""; 0]);
    }

    #[test]
    fn a_link_into_the_other_branch_is_found() {
        assert_eq!(wrong([2, 3, 4, 5, 4, 7, 7]).len(), 3);
    }

    #[test]
    fn an_end_that_points_elsewhere_is_found() {
        assert_eq!(wrong([2, 3, 3, 4, 5, 6, 7]).len(), 1);
        assert_eq!(wrong([2, 3, 3, 4, 5, 7, 8]).len(), 1);
    }

    #[test]
    fn iterations_chain_separately() {
        const NOTE: &str = "MapIterationStarted points to MapStateStarted, and so on";
        let wrong = |links: [u64; 11]| {
            let kinds = [
                "MapStateEntered",
                "MapStateStarted",
                "MapIterationStarted",
                "PassStateEntered",
                "MapIterationStarted",
                "PassStateEntered",
                "PassStateExited",
                "PassStateExited",
                "MapIterationSucceeded",
                "MapIterationSucceeded",
                "MapStateSucceeded",
            ];
            let events = (2..)
                .zip(kinds)
                .zip(links)
                .map(|((id, kind), prev)| json!({ "id": id, "prev": prev, "type": kind }));
            let events: Vec<Event> =
                events.map(|event| event.as_object().unwrap().clone()).collect();
            check(NOTE, "{}", &events).len()
        };
        assert_eq!(wrong([0, 2, 3, 4, 3, 6, 5, 7, 8, 9, 11]), 0);
        assert_eq!(wrong([0, 2, 3, 4, 5, 6, 5, 7, 8, 9, 11]), 1);
        assert_eq!(wrong([0, 2, 3, 4, 3, 6, 5, 5, 8, 9, 11]), 2);
        assert_eq!(wrong([0, 2, 3, 4, 3, 6, 5, 7, 8, 9, 10]), 1);
    }

    #[test]
    fn a_note_that_cannot_be_checked_is_a_difference() {
        assert_eq!(check("iterations", "{}", &[]).len(), 1);
    }
}
