//! Parts of emitted paths: steps that find one node, searches that find several, and AWS's causes
//! for paths without a result.

use std::fmt::{self, Write};

use crate::data::template::shallow;
use asl_value::error::{Failed, Failure, Quoted};
use asl_value::value::{Array, Object, Value};

mod filter;
mod function;
#[cfg(feature = "rfc9535")]
mod pattern;

pub use filter::members;
pub use function::{compared, length};
#[cfg(feature = "rfc9535")]
pub use pattern::{Extent, Pattern, matches};

/// One step of a definite path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seg {
    /// A member.
    Key(&'static str),
    /// An item; a negative index counts from the end.
    Index(i64),
}

/// Maximum nodes that one search may visit. `$..*..*` visits each node once for every node above
/// it, so that small data can cause any amount of work; ordinary searches visit each node once.
const MOST_VISITS: usize = 10_000_000;

/// The item at an index; a negative index counts from the end.
#[inline]
pub fn item(node: &Value, index: i64) -> Option<&Value> {
    let items = node.as_array()?.as_slice();
    items.get(position(index, items.len())?)
}

/// The value at a path without steps.
#[inline]
pub fn whole(root: &Value) -> Option<&Value> {
    Some(root)
}

/// As [`item`], but `null` past the end of an array, as in AWS's payload templates.
#[inline]
pub fn item_or_null(node: &Value, index: i64) -> Option<&Value> {
    static NULL: Value = Value::Null;
    node.as_array()?;
    Some(item(node, index).unwrap_or(&NULL))
}

fn position(index: i64, length: usize) -> Option<usize> {
    match usize::try_from(index) {
        Ok(index) => Some(index),
        Err(_) => length.checked_sub(usize::try_from(index.unsigned_abs()).ok()?),
    }
}

/// Runs a path that can have several hits, and returns an array of them. `path` is its text, for
/// the cause when it visits too many nodes.
pub fn gather(path: &'static str, search: impl FnOnce(&mut Search)) -> Result<Value, Failed> {
    let mut state = Search::new();
    search(&mut state);
    if let Some(why) = state.refused {
        return Err(runtime(format!("Invalid path '{path}' : {why}")).into());
    }
    if state.exhausted {
        return Err(runtime(format!(
            "Invalid path '{path}' : it reaches more than {MOST_VISITS} nodes"
        ))
        .into());
    }
    // An object that passes a filter is at most as deep as the data, and the array around it adds
    // one level.
    shallow(Value::array(state.goal.hits))
}

/// A search in progress. Its methods return the nodes to visit next. They return none once too many
/// nodes were visited or enough hits were found, which ends the loops around them.
#[derive(Debug)]
pub struct Search {
    goal: Goal,
    /// Nodes that may still be visited.
    left: usize,
    exhausted: bool,
    /// The reason for which the path cannot be evaluated.
    refused: Option<String>,
    /// The most recently computed pattern.
    #[cfg(feature = "rfc9535")]
    pattern: Option<pattern::Computed>,
}

/// The goal of a search: that of a path, or of a path inside a filter.
#[derive(Debug)]
struct Goal {
    hits: Vec<Value>,
    /// Number of hits, kept or not.
    count: usize,
    /// Maximum number of hits to keep.
    keep: usize,
    /// Number of hits after which the search ends.
    enough: usize,
}

impl Goal {
    fn new(keep: usize, enough: usize) -> Self {
        Self { hits: Vec::new(), count: 0, keep, enough }
    }
}

impl Search {
    fn new() -> Self {
        Self {
            goal: Goal::new(usize::MAX, usize::MAX),
            left: MOST_VISITS,
            exhausted: false,
            refused: None,
            #[cfg(feature = "rfc9535")]
            pattern: None,
        }
    }

    /// Records a hit.
    #[inline]
    pub fn hit(&mut self, node: &Value) {
        if self.spend(1) {
            self.goal.count += 1;
            if self.goal.count <= self.goal.keep {
                self.goal.hits.push(node.clone());
            }
        }
    }

    /// An empty list, for the nodes of several selectors.
    #[inline]
    pub fn nodes<'v>(&self) -> Vec<&'v Value> {
        Vec::new()
    }

