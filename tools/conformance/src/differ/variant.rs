//! Random next versions of machines, as people change them: words, new states, new names, another
//! order, other limits, retriers, results and waits.

use super::json::{Json, number, object, text};
use asl_language::random::SplitMix64;

/// The next version of a machine.
pub(crate) fn variant(machine: &Json, dice: &mut SplitMix64) -> Json {
    let mut machine = machine.clone();
    for change in 0..=dice.index(3) {
        let depth = dice.index(3);
        let mut scope = &mut machine;
        for _ in 0..depth {
            match inner(scope, dice) {
                Some(path) => scope = at(scope, &path),
                None => break,
            }
        }
        apply(scope, change, dice);
    }
    machine
}

/// The path to a scope within a state: the state, and the index of the branch.
type Path = (usize, Option<usize>);

/// A random scope in the states of another one.
fn inner(scope: &Json, dice: &mut SplitMix64) -> Option<Path> {
    let Some(Json::Object(states)) = scope.get("States") else { return None };
    let paths: Vec<Path> = (0..)
        .zip(states)
        .flat_map(|(at, (_, state))| {
            let branches = state.items_at("Branches").len();
            let body = state.get("Iterator").or_else(|| state.get("ItemProcessor"));
            (0..branches).map(move |branch| (at, Some(branch))).chain(body.map(|_| (at, None)))
        })
        .collect();
    (!paths.is_empty()).then(|| *dice.pick(&paths))
}

/// The scope at a path.
fn at<'s>(scope: &'s mut Json, (state, branch): &Path) -> &'s mut Json {
    let found = states(scope).get_mut(*state).map(|(_, state)| state);
    let state = found.unwrap_or_else(|| unreachable!("the path was found"));
    let member = match (branch, state.get("Iterator")) {
        (Some(_), _) => "Branches",
        (None, Some(_)) => "Iterator",
        (None, None) => "ItemProcessor",
    };
    let inner = member_mut(state, member);
    match (inner, branch) {
        (Json::Array(branches), Some(branch)) => {
            branches.get_mut(*branch).unwrap_or_else(|| unreachable!("the path was found"))
        }
        (inner, _) => inner,
    }
}

fn member_mut<'s>(object: &'s mut Json, key: &str) -> &'s mut Json {
    let Json::Object(members) = object else { unreachable!("it is an object") };
    let found = members.iter_mut().find(|(name, _)| name == key);
    found.map_or_else(|| unreachable!("it has `{key}`"), |(_, value)| value)
}

fn states(scope: &mut Json) -> &mut Vec<(String, Json)> {
    let Json::Object(states) = member_mut(scope, "States") else {
        unreachable!("states are an object")
    };
    states
}

/// Applies a random change to the states of a scope.
fn apply(scope: &mut Json, change: usize, dice: &mut SplitMix64) {
    let count = states(scope).len();
    let place = dice.index(count);
    let Some((name, kind)) = states(scope)
        .get(place)
        .map(|(name, state)| (name.clone(), state.text_at("Type").unwrap_or_default().to_owned()))
    else {
        return;
    };
    let new_name = format!("{name} {change} new");
    let state = |scope: &'_ mut Json, key: &str, value: Json| {
        if let Some((_, state)) = states(scope).get_mut(place) {
            state.set(key, value);
        }
    };
    match dice.index(10) {
        0 => state(scope, "Comment", text("changed")),
        1 if kind == "Fail" => state(scope, "Cause", text("another cause")),
        1 | 2 => rename(scope, &name, &new_name),
        3 => {
            let next = states(scope).get(place).and_then(|(_, state)| state.text_at("Next"));
            let Some(next) = next.map(str::to_owned) else { return };
            state(scope, "Next", text(new_name.clone()));
            let pass = object([("Type", text("Pass")), ("Next", text(next))]);
            let at = dice.index(states(scope).len() + 1);
            states(scope).insert(at, (new_name, pass));
        }
        4 if kind == "Task" => {
            let seconds = u32::try_from(dice.between(40, 90)).unwrap_or(40);
            state(scope, "TimeoutSeconds", number(seconds));
        }
        5 => states(scope).reverse(),
        6 if kind == "Wait" => {
            let seconds = u32::try_from(dice.between(1, 9)).unwrap_or(1);
            let has_seconds = |(_, state): &(String, Json)| state.get("Seconds").is_some();
            if states(scope).get(place).is_some_and(has_seconds) {
                state(scope, "Seconds", number(seconds));
            }
        }
        7 if kind == "Map" => {
            let most = u32::try_from(dice.between(1, 3)).unwrap_or(1);
            state(scope, "MaxConcurrency", number(most));
        }
        8 if matches!(kind.as_str(), "Task" | "Parallel" | "Map") => {
            let all = Json::Array(vec![text("States.ALL")]);
            let most = u32::try_from(dice.between(0, 2)).unwrap_or(1);
            let retrier = [("ErrorEquals", all), ("MaxAttempts", number(most))];
            state(scope, "Retry", Json::Array(vec![object(retrier)]));
        }
        _ if kind == "Pass" => state(scope, "ResultPath", text("$.changed")),
        _ => state(scope, "Comment", text("changed, too")),
    }
}

/// Gives a state of a scope another name, also where others lead to it.
fn rename(scope: &mut Json, name: &str, new: &str) {
    if scope.text_at("StartAt") == Some(name) {
        scope.set("StartAt", text(new));
    }
    for (key, state) in states(scope).iter_mut() {
        if key == name {
            new.clone_into(key);
        }
        lead(state, name, new);
        for list in ["Choices", "Catch"] {
            let Json::Object(members) = state else { continue };
            let items = members.iter_mut().find(|(key, _)| key == list);
            if let Some((_, Json::Array(items))) = items {
                for item in items {
                    lead(item, name, new);
                }
            }
        }
    }
}

fn lead(from: &mut Json, name: &str, new: &str) {
    for key in ["Next", "Default"] {
        if from.text_at(key) == Some(name) {
            from.set(key, text(new));
        }
    }
}
