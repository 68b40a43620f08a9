//! A naive implementation of paths (seed: "Paths").

use super::json::{Json, object};

/// One step of a path.
enum Step {
    Key(String),
    Index(i64),
    Any,
    Slice(Option<i64>, Option<i64>),
    Several(Vec<i64>),
    Below(String),
}

/// Reason why a result cannot be placed: a value on the way has another type.
pub(crate) struct Mismatch;

/// The selection of a path: the hit, if any, of a path that can have only one; the array of hits of
/// any other path.
pub(crate) fn select(path: &str, root: &Json) -> Option<Json> {
    let steps = read(path);
    let definite = steps.iter().all(|step| matches!(step, Step::Key(_) | Step::Index(_)));
    let mut hits = vec![root];
    for step in &steps {
        hits = hits.into_iter().flat_map(|hit| follow(step, hit)).collect();
    }
    if definite {
        hits.first().map(|hit| (*hit).clone())
    } else {
        Some(Json::Array(hits.into_iter().cloned().collect()))
    }
}

/// True for a slice of one place whose value is no array. AWS fails there.
pub(crate) fn slices_no_array(path: &str, root: &Json) -> bool {
    let mut node = Some(root);
    for step in read(path) {
        match step {
            Step::Key(_) | Step::Index(_) => {
                node = node.and_then(|node| follow(&step, node).into_iter().next());
            }
            Step::Slice(..) => {
                return node.is_some_and(|node| !matches!(node, Json::Array(_) | Json::Null));
            }
            Step::Any | Step::Several(_) | Step::Below(_) => return false,
        }
    }
    false
}

/// Puts a value at a Reference Path (seed: "`ResultPath`").
pub(crate) fn put(path: &str, root: &mut Json, value: Json) -> Result<(), Mismatch> {
    put_steps(&read(path), root, value)
}

fn put_steps(steps: &[Step], place: &mut Json, value: Json) -> Result<(), Mismatch> {
    let Some((step, rest)) = steps.split_first() else {
        *place = value;
        return Ok(());
    };
    match (step, place) {
        (Step::Key(key), object @ Json::Object(_)) => {
            let mut inner = object.get(key).cloned().unwrap_or_else(|| self::object([]));
            put_steps(rest, &mut inner, value)?;
            object.set(key, inner);
            Ok(())
        }
        (Step::Index(index), Json::Array(items)) => {
            let item = usize::try_from(*index)
                .ok()
                .and_then(|index| items.get_mut(index))
                .ok_or(Mismatch)?;
            put_steps(rest, item, value)
        }
        _ => Err(Mismatch),
    }
}

fn follow<'a>(step: &Step, node: &'a Json) -> Vec<&'a Json> {
    match (step, node) {
        (Step::Key(key), Json::Object(_)) => node.get(key).into_iter().collect(),
        (Step::Index(index), Json::Array(items)) => item(items, *index).into_iter().collect(),
        (Step::Any, Json::Array(items)) => items.iter().collect(),
        (Step::Any, Json::Object(members)) => members.iter().map(|(_, value)| value).collect(),
        (Step::Several(indexes), Json::Array(items)) => {
            indexes.iter().filter_map(|index| item(items, *index)).collect()
        }
        (Step::Slice(from, to), Json::Array(items)) => {
            let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
            let place = |at: i64| if at < 0 { (at + length).max(0) } else { at.min(length) };
            (place(from.unwrap_or(0))..place(to.unwrap_or(length)))
                .filter_map(|index| item(items, index))
                .collect()
        }
        (Step::Below(key), _) => below(key, node),
        _ => Vec::new(),
    }
}

fn below<'a>(key: &str, node: &'a Json) -> Vec<&'a Json> {
    let mut hits: Vec<_> = node.get(key).into_iter().collect();
    for child in follow(&Step::Any, node) {
        hits.extend(below(key, child));
    }
    hits
}

fn item(items: &[Json], index: i64) -> Option<&Json> {
    let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
    let index = if index < 0 { index + length } else { index };
    usize::try_from(index).ok().and_then(|index| items.get(index))
}

/// Parses a path as written by the generator.
fn read(path: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = path.strip_prefix('$').unwrap_or(path);
    while !rest.is_empty() {
        let (step, after) = read_step(rest);
        steps.push(step);
        rest = after;
    }
    steps
}

fn read_step(rest: &str) -> (Step, &str) {
    if let Some(rest) = rest.strip_prefix("..") {
        let (key, rest) = read_name(rest);
        return (Step::Below(key), rest);
    }
    if let Some(rest) = rest.strip_prefix(".*") {
        return (Step::Any, rest);
    }
    if let Some(rest) = rest.strip_prefix('.') {
        let (key, rest) = read_name(rest);
        return (Step::Key(key), rest);
    }
    let (inside, after) = rest.split_once(']').unwrap_or((rest, ""));
    let inside = inside.trim_start_matches('[');
    let whole = |text: &str| text.trim().parse().ok();
    let step = match inside {
        "*" => Step::Any,
        _ if inside.starts_with('\'') => Step::Key(inside.trim_matches('\'').to_owned()),
        _ if inside.contains(',') => Step::Several(inside.split(',').filter_map(whole).collect()),
        _ => match inside.split_once(':') {
            Some((from, to)) => Step::Slice(whole(from), whole(to)),
            None => Step::Index(whole(inside).unwrap_or(0)),
        },
    };
    (step, after)
}

fn read_name(rest: &str) -> (String, &str) {
    let mut name = String::new();
    let mut letters = rest.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => name.extend(letters.next().map(|(_, escaped)| escaped)),
            '.' | '[' => return (name, rest.get(at..).unwrap_or("")),
            _ => name.push(letter),
        }
    }
    (name, "")
}