    /// The item at an index.
    #[inline]
    pub fn item<'v>(&mut self, node: &'v Value, index: i64) -> Option<&'v Value> {
        if self.spend(1) { item(node, index) } else { None }
    }

    /// The values of members or items, in order.
    #[inline]
    pub fn children<'v>(&mut self, node: &'v Value) -> Vec<&'v Value> {
        if self.spend(width(node)) { children(node).collect() } else { Vec::new() }
    }

    /// The node and all its descendants that have children: each before its children, which are in
    /// order.
    #[inline]
    pub fn descendants<'v>(&mut self, node: &'v Value) -> Vec<&'v Value> {
        self.walk(node, |child| width(child) > 0, |_| true)
    }

    /// The wanted ones of a node and of the descendants that it opens.
    #[inline]
    fn walk<'v>(
        &mut self,
        node: &'v Value,
        opens: impl Fn(&Value) -> bool,
        is_wanted: impl Fn(&Value) -> bool,
    ) -> Vec<&'v Value> {
        let mut found = Vec::new();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if !self.spend(1 + width(node)) {
                return Vec::new();
            }
            if is_wanted(node) {
                found.push(node);
            }
            open.extend(children(node).rev().filter(|child| opens(child)));
        }
        found
    }

    /// A slice of items as in RFC 9535: negative bounds count from the end, a negative step goes
    /// backwards, and a step of 0 selects nothing.
    #[inline]
    pub fn slice<'v>(
        &mut self,
        node: &'v Value,
        from: Option<i64>,
        to: Option<i64>,
        step: i64,
    ) -> Vec<&'v Value> {
        let Some(items) = node.as_array().map(Array::as_slice).filter(|_| self.spend(0)) else {
            return Vec::new();
        };
        let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
        let absolute = |bound: i64| if bound < 0 { bound.saturating_add(length) } else { bound };
        let (first, last) = match step {
            0 => return Vec::new(),
            1.. => (
                from.map_or(0, absolute).clamp(0, length),
                to.map_or(length, absolute).clamp(0, length),
            ),
            _ => (
                from.map_or(length - 1, absolute).clamp(-1, length - 1),
                to.map_or(-1, absolute).clamp(-1, length - 1),
            ),
        };
        let mut found = Vec::new();
        let mut at = first;
        while (step > 0 && at < last) || (step < 0 && at > last) {
            found.extend(usize::try_from(at).ok().and_then(|at| items.get(at)));
            at = at.saturating_add(step);
        }
        if self.spend(found.len()) { found } else { Vec::new() }
    }

    /// As [`slice`](Self::slice), of a node that AWS requires to be an array if it is there.
    #[inline]
    pub fn slice_of_array<'v>(
        &mut self,
        node: &'v Value,
        from: Option<i64>,
        to: Option<i64>,
        step: i64,
    ) -> Vec<&'v Value> {
        if !matches!(node, Value::Array(_) | Value::Null) {
            let bound =
                |bound: Option<i64>| bound.map(|bound| bound.to_string()).unwrap_or_default();
            self.refuse(&format!(
                "Filter: [{}:{}] can only be applied to arrays",
                bound(from),
                bound(to)
            ));
            return Vec::new();
        }
        self.slice(node, from, to, step)
    }

    /// Lets the search fail.
    pub fn refuse(&mut self, why: &str) {
        self.refused = Some(why.to_owned());
    }

    fn spend(&mut self, nodes: usize) -> bool {
        if self.goal.count >= self.goal.enough {
            return false;
        }
        let left = self.left.checked_sub(nodes);
        self.left = left.unwrap_or(0);
        self.exhausted |= left.is_none();
        !self.exhausted
    }
}

fn children(node: &Value) -> impl DoubleEndedIterator<Item = &Value> {
    let items = node.as_array().map(Array::as_slice).unwrap_or_default();
    let entries = node.as_object().map(Object::entries).unwrap_or_default();
    items.iter().chain(entries.iter().map(|(_, value)| value))
}

fn width(node: &Value) -> usize {
    match node {
        Value::Array(items) => items.as_slice().len(),
        Value::Object(object) => object.entries().len(),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => 0,
    }
}

/// The hit of an `InputPath` or `OutputPath`: a `&Value`, or a `Value` if the path creates one.
#[inline]
pub fn found<T>(
    hit: Option<T>,
    path: &'static str,
    steps: &[Seg],
    root: &Value,
) -> Result<T, Failed> {
    hit.ok_or_else(|| no_result(path, steps, root).into())
}

