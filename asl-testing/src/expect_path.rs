//! Expectations on the order of states and events.

use super::account;
use super::run::Run;

/// Maximum number of equal names shown before a departure.
const BEFORE: usize = 3;
/// Maximum number of names shown from a departure on.
const AFTER: usize = 8;

impl Run {
    /// Expects exactly these states, in this order.
    #[track_caller]
    pub fn expect_path<'s>(&self, states: impl IntoIterator<Item = &'s str>) -> &Self {
        let (expected, path): (Vec<&str>, _) = (states.into_iter().collect(), self.path());
        if path == expected {
            return self;
        }
        self.unknown_states(&expected);
        let departure = departure("state", &expected, &path);
        self.wrong(&format!("the machine took another path: {departure}"))
    }

    /// Expects these states in this order, possibly with others between them.
    #[track_caller]
    pub fn expect_through<'s>(&self, states: impl IntoIterator<Item = &'s str>) -> &Self {
        let (expected, path): (Vec<&str>, _) = (states.into_iter().collect(), self.path());
        let mut rest = path.iter();
        let missed = expected.iter().find(|state| !rest.any(|taken| taken == *state));
        let Some(missed) = missed else { return self };
        self.unknown_states(&expected);
        self.wrong(&format!(
            "the machine did not enter `{missed}` where that was expected\n  expected {}\n  found    {}",
            account::path(&expected),
            account::path(&path)
        ))
    }

    /// Expects a history of exactly these types of events.
    #[track_caller]
    pub fn expect_events<'s>(&self, types: impl IntoIterator<Item = &'s str>) -> &Self {
        let expected: Vec<&str> = types.into_iter().collect();
        let found: Vec<String> = self.events().iter().map(|event| event.kind.to_string()).collect();
        if found == expected {
            return self;
        }
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        let departure = departure("event", &expected, &found);
        self.wrong(&format!("the history has other events: {departure}"))
    }
}

/// The place where a list departs from the expected one, with the names around it.
#[cfg_attr(not(feature = "runner"), expect(unreachable_pub, reason = "the runner exports it"))]
pub fn departure(noun: &str, expected: &[&str], found: &[&str]) -> String {
    let at = expected.iter().zip(found).take_while(|(expected, found)| expected == found).count();
    let name =
        |names: &[&str]| names.get(at).map_or("the end".to_owned(), |name| format!("`{name}`"));
    format!(
        "{noun} {} is {}, expected {}\n  expected {}\n  found    {}",
        at + 1,
        name(found),
        name(expected),
        around(expected, at),
        around(found, at)
    )
}

/// The names around a place, which is in brackets.
fn around(names: &[&str], at: usize) -> String {
    let start = at.saturating_sub(BEFORE);
    let end = names.len().min(at.saturating_add(AFTER));
    let mut shown: Vec<String> = Vec::new();
    if start > 0 {
        shown.push(format!("… {start} equal"));
    }
    for (place, name) in names.iter().enumerate().take(end).skip(start) {
        shown.push(if place == at { format!("[{name}]") } else { (*name).to_owned() });
    }
    if names.len() <= at {
        shown.push("[the end]".to_owned());
    } else if names.len() > end {
        shown.push(format!("… {} more", names.len() - end));
    }
    shown.join(" → ")
}