/// The hit of a path in a payload template. `field` is its key, including `.$`.
#[inline]
pub fn member<T>(
    hit: Option<T>,
    path: &'static str,
    field: &'static str,
    root: &Value,
) -> Result<T, Failed> {
    hit.ok_or_else(|| not_in_input(path, field, root).into())
}

/// The hit of a Choice's Variable.
#[inline]
pub fn variable<T>(hit: Option<T>, path: &'static str) -> Result<T, Failed> {
    hit.ok_or_else(|| no_variable(path).into())
}

#[cold]
fn no_result(path: &'static str, steps: &[Seg], root: &Value) -> Failure {
    runtime(format!("Invalid path '{path}' : {}", Absent { steps, root }))
}

#[cold]
fn not_in_input(path: &'static str, field: &'static str, root: &Value) -> Failure {
    let input = Quoted(root);
    runtime(format!(
        "The JSONPath '{path}' specified for the field '{field}' could not be found in the input '{input}'"
    ))
}

#[cold]
fn no_variable(path: &'static str) -> Failure {
    runtime(format!(
        "Invalid path '{path}': The choice state's condition path references an invalid value."
    ))
}

/// A failure to which the runtime adds the state. A definite path without a result is
/// `States.Runtime` in every recording of AWS, never `States.ParameterPathFailure`.
#[cold]
pub(crate) fn runtime(cause: String) -> Failure {
    Failure { unplaced: true, ..Failure::new("States.Runtime", cause) }
}

/// The reason why a definite path has no result, in the words of the library behind Step Functions:
/// a missing member with further steps, a node of the wrong kind, or no result at all.
struct Absent<'a> {
    steps: &'a [Seg],
    root: &'a Value,
}

impl fmt::Display for Absent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut node = self.root;
        let mut prefix = "$".to_owned();
        let mut steps = self.steps.iter();
        while let Some(step) = steps.next() {
            let fragment = Fragment(*step);
            let next = match (*step, node) {
                (Seg::Key(key), Value::Object(object)) => object.get(key),
                (Seg::Key(_), _) => {
                    // AWS names Java classes here.
                    let kind = node.kind();
                    return write!(
                        f,
                        "Expected to find an object with property {fragment} in path {prefix} but found '{kind}'."
                    );
                }
                (Seg::Index(_), Value::Null) => return write!(f, "The path {prefix} is null"),
                (Seg::Index(index), Value::Array(_)) => item(node, index),
                (Seg::Index(index), _) => return f.write_str(&only_arrays(index, node)),
            };
            write!(prefix, "{fragment}")?;
            match (next, step) {
                (Some(next), _) => node = next,
                (None, Seg::Key(_)) if !steps.as_slice().is_empty() => {
                    return write!(f, "Missing property in path {prefix}");
                }
                (None, _) => break,
            }
        }
        write!(f, "No results for path: {prefix}")?;
        steps.try_for_each(|step| Fragment(*step).fmt(f))
    }
}

/// The cause for an index step on a node that is not an array, if that is why the path has no
/// result.
pub(crate) fn misplaced(steps: &[Seg], root: &Value) -> Option<String> {
    let mut node = root;
    for step in steps {
        node = match (*step, node) {
            (Seg::Key(key), Value::Object(object)) => object.get(key)?,
            (Seg::Index(index), Value::Array(_)) => item(node, index)?,
            (Seg::Key(_), _) | (Seg::Index(_), Value::Null) => return None,
            (Seg::Index(index), _) => return Some(only_arrays(index, node)),
        };
    }
    None
}

fn only_arrays(index: i64, node: &Value) -> String {
    let node = Quoted(node);
    format!("Filter: [{index}] can only be applied to arrays. Current context is: {node}")
}

/// A step in the library's format: `['a']`, `[0]`.
struct Fragment(Seg);

impl fmt::Display for Fragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Seg::Key(key) => write!(f, "['{key}']"),
            Seg::Index(index) => write!(f, "[{index}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_value::json;

    fn absent(root: &Value, path: &'static str, steps: &[Seg]) -> String {
        found::<&Value>(None, path, steps, root).unwrap_err().cause().unwrap().to_owned()
    }

    #[test]
    fn past_the_end_of_an_array_there_is_null_only_where_asked_for() {
        let items = json!([1, 2]);
        assert_eq!(item(&items, 2), None);
        assert_eq!(item_or_null(&items, 2), Some(&Value::Null));
        assert_eq!(item_or_null(&items, 1), Some(&json!(2)));
        assert_eq!(item_or_null(&json!({ "2": 1 }), 2), None);
    }

    #[test]
    fn an_index_counts_from_either_end() {
        let list = json!([1, 2, 3]);
        let at = |index| item(&list, index).and_then(Value::as_i64);
        assert_eq!([at(0), at(2), at(3)], [Some(1), Some(3), None]);
        assert_eq!([at(-1), at(-3), at(-4)], [Some(3), Some(1), None]);
        assert_eq!([at(i64::MAX), at(i64::MIN)], [None, None]);
        assert!(item(&json!({"0": 1}), 0).is_none());
    }

    /// The first two were recorded on AWS.
    #[test]
    fn a_path_that_finds_nothing_says_where_it_ends() {
        let root = json!({"a": {"b": [1]}, "none": null, "text": "x"});
        let cause = |path, steps: &[Seg]| absent(&root, path, steps);
        assert_eq!(
            cause("$.no.such.path", &[Seg::Key("no"), Seg::Key("such"), Seg::Key("path")]),
            "Invalid path '$.no.such.path' : Missing property in path $['no']"
        );
        assert_eq!(
            cause("$.no", &[Seg::Key("no")]),
            "Invalid path '$.no' : No results for path: $['no']"
        );
        assert_eq!(
            cause("$.a.no", &[Seg::Key("a"), Seg::Key("no")]),
            "Invalid path '$.a.no' : No results for path: $['a']['no']"
        );
        assert_eq!(
            cause("$.a.b[1].c", &[Seg::Key("a"), Seg::Key("b"), Seg::Index(1), Seg::Key("c")]),
            "Invalid path '$.a.b[1].c' : No results for path: $['a']['b'][1]['c']"
        );
        assert_eq!(
            cause("$.text.c", &[Seg::Key("text"), Seg::Key("c")]),
            "Invalid path '$.text.c' : Expected to find an object with property ['c'] in path $['text'] but found 'string'."
        );
        assert_eq!(
            cause("$.none[0]", &[Seg::Key("none"), Seg::Index(0)]),
            "Invalid path '$.none[0]' : The path $['none'] is null"
        );
        assert_eq!(
            cause("$.a[0]", &[Seg::Key("a"), Seg::Index(0)]),
            "Invalid path '$.a[0]' : Filter: [0] can only be applied to arrays. Current context is: {\"b\":[1]}"
        );
    }

    #[test]
    fn failures_of_paths_are_runtime_errors_without_a_state_yet() {
        let failure = member::<&Value>(None, "$.x", "value.$", &json!({"y": 1})).unwrap_err();
        assert_eq!(failure.error(), Some("States.Runtime"));
        assert!(failure.unplaced);
        let expected = "The JSONPath '$.x' specified for the field 'value.$' could not be found in the input '{\"y\":1}'";
        assert_eq!(failure.cause(), Some(expected));
        let failure = variable::<&Value>(None, "$.x").unwrap_err();
        let expected =
            "Invalid path '$.x': The choice state's condition path references an invalid value.";
        assert_eq!(failure.cause(), Some(expected));
    }

    #[test]
    fn a_search_ends_however_much_there_is_to_visit() {
        let list = Value::array(vec![Value::Null; 4_000]);
        let result = gather("$[*,*][*,*]", |search| {
            for _ in 0..4_000 {
                for node in search.children(&list) {
                    search.hit(node);
                }
            }
        });
        let cause = "Invalid path '$[*,*][*,*]' : it reaches more than 10000000 nodes";
        assert_eq!(result.unwrap_err().cause(), Some(cause));
    }

    #[test]
    fn descendants_come_before_what_is_below_them() {
        let root = json!({"a": [1, {"b": []}, [2]], "c": {}});
        let mut found = Vec::new();
        let hits = gather("$..*", |search| {
            for node in search.descendants(&root) {
                found.push(node.to_string());
                for child in search.children(node) {
                    search.hit(child);
                }
            }
        });
        assert_eq!(found, [root.to_string().as_str(), r#"[1,{"b":[]},[2]]"#, r#"{"b":[]}"#, "[2]"]);
        assert_eq!(hits.unwrap(), json!([[1, {"b": []}, [2]], {}, 1, {"b": []}, [2], [], 2]));
    }
}
